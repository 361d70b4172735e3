"""Letters large enough to read from the other side of the table, three lines of half blocks high."""

GLYPHS = {
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#",
    "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.",
    "T": "### .#. .#. .#. .#.",
    "U": "#..# #..# #..# #..# .##.",
    "V": "#..# #..# #..# .##. .##.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#..# #..# .##. #..# #..#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "#### ..#. .#.. #... ####",
    "0": ".##. #..# #..# #..# .##.",
    "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ###.",
    "6": ".### #... ###. #..# .##.",
    "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.",
    "9": ".##. #..# .### ...# ###.",
    " ": ".. .. .. .. ..",
}
BLOCKS = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def drawn_large(text: str, width: int) -> list[str]:
    """``text`` in large letters, three lines to a row of words; empty when it cannot be drawn so wide."""
    rows: list[str] = []
    for word in text.upper().split():
        if rows and _width(f"{rows[-1]} {word}") <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    if not rows or any(letter not in GLYPHS for row in rows for letter in row) or max(map(_width, rows)) > width:
        return []
    return [line for row in rows for line in _drawn(row)]


def _width(text: str) -> int:
    return sum(len(GLYPHS[letter].split()[0]) + 1 if letter in GLYPHS else 99 for letter in text) - 1


def _drawn(text: str) -> list[str]:
    """One row of words as three lines: each letter is five dots high, two dots to a half-block character."""
    dots = [".".join(GLYPHS[letter].split()[line] for letter in text) for line in range(5)]
    dots.append("." * len(dots[0]))
    return [
        "".join(BLOCKS[over + under] for over, under in zip(dots[line], dots[line + 1], strict=True)).rstrip()
        for line in (0, 2, 4)
    ]


def takes_blocks(encoding: str) -> bool:
    """Whether an encoding has the blocks that letters and bars are made of."""
    return encoding.lower().startswith("utf")
