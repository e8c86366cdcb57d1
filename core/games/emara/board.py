"""The board as text: what a view shows, at most 100 columns wide, with every word and number that a move needs."""

from collections.abc import Iterable, Sequence
from typing import Final

from core.games.emara.cardtext import action_text, advisor_text, cost_text, effects_of, event_text
from core.games.emara.edition import edition
from core.games.emara.names import ACTIONS, RANKS, RESOURCES, ActionCardId, AdvisorId, FavorId, Goods
from core.games.emara.places import WIDTH, Places
from core.games.emara.view import SeatView, View
from core.kernel.canvas import Style, cut, flow, heading, pad, printable, table, width, wrap
from core.kernel.game import Result
from core.kernel.words import Shown, Words

LABEL: Final = 13  # the column that says what a line is about
SEAT: Final = 16  # of the name of a seat, so much is shown,
COLUMN: Final = 11  # and so much where it has a column
ADVISOR: Final = 16


def board(v: View, words: Words, seats: Sequence[str], style: Style) -> str:
    """The match as the viewer sees it: event, both rings, who can be recruited, the ranks, each seat."""
    return "\n".join(_Picture(v, words, seats, style).lines())


class _Picture:
    """One drawing: the view, and in which words and colours it is drawn."""

    def __init__(self, v: View, words: Words, seats: Sequence[str], style: Style) -> None:
        self.v = v
        self.words = words
        self.labels = words.board
        self.seats = [cut(printable(seat), SEAT) for seat in seats]
        self.style = style
        self.data = edition(v.edition)
        self.places = Places(v, words, self.seats, style)

    def lines(self) -> Iterable[str]:
        """From what is to be had to what everybody has; after the end, who won instead."""
        if self.v.end is not None:
            yield from self._ranking(self.v.end)
        else:
            yield from self._round()
            yield from self._rings()
            yield from self._advisors()
            yield from self._ranks()
        yield from self._goods()
        for seat in sorted(self.v.seats, key=lambda seat: seat.seat != self.v.viewer):
            yield from self._seat(seat)
        if self.v.end is None:
            yield from self._legend()

    # --- what concerns everybody

    def _ranking(self, end: Result) -> Iterable[str]:
        """EMA-15.4: best first; EMA-16.11, 16.12: Victoria's is her CP, which count in a campaign."""
        v, labels = self.v, self.labels
        alone = v.victoria is not None and v.options.solo == "highscore"
        yield self._heading(f"{self.words.title} · {labels['over']}")
        rows = [
            (
                f"{end.ranks[seat]}.",
                self.seats[seat],
                labels["points"].format(points=self._count(end.scores[seat])),
                labels["wins"] if seat in end.winners and not alone else "",
            )
            for seat in sorted(range(len(v.seats)), key=lambda seat: end.ranks[seat])
        ]
        if v.victoria is not None and not alone:
            won = "" if end.winners else labels["wins"]
            rows.append(("", labels["victoria"], labels["points"].format(points=self._count(v.victoria.cp)), won))
        first, *rest = table(rows, "  ", frozenset({2}))
        yield from self._labelled(labels["ranking"], [self.style.bold(first), *rest])

    def _round(self) -> Iterable[str]:
        """EMA-3.5: who plays after whom; EMA-3.4: the event of the round."""
        v, labels = self.v, self.labels
        stage = labels["round"].format(round=v.round, rounds=v.rounds, turn=v.turn) if v.turn else labels["setup"]
        yield self._heading(f"{self.words.title} · {stage}", "" if v.victoria is None else labels["alone"])
        if v.victoria is None and v.rings:
            order = [self.seats[(v.first + k) % len(v.seats)] for k in range(len(v.seats))]
            yield from self._labelled(labels["order"], flow(order, WIDTH - LABEL - 10, " › "))
        if v.event is not None:
            text = event_text(v, self.data.events[v.event], self.words) if v.round else labels["first_event"]
            name = self.words.name("event", v.event)
            yield from self._labelled(labels["event"], wrap(f"{name} · {text}", WIDTH - LABEL - 3))
        if v.past:
            past = [self.words.name("event", event) for event in v.past]
            yield from self._labelled(labels["past"], flow(past, WIDTH - LABEL - 3, ", ", ","))

    def _rings(self) -> Iterable[str]:
        """EMA-2.1, EMA-2.3: clockwise; EMA-17.6: on mixed boards two rings of all kinds of places."""
        pile = self.labels["pile"].format(pile=self._count(self.v.favors))
        for number, ring in enumerate(self.v.rings, 1):
            if self.v.options.boards == "mixed":
                title = self.labels["ring"].format(number=number)
            else:
                title = self.labels["country" if number == 1 else "town"]
            yield self._heading(title, pile if number == len(self.v.rings) else "")
            yield from self.places.ring(ring)
        gone = [self._favor(favor) for favor in self.v.used_favors]
        yield from self._labelled(self.labels["discarded"], flow(gone, WIDTH - LABEL - 1, ", ", ","))

    def _advisors(self) -> Iterable[str]:
        """EMA-11.13: what to type, who stands there, cost, points, effect; EMA-2.9: who comes next."""
        labels = self.labels
        yield self._heading(labels["advisors"], labels["stack"].format(count=self._count(self.v.stack)))
        waiting = [(str(stand), advisor) for stand, advisor in self.v.stands.items()]
        if self.v.top is not None:
            waiting.append((labels["next"], self.v.top))
        rows = [(stand, *self._advisor(advisor)) for stand, advisor in waiting]
        yield from (f" {line}" for line in self._explained(rows, frozenset({3}), 1))

    def _advisor(self, advisor: AdvisorId | None) -> tuple[str, ...]:
        if advisor is None:
            return (self.style.dim(self.labels["empty"]), "", "", "")
        card = self.data.advisors[advisor]
        points = f"{card.cp} {self.words.name('good', 'cp')}"
        name = cut(self.words.name("advisor", advisor), ADVISOR)
        return name, cost_text(card.cost, self.words), points, advisor_text(self.v, card, self.words)

    def _ranks(self) -> Iterable[str]:
        """EMA-11.3: cost, the top card's points, those that follow; who has the rank."""
        labels = self.labels
        yield self._heading(labels["ranks"])
        rows = [
            (
                self.words.name("rank", stack.rank),
                self.words.amounts("good", stack.cost),
                labels["first_card"].format(points=stack.cp[0]) if stack.cp else labels["none_left"],
                labels["then"].format(points=", ".join(map(str, stack.cp[1:]))) if stack.cp[1:] else "",
                ", ".join(self._risen(level)),
            )
            for level, stack in enumerate(self.v.ranks)
        ]
        yield from (f" {cut(line, WIDTH - 1)}" for line in table(rows, "  ", frozenset({2})))

    def _risen(self, level: int) -> Iterable[str]:
        """Who has this rank or a higher one."""
        yield from (self.seats[seat.seat] for seat in self.v.seats if seat.rank > level)
        if self.v.victoria is not None and len(self.v.victoria.cards) > level:
            yield self.labels["victoria"]

    def _goods(self) -> Iterable[str]:
        """EMA-15.2: everything is open; what is left would be worth so many points."""
        words, labels = self.words, self.labels
        yield self._heading(labels["goods"])
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
        head, *lines = table(rows, "  ", frozenset(range(1, len(rows[0]) - 1)))
        yield f" {self.style.dim(head)}"
        yield from (f" {line}" for line in lines)

    # --- what concerns one seat

    def _seat(self, seat: SeatView) -> Iterable[str]:
        labels, room = self.labels, WIDTH - LABEL - 1
        mine = seat.seat == self.v.viewer
        name = f"{self.seats[seat.seat]} ({labels['you']})" if mine else self.seats[seat.seat]
        yield self._heading(name, " · ".join(self._notes(seat)))
        if self.v.end is None:
            yield from self._labelled(labels["slots"], flow(self._slots(seat), room, "  "))
            yield from self._cards(seat, room)
        favors = [self._favor(favor) for favor in seat.favors]
        yield from self._labelled(labels["favors"], flow(favors, room, ", ", ","))
        if seat.seat == self.v.looking and self.v.looked_at is not None:
            seen = [self._favor(favor) for favor in self.v.looked_at]
            yield from self._labelled(labels["looking"], flow(seen, room, ", ", ","))
        yield from self._labelled(labels["advisors"], self._own_advisors(seat))

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
            text = self.labels["slot"].format(slot=slot, steps=self._count(steps), card=now)
            yield self.style.bold(text) if slot == seat.playing else text

    def _cards(self, seat: SeatView, room: int) -> Iterable[str]:
        """EMA-6.1: the own hand with what each card does; of other hands how many cards, and out of which."""
        labels = self.labels
        if not seat.left:
            return
        if seat.hand is None:
            pattern = "{cards}" if seat.cards == len(seat.left) else labels["out_of"]
            if len(seat.left) == len(ACTIONS):
                pattern = labels["all"]
            text = pattern.format(count=self._count(seat.cards), cards=self._names(seat.left), all=len(ACTIONS))
            yield from self._labelled(labels["hand"], wrap(text, room))
            return
        if seat.seat != self.v.viewer:
            yield from self._labelled(labels["hand"], wrap(self._names(seat.hand), room))
            return
        name = self.words.name
        own = [(str(card), name("action", card), action_text(self.v, card, self.words)) for card in seat.hand]
        yield from self._labelled(labels["hand"], self._explained(own, indent=LABEL + 1))
        pile = tuple(card for card in seat.left if card not in seat.hand)
        if pile:
            yield from self._labelled(labels["left"], wrap(self._names(pile), room))

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
        return [*self._explained(rows, indent=LABEL + 1), *flow(silent, WIDTH - LABEL - 1, ", ", ",")]

    def _favor(self, favor: FavorId) -> str:
        """EMA-13.1: what to type, and what it gives."""
        return f"{self.style.bold(favor)} {self.words.amounts('good', self.data.favors[favor].reward)}"

    # --- small parts

    def _explained(
        self, rows: Sequence[tuple[str, ...]], right: frozenset[int] = frozenset(), indent: int = 0
    ) -> list[str]:
        """Rows in columns, the first in bold; the last text is broken where it must be."""
        if not rows:
            return []
        columns = table([(self.style.bold(row[0]), *row[1:-1]) for row in rows], "  ", right)
        start = max(map(width, columns)) + 2
        lines: list[str] = []
        for column, row in zip(columns, rows, strict=True):
            first, *more = wrap(row[-1], WIDTH - indent - start)
            lines.append(f"{pad(column, start)}{first}".rstrip())
            lines += [" " * start + text for text in more]
        return lines

    def _labelled(self, label: str, lines: Iterable[str]) -> Iterable[str]:
        """Lines behind a label."""
        room = max(LABEL, width(label) + 2)
        for number, line in enumerate(lines):
            yield f" {self.style.dim(pad('' if number else label, room))}{line}"

    def _heading(self, title: str, note: str = "") -> str:
        return heading(title, self.style, note, WIDTH)

    def _names(self, cards: Iterable[ActionCardId]) -> str:
        return ", ".join(self.words.name("action", card) for card in cards)

    def _count(self, count: int) -> Shown:
        return Shown(str(count), count=count, lang=self.words.lang)

    def _legend(self) -> Iterable[str]:
        """Marks, the points of craftsmen, and words that are typed otherwise than they are read."""
        words, labels = self.words, self.labels
        crew = ", ".join(map(str, self.data.board.craftsmen))
        goods = {good: words.name("good", good) for good in Goods.__struct_fields__}
        typed = [f"{good} = {name}" for good, name in goods.items() if name.casefold() != good]
        yield self.style.dim("─" * WIDTH)
        marks = [labels[mark].format(crew=crew) for mark in ("councilors", "huts", "crew", "final")]
        yield from (f" {line}" for line in flow(marks, WIDTH - 1, " · "))
        if self.v.boxed:
            yield f" {labels['boxed']}"
        yield from self._labelled(labels["typed"], flow(typed, WIDTH - LABEL - 1, ", ", ","))
