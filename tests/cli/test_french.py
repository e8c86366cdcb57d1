"""A club that types in French: what it types is understood, kept as it was typed, and holds for every reader."""

from pathlib import Path

import pytest

from core.games import NAMES
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.spelling import format_move, spell_move
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.cli.conftest import Herald, turn
from tests.cli.test_completion import offered
from tests.replays.tables import Clock, entropy_of
from tests.support.matches import any_move

FRENCH = {"HERALD_LANG": "fr"}
LONGEST = 80
"""Moves in a first round."""

SESSION = (
    ("Ana", "monarque 1", "monarch 1"),
    ("Bo", "Reine-du-Lys", None),  # what has no verb is no move
    ("Bo", "monarque reine-du-lys", "monarch 2"),
    ("Ana", "paire or combat", "pair gold combat"),
    ("Bo", "PAIRE Or sci", "pair science gold"),
    ("Ana", "placer production*3 or G1 A2 D3*2", "place production*3 gold G1 A2 D3*2"),
    ("Bo", "placer prod*2 relig or G2 A2 D5 D6", "place production*2 religion gold G2 A2 D5 D6"),
)


def held(db: Path, match: str) -> Log:
    with open_store(db) as store:
        return Matches(store, Clock(), entropy_of("")).log(match)


def typed_in(db: Path, match: str) -> list[str]:
    """The texts of a match as its host holds them, closed or not."""
    told = [row.text if row.sealed_text is None else row.sealed_text.value for row in held(db, match).bodies]
    return [text for text in told if text]


@pytest.fixture
def french(run: Herald) -> str:
    return str(run("new", "medieval", "Ana", "Bo", "--practice", "a day in May", "--json", **FRENCH).json["match"])


@pytest.mark.parametrize("game", NAMES)
def test_a_first_round_is_typed_in_french_and_holds_in_both_languages(run: Herald, db: Path, game: str) -> None:
    started = run("new", game, "Ana", "Bo", "--practice", "club", "--json", **FRENCH)
    match, typed = str(started.json["match"]), list[str]()
    while (log := held(db, match)).game.stage(log.state().table)[0] < {"heirs": 6}.get(game, 2):
        seat, move = any_move(log.state(), stream("club", len(typed)))
        typed.append(spell_move(move, Lexicon.of(log.game, log.state().table, "fr")))
        said = run("move", match, typed[-1], "--as", log.seats[seat], **FRENCH)
        assert said.code == 0, (typed[-1], said.err)
        assert typed[-1] != format_move(move)
        assert len(typed) < LONGEST
    assert typed_in(db, match) == typed, "the text stays as it was typed"
    for lang in ("en", "fr"):
        assert run("verify", match, "--lang", lang).code == 0


def test_whoever_reads_types_in_both_languages(run: Herald, db: Path, french: str) -> None:
    for number, (seat, typed, long) in enumerate(SESSION):
        lang = ("fr", "en")[number % 2]
        said = run("move", french, typed, "--as", seat, HERALD_LANG=lang)
        assert said.code == (2 if long is None else 0), (typed, said.err)
        assert long is None or lang == "fr" or long in said.out
    assert "monarque 1" in run("log", french, "--lang", "fr").out
    told = run("log", french, "--json", "--lang", "fr").out
    assert all(f'"long":"{long}"' in told for _, _, long in SESSION[:3:2])
    assert typed_in(db, french) == [typed for _, typed, long in SESSION if long is not None]
    assert run("export", french, "-o", str(db.parent / "french.jsonl")).code == 0
    assert run("verify", str(db.parent / "french.jsonl"), "--lang", "en").code == 0


def test_a_retry_is_what_was_typed(run: Herald, french: str) -> None:
    assert run("move", french, "monarque 1", "--as", "Ana", "--id", "courriel-7").code == 0
    assert "nothing was played again" in run("move", french, "monarque 1", "--as", "Ana", "--id", "courriel-7").err
    refused = run("move", french, "monarch 1", "--as", "Ana", "--id", "courriel-7")
    assert (refused.code, "courriel-7" in refused.err) == (2, True), "the same move, typed otherwise, is another act"


