"""The doors through which somebody learns of a match. A new door is a new entry of `DOORS`.

Each is opened on the host's log as the write side does (a move that is typed, a bot that looks), or on the log that the
reader holds; two worlds compares what they say, byte for byte.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from core.kernel.drawing.page.document import document
from core.kernel.errors import HeraldError
from core.kernel.language.completion import next_words
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.language.words import SINGULAR
from core.kernel.log.fork import past_of
from core.kernel.log.history import undone
from core.kernel.log.ledger import ledger
from core.kernel.log.log import Log, Seen
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import State
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import OPEN_CHOICE
from replays.dispute.bundle import recorded, stream_of
from replays.dispute.case import MatchCase
from replays.dispute.question import Wanted, answered
from replays.told.choices import choices, menu
from replays.told.explained import row_explained
from replays.told.rows import row_told, since_last_move
from replays.told.score import score_told
from replays.told.standing import sentences, standing, warning
from store.summaries import summary_of
from tests.contract.checks import never
from tests.support.pictures import board_text
from tests.support.recording import undo_target


class Moment(Struct, frozen=True):
    """Where a door is opened: the match as the host holds it, and as the viewer does."""

    log: Log
    seen: Seen
    viewer: int | None
    texts: tuple[str, ...] = ()
    proven: bool = True  # do the draws follow from the seed? not in a world in which one of them was changed

    @property
    def game(self) -> engine.AnyGame:
        return self.log.game

    @property
    def acts(self) -> bool:
        """Is the viewer a seat that may choose now?"""
        ask = engine.asked(self.log.state())
        return self.viewer in ask.seats or self.viewer in ask.also


_SECRET: Any = Secret

Door = Callable[[Moment], object]


def said(answer: object) -> bytes:
    """What a door says, byte for byte."""
    return msgspec.json.encode(answer, enc_hook=_spelled)


def _spelled(value: Any) -> Any:
    if isinstance(value, _SECRET):
        return {"box": value.box, "by": value.by, "value": value.value if value.known else "hole"}
    raise NotImplementedError(f"no door says such a thing: {type(value)}")


def tried(doing: Callable[[], object]) -> object:
    """What comes of it: an answer, or an error with all that it tells."""
    try:
        return doing()
    except HeraldError as error:
        told = {
            name: getattr(error, name) for name in ("rule", "need", "have", "nearest", "known") if hasattr(error, name)
        }
        return [type(error).__name__, error.code, str(error), told]


def _both(look: Callable[[Moment, State[Any]], object]) -> Door:
    """A look at the state that the host holds, and at the one that the viewer holds."""
    return lambda moment: [look(moment, moment.log.state()), look(moment, moment.seen.state())]


def _view(moment: Moment, state: State[Any]) -> Any:
    return moment.game.view(state.table, moment.viewer)


def _agenda(_moment: Moment, state: State[Any]) -> object:
    return [[type(step).__name__, step] for step in state.agenda], state.draws


def _asked(_moment: Moment, state: State[Any]) -> object:
    return engine.asked(state)


def _own_moves(moment: Moment, state: State[Any]) -> list[Any]:
    seat = moment.viewer
    return engine.some_legal(state, seat, stream("door"), 4) if seat is not None and moment.acts else []


def _offers(moment: Moment, state: State[Any]) -> object:
    step, seat = engine.waiting(state), moment.viewer
    if step is None or seat is None or not moment.acts:
        return None
    if isinstance(step, OPEN_CHOICE):
        return list(map(format_move, _own_moves(moment, state)))
    return [[format_move(offer.move), offer.blocked] for offer in engine.offers(state, seat)]


def _words(moment: Moment, state: State[Any]) -> object:
    if moment.viewer is None:
        return None
    lexicon = Lexicon.of(moment.game, state.table)
    typed = [[], *(text.split()[:-1] for text in moment.texts if text)]
    return [next_words(state, moment.viewer, words, "", lexicon) for words in typed]


def _typed(moment: Moment) -> object:
    """What comes of a text: understood, or refused with a reason. The write side reads it in the host's state."""
    seat, state = moment.viewer, moment.log.state()
    if seat is None:
        return None
    return [tried(lambda text=text: format_move(read_move(moment.game, state, seat, text))) for text in moment.texts]  # type: ignore[misc]


def _rehearsed(moment: Moment) -> object:
    """What a dry run tells, up to where it stops."""
    state, found = moment.log.state(), list[object]()
    for move in _own_moves(moment, state):
        assert moment.viewer is not None
        happened = engine.decide(moment.game, state, moment.viewer, move, never, rehearse=True)
        found.append([happened.facts, happened.chance, happened.keep, len(happened.then), happened.stopped])
    return found


def _worths(moment: Moment) -> object:
    """What a bot at the seat thinks, which is shown the view of the seat."""
    state = moment.log.state()
    if moment.viewer is None or not moment.acts:
        return None
    view = moment.game.view(state.table, moment.viewer)
    return [*map(moment.game.thinker(view, moment.viewer), _own_moves(moment, state))]


