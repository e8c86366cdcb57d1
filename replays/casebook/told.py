"""The casebook as it is told: each ruling, its place in the rulebook, and what each reading makes of a position."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path

from core.kernel.drawing.style import Style
from core.kernel.drawing.terminal import USUAL, text
from core.kernel.game import Ruling
from core.kernel.language.words import filled
from core.kernel.rules.engine import AnyGame
from core.kernel.setup import resources
from replays.casebook.cases import Apart, Proof, apart, proofs
from replays.casebook.trace import AnyState, Deed, Trace
from replays.scenario import Scenario
from replays.scenario.moves import MORE, said
from replays.told.rules import RuleTold, RulingTold, rule_told, ruling_told
from replays.told.telling import Told

MOST = 6
"""So many facts or moves are told of one deed."""

Key = tuple[int | None, str, bool, int]
"""A deed, and the how manieth of its like."""


class LineTold(Told, frozen=True):
    """Something that is so under one reading, and not under all."""

    kind: str
    move: str | None
    rule: str | None
    sentence: str


class OutcomeTold(Told, frozen=True):
    """What one reading makes of a position."""

    reading: str
    meaning: str
    default: bool
    lines: tuple[LineTold, ...]


class PositionTold(Told, frozen=True):
    """A position in which readings come apart, and what is done there; `begun`: for whoever draws it."""

    beside = ("begun",)

    title: str
    file: str
    own: bool
    names: tuple[str, ...]
    moves: tuple[str, ...]
    outcomes: tuple[OutcomeTold, ...]
    begun: AnyState | None


class ProofTold(Told, frozen=True):
    """A scenario, and the reading under which it is played."""

    title: str
    file: str
    own: bool
    reading: str


class CaseTold(Told, frozen=True):
    """A ruling with all that the casebook has of it."""

    ruling: RulingTold
    rules: tuple[RuleTold, ...]
    positions: tuple[PositionTold, ...]
    scenarios: tuple[ProofTold, ...]


def say(lang: str, key: str, **terms: object) -> str:
    """A sentence of the word files here, filled in."""
    return filled(lang, resources.toml("replays.casebook", f"words.{lang}.toml")["say"][key], terms)


def case(game: AnyGame, ruling: Ruling, lang: str, others: Sequence[Scenario] = ()) -> CaseTold:
    """What there is about a ruling; `others`: scenarios of a club's own, which join those of the game."""
    among = proofs(game, ruling, others)
    about = ruling_told(game, ruling.id, lang)
    known = game.rule_texts().get("rules", {})
    return CaseTold(
        ruling=about,
        rules=tuple(rule_told(game, rule, lang) for rule in about.rule_ids if rule in known),
        positions=tuple(_position(game, one, about, lang) for one in apart(ruling, among)),
        scenarios=tuple(map(_proof, among)),
    )


def _proof(proof: Proof) -> ProofTold:
    scenario = proof.scenario
    return ProofTold(title=scenario.title, file=_file(proof), own=proof.own, reading=proof.reading)


def _file(proof: Proof) -> str:
    return proof.scenario.file if proof.own else Path(proof.scenario.file).name


def _position(game: AnyGame, one: Apart, about: RulingTold, lang: str) -> PositionTold:
    scenario, traces = one.proof.scenario, one.traces
    telling = _Telling(game, lang, scenario, list(traces.values()))
    meanings = {reading.reading: reading.meaning for reading in about.readings}
    begun = (trace.begun for trace in traces.values() if trace.begun is not None)
    return PositionTold(
        title=scenario.title,
        file=_file(one.proof),
        own=one.proof.own,
        names=scenario.players,
        moves=tuple(telling.moves()),
        outcomes=tuple(
            OutcomeTold(reading=reading, meaning=meanings[reading], default=reading == about.default, lines=lines)
            for reading, lines in zip(traces, telling.outcomes(), strict=True)
        ),
        begun=next(begun, None),
    )