def test_a_word_of_a_move_is_no_match(run: Herald, acting: str) -> None:
    assert run("why", "passer").code == 0
    assert run("why", "passer", "--lang", "fr").out == run("why", acting, "pass", "--lang", "fr").out
    assert run("moves", acting, "activer", "5").out == run("moves", acting, "activate", "5").out


def test_moves_are_listed_as_the_reader_types_them(run: Herald, acting: str) -> None:
    listed = run("moves", acting, "--lang", "fr").out
    assert "passer" in listed
    assert "mise=1" in listed
    assert "activate" not in listed
    assert run("moves", acting, "--lang", "fr", "--json").json["next"] == run("moves", acting, "--json").json["next"]
    assert '"long": "pass"' in run("moves", acting, "passer", "--lang", "fr", "--json").out
    match = str(run("new", "medieval", "Ana", "Bo", "--practice", "a day in May", "--json").json["match"])
    for words in ("monarch 1", "monarch 2", "pair gold combat", "pair gold science"):
        assert run("move", match, words, "--as", turn(run, match)).code == 0
    shown, follow = run("moves", match, "--as", "Ana", "--lang", "fr").out.splitlines()
    example = shown.rpartition(": ")[2]
    assert (example.split()[0], follow.split()[-1]) == ("placer", "placer")
    assert run("why", match, example, "--as", "Ana").code == 0


def test_completion_offers_the_words_of_the_reader_and_takes_all(
    run: Herald, acting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {"activate", "pass"} <= set(offered("move", acting, ""))
    assert offered("move", acting, "activer", "") == offered("move", acting, "activate", "")
    assert offered("move", acting, "pass") == ["pass"]
    assert offered("move", acting, "passe") == ["passer"]
    monkeypatch.setenv("HERALD_LANG", "fr")
    assert {"activer", "passer"} <= set(offered("move", acting, ""))
    assert offered("move", acting, "pa") == ["passer"]
    assert offered("move", acting, "act") == ["activer"]
    assert offered("move", acting, "activat") == ["activate"]
    assert offered("move", "--lang", "en", acting, "pa") == ["pass"]
    slots = offered("move", acting, "activer", "")
    auctioned = next(slot for slot in slots if offered("move", acting, "activer", slot, ""))
    assert "mise=1" in offered("move", acting, "activer", auctioned, "")
    assert "mise=1" in offered("move", acting, "activate", auctioned, "m")
    assert "bid=1" in offered("move", acting, "activer", auctioned, "b")
    match = str(run("new", "medieval", "Ana", "Bo", "--practice", "a day in May", "--json").json["match"])
    for words in ("monarch 1", "monarch 2", "pair gold combat", "pair gold science"):
        assert run("move", match, words, "--as", turn(run, match)).code == 0
    follow = offered("move", match, "--as", "Ana", "placer", "or", "G1", "")
    assert {"or", "matière-première", "A1", "D2"} <= set(follow)
    assert offered("move", match, "--as", "Ana", "placer", "matiere-p") == ["matiere-premiere"]
    assert offered("move", match, "--as", "Ana", "place", "raw") == ["raw_material"]


def test_a_scenario_is_written_in_french(run: Herald, home: Path) -> None:
    case = home / "litige.toml"
    case.write_text(
        """
        game = "medieval"
        [[scenario]]
        title = "Une carte majorité active celui qui a le plus"
        rules = ["MED-14.1"]
        players = ["Ana", "Bo"]
        given.table.current = { 6 = "Boniface" }
        given.Ana = { palace = "2 production" }
        given.Bo = { palace = "3 Religion + 1 matière-première" }
        given.agenda = "actions Ana"
        when = ["Ana : activer 6"]
        then.Bo = { deployed = ["boniface"], palace = "3 religion + 1 raw_material" }
        """,
        encoding="utf-8",
    )
    said = run("scenario", "run", str(case), "--lang", "fr")
    assert said.code == 0, (said.out, said.err)
