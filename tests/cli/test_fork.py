"""`herald fork`: what if?"""

from pathlib import Path

import msgspec

from tests.cli.conftest import PLACED, Club, Herald


def test_a_fork_goes_on_by_itself(run: Herald, club: Club) -> None:
    made = run("fork", f"{club.whole}@40", "--json").json
    assert made["match"] != club.whole
    assert msgspec.convert(made["forked"], dict[str, object])["row"] == 40
    assert made["row"] == 2
    then = run("show", f"{club.whole}@40", "--json").json
    now = run("show", str(made["match"]), "--json").json
    assert made["again"] == []
    for field in ("seats", "current", "upcoming", "discard", "reserve", "waiting", "stage", "rule"):
        assert now[field] == then[field], field
    waiting = msgspec.convert(now["waiting"], list[str])[0]
    moves = run("moves", "--as", waiting, "--json").json["moves"]
    first = msgspec.convert(moves, list[dict[str, object]])[-1]["long"]
    assert run("move", str(first), "--as", waiting).code == 0
    assert run("verify").code == 8, "its past is believed"
    assert f"what if: {club.whole} after row 40" in run("log").out


def test_who_answered_in_secret_is_asked_again(run: Herald, match: str) -> None:
    run("move", match, PLACED["Ana"], "--as", "Ana")
    public = run("fork", match, "--json").json
    assert (public["again"], public["waiting"]) == (["Ana"], ["Ana", "Bo"])
    bo = run("fork", match, "--as", "Bo", "--json").json
    assert (bo["again"], bo["waiting"]) == (["Ana"], ["Ana", "Bo"])
    ana = run("fork", match, "--as", "Ana", "--json").json
    assert (ana["again"], ana["waiting"]) == ([], ["Bo"])
    assert "Asked again: Ana." in run("fork", match).out


def test_no_fork_holds_what_its_maker_may_not_know(run: Herald, match: str, home: Path, db: Path) -> None:
    run("move", match, PLACED["Ana"] + " # my secret plan", "--as", "Ana")
    before = (home / "matches.db").read_bytes()
    assert b"my secret plan" in before or b"my secret plan" in (home / "matches.db-wal").read_bytes()
    for reader in ((), ("--as", "Bo")):
        name = str(run("fork", match, *reader, "--json").json["match"])
        for seat in ("Ana", "Bo"):
            text = run("export", name, "--as", seat).out
            assert "G1" not in text.replace("IMG1", "")
            assert "secret plan" not in text
        run("move", name, PLACED["Ana"].replace("G1", "G3"), "--as", "Ana")
        assert run("move", name, PLACED["Bo"], "--as", "Bo").code == 0
    assert db.exists()


def test_keys_guard_what_a_seat_knows(run: Herald) -> None:
    keys = msgspec.convert(run("new", "medieval", "Ana", "Bo", "--keys", "--json").json["keys"], dict[str, str])
    match = str(run("show", "--json").json["match"])
    assert run("fork", match, "--as", "Ana").code == 4
    assert run("fork", match, "--as", "Ana", HERALD_KEY=keys["Bo"]).code == 4
    made = run("fork", match, "--as", "Ana", HERALD_KEY=keys["Ana"])
    assert made.code == 0
    assert "\n  Ana: " in made.out
    assert "\n  the arbiter: " in made.out


def test_bots_stay_or_go(run: Herald) -> None:
    run("new", "medieval", "Ana", "Bo", "--bot", "Bo=random", "--practice", "x")
    match = str(run("show", "--json").json["match"])
    assert run("fork", f"{match}@1", "--json").json["bots"] == {"Bo": "random"}
    assert run("fork", f"{match}@1", "--no-bots", "--json").json["bots"] == {}
    alone = run("fork", f"{match}@1", "--bot", "ana=random", "--json").json
    assert (alone["bots"], alone["over"]) == ({"Ana": "random", "Bo": "random"}, True)
    assert run("verify").code == 8, "its past is believed"
    for wrong in (
        ("--bot", "Ana"),
        ("--bot", "Ana=random", "--bot", "Ana=greedy"),
        ("--bot", "Ana=random", "--bot", "ana=greedy"),
        ("--bot", "Zoe=random"),
        ("--bot", "Ana=wise"),
        ("--bot", "Ana=random", "--no-bots"),
    ):
        assert run("fork", f"{match}@1", *wrong).code == 2, wrong


def test_a_fork_of_a_file(run: Herald, club: Club, home: Path) -> None:
    file = str(home / "whole.jsonl")
    run("export", club.whole, "-o", file)
    there = {"HERALD_DB": str(home / "there.db")}
    assert run("fork", f"{file}@30", **there).code == 0
    assert run("verify", **there).code == 8


def test_where_nothing_is_left_to_play(run: Herald, club: Club) -> None:
    refused = run("fork", club.whole, "--json")
    assert (refused.code, refused.error["why"]) == (3, "fork_of_the_end")
    assert run("fork", f"{club.whole}@9999").code == 2


def test_what_was_taken_over_cannot_be_undone(run: Herald, club: Club) -> None:
    run("fork", f"{club.whole}@30")
    assert run("undo", "--to", "1", "--as", "Ana").code == 3
    assert run("undo", "--as", "Ana", "--arbiter", "--reason", "x", "--to", "1").code == 3


def test_the_same_command_makes_one_fork(run: Herald, match: str) -> None:
    run("move", match, PLACED["Ana"], "--as", "Ana")
    first = run("fork", match, "--as", "Ana", "--id", "what if", "--json").json
    assert (first["seen"], first["reader"]) == (False, "Ana")
    again = run("fork", match, "--as", "Ana", "--id", "what if", "--json").json
    assert (again["match"], again["seen"], again["reader"], again["keys"]) == (first["match"], True, None, {})
    assert "This command had been given before" in run("fork", match, "--as", "Ana", "--id", "what if").err
    for line in (("--as", "Bo"), ("--as", "Ana", "--bot", "Bo=random")):
        assert run("fork", match, *line, "--id", "what if").code == 2, line
    assert len(run("list", "--json").out.split('"match"')) == 3
