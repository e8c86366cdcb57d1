"""What a seat can do at a moment of a match: its legal moves with what each means, and how a half-typed one goes on."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from core.kernel.errors import Usage
from core.kernel.language.banner import as_move, completed
from core.kernel.language.completion import begins, large_begun, next_words, spellings
from core.kernel.language.completion import example as going_on_from
from core.kernel.language.error_text import sentence
from core.kernel.language.labels import bearing
from core.kernel.language.lexicon import ENGLISH, VERB, Lexicon
from core.kernel.language.rehearsal import before_last
from core.kernel.language.spelling import format_move, spell_move, tokens_of
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from core.kernel.rules import engine
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import kinds_of, tag_of, unlistable
from core.kernel.rules.ways import Broken, Ending, Group, Ways, told
from replays.told.telling import Told, say

FEW = 12
"""So many large moves are shown one by one."""

MANY = 2_000
"""Among so many it is looked which end alike."""

RUN = ".."
"""`bid 4..9`: numbers in a row."""

NUMBER = re.compile(r"(.*[ =])(\d+)")


class ChoiceTold(Told, frozen=True):
    """A legal move as it is typed. Where it stands for several, a line that is `begun` goes on to `each` of them."""

    beside = ("text", "begun", "each")

    long: str
    meaning: str
    move: Any
    text: str
    begun: str = ""
    each: tuple[str, ...] = ()

    @property
    def is_run(self) -> bool:
        """Is it a number that is still open?"""
        return RUN in self.text


class GroupTold(Told, frozen=True):
    """Large moves that end alike: how many they are, and one of them."""

    beside = ("sentence",)

    ending: Any
    meaning: str
    count: int
    example: ChoiceTold
    sentence: str


class BlockedTold(Told, frozen=True):
    """What is refused now: the rule, and the reason."""

    long: str
    rule: str
    reason: str


class Choices(Told, frozen=True):
    """What a seat may do now. `example`: where moves are too many to be `listed`; `next`: how a text goes on."""

    beside = ("blocked",)

    match: str
    row: int
    practice: bool
    seat: str | None  # nobody's, where the match is over and nobody was named
    asked: bool
    listed: bool
    moves: tuple[ChoiceTold, ...] = ()
    groups: tuple[GroupTold, ...] = ()
    next: tuple[str, ...] = ()
    example: str | None = None
    blocked: tuple[BlockedTold, ...] = ()


def choices(
    log: Seen, seat: int | None, lang: str, typed: str = "", *, each: bool = False, reasons: bool = False
) -> Choices:
    """For a program, which reads ids. `typed`: how the moves begin; `each`: large ones, too, that stand in groups.

    `reasons`: what is refused is told, too, and why.
    """
    found = _asked(log, seat)
    if seat is None or not found.asked:
        return found
    understood, tell = lexicon(log), _teller(log, seat, lang)
    typed = _typed(log, seat, typed, understood)
    moves = [*(_large(log, seat, typed, understood) if each else ()), *_listed(log, seat, typed, understood)]
    return replace(
        found,
        moves=tuple(_one(format_move(move), tell(move), move) for move in moves),
        groups=tuple(_group(group, tell, lang) for group in _groups(log, seat, typed, understood)),
        next=tuple(following(log, seat, typed, ENGLISH)),
        example=None if found.listed else example(log, seat, ENGLISH, typed),
        blocked=tuple(_blocked(log, seat, lang)) if reasons else (),
    )


def menu(
    log: Seen, seat: int | None, lang: str, typed: str | None = None, *, each: bool = False, runs: bool = True
) -> Choices:
    """For a person: as many lines as one can look at, in the words of their language; nobody has `typed` anything yet.

    `each`: large moves one by one, however many they are; `runs`: `bid 4..9` in a line.
    """
    asked = _asked(log, seat)
    if seat is None or not asked.asked:
        return asked
    understood, tell, is_open = lexicon(log, lang), _teller(log, seat, lang), unlistable(engine.waiting(log.state()))
    typed = typed and _typed(log, seat, typed, understood)
    groups = _groups(log, seat, typed or "", understood)
    if each or sum(group.count for group in groups) <= FEW:
        large, groups = _large(log, seat, typed or "", understood), []
    else:
        large = []
    found = _listed(log, seat, typed or "", understood)
    lines = [*([move] for move in large), *(_lines(found, tell) if runs else ([move] for move in found))]
    follow = following(log, seat, typed, lang) if typed is not None and (is_open or groups) else ()
    return replace(
        asked,
        moves=tuple(_line(moves, tell, understood) for moves in lines),
        groups=tuple(_group(group, tell, lang, understood) for group in groups),
        next=tuple(follow),
        example=example(log, seat, lang, typed or "") if is_open else None,
    )


def _typed(log: Seen, seat: int, typed: str, understood: Lexicon) -> str:
    """Return what is typed; where it begins no move, with the verb that words of the banner mean."""
    state, words = log.state(), typed.split()
    verbs = {tag_of(kind): kind for kind in engine.kinds(state, seat)}
    if not words or understood.meant(VERB, words[0], [*verbs]):
        return typed
    try:
        return as_move(log.game, state, seat, typed) or typed
    except Usage:  # they can mean several verbs
        if _listed(log, seat, typed, understood) or large_begun(state, seat, words, understood):
            return typed
        raise


def numbered(log: Seen, seat: int, number: str, lang: str) -> tuple[ChoiceTold, ...]:
    """The legal moves in which this number stands, as `menu` tells them: what somebody can mean who types no more."""
    moves = [move for move in engine.legal(log.state(), seat) if number in tokens_of(move)]
    tell, understood = _teller(log, seat, lang), lexicon(log, lang)
    return tuple(_line(line, tell, understood) for line in _lines(moves, tell))


def verbs(log: Seen, seat: int | None = None) -> frozenset[str]:
    """How moves of this match begin, in every language; those that the seat may make now, if one is named."""
    kinds = kinds_of(log.game.moves) if seat is None else engine.kinds(log.state(), seat)
    spelled = lexicon(log).in_every_language()
    return frozenset(one.spelled(VERB, tag_of(kind)) for kind in kinds for one in spelled)


def _asked(log: Seen, seat: int | None) -> Choices:
    """Is this seat asked at all?"""
    state = log.state()
    return Choices(
        match=log.match,
        row=log.head,
        practice=is_guessable(log.bodies[0]),
        seat=None if seat is None else log.seats[seat],
        asked=seat is not None and engine.may_answer(state, seat),
        listed=seat is None or engine.is_listed(state, seat),
    )


def _one(long: str, meaning: str, move: Any) -> ChoiceTold:
    return ChoiceTold(long=long, meaning=meaning, move=move, text=long)


def _line(moves: Sequence[Any], tell: Callable[[Any], str], understood: Lexicon) -> ChoiceTold:
    """A line for one move, or for several: `bid 4..9` where they differ in the number at their end, else `put a|b`."""
    text, begun, meaning = spell_move(moves[0], understood), "", tell(moves[0])
    if len(moves) > 1 and _follows(moves[0], moves[1], tell):
        begun, first = _counted(text)
        numbers = f"{first}{RUN}{_counted(format_move(moves[-1]))[1]}"
        text, meaning = f"{begun}{numbers}", _of_number(meaning, first, numbers)
    elif len(moves) > 1:
        lines = (spell_move(move, understood).split() for move in moves)
        columns = [list(dict.fromkeys(words)) for words in zip(*lines, strict=True)]
        at = next(at for at, words in enumerate(columns) if len(words) > 1)
        begun, text = "".join(f"{words[0]} " for words in columns[:at]), " ".join(map("|".join, columns))
    each = tuple(spell_move(move, understood) for move in moves) if begun else ()
    return ChoiceTold(long=format_move(moves[0]), meaning=meaning, move=moves[0], text=text, begun=begun, each=each)


def _of_number(meaning: str, number: str, numbers: str = RUN) -> str:
    """The same said of several numbers, where it tells the number at all."""
    return re.sub(rf"(?<![\w.]){number}(?![\w.])", numbers, meaning, count=1) if number else meaning


def _counted(text: str) -> tuple[str, str]:
    """What stands before the number at the end of a move, and the number; none if it does not end so."""
    found = NUMBER.fullmatch(text)
    return (found[1], found[2]) if found else (text, "")


def _group(group: Group, tell: Callable[[Any], str], lang: str, understood: Lexicon | None = None) -> GroupTold:
    """`understood`: in whose words the example stands."""
    move, ending = group.example, tell(group.ending)
    long = format_move(move)
    text = long if understood is None else spell_move(move, understood)
    return GroupTold(
        ending=group.ending,
        meaning=ending,
        count=group.count,
        example=ChoiceTold(long=long, meaning=tell(move), move=move, text=text, begun=text),
        sentence=say(lang, "group", ending=ending, count=group.count),
    )


def _blocked(log: Seen, seat: int, lang: str) -> Iterator[BlockedTold]:
    words = log.game.words(lang)
    for offer in engine.offers(log.state(), seat):
        if offer.blocked is not None:
            reason = sentence(engine.refusal(offer.blocked), lang, words, log.seats)
            yield BlockedTold(long=format_move(offer.move), rule=offer.blocked.rule, reason=reason)


def _listed(log: Seen, seat: int, typed: str, understood: Lexicon) -> list[Any]:
    """The legal moves that begin so, as far as they can be listed; of a label alone those in which it stands."""
    moves, half = engine.legal(log.state(), seat), typed.split()
    if not half:
        return moves
    found = [move for move in moves if begins(spellings(move, understood), half)]
    is_label = not found and len(half) == 1 and not large_begun(log.state(), seat, half, understood)
    return bearing(log.state(), seat, half[0], understood) if is_label else found


def _lines(moves: Sequence[Any], tell: Callable[[Any], str]) -> list[list[Any]]:
    """The same moves in as few lines as tell them apart."""
    return _alike(_runs(moves, tell), tell)


def _runs(moves: Sequence[Any], tell: Callable[[Any], str]) -> list[list[Any]]:
    """Together what differs only in the number at its end."""
    lines: list[list[Any]] = []
    for move in moves:
        if lines and _follows(lines[-1][-1], move, tell):
            lines[-1].append(move)
        else:
            lines.append([move])
    return lines


def _follows(one: Any, other: Any, tell: Callable[[Any], str]) -> bool:
    """Is the number at the end of the second the next one, and all that is told otherwise?"""
    (begun, number), (same, following) = _counted(format_move(one)), _counted(format_move(other))
    if not (number and following) or begun != same or int(following) != int(number) + 1:
        return False
    told = _of_number(tell(one), number)
    counts = begun.endswith("=") or (fields_of(one.__class__)[-1].kind == "int" and told != tell(one))
    return counts and told == _of_number(tell(other), following)


def _alike(lines: Sequence[list[Any]], tell: Callable[[Any], str]) -> list[list[Any]]:
    """The same lines in fewer, where moves mean the same and differ in one word."""
    found: list[list[Any]] = []
    known: dict[tuple[str, ...], list[Any]] = {}
    for line in lines:
        words = format_move(line[0]).split()
        places = [at for at, word in enumerate(words) if at and "=" not in word] if len(line) == 1 else []
        keys = [(tell(line[0]), *words[:at], "", *words[at + 1 :]) for at in places]
        same = next((key for key in keys if key in known), None)
        if same is None:
            found.append(line)
            known |= dict.fromkeys(keys, line)
            continue
        alike = known[same]
        if len(alike) == 1:  # from now on they differ in this word
            known = {key: other for key, other in known.items() if other is not alike or key == same}
        alike += line
    return found


def _groups(log: Seen, seat: int, typed: str, understood: Lexicon) -> list[Group]:
    """The large moves that begin so, by how they end, in the order of what tells the endings apart."""
    begun = large_begun(log.state(), seat, typed.split(), understood)
    groups = [group for ways, found in begun for way in found for group in ways.groups(way)]
    return sorted(groups, key=lambda group: _order(group.ending, understood))


def _order(ending: Any, understood: Lexicon) -> list[int]:
    """Endings stand in the order of their words and numbers, the first field first."""
    told = [(understood.ids(field.kind), getattr(ending, field.name)) for field in fields_of(ending.__class__)]
    return [known.index(value) if value in known else int(value) for known, value in told]


def _large(log: Seen, seat: int, typed: str, understood: Lexicon) -> list[Any]:
    """The large moves that begin so, one by one."""
    begun = large_begun(log.state(), seat, typed.split(), understood)
    return [move for ways, found in begun for way in found for move in ways.moves(way)]


def ending_alike(log: Seen, seat: int, move: Any, lang: str, most: int) -> tuple[str, ...]:
    """The large moves that end as this one does, it among them; none where there are more than `most`."""
    for ways in engine.ways(log.state(), seat):
        if ways.kind is type(move):
            counts = {group.ending: group.count for group in ways.groups()}
            ending = _ending(ways, move)
            if counts.get(ending, most + 1) > most or sum(counts.values()) > MANY:
                return ()
            understood = lexicon(log, lang)
            return tuple(spell_move(one, understood) for one in ways.moves() if _ending(ways, one) == ending)
    return ()


def _ending(ways: Ways, move: Any) -> Any:
    """How a legal one ends."""
    found = ways.follow([(field, (value,)) for field, value in told(move)])
    return None if isinstance(found, Broken) else next((way.at for way in found if isinstance(way.at, Ending)), None)


def _teller(log: Seen, seat: int, lang: str) -> Callable[[Any], str]:
    """What each move does here, in one line, from the seat's view alone."""
    return log.game.teller(log.game.view(log.state().table, seat), log.game.words(lang))


