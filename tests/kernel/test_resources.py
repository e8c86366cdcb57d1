import tomllib
from collections.abc import Iterator
from importlib import import_module

import pytest

from core.kernel.setup import resources


@pytest.fixture
def nothing_remembered() -> Iterator[None]:
    resources.toml.cache_clear()
    yield
    resources.parse_with(resources.parse)
    resources.toml.cache_clear()


def test_a_file_of_a_package_is_read_through_the_import_system() -> None:
    import_module("core.games.medieval.data")  # a package is read only once it is imported
    data = resources.read("core.games.medieval.data", "rules.toml")
    assert tomllib.loads(data.decode()) == resources.toml("core.games.medieval.data", "rules.toml")


def test_a_file_that_is_not_there_is_said_so() -> None:
    with pytest.raises(FileNotFoundError):
        resources.read("core.kernel", "nothing.toml")


def test_what_is_no_package_holds_no_files() -> None:
    with pytest.raises(FileNotFoundError, match=r"core\.kernel\.log\.row/x"):
        resources.read("core.kernel.log.row", "x")


@pytest.mark.usefixtures("nothing_remembered")
def test_another_parser_can_be_put_in_its_place() -> None:
    seen: list[bytes] = []

    def parser(data: bytes) -> dict[str, object]:
        seen.append(data)
        return {"parsed": len(data)}

    resources.parse_with(parser)
    data = resources.read("core.games.medieval.data", "rules.toml")
    assert resources.toml("core.games.medieval.data", "rules.toml") == {"parsed": len(data)}
    assert resources.toml("core.games.medieval.data", "rules.toml") == {"parsed": len(data)}
    assert seen == [data], "parsed once, then remembered"
