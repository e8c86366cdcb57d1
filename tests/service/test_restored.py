"""A host that went back to a backup: who plays there notices, and nothing of what they hold gets lost."""

from collections.abc import Iterator
from pathlib import Path
from time import time
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace

from cli.person.keyring import Keyring
from core.games import read_log
from core.kernel.log.row import StoredRow
from core.kernel.rules.secret import commit
from replays.files.export import file_sum, read_file
from tests.cli.conftest import home as home  # noqa: PLC0414 - a fixture
from tests.replays.forging import forged
from tests.service.restored import Club, Person, club_in


@pytest.fixture
def club(home: Path) -> Iterator[Club]:
    yield from club_in(home)


PLACED = "place production*3 gold G1 A2 D3*2"


def play(club: Club, match: str, *moves: str) -> None:
    """By turns as the rules have it: whoever is asked."""
    for move in moves:
        assert any(person("move", match, move).code == 0 for person in (club.ana, club.bo)), move
    for person in (club.ana, club.bo):
        person.does("show", match)


@pytest.fixture
def lost(club: Club) -> str:
    """Both have seen row 5, and the host has three rows."""
    match = club.begin("medieval")
    play(club, match, "monarch 1", "monarch 2")
    copy = club.back_up()
    play(club, match, "pair gold science", "pair gold combat")
    club.restore(copy)
    return match


def test_both_homes_notice_and_keep_what_they_hold(club: Club, lost: str) -> None:
    for person in (club.ana, club.bo):
        before = person.held()
        said = person("show", lost)
        assert (said.code, said.out) == (6, "")
        assert "3 rows" in said.err
        assert "2 rows are missing" in said.err
        assert f"herald give {lost} -o FILE" in said.err
        error = person("show", lost, "--json").error
        facts = {name: error[name] for name in ("why", "match", "found", "expected", "missing")}
        assert facts == {"why": "host_shows_less", "match": lost, "found": 3, "expected": 5, "missing": 2}
        assert "2 lignes manquent" in person("show", lost, HERALD_LANG="fr").err
        assert person.held() == before


def test_nobody_acts_upon_rows_that_the_host_has_lost(club: Club, lost: str) -> None:
    """It would part from what they hold, before they know."""
    for person in (club.ana, club.bo):
        said = person("move", lost, "pair gold culture")
        assert (said.code, "2 rows are missing" in said.err) == (6, True)
    assert club.host("show", lost, "--json").json["row"] == 3


@pytest.mark.usefixtures("lost")
def test_lists_go_on_with_the_other_matches(club: Club) -> None:
    other = club.begin("emara")
    for command in ("list", "inbox"):
        said = club.ana(command)
        assert (said.code, other in said.out, "2 rows are missing" in said.err) == (0, True, True)


def test_a_key_that_the_host_has_forgotten(club: Club) -> None:
    """It was made after the backup."""
    match = club.begin("medieval")
    copy = club.back_up()
    club.ana.does("key", "replace", match)
    club.restore(copy)
    said = club.ana("show", match)
    assert (said.code, club.ana("show", match, "--json").error["why"]) == (6, "host_forgot")


def test_a_match_that_the_host_has_forgotten(club: Club) -> None:
    club.begin("emara")
    copy = club.back_up()
    match = club.begin("medieval")
    play(club, match, "monarch 1")
    club.restore(copy)
    for command in ("show", "move"):
        said = club.ana(command, match, *(["monarch 3"] if command == "move" else []), "--json")
        assert (said.code, said.error["why"]) == (6, "host_forgot")


def test_another_history_is_told_with_the_first_row(club: Club, lost: str) -> None:
    goes_on_otherwise(club, lost)
    said = club.ana("show", lost, "--json")
    assert (said.code, said.error["why"], said.error["row"]) == (6, "host_shows_other", 4)


