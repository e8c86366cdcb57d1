"""Why? A row with its facts, rules and what they changed; and the ledger that adds up to a number."""

from typing import Any

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.language.lexicon import ENGLISH, folded
from core.kernel.language.words import Words
from core.kernel.log.ledger import NEVER, LedgerLine, Moment, ledger
from core.kernel.log.log import Seen, seat_called
from core.kernel.log.row import AnyBody, Start
from core.kernel.rules.step import Fact

SCORE = "score"


class Change(Struct, frozen=True):
    """A number of a seat that a fact changed."""

    seat: int
    what: str
    amount: int
    total: int
    source: str = ""


class Because(Struct, frozen=True):
    """One fact of a row, its rule, and the numbers that it changed."""

    fact: Fact[Any]
    rule: str
    changes: tuple[Change, ...]


class Account(Struct, frozen=True):
    """A number of a seat: every change of it, what they come to, and what each source gave in all."""

    seat: int
    what: str
    lines: tuple[LedgerLine, ...]
    total: int
    sources: tuple["Source", ...]


class Source(Struct, frozen=True):
    """What one source gave or took under one rule, before the final scoring or in it."""

    rule: str
    source: str
    amount: int
    times: int
    final: bool


def explained(log: Seen, number: int) -> tuple[Because, ...]:
    """The facts of a row, each with the numbers that it changed, as its reader may know them."""
    body = log.bodies[number - 1]
    if isinstance(body.about, Start):
        numbers: dict[tuple[int, str], int] = {}
    else:
        numbers = dict(log.game.counters(log.state(body.parent).table))
    found: list[Because] = []
    for fact in body.facts:
        changes: list[Change] = []
        for entry in fact.entries():
            key = (entry.seat, entry.what)
            numbers[key] = numbers.get(key, 0) + entry.amount
            changes.append(Change(entry.seat, entry.what, entry.amount, numbers[key], entry.source))
        found.append(Because(fact, fact.rule, tuple(changes)))
    return tuple(found)


def account(log: Seen, seat: int, what: str) -> Account:
    """Why a seat has so much of something at the last row of this log."""
    lines = ledger(log.line(), seat, what, final_scoring(log))
    sums: dict[tuple[str, str, bool], tuple[int, int]] = {}
    for line in lines:
        key = line.rule, line.source, line.final
        amount, times = sums.get(key, (0, 0))
        sums[key] = amount + line.amount, times + 1
    sources = [Source(rule, source, *sums[rule, source, final], final) for rule, source, final in sums]
    sources.sort(key=lambda found: (found.final, -found.amount))
    return Account(seat, what, tuple(lines), lines[-1].total if lines else 0, tuple(sources))


def final_scoring(log: Seen) -> Moment:
    """Where it begins; so long as it has not, after all rows."""
    found, score = NEVER, {*log.game.score}
    for body in reversed(log.line()):
        if score.isdisjoint(entry.what for fact in body.facts for entry in fact.entries()):
            continue
        final = _final(log, body)
        if final is None:
            break
        found = body.seq, final
    return found


def _final(log: Seen, body: AnyBody) -> int | None:
    """The first fact of a row that belongs to the final scoring."""
    if isinstance(body.about, Start):
        return None
    table = log.state(body.parent).table
    for at, fact in enumerate(body.facts):
        if fact.is_final(table):
            return at
        table = fact.on(table)
    return None


def counted(log: Seen, seat: int, what: str) -> int:
    """What the table says: the account must come to the same."""
    return log.game.counters(log.state().table)[seat, what]


def numbers_of(log: Seen, words: Words) -> list[str]:
    """What `number_of` understands, as it is typed in the reader's language: `ana.gold`, `ana.score`."""
    numbers, score = log.game.counters(log.state().table), {*log.game.score}
    found: dict[int, list[str]] = {}
    for seat, what in numbers:
        found.setdefault(seat, [SCORE] if any((seat, one) in numbers for one in score) else [])
        found[seat].append(_typed(what, words))
    return [f"{words.seat(seat, log.seats)}.{what}".casefold() for seat, names in found.items() for what in names]


def number_of(log: Seen, word: str, words: Words) -> tuple[int, tuple[str, ...]]:
    """`ana.gold`: a seat and one of its numbers, by its word, or as sentences or the board call it.

    A score may be several numbers, of which the lowest counts: those that the seat has.
    """
    who, dot, what = word.rstrip(".").rpartition(".")  # a name may have a dot, a number at most behind it
    numbers = log.game.counters(log.state().table)
    called = {name: _names(name, words) for name in dict.fromkeys(what for _, what in numbers)}
    if log.game.score:
        called = {SCORE: [SCORE]} | called
    known = [name if words.lang == ENGLISH else _typed(name, words).casefold() for name in called]
    if not dot and (asked := _one(what, called)) is not None:
        own = {SCORE: log.game.score}.get(asked, (asked,))
        having = [seat for seat in range(len(log.seats)) if any((seat, one) in numbers for one in own)]
        shown = asked if words.lang == ENGLISH else _typed(asked, words).casefold()
        raise Usage("whose_number", known=[f"{log.seats[seat].casefold()}.{shown}" for seat in having], word=word)
    if not dot:
        raise Usage("no_such_number", known=[f"{log.seats[0].casefold()}.{name}" for name in known], word=word)
    number = _one(what, called)
    if number is None:
        raise Usage("no_such_number", known=known, word=word)
    sides = 1 + max(seat for seat, _ in numbers)  # also those at which nobody sits
    seat = seat_called(who, [words.seat(side, log.seats) for side in range(sides)])
    own = tuple(one for one in (log.game.score if number == SCORE else (number,)) if (seat, one) in numbers)
    if not own:
        raise Usage(
            "no_such_number", known=[_typed(one, words).casefold() for at, one in numbers if at == seat], word=word
        )
    return seat, own


def _typed(what: str, words: Words) -> str:
    """The name of a number, as one word."""
    return words.numbers.get(what, what).partition("|")[0].replace(" ", "_")


def _names(what: str, words: Words) -> list[str]:
    """What a number is called: by its word, in sentences, and for short at the head of a column."""
    heads = words.names.get("short", {}).get(what, ""), words.board.get(what, "")
    texts = [what, words.numbers.get(what, ""), *(head for head in heads if "{" not in head)]
    return [name for text in texts for name in text.split("|") if name]


def _one(word: str, called: dict[str, list[str]]) -> str | None:
    """The only one that is called so, or begins so."""
    said = _letters(word)
    names = {what: {*map(_letters, each)} for what, each in called.items()}
    exact = [what for what, each in names.items() if said in each]
    begun = [what for what, each in names.items() if said and any(name.startswith(said) for name in each)]
    found = exact or begun
    return found[0] if len(found) == 1 else None


def _letters(text: str) -> str:
    """What counts of a name."""
    return folded(text).replace(" ", "")


def rules_of(body: AnyBody) -> tuple[str, ...]:
    """The rules under which the facts of a row happened, each once, in order."""
    return tuple(dict.fromkeys(fact.rule for fact in body.facts))
