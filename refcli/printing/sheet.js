"use strict";
// The search box of a sheet: it narrows the charts as one types. Without it the page shows all of them.
(() => {
  const MANY = 12; // rows of a chart from which on those that match are shown alone

  const box = document.getElementById("_search");
  const clear = document.getElementById("_clear");
  const count = document.getElementById("_count");
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  // T-34, T34/85 and t34 are written in many ways: what stands between letters and digits does not count.
  const close = (text) => plain(text).replace(/[^\p{L}\p{N}\s]/gu, "");
  const words = (text) => close(text).split(/\s+/).filter(Boolean);
  const within = (text, wanted) => wanted.every((word) => text.includes(word));

  // What is matched of a row: its label, its name behind that of the chart, and cells that hold words.
  const rowText = (row, chart) => {
    const cells = [...row.cells].map((cell) => cell.textContent);
    const spoken = cells.filter((text, index) => index === 0 || /\p{L}{2}/u.test(text));
    return close([row.id.slice(chart.id.length + 1), row.dataset.words, ...spoken].join(" "));
  };

  const charts = [...document.querySelectorAll(".chart")].map((element) => {
    const title = close(`${element.querySelector("h3, caption").textContent} ${element.id}`);
    const matched = (part, text) => ({ element: part, text: `${title} ${text}` });
    const rows = [...element.querySelectorAll("tbody tr:not(.heading)")].map((row) => matched(row, rowText(row, element)));
    const conditions = [...element.querySelectorAll(".conditions > div")].map((one) =>
      matched(one, close(one.textContent)),
    );
    const all = document.createElement("button");
    all.type = "button";
    all.hidden = true;
    all.textContent = `Show all ${rows.length} rows`;
    all.addEventListener("click", () => {
      all.hidden = true;
      for (const row of rows) row.element.hidden = false;
    });
    element.querySelector(".scroll")?.after(all);
    return { element, title, rows, conditions, all };
  });
  if (!charts.length) return;
  const numbered = charts.filter((chart) => chart.element.id);
  const links = [...document.querySelectorAll("#_contents li li")].map((element) => {
    const chart = document.getElementById(element.firstElementChild.hash.slice(1));
    return { element, chart };
  });
  const sections = [...document.querySelectorAll(".phase")];
  const entries = [...document.querySelectorAll("#_contents > details > ul > li")];

  // The first hit comes to where a keyboard on the screen leaves room: its chart's heading below the search box,
  // or the hit itself where that would push it under the keyboard.
  const showFirst = () => {
    const chart = charts.find((one) => !one.element.hidden)?.element;
    if (!chart) return;
    chart.scrollIntoView({ block: "start" });
    const hit = chart.querySelector(".found:not([hidden])");
    const seen = visualViewport?.height ?? innerHeight;
    if (hit && hit.getBoundingClientRect().bottom > seen - 16) hit.scrollIntoView({ block: "start" });
  };

  const narrow = () => {
    const wanted = words(box.value);
    for (const { element, title, rows, conditions, all } of charts) {
      const whole = within(title, wanted);
      const found = [...rows, ...conditions].filter((one) => !whole && within(one.text, wanted));
      const few = rows.length > MANY && rows.some((row) => found.includes(row));
      for (const one of [...rows, ...conditions]) one.element.classList.toggle("found", found.includes(one));
      for (const row of rows) row.element.hidden = few && !found.includes(row);
      all.hidden = !rows.some((row) => row.element.hidden);
      element.hidden = !whole && !found.length;
    }
    for (const section of sections) section.hidden = !section.querySelector(".chart:not([hidden])");
    for (const { element, chart } of links) element.hidden = chart.hidden;
    entries.forEach((element, index) => (element.hidden = sections[index].hidden));
    clear.hidden = !box.value;
    const shown = numbered.filter((chart) => !chart.element.hidden).length;
    count.textContent = wanted.length ? `${shown} of ${numbered.length} charts` : `${numbered.length} charts`;
  };

  const empty = () => {
    box.value = "";
    narrow();
  };

  // A chart that the search hides is shown when a link or the address asks for it.
  const show = (target) => {
    if (!target?.closest("[hidden]")) return;
    empty();
    target.scrollIntoView();
  };

  box.addEventListener("input", () => {
    narrow();
    if (words(box.value).length) showFirst();
  });
  clear.addEventListener("click", () => {
    empty();
    box.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && box.value) {
      event.preventDefault();
      empty();
    } else if (event.key === "/" && document.activeElement !== box) {
      event.preventDefault();
      box.focus();
    }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link) show(document.getElementById(link.hash.slice(1)));
  });
  addEventListener("hashchange", () => show(document.querySelector(":target")));

  // A table that is too wide for the screen scrolls by itself, with the keyboard, too.
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const fits = target.firstElementChild.offsetWidth <= target.clientWidth + 1;
      target.classList.toggle("fits", fits);
      if (fits) target.removeAttribute("tabindex");
      else target.tabIndex = 0;
    }
  });
  for (const scroll of document.querySelectorAll(".scroll")) sizes.observe(scroll);

  document.querySelector("#_contents details").open = matchMedia("(min-width: 64rem)").matches;
  document.getElementById("_tools").hidden = false;
  narrow();
})();
