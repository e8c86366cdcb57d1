"""Chance, so that anybody can write it again in another language.

The n-th draw of a line (n from 0), with a public label, under a seed (text):

    key      = SHA-256 over the parts "herald draw 1", seed, n, label   (each part: its length as 8 bytes big-endian,
               then its UTF-8 bytes; n as decimal text)
    block i  = SHA-256(key, i as 8 bytes big-endian), i = 0, 1, 2, ...
    words    = the blocks one after the other, cut into 8 bytes, each read as a big-endian integer
    below(m) = the next word x; while x >= 2^64 - (2^64 mod m), take the next; the result is x mod m

To draw k of a bag: write it as a list in ascending order (by code points, equals beside each other); k times, take
position below(size) out of the list; the last element moves to the hole. The outcome is what was taken, in order. With
putting back (dice: the bag holds the faces) the list stays as it is, and every position is below(its whole size).
Several hands are one draw of all their cards, cut in the order of the seats.

The label stands in the key because an undone draw would otherwise tell what the next seat gets; modulo with rejection,
so that a bag of another size shares nothing with it; in ascending order, so that nobody can choose an order that suits.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain, islice
from struct import Struct as Layout
from typing import Any, TypeVar

from core.kernel.errors import Damaged
from core.kernel.rules.secret import HOLE, Secret, hashed
from core.kernel.rules.value import Value

Item = TypeVar("Item")


class Draw(Value, frozen=True):
    """What a step asks of chance: `count` of a bag; the label is public.

    `by`: the seats that see the outcome, where not everybody does. `back`: each is put back before the next is taken,
    so that all can be the same: a throw of dice. To roll some of them again is another draw, of so many. `each`: it is
    cut into hands, so many for each seat of `by`, which sees its own. `without`: boxes whose content is not in the bag
    any more, closed hands from the same deck: who does not hold them all cannot know the bag.
    """

    label: str
    bag: tuple[str, ...]
    count: int
    by: tuple[int, ...] = ()
    back: bool = False
    each: tuple[int, ...] = ()
    without: tuple[Secret["Drawn"], ...] = ()

    @property
    def left(self) -> tuple[str, ...]:
        """The bag without what lies in the boxes; `Hidden` for a reader who does not hold one of them."""
        return self._less(self.without) if self.without else self.bag

    def allows(self, drawn: "Drawn") -> bool:
        """Can this be the outcome, as far as it and the boxes are known?"""
        if len(drawn) != self.count:
            return False
        known = [item for item in drawn if item is not HOLE]
        if self.back:
            return set(known) <= set(self.bag)
        return Counter(known) <= Counter(self._less([box for box in self.without if box.known]))

    def hands(self, drawn: "Drawn") -> "list[tuple[tuple[int, ...], Drawn]]":
        """What goes into a box each, and for whom; a hole where this reader does not know it."""
        seats = [(seat,) for seat in self.by] if self.each else [self.by]
        left, found = iter(drawn), list[tuple[tuple[int, ...], Drawn]]()
        for by, size in zip(seats, self.sizes, strict=True):
            hand = tuple(islice(left, size))
            found.append((by, hand if len(hand) == size and HOLE not in hand else HOLE))
        return found

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many go into each box."""
        return self.each or (self.count,)

    def _less(self, boxes: "Sequence[Secret[Drawn]]") -> tuple[str, ...]:
        gone = Counter(chain.from_iterable(box.value for box in boxes))
        return tuple((Counter(self.bag) - gone).elements())


def split(label: str, bag: tuple[str, ...], hands: Mapping[int, int], without: "Sequence[Secret[Drawn]]" = ()) -> Draw:
    """Several hands dealt at once: how many for which seat."""
    each = tuple(hands.values())
    return Draw(label, bag, sum(each), by=tuple(hands), each=each, without=tuple(without))


Drawn = tuple[str, ...]
Dealer = Callable[[int, Draw], Drawn]


_four_words = Layout(">4Q").unpack


class Stream:
    """The words of one key; also the dice of bots and tests."""

    __slots__ = ("_at", "_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: tuple[Any, ...] = ()
        self._at = 4

    def word(self) -> int:
        if self._at == 4:  # noqa: PLR2004 - four words in a block of SHA-256
            self._words = _four_words(sha256(self._key + self._block.to_bytes(8, "big")).digest())
            self._block += 1
            self._at = 0
        word: int = self._words[self._at]
        self._at += 1
        return word

    def below(self, m: int) -> int:
        """A number from 0 to m - 1, each as likely."""
        limit = 2**64 - 2**64 % m
        while (x := self.word()) >= limit:
            pass
        return x % m

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely."""
        return items[self.below(len(items))]


def stream(*parts: str | int) -> Stream:
    """A stream of its own for bots, tests and simulations, keyed by what it is for."""
    return Stream(hashed("stream", *parts))


def thrown(dice: Stream, faces: Sequence[str], count: int) -> Drawn:
    """So many dice with these faces."""
    return tuple(dice.pick(faces) for _ in range(count))


def deal(dice: Stream, bag: Iterable[str], count: int) -> Drawn:
    """Take `count` out of the bag."""
    left = list(bag)
    drawn: list[str] = []
    for _ in range(count):
        at = dice.below(len(left))
        drawn.append(left[at])
        last = left.pop()
        if at < len(left):
            left[at] = last
    return tuple(drawn)


def derived(seed: str) -> Dealer:
    """The dealer of a match: every draw follows from seed, number and label."""

    def dealer(n: int, draw: Draw) -> Drawn:
        take = thrown if draw.back else deal
        return take(Stream(hashed("draw", seed, n, draw.label)), sorted(draw.left), draw.count)

    return dealer


def _unopened(draw: Draw) -> tuple[Drawn | None, ...]:
    return (None,) * len(draw.sizes)


def recorded(
    row: int, outcomes: Sequence[Drawn], first: int, closed: Callable[[Draw], tuple[Drawn | None, ...]] = _unopened
) -> Dealer:
    """The dealer of `verify` without the seed: what the row says, if the bag could have given it.

    `closed`: what lies in the next boxes of the row, those of this draw, if this reader may look into them.
    """

    def dealer(n: int, draw: Draw) -> Drawn:
        if n - first >= len(outcomes):
            raise Damaged("draw_missing", row, "chance", expected=draw.label)
        drawn = outcomes[n - first]
        if draw.by and not drawn:
            parts = closed(draw)
            if all(part is None for part in parts):
                return ()
            seen = ((HOLE,) * size if part is None else part for part, size in zip(parts, draw.sizes, strict=True))
            drawn = tuple(chain.from_iterable(seen))
        if not draw.allows(drawn):
            raise Damaged("draw_impossible", row, "chance", expected=draw.label, found=" ".join(map(str, drawn)))
        return drawn

    return dealer


def scripted(outcomes: Sequence[Drawn], otherwise: Dealer) -> Dealer:
    """The dealer of scenarios: the written outcomes first, then another dealer."""
    left = list(outcomes)

    def dealer(n: int, draw: Draw) -> Drawn:
        if not left:
            return otherwise(n, draw)
        drawn = left.pop(0)[: draw.count]
        missing, dice = draw.count - len(drawn), Stream(draw.label.encode())
        if draw.back:
            return drawn + thrown(dice, draw.bag, missing)
        return drawn + deal(dice, tuple((Counter(draw.left) - Counter(drawn)).elements()), missing)

    return dealer