@pytest.mark.parametrize("args", [(), ("--all",)])
def test_what_is_held_is_verified_whatever_the_host_tells(club: Club, lost: str, args: tuple[str, ...]) -> None:
    empty = club.folder / "empty.db"
    empty.touch()

    def verified() -> str:
        said = club.ana.does("verify", *(args or (lost,)))
        assert "holds" in said.out or "0 with a fault" in said.out
        return said.err

    assert "2 rows are missing there" in verified()
    goes_on_otherwise(club, lost)
    assert "another history" in verified()
    club.restore(empty)
    assert "knows nothing" in verified()


def goes_on_otherwise(club: Club, lost: str) -> None:
    """By a move of Bo, at another machine."""
    stranger = Person(club, "Bo2")
    stranger.name = "Bo"
    stranger.keeps(lost, key_of(club.bo, lost))
    stranger.does("show", lost)
    stranger.does("move", lost, "pair gold culture")


def key_of(person: Person, match: str) -> str:
    with patch.dict("os.environ", person.env):
        return Keyring(person.club.url).of(match)[0].key


def test_a_copy_that_is_read_without_its_host_tells_its_age(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = club.begin("medieval")
    play(club, match, "monarch 1")
    club.stop()
    now = time()
    monkeypatch.setattr("time.time", lambda: now + 7200)
    for command in ("show", "list", "inbox", "log"):
        said = club.ana(command)
        assert (said.code, said.err.count("for 2 hours")) == (0, 1), command
    assert "depuis 2 heures" in club.ana("show", HERALD_LANG="fr").err
    at = club.ana("show", "--json").json["as_of"]
    assert isinstance(at, int)
    assert abs(at - now) < 60
    assert '"as_of"' in club.ana("list", "--json").out


def test_who_asks_a_host_that_answers_is_told_no_age(club: Club) -> None:
    match = club.begin("medieval")
    said = club.ana("show", match, "--json")
    assert "as_of" not in said.json


# --- giving, and taking back ----------------------------------------------------------------------------------------


def gives(club: Club, person: Person, match: str) -> str:
    file = club.folder / f"{person.name}.jsonl"
    person.does("give", match, "-o", str(file), "--force")
    return str(file)


def test_one_file_is_enough_where_nothing_was_answered_in_secret(club: Club, lost: str) -> None:
    head = club.ana("give", lost).out.splitlines()[0]
    assert '"mark":"' in head
    said = club.host("db", "restore-rows", gives(club, club.bo, lost), "--json")
    assert (said.code, said.err) == (0, "")
    wanted: dict[str, object] = {
        "match": lost,
        "before": 3,
        "row": 5,
        "rows": 2,
        "held": 5,
        "missing": [],
        "learned": 0,
    }
    assert {name: said.json[name] for name in wanted} == wanted
    for person in (club.ana, club.bo):
        person.does("show", lost)
        person.does("verify", lost)
    assert club.ana.head(lost) == club.bo.head(lost) == club.host("verify", lost, "--json").json["digest"]
    play(club, lost, PLACED)


def placed(club: Club, *, both: bool) -> tuple[str, Path]:
    """Ana, and perhaps Bo, have placed their leaders in secret after the backup."""
    match = club.begin("medieval")
    play(club, match, "monarch 1", "monarch 2")
    copy = club.back_up()
    play(club, match, "pair gold science", "pair gold combat")
    club.ana.does("move", match, f"{PLACED} # my own words")
    if both:
        club.bo.does("move", match, "place gold*4 G2 A1 D3*2")
    club.bo.does("show", match)
    club.ana.does("show", match)
    return match, copy


def test_a_closed_answer_needs_the_file_of_who_gave_it(club: Club) -> None:
    match, copy = placed(club, both=False)
    club.restore(copy)
    bos, before = gives(club, club.bo, match), club.dump()
    said = club.host("db", "restore-rows", bos)
    assert (said.code, said.out) == (1, "")
    assert "What Ana answered in secret is missing from row 6 on" in said.err
    told = club.host("db", "restore-rows", bos, "--json").error
    assert {name: told[name] for name in ("why", "match", "row", "last", "names")} == {
        "why": "answers_missing",
        "match": match,
        "row": 6,
        "last": 5,
        "names": "Ana",
    }
    assert "Les réponses secrètes d’Ana manquent" in club.host("db", "restore-rows", bos, HERALD_LANG="fr").err
    assert club.dump() == before
    both = club.host("db", "restore-rows", bos, gives(club, club.ana, match), "--json")
    assert (both.json["row"], both.json["missing"]) == (6, [])
    assert club.ana.head(match) == club.bo.head(match)
    assert "my own words" in club.ana.does("log", match).out
    assert "my own words" not in club.bo.does("log", match).out
    club.bo.does("move", match, "place gold*4 G2 A1 D3*2")
    club.ana.does("verify", match)


def test_what_is_complete_is_taken_on_request(club: Club) -> None:
    match, copy = placed(club, both=False)
    club.restore(copy)
    said = club.host("db", "restore-rows", gives(club, club.bo, match), "--partly")
    assert said.code == 0
    assert "2 rows taken back, from row 3 to 5" in said.out
    assert "What Ana answered in secret is missing at row 6" in said.out
    assert club.ana("show", match).code == 6, "the host still has less than they hold"
    rest = club.host("db", "restore-rows", gives(club, club.ana, match), "--json").json
    assert (rest["before"], rest["row"], rest["missing"]) == (5, 6, [])
    club.ana.does("show", match)


def test_an_answer_that_was_opened_since_is_there_for_all_and_only_its_words_are_not(club: Club) -> None:
    match, copy = placed(club, both=True)
    head = club.ana.head(match)
    club.restore(copy)
    said = club.host("db", "restore-rows", gives(club, club.bo, match), "--json").json
    assert (said["missing"], said["learned"]) == ([], 0)
    assert head == club.ana.head(match) == club.bo.head(match)
    club.host("verify", match)
    late = club.host("db", "restore-rows", gives(club, club.ana, match), "--json").json
    assert (late["rows"], late["learned"]) == (0, 1)
    assert "my own words" in club.host("log", match, "--as", "Ana", HERALD_KEY=key_of(club.ana, match)).out


def test_what_a_bot_answered_in_secret_is_found_again(club: Club) -> None:
    """It sees what it saw, and throws the same dice."""
    begun = club.host("new", "medieval", "Ana", "--bot", "Bo=random", "--practice", "x", "--keys", "--json").json
    match = str(begun["match"])
    club.ana.keeps(match, msgspec.convert(begun["keys"], dict[str, str])["Ana"])
    club.ana.does("show", match)
    copy = club.back_up()
    for move in ("monarch 1", "pair gold combat", PLACED):
        club.ana("move", match, move)
    held = club.ana.head(match)
    club.restore(copy)
    assert club.ana("show", match).code == 6
    assert club.host("db", "restore-rows", gives(club, club.ana, match)).code == 0
    assert club.ana.head(match) == held
    assert club.host("verify", match).code == 0


# --- going on without them ------------------------------------------------------------------------------------------


def test_the_table_goes_on_and_what_was_held_stays(club: Club, lost: str) -> None:
    file = str(club.folder / "kept.jsonl")
    held = club.ana.held()
    refused = club.ana("give", lost, "--go-on")
    assert (refused.code, "-o FILE" in refused.err) == (2, True)
    said = club.ana.does("give", lost, "-o", file, "--go-on")
    assert "From now on you follow the host" in said.out
    assert "knows what was drawn" in said.err
    assert club.ana.held().items() >= held.items(), "the copy of before lies there untouched"
    assert club.ana("verify", file).code == 0
    assert club.ana.does("show", lost, "--json").json["row"] == 3
    club.bo.does("give", lost, "-o", str(club.folder / "bo.jsonl"), "--go-on", "--json")
    play(club, lost, "pair gold culture", "pair gold combat")
    assert club.ana.head(lost) == club.bo.head(lost)


def test_what_else_lies_at_home_goes_along(club: Club, lost: str) -> None:
    other = club.begin("emara")
    fork = str(club.ana.does("fork", other, "--json").json["match"])
    club.ana.does("give", lost, "-o", str(club.folder / "kept.jsonl"), "--go-on")
    for match in (other, fork):
        club.ana.does("show", match)
    club.stop()
    assert club.ana("show", fork).code == 0


def test_who_holds_what_the_host_tells_has_nothing_else_to_follow(club: Club) -> None:
    match = club.begin("medieval")
    said = club.ana("give", match, "-o", str(club.folder / "kept.jsonl"), "--go-on", "--json")
    assert (said.code, said.error["why"]) == (2, "told_alike")


def test_both_histories_are_kept(club: Club, lost: str) -> None:
    """Bo goes on with other rows; Ana is told, and what she holds is no history of the host any more."""
    club.bo.does("give", lost, "-o", str(club.folder / "bo.jsonl"), "--go-on")
    club.bo.does("move", lost, "pair gold culture")
    assert club.ana("show", lost, "--json").error["why"] == "host_shows_other"
    said = club.host("db", "restore-rows", gives(club, club.ana, lost), "--json")
    assert (said.code, said.error["why"], said.error["row"]) == (6, "other_history", 4)
    assert club.host("show", lost, "--json").json["row"] == 4
    club.ana.does("give", lost, "-o", str(club.folder / "mine.jsonl"), "--go-on")
    assert club.ana.head(lost) == club.bo.head(lost)
    assert club.ana("verify", str(club.folder / "mine.jsonl")).code == 0


def test_what_is_played_here_is_given_to_nobody(club: Club) -> None:
    match = club.begin("medieval")
    said = club.host("give", match, "--json")
    assert (said.code, said.error["why"]) == (2, "kept_here")


def test_the_same_answer_in_the_same_row_shows_by_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bo has seen Ana's answer opened before it was lost: salt, move and all. She gives it again."""
    match, copy = placed(club, both=True)
    before = rows_of(gives(club, club.bo, match))
    known = read_log(before).vault[6, 0]
    assert commit(match, (6, 0), known) == before[5].commits[0]
    club.restore(copy)
    now = time()
    monkeypatch.setattr("time.time", lambda: now + 60)
    for person in (club.ana, club.bo):
        person.does("give", match, "-o", str(club.folder / f"{person.name}.lost"), "--go-on")
    play(club, match, "pair gold science", "pair gold combat")
    club.ana.does("move", match, f"{PLACED} # my own words")
    club.bo.does("show", match)
    again = rows_of(gives(club, club.bo, match))
    assert again[5].openings == (None, None)
    assert commit(match, (6, 0), known) != again[5].commits[0]
    assert not {*before[5].commits} & {*again[5].commits}


# --- files that lie -------------------------------------------------------------------------------------------------


@pytest.fixture
def files(club: Club) -> tuple[str, str, str]:
    """The host has lost Ana's closed answer and Bo's: what each of them gives."""
    match, copy = placed(club, both=True)
    club.restore(copy)
    return match, gives(club, club.ana, match), gives(club, club.bo, match)


def refused(club: Club, *files: str) -> str:
    """Why; nothing has changed."""
    before = club.dump()
    said = club.host("db", "restore-rows", *files, "--partly", "--json")
    assert said.code == 6, said
    assert club.dump() == before
    return str(said.error["why"])


def test_a_changed_byte_in_any_row(club: Club, files: tuple[str, str, str]) -> None:
    _, anas, _ = files
    lines = Path(anas).read_bytes().splitlines(keepends=True)
    for number in range(1, len(lines)):
        at = lines[number].index(b'"at":') + 6
        row = lines[number][:at] + bytes([lines[number][at] ^ 1]) + lines[number][at + 1 :]
        Path(anas).write_bytes(b"".join([*lines[:number], row, *lines[number + 1 :]]))
        assert refused(club, anas) in {"row_changed", "digest_changed"}


def rows_of(file: str) -> list[StoredRow]:
    return [*read_file(file).rows]


def remade(file: str, rows: list[StoredRow]) -> str:
    """A file whose first line says all that is so of these rows, with the mark that it had."""
    header = read_file(file).header
    lines = [msgspec.json.encode(row) + b"\n" for row in rows]
    said = replace(header, rows=len(rows), head=rows[-1].digest, sum="")
    data = b"".join([msgspec.json.encode(replace(said, sum=file_sum(said, lines))) + b"\n", *lines])
    Path(file).write_bytes(data)
    return file


def test_digests_made_anew_are_not_those_that_the_host_has_marked(club: Club, files: tuple[str, str, str]) -> None:
    """Another legal move of Ana's own, told as if it had been hers."""
    _, anas, bos = files
    rows = rows_of(anas)
    assert len(rows) > 4
    for number in range(4, len(rows) + 1):
        forgery = forged(rows, number, lambda body: body.update(at=body["at"] + 1))
        assert refused(club, remade(anas, forgery)) == "not_marked"
        assert refused(club, remade(anas, forgery), bos) == "not_marked"


def test_rows_that_are_cut_off_are_not_those_that_the_host_has_marked(club: Club, files: tuple[str, str, str]) -> None:
    _, anas, _ = files
    rows = rows_of(anas)
    assert len(rows) > 4
    for last in range(4, len(rows)):
        assert refused(club, remade(anas, rows[:last])) == "not_marked"
    Path(anas).write_bytes(Path(anas).read_bytes()[:-40])
    assert refused(club, anas) == "line_cut"


def test_an_opening_that_was_altered(club: Club, files: tuple[str, str, str]) -> None:
    _, anas, bos = files
    rows = rows_of(anas)
    closed = [number for number, row in enumerate(rows, 1) if any(row.openings)]
    assert closed
    for number in closed:
        row = rows[number - 1]
        openings = tuple(one and replace(one, salt="0" * 32) for one in row.openings)
        altered = [*rows[: number - 1], replace(row, openings=openings), *rows[number:]]
        assert refused(club, remade(anas, altered), bos) == "opening_does_not_fit"


def test_rows_of_another_match_and_marks_of_another_row(club: Club, files: tuple[str, str, str]) -> None:
    match, anas, bos = files
    other = club.begin("medieval")
    theirs = gives(club, club.ana, other)
    said = club.host("db", "restore-rows", bos, theirs, "--json")
    assert (said.code, said.error["why"]) == (2, "other_match_given")
    mark = read_file(theirs).header.mark
    remade(bos, rows_of(bos))
    lines = Path(bos).read_bytes().splitlines(keepends=True)
    header = replace(read_file(bos).header, mark=mark, sum="")
    lines[0] = msgspec.json.encode(replace(header, sum=file_sum(header, lines[1:]))) + b"\n"
    Path(bos).write_bytes(b"".join(lines))
    assert refused(club, bos) == "not_marked"
    assert anas
    assert match


def test_an_export_bears_no_mark(club: Club, files: tuple[str, str, str]) -> None:
    """Anybody can write a continuation of their own moves that holds."""
    match, _, bos = files
    club.stop()
    out = str(club.folder / "export.jsonl")
    club.bo.does("export", match, "--as", "Bo", "-o", out)
    assert rows_of(out) == rows_of(bos)
    assert refused(club, out) == "not_marked"


def test_a_match_of_which_the_backup_has_nothing(club: Club) -> None:
    club.begin("emara")
    copy = club.back_up()
    match = club.begin("medieval")
    club.restore(copy)
    said = club.host("db", "restore-rows", gives(club, club.ana, match), "--json")
    assert (said.code, said.error["why"]) == (2, "nothing_to_restore")
