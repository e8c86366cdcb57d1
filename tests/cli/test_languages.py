"""Two languages, everywhere: help, results, errors; and the word files fit each other and the code."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

import cli.commands
from cli.app import base
from cli.app.errors import CODES
from cli.main import EXITS, NAMES, SECTIONS, herald, module_name
from store.errors import REASONS
from tests.cli.conftest import Herald
from tests.support.places import ROOT
from tests.support.word_files import placeholders

FOLDER = Path(str(cli.commands.__file__)).parent
PRESENT = [name for name in NAMES if (FOLDER / f"{module_name(name)}.py").exists()]
NARROW = "\u202f"
REPLAYS = ("told", "page")
"""Folders of `replays` with word files: no command has such a name."""


def words(name: str, lang: str) -> dict[str, Any]:
    """The word file of a command, what all commands say, what is told of a match, or what its page says."""
    places = {
        "words": FOLDER.parent / "language" / "words",
        **{name: ROOT / "replays" / name / "words" for name in REPLAYS},
    }
    path = places.get(name, FOLDER / name)
    return tomllib.loads(path.with_name(f"{path.name}.{lang}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PRESENT)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_everything_in_a_help_is_explained(name: str, lang: str, run: Herald) -> None:
    said = run(name, "--help", "--lang", lang)
    assert said.code == 0
    assert said.out.startswith({"en": "Usage: herald ", "fr": f"Usage{NARROW}: herald "}[lang])
    found = herald.get_command(click.Context(herald), name)
    assert found is not None
    texts = [words(module_name(name), lang), words("words", lang)]
    commands = [found, *(found.commands.values() if isinstance(found, base.Group) else ())]
    for param in (param for command in commands for param in command.params):
        kind = "options" if isinstance(param, click.Option) else "arguments"
        assert any(text.get(kind, {}).get(param.name) for text in texts), f"{name}: {param.name}"


def test_the_table_and_its_texts_fit() -> None:
    for lang in ("en", "fr"):
        shared = words("words", lang)
        assert set(shared["commands"]) == set(NAMES)
        assert set(shared["sections"]) == set(SECTIONS)
        assert {int(code) for code in shared["exits"]} == set(EXITS) >= set(CODES.values())
        assert set(REASONS) <= set(shared["errors"])
        for why, terms in REASONS.items():
            assert placeholders(shared["errors"][why]) <= {*terms, "file"}, why


def said_keys(path: Path, *, told: bool = False) -> set[str]:
    """The keys that a module says, where they are written out: `here.say(KEY)`; if `told`, `say(lang, KEY)`."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    if told:
        own = [call.args[1] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "say"]
    else:
        said = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "say"]
        own = [call.args[0] for call in said if call.args]
    whole = [key for key in own if not isinstance(key, ast.JoinedStr)]
    parts = [part for key in whole for part in ast.walk(key) if isinstance(part, ast.Constant)]
    return {part.value for part in parts if isinstance(part.value, str)}


@pytest.mark.parametrize("name", [module_name(name) for name in PRESENT])
def test_what_a_command_says_has_words(name: str) -> None:
    known = {*words("words", "en")["say"], *words(name, "en").get("say", {})}
    assert said_keys(FOLDER / f"{name}.py") <= known


def test_what_the_rest_says_has_words() -> None:
    said = {path: said_keys(path) for path in FOLDER.parent.rglob("*.py") if path.parent != FOLDER}
    assert {path.parent.name for path, keys in said.items() if keys} >= {"acts", "person", "say", "terminal"}
    known = set(words("words", "en")["say"])
    assert {path.name: keys - known for path, keys in said.items() if not keys <= known} == {}


TELLING = sorted((ROOT / "replays" / "told").glob("*.py"))


def test_what_is_told_has_words() -> None:
    said = set[str]().union(*(said_keys(path, told=True) for path in [*TELLING, FOLDER / "import_.py"]))
    assert {"you_must", "won"} <= said
    assert said - set(words("told", "en")["say"]) == set()


def test_what_a_page_says_has_words() -> None:
    pages = sorted((ROOT / "replays" / "page").glob("*.py"))
    said = {key for path in pages for key in said_keys(path, told=True)}
    assert {"account", "undone"} <= said
    assert said - set(words("page", "en")["say"]) == set()
    script = (ROOT / "replays" / "page" / "page.js").read_text(encoding="utf-8")
    assert [key for key in words("page", "en")["ui"] if f'"{key}"' not in script and f"ui.{key}" not in script] == []


def test_no_words_of_what_is_told_are_left_over() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in TELLING)
    made = re.compile(r"row_|by_|asked_(undo|redo|end|ruling)$")  # put together from what a row is
    assert {key for key in words("told", "en")["say"] if f'"{key}"' not in code and not made.match(key)} == set()


def test_the_language_is_chosen(run: Herald, match: str) -> None:
    french = f"À vous{NARROW}: placer les leaders, en secret."
    assert french in run("show", match, "--as", "Ana", "--lang", "fr").out
    assert french in run("--lang", "fr", "show", match, "--as", "Ana").out
    assert french in run("show", match, "--as", "Ana", HERALD_LANG="fr").out
    assert french in run("show", match, "--as", "Ana", HERALD_LANG="", LANG="fr_CH.UTF-8").out
    assert french in run("show", match, "--as", "Ana", HERALD_LANG="", LC_ALL="fr_FR.UTF-8", LANG="en_GB.UTF-8").out
    assert french not in run("show", match, "--as", "Ana", HERALD_LANG="", LANG="de_DE.UTF-8").out
    assert french not in run("show", match, "--as", "Ana", "--lang", "en", HERALD_LANG="fr").out


def test_errors_are_in_the_language_of_the_reader(run: Herald, match: str) -> None:
    for args, start in (
        (("move", match, "place gold", "--as", "Ana"), "refusé (MED-"),
        (("move", "--nope"), f"Il n’y a pas d’option --nope.\nVoir{NARROW}: herald move --help"),
        (("show", "zz"), f"Aucune partie d’ici ne commence par «{NARROW}zz{NARROW}»"),
        (("new",), "Il manque GAME."),
    ):
        assert run(*args, "--lang", "fr").err.startswith(start)
        assert str(run(*args, "--lang", "fr", "--json").error["message"]).startswith(start)


def test_help_names_the_exit_codes_and_the_completion(run: Herald) -> None:
    for lang, sentence in (("en", "somebody moved first"), ("fr", "quelqu’un a joué avant")):
        told = run("--help", "--lang", lang).out
        assert sentence in told
        assert 'eval "$(_HERALD_COMPLETE=bash_source herald)"' in told
    assert run().out == run("--help").out
