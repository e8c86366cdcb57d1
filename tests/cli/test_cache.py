"""The cache of parsed TOML: quick, never wrong, never in the way."""

from pathlib import Path

import pytest

from cli.app import cache

TEXT = b'title = "x"\n[names]\na = 1\n'
DATA = {"title": "x", "names": {"a": 1}}


@pytest.fixture
def folder(home: Path) -> Path:
    """Where the entries lie."""
    assert cache.folder() == str(home / "cache" / "herald")
    return home / "cache" / "herald"


def never(_data: bytes) -> dict[str, object]:
    raise AssertionError("parsed again")


def test_what_was_parsed_is_not_parsed_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache.parse(TEXT) == DATA
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr("core.kernel.setup.resources.parse", never)
    assert cache.parse(TEXT) == DATA


@pytest.mark.parametrize("damage", [b"", b"\x00", b"(\x02\x00\x00\x00"])
def test_a_damaged_entry_is_made_again(damage: bytes, folder: Path) -> None:
    cache.parse(TEXT)
    (entry,) = folder.iterdir()
    whole = entry.read_bytes()
    entry.write_bytes(damage)
    assert cache.parse(TEXT) == DATA
    assert entry.read_bytes() == whole


def test_an_entry_of_another_text_does_not_count(folder: Path) -> None:
    cache.parse(TEXT)
    (entry,) = folder.iterdir()
    entry.write_bytes(entry.read_bytes().replace(b"title", b"other"))
    assert cache.parse(TEXT) == DATA


def test_a_text_with_dates_is_not_kept(folder: Path) -> None:
    assert cache.parse(b"day = 2026-05-01")["day"].isoformat() == "2026-05-01"
    assert not list(folder.glob("*"))


def test_where_nothing_can_be_written_nothing_is_kept(home: Path) -> None:
    (home / "cache").write_text("a file where the folder should be", encoding="utf-8")
    assert cache.parse(TEXT) == DATA
    assert cache.parse(TEXT) == DATA


def test_it_does_not_grow_for_ever(folder: Path) -> None:
    for number in range(cache.MOST * 2):
        assert cache.parse(b"a = %d" % number) == {"a": number}
    assert len(list(folder.iterdir())) <= cache.MOST + 1
