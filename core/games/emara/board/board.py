"""The board as text: what a view shows, at most 100 columns wide, with every word and number that a move needs."""

from collections.abc import Iterable, Sequence
from typing import Final

from core.games.emara.board.cardtext import advisor_text, cost_text, event_text, her_bonuses, in_brackets
from core.games.emara.board.pen import Pen
from core.games.emara.board.places import Places
from core.games.emara.board.players import Players
from core.games.emara.names import RANKS, AdvisorId, Goods
from core.games.emara.rules.construction import BREADS, STONES
from core.games.emara.view import View
from core.kernel.drawing.canvas import Style, cut, flow, table
from core.kernel.language.words import Words
from core.kernel.rules.result import Result

ADVISOR: Final = 16  # of the name of an advisor, so much is shown


def board(v: View, words: Words, seats: Sequence[str], style: Style) -> str:
    """The match as the viewer sees it: event, both rings, who can be recruited, the ranks, each seat."""
    return "\n".join(_Board(v, words, seats, style).lines())


class _Board(Pen):
    """What concerns everybody, and where the places and the players stand in it."""

    def __init__(self, v: View, words: Words, seats: Sequence[str], style: Style) -> None:
        super().__init__(v, words, seats, style)
        self.places = Places(v, words, seats, style)
        self.players = Players(v, words, seats, style)

    def lines(self) -> Iterable[str]:
        """From what is to be had to what everybody has; after the end, who won instead."""
        if self.v.end is not None:
            yield from self._ranking(self.v.end)
        else:
            yield from self._round()
            yield from self._rings()
            yield from self._advisors()
            yield from self._ranks()
        yield from self.players.goods()
        for seat in sorted(self.v.seats, key=lambda seat: seat.seat != self.v.viewer):
            yield from self.players.seat(seat)
        if self.v.end is None:
            yield from self._legend()

    def _ranking(self, end: Result) -> Iterable[str]:
        """EMA-15.4: best first; EMA-16.11, 16.12: Victoria's is her CP, which count in a campaign."""
        v, labels = self.v, self.labels
        alone = v.victoria is not None and v.options.solo == "highscore"
        her: list[tuple[str, ...]] = []
        if v.victoria is not None and not alone:
            won = "" if end.winners else labels["wins"]
            her.append(("", labels["victoria"], self.points(v.victoria.cp), won))
        yield from self.ranking(end.ranks, end.scores, () if alone else end.winners, *her)

    def _round(self) -> Iterable[str]:
        """EMA-3.5: who plays after whom; EMA-3.4: the event of the round."""
        v, labels = self.v, self.labels
        when = "setup" if not v.round else "round" if v.turn else "round_begins"
        stage = labels[when].format(round=v.round, rounds=v.rounds, turn=v.turn)
        yield self.heading(f"{self.words.title} · {stage}", "" if v.victoria is None else labels["alone"])
        if v.victoria is None and v.rings:
            order = [self.seats[(v.first + k) % len(v.seats)] for k in range(len(v.seats))]
            yield from self.listed(labels["order"], order, " › ")
        if v.event is not None:
            text = event_text(v, self.data.events[v.event], self.words)
            name = self.words.name("event", v.event)
            yield from self.told(labels["event"], f"{name} · {text}")
        yield from self._victoria()
        yield from self.listed(labels["past"], (self.words.name("event", event) for event in v.past))

    def _victoria(self) -> Iterable[str]:
        """EMA-16.8, 16.9: what she scores at the end of this round, as things stand."""
        v, labels = self.v, self.labels
        if v.victoria is None or v.round not in self.data.solo.rounds:
            return
        rank = self.data.solo.ranks.get(v.round)
        if rank is not None and len(v.victoria.cards) > RANKS.index(rank):
            return  # she has, while an event is paid for or cards are chosen (EMA-R25, EMA-R40)
        shows = [v.markers[marker] for marker in (STONES, BREADS)]
        texts = [labels["her_building"].format(stone=shows[0], bread=shows[1])]
        if rank is not None:
            stack = v.ranks[RANKS.index(rank)]
            shown = labels["her_rank"].format(rank=self.words.name("rank", rank), points=stack.cp[0])
            texts.append(shown + in_brackets(her_bonuses(v, self.words), self.words))
        yield from self.listed(labels["victoria"], texts, " · ")

    def _rings(self) -> Iterable[str]:
        """EMA-2.1, EMA-2.3: clockwise; EMA-17.6, 17.7: on mixed boards of all places, by councilor."""
        pile = self.labels["pile"].format(pile=self.words.number(self.v.favors))
        leading = {*self.v.seats[0].councilors[:1]}
        for number, ring in enumerate(sorted(self.v.rings, key=leading.isdisjoint), 1):
            if self.v.options.boards == "mixed":
                title = self.labels["ring"].format(number=number)
            else:
                title = self.labels["country" if number == 1 else "town"]
            yield self.heading(title, pile if number == len(self.v.rings) else "")
            yield from self.places.ring(ring)
        yield from self.listed(self.labels["discarded"], map(self.favor, self.v.used_favors))

    def _advisors(self) -> Iterable[str]:
        """EMA-11.13: what to type, who stands there, cost, points, effect; EMA-2.9: who comes next."""
        labels = self.labels
        yield self.heading(labels["advisors"], labels["stack"].format(count=self.words.number(self.v.stack)))
        waiting = [(str(stand), advisor) for stand, advisor in self.v.stands.items()]
        if self.v.top is not None:
            waiting.append((labels["next"], self.v.top))
        rows = [(stand, *self._advisor(advisor)) for stand, advisor in waiting]
        yield from (f" {line}" for line in self.explained(rows, 1, right=frozenset({3})))

    def _advisor(self, advisor: AdvisorId | None) -> tuple[str, ...]:
        if advisor is None:
            return (self.style.dim(self.labels["empty"]), "", "", "")
        card = self.data.advisors[advisor]
        points = f"{card.cp} {self.words.name('good', 'cp')}"
        name = cut(self.words.name("advisor", advisor), ADVISOR)
        return name, cost_text(card.cost.goods, self.words), points, advisor_text(self.v, card, self.words)

    def _ranks(self) -> Iterable[str]:
        """EMA-11.3: cost, the top card's points, those that follow; who has the rank."""
        labels = self.labels
        yield self.heading(labels["ranks"])
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
        yield from (f" {cut(line, self.wide - 1)}" for line in table(rows, "  ", frozenset({2})))

    def _risen(self, level: int) -> Iterable[str]:
        """Who has this rank or a higher one."""
        yield from (self.seats[seat.seat] for seat in self.v.seats if seat.rank > level)
        if self.v.victoria is not None and len(self.v.victoria.cards) > level:
            yield self.labels["victoria"]

    def _legend(self) -> Iterable[str]:
        """Marks, the points of craftsmen, and words that are typed otherwise than they are read."""
        labels = self.labels
        crew = ", ".join(map(str, self.data.board.craftsmen))
        yield self.legend()
        marks = [labels[mark].format(crew=crew) for mark in ("councilors", "huts", "crew", "final")]
        yield from (f" {line}" for line in flow(marks, self.wide - 1, " · "))
        if self.v.boxed:
            yield f" {labels['boxed']}"
        yield from self.typed("good", Goods.__struct_fields__)
