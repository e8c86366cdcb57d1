import pytest

from core.kernel.errors import NotAllowed
from core.kernel.keys import ARBITER, check_key, key_digest

KEYS = {name: key_digest("match", name, f"key of {name}") for name in ("Ana", "Bo", ARBITER)}


@pytest.mark.parametrize("name", KEYS)
def test_who_holds_the_key_may(name: str) -> None:
    check_key(KEYS, "match", name, f"key of {name}")


def test_a_match_without_keys_asks_for_none() -> None:
    check_key({}, "match", "Ana", None)
    check_key({}, "match", "Ana", "whatever")


@pytest.mark.parametrize("key", [None, ""])
def test_without_a_key_one_is_asked_for(key: str | None) -> None:
    with pytest.raises(NotAllowed, match="key_needed"):
        check_key(KEYS, "match", "Ana", key)


@pytest.mark.parametrize(
    ("match", "name", "key"),
    [
        ("match", "Ana", "key of Bo"),
        ("other", "Ana", "key of Ana"),
        ("match", "Cy", "key of Cy"),
        ("match", "Ana", KEYS["Ana"]),
        ("match", "Ana", "clé"),
    ],
)
def test_another_key_opens_nothing(match: str, name: str, key: str) -> None:
    with pytest.raises(NotAllowed, match="key_wrong"):
        check_key(KEYS, match, name, key)


def test_a_digest_does_not_tell_the_key() -> None:
    assert "key of Ana" not in KEYS["Ana"]
    assert len({key_digest("match", name, "same") for name in ("Ana", "Bo")}) == 2
