"""`herald export --page`: a whole match as one file, which is unpacked here as its script does it."""

import os
import re
import zlib
from base64 import b64encode, b85decode
from collections.abc import Callable
from hashlib import sha256
from itertools import accumulate, zip_longest
from pathlib import Path
from stat import S_IMODE
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from core.kernel.drawing.page.board import board_html
from core.kernel.drawing.page.markup import Seats
from core.kernel.drawing.palette import SEATS, SIGNS
from core.kernel.language.words import Words
from core.kernel.log.history import undone
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Log, Seen
from core.kernel.rules import engine
from replays.files.export import FULL, shown_rows
from replays.page.entries import entry
from replays.page.readers import readers
from replays.replay import known_then
from replays.told.rows import row_told
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.cli.conftest import PLACED, Club, Herald, Said
from tests.replays.tables import Clock, entropy_of
from tests.support.html import Element, read_html

Number = int
PLAN = "the gardens of Troy"
HOSTILE = '<b>O\'Hara & "co"</b>'
COMMENT = "</script><img src=x onerror=alert(1)> \u202eevil"


class Page:
    """A page as text, as elements, and as what its script unfolds."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.shown = read_html(text)
        (store,) = [it for it in self.shown.of("script") if it.attributes.get("id") == "store"]
        self.outside = text.replace(store.text, "")  # by chance, any four signs stand among the packed ones
        self.raw = zlib.decompress(b85decode(store.text.replace(".", "<"))).decode()
        self.data: dict[str, Any] = msgspec.json.decode(self.raw)
        self.pieces: list[list[str | int]] = []
        for start, end, *between in self.data["pieces"]:
            before = self.pieces[-1] if self.pieces else []
            told = [
                part + old if isinstance(part, int) and isinstance(old, int) else part
                for part, old in zip_longest(between, before[start : start + len(between)])
            ]
            self.pieces.append([*before[:start], *told, *before[len(before) - end :]])
        for look in self.data["looks"]:
            look |= {name: [*accumulate(steps)] for name, steps in look.items()}

    @property
    def all(self) -> str:
        """Everything that the file holds, with what is packed unpacked."""
        return self.outside + self.raw

    @property
    def rows(self) -> list[int]:
        """The rows that have a position."""
        return [stop[0] for stop in self.data["stops"]]

    def unfolded(self, number: Number, lang: int = 0) -> str:
        """HTML, and below zero what this language says."""
        parts = (
            part if isinstance(part, str) or part >= 0 else self.data["said"][lang][~part]
            for part in self.pieces[number]
        )
        return "".join(part if isinstance(part, str) else self.unfolded(part, lang) for part in parts)

    def told(self, what: str, lang: int = 0, view: int = 0) -> list[str]:
        """The positions (`board`), what happens next (`now`) or the rows (`log`) of a view in a language."""
        if what == "log":
            return [self._row(at, lang, view) for at in range(len(self.data["looks"][0]["log"]))]
        return [self.unfolded(number, lang) for number in self.data["looks"][view][what]]

    def _row(self, at: int, lang: int, view: int) -> str:
        """A row that is not told as in the first view; of that the first language stands in the file."""
        number = self.data["looks"][view]["log"][at]
        if view and number >= 0:
            return self.unfolded(number, lang)
        plain = re.findall(r"<li[ >].*?</li>", inner(self, "log"), re.DOTALL)
        return self.unfolded(self.data["looks"][0]["log"][at], lang) if lang else plain[at]

    def part(self, name: str) -> Element:
        """What stands in the file under an id."""
        (found,) = [it for it in self.shown.walk() if it.attributes.get("id") == name]
        return found


def page_of(run: Herald, *line: str, **env: str) -> Page:
    said: Said = run("export", *line, "--page", "-", **env)
    assert said.code == 0, said.err
    return Page(said.out)


@pytest.fixture(scope="module")
def _drawn() -> dict[tuple[str, ...], Page]:
    return {}


@pytest.fixture
def whole(run: Herald, club: Club, _drawn: dict[tuple[str, ...], Page]) -> Callable[..., Page]:
    """The page of the match that is over, by what is asked of it. It stays as it is, so each is drawn once."""

    def page(*options: str) -> Page:
        if options not in _drawn:
            _drawn[options] = page_of(run, club.whole, *options)
        return _drawn[options]

    return page


@pytest.fixture
def log(db: Path, club: Club) -> Log:
    """The whole match as its host holds it."""
    with open_store(db) as store:
        return Matches(store, Clock(), entropy_of("page")).log(club.whole)


# --- what is there --------------------------------------------------------------------------------------------------


def test_every_position_is_there_as_its_reader_knew_it_then(run: Herald, club: Club, db: Path) -> None:
    page = page_of(run, club.running, "--as", "Ana")
    with open_store(db) as store:
        seen = Matches(store, Clock(), entropy_of("page")).log(club.running).seen_by(0)
    assert page.rows == [body.seq for body in seen.line() if KINDS[body.kind].plays]
    for lang in (0, 1):
        words = seen.game.words(page.data["langs"][lang]["lang"])
        for row, shown in zip(page.rows, page.told("board", lang), strict=True):
            assert shown == picture(seen.at(row), 0, words), f"row {row}"


def picture(then: Seen, reader: int, words: Words) -> str:
    """The board of then, with an arrow at who is waited for."""
    board = then.game.board(then.game.view(then.state().table, reader), words, then.seats)
    return board_html(replace(board, waiting=engine.asked(then.state()).seats))


def test_without_scripts_the_last_position_and_the_log_can_be_read(whole: Callable[..., Page], log: Log) -> None:
    page = whole()
    assert page.part("board").of("board")[0].text == read_html(page.told("board")[-1]).text
    assert page.part("now").text == "".join(it.text for it in read_html(page.told("now")[-1]).of("p"))
    entries = page.part("log").of("li")
    assert len(entries) == log.head
    words, seen = log.game.words("en"), log.seen_by(None)
    for body, found in zip(seen.bodies, entries, strict=True):
        for fact in body.facts:
            assert f"{words.fact(fact, log.seats)} ({fact.rule})" in found.text
    for name in ("choose", "bar"):
        control = page.part(name)
        assert not control.inner, "the script makes the controls"
        assert "hidden" in control.attributes


def test_undone_rows_are_struck_out(whole: Callable[..., Page], log: Log) -> None:
    page, by = whole(), undone(log.bodies)
    assert by, "this match has undos in it"
    for number, found in enumerate(page.part("log").of("li"), 1):
        assert bool(found.of("s")) == (number in by)
        assert ("off" in found.classes) == (number in by)
        if number in by:
            assert f"undone by {by[number]}" in found.text
    assert not {*by} & {*page.rows}


def test_the_page_has_both_languages_first_that_of_who_asks(run: Herald, club: Club) -> None:
    english, french = page_of(run, club.running), page_of(run, club.running, "--lang", "fr")
    assert [told["lang"] for told in english.data["langs"]] == ["en", "fr"]
    assert [told["lang"] for told in french.data["langs"]] == ["fr", "en"]
    assert french.shown.of("html")[0].attributes["lang"] == "fr"
    for what in ("board", "now"):
        assert english.told(what, 1) == french.told(what, 0)
        assert english.told(what, 0) == french.told(what, 1)
    assert "".join(english.told("log", 1)) == inner(french, "log")
    assert "".join(french.told("log", 1)) == inner(english, "log")


def inner(page: Page, name: str) -> str:
    found = re.search(rf'<ol id="{name}">(.*?)</ol>', page.text, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_scores_of_a_match_are_drawn_and_accounted_for(whole: Callable[..., Page], log: Log) -> None:
    below = whole().part("below")
    (plot,) = below.of("plot")
    assert len([it for it in plot.of("path") if "curve" in it.classes]) == len(log.seats)
    assert plot.of("apart"), "what the end brought is set apart"
    assert (plot.attributes["role"], plot.attributes["aria-label"][:16]) == ("img", "Scores as they s")
    left, right = (float(plot.attributes[f"data-{side}"]) for side in ("left", "right"))
    (cursor,) = plot.of("cursor")
    assert cursor.attributes["x1"] == f"{left:g}%", "the script moves it from there"
    assert left < right < 100
    result = log.game.result(log.state().table)
    assert result is not None
    (total,) = below.of("total")
    assert [it.text for it in total.of("td")] == [str(score) for score in result.scores]
    (account,) = below.of("account")
    rows, sums = (
        [row for row in account.of("tbody") for row in row.of("tr") if ("sum" in row.classes) == it]
        for it in (False, True)
    )
    assert [row.of("th")[0].text for row in sums] == ["during play", "final scoring"]
    for seat, score in enumerate(result.scores):
        for counted in (rows, sums):
            cells = [row.of("td")[seat].text for row in counted]
            assert sum(int(cell) for cell in cells if cell != "·") == score
    decided = [body for body in log.bodies if KINDS[body.kind].decides]
    counts = [int(found) for found in re.findall(r"(\d+) decision", below.text)]
    assert sum(counts) == len(decided)


def test_each_number_of_which_the_lowest_counts_is_accounted_for(run: Herald) -> None:
    below = page_of(run, "emara-duel").part("below")
    citizens, buildings = below.of("account")
    assert [it.text for it in citizens.of("total")[0].of("td")] == ["89", "73"]
    assert [it.text for it in buildings.of("total")[0].of("td")] == ["88", "72"]
    assert [it.text for it in buildings.of("sum")[1].of("td")] == ["+2", "+4"]


def test_what_lasted_no_end_has_none_apart(run: Herald, club: Club) -> None:
    assert not page_of(run, club.running).part("below").of("apart")


@pytest.mark.parametrize("name", ["heirs-henry", "emara-campaign"])
def test_matches_of_every_game_have_pages(run: Herald, name: str) -> None:
    page = page_of(run, name)
    assert page.rows[-1] == len(page.part("log").of("li"))


# --- who may know what ----------------------------------------------------------------------------------------------


def test_nothing_of_another_seat_is_in_the_file(run: Herald, match: str) -> None:
    assert run("move", match, f"{PLACED['Ana']} # {PLAN}", "--as", "Ana").code == 0
    assert PLAN in page_of(run, match, "--as", "Ana").all
    for reader in ((), ("--public",), ("--as", "Bo")):
        page = page_of(run, match, *reader)
        assert PLAN not in page.all
        assert PLACED["Ana"] not in page.all
    assert PLAN not in page_of(run, match, HERALD_SEAT="Ana").all, "a file may go anywhere"


def test_a_seat_is_shown_to_who_has_its_key(run: Herald) -> None:
    keys = msgspec.convert(run("new", "medieval", "Ana", "Bo", "--keys", "--json").json["keys"], dict[str, str])
    assert run("export", "--as", "Ana", "--page", "-").code == 4
    assert run("export", "--as", "Ana", "--page", "-", HERALD_KEY=keys["Ana"]).code == 0


def test_the_views_of_all_are_for_when_it_is_over(
    run: Herald, club: Club, whole: Callable[..., Page], log: Log
) -> None:
    refused = run("export", club.running, "--full", "--page", "-", "--json")
    assert (refused.code, refused.error["why"]) == (4, "full_when_over")
    assert run("export", f"{club.whole}@40", "--full", "--page", "-").code == 4, "at row 40 it was not over"
    page = whole("--full")
    assert page.data["views"] == ["", *log.seats]
    assert whole().data["views"] == [""]
    seen = log.seen_by(1)
    row = next(row for row in page.rows if seen.at(row).game.view(seen.at(row).state().table, 1) != public_at(log, row))
    assert page.told("board", 0, 2)[page.rows.index(row)] == picture(seen.at(row), 1, log.game.words("en"))
    seats, by = Seats(SEATS, SIGNS), undone(log.bodies)
    for number, reader in enumerate(readers(log, FULL)):
        for lang, words in enumerate(("en", "fr")):
            told = (row_told(then, then.bodies[-1], words, by.get(then.head)) for then in known_then(reader))
            assert page.told("log", lang, number) == [entry(row, log.seats, seats, words) for row in told]


def test_of_a_match_that_is_over_the_views_of_some_seats_can_be_had(
    run: Herald, club: Club, whole: Callable[..., Page]
) -> None:
    everything = whole("--full")
    page = whole("--view", "Cy", "--view", "ana")
    assert page.data["views"] == ["", "Ana", "Cy"]
    for lang in (0, 1):
        for view, of_all in ((0, 0), (1, 1), (2, 3)):
            for what in ("board", "now", "log"):
                assert page.told(what, lang, view) == everything.told(what, lang, of_all)
    refused = run("export", club.running, "--view", "Ana", "--page", "-", "--json")
    assert (refused.code, refused.error["why"]) == (4, "full_when_over")
    for line in (("--view", "Ana"), ("--view", "Ana", "--public", "--page", "-")):
        refused = run("export", club.whole, *line, "--json")
        assert (refused.code, refused.error["why"]) == (2, "views_of_page")


def public_at(log: Log, row: int) -> object:
    then = log.seen_by(None).at(row)
    return then.game.view(then.state().table, None)


def test_a_view_of_all_opens_no_more_than_a_full_export(log: Log) -> None:
    whole = shown_rows(log, FULL)
    kept = [(row, at) for row, it in enumerate(whole) for at, opening in enumerate(it.openings) if opening is None]
    assert kept, "something stays closed"
    for seen in readers(log, FULL):
        assert not [place for place in kept if seen.rows[place[0]].openings[place[1]] is not None]


def test_the_page_of_a_file_is_that_of_its_reader(run: Herald, match: str, home: Path) -> None:
    assert run("move", match, f"{PLACED['Ana']} # {PLAN}", "--as", "Ana").code == 0
    for reader in ("Ana", "Bo"):
        file = str(home / f"{reader}.jsonl")
        assert run("export", match, "--as", reader, "-o", file).code == 0
        page = page_of(run, file)
        assert page.data["views"] == [reader]
        assert (PLAN in page.all) == (reader == "Ana")
        assert page.all == page_of(run, match, "--as", reader).all


# --- what somebody else has written ---------------------------------------------------------------------------------


def test_names_and_comments_stay_texts(run: Herald) -> None:
    clean, spoiled = (begun(run, *names) for names in (("Ana", "Bo", "nothing"), (HOSTILE, "Bo", COMMENT)))
    assert clean.shown.skeleton() == spoiled.shown.skeleton()
    for page, names in ((clean, "Ana"), (spoiled, HOSTILE)):
        assert names[:12] in page.part("log").text
    assert spoiled.pieces
    for number in range(len(spoiled.pieces)):
        for lang in (0, 1):
            told = read_html(spoiled.unfolded(number, lang))
            assert not {it.name for it in told.walk()} & {"img", "script", "style", "a", "iframe", "object", "form"}
            assert not [key for it in told.walk() for key in it.attributes if key.startswith("on") or key == "style"]
    assert "\u202e" not in spoiled.all


def begun(run: Herald, first: str, second: str, comment: str) -> Page:
    assert run("new", "medieval", first, second, "--practice", "a day").code == 0
    assert run("move", "@", f"monarch 1 # {comment}", "--as", first).code == 0
    return page_of(run, "@")


def test_the_page_asks_nobody_and_runs_only_its_own(whole: Callable[..., Page]) -> None:
    page = whole("--full")
    (policy,) = [it.attributes["content"] for it in page.shown.of("meta") if "http-equiv" in it.attributes]
    style, script = (re.search(pattern, page.text, re.DOTALL) for pattern in (r"<style>(.*?)</style>", SCRIPT))
    assert style is not None
    assert script is not None
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest(style[1])}'; script-src 'sha256-{digest(script[1])}'; "
        "base-uri 'none'; form-action 'none'"
    )
    elements = [*page.shown.walk(), *(it for told in page.told("board") for it in read_html(told).walk())]
    assert not {"src", "href", "style", "action", "srcset"} & {key for it in elements for key in it.attributes}
    assert not {"link", "img", "iframe", "object", "embed", "form", "base", "a", "use"} & {it.name for it in elements}
    assert not [key for it in elements for key in it.attributes if "_" in key], "no attribute is called so"
    assert not re.search(r"http:|https:|url\(|@import|fetch\(|XMLHttp|WebSocket|import\(", page.all)


SCRIPT = r"</script><script>(.*?)</script>"


def digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


# --- the file -------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="it has other permissions")
def test_what_a_seat_sees_is_for_its_owner_alone(run: Herald, club: Club, home: Path) -> None:
    before = os.umask(0o022)
    try:
        for reader, mode, view in ((("--as", "Ana"), 0o600, "seat Ana"), ((), 0o644, "public")):
            file = home / f"page{mode:o}.html"
            said = run("export", club.running, "--page", str(file), *reader, "--json").json
            assert (said["view"], said["file"], said["bytes"]) == (view, str(file), file.stat().st_size)
            assert S_IMODE(file.stat().st_mode) == mode
    finally:
        os.umask(before)


def test_a_page_lies_over_nothing(run: Herald, club: Club, home: Path, db: Path) -> None:
    file = home / "match.html"
    assert run("export", club.running, "--page", str(file)).out.startswith(f"{file}: the match as everybody may see it")
    first = file.read_bytes()
    other = f"{club.whole}@9"
    assert run("export", other, "--page", str(file)).code == 2
    assert file.read_bytes() == first
    assert run("export", other, "--page", str(file), "--force").code == 0
    assert file.read_bytes() != first
    refused = run("export", club.whole, "--page", f"{db}-wal", "--force", "--json")
    assert (refused.code, refused.error["why"]) == (2, "is_database")
    for option in ("-o", "--draws"):
        refused = run("export", club.whole, "--page", "-", option, str(home / "other"), "--json")
        assert (refused.code, refused.error["why"]) == (2, "page_alone")


def test_a_page_of_an_earlier_row_ends_there(run: Herald, club: Club) -> None:
    page = page_of(run, f"{club.whole}@40")
    assert page.rows[-1] <= 40
    assert len(page.part("log").of("li")) == 40


@pytest.mark.parametrize(("name", "most"), [("heirs-war", 100_000), ("medieval-council", 150_000)])
def test_a_page_is_small(run: Herald, name: str, most: int) -> None:
    assert len(page_of(run, name).text.encode()) < most
