"""How many cells a text takes on a terminal, against the tables of Unicode."""

from unicodedata import category, east_asian_width, name

import pytest

from core.kernel.drawing.canvas import cut, wrap
from core.kernel.drawing.style import pad, table, width

LAST = 0x2FFFF  # beyond are private letters, and marks that choose a variant


def test_each_letter_takes_what_the_tables_say() -> None:
    """Marks take no cell, wide and full letters two, all others one."""
    wrong = list[str]()
    for letter in map(chr, range(0x300, LAST)):
        kind = category(letter)
        if kind in {"Cn", "Cs", "Co"}:
            continue
        jamo = name(letter, "").startswith(("HANGUL JUNGSEONG", "HANGUL JONGSEONG")) and letter < "\ua000"
        cells = 0 if kind in {"Mn", "Me", "Cf"} or jamo else 2 if east_asian_width(letter) in {"W", "F"} else 1
        if width(letter) != cells:
            wrong.append(f"U+{ord(letter):04X}")
    assert [it for it in wrong if not "U+1160" <= it <= "U+11FF"] == []


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("นิด", 2),
        ("e\u0301", 1),
        ("한", 2),
        ("\u1112\u1161\u11ab", 2),
        ("日本", 4),
        ("Ana", 3),
        ("שָׁלוֹם", 4),
        ("ﾊﾝ", 2),
        ("ＡＢ", 4),
    ],
)
def test_a_word_takes_the_cells_of_its_letters(text: str, cells: int) -> None:
    assert width(text) == cells
    assert width(pad(text, 9)) == 9
    assert {width(line) for line in table([[text, "|"], ["123456", "|"]], " ")} == {8}
    assert all(width(line) <= 6 for line in wrap(" ".join([text] * 4), 6))
    assert width(cut(text * 4, 5)) <= 5
