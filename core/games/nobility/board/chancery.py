"""RTN-23 The Chancery: its desks, and the commission cards of a seat, which only their owner sees."""

from collections.abc import Iterable, Sequence
from typing import Final

from core.games.nobility.board.cardtext import contract_text
from core.games.nobility.board.pen import DONE, WORKER, Pen
from core.games.nobility.data.edition import Desk
from core.games.nobility.names import CHANCERY, PIPS, CommissionId
from core.games.nobility.view import ContractView, SeatView
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Cards, Panel, Part, Piece

SIX: Final = len(PIPS)


class Chancery(Pen):
    """Where it is played with."""

    def panel(self) -> Panel:
        """RTN-23.5, RTN-23.6: two desks at each die slot; with few players only the upper ones are in use."""
        open_desks = list(self.data.desks.values())[: self.data.counts[self.v.players].desks]
        rows = list(dict.fromkeys(desk.row for desk in open_desks))
        ordered = sorted(open_desks, key=lambda desk: (rows.index(desk.row), desk.die))
        heads = tuple(map(self._head, PIPS))
        sides = tuple(self.words.name("row", row) for row in rows) if len(rows) > 1 else ()
        matrix = Cards(tuple(map(self._desk, ordered)), SIX, "matrix", heads=heads, sides=sides)
        note = self.label("chancery_note", coins=self.coins(self.data.chancery.coins))
        if self.v.round:
            note += " · " + self.label("commission_deck", cards=self.v.commissions + self.v.refused)
        return Panel("chancery", self.place(CHANCERY), note, (matrix,), kind="offer")

    def _head(self, value: int) -> str:
        """The die slot, and the die on it."""
        die = self.die(CHANCERY, value)
        shown = self.label("die", value=value)
        return shown if die is None or die.seat is None else f"{shown} ({self.seat(die.seat)})"

    def _desk(self, desk: Desk) -> Card:
        owner = self.v.desks.get(desk.id)
        pieces = () if owner is None else (Piece(owner, WORKER, self.seats[owner], shape="meeple"),)
        benefit = self.words.goods(self.words.effects[f"desk_{desk.benefit}"])
        return Card(desk.id, name=self.people(desk.people), text=(benefit,), pieces=pieces)

    # --- commission cards

    def contracts(self, seat: SeatView) -> Iterable[Part]:
        """RTN-23.13: of others the backs, with the dice tiles beside them; RTN-23.14: what is still to be covered."""
        if seat.contracts:
            cards = tuple(self._contract(at, one) for at, one in enumerate(seat.contracts))
            yield Cards(cards, 0, "rows", self.labels["commissions"], between=" · ")
        if seat.hand:
            held = tuple(Card(card, card, text=(self._text(card),)) for card in seat.hand)
            yield Cards(held, 0, "rows", self.labels["to_keep"])

    def _contract(self, at: int, one: ContractView) -> Card:
        key = str(one.tile or f"contract{at}")
        if one.card is None:
            name = " ".join(filter(None, (self.labels["commission"], str(one.tile or ""), *self._state(one))))
            return Card(key, name=name, back=True)
        text = (self._text(one.card), *self._worth(one))
        return Card(key, str(one.tile or ""), name=one.card, tags=tuple(self._state(one)), text=text)

    def _worth(self, one: ContractView) -> Iterable[str]:
        """RTN-23.16: only active cards count."""
        if self.v.end is not None:
            yield self.vp(one.worth or 0) if one.active else ink.quiet(self.labels["not_active"])
        elif one.worth is not None:
            yield self.label("worth", points=self.vp(one.worth))

    def _state(self, one: ContractView) -> Iterable[str]:
        """RTN-23.16: active, or which dice it still takes."""
        if one.active:
            yield ink.strong(self.labels["active"])
        elif one.tile is not None:
            yield self._spaces(self.data.dice_tiles[one.tile].dice, one.done)

    def _spaces(self, dice: Sequence[int], done: Sequence[int]) -> str:
        return " ".join(ink.quiet(f"{value}{DONE}") if n in done else f"[{value}]" for n, value in enumerate(dice, 1))

    def _text(self, card: CommissionId) -> str:
        return self.words.goods(contract_text(self.data, card, self.words))
