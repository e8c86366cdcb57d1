"""The board: what a view shows, as a tree of parts, with every word and number that a move needs."""

from collections.abc import Iterable, Sequence

from core.games.emara.board.cardtext import advisor_text, cost_text, event_text, her_bonuses, in_brackets
from core.games.emara.board.pen import Pen
from core.games.emara.board.places import Places
from core.games.emara.board.players import Players
from core.games.emara.names import RANKS, AdvisorId, Goods, StandId
from core.games.emara.rules.construction import BREADS, STONES
from core.games.emara.view import RankView, View
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Board, Card, Cards, Line, Panel, Part, Row, Table
from core.kernel.language.words import Words
from core.kernel.rules.result import Result


def board(v: View, words: Words, seats: Sequence[str]) -> Board:
    """The match as the viewer sees it: event, both rings, who can be recruited, the ranks, each seat."""
    return _Board(v, words, seats).board()


class _Board(Pen):
    """What concerns everybody, and where the places and the players stand in it."""

    def board(self) -> Board:
        """EMA-15.4: the lower track is the score; before the end what is left does not count."""
        now = (min(seat.goods.cp, seat.goods.bp) for seat in self.v.seats)
        scores = tuple(now) if self.v.end is None else self.v.end.scores
        return Board(tuple(self._panels()), tuple(self.seats), scores=scores)

    def _panels(self) -> Iterable[Panel]:
        """From what is to be had to what everybody has; after the end, who won instead."""
        players = Players(self.v, self.words, self.seats)
        if self.v.end is not None:
            yield self._ranking(self.v.end)
        else:
            yield self._round()
            yield from self._rings()
            yield self._advisors()
            yield self._ranks()
        yield players.goods()
        yield from map(players.panel, sorted(self.v.seats, key=lambda seat: seat.seat != self.v.viewer))
        if self.v.end is None:
            yield self._legend()

    def _ranking(self, end: Result) -> Panel:
        """EMA-15.4: best first; EMA-16.11, 16.12: Victoria's is her CP, which count in a campaign."""
        v, labels = self.v, self.labels
        alone = v.victoria is not None and v.options.solo == "highscore"
        her: list[tuple[str, ...]] = []
        if v.victoria is not None and not alone:
            won = "" if end.winners else labels["wins"]
            her.append(("", labels["victoria"], self.points(v.victoria.cp), won))
        ranks = end.ranks if end.winners or not her else (2,)
        return self.ranking(ranks, end.scores, () if alone else end.winners, *her)

    def _round(self) -> Panel:
        """EMA-3.5: who plays after whom; EMA-3.4: the event of the round."""
        v, labels = self.v, self.labels
        when = "setup" if not v.round else "round" if v.turn else "round_begins"
        stage = labels[when].format(round=v.round, rounds=v.rounds, turn=v.turn)
        note = "" if v.victoria is None else labels["alone"]
        return Panel("stage", f"{self.words.title} · {stage}", note, tuple(self._stage()), kind="stage")

    def _stage(self) -> Iterable[Part]:
        v = self.v
        if v.victoria is None and v.rings:
            yield self.line("order", (self.seat((v.first + k) % len(v.seats)) for k in range(len(v.seats))), " › ")
        if v.event is not None:
            text = event_text(v, self.data.events[v.event], self.words)
            yield self.line("event", [f"{self.words.name('event', v.event)} · {text}"])
        yield self.line("victoria", self._victoria(), " · ")
        yield self.line("past", (self.words.name("event", event) for event in v.past))

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
        yield from texts

    def _rings(self) -> Iterable[Panel]:
        """EMA-2.1, EMA-2.3: clockwise; EMA-17.6, 17.7: on mixed boards of all places, by councilor."""
        v, labels = self.v, self.labels
        places = Places(v, self.words, self.seats)
        leading = {*v.seats[0].councilors[:1]}
        for number, ring in enumerate(sorted(v.rings, key=leading.isdisjoint), 1):
            if v.options.boards == "mixed":
                title = labels["ring"].format(number=number)
            else:
                title = labels["country" if number == 1 else "town"]
            last = number == len(v.rings)
            pile = labels["pile"].format(pile=self.words.number(v.favors)) if last else ""
            discarded = (self.line("discarded", map(self.favor, v.used_favors)),) if last else ()
            yield Panel(f"ring{number}", title, pile, (places.ring(ring), *discarded), kind="map")

    def _advisors(self) -> Panel:
        """EMA-11.13: what to type, who stands there, cost, points, effect; EMA-2.9: who comes next."""
        v, labels = self.v, self.labels
        waiting = [self._stand(stand, advisor) for stand, advisor in v.stands.items()]
        if v.top is not None:
            waiting.append(self._advisor("next", labels["next"], v.top))
        stack = labels["stack"].format(count=self.words.number(v.stack))
        return Panel("advisors", labels["advisors"], stack, (Cards(tuple(waiting), 0, "rows"),), kind="offer")

    def _stand(self, stand: StandId, advisor: AdvisorId | None) -> Card:
        if advisor is None:
            return Card(stand, str(stand), name=self.labels["empty"], empty=True)
        return self._advisor(stand, stand, advisor)

    def _advisor(self, key: str, typed: str, advisor: AdvisorId) -> Card:
        card = self.data.advisors[advisor]
        return Card(
            key,
            typed,
            name=self.words.name("advisor", advisor),
            cost=cost_text(card.cost.goods, self.words),
            worth=ink.good(f"{card.cp} {self.words.name('good', 'cp')}", "cp"),
            text=(self.words.goods(advisor_text(self.v, card, self.words)),),
        )

    def _ranks(self) -> Panel:
        """EMA-11.3: cost, the top card's points, those that follow; who has the rank."""
        rows = tuple(self._rank(level, stack) for level, stack in enumerate(self.v.ranks))
        return Panel("ranks", self.labels["ranks"], "", (Table((), rows, frozenset({2})),))

    def _rank(self, level: int, stack: RankView) -> Row:
        labels = self.labels
        first = self.words.goods(labels["first_card"].format(points=stack.cp[0])) if stack.cp else labels["none_left"]
        then = labels["then"].format(points=", ".join(map(str, stack.cp[1:]))) if stack.cp[1:] else ""
        name, cost = self.words.name("rank", stack.rank), self.words.amounts("good", stack.cost)
        return Row((name, cost, first, then, ", ".join(self._risen(level))))

    def _risen(self, level: int) -> Iterable[str]:
        """Who has this rank or a higher one."""
        yield from (self.seat(seat.seat) for seat in self.v.seats if seat.rank > level)
        if self.v.victoria is not None and len(self.v.victoria.cards) > level:
            yield self.labels["victoria"]

    def _legend(self) -> Panel:
        """Marks, the points of craftsmen, and words that are typed otherwise than they are read."""
        labels = self.labels
        crew = ", ".join(map(str, self.data.board.craftsmen))
        marks = [labels[mark].format(crew=crew) for mark in ("councilors", "huts", "turns", "crew", "final")]
        boxed = (Line("", (labels["boxed"],)),) if self.v.boxed else ()
        return self.legend(Line("", tuple(marks), " · "), *boxed, self.typed("good", Goods.__struct_fields__))
