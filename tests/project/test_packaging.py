"""The repository keeps its promises: four packages, pinned and hashed, and nothing of any one machine in it."""

import importlib
import os
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import entry_points, packages_distributions
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import ROOT

PACKAGES = ["cli", "core", "replays", "store"]
PINS = ["constraints.txt", "tests/floors.txt", "bench/peers.txt"]
PEERS = "peers"  # the group that `bench/peers.txt` pins

# The needles are put together here, so that this file does not contain what it looks for.
REGISTRIES = [
    "pypi" + ".org",
    "pypi" + ".python.org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "npm" + "js.com",
    "--index" + "-url",
    "--extra-index" + "-url",
    "--find" + "-links",
]
MACHINE_PATH = re.compile(r"(?<![\w.~/-])/" + r"(?:work|root|tmp|home)(?![\w.-])")


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def constraints(file: str) -> list[str]:
    """The lines of a file of pins, continued ones joined, without remarks."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def distribution(requirement: str) -> str:
    """The normal form of the name in `Name[extra]>=1.0`."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None, requirement
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def pinned(file: str) -> set[str]:
    return {distribution(line) for line in constraints(file)}


def tracked_texts() -> dict[str, str]:
    """Every text file of the repository that is tracked or about to be."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: nothing says which files belong to the repository")
    listing = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    texts: dict[str, str] = {}
    for name in filter(None, names):
        try:
            texts[name] = (ROOT / name).read_text(encoding="utf-8")
        except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
            continue  # deleted but still listed, a link to a folder, or no text
    return texts


@pytest.mark.parametrize("name", PACKAGES)
def test_each_folder_is_the_package_that_is_imported(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__file__ is not None
    assert Path(module.__file__).resolve().parent == ROOT / name
    assert set(packages_distributions().get(name, ["herald"])) == {"herald"}, "another distribution ships this name"


def test_the_wheel_holds_the_four_packages() -> None:
    assert project()["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == PACKAGES


def test_the_command_is_installed() -> None:
    (script,) = entry_points(group="console_scripts", name="herald")
    assert script.value == project()["project"]["scripts"]["herald"]


@pytest.mark.parametrize("file", PINS)
def test_every_pinned_package_has_its_hashes(file: str) -> None:
    assert constraints(file)
    for line in constraints(file):
        assert re.match(r"[a-z0-9-]+==\S+ ", line), line
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", line), line


@pytest.mark.parametrize("file", PINS)
def test_the_constraints_name_no_index(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert "://" not in text
    options = re.compile(r"^\s*(-i|-f|-r|-c|-e|--(?!hash=)[a-z-]+)\b", re.MULTILINE)
    assert options.findall(text) == []


def test_the_floors_are_the_lowest_versions_that_are_declared() -> None:
    """Each version as it stands in `name>=version`, but for zeros at its end."""
    told = project()["project"]
    declared = [*told["dependencies"], *told["optional-dependencies"]["serve"]]
    floors = dict(line.split()[0].split("==") for line in constraints("tests/floors.txt"))
    for requirement in declared:
        name, _, least = requirement.partition(">=")
        assert re.sub(r"(\.0)+$", "", floors[name]) == re.sub(r"(\.0)+$", "", least), requirement


def test_every_dependency_is_pinned() -> None:
    told = project()
    wanted: list[str] = [*told["project"]["dependencies"], *told["build-system"]["requires"]]
    groups: dict[str, list[str]] = told["dependency-groups"]
    peers = groups.pop(PEERS)
    for group in groups.values():
        wanted += group
    assert {distribution(requirement) for requirement in wanted} <= pinned("constraints.txt")
    assert {distribution(requirement) for requirement in peers} <= pinned("bench/peers.txt")


def test_no_tracked_file_names_a_registry() -> None:
    found = [(name, needle) for name, text in tracked_texts().items() for needle in REGISTRIES if needle in text]
    assert found == []


def test_no_tracked_file_names_a_path_of_one_machine() -> None:
    found = [(name, match[0]) for name, text in tracked_texts().items() for match in MACHINE_PATH.finditer(text)]
    assert found == []


def test_continuous_integration_calls_make_test() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text(encoding="utf-8").rstrip().endswith("make test")
