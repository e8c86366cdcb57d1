"""Several homes at one service: each person with a copy and a key of their own, playing by dice."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from core.kernel.errors import HeraldError
from core.kernel.language.spelling import format_move
from core.kernel.log.keys import ARBITER, key_digest
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.chance import Stream
from replays.verify import verify, verify_kept
from replays.verify.shown import check_shown
from store.acts import Act, Written
from store.remote.call import Host
from store.remote.copies import Copies
from store.remote.far import Far
from store.remote.wire import Begin, Done
from store.sqlite.adapter import open_store
from tests.replays.tables import Clock, entropy_of
from tests.support.matches import SEATS


class Ring:
    """The key of one seat, in every match."""

    def __init__(self, name: str) -> None:
        self._name = name

    def of(self, match: str) -> list[tuple[str, str]]:
        return [(self._name, key_of(self._name))]

    def matches(self) -> list[str]:
        return []


def key_of(name: str) -> str:
    """The key of a seat."""
    return key_digest("every match", name, "a key")[:32]


class Home:
    """A person at home."""

    def __init__(self, url: str, file: Path, name: str) -> None:
        self.name = name
        self.act = Act(name, key=key_of(name))
        self.told: list[HeraldError] = []
        self._url = url
        self.lines: list[Host] = []
        self.copies = Copies(str(file.with_suffix("")), Clock(), entropy_of(name))
        self.home = self.copies.home
        self.again()

    def again(self) -> None:
        """Another command: the host is asked anew."""
        self.hang_up()
        self.lines = [Host(self._url)]
        self.desk = Far(
            self.lines[0], self.copies, Ring(self.name), lambda error, _: self.told.append(error), check_shown
        )

    def sees(self, match: str) -> Seen:
        self.again()
        return self.desk.open(match, SEATS.index(self.name), self.act.key)

    def moves(self, match: str, text: str, client: str = "") -> Written:
        return self.desk.move(match, Act(self.name, key=self.act.key, client=client), text)

    def hang_up(self) -> None:
        for line in self.lines:
            line.close()

    def end(self) -> None:
        self.hang_up()
        self.home.store.close()


@contextmanager
def homes(url: str, folder: Path, names: Sequence[str] = SEATS[:2]) -> Generator[list[Home]]:
    """Some people, each with a file of their own."""
    people = [Home(url, folder / f"{name}.db", name) for name in names]
    try:
        yield people
    finally:
        for one in people:
            one.end()


def begin(url: str, game: str, match: str, players: int = 2) -> str:
    """A match at the service, for the first of the people."""
    names = SEATS[:players]
    keys = {name: key_digest(match, name, key_of(name)) for name in (*names, ARBITER)}
    host = Host(url)
    host.post(Done, ("matches",), Begin(game, names, f"begin {match}", keys, match, practice=match))
    host.close()
    return match


def plays(people: Sequence[Home], match: str, dice: Stream) -> tuple[Home, str] | None:
    """Who is asked now, and what they would type; None: the match is over."""
    state = people[0].sees(match).state()
    if not state.agenda:
        return None
    seat = dice.pick(engine.asked(state).seats)
    one = people[seat]
    own = one.sees(match).state()
    return one, format_move(dice.pick(engine.some_legal(own, seat, dice)))


def check_same(people: Sequence[Home], match: str, file: Path) -> int:
    """Everybody holds what the host holds, and each copy is what its seat may see and verifies; its last row."""
    with open_store(file, create=False) as store:
        rows = store.read(match)
    assert verify(rows).fault is None
    for one in people:
        seen = one.sees(match)
        assert (seen.head, seen.digest) == (len(rows), rows[-1].digest), one.name
        assert one.told == []
        report = one.desk.verify(match, verify_kept)
        assert report.fault is None, report.fault
        assert one.home.store.secrets(match) is None
    return len(rows)
