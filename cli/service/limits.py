"""Limits of what one address may take of the host, in an hour or at once; a wider group of addresses may take more."""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from ipaddress import IPv6Address, ip_address
from typing import TypeVar

from core.kernel.errors import NotAllowed

V = TypeVar("V")

HOUR = 3600.0

GROUPS = 10_000
"""Groups of addresses that are remembered."""

ALL_LISTENERS = 1_500
"""Listeners of all addresses together, where the system has descriptors for them."""

ASKED = 10
"""Times a beginning may be asked for, for each that may be made: what is refused, or known, is work, too."""

AT_ONCE = 4
"""Beginnings of one address, and requests about many matches, that are under way at the same time."""

EVERYBODY = "all"
WIDE, ALL = 4, 20
"""Multiples of what one address may take: for a customer of a provider with many networks (/48), for all together."""


def groups(address: str) -> Iterator[tuple[str, int]]:
    """List the groups that an address belongs to, each with how much more it may take than one address.

    Whoever has one address of IPv6 has a network of them (/64), and often 65,536 networks (/48).
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:  # none: a Unix socket
        parsed = None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        number = int(parsed)
        yield f"{number >> 64:x}/64", 1
        yield f"{number >> 80:x}/48", WIDE
    else:
        yield str(getattr(parsed, "ipv4_mapped", None) or parsed or address), 1
    yield EVERYBODY, ALL


class Hour:
    """Counts, for each group of addresses, of what it did in the last hour."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._done: dict[str, deque[float]] = {}

    def counts(self, address: str) -> Callable[[], None]:
        """Count one more, or refuse it; what is returned takes it back."""
        now, found = time.monotonic(), list[deque[float]]()
        for group, factor in groups(address):
            done = self._done.get(group) or deque()
            while done and done[0] <= now - HOUR:
                done.popleft()
            if len(done) >= self._most * factor:
                raise NotAllowed("too_many", seconds=int(done[0] + HOUR - now) + 1)
            found.append(done)
            _put_last(self._done, group, done)
        for done in found:
            done.append(now)

        def take_back() -> None:
            for done in found:
                with suppress(ValueError):  # the hour has passed
                    done.remove(now)

        return take_back


class Work:
    """The processor's time that each group of addresses took lately; it is forgotten evenly, all of it in an hour."""

    def __init__(self, most: float) -> None:
        """`most`: seconds that one address may take."""
        self._most = most
        self._taken: dict[str, tuple[float, float]] = {}  # seconds, and when

    def refuse_over(self, address: str) -> None:
        """Refuse an address of which one group has used up its time, and say when there is some again."""
        for group, factor in groups(address):
            most = self._most * factor
            over = self._now(group, most) - most
            if over >= 0:
                raise NotAllowed("too_much_work", seconds=int(over / most * HOUR) + 1 if most else int(HOUR))

    def add(self, address: str, seconds: float) -> None:
        """Count what was worked, whatever came of it."""
        for group, factor in groups(address):
            taken = self._now(group, self._most * factor) + seconds
            _put_last(self._taken, group, (taken, time.monotonic()))

    def _now(self, group: str, most: float) -> float:
        taken, at = self._taken.get(group, (0.0, 0.0))
        return max(taken - (time.monotonic() - at) / HOUR * most, 0.0)


def _put_last(kept: dict[str, V], group: str, value: V) -> None:
    """Remember a group; the ones that did nothing for longest are forgotten."""
    kept.pop(group, None)
    kept[group] = value
    while len(kept) > GROUPS:
        del kept[next(iter(kept))]


class AtOnce:
    """Count of what each group of addresses does at this moment."""

    def __init__(self, most: int, seconds: int, everybody: int | None = None) -> None:
        """`seconds`: when one who is refused may try again; `everybody`: of all addresses, if that is no multiple."""
        self._most = most
        self._everybody = most * ALL if everybody is None else everybody
        self._seconds = seconds
        self._now: dict[str, int] = {}

    @contextmanager
    def one(self, address: str) -> Generator[None]:
        """Count one for as long as it lasts, or refuse it."""
        with ExitStack() as counted:
            for group, factor in groups(address):
                most = self._everybody if group == EVERYBODY else self._most * factor
                if self._now.get(group, 0) >= most:
                    raise NotAllowed("too_many", seconds=self._seconds)
                self._now[group] = self._now.get(group, 0) + 1
                counted.callback(self._ends, group)
            yield

    def _ends(self, group: str) -> None:
        self._now[group] -= 1
        if not self._now[group]:
            del self._now[group]


class Purse:
    """The processor's time that an address may still take."""

    def __init__(self, work: Work, address: str) -> None:
        self._work = work
        self._address = address

    def refuse_empty(self) -> None:
        """Refuse work where none of the time is left."""
        self._work.refuse_over(self._address)

    def pay(self, seconds: float) -> None:
        """Count what was worked, whatever came of it."""
        self._work.add(self._address, seconds)


class Limits:
    """By address; behind a proxy that of the proxy's visitor."""

    def __init__(
        self, *, beginnings: int, listeners: int, processor: float, all_listeners: int = ALL_LISTENERS
    ) -> None:
        self._begun = Hour(beginnings)
        self._asked = Hour(beginnings * ASKED)
        self._work = Work(processor)
        self._beginning = AtOnce(AT_ONCE, seconds=1)
        self._batches = AtOnce(AT_ONCE, seconds=1)
        self._listening = AtOnce(listeners, seconds=60, everybody=all_listeners)

    def purse(self, address: str) -> Purse:
        """Return what work for somebody there is paid from."""
        return Purse(self._work, address)

    def asks(self, address: str) -> None:
        """Somebody there asks for a beginning."""
        self._asked.counts(address)

    @contextmanager
    def beginning(self, address: str) -> Generator[Callable[[], None]]:
        """Somebody there begins a match. It counts while that is tried, and afterwards if it is said that one began."""
        with self._beginning.one(address):
            gives_back, began = self._begun.counts(address), list[bool]()
            try:
                yield lambda: began.append(True)
            finally:
                if not began:
                    gives_back()

    def batch(self, address: str) -> AbstractContextManager[None]:
        """Count a request about many matches for as long as it takes, or refuse one too many."""
        return self._batches.one(address)

    def listening(self, address: str) -> AbstractContextManager[None]:
        """Count a listener for as long as it listens, or refuse one too many."""
        return self._listening.one(address)
