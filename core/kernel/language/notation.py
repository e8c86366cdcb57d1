"""The one language of players, logs and tests: a typed text, and the legal move that it means.

A text is a pattern (`pattern.py`). What it leaves out is settled by the offers: the default if that is legal, else
the only fit, else "which?" with the list. The long form of a move is always the one of ids (`spelling.py`).
"""

from typing import TYPE_CHECKING, Any

from core.kernel.errors import NotYourTurn, Refused, Usage
from core.kernel.game import Game
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.pattern import Pattern, kind_named, parse
from core.kernel.language.spelling import format_move, spell_given
from core.kernel.log.joining import refuse_before_beginning
from core.kernel.rules import engine
from core.kernel.rules.marks import Field, fields_of
from core.kernel.rules.step import LARGE, OPEN_CHOICE, kinds_of, large_kinds, move_kinds, tag_of, unlistable

if TYPE_CHECKING:
    from core.kernel.language.large_text import LargeText

SHOWN = 6  # how many near moves a refusal lists
FAR = 50


def read_move(game: Game[Any, Any], state: engine.State[Any], seat: int, text: str, *, in_log: bool = False) -> Any:
    """Return the legal move that a typed text means, or refuse it: why, and what would be near.

    `in_log`: the text is that of a row (`parse`).
    """
    step = engine.waiting(state)
    refuse_before_beginning(step)
    lexicon = Lexicon.of(game, state.table)
    everywhere = kinds_of(game.moves)
    if step is None:
        parse(text, (), everywhere, lexicon)
        raise NotYourTurn("", "match_over" if game.result(state.table) is not None else "nothing_follows")
    try:
        pattern = _read(game, state, seat, text, in_log=in_log)
    except Usage as unread:
        raise _misplaced(game, state, seat, text, lexicon) or unread from None
    try:
        return _settled(game, state, seat, pattern, lexicon)
    except Refused as refused:
        refused.nearest = tuple(near_moves(state, seat, pattern, lexicon))
        large = _as_large(state, seat, pattern)
        refused.terms |= large.place_of_break() if large else {}
        raise


def could_mean(game: Game[Any, Any], state: engine.State[Any], seat: int, text: str, move: Any) -> bool:
    """Return whether the text of a row can mean this move, whatever else may be on offer."""
    return _read(game, state, seat, text, in_log=True).fits(move)


def _read(game: Game[Any, Any], state: engine.State[Any], seat: int, text: str, *, in_log: bool) -> Pattern:
    """Read a text in a position: by its words; if they name no move that can be made, by those of the banner.

    A move of another time that is told with what it is about stays one: `choose gold` is no other verb with that word.
    """
    lexicon, here, everywhere = Lexicon.of(game, state.table), engine.kinds(state, seat), kinds_of(game.moves)
    pattern: Pattern | None = None
    unread: Usage | None = None
    try:
        pattern = parse(text, here, everywhere, lexicon, in_log=in_log)
    except Usage as problem:
        unread = problem
    if pattern is not None and (pattern.kind in here or (pattern.given and pattern.literal() is not None)):
        return pattern
    other = _other_words(game, state, seat, text, lexicon)
    if other is not None:
        return parse(other, here, everywhere, lexicon, in_log=in_log)
    if pattern is not None:
        return pattern
    raise _taken_elsewhere(text, here, everywhere, lexicon, unread) or unread or Usage("nothing_typed")


def _taken_elsewhere(
    text: str, here: tuple[type, ...], everywhere: tuple[Any, ...], lexicon: Lexicon, unread: Usage | None
) -> Usage | None:
    """Tell which moves of here take a word that is unknown behind its verb: goods are sold at the port."""
    if unread is None or unread.why != "unknown_word":
        return None
    from core.kernel.language.labels import takers  # noqa: PLC0415 - only for texts that cannot be read

    verb, word = _verb(text.partition("#")[0].split(), here, everywhere, lexicon), str(unread.terms["word"])
    others = takers(here, word, lexicon)
    return Usage("taken_elsewhere", known=others, word=word, verb=tag_of(verb)) if verb in here and others else None


def _other_words(game: Game[Any, Any], state: engine.State[Any], seat: int, text: str, lexicon: Lexicon) -> str | None:
    """Return the text with a verb in place of words of the banner. A label alone is told what it can be part of."""
    words, here = text.partition("#")[0].split(), engine.kinds(state, seat)
    everywhere = kinds_of(game.moves)
    if not words or not engine.may_answer(state, seat) or _verb(words, here, everywhere, lexicon) in here:
        return None
    from core.kernel.language import banner, labels  # noqa: PLC0415 - only for texts that name no move of here

    other = banner.as_move(game, state, seat, text)
    if other is None and len(words) == 1 and _verb(words, here, everywhere, lexicon) is None:
        found = labels.examples(labels.bearing(state, seat, words[0], lexicon))
        if found:
            raise Usage("label_alone", known=list(map(format_move, found)), word=words[0])
        if any(words[0].casefold() == known.casefold() for ids in lexicon.vocabulary.values() for known in ids):
            raise Usage("label_nowhere", word=words[0])
    return other


def _verb(words: list[str], here: tuple[type, ...], everywhere: tuple[Any, ...], lexicon: Lexicon) -> type | None:
    """Return the kind of move that the first words name, if they name one."""
    try:
        return kind_named(words, here, everywhere, lexicon)[0]
    except Usage:
        return None


