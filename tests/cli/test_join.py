"""A match that waits for its players' nonces, from the command line."""

from pathlib import Path

import msgspec
import pytest

from core.games import game_named
from store.acts import Act, Written
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.cli.conftest import Herald, listed
from tests.cli.screen import Screen
from tests.cli.test_processes import at_once
from tests.replays.tables import Clock, entropy_of
from tests.support.at_desk import enter


@pytest.fixture
def match(run: Herald) -> str:
    """Ana and Bo have to join."""
    started = run("new", "medieval", "Ana", "Bo", "--nonces", "--json")
    assert (started.code, started.json["nonces"]) == (0, True)
    return str(started.json["match"])


def nonces(home: Path) -> list[Path]:
    return sorted((home / "data" / "herald" / "nonces").glob("*"))


def test_two_join_and_open_and_play(run: Herald, match: str, home: Path) -> None:
    first = run("join", "--as", "Ana")
    assert first.code == 0
    assert "   2  Ana  joins, with a closed nonce" in first.out
    assert "Waiting for Bo to join (`herald join`)." in first.out
    (file,) = nonces(home)
    assert str(file) in first.err
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    nonce, head = file.read_text(encoding="utf-8").splitlines()
    assert len(nonce) == 64
    assert head == f"{match} 1 {run('explain', f'{match}@1', '--json').json['digest']}"
    assert nonce not in run("log", "--json").out + run("export").out
    second = run("join", match, "--as", "Bo")
    assert second.out.startswith(f"{match} · Bo\n   3  Bo   joins, with a closed nonce\n   4  Bo   opens the nonce ")
    assert second.err == "", "nothing is left to be kept"
    third = run("join", "--as", "Ana")
    assert f"   5  Ana  opens the nonce {nonce}\n   6       all are here: the match begins\n" in third.out
    assert "(MED-7.3)" in third.out
    assert run("move", "monarch 1", "--as", "Ana").code == 0
    assert nonce in run("export").out
    verified = run("verify", "--json").json
    assert (verified["valid"], verified["draws_recorded"], verified["nonces"]) == (True, 0, 2)
    assert "2 seats have opened the nonce that they joined with" in run("verify").out
    assert "2 places ont ouvert leur nonce" in run("verify", "--lang", "fr").out


def test_who_is_waited_for_is_said_everywhere(run: Herald, match: str) -> None:
    run("join", "--as", "Bo")
    assert "Waiting for Ana to join" in run("show").out
    assert "You must join (`herald join`)." in run("inbox", "--as", "Ana").out
    assert "Nothing waits for Bo." in run("inbox", "--as", "Bo").err
    assert "waits for Ana" in run("list").out
    shown = run("show", match, "--json").json
    assert (shown["waiting"], shown["must"]) == (["Ana"], "join (`herald join`)")
    assert (shown["rule"], shown["over"]) == (None, False)
    run("join", "--as", "Ana")
    assert "Waiting for Bo to open the nonce (`herald join` again)." in run("show").out
    assert run("show", "--json").json["waiting"] == ["Bo"]


def test_rows_for_programs(run: Herald, match: str) -> None:
    for name in ("Ana", "Bo", "Ana"):
        assert run("join", "--as", name).code == 0
    rows = [run("explain", f"{match}@{row}", "--json").json for row in range(1, 7)]
    assert [row["kind"] for row in rows] == ["start", "join", "join", "nonce", "nonce", "begin"]
    found = listed([row["about"] or dict[str, object]() for row in rows])
    assert [len(str(about.get("digest", ""))) for about in found] == [0, 64, 64, 4, 4, 0]
    assert [len(str(about.get("nonce", ""))) for about in found] == [0, 4, 4, 64, 64, 0]


DOORS = [("move", "@", "monarch 1"), ("why", "@", "monarch 1"), ("moves",), ("move", "--dry-run", "x")]


@pytest.mark.parametrize("line", DOORS)
def test_nobody_moves_before_everybody_has_joined(run: Herald, match: str, line: tuple[str, ...]) -> None:
    said = run(*line, "--as", "Ana", "--json")
    document = said.json if line[0] == "why" else said.error
    assert (said.code, document["why"], document["seats"]) == (3, "not_all_joined", ["Ana", "Bo"])
    told = run(*line, "--as", "Ana")
    assert "the match has not begun: Ana, Bo must join first, with `herald join`." in told.out + told.err
    french = run(*line, "--as", "Ana", "--lang", "fr")
    assert "la partie n’a pas commencé\u202f: on attend Ana, Bo" in french.out + french.err
    assert run("show", match, "--json").json["row"] == 1


