"""What is disputed: a match at a row, a scenario, or what a bundle asks; and what comes out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cli.acts.sources import Source
from cli.acts.sources import wanted as wanted_view
from cli.app import base
from cli.person.references import exported, split
from cli.person.seats import which_seat
from cli.say.disputes import board_lines, disputed_lines, found_lines
from cli.say.status import practice_lines
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError, Usage
from core.kernel.language.notation import read_move
from core.kernel.log import limits
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from core.kernel.rules import engine
from replays.dispute.bundle import Asked, Question, read_bundle, run_again, stream_of
from replays.dispute.case import Case, MatchCase, by_name
from replays.dispute.question import Answer, answers, key_of, wanted
from replays.dispute.scenarios import ScenarioCase
from replays.dispute.told import DisputedTold, Teller
from replays.dispute.words import say
from replays.files.export import PUBLIC, SEAT, cut, finished, view_of
from replays.files.texts import read_text
from replays.otherwise import other_rules
from replays.scenario import Scenario, load
from replays.scenario.moves import named_before, whose_moves
from replays.verify import checked

if TYPE_CHECKING:
    from replays.dispute.page import Page


class Disputed(Struct, frozen=True):
    """A case, what each ruling makes of it, and whose knowledge that is."""

    case: Case
    answers: tuple[Answer, ...]
    is_search: bool
    scenario: Scenario | None = None
    log: Seen | None = None
    view: str = PUBLIC
    question: Question | None = None
    kept: tuple[Answer, ...] = ()  # what a file holds: the rulings that play a part there
    is_bundle: bool = False
    otherwise: tuple[str, ...] = ()  # the rulings of which a bundle says something else than comes out
    rules: str = ""  # under which other rules it was written

    def told(self, lang: str) -> tuple[Teller, list[DisputedTold]]:
        teller = Teller(self.case, lang)
        return teller, [teller.disputed(answer) for answer in self.answers]

    def tell(self, here: base.Terminal, *, whole: bool, brief: bool, files: Sequence[str]) -> None:
        """On the screen; `brief`: without boards, which stand in a file."""
        teller, told = self.told(here.lang)
        if here.is_json:
            here.json({**self._fields(), "files": list(files), "rulings": [one.document() for one in told]})
            return
        for line in self._heads(here):
            here.out(line)
        here.out()
        if self.is_search and len([one for one in told if one.differs]) != 1:
            for line in found_lines(here, told):
                here.out(line)
        else:
            self._each(here, teller, told, whole=whole, brief=brief)
        for file in files:
            here.out(here.say("dispute_written", file=file))
        if self.is_bundle:
            self._verdict(here)

    def _each(
        self, here: base.Terminal, teller: Teller, told: Sequence[DisputedTold], *, whole: bool, brief: bool
    ) -> None:
        for answer, one in zip(self.answers, told, strict=True):
            if self.is_search and not one.differs:
                continue
            for line in disputed_lines(here, one):
                here.out(line)
            here.out()
            for line in [] if brief else board_lines(here, teller.looks(answer), whole=whole):
                here.out(line)
        chance = self._chance(here.lang)
        if chance:
            here.out(here.hanging("", here.style.dim(chance)))
        if self.log is not None and other_rules(self.log):
            here.out(here.hanging("", here.say("dispute_played_under", rules=other_rules(self.log))))

    def _heads(self, here: base.Terminal) -> list[str]:
        """What is asked, by whom, from whose knowledge."""
        lines = [here.style.bold(self.heading(here.lang))]
        if self.question is not None:
            lines.append(here.style.dim(self.knows(here.lang)))
            if self.question.reason:
                lines.append(here.hanging("", here.say("dispute_reason", text=printable(self.question.reason))))
        return lines if self.log is None else [*lines, *practice_lines(here, self.log)]

    def heading(self, lang: str) -> str:
        """What is asked."""
        if self.question is None:
            return "" if self.scenario is None else printable(self.scenario.called(lang))
        asked = self.question
        title = say(lang, "title", match=asked.match, row=asked.row)
        move = (
            say(lang, "whose", name=printable(asked.seat), move=printable(asked.move))
            if asked.move
            else say(lang, "now")
        )
        return f"{title} · {move}"

    def knows(self, lang: str) -> str:
        """From whose knowledge."""
        kind, _, name = self.view.partition(" ")
        return say(lang, f"knows_{kind}", name=printable(name))

    def _chance(self, lang: str) -> str:
        """Where the draws come from, if there were any."""
        rolls = [
            roll
            for answer in self.answers
            for group in answer.groups
            for one in group.branch.trials
            for roll in one.rolls
        ]
        if not rolls:
            return ""
        if isinstance(self.case, ScenarioCase):
            return say(lang, "drawn_scenario")
        if any(roll.anew for roll in rolls):
            return say(lang, "drawn_anew", stream=self.case.stream if isinstance(self.case, MatchCase) else "")
        return say(lang, "drawn_played")

    def _verdict(self, here: base.Terminal) -> None:
        """Does it still come out as the file says?"""
        rulings = ", ".join(self.otherwise)
        told = here.say("dispute_otherwise", rulings=rulings) if self.otherwise else here.say("dispute_holds")
        here.out(here.style.bold(here.broken(told)))
        if self.rules:
            here.out(here.hanging("", here.say("dispute_rules", rules=self.rules)))

    def _fields(self) -> dict[str, Any]:
        asked, log = self.question, self.log
        return {
            "game": self.case.game.name,
            "title": None if self.scenario is None else self.scenario.title,
            "match": asked.match if asked is not None else None,
            "row": asked.row if asked is not None else None,
            "seat": asked.seat if asked is not None else None,
            "text": (asked.move or None) if asked is not None else None,
            "reason": (asked.reason or None) if asked is not None else None,
            "view": self.view if asked is not None else None,
            "stream": self.case.stream if isinstance(self.case, MatchCase) else None,
            "practice": log is not None and is_guessable(log.bodies[0]),
            "holds": not self.otherwise if self.is_bundle else None,
            "otherwise": list(self.otherwise),
            "rules": self.rules or None,
        }

    def page(self, lang: str) -> "Page":
        """What stands on a page of it."""
        from replays.dispute.page import Page  # only where one is written

        teller, told = self.told(lang)
        shown = [at for at, one in enumerate(told) if one.differs or not self.is_search]
        lines = [self.knows(lang), self.question.reason] if self.question is not None else []
        return Page(
            self.heading(lang),
            tuple(filter(None, lines)),
            [told[at] for at in shown],
            [teller.looks(self.answers[at]) for at in shown],
            tuple(filter(None, [self._chance(lang)])),
        )


def of_match(
    here: base.Terminal,
    word: str | None,
    line: str,
    rulings: Sequence[str],
    *,
    reason: str,
    rest: bool,
    handed: bool,
) -> Disputed:
    """A match as whoever asks may know it; if it is handed on, as an export would hold it."""
    name, row = split(word)
    log, view = _opened(here, name, handed=handed)
    row = log.head if row is None else row
    if not 1 <= row <= log.head:
        raise Usage("no_such_row", row=row, last=log.head)
    if handed and not rest and not finished(log):
        log = cut(log, row)
    here.at_hand = log
    for limit, text in ((limits.TEXT, line), (limits.REASON, reason)):
        if len(text) > limit.most:
            raise Usage(limit.why, found=len(text), expected=limit.most)
    seat, line = _spoken(here, log, row, line)
    case = MatchCase(log, row, seat, line, stream_of(log.match, row))
    found = answers(case, wanted(case.game, rulings))
    _refuse_nonsense(found)
    if found[0].groups[0].branch.trials[-1].problem is not None and _is_made_by(log, row, line):
        here.note(here.say("dispute_row_before", row=row, match=log.match, before=row - 1))
    used = tuple(one for one in found if one.is_asked or rulings) or found[:1]
    question = Question(
        log.match,
        row,
        log.seats[seat],
        line,
        tuple(Asked(key_of(one.ruling), _readings(one)) for one in used),
        reason,
    )
    return Disputed(case, found, not rulings, log=log, view=view, question=question, kept=used)


def _readings(answer: Answer) -> tuple[str, ...]:
    return tuple(reading for group in answer.groups for reading in group.readings)


def _opened(here: base.Terminal, name: str, *, handed: bool) -> tuple[Seen, str]:
    """The match as the view holds it: a finished one in full, else as its reader knows it, or as everybody may."""
    elsewhere = exported(here, name)
    if elsewhere is not None:
        log = here.read(name).log
        return log, elsewhere.header.view if log.reader is None else SEAT + log.seats[log.reader]
    source = Source(here, name)
    view = view_of(source.log, wanted_view(here, source.whole, full=False, public=False))
    if handed or view != PUBLIC:
        return source.opened(view), view
    log = here.read(name).log
    return log, PUBLIC if log.reader is None else SEAT + log.seats[log.reader]


def _spoken(here: base.Terminal, log: Seen, row: int, line: str) -> tuple[int, str]:
    """Whose move it is, and the move: `NAME: move`, else the reader's, else that of the only one who is asked."""
    seats = by_name(log.seats)
    whose_moves(seats, line)  # who does not sit there is told before it is asked who is meant
    said, moves = named_before(seats, line)
    if said is not None:
        return said, moves
    if log.reader is not None:
        return log.reader, line
    asked = engine.asked(log.state(row)).seats
    if here.seat_name is not None:
        return log.seat(here.seat_name), line
    if len(asked) == 1 or not line:
        return next(iter(asked), 0), line
    raise which_seat([log.seats[seat] for seat in asked] or log.seats)


