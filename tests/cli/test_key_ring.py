"""What a person does with the keys that they hold."""

import stat
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from cli.main import herald
from cli.person.keyring import Key, Keyring
from cli.person.keytexts import Given, link, read_keys
from core.kernel.errors import Usage
from tests.cli.conftest import Herald, Said, listed
from tests.cli.screen import Screen
from tests.cli.test_completion import offered


@pytest.fixture
def two(home: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Ana and Bo, each with a folder of their own."""
    return {"HERALD_HOME": str(home / "ana")}, {"HERALD_HOME": str(home / "bo")}


@pytest.fixture
def locked(run: Herald, two: tuple[dict[str, str], dict[str, str]]) -> tuple[str, dict[str, str]]:
    """A match that Ana has started."""
    started = run("new", "medieval", "Ana", "Bo", "--keys", "--as", "Ana", "--json", **two[0])
    assert started.code == 0, started.err
    return str(started.json["match"]), msgspec.convert(started.json["keys"], dict[str, str])


def locked_match(run: Herald, ana: dict[str, str]) -> str:
    return str(run("new", "medieval", "Ana", "Bo", "--keys", "--as", "Ana", "--json", **ana).json["match"])


Two = tuple[dict[str, str], dict[str, str]]
Locked = tuple[str, dict[str, str]]


def piped(text: str, *args: str, **env: str) -> Said:
    result = CliRunner().invoke(herald, list(args), input=text, env=env)
    return Said(result.exit_code, result.stdout, result.stderr)


def held(run: Herald, *args: str, **env: str) -> list[tuple[object, object]]:
    return [(key["name"], key["opens"]) for key in listed(run("key", "list", *args, "--json", **env).json["keys"])]


# --- what is one's own ------------------------------------------------------------------------------------------------


def test_who_starts_a_match_keeps_their_own_key_and_that_of_the_arbiter(run: Herald, locked: Locked, two: Two) -> None:
    match, keys = locked
    ana, bo = two
    assert set(keys) == {"Ana", "Bo", "arbiter"}
    assert held(run, **ana) == [("Ana", True), ("arbiter", True)]
    assert held(run, **bo) == []
    assert run("move", "monarch 1", **ana).out.startswith(f"{match} · Ana\n"), "who has a key is the seat"
    assert run("show", match, **ana).out.startswith(f"{match}, row 2, as Ana sees it")
    assert run("show", match, **bo).out.startswith(f"{match}, row 2, as everybody sees it")
    assert run("move", match, "monarch 2", "--json", **bo).error["why"] == "which_seat"
    assert run("move", match, "monarch 2", "--as", "Bo", "--json", **ana).error["why"] == "key_needed"


@pytest.mark.parametrize(
    ("words", "env", "kept"),
    [
        (("Ana", "Bo"), {}, ["arbiter"]),
        (("Ana", "Bo"), {"HERALD_SEAT": "bo"}, ["Bo", "arbiter"]),
        (("Ana", "Bo"), {"HERALD_SEAT": "B"}, ["arbiter"]),
        (("Ana", "Bo", "--bot", "Bo=random"), {}, ["Ana", "arbiter"]),
    ],
)
def test_what_is_kept_is_what_is_certainly_theirs(
    run: Herald, words: tuple[str, ...], env: dict[str, str], kept: list[str]
) -> None:
    said = run("new", "medieval", *words, "--keys", **env)
    assert [name for name, _ in held(run)] == kept
    assert "Bo: " in said.out, "all of them are shown once"
    assert "In your key ring" in said.err


def test_nobody_starts_a_match_as_somebody_who_is_not_there(run: Herald) -> None:
    said = run("new", "medieval", "Ana", "Bo", "--keys", "--as", "Zoe", "--json")
    assert (said.code, said.error["why"]) == (2, "unknown_seat")
    assert run("list").out == ""
    assert held(run) == []


def test_a_fork_keeps_its_keys(run: Herald, locked: Locked, two: Two) -> None:
    match, _ = locked
    made = run("fork", match, "--json", **two[0]).json
    assert made["reader"] == "Ana", "what its maker knows is what the ring opens"
    assert held(run, str(made["match"]), **two[0]) == [("Ana", True), ("arbiter", True)]
    assert run("moves", str(made["match"]), "--as", "Ana", **two[0]).code == 0


def test_a_match_that_is_begun_twice_keeps_its_keys(run: Herald) -> None:
    for _ in range(2):
        assert run("new", "medieval", "Ana", "Bo", "--keys", "--as", "Ana", "--id", "once").code == 0
        assert held(run) == [("Ana", True), ("arbiter", True)]


# --- which key is used ------------------------------------------------------------------------------------------------


def test_the_first_that_opens_counts_and_a_file_alone(run: Herald, locked: Locked, two: Two, home: Path) -> None:
    match, keys = locked
    ana = two[0]
    assert run("show", match, "--as", "Ana", HERALD_KEY=keys["Bo"], **ana).code == 0, "the key of another match"
    file = home / "bo.key"
    file.write_text(keys["Bo"], encoding="utf-8")
    assert run("show", match, "--as", "Ana", "--key-file", str(file), **ana).code == 4
    assert run("show", match, "--as", "Bo", "--key-file", str(file), **ana).code == 0
    assert run("undo", match, "--arbiter", "--reason", "x", "--to", "1", "--json", **ana).error["why"] != "key_needed"


def test_the_inbox_has_the_key_of_each_match(run: Herald, two: Two) -> None:
    ana = two[0]
    mine = [
        str(run("new", "medieval", "Ana", "Bo", "--keys", "--as", "Ana", "--json", **ana).json["match"]) for _ in "ab"
    ]
    others = str(run("new", "medieval", "Cy", "Di", "--json").json["match"])
    found = listed(msgspec.json.decode(run("inbox", "--json", **ana).out))
    assert {(one["match"], one["reader"]) for one in found} == {(mine[0], "Ana"), (mine[1], "Ana"), (others, None)}


# --- replacing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to_file", [False, True])
def test_who_replaces_their_key_holds_the_new_one(
    run: Herald, locked: Locked, two: Two, home: Path, to_file: bool
) -> None:
    match, _ = locked
    ana = two[0]
    file = home / "new.key"
    said = run("key", *(("-o", str(file)) if to_file else ()), "--json", **ana)
    assert (said.code, said.json["name"]) == (0, "Ana")
    assert held(run, **ana) == [("Ana", True), ("arbiter", True)]
    assert run("moves", match, **ana).code == 0
    mine = next(key.key for key in Keyring.of(_ring(home / "ana"), match) if key.seat == "Ana")
    assert mine == (file.read_text(encoding="utf-8").strip() if to_file else said.json["key"])


def _ring(folder: Path) -> Keyring:
    ring = Keyring()
    ring.path = str(folder / "keys.json")
    return ring


def test_a_key_that_is_lost_comes_anew_from_the_arbiter(run: Herald, locked: Locked, two: Two) -> None:
    match, keys = locked
    ana, bo = two
    assert piped(keys["Bo"], "key", "keep", match, **bo).out == f"Kept: the key of Bo in {match}.\n"
    assert run("key", "forget", match, **bo).out == f"Forgotten: the key of Bo in {match}.\n"
    lost = run("show", match, "--as", "Bo", **bo)
    assert "`herald key --arbiter --as Bo --reason TEXT`" in lost.err
    new = str(run("key", match, "--arbiter", "--as", "Bo", "--reason", "lost", "--json", **ana).json["key"])
    assert held(run, **ana) == [("Ana", True), ("arbiter", True)], "Bo's is not Ana's to keep"
    assert piped(f"{keys['Bo']}\n", "key", "keep", match, "--json", **bo).error["why"] == "opens_nothing"
    assert piped(f"{new}\n", "key", "keep", match, **bo).code == 0
    assert run("show", match, **bo).out.startswith(f"{match}, row 2, as Bo sees it")


def test_the_arbiter_keeps_their_new_key(run: Herald, locked: Locked, two: Two) -> None:
    ana = two[0]
    for _ in range(2):
        assert run("key", "--arbiter", "--reason", "seen by others", **ana).code == 0
    assert held(run, **ana) == [("arbiter", True), ("Ana", True)]
    assert len(locked[1]) == 3


# --- from hand to hand ------------------------------------------------------------------------------------------------


def test_all_keys_go_to_another_device(run: Herald, locked: Locked, two: Two, home: Path) -> None:
    match, keys = locked
    ana, file = two[0], home / "for-my-laptop.keys"
    copied = run("key", "copy", "-o", str(file), "--json", **ana).json
    assert (copied["count"], copied["links"]) == (2, None)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    laptop = {"HERALD_HOME": str(home / "laptop")}
    nowhere = {**laptop, "HERALD_DB": ""}
    kept = listed(run("key", "keep", "--key-file", str(file), "--json", **nowhere).json["keys"])
    assert [(key["match"], key["name"], key["opens"]) for key in kept] == [
        (match, "Ana", None),
        (match, "arbiter", None),
    ]
    assert "not in this database" in run("key", "list", **nowhere).out
    assert held(run, **laptop) == [("Ana", True), ("arbiter", True)]
    assert run("show", match, **laptop).out.startswith(f"{match}, row 1, as Ana sees it")
    again = run("key", "copy", "-o", str(file), "--json", **ana)
    assert again.error["why"] == "file_exists"
    assert keys["Ana"] not in run("key", "list", **laptop).out + run("key", "list", "--json", **laptop).out
    assert keys["Ana"] in run("key", "list", "--show", **laptop).out


def test_links_are_read_as_they_are_shown(run: Herald, locked: Locked, two: Two) -> None:
    match, _ = locked
    ana, bo = two
    links = run("key", "copy", match[:-1], "--as", "Ana", **ana).out
    assert links.count("\n") == 1
    assert piped(links, "key", "keep", **bo).out == f"Kept: the key of Ana in {match}.\n"
    service = links.replace("herald://", "https://club.example/play/m/")
    (key,) = [one for one in read_keys(links) if isinstance(one, Key)]
    assert read_keys(service) == [replace(key, at="https://club.example/play")], "an address of a service, too"


def test_only_the_match_that_is_named_is_taken_in(run: Herald, two: Two) -> None:
    ana, bo = two
    first, second = (locked_match(run, ana) for _ in "ab")
    links = run("key", "copy", "--as", "Ana", **ana).out
    assert piped(links, "key", "keep", second, **bo).out == f"Kept: the key of Ana in {second}.\n"
    assert held(run, first, **bo) == []


@pytest.mark.parametrize(
    "text", ["", " \n", "two words", "herald://m#as=Ana", "herald://#as=Ana&key=1", "a\nb", "é", "x" * 201]
)
def test_what_is_no_key_is_not_kept(run: Herald, locked: Locked, text: str) -> None:
    said = piped(text, "key", "keep", locked[0], "--json")
    assert (said.code, said.error["why"]) == (2, "no_key_there")
    assert held(run) == []


def test_a_key_of_nothing_is_not_kept(run: Herald, locked: Locked, two: Two) -> None:
    match, _ = locked
    void = f"herald://{match}#as=Ana&key=00"
    for text in ("0" * 32, void):
        assert piped(text, "key", "keep", match, "--json").error["why"] == "opens_nothing"
    mine = run("key", "copy", "--as", "Ana", **two[0]).out
    both = piped(f"{void}\n{mine}", "key", "keep")
    assert both.out == f"Not kept: the key of Ana opens nothing in {match}.\nKept: the key of Ana in {match}.\n"
    assert held(run) == [("Ana", True)]
    run("new", "medieval", "Ana", "Bo")
    assert piped("0" * 32, "key", "keep", "--json").error["why"] == "no_keys"


def test_at_a_terminal_a_key_is_asked_for_and_not_shown(run: Herald, locked: Locked, two: Two) -> None:
    match, keys = locked
    screen = Screen("key", "keep", match, "--lang", "fr", **two[1])
    screen.sees("(rien ne s’affiche)\N{NARROW NO-BREAK SPACE}: ")
    screen.types(keys["Bo"])
    told = screen.rest()
    assert keys["Bo"] not in told
    assert "la clé de Bo" in told
    assert screen.ends() == 0
    assert held(run, **two[1]) == [("Bo", True)]


def test_names_of_all_kinds_stand_in_links() -> None:
    from cli.person.keyring import Key

    key = Key("m-1", "J. R. & 100 % #1 é", "abc")
    assert read_keys(link(key)) == [key]
    assert read_keys("abc\n") == [Given("abc")]
    with pytest.raises(Usage):
        read_keys("herald://[m#as=Ana&key=1")


def test_what_is_not_there_is_not_copied_or_forgotten(run: Herald, locked: Locked, two: Two) -> None:
    match, _ = locked
    for nothing in (("copy",), ("forget", match)):
        assert run("key", *nothing, "--json").error["why"] == "no_such_key"
    for line in (("copy", "--as", "Bo"), ("forget", match, "--as", "Bo")):
        assert run("key", *line, "--json", **two[0]).error["why"] == "no_such_key"
    assert run("key", "forget", match, "--as", "ana", **two[0]).out == f"Forgotten: the key of Ana in {match}.\n"
    assert held(run, **two[0]) == [("arbiter", True)]


def test_a_spoiled_ring_stops_what_needs_it_and_nothing_else(run: Herald, locked: Locked, two: Two, home: Path) -> None:
    match, keys = locked
    (home / "ana" / "keys.json").write_text("{", encoding="utf-8")
    assert run("key", "list", "--json", **two[0]).error["why"] == "ring_unreadable"
    said = run("new", "medieval", "Ana", "Bo", "--keys", "--json", **two[0])
    assert (said.code, said.error["why"]) == (1, "ring_unreadable")
    open_match = str(run("new", "medieval", "Ana", "Bo", "--json", **two[0]).json["match"])
    assert run("move", open_match, "monarch 1", "--as", "Ana", **two[0]).code == 0
    file = home / "ana.key"
    file.write_text(keys["Ana"], encoding="utf-8")
    assert run("show", match, "--as", "Ana", "--key-file", str(file), **two[0]).code == 0
    assert (home / "ana" / "keys.json").read_text(encoding="utf-8") == "{"


def test_completion(run: Herald, locked: Locked, two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = locked
    assert run("list").code == 0
    assert {"replace", "keep", "list", "copy", "forget", match} == set(offered("key", ""))
    assert offered("key", "fo") == ["forget"]
    assert offered("key", "forget", "") == []
    monkeypatch.setenv("HERALD_HOME", two[0]["HERALD_HOME"])
    for word in ("forget", "copy", "list"):
        assert offered("key", word, "") == [match]
