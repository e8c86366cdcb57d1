"""What went wrong, as a sentence in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.kernel.decoding import convert
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError, Refused
from core.kernel.language.damage_text import worded
from core.kernel.language.words import Shown, Words, listed
from core.kernel.rules.step import Blocked
from core.kernel.setup import resources

if TYPE_CHECKING:
    from core.kernel.language.respelled import Respelled

PACKAGE = "core.kernel.language"
SHOWN = 500  # characters of a value
SEATS = frozenset({"seats", "waiting"})
"""The terms of errors that are seats."""

NEAREST = "nearest"
"""The term that holds what may have been meant."""

WHOLE = ("which", "say_all", "label_alone")
"""The reasons with which whole moves are named that would do."""

PLACES = {"at_part": ("part", "after"), "at_such": ("such",)}
"""The sentences around the reason of a refusal that say of what it is one, and their terms."""


def sentence(
    error: HeraldError,
    lang: str,
    words: Words | None = None,
    seats: Sequence[str] = (),
    spelled: "Respelled | None" = None,
) -> str:
    """The reason of an error, and of which move, or part of a large one, it is the reason; without rule and near moves.

    `spelled`: in whose words moves are named; else by their ids.
    """
    terms = error.terms if spelled is None else spelled.terms(error)
    text = _reason(error, terms, lang, words, seats)
    if not isinstance(error, Refused):
        return text
    where = next((where for where, names in PLACES.items() if all(map(error.terms.get, names))), None)
    if where is None:
        return text
    parts = {name: printable(_short(str(terms[name]))) for name in PLACES[where]}
    return str(_patterns(lang)[where]).format(text=text, **parts)


def _reason(
    error: HeraldError, terms: Mapping[str, object], lang: str, words: Words | None, seats: Sequence[str]
) -> str:
    """The game's own words for it, else those of all games.

    A reason that has no words is shown as it is, so that an error is never lost to another one. One may have a second
    pattern, `other_time.when`, for a move of which the game says when it comes.
    """
    if words is not None and isinstance(error, Refused) and error.why in words.refusals:
        what = error.terms.get("what")
        return words.refusal(
            Blocked(error.rule, error.why, error.need, error.have, what if what is None else str(what))
        )
    patterns = _patterns(lang)
    when = words.times.get(str(error.terms.get("what")), "") if words is not None else ""
    pattern = patterns.get(f"{error.why}.when" if when else "", patterns.get(error.why))
    if pattern is None and error.said_at:
        pattern, terms = patterns["host_says"], {"url": error.said_at, "detail": error.why}
    if pattern is None:
        return str(error)
    if not isinstance(error, Refused):
        terms = worded(lang, error.why, terms)
    told = {key: _shown(key, value, lang, seats) for key, value in terms.items()}
    return str(pattern).format_map({"when": when, **told})


def _patterns(lang: str) -> Mapping[str, object]:
    found: Mapping[str, object] = resources.toml(PACKAGE, f"words.{lang}.toml")["refusals"]
    return found


def _shown(key: str, value: object, lang: str, seats: Sequence[str]) -> Shown:
    if key in SEATS:
        return listed([seats[at] if at < len(seats) else str(at) for at in convert(value, list[int])], lang)
    if key == NEAREST:
        return Shown(", ".join(map(printable, convert(value or (), list[str]))))
    if isinstance(value, list | tuple):
        return listed([printable(_short(str(one))) for one in convert(value, list[object])], lang)
    if isinstance(value, int):
        return Shown(_short(str(value)), count=value, lang=lang)
    return Shown("" if value is None else printable(_short(str(value))))


def _short(text: str) -> str:
    """As much of a value as a person reads; a hostile file can hold any."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
