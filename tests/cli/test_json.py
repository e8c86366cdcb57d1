"""What programs read: one document or JSON lines, keys sorted; which fields, `documents/test_commands.py` checks."""

import msgspec

from core.games import NAMES
from tests.cli.conftest import PLACED, Herald, listed, turn


def is_sorted(value: object) -> bool:
    if isinstance(value, dict):
        known: dict[str, object] = msgspec.convert(value, dict[str, object])
        return list(known) == sorted(known) and all(map(is_sorted, known.values()))
    return all(map(is_sorted, msgspec.convert(value, list[object]))) if isinstance(value, list) else True


def test_the_log_is_a_line_a_row(run: Herald, acting: str) -> None:
    lines = run("log", acting, "--json").out.splitlines()
    rows = [msgspec.json.decode(line, type=dict[str, object]) for line in lines]
    assert [row["row"] for row in rows] == list(range(1, len(rows) + 1))
    assert all(row.keys() == rows[0].keys() and is_sorted(row) for row in rows)
    facts = listed(rows[1]["facts"])
    assert facts[0]["rule"] == "MED-7.6"
    assert facts[0]["fact"] == {"type": "MonarchTaken", "rule": "MED-7.6", "seat": 0, "monarch": "1"}
    assert str(facts[0]["sentence"]).startswith("Ana")


def test_a_row_tells_what_was_typed_and_its_long_form(run: Herald, acting: str) -> None:
    run("move", acting, "PAS # enough", "--as", turn(run, acting))
    row = msgspec.json.decode(run("log", acting, "--json").out.splitlines()[-1], type=dict[str, object])
    assert (row["text"], row["long"]) == ("PAS # enough", "pass")
    assert "pass # enough" in run("log", acting).out


def test_undone_rows_name_the_row_that_undid_them(run: Herald, acting: str) -> None:
    seat = turn(run, acting)
    run("move", acting, "pass", "--as", seat)
    run("undo", acting, "--as", seat)
    lines = run("log", acting, "--undone", "--json").out.splitlines()
    rows = [msgspec.json.decode(line, type=dict[str, object]) for line in lines]
    assert [(row["row"], row["undone_by"]) for row in rows if row["undone_by"]] == [(8, 9)]


def test_a_sealed_row_says_nothing_to_others(run: Herald, match: str) -> None:
    run("move", match, PLACED["Ana"], "--as", "Ana")

    def placing(*reader: str) -> dict[str, object]:
        return msgspec.json.decode(run("log", match, "--json", *reader).out.splitlines()[-1], type=dict[str, object])

    own, others = placing("--as", "Ana"), placing("--as", "Bo")
    assert (own["sealed"], own["text"]) == (True, PLACED["Ana"])
    assert isinstance(own["move"], dict)
    assert (others["sealed"], others["text"], others["move"]) == (True, None, None)
    assert others == placing()


def test_lists_are_lists(run: Herald, acting: str) -> None:
    waiting = run("show", acting, "--json").json["waiting"]
    for args in (("list",), ("inbox", "--as", msgspec.convert(waiting, list[str])[0]), ("games",)):
        found = msgspec.json.decode(run(*args, "--json").out, type=list[dict[str, object]])
        assert len(found) == (len(NAMES) if args[0] == "games" else 1)
        assert is_sorted(found[0])
    assert msgspec.json.decode(run("inbox", "--as", "Zoe", "--json").out) == []
    assert len(msgspec.json.decode(run("inbox", "--json").out, type=list[dict[str, object]])) == 1


def test_the_view_of_a_seat_holds_its_own_placement_only(run: Herald, match: str) -> None:
    run("move", match, PLACED["Ana"], "--as", "Ana")

    def placement(*reader: str) -> object:
        return listed(run("show", match, "--json", *reader).json["seats"])[0]["placement"]

    assert placement("--as", "Ana") == ["production", "production", "production", "gold", "G1", "A2", "D3", "D3"]
    assert placement() is None
    assert placement("--as", "Bo") is None


def test_errors_name_seats_and_what_may_have_been_meant(run: Herald, match: str) -> None:
    run("move", match, PLACED["Ana"], "--as", "Ana")
    assert run("move", match, PLACED["Ana"], "--as", "Ana", "--json").error["waiting"] == ["Bo"]
    assert run("shwo", "--json").error["nearest"] == ["show"]
    wrong = run("show", "--verbos", "--json").error
    assert (wrong["why"], wrong["word"], wrong["nearest"]) == ("no_such_option", "--verbos", ["--verbose"])
    elsewhere = run("show", "--ruling", "x", "--json").error
    assert (elsewhere["nearest"], elsewhere["commands"]) == ([], ["new", "dispute", "simulate"])
    assert "--lang" not in run("show", "--ruling", "x").err
    assert run("list", "--limit", "many", "--json").error["why"] == "not_integer"