def meaning(log: Seen, seat: int, move: Any, lang: str) -> str:
    """What a move does here, in one line."""
    return _teller(log, seat, lang)(move)


def example(log: Seen, seat: int, lang: str, typed: str = "") -> str:
    """A legal move where they are too many to list, which goes on from what is typed: at one row always the same."""
    from core.kernel.rules.chance import stream  # noqa: PLC0415 - few moves are that many

    dice, state, move = stream("example", log.match, log.head, seat), log.state(), None
    if typed and unlistable(engine.waiting(state)):
        move = going_on_from(state, seat, typed.split(), lexicon(log), dice)
    if move is None:
        move, *_ = engine.some_legal(state, seat, dice)
    return spell_move(move, lexicon(log, lang))


def lexicon(log: Seen, lang: str = ENGLISH) -> Lexicon:
    """The words of a match, as they are spelled in a language."""
    return Lexicon.of(log.game, log.state().table, lang)


def continuations(log: Seen, seat: int, typed: str, begun: str, lang: str = ENGLISH) -> list[str]:
    """The words that can legally follow a half-typed line; its whole moves are thought of as made.

    As soon as something is typed, those of the banner are among them.
    """
    *whole, half = typed.split(";")
    state = before_last(log, seat, [*whole, half]).state
    understood, before = Lexicon.of(log.game, state.table, lang), half.split()
    found = next_words(state, seat, before, begun, understood)
    return list(dict.fromkeys((*found, *completed(log.game, state, seat, before, begun, understood))))


def following(log: Seen, seat: int, typed: str, lang: str) -> list[str]:
    """The words that can follow; where none can, those that go on in the last one, which is a list."""
    *before, last = typed.split() or [""]
    return continuations(log, seat, typed, "", lang) or continuations(log, seat, " ".join(before), last, lang)