def test_nobody_plays_at_the_terminal_before_everybody_has_joined(match: str) -> None:
    screen = Screen("play", match, "--as", "Ana")
    told = screen.rest()
    assert screen.ends() == 3
    assert "Ana, Bo must join first" in " ".join(told.split())


def test_nothing_is_taken_back_or_forked_before_the_beginning(run: Herald, match: str) -> None:
    run("join", "--as", "Ana")
    for line, why in (
        (("undo", "--as", "Ana"), "nothing_to_undo"),
        (("undo", "--to", "1", "--as", "Ana"), "undo_nothing_begun"),
        (("undo", "--to", "1", "--arbiter", "--reason", "x"), "undo_nothing_begun"),
        (("redo", "--as", "Ana"), "nothing_to_redo"),
        (("fork", "@"), "fork_before_beginning"),
    ):
        said = run(*line, "--json")
        assert (said.code, said.error["why"]) == (3, why), line
    run("join", "--as", "Bo")
    run("join", "--as", "Ana")
    assert run("undo", "--to", "3", "--as", "Ana", "--json").error["why"] == "undo_before_beginning"
    assert run("fork", f"{match}@3", "--json").error["why"] == "fork_before_beginning"
    assert run("fork", match, "--json").json["waiting"] == ["Ana"]
    assert run("verify").code == 8, "the fork: its past is believed"


@pytest.mark.parametrize("row", range(1, 7))
def test_every_row_can_be_looked_at(run: Herald, match: str, row: int) -> None:
    for name in ("Ana", "Bo", "Ana"):
        run("join", "--as", name)
    for lang in ("en", "fr"):
        for line in (("show",), ("log",), ("replay",), ("explain",), ("export",), ("replay", "--every", "round")):
            for reader in ((), ("--as", "Bo")):
                if line[0] == "export" and reader:
                    continue
                said = run(line[0], f"{match}@{row}", *line[1:], *reader, "--lang", lang)
                assert (said.code, said.err) == (0, ""), (line, said)


def test_in_french(run: Herald, match: str) -> None:
    assert "On attend Ana, Bo\u202f: rejoindre la partie" in run("show", "--lang", "fr").out
    for name in ("Ana", "Bo", "Ana"):
        run("join", "--as", name, "--lang", "fr")
    told = run("log", "--lang", "fr").out
    assert "rejoint la partie, avec un nonce fermé" in told
    assert "ouvre le nonce " in told
    assert "tout le monde est là\u202f: la partie commence" in told
    assert match in run("inbox", "--lang", "fr", "--as", "Ana").out


# --- the nonce and its file ------------------------------------------------------------------------------------------


def test_without_a_nonce(run: Herald, match: str, home: Path) -> None:
    first = run("join", "--as", "Ana", "--no-nonce", "--json").json
    assert first["nonce_file"] is None
    assert "joins without a nonce" in run("log").out
    last = run("join", "--as", "Bo", "--no-nonce")
    assert "all are here: the match begins" in last.out
    assert nonces(home) == []
    assert run("verify", match).code == 0


def test_a_file_of_ones_own_is_used_again(run: Herald, match: str, home: Path) -> None:
    file = home / "mine"
    file.write_text("5a" * 32 + "\n", encoding="utf-8")
    chosen = ("--nonce-file", str(file))
    assert run("join", "--as", "Ana", *chosen, "--json").json["nonce_file"] == str(file)
    run("join", "--as", "Bo")
    assert f"opens the nonce {'5a' * 32}" in run("join", match, "--as", "Ana", *chosen).out
    assert len(nonces(home)) == 1, "that of Bo"


def test_a_nonce_that_is_lost_or_another_one(run: Herald, match: str, home: Path) -> None:
    run("join", "--as", "Ana")
    run("join", "--as", "Bo")
    (mine,) = [file for file in nonces(home) if file.name == f"{match}-0.nonce"]
    other = run("join", "--as", "Ana", "--nonce-file", str(nonces(home)[1]), "--json")
    assert (other.code, other.error["why"]) == (3, "other_nonce")
    assert run("join", "--as", "Ana", "--no-nonce", "--json").error["why"] == "nonce_needed"
    moved = mine.rename(home / "kept")
    lost = run("join", "--as", "Ana")
    assert lost.code == 2
    assert f"should lie in {mine}, which is not there" in lost.err
    assert not mine.exists(), "none is made when one is due that was committed to"
    assert run("join", "--as", "Ana", "--nonce-file", str(moved)).code == 0


@pytest.mark.parametrize("text", ["", "me", "5A" * 32, "5a" * 33])
def test_a_file_that_holds_no_nonce(run: Herald, match: str, home: Path, text: str) -> None:
    file = home / "mine"
    file.write_text(text, encoding="utf-8")
    said = run("join", match, "--as", "Ana", "--nonce-file", str(file), "--json")
    assert (said.code, said.error["why"]) == (2, "nonce_unreadable")
    assert file.read_text(encoding="utf-8") == text
    assert run("show", "--json").json["row"] == 1


