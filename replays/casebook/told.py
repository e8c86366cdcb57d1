"""The casebook as it is told: each ruling, its place in the rulebook, and what each reading makes of a position."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce

from core.kernel.drawing.style import Style
from core.kernel.drawing.terminal import USUAL, text
from core.kernel.game import Ruling
from core.kernel.language.lexicon import ENGLISH, Lexicon
from core.kernel.language.respelled import Respelled
from core.kernel.language.words import filled
from core.kernel.rules.engine import AnyGame
from core.kernel.setup import resources
from replays.casebook.cases import Apart, Exhibit, Proof, apart, offered, outcome, proofs
from replays.dispute.apart import seen
from replays.dispute.branch import AnyState, Branch, Trial
from replays.scenario.moves import said
from replays.told.rules import RuleTold, RulingTold, rule_told, ruling_told
from replays.told.telling import Told

MOST = 6
"""So many facts or moves are told of one trial."""


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
    """A position in which readings come apart, and what is done there; `texts`: in the words of the reader; `begun`:
    for whoever draws it.
    """

    beside = ("begun", "texts")

    title: str
    file: str
    own: bool
    names: tuple[str, ...]
    moves: tuple[str, ...]
    texts: tuple[str, ...]
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


def case(game: AnyGame, ruling: Ruling, lang: str, others: Sequence[Exhibit] = ()) -> CaseTold:
    """What there is about a ruling; `others`: scenarios of a club's own, which join those of the game."""
    (told,) = case_in(game, ruling, (lang,), others)
    return told


def case_in(game: AnyGame, ruling: Ruling, langs: Sequence[str], others: Sequence[Exhibit] = ()) -> list[CaseTold]:
    """The same in several languages: what becomes of the positions is looked at once."""
    among = proofs(game, ruling, others)
    positions = apart(ruling, among)
    return [_case(game, ruling, among, positions, lang) for lang in langs]


def _case(game: AnyGame, ruling: Ruling, among: Sequence[Proof], positions: Sequence[Apart], lang: str) -> CaseTold:
    about = ruling_told(game, ruling.id, lang)
    known = game.rule_texts().get("rules", {})
    return CaseTold(
        ruling=about,
        rules=tuple(rule_told(game, rule, lang) for rule in about.rule_ids if rule in known),
        positions=tuple(_position(game, one, about, lang) for one in positions),
        scenarios=tuple(_proof(one, lang) for one in among),
    )


def _proof(proof: Proof, lang: str) -> ProofTold:
    exhibit = proof.exhibit
    return ProofTold(title=exhibit.called(lang), file=exhibit.file, own=exhibit.own, reading=proof.reading)


def _position(game: AnyGame, one: Apart, about: RulingTold, lang: str) -> PositionTold:
    exhibit, branches = one.proof.exhibit, one.branches
    telling = _Telling(game, lang, exhibit, list(branches.values()))
    meanings = {reading.reading: reading.meaning for reading in about.readings}
    begun = (branch.trials[0] for branch in branches.values())
    return PositionTold(
        title=exhibit.called(lang),
        file=exhibit.file,
        own=exhibit.own,
        names=exhibit.case.seats,
        moves=tuple(f"{who}: {text}" for who, text in telling.moves()),
        texts=tuple(say(lang, "whose", who=who, text=telling.move(text)) for who, text in telling.moves()),
        outcomes=tuple(
            OutcomeTold(reading=reading, meaning=meanings[reading], default=reading == about.default, lines=lines)
            for reading, lines in zip(branches, telling.outcomes(), strict=True)
        ),
        begun=next((trial.state for trial in begun if trial.how == "legal"), None),
    )


