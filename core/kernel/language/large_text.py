"""A typed text of a large move, read part by part along its ways."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from core.kernel.errors import Refused, Usage
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.pattern import Pattern, parse
from core.kernel.language.spelling import format_move, format_parts
from core.kernel.rules import engine
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import Blocked, kinds_of
from core.kernel.rules.ways import Broken, Ending, Way, Ways

if TYPE_CHECKING:
    from core.kernel.rules.engine import AnyGame


def parts_said(pattern: Pattern) -> list[tuple[str, tuple[Any, ...]]]:
    """What a text says of a large move, part by part."""
    found: list[tuple[str, tuple[Any, ...]]] = []
    for field in fields_of(pattern.kind):
        values = pattern.given.get(field.name, ())
        found += [(field.name, (one,)) for one in values[0]] if field.many and values else []
        found += [(field.name, values)] if values and not field.many else []
    return found


def misplaced(game: "AnyGame", state: engine.State[Any], seat: int, text: str, lexicon: Lexicon) -> Refused | None:
    """Why the word at which a text cannot be read any more does not come there, if it is one of a large move.

    The fields of a move have one order; a part that breaks it is told by the rule that forbids it there.
    """
    words = text.partition("#")[0].split()
    here, everywhere = engine.kinds(state, seat), kinds_of(game.moves)
    for length in range(len(words) - 1, 0, -1):
        try:
            pattern = parse(" ".join(words[:length]), here, everywhere, lexicon)
        except Usage:
            continue
        large = LargeText(state, seat, pattern)
        refused = large.refused_before() or large.refused_with(words[length], lexicon)
        return refused if refused is None or refused.why != "part_not_here" else None
    return None


class LargeText:
    """What a seat that is asked has typed, beside the ways of such a move; there are none if it is not on offer."""

    def __init__(self, state: engine.State[Any], seat: int, pattern: Pattern) -> None:
        self._state = state
        self._seat = seat
        self._pattern = pattern
        self._said = parts_said(pattern)
        self._ways = [ways for ways in engine.ways(state, seat) if ways.kind is pattern.kind]

    def move(self) -> Any:
        """The move as it is typed; or the only one that says no more than what is left out and must be said.

        None where nothing is possible that begins so, and it breaks at no part.
        """
        literal = self._pattern.literal()
        if literal is not None:
            engine.admit(self._state, self._seat, literal)
            return literal
        fits = [move for ways in self._ways for move in islice(self._fitting(ways), 2)]
        if len(fits) == 1:
            return fits[0]
        broken = None if fits else self._break()
        if broken is not None:
            raise engine.refusal(broken.blocked)
        known = list(map(format_move, self.going_on()))
        if known:
            raise Usage("which", known=known)
        return None

    def refused_before(self) -> Refused | None:
        """Why what is said so far cannot stand, with the part at which it breaks."""
        broken = self._break()
        if broken is None:
            return None
        refused = engine.refusal(broken.blocked)
        refused.nearest = tuple(map(format_move, self.going_on()))
        refused.terms |= self.place_of_break()
        return refused

    def refused_with(self, word: str, lexicon: Lexicon) -> Refused | None:
        """Why one more word, or one of a list, cannot follow: whichever part of the move it can mean."""
        large = self
        for piece in word.split(","):
            means = ((field.name, lexicon.meant(field.kind, piece)) for field in fields_of(self._pattern.kind))
            tried = [large._with(field, ids[0]) for field, ids in means if len(ids) == 1]
            refused = [one.refused_before() for one in tried]
            if all(refused):
                return min(filter(None, refused), key=lambda one: one.why == "part_not_here", default=None)
            large = tried[refused.index(None)]
        return None

    def _with(self, field: str, value: Any) -> "LargeText":
        """The same with one part more."""
        more = LargeText(self._state, self._seat, self._pattern)
        more._said = [*self._said, (field, (value,))]
        return more

    def place_of_break(self) -> dict[str, str]:
        """The part that is refused, and what stands before it."""
        broken = self._break()
        if broken is None:
            return {}
        kind, parts = self._pattern.kind, [(field, values[0]) for field, values in self._said]
        after, part = parts[: broken.number], parts[broken.number : broken.number + 1]
        return {
            "after": format_parts(kind, after),
            "part": format_parts(kind, part, begun=False),
            "field": part[0][0] if part else "",
        }

    def going_on(self) -> list[Any]:
        """As far as the text is right: the move that ends there, and for each part that can come next a legal move."""
        found: list[Any] = []
        for ways in self._ways:
            said = list(self._said)
            while said and not ways.leading(said):
                said.pop()
            for way in ways.leading(said):
                onward = (Way((*way.said, part), part.then) for part in ways.next(way))
                ended = isinstance(way.at, Ending)
                found += (next(ways.moves(further)) for further in ([way] if ended else onward))
        return found

    def _fitting(self, ways: Ways) -> Iterator[Any]:
        """The legal moves that the text can mean: nothing optional is added to what it says."""
        pattern = self._pattern
        left_out = [
            field for field in fields_of(pattern.kind) if not field.required and field.name not in pattern.given
        ]
        for way in ways.leading(self._said):
            for move in ways.moves(way):
                if pattern.fits(move) and all(getattr(move, field.name) == field.default for field in left_out):
                    yield move

    def _break(self) -> Broken | None:
        """Where the text breaks: at a part that cannot come, or behind which no legal move lies."""
        said = self._said
        found: list[Broken] = []
        for ways in self._ways:
            after = ways.follow(said)
            if isinstance(after, Broken):
                found.append(after)
                continue
            lengths = range(1, len(said) + 1)
            ends = next((number for number in lengths if not ways.leading(said[:number])), None)
            if ends is None:
                return None
            found.append(Broken(ends - 1, Blocked(ways.step.rule, "no_way_on"), ()))
        return max(found, key=lambda broken: broken.number, default=None)