def test_a_nonce_that_cannot_be_kept_is_not_committed_to(run: Herald, match: str, home: Path) -> None:
    said = run("join", match, "--as", "Ana", "--nonce-file", str(home / "nowhere" / "mine"), "--json")
    assert (said.code, said.error["why"]) == (1, "file_unwritable")
    both = run("join", match, "--as", "Ana", "--nonce-file", "x", "--no-nonce", "--json")
    assert (both.code, both.error["why"]) == (2, "nonce_file_or_none")
    assert run("show", "--json").json["row"] == 1


def test_who_finds_another_beginning_does_not_open(run: Herald, home: Path) -> None:
    """The host knows Bo's nonce and wants other draws: the same match again, over another seed."""
    ids: set[str] = set()
    for seed in ("first", "second"):
        with open_store(home / f"{seed}.db") as store:
            host = Matches(store, Clock(), entropy_of("host"))
            ids.add(host.start(game_named("medieval"), ("Ana", "Bo"), practice=seed, nonces=True).log.match)
    (match,) = ids
    first, second = (("--db", str(home / f"{seed}.db")) for seed in ("first", "second"))
    assert run("join", match, "--as", "Ana", *first).code == 0
    (file,) = nonces(home)
    nonce, _ = file.read_text(encoding="utf-8").splitlines()
    with open_store(home / "second.db") as store:
        anew = Matches(store, Clock(), entropy_of("host"))
        enter(anew, match, Act("Ana"), nonce)  # the commitment that the host has seen
        enter(anew, match, Act("Bo"), "b0" * 32)
    refused = run("join", match, "--as", "Ana", "--json", *second)
    assert (refused.code, refused.error["why"], refused.error["row"]) == (6, "begun_anew", 1)
    assert "do not open your nonce" in run("join", match, "--as", "Ana", *second).err
    assert run("show", match, "--json", *second).json["waiting"] == ["Ana"]
    assert run("join", match, "--as", "Bo", *first).code == 0
    assert run("join", match, "--as", "Ana", *first).code == 0, "the true one"


