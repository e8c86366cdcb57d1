"""What nobody can decide again is never called valid: it has a code of its own, and comes in only when asked to."""

from pathlib import Path

import pytest

from core.kernel.log.log import Log
from replays.files.export import read_file
from tests.cli.conftest import Club, Herald
from tests.corpus.record import path_of
from tests.replays.forging import Json, filed, forged


def under_other_rules(file: Path) -> str:
    """A recorded match as a forger would pass it off: of other versions, so that nobody can decide its facts."""
    rows = forged(read_file(path_of("medieval-3-finished")).rows, 1, lambda body: body["about"].update(rules="0"))
    file.write_bytes(filed(rows))
    return str(file)


def invented(body: Json) -> None:
    """Who won, and by how much, as somebody would like it."""
    scored = next(fact for fact in body["facts"] if "scores" in fact)
    scored["scores"] = [0, 777, 0]


@pytest.fixture
def old(home: Path) -> str:
    return under_other_rules(home / "old.jsonl")


def test_a_match_under_other_rules_holds_only_as_it_is_written(run: Herald, old: str) -> None:
    said = run("verify", old)
    assert said.code == 8
    assert said.out.splitlines()[0] == f"{old} holds only as it is written."
    assert "believed, not decided again; --drift" in said.out
    french = run("verify", old, "--lang", "fr").out
    assert french.splitlines()[0].endswith("ne tient que tel qu’écrit.")
    found = run("verify", old, "--json").json
    assert (found["valid"], found["believed"], found["fault"], found["decided"]) == (False, ["rules"], None, 0)


def test_deciding_it_again_is_no_belief(run: Herald, old: str) -> None:
    said = run("verify", old, "--drift")
    assert said.code == 0
    assert "decided again under those of today" in said.out


def test_results_that_were_made_up_are_never_valid(run: Herald, home: Path) -> None:
    """The forger writes any version; what he then says of the end is believed, and said to be."""
    file = home / "forged.jsonl"
    rows = forged(read_file(path_of("medieval-3-finished")).rows, 1, lambda body: body["about"].update(rules="0"))
    last = next(body.seq for body in reversed(log_of(rows).bodies) if body.kind == "move")
    file.write_bytes(filed(forged(rows, last, invented)))
    assert run("verify", str(file)).code == 8
    assert run("verify", str(file), "--drift").code == 6
    assert run("import", str(file)).code == 8


def test_a_score_of_nobody_is_not_even_believed(run: Herald, old: str, home: Path) -> None:
    rows = read_file(old).rows
    last = next(body.seq for body in reversed(log_of(rows).bodies) if body.kind == "move")
    one_less = forged(rows, last, lambda body: [fact["scores"].pop() for fact in body["facts"] if "scores" in fact])
    (home / "forged.jsonl").write_bytes(filed(one_less))
    said = run("verify", str(home / "forged.jsonl"), "--json")
    assert (said.code, said.json["fault"]["row"]) == (6, last)  # type: ignore[index]


def test_a_fork_holds_only_as_it_is_written(run: Herald, club: Club) -> None:
    run("fork", f"{club.whole}@40")
    said = run("verify")
    assert (said.code, said.out.splitlines()[0].endswith("holds only as it is written.")) == (8, True)
    assert run("verify", "--json").json["believed"] == ["fork"]


def test_all_counts_them(run: Herald, club: Club) -> None:
    run("fork", f"{club.whole}@40")
    assert run("verify", "--all").out == "3 matches checked, 0 with a fault, 1 only as written.\n"
    assert run("verify", "--all").code == 8
    assert run("verify", "@", club.whole).code == 8


def test_import_refuses_it_unless_it_is_told_to_believe(run: Herald, old: str, home: Path) -> None:
    there = {"HERALD_DB": str(home / "there.db")}
    refused = run("import", old, "--json", **there)
    assert (refused.code, refused.error["error"], refused.error["believed"]) == (8, "as_written", ["rules"])
    assert run("list", **there).out == "", "nothing came in"
    assert "with --believed it is" in run("import", old, **there).err
    taken = run("import", old, "--believed", "--json", **there)
    assert (taken.code, taken.json["believed"], taken.json["new"]) == (0, ["rules"], True)
    assert run("verify", "@", **there).code == 8, "it is not better for lying here"


@pytest.mark.parametrize("line", [("show",), ("log",), ("replay",), ("explain",)])
def test_who_only_looks_is_told(run: Herald, old: str, line: tuple[str, ...]) -> None:
    said = run(*line, old)
    assert said.code == 0
    assert f"({old} holds only as it is written" in said.err
    assert "holds only" not in run(*line, "medieval-duel").err


def log_of(rows: object) -> Log:
    from core.games import read_log

    return read_log(rows)  # type: ignore[arg-type]


def test_a_cut_whose_last_row_ends_the_match_takes_the_reveal_with_it(run: Herald, club: Club, home: Path) -> None:
    """Both were written by the same act: without the reveal nothing would be proved of the draws."""
    last = int(str(run("show", club.whole, "--json").json["row"]))
    file = home / "end.jsonl"
    assert run("verify", f"{club.whole}@{last - 1}", "--json").json["row"] == last
    assert run("verify", f"{club.whole}@{last - 2}", "--json").json["row"] == last - 2
    for row, rows in ((last - 1, last), (last - 2, last - 2)):
        run("export", f"{club.whole}@{row}", "-o", str(file), "--force")
        assert read_file(file).header.rows == rows
        assert run("verify", str(file)).code == 0
