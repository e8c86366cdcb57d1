"""What pages of a browser ask for: documents that can be read as they are, and what their scripts put into them."""

import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from msgspec import Struct

from cli.language.words import LANGUAGES
from cli.say.sentences import parted
from core.kernel.errors import HeraldError, Usage
from core.kernel.language.words import Words
from core.kernel.log.joining import Gathering
from core.kernel.log.keys import ARBITER
from core.kernel.log.log import Seen
from core.kernel.rules.engine import AnyGame, may_answer, waiting
from core.kernel.setup.readings import readings_of
from replays.live.document import match_page, static
from replays.live.rulings import Rulings, rulings
from replays.live.turn import Deciding, Glimpse, Page, deciding, glimpse, page
from replays.live.typing import LONGEST, Whole, Word, reading, whole, words
from replays.live.words import say
from replays.told.rules import in_force
from store.remote.door import Visitor
from store.remote.problems import problem_of
from store.remote.served import Served
from store.remote.wire import Problem, Wanted

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Our own scripts, our own style sheet, and nobody else is asked for anything."""

PAGE: Final[Mapping[str, str]] = {"content-security-policy": POLICY, "vary": "authorization, accept-language"}


class Told(Struct, frozen=True):
    """A match for who looks at it: what is shown, and what they can do."""

    page: Page
    can: Deciding
    name: str  # whose key it is: a seat's, `arbiter`; nothing for the public
    names: tuple[str, ...]


def language(chosen: str | None, accepted: str) -> str:
    """As chosen in the address, else the first of those that the browser wants, else English."""
    wanted = [part.partition(";")[0].strip() for part in accepted.split(",")]
    return next((word[:2].casefold() for word in (chosen or "", *wanted) if word[:2].casefold() in LANGUAGES), "en")


def document(desk: Served, match: str, token: str | None, lang: str) -> str:
    """The page of a match, as whoever asks without a key may know it."""
    query = f"watch={token}" if token else ""
    return match_page(Visitor(desk, match, token).seen(), lang, int(time.time()), query)


def told(desk: Served, match: str, key: str | None, lang: str, after: int, *, every: bool = False) -> Told:
    """The same match for the key that came along; `every`: with all rows of the log."""
    visitor = Visitor(desk, match, key)
    log, seat = visitor.seen(), visitor.seat
    shown = page(
        log, seat, lang, after=min(after, log.head), now=int(time.time()), who=_who(visitor, lang), every=every
    )
    return Told(shown, deciding(log, seat, lang), visitor.name or "", log.seats)


def unclear(desk: Served, match: str, key: str | None, lang: str) -> Rulings:
    """What the seat whose key came along can ask the table to read otherwise."""
    visitor = Visitor(desk, match, key)
    return rulings(visitor.seen(), visitor.seat, lang)


class Said(Problem, frozen=True):
    """An error with its sentence, the nearest legal moves and what the rule says, in the language of who asked."""

    said: str = ""
    near: tuple[str, ...] = ()
    rule_says: str = ""


class Listed(Struct, frozen=True):
    """One of one's own matches, or why it does not open."""

    name: str = ""
    shown: Glimpse | None = None
    problem: Said | None = None


def listed(desk: Served, one: Wanted, lang: str) -> Listed:
    """For the key that came along."""
    try:
        visitor = Visitor(desk, one.match, one.key or None)
        return Listed(visitor.name or "", glimpse(visitor.seen(), lang, int(time.time())))
    except HeraldError as error:
        return Listed(problem=said(desk, one.match, None, error, lang))


def _who(visitor: Visitor, lang: str) -> str:
    match visitor.name:
        case None:
            return say(lang, "public")
        case name if name == ARBITER:
            return say(lang, "arbiter")
        case name:
            return say(lang, "reader", name=name)


def file(name: str) -> tuple[bytes, str]:
    """A file of ours, and its kind."""
    found = static(name)
    if found is None:
        raise Usage("no_such_page", word=name)
    return found


def tag_of(content: bytes) -> str:
    """So that what a browser has is not sent again."""
    return f'"{sha256(content).hexdigest()[:16]}"'


# --- what cannot be done, and why


class _Here(Struct, frozen=True):
    """Where an error is told."""

    at_hand: Seen | None
    desk: Served
    lang: str

    def words(self, game: AnyGame) -> Words:
        return game.words(self.lang)


def said(desk: Served, match: str, key: str | None, error: HeraldError, lang: str) -> Said:
    """The error in words, as whoever holds the key may read it."""
    error = error.elsewhere()
    try:
        log = Visitor(desk, match, key).seen()
    except HeraldError:
        log = None
    text, near = parted(error, lang, _Here(log, desk, lang))
    known = problem_of(error)
    fields = {name: getattr(known, name) for name in known.__struct_fields__}
    return Said(**fields, said=text, near=near, rule_says=_rule_says(log, known.rule, lang))


def _rule_says(log: Seen | None, rule: str, lang: str) -> str:
    """The rule under which something was refused, as the match is played."""
    if log is None or not rule or isinstance(waiting(log.state()), Gathering):
        return ""
    return in_force(log.game, rule, readings_of(log.state()), lang).sentence


# --- what is being typed


class Typed(Struct, frozen=True, forbid_unknown_fields=True):
    """A line, as far as it is typed."""

    typed: str


class Completed(Struct, frozen=True):
    """How it can go on, and what is there so far; what it would bring, if it is whole; why it is none, if nothing can
    follow.
    """

    words: tuple[Word, ...] = ()
    whole: Whole | None = None
    so_far: str = ""
    said: str = ""
    near: tuple[str, ...] = ()


def complete(desk: Served, match: str, key: str | None, lang: str, typed: str) -> Completed:
    """For a seat that is asked; others hear nothing."""
    visitor = Visitor(desk, match, key)
    log, seat = visitor.seen(), visitor.seat
    if len(typed) > LONGEST:
        raise Usage("body_too_long", most=LONGEST)
    if seat is None or not may_answer(log.state(), seat) or isinstance(waiting(log.state()), Gathering):
        return Completed()
    try:
        found = words(log, seat, lang, typed)
    except HeraldError:
        found = ()
    try:
        return Completed(found, whole(log, seat, lang, typed))
    except HeraldError as error:
        if found or not typed.strip():
            return Completed(found, so_far=reading(log, seat, lang, typed))
        told = said(desk, match, key, error, lang)
        return Completed(said=told.said, near=told.near)
