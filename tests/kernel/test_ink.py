"""Marked texts: read without their marks, broken without losing them, and forged by nobody."""

import pytest

from core.kernel.drawing.ink import END, LOOKS, Look, bare, chip, good, mended, of_seat, quiet, spans, strong
from core.kernel.drawing.palette import COLOURS, GOODS, SEATS
from core.kernel.drawing.printable import printable
from core.kernel.language.inked import inked
from core.kernel.language.words import Words


def test_marks_are_not_read() -> None:
    assert bare(f"{strong('Gold')}, {chip('War', 'red')}: {good('2 wood', 'wood')} {of_seat('Ana', 1)}") == (
        "Gold, War: 2 wood Ana"
    )


def test_a_stretch_knows_all_its_looks() -> None:
    assert list(spans(f"a {quiet('b ' + strong('c'))} d")) == [
        ("a ", ()),
        ("b ", (Look("quiet"),)),
        ("c", (Look("quiet"), Look("strong"))),
        (" d", ()),
    ]


def test_goods_in_a_text_are_marked_once() -> None:
    """By all that the word file calls them, in one as in several; a word that only begins so is none."""
    names = {"good": {"wood": "wood", "ring": "signet ring|signet rings", "whales": "whale"}}
    words = Words("en", "Toy", names, {}, {}, {}, {}, {}, board={"vp": "VP"})
    told = inked(words).goods(f"+2 VP; 1 wood or {good('3 wood', 'wood')}, 2 signet rings, 2 VPs, 4 whale, x1 wood")
    assert [(text, look[0].name) for text, look in spans(told) if look] == [
        ("+2 VP", "vp"),
        ("1 wood", "wood"),
        ("3 wood", "wood"),
        ("2 signet rings", "ring"),
    ]
    assert words.goods("+2 VP") == "+2 VP", "in sentences they stay words"


def test_nothing_is_not_marked() -> None:
    assert strong("") == quiet("") == chip("", "red") == ""


def test_a_broken_text_keeps_its_looks_on_both_lines() -> None:
    first, second = mended(quiet(f"one {strong('two|three')} four").split("|"))
    assert list(spans(first)) == [("one ", (Look("quiet"),)), ("two", (Look("quiet"), Look("strong")))]
    assert list(spans(second)) == [("three", (Look("quiet"), Look("strong"))), (" four", (Look("quiet"),))]


def test_no_name_can_hold_a_mark() -> None:
    assert all(printable(mark) == "?" for mark in (END, *LOOKS))


def test_only_what_the_palette_knows_can_be_drawn() -> None:
    with pytest.raises(KeyError):
        chip("War", "crimson")
    with pytest.raises(KeyError):
        good("2 whales", "whale")
    assert {*GOODS.values(), *SEATS} <= {*COLOURS}