class _Telling:
    """What tells the traces of one position from each other, in one language."""

    def __init__(self, game: AnyGame, lang: str, scenario: Scenario, traces: Sequence[Trace]) -> None:
        self.game = game
        self.words = game.words(lang)
        self.lang = lang
        self.scenario = scenario
        self.traces = traces
        self.deeds = [_numbered(trace.deeds) for trace in traces]
        self.keys = list(dict.fromkeys(key for deeds in self.deeds for key in deeds))

    def moves(self) -> Iterator[str]:
        """What is done and tried, under whichever reading it comes so far."""
        for seat, typed, _, _ in self.keys:
            if seat is not None:
                yield f"{self.scenario.players[seat]}: {typed}"

    def outcomes(self) -> list[tuple[LineTold, ...]]:
        """What each reading makes of it: what is done and offered; where that is alike, what is seen."""
        found = [(*self._deeds(trace), *self._offered(trace)) for trace in self.traces]
        found = found if any(found) else [tuple(self._seen(trace)) for trace in self.traces]
        less = LineTold(kind="nothing", move=None, rule=None, sentence=say(self.lang, "less"))
        return [lines or (less,) for lines in found]

    def _deeds(self, trace: Trace) -> Iterator[LineTold]:
        own = self.deeds[self.traces.index(trace)]
        for key in self.keys:
            others = [deeds[key] for deeds in self.deeds if key in deeds]
            if key in own and (
                len(others) < len(self.deeds) or any(one.outcome != others[0].outcome for one in others)
            ):
                yield from self._deed(own[key], others)

    def _deed(self, deed: Deed, others: Sequence[Deed]) -> Iterator[LineTold]:
        if deed.problem is not None:
            why = said(deed.problem, self.words, self.scenario.sides)
            key = "no_table" if deed.seat is None else "refused"
            yield self._line(key, deed, why=why, rule=getattr(deed.problem, "rule", "") or None)
            return
        if all(other.outcome == deed.outcome for other in others):
            return  # under other readings it never came to it
        if deed.tried:
            yield self._line("legal", deed)
            return
        known = [self._sentences(other) for other in others if other.problem is None]
        here = _only(self._sentences(deed), known)
        rules = {self.words.fact(fact, self.scenario.sides): fact.rule for fact in deed.facts}
        for sentence in here[:MOST]:
            key = "begins" if deed.seat is None else "follows"
            yield self._line(key, deed, fact=sentence, rule=rules[sentence])
        if not here and len(known) < len(others):
            yield self._line("legal", deed)
        elif not here and any(self._sentences(deed) != other for other in known):
            yield self._line("not_begun" if deed.seat is None else "nothing", deed)

    def _sentences(self, deed: Deed) -> list[str]:
        return [self.words.fact(fact, self.scenario.sides) for fact in deed.facts]

    def _offered(self, trace: Trace) -> Iterator[LineTold]:
        """What may be done at the end that may not under all readings."""
        alike = reduce(lambda one, other: one & other, (set(_every(one)) for one in self.traces))
        for who, moves in trace.moves:
            only = [move for move in moves if (who, move) not in alike and move != MORE]
            if only:
                more = say(self.lang, "more", n=len(only) - MOST) if len(only) > MOST else ""
                text = ", ".join(only[:MOST]) + more
                yield LineTold(kind="may", move=None, rule=None, sentence=say(self.lang, "may", who=who, moves=text))

    def _seen(self, trace: Trace) -> Iterator[LineTold]:
        """Whose view is another one, where nothing else tells the readings apart."""
        if not trace.seen:
            return
        for at, who in enumerate((say(self.lang, "public"), *self.scenario.players)):
            others = [one for one in self.traces if one.seen and one.bare[at] != trace.bare[at]]
            if others:
                alike = {line for one in others for line in self._drawn(one, at)}
                only = [line.strip() for line in self._drawn(trace, at) if line not in alike]
                shown = " · ".join(only[:MOST]) or say(self.lang, "less")
                sentence = say(self.lang, "seen", who=who, panels=shown)
                yield LineTold(kind="seen", move=None, rule=None, sentence=sentence)

    def _drawn(self, trace: Trace, at: int) -> list[str]:
        """A board as the lines of a text."""
        board = self.game.board(trace.seen[at], self.words, self.scenario.players)
        return text(board, Style(colour=False), USUAL).splitlines()

    def _line(self, key: str, deed: Deed, rule: str | None = None, **terms: object) -> LineTold:
        who = "" if deed.seat is None else self.scenario.players[deed.seat]
        kind = {"begins": "follows", "not_begun": "nothing"}.get(key, key)
        sentence = say(self.lang, key, who=who, text=deed.text, **terms)
        return LineTold(kind=kind, move=deed.text or None, rule=rule, sentence=sentence)


def _numbered(deeds: Sequence[Deed]) -> dict[Key, Deed]:
    found: dict[Key, Deed] = {}
    for deed in deeds:
        number = 0
        while (key := (deed.seat, deed.text, deed.tried, number)) in found:
            number += 1
        found[key] = deed
    return found


def _every(trace: Trace) -> Iterator[tuple[str, str]]:
    return ((who, move) for who, moves in trace.moves for move in moves)


def _only(told: Sequence[str], known: Sequence[Sequence[str]]) -> list[str]:
    """What is told here, and not under all readings. All of it where one alone comes so far, or the order differs."""
    alike = reduce(lambda one, other: one & other, map(Counter, known))
    if len(known) == 1 or (all(Counter(told) == Counter(one) for one in known) and any(told != one for one in known)):
        return list(told)
    found: list[str] = []
    for sentence in told:
        if alike[sentence]:
            alike[sentence] -= 1
        else:
            found.append(sentence)
    return found