class _Telling:
    """What tells the branches of one position from each other, in one language."""

    def __init__(self, game: AnyGame, lang: str, exhibit: Exhibit, branches: Sequence[Branch]) -> None:
        self.game = game
        self.lang = lang
        self.exhibit = exhibit
        self.players = exhibit.case.seats
        self.branches = branches
        self.offered = [set(offered(branch)) for branch in branches]
        self.longest = max((branch.trials for branch in branches), key=len)
        tables = (branch.trials[0].state.table for branch in branches)
        table = next((table for table in tables if table is not None), None)
        self.words = game.words(lang) if table is None else game.telling(table, lang)
        ours = lang == ENGLISH or table is None
        self.spelled = None if ours else Respelled(game, Lexicon.of(game, table, lang))

    def move(self, text: str) -> str:
        """A move in the words of the reader."""
        return text if self.spelled is None else self.spelled.move(text)

    def moves(self) -> Iterator[tuple[str, str]]:
        """What is done and tried, under whichever reading it comes so far."""
        for trial in self.longest:
            if trial.seat is not None:
                yield self.players[trial.seat], trial.text

    def outcomes(self) -> list[tuple[LineTold, ...]]:
        """What each reading makes of it: what is done and offered; where that is alike, what is seen."""
        found = [(*self._trials(branch), *self._offered(at)) for at, branch in enumerate(self.branches)]
        found = found if any(found) else [tuple(self._seen(branch)) for branch in self.branches]
        less = LineTold(kind="nothing", move=None, rule=None, sentence=say(self.lang, "less"))
        return [lines or (less,) for lines in found]

    def _trials(self, branch: Branch) -> Iterator[LineTold]:
        for at, trial in enumerate(branch.trials):
            others = [one.trials[at] for one in self.branches if at < len(one.trials)]
            alike = all(outcome(one) == outcome(trial) for one in others)
            if not alike or len(others) < len(self.branches):
                yield from self._trial(trial, others)

    def _trial(self, trial: Trial, others: Sequence[Trial]) -> Iterator[LineTold]:
        if trial.problem is not None:
            why = said(trial.problem, self.words, self.exhibit.sides, self.spelled)
            key = "no_table" if trial.seat is None else "refused"
            yield self._line(key, trial, why=why, rule=getattr(trial.problem, "rule", "") or None)
            return
        if all(outcome(other) == outcome(trial) for other in others):
            return  # under other readings it never came to it
        if trial.how == "closed":
            yield self._line("closed", trial)
            return
        if trial.is_tested:
            yield self._line("legal", trial)
            return
        known = [self._sentences(other) for other in others if other.problem is None]
        here = _only(self._sentences(trial), known)
        rules = {self.words.fact(fact, self.exhibit.sides): fact.rule for fact in trial.facts}
        for sentence in here[:MOST]:
            key = "begins" if trial.seat is None else "follows"
            yield self._line(key, trial, fact=sentence, rule=rules[sentence])
        if not here and len(known) < len(others):
            yield self._line("legal", trial)
        elif not here and any(self._sentences(trial) != other for other in known):
            yield self._line("not_begun" if trial.seat is None else "nothing", trial)

    def _sentences(self, trial: Trial) -> list[str]:
        return [self.words.fact(fact, self.exhibit.sides) for fact in trial.facts]

    def _offered(self, at: int) -> Iterator[LineTold]:
        """What may be done at the end that may not under all readings."""
        alike = reduce(lambda one, other: one & other, self.offered)
        for seat, who in enumerate(self.players):
            only = [move for of, move in offered(self.branches[at]) if of == seat and (of, move) not in alike]
            if only:
                more = say(self.lang, "more", n=len(only) - MOST) if len(only) > MOST else ""
                moves = ", ".join(map(self.move, only[:MOST])) + more
                yield LineTold(kind="may", move=None, rule=None, sentence=say(self.lang, "may", who=who, moves=moves))

    def _seen(self, branch: Branch) -> Iterator[LineTold]:
        """Whose view is another one, where nothing else tells the readings apart."""
        for at, viewer in enumerate(self.exhibit.viewers):
            who = say(self.lang, "public") if viewer is None else self.players[viewer]
            others = [one for one in self.branches if one.views and seen(one)[at : at + 1] != seen(branch)[at : at + 1]]
            if others and branch.views:
                alike = {line for one in others for line in self._drawn(one, at)}
                only = [line.strip() for line in self._drawn(branch, at) if line not in alike]
                if only:
                    sentence = say(self.lang, "seen", who=who, panels=" · ".join(only[:MOST]))
                    yield LineTold(kind="seen", move=None, rule=None, sentence=sentence)

    def _drawn(self, branch: Branch, at: int) -> list[str]:
        """A board as the lines of a text."""
        board = self.game.board(branch.views[at], self.words, self.players)
        return text(board, Style(colour=False), USUAL).splitlines()

    def _line(self, key: str, trial: Trial, rule: str | None = None, **terms: object) -> LineTold:
        who = "" if trial.seat is None else self.players[trial.seat]
        kind = {"begins": "follows", "not_begun": "nothing"}.get(key, key)
        sentence = say(self.lang, key, who=who, text=self.move(trial.text), **terms)
        return LineTold(kind=kind, move=trial.text or None, rule=rule, sentence=sentence)


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
