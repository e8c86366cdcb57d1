"""A match as one reader meets it now: what a page shows, ready to be put there.

What is HTML was escaped here; all other texts are set as texts by the script.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal
from weakref import WeakKeyDictionary

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from core.kernel.drawing.page.board import board_html, seats_of
from core.kernel.drawing.page.markup import NOTHING, Seats, element, text
from core.kernel.drawing.parts import Board
from core.kernel.drawing.printable import printable
from core.kernel.log.history import Meant, consenting, undone
from core.kernel.log.joining import Gathering, JoinMatch
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from replays.live.words import say
from replays.page.entries import entry, tables
from replays.page.gather import spent
from replays.told.choices import FEW, example, menu
from replays.told.rows import row_told, since_last_move
from replays.told.standing import Standing, request, sentences, standing, warning
from replays.told.telling import age
from replays.told.turning import can_rule, foreseen, is_for_good, is_sealed, redoes, undoes

ROOM: Final = 2**19
"""Characters of a log on a page, but for its last row: what is longer is read with `herald log`."""

LAST: Final = 24
"""So many rows stand on a page."""

Mood = Literal["yours", "asked", "may", "theirs", "over"]
"""What the reader has to do, in a word: decide; consent; nothing, but an answer can be given anew; wait."""


Turn = Literal["", "free", "ask", "alone"]
"""How one can go back or forth: not at all, freely, by asking the others; with nobody to ask, although something was
learned.
"""


class Each(Struct, frozen=True):
    """One of several moves that stand in one line: what tells it from the others."""

    label: str
    text: str


class Choice(Struct, frozen=True):
    """A line that can be picked. `begun`: from this it goes on; `for_good`: it cannot be taken back freely."""

    text: str
    means: str
    begun: str = ""
    for_good: bool = False
    each: tuple[Each, ...] = ()


class Consent(Struct, frozen=True):
    """What is asked of the table, and what the reader may answer."""

    row: int
    agree: bool
    decline: bool
    own: bool


class Page(Struct, frozen=True):
    """A match for one reader, in one language."""

    match: str
    row: int
    digest: str  # of that row: an act says upon which one it was decided
    lang: str
    title: str
    who: str
    mood: Mood
    now: str  # HTML: whose turn it is
    notes: tuple[str, ...]  # what else one should know
    board: str  # HTML
    log: str  # HTML, the newest row first
    earlier: int  # rows that are left out at its end
    below: str  # HTML: where the scores came from, once the match is over
    news: str  # HTML: what others did after the row that the reader had seen
    fresh: int  # how many rows these are


class Glimpse(Struct, frozen=True):
    """A match in a list."""

    match: str
    row: int
    game: str
    names: tuple[str, ...]
    mood: Mood
    now: str
    since: int
    ago: str


class Deciding(Struct, frozen=True):
    """What a seat can do now."""

    choices: tuple[Choice, ...] = ()
    example: str = ""
    sealed: bool = False
    typing: bool = False  # is there more than these choices?
    joins: bool = False
    consent: Consent | None = None
    undo: Turn = ""
    undoes: Meant | None = None
    redo: Turn = ""
    redoes: Meant | None = None
    rules: bool = False  # can it ask that a rule be read otherwise?
    gives_up: bool = False


def page(log: Seen, seat: int | None, lang: str, *, after: int, now: int, who: str, every: bool = False) -> Page:
    """`after`: the last row that this reader has seen, 0 for the seat's own last one; `who`: as whom they look;
    `every`: the log as far back as a page can show it.
    """
    drawn, news = _drawn(log, lang), _news(log, seat, after)
    told, count = _as_far_as_fits(log, drawn.seats, lang) if every else (drawn.log, min(LAST, log.head))
    return Page(
        match=log.match,
        row=log.head,
        digest=log.digest,
        lang=lang,
        title=title(log, lang),
        who=who,
        mood=_mood(drawn.stands),
        now=str(_now(drawn.stands, drawn.seats, now)),
        notes=_notes(log, drawn.stands),
        board=drawn.board,
        log=told,
        earlier=log.head - count,
        below=drawn.below,
        news=str(_entries(log, news[-LAST:], drawn.seats, lang)),
        fresh=len(news),
    )


class _Drawn(Struct, frozen=True):
    """What is the same for all who look with the same eyes, as long as no row comes in."""

    stands: Standing
    seats: Seats
    board: str
    log: str
    below: str


_known: WeakKeyDictionary[Seen, dict[str, _Drawn]] = WeakKeyDictionary()


def _drawn(log: Seen, lang: str) -> _Drawn:
    """It is drawn once: whoever follows a match asks again after each row, and many may look on."""
    known = _known.setdefault(log, {})
    if lang not in known:
        stands = standing(log, log.reader, lang)
        board = _headless(described(log, lang, stands), log.game.words(lang).title)
        seats = seats_of(board)
        below = tables(log, spent(log), log.seats, seats, lang) if stands.over else NOTHING
        known[lang] = _Drawn(stands, seats, str(board_html(board)), str(rows(log, seats, lang)), str(below))
    return known[lang]


def _news(log: Seen, seat: int | None, after: int) -> list[AnyBody]:
    """What others did."""
    rows = log.bodies[after:] if after else since_last_move(log, seat)
    return [row for row in rows if row.seat is not None and row.seat != seat]


def glimpse(log: Seen, lang: str, now: int) -> Glimpse:
    """The little that a list says."""
    stands = standing(log, log.reader, lang)
    return Glimpse(
        match=log.match,
        row=log.head,
        game=log.game.words(lang).title,
        names=tuple(map(printable, log.seats)),
        mood=_mood(stands),
        now=sentences(stands, stands.since)[0].text,
        since=stands.since,
        ago=age(now - stands.since, lang),
    )


def title(log: Seen, lang: str) -> str:
    """Which game, which match."""
    return say(lang, "title", game=log.game.words(lang).title, match=log.match)


def described(log: Seen, lang: str, stands: Standing) -> Board:
    """The board, with who is waited for."""
    view = log.game.view(log.state().table, log.reader)
    board = log.game.board(view, log.game.words(lang), log.seats)
    return replace(board, waiting=tuple(map(log.seats.index, stands.waiting)))


def _headless(board: Board, game: str) -> Board:
    """The board without the name of the game, which stands above all of the page."""
    lead = f"{game} · "
    return replace(board, panels=tuple(replace(it, title=it.title.removeprefix(lead)) for it in board.panels))


def _mood(stands: Standing) -> Mood:
    if stands.reader in stands.waiting:
        return "yours"
    if stands.request is not None and stands.reader in stands.request.waiting:
        return "asked"
    if stands.reader in stands.may_answer_again:
        return "may"
    return "over" if stands.over else "theirs"


def _now(stands: Standing, seats: Seats, now: int) -> Markup:
    """What matters most stands out: what the reader must decide, else what is asked of them, else who is waited for."""
    lines = [*sentences(stands, now)]
    first = next((at for at, line in enumerate(lines) if line.first), len(lines) - 1 if _mood(stands) == "asked" else 0)
    told = [element("p", text(line.text, seats), cls="first" * (at == first)) for at, line in enumerate(lines)]
    return NOTHING.join(told)


def _notes(log: Seen, stands: Standing) -> tuple[str, ...]:
    """On what the table has agreed since the match began; what nobody should take the match for."""
    warned = warning(log, stands.lang)
    return (*(one.sentence for one in stands.agreed), *([warned] if warned else []))


def rows(log: Seen, seats: Seats, lang: str, count: int = LAST) -> Markup:
    """So many of the last ones, the newest first."""
    return _entries(log, log.bodies[: -count - 1 : -1], seats, lang)


def _as_far_as_fits(log: Seen, seats: Seats, lang: str) -> tuple[str, int]:
    """The log from its end back, and how many rows of it there was room for."""
    told, room = list[str](), ROOM
    for one in _told(log, log.bodies[::-1], seats, lang):
        told.append(str(one))
        room -= len(told[-1])
        if room <= 0:
            break
    return "".join(told), len(told)


def _entries(log: Seen, bodies: Sequence[AnyBody], seats: Seats, lang: str) -> Markup:
    return NOTHING.join(_told(log, bodies, seats, lang))


def _told(log: Seen, bodies: Sequence[AnyBody], seats: Seats, lang: str) -> Iterator[Markup]:
    by: Mapping[int, int] = undone(log.bodies)
    for row in bodies:
        yield entry(row_told(log, row, lang, by.get(row.seq)), log.seats, seats, lang, whole=True)


def deciding(log: Seen, seat: int | None, lang: str) -> Deciding:
    """What the reader can do now; nothing for who holds no seat."""
    if seat is None:
        return Deciding()
    state = log.state()
    step = engine.waiting(state)
    if isinstance(step, Gathering):
        return Deciding(joins=isinstance(step, JoinMatch) and seat in step.seats)
    found = menu(log, seat, lang, "")
    lines = [Choice(group.example.text, group.sentence, group.example.begun) for group in found.groups]
    for one in found.moves:
        for_good = is_for_good(log, foreseen(log, seat, one.move))
        lines.append(Choice(one.text, one.meaning, one.begun, for_good, _each(one.each)))
    return Deciding(
        choices=tuple(lines),
        example=(found.example or example(log, seat, lang)) if found.asked else "",
        sealed=is_sealed(log),
        typing=found.asked and (found.example is not None or bool(found.groups) or any(one.begun for one in lines)),
        consent=_consent(log, seat),
        undo=_turn(log, seat, back := undoes(log, seat)),
        undoes=back,
        redo=_turn(log, seat, forth := redoes(log, seat)),
        redoes=forth,
        rules=can_rule(log),
        gives_up=bool(state.agenda) and bool(log.history.first),
    )


def _turn(log: Seen, seat: int, meant: Meant | None) -> Turn:
    if meant is None:
        return ""
    return "free" if meant.free else "ask" if consenting(log.start, seat) else "alone"


def _each(texts: Sequence[str]) -> tuple[Each, ...]:
    """They differ in one word; where they are many, that is typed."""
    if not 1 < len(texts) <= FEW:
        return ()
    columns = list(zip(*(text.split() for text in texts), strict=True))
    labels = next(words for words in columns if len({*words}) > 1)
    return tuple(Each(label.rpartition("=")[2], text) for label, text in zip(labels, texts, strict=True))


def _consent(log: Seen, seat: int) -> Consent | None:
    asked = request(log)
    if asked is None:
        return None
    name = log.seats[seat]
    agree, decline = asked.takes(name, agree=True), asked.takes(name, agree=False)
    return Consent(asked.row, agree, decline, own=name == asked.seat)
