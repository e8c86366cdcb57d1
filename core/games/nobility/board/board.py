"""The board: what a view shows, as a tree of parts, with every word and number that a move needs."""

from collections.abc import Iterable, Sequence

from core.games.nobility.board.cardtext import effect_text
from core.games.nobility.board.chancery import Chancery
from core.games.nobility.board.hand import Dice
from core.games.nobility.board.offers import Offers
from core.games.nobility.board.pen import FIRST, LEADS, MASTER, TURN, WORKER, Pen
from core.games.nobility.board.places import Places
from core.games.nobility.board.players import Players
from core.games.nobility.names import GOODS
from core.games.nobility.view import SeatView, View
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Board, Line, Panel, Part
from core.kernel.language.words import Words
from core.kernel.rules.result import Result


def board(v: View, words: Words, seats: Sequence[str]) -> Board:
    """The match as the viewer sees it: the round, which dice fit where, the places, each seat; in the end who won."""
    return _Board(v, words, seats).board()


class _Board(Pen):
    """What concerns everybody, and where the parts stand in it."""

    def board(self) -> Board:
        """RTN-19.1: the VP marker, with what the end would bring now."""
        scores = tuple(map(self._now, self.v.seats))
        return Board(tuple(self._panels()), tuple(self.seats), scores=scores)

    def _now(self, seat: SeatView) -> int:
        return seat.stock.vp + (seat.final if self.v.end is None else 0)

    def _panels(self) -> Iterable[Panel]:
        """From whose turn it is to what everybody has; after the end, who won instead."""
        v, seats = self.v, self.seats[: self.v.players]
        players = Players(v, self.words, seats)
        yield self._stage() if v.end is None else self._ranking(v.end)
        if v.end is None:
            yield from self._map(seats)
        yield players.numbers()
        yield from map(players.panel, sorted(v.seats, key=lambda seat: seat.seat != v.viewer))
        if v.end is None:
            yield self._legend()

    def _map(self, seats: Sequence[str]) -> Iterable[Panel]:
        """Dice first, then where they fit."""
        v = self.v
        places, offers = Places(v, self.words, seats), Offers(v, self.words, seats)
        if v.round and self.chooser is not None:
            yield Dice(v, self.words, seats).panel(v.seats[self.chooser])
        yield places.simple()
        yield offers.tavern()
        yield places.guilds()
        yield offers.hall()
        yield offers.port()
        yield offers.council()
        if v.chancery:
            yield Chancery(v, self.words, seats).panel()

    # --- how it stands

    def _ranking(self, end: Result) -> Panel:
        """RTN-19.2: best first; RTN-22.1: alone the objective says who has won."""
        ranking = self.ranking(end.ranks, end.scores, end.winners)
        return Panel(ranking.key, ranking.title, ranking.note, (*ranking.parts, *self._objective()), kind="stage")

    def _stage(self) -> Panel:
        """RTN-3.1."""
        v = self.v
        key = "setup" if not v.round else "round" if v.turn else "round_begins"
        stage = self.label(key, round=v.round, rounds=v.rounds, turn=v.turn)
        return Panel("stage", f"{self.words.title} · {stage}", "", tuple(self._happening()), kind="stage")

    def _happening(self) -> Iterable[Part]:
        v = self.v
        yield self.line("order", (self._player((v.first + k) % v.players) for k in range(v.players)), " › ")
        if v.event is not None:
            text = self.words.goods(effect_text(self.data.events[v.event].effect, self.words))
            yield self.line("event", [f"{ink.strong(self.words.name('event', v.event))} · {text}"])
        yield self.line("past", (self.words.name("event", event) for event in v.past_events))
        yield from self._objective()
        if v.others and v.others[0].aside:
            yield self.line("automa", [self.label("aside", dice=v.others[0].aside)])

    def _player(self, seat: int) -> str:
        """RTN-3.3: clockwise from who has the marker; who is out stays in the line."""
        v, found = self.v, self.v.seats[seat]
        name = ink.strong(f"{TURN} {self.seat(seat)}") if seat == v.acting else self.seat(seat)
        now, most = self._now(found), max(map(self._now, v.seats))
        leads = LEADS * (now == most > min(map(self._now, v.seats)))
        told = [self.label("standing", total=now, vp=found.stock.vp, end=found.final)]
        told += [self.labels["out"]] if found.passed else []
        signs = (FIRST * (seat == v.first), leads)
        return " ".join(filter(None, (name, *signs, ink.quiet(", ".join(told)))))

    def _objective(self) -> Iterable[Part]:
        """RTN-22.13: each part of it, and how far it is."""
        v = self.v
        if v.objective is None:
            return
        needs = self.data.objectives[v.objective].needs
        told = [
            self.label("progress", counted=self.words.count("counted", name, needs.of(name)), have=have)
            for name, have in v.progress.items()
        ]
        state = [ink.strong(self.labels["fulfilled"])] if v.fulfilled else []
        state += [self.labels["missed"]] if v.end is not None and not v.fulfilled else []
        yield self.line("objective", (ink.strong(v.objective), *told, *state), " · ")

    # --- signs

    def _legend(self) -> Panel:
        """Signs, and how things are typed."""
        labels = self.labels
        signs = {TURN: "acting", FIRST: "first", LEADS: "leads", WORKER: "apprentice", MASTER: "master"}
        told = [f"{sign} {labels[name]}" for sign, name in signs.items()]
        shields = ", ".join(f"{at}: {vp}" for at, vp in self.data.tracks.shields.items())
        return self.legend(
            Line("", tuple(told), " · "),
            Line("", (self.label("shields", shields=shields),)),
            *(Line("", (labels[name],)) for name in ("typing", "typing_settle", "typing_berk")),
            self.typed("good", GOODS),
        )
