"""The desk far away: what a host shows is checked before it is kept, and what is kept stays."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from core.kernel.errors import Damaged, HeraldError, NotAllowed, Refused, Usage
from core.kernel.log.keys import key_digest
from replays.verify.shown import check_shown
from store.acts import Act
from store.remote.call import Host, Unreachable
from store.remote.copies import Copies
from store.remote.far import Far
from store.remote.heard import Heard, Hearing
from store.remote.wire import Done, Shown
from tests.replays.tables import Clock, entropy_of
from tests.service.conftest import KEYS, Ask
from tests.support.serving import served

ANA, BO = (Act(name, key=KEYS[name]) for name in ("Ana", "Bo"))
OPENING = ((ANA, "monarch 1"), (BO, "monarch 2"), (BO, "pair gold science"), (ANA, "pair gold combat"))
PLACED = "place production*3 gold G1 A2 D3*2"


class Between(Host):
    """A host, and somebody between it and us."""

    changes: Callable[[Shown], Shown] | None = None
    lost = 0  # so many answers do not arrive
    asked = 0

    def get(self, kind: type[Any], path: tuple[str, ...], key: str | None = None, **query: object) -> Any:
        return self._arrived(super().get(kind, path, key, **query))

    def post(self, kind: type[Any], path: tuple[str, ...], value: object, key: str | None = None) -> Any:
        return self._arrived(super().post(kind, path, value, key))

    def _arrived(self, found: Any) -> Any:
        self.asked += 1
        if self.lost:
            self.lost -= 1
            raise Unreachable(self.url, ConnectionResetError("gone"))
        if isinstance(found, Done):
            return replace(found, shown=self._arrived(found.shown))
        return self.changes(found) if self.changes is not None and isinstance(found, Shown) else found


class Ring:
    """One key, for every match."""

    def __init__(self, name: str) -> None:
        self._key = name, KEYS[name]

    def of(self, match: str) -> list[tuple[str, str]]:
        return [self._key]

    def matches(self) -> list[str]:
        return []


class Home:
    """A person with a copy of their own."""

    def __init__(self, url: str, file: Path, name: str = "Ana") -> None:
        self.told: list[HeraldError] = []
        self.file = file
        self.name = name
        self.begin(url)

    def end(self) -> None:
        if hasattr(self, "desk"):
            self.host.close()
            self.desk.close()

    def begin(self, url: str) -> None:
        """Another command: nothing is remembered but what lies on the disk."""
        self.end()
        self.host = Between(url)
        copies = Copies(str(self.file.with_suffix("")), Clock(), entropy_of(self.file.name))
        self.desk = Far(self.host, copies, Ring(self.name), lambda error, _: self.told.append(error), check_shown)


@pytest.fixture
def ana(url: str, tmp_path: Path) -> Iterator[Home]:
    home = Home(url, tmp_path / "ana.db")
    yield home
    home.end()


@pytest.fixture
def bo(url: str, tmp_path: Path) -> Iterator[Home]:
    home = Home(url, tmp_path / "bo.db", "Bo")
    yield home
    home.end()


@pytest.fixture
def placing(match: str, ana: Home, bo: Home) -> str:
    """Both must place their leaders, in secret."""
    for act, text in OPENING:
        (ana if act is ANA else bo).desk.move(match, act, text)
    return match


def test_both_hold_the_same_match(url: str, placing: str, ana: Home, bo: Home) -> None:
    ana.desk.move(placing, ANA, PLACED)
    bo.begin(url)
    seen = [ana.desk.open(placing, 0, ANA.key), bo.desk.open(placing, 1, BO.key)]
    assert seen[0].digest == seen[1].digest
    assert seen[0].bodies[-1].sealed_move is not None
    assert seen[0].bodies[-1].sealed_move.known
    assert seen[1].bodies[-1].sealed_move is not None
    assert not seen[1].bodies[-1].sealed_move.known


def test_nothing_in_the_copy_opens_what_its_player_may_not_know(url: str, placing: str, ana: Home, bo: Home) -> None:
    ana.desk.move(placing, ANA, PLACED)
    bo.begin(url)
    bo.desk.open(placing, 1, BO.key)
    files = [bo.file, bo.file.with_name(f"{bo.file.name}-wal")]
    assert PLACED[6:].encode() not in b"".join(file.read_bytes() for file in files if file.exists())
    rows = bo.desk.home.store.read(placing)
    assert rows[-1].openings, "there is something to open"
    assert not any(opening for row in rows for opening in row.openings)
    assert bo.desk.home.store.secrets(placing) is None


def test_an_answer_that_is_lost_is_asked_for_again_and_nothing_is_done_twice(match: str, ana: Home) -> None:
    ana.host.lost = 1
    with pytest.raises(Unreachable):
        ana.desk.glance(match)
    ana.desk.glance(match)
    ana.host.lost = 1
    made = ana.desk.move(match, ANA, "monarch 1")
    assert (made.first, made.last, made.repeated) == (2, 2, True)
    assert ana.desk.open(match).head == 2


def test_an_undo_is_what_its_player_saw_and_nothing_else(match: str, ana: Home, bo: Home) -> None:
    """Bo has moved meanwhile, as Ana has not seen: what was free takes consent now, which she did not ask for."""
    ana.desk.move(match, ANA, "monarch 1")
    bo.desk.move(match, BO, "monarch 2")
    with pytest.raises(Refused, match="free_no_more"):
        ana.desk.undo(match, ANA)
    assert ana.desk.home.log(match).history.pending is None
    assert ana.desk.undo(match, ANA).log.bodies[-1].kind == "ask"


def test_a_redo_brings_back_what_its_player_saw(match: str, ana: Home, url: str) -> None:
    ana.desk.move(match, ANA, "monarch 1")
    ana.desk.undo(match, ANA)
    other = Home(url, ana.file.with_name("other.db"))
    other.desk.move(match, ANA, "monarch 2")
    other.desk.undo(match, ANA)
    with pytest.raises(Refused, match="other_meant"):
        ana.desk.redo(match, ANA)
    log = ana.desk.redo(match, ANA).log
    assert log.state().table == log.state(4).table
    other.end()


def test_a_refusal_is_the_hosts_own(match: str, bo: Home) -> None:
    with pytest.raises(Refused) as refused:
        bo.desk.move(match, BO, "monarch 1")
    assert (refused.value.code, refused.value.rule) == ("not_your_turn", "MED-7.6")


def test_who_has_another_key_is_told_so(match: str, ana: Home) -> None:
    with pytest.raises(NotAllowed):
        ana.desk.open(match, 1, KEYS["Ana"])
    with pytest.raises(NotAllowed):
        ana.desk.move(match, Act("Ana"), "monarch 1")


def test_a_new_key_opens_at_once(match: str, ana: Home) -> None:
    ana.desk.replace_key(match, ANA, key_digest(match, "Ana", "new key"))
    with pytest.raises(NotAllowed) as refused:
        ana.desk.move(match, ANA, "monarch 1")
    assert refused.value.why == "key_replaced"
    ana.desk.move(match, Act("Ana", key="new key"), "monarch 1")


def test_without_the_host_one_sees_what_was_there(placing: str, ana: Home) -> None:
    head = ana.desk.open(placing, 0, ANA.key).head
    ana.begin("http://127.0.0.1:9")
    assert ana.desk.open(placing, 0, ANA.key).head == head
    assert [match.match for match in ana.desk.listed()] == [placing]
    assert [error.why for error in ana.told] == ["unreachable"]
    with pytest.raises(Unreachable):
        ana.desk.move(placing, ANA, PLACED)


@pytest.mark.parametrize("url", ["http://club.example", "ftp://127.0.0.1", "http://", "127.0.0.1:80"])
def test_keys_do_not_travel_in_the_clear(url: str) -> None:
    with pytest.raises(Usage):
        Host(url)


def test_a_mark_of_more_rows_stays(tmp_path: Path) -> None:
    """Another command was told more, while the answer to this one was on its way."""
    hearing = Hearing(str(tmp_path / "heard.json"))
    hearing.hear({"m": Heard(10, 5, "digest", "mark"), "n": Heard(10, 2)})
    hearing.hear({"m": Heard(11, 4, "before", "other")})
    again = Hearing(str(tmp_path / "heard.json"))
    assert again.of("m") == Heard(11, 5, "digest", "mark")
    again.forget("m")
    assert (again.of("m"), again.of("n")) == (None, Heard(10, 2))


# --- hosts that lie -------------------------------------------------------------------------------------------------


def _changed(shown: Shown) -> Shown:
    row = shown.rows[-1]
    body = bytes(row.body).replace(b"monarch", b"m0narch")
    return replace(shown, rows=(*shown.rows[:-1], replace(row, body=type(row.body)(body))))


def _cut(shown: Shown) -> Shown:
    return replace(shown, rows=shown.rows[:-1])


def _other_head(shown: Shown) -> Shown:
    return replace(shown, digest="0" * 64)


@pytest.mark.parametrize("lie", [_changed, _cut, _other_head])
def test_what_does_not_hang_together_is_not_kept(match: str, ana: Home, lie: Callable[[Shown], Shown]) -> None:
    ana.desk.glance(match)
    ana.host.changes = lie
    with pytest.raises(Damaged):
        ana.desk.move(match, ANA, "monarch 1")
    assert ana.desk.home.store.head(match) == 1


def test_an_opening_that_does_not_fit_is_not_kept(url: str, placing: str, ana: Home) -> None:
    def other(shown: Shown) -> Shown:
        row = shown.rows[-1]
        openings = tuple(opening and replace(opening, salt="0" * 32) for opening in row.openings)
        return replace(shown, rows=(*shown.rows[:-1], replace(row, openings=openings)))

    head = ana.desk.home.store.head(placing)
    ana.host.changes = other
    with pytest.raises(Damaged) as found:
        ana.desk.move(placing, ANA, PLACED)
    assert found.value.why == "opening_does_not_fit"
    ana.begin(url)
    ana.host.changes = other
    with pytest.raises(Damaged, match="opening_does_not_fit"):
        ana.desk.verify(placing, lambda _: None)
    assert (ana.told, ana.desk.home.store.head(placing)) == ([], head)


def test_another_history_is_told_and_nothing_is_written_over(match: str, ana: Home, tmp_path: Path) -> None:
    """The host begins the same match anew."""
    from tests.service.conftest import asking, beginning

    ana.desk.move(match, ANA, "monarch 1")
    held = ana.desk.home.store.read(match)
    with served(tmp_path / "other.db", is_open=True) as elsewhere:
        ask: Ask = asking(elsewhere)
        assert ask("POST", "/matches", beginning()).status == 201
        move = {"do": {"kind": "move", "text": "monarch 2"}, "client": "x"}
        assert ask("POST", f"/matches/{match}/acts", move, KEYS["Ana"]).status == 201
        ana.begin(elsewhere)
        with pytest.raises(Damaged) as found:
            ana.desk.open(match, 0, ANA.key)
        assert (found.value.why, found.value.row) == ("host_shows_other", 2)
        assert ana.desk.home.store.read(match) == held


def test_an_answer_that_another_command_of_the_same_home_has_overtaken(match: str, url: str, ana: Home) -> None:
    """What was shown later is here already when the answer arrives; the host has lost nothing."""
    other = Home(url, ana.file, "Bo")
    ana.desk.glance(match)

    def overtaken(shown: Shown) -> Shown:
        ana.host.changes = None
        assert other.desk.move(match, BO, "monarch 2").last > shown.head
        return shown

    ana.host.changes = overtaken
    made = ana.desk.move(match, ANA, "monarch 1")
    assert (made.first, made.last) == (2, 2)
    assert ana.desk.home.store.head(match) == 3
    other.end()
