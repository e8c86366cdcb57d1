"""What the scores came from: a row for each category, a column for each side, the final scoring apart."""

from collections.abc import Sequence

from core.kernel.language.words import Words
from core.kernel.log.log import Seen
from replays.explain import account
from replays.told.telling import Told


class CategoryTold(Told, frozen=True):
    """What one category gave to each side, before the final scoring or in it, and under which rules."""

    name: str
    rules: tuple[str, ...]
    amounts: tuple[int, ...]
    final: bool


class SheetTold(Told, frozen=True):
    """One of the numbers that are the score, by category, most points first; what came before the end stands first.

    `seats`: the sides that have this number, also those at which nobody sits.
    """

    what: str
    name: str
    seats: tuple[int, ...]
    names: tuple[str, ...]
    categories: tuple[CategoryTold, ...]
    totals: tuple[int, ...]

    def sums(self, *, final: bool) -> tuple[int, ...]:
        """What came in the final scoring, or before it."""
        rows = [one.amounts for one in self.categories if one.final == final]
        return tuple(map(sum, zip(*rows, strict=True))) or (0,) * len(self.seats)


def sheets(log: Seen, lang: str) -> tuple[SheetTold, ...]:
    """One for each of the numbers of which the lowest is the score; most games have one."""
    return tuple(_sheet(log, what, log.game.words(lang)) for what in log.game.score)


def _sheet(log: Seen, what: str, words: Words) -> SheetTold:
    seats = sorted(seat for seat, number in log.game.counters(log.state().table) if number == what)
    accounts = [account(log, seat, what) for seat in seats]
    amounts: dict[tuple[bool, str], list[int]] = {}
    rules: dict[tuple[bool, str], dict[str, None]] = {}
    for at, found in enumerate(accounts):
        for one in found.sources:
            key = one.final, _category(words, one.rule, one.source)
            amounts.setdefault(key, [0] * len(seats))[at] += one.amount
            rules.setdefault(key, {})[one.rule] = None
    return SheetTold(
        what=what,
        name=words.numbers.get(what, what),
        seats=tuple(seats),
        names=tuple(words.seat(seat, log.seats) for seat in seats),
        categories=tuple(
            CategoryTold(name=key[1], rules=tuple(rules[key]), amounts=tuple(amounts[key]), final=key[0])
            for key in sorted(amounts, key=lambda key: (key[0], -sum(amounts[key])))
        ),
        totals=tuple(found.total for found in accounts),
    )


def _category(words: Words, rule: str, source: str) -> str:
    """What the words call this rule, or the chapter that it stands in; else what gave the points.

    What tells sources of one name apart stands in brackets: `Watchtower (stone, row)`.
    """
    chapters: Sequence[str] = (rule, rule.rpartition(".")[0])
    known = (words.categories[one] for one in chapters if one in words.categories)
    return next(known, "") or str(words.anything(source)).partition(" (")[0]