def test_the_desk_is_told_no_nonce_before_all_are_committed(
    run: Herald, match: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last one to join, too, is committed first, and looks at the match again before opening."""
    told: list[tuple[str, str | None]] = []
    join, opens = Matches.join, Matches.open_nonce

    def joins(desk: Matches, match: str, act: Act, committed: str | None) -> Written:
        told.append(("join", committed))
        return join(desk, match, act, committed)

    def opened(desk: Matches, match: str, act: Act, nonce: str) -> Written:
        told.append(("open", nonce))
        return opens(desk, match, act, nonce)

    monkeypatch.setattr(Matches, "join", joins)
    monkeypatch.setattr(Matches, "open_nonce", opened)
    for name in ("Ana", "Bo", "Ana"):
        assert run("join", match, "--as", name).code == 0
    assert [kind for kind, _ in told] == ["join", "join", "open", "open"]
    kept = {file.read_text(encoding="utf-8").splitlines()[0] for file in nonces(home)}
    assert {nonce for kind, nonce in told if kind == "open"} == kept
    assert not {said for kind, said in told if kind == "join"} & kept


def test_who_is_shown_another_match_after_joining_does_not_open(
    run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host waits for the last commitment, and then begins anew over another seed."""
    hosts: list[Matches] = []
    with open_store(home / "first.db") as one, open_store(home / "second.db") as other:
        for store, seed in ((one, "first"), (other, "second")):
            hosts.append(Matches(store, Clock(), entropy_of("host")))
            hosts[-1].start(game_named("medieval"), ("Ana", "Bo"), practice=seed, nonces=True)
            enter(hosts[-1], store.find("")[0], Act("Ana"), "a0" * 32)
        join, seen = Matches.join, list[str]()

        def elsewhere(_: Matches, match: str, act: Act, committed: str | None) -> Written:
            return join(hosts[1], match, act, committed)

        def told(_: Matches, _match: str, _act: Act, nonce: str) -> None:
            seen.append(nonce)

        monkeypatch.setattr(Matches, "join", elsewhere)
        monkeypatch.setattr(Matches, "open_nonce", told)
        refused = run("join", one.find("")[0], "--as", "Bo", "--db", str(home / "first.db"), "--json")
    assert (refused.code, refused.error["why"], seen) == (6, "begun_anew", [])


@pytest.mark.parametrize("head", ["", "a remark", "other-match-1 1 00", "{match} x 00", "{match} 1"])
def test_what_else_stands_in_the_file_means_nothing(run: Herald, match: str, home: Path, head: str) -> None:
    file = home / "mine"
    file.write_text(f"{'5a' * 32}\n{head.format(match=match)}\n", encoding="utf-8")
    for name in ("Ana", "Bo", "Ana"):
        chosen = ("--nonce-file", str(file)) if name == "Ana" else ()
        assert run("join", match, "--as", name, *chosen).code == 0


@pytest.mark.parametrize("row", ["0", "9", "1"])
def test_a_head_that_the_match_does_not_have(run: Herald, match: str, home: Path, row: str) -> None:
    file = home / "mine"
    file.write_text(f"{'5a' * 32}\n{match} {row} {'0' * 64}\n", encoding="utf-8")
    said = run("join", match, "--as", "Ana", "--nonce-file", str(file), "--json")
    assert (said.code, said.error["why"], said.error["expected"]) == (6, "begun_anew", "0" * 64)
    assert run("show", match, "--json").json["row"] == 1


# --- who may ---------------------------------------------------------------------------------------------------------


def test_joining_twice_and_where_nobody_joins(run: Herald, match: str, home: Path) -> None:
    run("join", "--as", "Ana")
    said = run("join", "--as", "Ana")
    assert (said.code, said.err) == (3, "refused: you have joined already. The match waits for Bo.\n")
    run("new", "medieval", "Ana", "Bo")
    assert run("join", "--as", "Ana", "--json").error["why"] == "no_nonces"
    assert len(nonces(home)) == 1, "no nonce was made for nothing"
    run("join", match, "--as", "Bo")
    run("join", match, "--as", "Ana")
    assert run("join", match, "--as", "Bo", "--json").error["why"] == "begun_already"
    assert run("join", f"{match}@1", "--as", "Bo", "--json").error["why"] == "past_cannot_change"


def test_bots_are_not_waited_for(run: Herald) -> None:
    started = run("new", "medieval", "Ana", "Bo", "--bot", "Bo=random", "--nonces", "--json").json
    assert started["waiting"] == ["Ana"]
    assert run("join", "--as", "Bo", "--json").error["why"] == "bots_do_not_join"
    said = run("join")
    assert (said.code, said.out.splitlines()[0].endswith(" · Ana")) == (0, True), "the only person at the table"
    assert "all are here: the match begins" in said.out
    alone = run("new", "medieval", "--bot", "Bo=random", "--bot", "Cy=random", "--nonces", "--json")
    assert (alone.code, alone.error["why"]) == (2, "nonces_of_nobody")


def test_the_seat_is_joined_by_who_has_its_key(run: Herald, home: Path) -> None:
    started = run("new", "medieval", "Ana", "Bo", "--keys", "--nonces", "--json").json
    keys = msgspec.convert(started["keys"], dict[str, str])
    assert run("join", "--as", "Ana", "--json").error["why"] == "key_needed"
    assert run("join", "--as", "Ana", HERALD_KEY=keys["Bo"]).code == 4
    assert nonces(home) == []
    assert run("join", "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0


def test_all_at_once(run: Herald, home: Path) -> None:
    """Whoever comes last, in whatever process, opens at once; nobody gets lost."""
    names = ("Ana", "Bo", "Cy", "Di")
    assert run("new", "medieval", *names, "--nonces").code == 0
    joined = at_once(*(("join", "@", "--as", name) for name in names))
    assert [code for code, _, _ in joined] == [0] * 4, joined
    waiting = msgspec.convert(run("show", "--json").json["waiting"], list[str])
    assert len(waiting) == 3
    opened = at_once(*(("join", "@", "--as", name) for name in waiting))
    assert [code for code, _, _ in opened] == [0] * 3, opened
    assert sum("the match begins" in out for _, out, _ in opened) == 1
    report = run("verify", "--json").json
    assert (report["valid"], report["row"], report["draws_recorded"]) == (True, 10, 0)
    assert len(nonces(home)) == 4


def test_a_match_with_nonces_goes_from_hand_to_hand(run: Herald, match: str, home: Path) -> None:
    """Before and after the beginning: exported, verified, imported elsewhere, replayed."""
    for name in ("Ana", "Bo", "Ana"):
        run("join", "--as", name)
        file = home / f"{name}.jsonl"
        assert run("export", match, "-o", str(file), "--force").code == 0
        assert run("verify", str(file)).code == 0
        assert run("show", str(file)).code == 0
        elsewhere = ("--db", str(home / "elsewhere.db"))
        assert run("import", str(file), *elsewhere).code == 0
        refused = run("join", match, "--as", "Bo", *elsewhere, "--json")
        assert (refused.code, refused.error["why"]) == (4, "played_elsewhere")