def _refuse_nonsense(found: Sequence[Answer]) -> None:
    """What no reading understands is no question."""
    problems = [trial.problem for answer in found for group in answer.groups for trial in group.branch.trials[-1:]]
    if problems and all(isinstance(problem, Usage) for problem in problems):
        raise problems[0] or Usage("nothing_typed")


def _is_made_by(log: Seen, row: int, line: str) -> bool:
    """Whether the row makes this very move: then the moment before it is meant."""
    body = log.bodies[row - 1]
    if body.move is None or body.seat is None:
        return False
    try:
        return bool(read_move(log.game, log.state(body.parent), body.seat, line) == body.move)
    except HeraldError:
        return False


def of_scenario(file: str, number: int | None, rulings: Sequence[str]) -> Disputed:
    """A scenario: the one of this number, else the first that shows the readings apart, else the first."""
    scenarios = load(read_text(file), file)
    if not scenarios or (number is not None and not 1 <= number <= len(scenarios)):
        raise Usage("no_such_scenario", file=file, found=number, expected=len(scenarios))
    found: Disputed | None = None
    for scenario in scenarios if number is None else scenarios[number - 1 : number]:
        case = ScenarioCase(scenario)
        disputed = Disputed(case, answers(case, wanted(case.game, rulings)), not rulings, scenario=scenario)
        if any(answer.differs for answer in disputed.answers):
            return disputed
        found = found or disputed
    assert found is not None  # there is one
    return found


def of_bundle(here: base.Terminal, file: str) -> Disputed:
    """What a file asks, decided again."""
    read = read_bundle(file)
    log, report = checked(read.exported)
    here.at_hand = log
    if report.believed:
        here.note(here.say("as_written", name=file))
    again = run_again(log, read.head)
    question, view = read.head.question, read.exported.header.view
    return Disputed(
        again.case,
        again.answers,
        is_search=False,
        log=log,
        view=view,
        question=question,
        is_bundle=True,
        otherwise=again.otherwise,
        rules=again.rules,
    )
