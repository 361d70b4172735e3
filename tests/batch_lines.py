"""Lines of a batch, and what it writes for them."""

import io
import json
from typing import Any

from refcli.batch import Options, Tally
from refcli.batch import run as run_batch
from refcli.referee.settings import Settings
from refcli.rulesets import RULESETS
from tests.situations import SCENARIOS, referee

FIRE = {"rules": "grid", "procedure": "fire", "attackers": "2xtank", "target": "infantry"}


def no_settings() -> Settings:
    return Settings()


def lines(*plains: Any) -> bytes:
    """Objects as JSON lines; bytes stand as they are."""
    return b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in plains)


def answered(given: bytes, **options: Any) -> tuple[list[Any], Tally]:
    """What a batch writes for some bytes, and its tally."""
    out = io.BytesIO()
    tally = run_batch(io.BytesIO(given), out.write, no_settings(), Options(**{"seed": 5, **options}))
    assert out.getvalue() in (b"",) or out.getvalue().endswith(b"\n")
    return [json.loads(line) for line in out.getvalue().splitlines()], tally


def scenario_rulings() -> list[dict[str, Any]]:
    """Every ruling of the shipped scenarios as a line, its dice left out."""
    from refcli.referee.scenario import scenario_file, scenarios_in

    plains = []
    for scenario in scenarios_in(scenario_file(str(SCENARIOS))):
        if scenario.rules in RULESETS:
            plains += [scenario.raw_request(number, referee()) for number in range(len(scenario.rulings))]
    return [{key: value for key, value in plain.items() if key not in ("dice", "expect")} for plain in plains]