def _undo(moment: Moment) -> object:
    rows, seat = moment.log.bodies, moment.viewer
    actor = "" if seat is None else moment.log.seats[seat]
    line = [row.seq for row in moment.log.line()][-12:-1]
    history = moment.log.history
    request = history.pending
    return [
        tried(lambda: undo_target(rows, seat, None)),
        [[target, history.free(target, moment.log.head, (seat, actor))] for target in line],
        tried(history.redo),
        request and [request[0].seq, sorted(request[1])],
        sorted(undone(rows).items()),
    ]


def _bodies(moment: Moment) -> object:
    return [moment.seen.bodies[-1], [row.seq for row in moment.seen.line()]]


def _ledger(moment: Moment) -> object:
    counters = moment.game.counters(moment.log.state().table)
    return [[seat, what, ledger(moment.seen.line(), seat, what)[-3:]] for seat, what in sorted(counters)]


def _drawn(look: Callable[[Moment, Any], object]) -> Door:
    """A look at the view of the state that the host holds, and at that of the viewer's, unless it is the same view."""

    def door(moment: Moment) -> object:
        one, other = (_view(moment, log.state()) for log in (moment.log, moment.seen))
        return [look(moment, view) for view in ([one] if said(one) == said(other) else [one, other])]

    return door


def _board(moment: Moment, view: Any) -> object:
    game = moment.game
    return [board_text(game, view, game.words(lang), moment.log.seats) for lang in SINGULAR]


def _page(moment: Moment, view: Any) -> object:
    """The board as HTML, now in one language, now in another: the words are those of the text."""
    game, lang = moment.game, sorted(SINGULAR)[moment.log.head % len(SINGULAR)]
    return document(game.board(view, game.words(lang), moment.log.seats), lang, moment.log.match)


def _meanings(moment: Moment, state: State[Any]) -> object:
    tell = moment.game.teller(moment.game.view(state.table, moment.viewer), moment.game.words("en"))
    return [*map(tell, _own_moves(moment, state))]


def _sentences(moment: Moment) -> object:
    """The last row as it is told: what followed, and what somebody must do now."""
    words, seats, step = moment.game.words("fr"), moment.seen.seats, engine.waiting(moment.seen.state())
    followed = [words.fact(fact, seats) for fact in moment.seen.bodies[-1].facts]
    return [followed, step and words.step(step, seats)]


def _fork(moment: Moment) -> object:
    """What the viewer could go on with in a match of their own."""

    def fork() -> object:
        past = past_of(moment.seen)
        return [past.facts, past.chance, past.again, len(past.state.agenda)]

    return tried(fork)


def _told_standing(moment: Moment) -> object:
    """How the match stands. What seals a row is another digest in each world, and says nothing of it."""
    told = standing(moment.seen, moment.viewer, "fr")
    return [replace(told, digest=""), sentences(told, told.since + 3600), warning(moment.seen, "fr")]


def _told_rows(moment: Moment) -> object:
    """The last row, explained, and what the others did."""
    seen, viewer = moment.seen, moment.viewer
    since = [row_told(seen, row, "en") for row in since_last_move(seen, viewer)[-2:]]
    explained = row_explained(seen, seen.head, "fr")
    return [replace(explained, digest=""), [replace(row, digest="") for row in since]]


def _told_choices(moment: Moment) -> object:
    """What can be done, told to a program with what is refused, and to a person."""
    if moment.viewer is None:
        return None
    return [choices(moment.seen, moment.viewer, "en", reasons=True), menu(moment.seen, moment.viewer, "fr", "")]


def _told_scores(moment: Moment) -> object:
    """The accounts of a number of each seat."""
    numbers = dict(sorted(moment.game.counters(moment.seen.state().table)))
    seats = enumerate(moment.seen.seats)
    return [score_told(moment.seen, f"{name}.{numbers[seat]}", "en") for seat, name in seats if seat in numbers]


def _disputed(moment: Moment) -> object:
    """What a bundle of the viewer holds: what may be done, and a move, under each reading of a ruling that is asked."""
    seat, row = moment.viewer or 0, moment.seen.head

    def answer(text: str) -> object:
        case = MatchCase(moment.seen, row, seat, text, stream_of(moment.seen.match, row))
        first = case.branch({})
        asked = [ruling for ruling in case.game.rulings if ruling.option in first.asked and not ruling.at_setup]
        chosen = asked[row % len(asked) : row % len(asked) + 1] if asked else []
        return [recorded(answered(case, Wanted(ruling, ruling.readings), first)) for ruling in chosen] or len(
            first.trials
        )

    return [tried(lambda text=text: answer(text)) for text in ("", *moment.texts[:1])]  # type: ignore[misc]


DOORS: Mapping[str, Door] = {
    "view": _both(_view),
    "agenda": _both(_agenda),
    "asked": _both(_asked),
    "offers": _both(_offers),
    "words": _both(_words),
    "typed": _typed,
    "rehearsal": _rehearsed,
    "bot": _worths,
    "undo": _undo,
    "body": _bodies,
    "ledger": _ledger,
    "board": _drawn(_board),
    "page": _drawn(_page),
    "meanings": _both(_meanings),
    "sentences": _sentences,
    "summary": lambda moment: summary_of(moment.log),
    "fork": _fork,
    "told standing": _told_standing,
    "told rows": _told_rows,
    "told choices": _told_choices,
    "told scores": _told_scores,
    "disputed": _disputed,
}
