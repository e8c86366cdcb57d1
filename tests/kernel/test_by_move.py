"""A class that has a method for each kind of move: each method says itself for which."""

from msgspec import Struct

from core.kernel.rules.by_move import ByMove


class Red(Struct, frozen=True):
    pass


class Blue(Struct, frozen=True):
    pass


class Green(Struct, frozen=True):
    pass


class Colours(ByMove):
    def warm(self, move: Red) -> str:
        return "warm"

    def cold(self, move: Blue | Green) -> str:
        return f"{self.warm(Red())} it is not"

    def other(self, colour: Red) -> str:
        return "no thought of a move"


def test_each_kind_of_move_has_the_method_that_declares_it() -> None:
    assert Colours.for_move == {Red: Colours.warm, Blue: Colours.cold, Green: Colours.cold}
    assert Colours.for_move[Green](Colours(), Green()) == "warm it is not"
