from collections.abc import Sequence

import pytest

from core.kernel.errors import NotAllowed, Refused
from core.kernel.log.keys import ARBITER, check_key, key_digest, keys_of, refuse_without_key
from core.kernel.log.row import AnyBody, Body, EditionRef, KeyReplaced, Kind, Start
from core.kernel.rules.secret import HOLE, Secret

NAMES = ("Ana", "Bo", ARBITER)
KEYS = {name: key_digest("match", name, f"key of {name}") for name in NAMES}


def row(seq: int, kind: Kind, about: Start | KeyReplaced | None) -> AnyBody:
    return Body(1, "match", seq, seq - 1, kind, 0, about=about)


def begun(keys: dict[str, str], match: str = "match") -> list[AnyBody]:
    seed: Secret[str] = Secret((1, 0), (), "", HOLE)
    start = Start("toy", NAMES[:2], {}, EditionRef("", ""), "1", "1", seed, keys=keys)
    return [Body(1, match, 1, 0, "start", 0, about=start)]


def replaced(rows: Sequence[AnyBody], name: str, key: str) -> list[AnyBody]:
    return [*rows, row(len(rows) + 1, "key", KeyReplaced(name, key_digest("match", name, key)))]


def opens(rows: Sequence[AnyBody], name: str, key: str | None) -> bool:
    try:
        check_key(rows, name, key)
    except NotAllowed:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_who_holds_the_key_may(name: str) -> None:
    check_key(begun(KEYS), name, f"key of {name}")
    assert [opens(begun(KEYS), other, f"key of {name}") for other in NAMES] == [other == name for other in NAMES]


def test_a_match_without_keys_asks_for_none() -> None:
    for key in (None, "", "whatever"):
        check_key(begun({}), "Ana", key)
        assert opens(begun({}), "Ana", key)


@pytest.mark.parametrize("key", [None, ""])
def test_without_a_key_one_is_asked_for(key: str | None) -> None:
    with pytest.raises(NotAllowed, match="key_needed"):
        check_key(begun(KEYS), "Ana", key)


@pytest.mark.parametrize(
    ("match", "name", "key"),
    [
        ("match", "Ana", "key of Bo"),
        ("other", "Ana", "key of Ana"),
        ("match", "Ana", KEYS["Ana"]),
        ("match", "Ana", "clé"),
        ("match", "Ana", "\udcff"),
    ],
)
def test_another_key_opens_nothing(match: str, name: str, key: str) -> None:
    with pytest.raises(NotAllowed, match="key_wrong"):
        check_key(begun(KEYS, match), name, key)


def test_a_digest_does_not_tell_the_key() -> None:
    assert "key of Ana" not in KEYS["Ana"]
    assert len({key_digest("match", name, "same") for name in ("Ana", "Bo")}) == 2


def test_the_last_key_counts_and_only_for_its_seat() -> None:
    rows = replaced(replaced(begun(KEYS), "Ana", "second"), "Ana", "third")
    check_key(rows, "Ana", "third")
    check_key(rows, "Bo", "key of Bo")
    with pytest.raises(NotAllowed, match="key_wrong"):
        check_key(rows, "Bo", "third")
    assert keys_of(rows) == {**KEYS, "Ana": key_digest("match", "Ana", "third")}


@pytest.mark.parametrize(("key", "at"), [("key of Ana", 2), ("second", 4)])
def test_who_holds_an_old_key_is_told_which_row_replaced_it(key: str, at: int) -> None:
    rows = replaced(replaced(replaced(begun(KEYS), "Ana", "second"), "Bo", "other"), "Ana", "third")
    with pytest.raises(NotAllowed, match="key_replaced") as refused:
        check_key(rows, "Ana", key)
    assert refused.value.terms == {"seat": "Ana", "row": at, "at": rows[at - 1].at, "by": ARBITER}


def test_a_key_that_came_back_opens_again() -> None:
    once = replaced(begun(KEYS), "Ana", "second")
    again = replaced(once, "Ana", "key of Ana")
    check_key(again, "Ana", "key of Ana")
    assert [opens(rows, "Ana", "key of Ana") for rows in (begun(KEYS), once, again)] == [True, False, True]
    assert keys_of(again) == KEYS


def test_where_there_are_no_keys_none_is_replaced() -> None:
    refuse_without_key(begun(KEYS), "Ana")
    with pytest.raises(Refused, match="no_keys"):
        refuse_without_key(begun({}), "Ana")
    assert keys_of(replaced(begun({}), "Ana", "smuggled in")) == {}


OF_ANA = {name: KEYS[name] for name in ("Ana", ARBITER)}
"""Of a fork that Ana made."""


def test_a_seat_without_a_key_is_open_while_others_are_locked() -> None:
    for key in (None, "", "whatever", "key of Ana"):
        check_key(begun(OF_ANA), "Bo", key)
        assert opens(begun(OF_ANA), "Ana", key) is opens(begun(OF_ANA), ARBITER, key and key.replace("Ana", ARBITER))
        assert opens(begun(OF_ANA), "Ana", key) is (key == "key of Ana")


def test_nobody_locks_an_open_seat() -> None:
    refuse_without_key(begun(OF_ANA), "Ana")
    with pytest.raises(Refused, match="no_key") as refused:
        refuse_without_key(begun(OF_ANA), "Bo")
    assert refused.value.terms["seat"] == "Bo"
    smuggled = replaced(begun(OF_ANA), "Bo", "smuggled in")
    assert keys_of(smuggled) == OF_ANA
    check_key(smuggled, "Bo", None)


@pytest.mark.parametrize("kept", ["é" * 64, "", KEYS["Ana"].upper()])
def test_no_key_opens_what_is_no_digest(kept: str) -> None:
    """Whoever wrote it into a log: it is refused in words, and no present or former key fits."""
    rows = begun({**KEYS, "Ana": kept})
    with pytest.raises(NotAllowed, match="key_wrong"):
        check_key(rows, "Ana", "key of Ana")
    with pytest.raises(NotAllowed, match="key_wrong"):
        check_key(replaced(rows, "Ana", "new"), "Ana", "key of Ana")
