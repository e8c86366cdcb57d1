"""What each seat has: the table of goods, and by itself its slots, cards, favors and advisors."""

from collections.abc import Iterable
from typing import Final

from core.games.emara.board.cardtext import action_text, advisor_text, effects_of
from core.games.emara.board.pen import Pen
from core.games.emara.names import ACTIONS, RANKS, RESOURCES
from core.games.emara.view import SeatView
from core.kernel.drawing.canvas import cut, flow

COLUMN: Final = 11  # of the name of a seat, so much is shown where it has a column


class Players(Pen):
    """The seats of a view."""

    def goods(self) -> Iterable[str]:
        """EMA-15.2: everything is open; what is left would be worth so many points."""
        words, labels = self.words, self.labels
        yield self.heading(labels["goods"])
        goods = ("cp", "bp", *RESOURCES, "bread", "book", "ring", "gold")
        heads = [words.name("short", good) for good in goods]
        over = self.v.end is not None
        more = [labels[name] for name in ("favor", "craftsmen", "at_end")]
        rows = [["", *heads, *more[: 2 if over else 3], labels["rank"]]]
        for seat in self.v.seats:
            counts = [*map(seat.goods.of, goods), len(seat.favors), seat.craftsmen, *(() if over else (seat.final,))]
            rank = words.name("rank", RANKS[seat.rank - 1]) if seat.rank else "·"
            rows.append([cut(self.seats[seat.seat], COLUMN), *(str(count or "·") for count in counts), rank])
        if self.v.victoria is not None:
            her = (labels["victoria"], str(self.v.victoria.cp))
            rank = words.name("rank", RANKS[len(self.v.victoria.cards) - 1]) if self.v.victoria.cards else "·"
            rows.append([*her, *("",) * (len(rows[0]) - len(her) - 1), rank])
        yield from self.columns(rows, range(1, len(rows[0]) - 1))

    def seat(self, seat: SeatView) -> Iterable[str]:
        labels = self.labels
        mine = seat.seat == self.v.viewer
        name = f"{self.seats[seat.seat]} ({labels['you']})" if mine else self.seats[seat.seat]
        yield self.heading(name, " · ".join(self._notes(seat)))
        if self.v.end is None:
            yield from self.listed(labels["slots"], self._slots(seat), "  ")
            yield from self._cards(seat)
        yield from self.listed(labels["favors"], map(self.favor, seat.favors))
        if seat.seat == self.v.looking and self.v.looked_at is not None:
            yield from self.listed(labels["offered"], map(self.favor, self.v.looked_at))
        yield from self.labelled(labels["advisors"], self._own_advisors(seat))

    def _notes(self, seat: SeatView) -> Iterable[str]:
        """What else is to be known about a seat now."""
        if self.v.end is not None:
            return
        if seat.seat == self.v.looking:
            yield self.labels["looking"]
        if seat.done:
            done = ", ".join(self.words.name("source", action) for action in seat.done)
            yield self.labels["done"].format(actions=done)
        if seat.seat == self.v.first and self.v.victoria is None:
            yield self.labels["statue"]

    def _slots(self, seat: SeatView) -> Iterable[str]:
        """EMA-4.3: the card that lies on each slot, and how many steps the slot is worth."""
        for slot, (steps, card) in enumerate(zip(self.data.board.slots, seat.slots, strict=True), 1):
            shown = self.labels["empty"] if card is None else self.words.name("action", card)
            now = self.labels["now"].format(card=shown) if slot == seat.playing else shown
            text = self.labels["slot"].format(slot=slot, steps=self.words.number(steps), card=now)
            yield self.style.bold(text) if slot == seat.playing else text

    def _cards(self, seat: SeatView) -> Iterable[str]:
        """EMA-6.1: the own hand with what each card does; of other hands how many cards, and out of which."""
        labels = self.labels
        if not seat.left:
            return
        if seat.hand is None:
            pattern = "{cards}" if seat.cards == len(seat.left) else labels["out_of"]
            if len(seat.left) == len(ACTIONS):
                pattern = labels["all"]
            text = pattern.format(count=self.words.number(seat.cards), cards=self.names(seat.left), all=len(ACTIONS))
            yield from self.told(labels["hand"], text)
            return
        if seat.seat != self.v.viewer:
            if seat.hand:  # before the first draw there is none
                yield from self.told(labels["hand"], self.names(seat.hand))
            return
        name = self.words.name
        held = [card for card in seat.left if card in seat.hand]
        own = [(str(card), name("action", card), action_text(self.v, card, self.words)) for card in held]
        yield from self.labelled(labels["hand"], self.explained(own, self.label + 1))
        pile = tuple(card for card in seat.left if card not in seat.hand)
        if pile:
            chosen = self.v.options.informed_choice == "yes"  # EMA-R40: so there is no draw pile (EMA-17.2)
            yield from self.told(labels["later" if chosen else "left"], self.names(pile))

    def _own_advisors(self, seat: SeatView) -> list[str]:
        """EMA-12.2: to the end; what is typed to use them, and whether that was done."""
        rows: list[tuple[str, ...]] = []
        silent: list[str] = []
        for card in map(self.data.advisors.__getitem__, seat.advisors):
            name = self.words.name("advisor", card.id)
            if card.now.total() or not effects_of(self.v, card, self.words):
                silent.append(name)
                continue
            shown = self.labels["advisor_used"].format(advisor=name) if card.id in seat.used else name
            rows.append((str(card.id) if card.power else "·", shown, advisor_text(self.v, card, self.words)))
        return [*self.explained(rows, self.label + 1), *flow(silent, self.wide - self.label - 1, ", ", ",")]
