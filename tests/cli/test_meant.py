"""What is not there, with what was meant: commands by other names, games by their titles, readings, numbers, files."""

from itertools import chain

import pytest

from cli.app.meant import HELP, INSTEAD, MEANT
from cli.main import NAMES
from core.games import NAMES as GAMES
from core.games import game_called, game_named
from core.kernel.errors import Usage
from core.kernel.language.words import SINGULAR
from tests.cli.conftest import Herald

SOUGHT = ["start", "resign", "chat", "standings", "players", "ranking", "pass", "delete", "version"]


@pytest.mark.parametrize("word", SOUGHT)
def test_a_word_that_is_no_command_says_what_to_type(run: Herald, word: str) -> None:
    for lang in SINGULAR:
        for typed in ((word,), ("help", word)):
            said = run("--lang", lang, *typed)
            assert said.code == 2
            assert MEANT.get(word, "`herald ") in said.problem
            assert word in MEANT or "Known" not in said.problem
            assert said.err.splitlines()[-1].endswith("herald --help")
    assert run("--json", word).error["word"] == word


def test_other_names_lead_to_commands_and_hide_none() -> None:
    assert {*MEANT.values()} <= {*NAMES}
    assert not {*NAMES} & {*MEANT, *INSTEAD, *HELP}
    assert not {*MEANT} & {*INSTEAD}
    assert {*SOUGHT} <= {*MEANT, *INSTEAD}


def test_what_is_to_be_typed_instead_can_be_typed(run: Herald) -> None:
    """Each command that such a sentence names has a help, and each option of it is there."""
    for word in dict.fromkeys(chain(MEANT, INSTEAD)):
        said = run("--json", word)
        told = str(said.error["message"])
        for command in told.split("`herald ")[1:]:
            name, *rest = command.partition("`")[0].split()
            if name.startswith("--"):
                assert run(name).code == 0
                continue
            helped = run(name, "--help")
            assert helped.code == 0
            assert all(option in helped.out for option in rest if option.startswith("--")), command


@pytest.mark.parametrize("typed", [("help",), ("aide",), ("HELP",)])
def test_help_is_help(run: Herald, typed: tuple[str, ...]) -> None:
    assert run(*typed).out == run("--help").out


def test_help_of_a_command(run: Herald) -> None:
    assert run("help", "new").out == run("new", "--help").out
    assert run("help", "scenario", "run").out == run("scenario", "run", "--help").out


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (("shoe",), "herald"),
        (("db", "shoe"), "herald db"),
        (("scenario", "shoe"), "herald scenario"),
        (("new", "chess", "Ana"), "herald new"),
        (("show", "nowhere-at-all-1"), "herald show"),
        (("rulings", "keep", "chess", "a=b"), "herald rulings keep"),
        (("list", "--shoe"), "herald list"),
    ],
)
def test_a_usage_error_ends_with_the_help_of_its_command(run: Herald, words: tuple[str, ...], path: str) -> None:
    run("new", "medieval", "Ana", "Bo")
    for lang, hint in (("en", "See: {} --help"), ("fr", "Voir\u202f: {} --help")):
        said = run("--lang", lang, *words)
        assert (said.code, said.err.splitlines()[-1]) == (2, hint.format(path))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_its_title(name: str) -> None:
    for lang in SINGULAR:
        title = game_named(name).words(lang).title
        last = title.replace("’", " ").split()[-1]
        for typed in (title, title.upper(), title.replace("’", "'"), title.casefold(), last, name.upper()):
            assert game_called(typed).name == name, typed
    for wrong in ("", "the", "chess"):
        with pytest.raises(Usage, match="unknown_game"):
            game_called(wrong)


def test_a_match_begins_by_a_title(run: Herald) -> None:
    assert run("new", "Medieval Realms", "Ana", "Bo", "--json").json["game"] == "medieval"
    assert run("games", "LES DEUX HÉRITIERS", "--json").json["game"] == "heirs"
    assert run("impact", "Heirs", "--json").error["why"] == "impact_of_nothing"
    assert run("rulings", "keep", "Heirs", "HEI-R4=x", "--json").error["why"] == "unknown_reading"


def test_a_match_without_names(run: Herald) -> None:
    said = run("new", "emara")
    assert (said.code, "(1–4)" in said.err, "`herald new emara Ana Bo`" in said.err) == (2, True, True)
    assert run("new", "emara", "--json").error["why"] == "names_needed"


def test_a_reading_that_is_none_says_where_they_are_told(run: Herald) -> None:
    said = run("new", "emara", "Ana", "Bo", "--ruling", "EMA-R5=yes")
    assert "not a reading of EMA-R5 (once_per_turn_scope); `herald rules EMA-R5`" in said.problem
    assert "Known: per_turn, per_round." in said.problem


def test_a_ruling_without_its_reading(run: Herald) -> None:
    run("new", "emara", "Ana", "Bo")
    for words in (("EMA-R1",), ("@", "EMA-R1"), ("card_action_duty",), ("ema-r1",)):
        said = run("ruling", *words, "--json").error
        assert (said["why"], said["ruling"]) == ("which_reading", "EMA-R1")
    assert run("ruling", "nothing", "--json").error["why"] == "unknown_match"
    assert run("ruling", "@").code == 0


def test_a_number_without_its_seat(run: Herald) -> None:
    run("new", "emara", "Ana", "Bo")
    assert run("explain", "score", "--as", "Ana").code == 0
    assert run("explain", "or", "--as", "Ana", "--lang", "fr").code == 0
    whose = run("explain", "gold", "--json").error
    assert (whose["why"], whose["known"]) == ("whose_number", ["ana.gold", "bo.gold"])
    assert run("explain", "nowhere", "--json").error["why"] == "unknown_match"


@pytest.mark.parametrize("typed", ["@@x", "@@", "@x", "teal@x"])
def test_behind_the_at_sign_stands_a_row(run: Herald, typed: str) -> None:
    run("new", "emara", "Ana", "Bo")
    for command in ("explain", "show", "log"):
        assert run(command, typed, "--json").error["why"] == "no_moment"


def test_an_address_is_no_file(run: Herald) -> None:
    for words in (("import",), ("verify",), ("show",), ("scenario", "run")):
        said = run(*words, "https://example.org/x.jsonl")
        assert "is an address and no file" in said.err
        assert said.code != 0
