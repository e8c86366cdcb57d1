"""`herald new --id`: the same command twice begins one match."""

import msgspec
import pytest

from tests.cli.conftest import Herald
from tests.cli.test_processes import at_once

NEW = ("new", "medieval", "Ana", "Bo", "--id", "tuesday")


def matches(run: Herald) -> int:
    return len(msgspec.json.decode(run("list", "--json").out, type=list[object]))


def test_the_same_command_begins_one_match(run: Herald) -> None:
    first = run(*NEW, "--json").json
    assert (first["seen"], first["row"]) == (False, 1)
    again = run(*NEW)
    assert (again.code, str(first["match"]) in again.out) == (0, True)
    assert "This command had been given before" in again.err
    assert run("move", "monarch 1", "--as", "Ana").code == 0
    later = run(*NEW, "--json").json
    assert (later["match"], later["seen"], later["row"]) == (first["match"], True, 2), "as it stands by now"
    other = run(*NEW[:-1], "wednesday", "--json").json
    assert (other["match"] != first["match"], other["seen"]) == (True, False)
    assert matches(run) == 2


@pytest.mark.parametrize(
    "line",
    [
        ("new", "medieval", "Ana", "Cy", "--id", "tuesday"),
        ("new", "emara", "Ana", "Bo", "--id", "tuesday"),
        (*NEW, "--ruling", "MED-R3=locked"),
        (*NEW, "--bot", "Bo=random"),
        (*NEW, "--keys"),
        (*NEW, "--nonces"),
        (*NEW, "--seed", "another"),
        (*NEW, "--practice", "word"),
        ("new", "medieval", "Ana", "Bo", "--id", "x" * 201),
    ],
)
def test_another_command_of_that_name_is_refused(run: Herald, line: tuple[str, ...]) -> None:
    assert run(*NEW, "--seed", "mine", "--ruling", "MED-R3=revisable").code == 0
    refused = run(*line, "--json")
    assert (refused.code, refused.out) == (2, "")
    assert refused.error["why"] in {"client_id_used", "long_client"}
    assert matches(run) == 1


def test_its_keys_are_those_of_then(run: Herald) -> None:
    keys = msgspec.convert(run(*NEW, "--keys", "--json").json["keys"], dict[str, str])
    assert set(keys) == {"Ana", "Bo", "arbiter"}
    again = run(*NEW, "--keys", "--json").json
    assert (again["keys"], again["seen"]) == ({}, True)
    assert "Keys of" not in run(*NEW, "--keys").out
    assert run("show", "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0


def test_what_a_record_decides_may_have_changed_since(run: Herald) -> None:
    campaign = ("new", "emara", "Ana", "--option", "solo=campaign", "--id", "first")
    first = run(*campaign, "--json")
    assert first.code == 0, first.err
    assert run(*campaign, "--json").json["match"] == first.json["match"]


def test_all_at_once(run: Herald) -> None:
    """Whoever does not come first hears of the match."""
    assert run("new", "medieval", "Cy", "Di").code == 0
    told = at_once(*[(*NEW, "--json")] * 4)
    assert [code for code, _, _ in told] == [0] * 4, told
    assert sum('"seen": false' in out for _, out, _ in told) == 1
    assert run(*NEW, "--json").json["seen"] is True
    assert matches(run) == 2
