"""What each seat has: the table of goods, and by itself its slots, cards, favors and advisors."""

from collections.abc import Iterable

from core.games.emara.board.cardtext import action_text, advisor_text, effects_of
from core.games.emara.board.pen import Pen
from core.games.emara.names import ACTIONS, RANKS, RESOURCES, ActionId, AdvisorId
from core.games.emara.view import SeatView
from core.kernel.drawing import ink
from core.kernel.drawing.description import NONE
from core.kernel.drawing.parts import Card, Cards, Panel, Part


class Players(Pen):
    """The seats of a view."""

    def goods(self) -> Panel:
        """EMA-15.2: everything is open; what is left would be worth so many points."""
        words, labels = self.words, self.labels
        goods = ("cp", "bp", *RESOURCES, "bread", "book", "ring", "gold")
        heads = [words.name("short", good) for good in goods]
        over = self.v.end is not None
        more = [labels[name] for name in ("favor", "craftsmen", "at_end")][: 2 if over else 3]
        rows = [
            self.counted(
                self.seats[seat.seat],
                (
                    *map(seat.goods.of, goods),
                    len(seat.favors),
                    seat.craftsmen,
                    *(() if over else (seat.final,)),
                    self._rank(seat.rank),
                ),
                seat.seat,
            )
            for seat in self.v.seats
        ]
        if self.v.victoria is not None:
            blank = [""] * (len(heads) + len(more) - 1)
            rank = self._rank(len(self.v.victoria.cards))
            rows.append(self.counted(labels["victoria"], (str(self.v.victoria.cp), *blank, rank)))
        table = self.counters([*heads, *more, labels["rank"]], rows, (*goods, *more, ""), text=1)
        return Panel("goods", labels["goods"], "", (table,))

    def _rank(self, rank: int) -> str:
        return self.words.name("rank", RANKS[rank - 1]) if rank else NONE

    def panel(self, seat: SeatView) -> Panel:
        return self.of_seat(seat.seat, (), self._notes(seat), self._parts(seat))

    def _parts(self, seat: SeatView) -> Iterable[Part]:
        if self.v.end is None:
            yield self.line("slots", self._slots(seat), "  ")
            yield from self._cards(seat)
        yield self.line("favors", map(self.favor, seat.favors))
        if seat.seat == self.v.looking and self.v.looked_at is not None:
            yield self.line("offered", map(self.favor, self.v.looked_at))
        if seat.advisors:
            hired = sorted(seat.advisors, key=self._silent)
            yield Cards(tuple(self._advisor(seat, card) for card in hired), 0, "rows", self.labels["advisors"])

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
            yield ink.strong(text) if slot == seat.playing else text

    def _cards(self, seat: SeatView) -> Iterable[Part]:
        """EMA-6.1: the own hand with what each card does; of other hands how many cards, and out of which."""
        if not seat.left:
            return
        if seat.hand is None:
            yield self._hidden(seat) if seat.cards else self.line("left", [self.names(seat.left)])
        elif seat.seat != self.v.viewer:
            if seat.hand:  # before the first draw there is none
                yield self.line("hand", [self.names(seat.hand)])
        else:
            held = tuple(self._card(card) for card in seat.left if card in seat.hand)
            yield Cards(held, 0, "rows", self.labels["hand"])
            pile = [card for card in seat.left if card not in seat.hand]
            if pile:
                chosen = self.v.options.informed_choice == "yes"  # EMA-R40: so there is no draw pile (EMA-17.2)
                yield self.line("later" if chosen else "left", [self.names(pile)])

    def _card(self, card: ActionId) -> Card:
        """EMA-5.1: what to type, and what the card does."""
        does = action_text(self.v, card, self.words)
        return Card(card, str(card), name=self.words.name("action", card), text=(does,))

    def _hidden(self, seat: SeatView) -> Part:
        """EMA-6.1: who has as many cards in hand as can be there has all of them."""
        if seat.cards == len(seat.left) < len(ACTIONS):
            return self.line("hand", [self.names(seat.left)])
        told = self.labels["all" if len(seat.left) == len(ACTIONS) else "out_of"].format(
            count=self.words.number(seat.cards), cards=self.names(seat.left), all=len(ACTIONS)
        )
        back = Card("hand", name=told, back=True, count=seat.cards)
        return Cards((back,), 0, "rows", self.labels["hand"])

    def _silent(self, advisor: AdvisorId) -> bool:
        """Has it given all that it gives?"""
        card = self.data.advisors[advisor]
        return bool(card.now.total()) or not effects_of(self.v, card, self.words)

    def _advisor(self, seat: SeatView, advisor: AdvisorId) -> Card:
        """EMA-12.2: to the end; what is typed to use it, and whether that was done."""
        card, name = self.data.advisors[advisor], self.words.name("advisor", advisor)
        shown = self.labels["advisor_used"].format(advisor=name) if advisor in seat.used else name
        text = () if self._silent(advisor) else (advisor_text(self.v, card, self.words),)
        return Card(advisor, str(advisor) if card.power else "", name=shown, text=text)