def _settled(game: Game[Any, Any], state: engine.State[Any], seat: int, pattern: Pattern, lexicon: Lexicon) -> Any:
    literal = pattern.literal()
    meant = _any_move(pattern) if literal is None else literal
    if not engine.may_answer(state, seat):
        engine.admit(state, seat, meant)  # refuses
    step: Any = engine.taker(state, seat, pattern.kind)
    large = _as_large(state, seat, pattern) if pattern.kind in large_kinds(step) else None
    if large is not None:
        said = large.move()
        if said is None:
            raise _nothing_possible(game, state, seat, pattern)
        return said
    if isinstance(step, OPEN_CHOICE):
        if literal is None and pattern.kind in move_kinds(step):
            raise Usage("say_all", known=_examples(state, seat, pattern, lexicon))
        engine.admit(state, seat, meant)
        return literal
    if literal is not None and engine.plainly_open(state, seat, literal, pattern.given):
        return literal
    offers = list(engine.offers(state, seat))
    open_ones = [offer for offer in offers if offer.blocked is None and pattern.fits(offer.move)]
    fits = [offer.move for offer in open_ones if not offer.said or offer.said in pattern.given]
    plain = [move for move in fits if pattern.says_all_but_defaults(move)]
    if len(fits) == 1 or len(plain) == 1:
        return (plain or fits)[0]
    if open_ones:
        raise Usage("which", known=[format_move(offer.move) for offer in open_ones])
    if literal is None and step.takes(state.table, meant):
        raise _nothing_possible(game, state, seat, pattern)
    blocked = [offer.blocked for offer in offers if offer.blocked is not None and pattern.fits(offer.move)]
    raise engine.refusal(blocked[0] if blocked else engine.reason(state, seat, step, offers, meant))


def _nothing_possible(game: Game[Any, Any], state: engine.State[Any], seat: int, pattern: Pattern) -> Refused:
    """Why none of the moves is that a text can mean."""
    from core.kernel.language.unsaid import refusal  # noqa: PLC0415 - it knows this file; only for who is refused

    return refusal(game, state, seat, pattern)


def _as_large(state: engine.State[Any], seat: int, pattern: Pattern) -> "LargeText | None":
    """The same text, to be read part by part; None where no game has a large move, or the seat is not asked."""
    if not LARGE or not engine.may_answer(state, seat):
        return None
    from core.kernel.language.large_text import LargeText  # noqa: PLC0415 - most matches never need it

    return LargeText(state, seat, pattern)


def _misplaced(
    game: Game[Any, Any], state: engine.State[Any], seat: int, text: str, lexicon: Lexicon
) -> Refused | None:
    """Why a word does not come where it stands in a large move, if that keeps the text from being read."""
    if not LARGE or not engine.may_answer(state, seat):
        return None
    from core.kernel.language.large_text import misplaced  # noqa: PLC0415 - most matches never need it

    return misplaced(game, state, seat, text, lexicon)


def _any_move(pattern: Pattern) -> Any:
    """A stand-in for a text that does not spell out a whole move: only its kind is looked at."""
    values = {
        field.name: pattern.given.get(field.name, (None if field.required else field.default,))[0]
        for field in fields_of(pattern.kind)
    }
    return pattern.kind(**values)


def near_moves(state: engine.State[Any], seat: int, pattern: Pattern, lexicon: Lexicon) -> list[str]:
    """The legal moves nearest to a text: the same verb first, then by how much of it they share."""
    if not engine.may_answer(state, seat):
        return []
    large = _as_large(state, seat, pattern)
    going_on = large.going_on() if large else []
    if going_on:
        return list(map(format_move, going_on[:SHOWN]))
    moves = engine.legal(state, seat)
    if not moves and unlistable(engine.waiting(state)):
        return _examples(state, seat, pattern, lexicon)

    fields = fields_of(pattern.kind)
    told = [(field, pattern.given[field.name]) for field in fields if field.name in pattern.given]

    def far(move: Any) -> int:
        if type(move) is not pattern.kind:
            return FAR * len(fields) + 1
        return sum(min(_apart(field, getattr(move, field.name), value) for value in values) for field, values in told)

    return [format_move(move) for move in sorted(moves, key=far)[:SHOWN]]


def _examples(state: engine.State[Any], seat: int, pattern: Pattern, lexicon: Lexicon) -> list[str]:
    """A move that goes on from a text as far as it is right, or any, where there are too many to list."""
    from core.kernel.language.completion import example  # noqa: PLC0415 - it knows this file; few moves are that many
    from core.kernel.rules.chance import stream  # noqa: PLC0415

    typed = spell_given(pattern.kind, pattern.given, lexicon).split()
    dice = stream("example", seat)
    move = example(state, seat, typed, lexicon, dice) or engine.some_legal(state, seat, dice)[0]
    return [format_move(move)]


def _apart(field: Field, one: Any, other: Any) -> int:
    """How far two values of a field are apart: numbers by their difference, lists by what they do not share."""
    if one == other:
        return 0
    if field.many:
        return len({*one} ^ {*other})
    if field.kind == "int" and one is not None:
        apart: int = abs(one - other)
        return min(apart, FAR)
    return FAR
