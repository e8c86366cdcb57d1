"""A view says only what is its own; what it shows as it is, it never says itself, and a secret is not shown."""

import pytest
from msgspec import Struct

from core.kernel.rules.secret import Secret, unsalted
from core.kernel.rules.shown import shown


class Player(Struct, frozen=True):
    gold: int
    hand: Secret[int]
    name: str = "nobody"


class Open(Struct, frozen=True):
    name: str
    gold: int
    seat: int
    cards: int


class Leaky(Struct, frozen=True):
    gold: int
    hand: object
    seat: int


PLAYER = Player(3, unsalted((0,), 7), "ana")


def test_a_view_shows_what_is_called_the_same() -> None:
    assert shown(Open, PLAYER, cards=1, seat=2) == Open("ana", 3, 2, 1)


def test_a_secret_is_never_shown_as_it_is() -> None:
    with pytest.raises(TypeError, match=r"Player.hand may hold a secret"):
        shown(Leaky, PLAYER, seat=0)
    assert shown(Leaky, PLAYER, seat=0, hand=None) == Leaky(3, None, 0)


def test_what_is_its_own_comes_last() -> None:
    with pytest.raises(TypeError):
        shown(Open, PLAYER, cards=1, name="bea")
