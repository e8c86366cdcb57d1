"""A dispute as its reader is told of it: the answer in a sentence, then what differs, then what lies behind it."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.drawing.changes import changed
from core.kernel.drawing.parts import Board
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError, Refused, Usage
from core.kernel.language.error_text import sentence
from core.kernel.language.lexicon import ENGLISH, Lexicon
from core.kernel.language.respelled import Respelled
from core.kernel.language.words import Words
from replays.dispute.branch import Branch, Rest, Trial
from replays.dispute.case import Case
from replays.dispute.question import Answer, Group, key_of
from replays.dispute.words import say
from replays.otherwise import Parting
from replays.told.rows import FactTold, as_written
from replays.told.rules import ReadingTold, ruling_told
from replays.told.telling import Told

MOST = 12
"""Moves that are named in a sentence;"""
SEVERAL = 3
"""of those that a text can mean."""

FIRST = 2
"""What follows, as far as the answer itself says it; all of it stands below."""


class RollTold(Told, frozen=True):
    """A draw that was made; `anew`: from the stream of the dispute, not in the match."""

    label: str
    drawn: tuple[str, ...]
    anew: bool


class RestTold(Told, frozen=True):
    """How the match would have gone on: the first row that goes otherwise, and the one that goes on no more."""

    row: int | None
    stop: int | None
    how: str | None
    over: bool
    scores: Mapping[str, int]
    sentence: str


class LackTold(Told, frozen=True):
    """A move that may be made under the reading in force, and why not here; `text`: in the words of the reader."""

    beside = ("text",)

    long: str
    rule: str
    sentence: str
    text: str


class OutcomeTold(Told, frozen=True):
    """What comes out under these readings. `what`: how that differs from what the reading in force makes of it;
    `texts`: the moves that may be made only so, in the words of the reader.
    """

    beside = ("texts",)

    readings: tuple[ReadingTold, ...]
    in_force: bool
    what: str | None
    how: str
    rule: str | None
    sentence: str
    by: tuple[str, ...]
    facts: tuple[FactTold, ...]
    only: tuple[FactTold, ...]
    moves: tuple[str, ...]
    texts: tuple[str, ...]
    lacks: tuple[LackTold, ...]
    scores: Mapping[str, int]
    rolls: tuple[RollTold, ...]
    rest: RestTold | None


class DisputedTold(Told, frozen=True, rename={"ruling": "id"}):
    """A ruling: what it makes of the case, reading by reading, the one in force first."""

    beside = ("sentences",)

    ruling: str
    name: str
    question: str
    rule_ids: tuple[str, ...]
    reading: str
    settled: bool
    asked: bool
    differs: bool
    sentence: str
    sentences: tuple[str, ...]
    outcomes: tuple[OutcomeTold, ...]


class Looks(Struct, frozen=True):
    """The boards of an answer: those readings under which they lie so, and what is marked in them."""

    names: tuple[tuple[str, ...], ...]
    boards: tuple[Board, ...]

    @property
    def differ(self) -> bool:
        return len(self.boards) > 1


class Teller:
    """Tells one case in one language."""

    def __init__(self, case: Case, lang: str) -> None:
        self.case = case
        self.lang = lang
        self.words: Words = case.game.words(lang)
        self._spelled: Respelled | None = None

    def disputed(self, answer: Answer) -> DisputedTold:
        self._spell(answer)
        said = tuple(self._answer(answer))
        ruling = ruling_told(self.case.game, key_of(answer.ruling), self.lang)
        meanings = {one.reading: one for one in ruling.readings}
        return DisputedTold(
            ruling=ruling.id,
            name=ruling.name,
            question=ruling.question,
            rule_ids=ruling.rule_ids,
            reading=self.case.readings[ruling.name],
            settled=answer.ruling.at_setup,
            asked=answer.is_asked,
            differs=answer.differs,
            sentence=" ".join(said),
            sentences=said,
            outcomes=tuple(self._outcome(answer, at, meanings) for at in range(len(answer.groups))),
        )

    def looks(self, answer: Answer) -> Looks:
        """The boards that differ; what one of them has and another has not is marked in both."""
        found = [(group.readings, self._board(group.branch)) for group in answer.groups if group.branch.views]
        apart: list[tuple[tuple[str, ...], Board]] = []
        for readings, board in found:
            same = next((at for at, (_, known) in enumerate(apart) if known == board), None)
            if same is None:
                apart.append((readings, board))
            else:
                apart[same] = ((*apart[same][0], *readings), board)
        if len(apart) < 2:  # noqa: PLR2004 - the same, whatever is read
            return Looks(tuple(names for names, _ in apart), tuple(board for _, board in apart))
        first, second = apart[0][1], apart[1][1]
        boards = (changed(first, second), *(changed(board, first) for _, board in apart[1:]))
        return Looks(tuple(names for names, _ in apart), boards)

    # --- sentences ----------------------------------------------------------------------------------------------------

    def _answer(self, answer: Answer) -> list[str]:
        """Whether it may be done, and which other readings say something else."""
        ruling, others = answer.ruling, answer.groups[1:]
        here, last = decisive(answer, 0), answer.groups[0].branch.trials[-1]
        in_force = self._quoted((self.case.readings[ruling.option],))
        found = [
            self._asking(answer, here) + self.answer(here),
            say(self.lang, "follows", id=ruling.id, reading=in_force, facts=self._alone(answer, 0)),
        ]
        if last is not here and last.how != "legal":  # of the moves behind the one on which it hangs
            found.insert(1, self._asking(answer, last) + self.answer(last))
        if ruling.at_setup and not others:
            return [*found, say(self.lang, "at_setup", id=ruling.id)]
        if not answer.is_asked:
            found.append(say(self.lang, "unasked", id=ruling.id))
        elif not others:
            found.append(self._same(answer))
        for at, group in enumerate(others, 1):
            told = self._verdict(decisive(answer, at))
            what = group.split.what if group.split is not None else "follows"
            terms = {"others": self._quoted(group.readings), "verdict": told, "facts": self._alone(answer, at)}
            found.append(say(self.lang, f"differs_{what}", **terms))
        return found

    def _same(self, answer: Answer) -> str:
        """That nothing differs, said of the readings that were compared, which need not be all."""
        here, *compared = answer.groups[0].readings
        if not compared:
            return say(self.lang, "same_alone", others=self._quoted((here,)))
        if len(compared) < len(answer.ruling.readings) - 1:
            return say(self.lang, "same_named", others=self._quoted(compared))
        return say(self.lang, "same_one" if len(compared) == 1 else "same_many")

    def _alone(self, answer: Answer, at: int) -> str:
        """What follows only so, to the end of the sentence, where that is what tells the readings apart."""
        split = answer.groups[at or 1].split if len(answer.groups) > 1 else None
        if split is None or split.what != "follows":
            return ""
        told = [fact.sentence for fact in self._facts(_only(answer, at))]
        return " · ".join(told[:FIRST]) + (" …" if len(told) > FIRST else "." if told else "")

    def _asking(self, answer: Answer, trial: Trial) -> str:
        """Of several moves, the one that is meant."""
        if trial.seat is None or len(answer.groups[0].branch.trials) == 1:
            return ""
        return say(
            self.lang, "about", name=printable(self.case.seats[trial.seat]), move=self._move(printable(trial.text))
        )

    def answer(self, trial: Trial) -> str:
        """Whether it may be done, under the readings in force."""
        problem = trial.problem
        if trial.how == "several":
            return say(self.lang, "answer_several", verdict=self._verdict(trial))
        terms = {
            "names": self._names(trial),
            "rule": getattr(problem, "rule", ""),
            "why": "" if problem is None else self._why(problem),
        }
        return say(self.lang, f"answer_{self._key(trial)}", **terms)

    def _quoted(self, readings: Sequence[str]) -> str:
        return ", ".join(say(self.lang, "reading", reading=one) for one in readings)

    def _key(self, trial: Trial) -> str:
        if not trial.text and trial.how == "legal":
            return "laid" if trial.facts else "open"
        return f"{trial.how}_nobody" if trial.how == "closed" and not self._names(trial) else trial.how

    def _names(self, trial: Trial) -> str:
        return ", ".join(printable(self.case.seats[seat]) for seat in self.case.whose(trial.box))

    def _verdict(self, trial: Trial) -> str:
        """Whether a move is legal, and if not, why."""
        if trial.how == "several" and isinstance(trial.problem, Usage):
            meant = [self._move(text) for text in trial.problem.known[:SEVERAL]]
            return say(self.lang, "several", moves=", ".join(meant))
        if trial.problem is None:
            return say(self.lang, self._key(trial), names=self._names(trial))
        rule = getattr(trial.problem, "rule", "")
        return say(self.lang, "refused_why", rule=rule, why=self._why(trial.problem))

    def _open(self, at: int, *, differs: bool) -> str:
        """How the moves that may be made compare with those of the reading in force."""
        return say(self.lang, ("open_other" if differs else "open_same") if at else "open")

    def _why(self, problem: HeraldError) -> str:
        return sentence(problem, self.lang, self.words, self.case.seats, self._spelled).rstrip(".")

    def _lack(self, text: str, why: Refused) -> LackTold:
        return LackTold(long=text, rule=why.rule, sentence=self._why(why), text=self._move(text))

    def _spell(self, answer: Answer) -> None:
        """From now on facts are told with what stands on cards, and moves in the words of the reader."""
        game, table = self.case.game, answer.groups[0].branch.trials[0].state.table
        if table is None:
            return
        self.words = game.telling(table, self.lang)
        if self.lang != ENGLISH and self._spelled is None:
            self._spelled = Respelled(game, Lexicon.of(game, table, self.lang))

    def _move(self, text: str) -> str:
        return text if self._spelled is None else self._spelled.move(text)

    def _scores(self, scores: Sequence[int]) -> dict[str, int]:
        return dict(zip(self.case.seats, scores, strict=False))

    def _score_line(self, scores: Sequence[int], *, at_the_end: bool) -> str:
        told = ", ".join(f"{printable(name)} {score}" for name, score in self._scores(scores).items())
        return say(self.lang, "scores" if at_the_end else "scores_then", scores=told) if told else ""

    # --- what comes out -----------------------------------------------------------------------------------------------

    def _outcome(self, answer: Answer, at: int, meanings: Mapping[str, ReadingTold]) -> OutcomeTold:
        group, trial = answer.groups[at], decisive(answer, at)
        more, less = _moves(answer, at)
        return OutcomeTold(
            readings=tuple(meanings[reading] for reading in group.readings),
            in_force=at == 0,
            what=None if group.split is None else group.split.what,
            how=trial.how,
            rule=getattr(trial.problem, "rule", None) or None,
            sentence=self._open(at, differs=bool(more or less)) if self._key(trial) == "open" else self._verdict(trial),
            by=tuple(self.case.seats[seat] for seat in self.case.whose(trial.box)),
            facts=self._facts(trial.facts),
            only=self._facts(_only(answer, at)),
            moves=more,
            texts=tuple(map(self._move, more)),
            lacks=tuple(self._lack(text, why) for text, why in less),
            scores=self._scores(group.branch.scores),
            rolls=tuple(
                RollTold(label=roll.label, drawn=tuple(map(str, roll.drawn)), anew=roll.anew)
                for one in group.branch.trials
                for roll in one.rolls
            ),
            rest=None if group.branch.rest is None else self._rest(group, group.branch.rest),
        )

    def _facts(self, facts: Sequence[object]) -> tuple[FactTold, ...]:
        words, seats = self.words, self.case.seats
        return tuple(
            FactTold(rule=fact.rule, sentence=words.fact(fact, seats), fact=as_written(fact))  # type: ignore[attr-defined,arg-type]
            for fact in facts
        )

    def _rest(self, group: Group, rest: Rest) -> RestTold:
        scores, stop = self._score_line(rest.scores, at_the_end=rest.is_over), rest.stop
        over = "1" if rest.is_over else ""
        if stop is not None:
            told = say(self.lang, "rest_stop", stop=stop.row, why=self._stop(stop), scores=scores)
        elif group.split is None:
            told = say(self.lang, "rest_as_played", over=over, scores=scores)
        elif rest.first is not None:
            told = say(self.lang, "rest_other", row=rest.first.row, over=over, scores=scores)
        else:
            told = say(self.lang, "rest_same", over=over, scores=scores)
        first = rest.first
        return RestTold(
            row=None if first is None else first.row,
            stop=None if stop is None else stop.row,
            how=None if stop is None else stop.how,
            over=rest.is_over,
            scores=self._scores(rest.scores),
            sentence=told.strip(),
        )

    def _stop(self, stop: Parting) -> str:
        why = "" if stop.refused is None else self._why(stop.refused)
        return say(self.lang, f"stop_{stop.how}", why=why)

    def _board(self, branch: Branch) -> Board:
        """What explains signs stands on every board."""
        board = self.case.game.board(branch.views[0], self.words, self.case.seats)
        return replace(board, panels=tuple(panel for panel in board.panels if panel.kind != "legend"))


def decisive(answer: Answer, at: int) -> Trial:
    """The trial at which the readings part; where they do not, the last one."""
    group = answer.groups[at]
    split = group.split if at else next((other.split for other in answer.groups[1:]), None)
    trials = group.branch.trials
    return trials[-1] if split is None else trials[min(split.at, len(trials) - 1)]


def _only(answer: Answer, at: int) -> Sequence[object]:
    """The facts that follow under these readings alone: not under the first one; of the first, not under another."""
    split = answer.groups[at].split if at else next((other.split for other in answer.groups[1:]), None)
    return () if split is None else split.come if at else split.gone


def _moves(answer: Answer, at: int) -> tuple[tuple[str, ...], list[tuple[str, Refused]]]:
    """The moves that are open only under these readings, and those that are refused."""
    split = answer.groups[at].split
    if split is None:
        return (), []
    return tuple(one.text for one in split.more[:MOST]), [(one.text, one.why) for one in split.less[:MOST]]


def less(lack: LackTold, lang: str) -> str:
    """A move that is missing, as a sentence."""
    return say(lang, "less", move=lack.text, rule=lack.rule, why=lack.sentence)


def asked(told: DisputedTold, lang: str) -> str:
    """What is unclear, with its place."""
    return say(lang, "asked", id=told.ruling, rules=", ".join(told.rule_ids), question=told.question)
