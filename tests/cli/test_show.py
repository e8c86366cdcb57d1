"""`herald show` at a terminal: as wide as that is, whole or in parts."""

from collections.abc import Iterator

import msgspec
import pytest

from core.kernel.drawing.style import width
from core.kernel.language.words import SINGULAR
from tests.cli.conftest import PLACED, Herald
from tests.cli.screen import Screen


@pytest.mark.parametrize(("columns", "wide"), [(None, 100), (80, 80), (100, 100), (120, 120), (60, 80), (300, 140)])
def test_a_board_is_as_wide_as_the_terminal(
    run: Herald, acting: str, monkeypatch: pytest.MonkeyPatch, columns: int | None, wide: int
) -> None:
    """But not so narrow that words were lost, nor so wide that nobody reads it."""
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("show", acting).out.splitlines()
    assert max(map(width, lines)) == wide


def test_parts_of_a_board_are_shown_by_name(run: Herald, acting: str) -> None:
    whole = run("show", acting, "--as", "Ana").out
    some = run("show", acting, "--as", "Ana", "--panel", "bo", "--panel", "stage").out
    headings = [line for line in some.splitlines() if line.startswith("──")]
    assert [heading.split(" · ")[0] for heading in headings] == ["── Medieval Realms", "── Bo"]
    assert {*some.splitlines()} < {*whole.splitlines()}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("called", "name"), [("current", "current"), ("Evenements", "current"), ("kingdom m", "map")])
def test_parts_are_called_by_their_headings_too(run: Herald, acting: str, lang: str, called: str, name: str) -> None:
    wanted = run("show", acting, "--panel", name, "--lang", lang).out
    assert run("show", acting, "--panel", called, "--lang", lang).out == wanted


def test_a_heading_that_two_parts_share_names_none(run: Herald) -> None:
    refused = run("show", "emara-duel@9", "--panel", "ring")
    assert (refused.code, refused.out) == (2, "")
    assert "ring1, ring2" in refused.err
    assert run("show", "emara-town@9", "--panel", "ring of councilor 2").code == 0


# --- in brief


@pytest.mark.parametrize(
    ("match", "leads", "turn", "offers"),
    [
        ("medieval-court@150", "Blanche", "Waiting for Thibaut", ("City of Florence", "5 raw")),
        ("emara-town@200", "Agnès", "Waiting for Benoît", ("Forest", "1 wood, :1 2 stone")),
        ("heirs-war@60", "Hélène", "Waiting for Gaston", ("Town Hall", "1 wood + 1 wheat")),
    ],
)
def test_in_brief_a_match_says_who_leads_whose_turn_it_is_and_what_is_to_be_had(
    run: Herald, match: str, leads: str, turn: str, offers: tuple[str, str]
) -> None:
    said = run("show", match, "--brief", COLUMNS="80").out
    lines = said.splitlines()
    assert len(lines) <= 24
    assert max(map(width, lines[3:-1])) <= 80
    assert [line.split("  ")[0].strip(" ▲▼").split(" · ")[0] for line in lines if "♛" in line] == [leads]
    assert turn in said
    assert [line for line in lines if all(word in line for word in offers)]


def test_in_brief_the_own_hand_is_there_and_the_rest_is_named(run: Herald) -> None:
    said = run("show", "medieval-court@150", "--brief", "--as", "Philippe", COLUMNS="80").out
    assert "MKT-03  Market of Medina del Campo  6 prod" in said
    assert "SCI-03" not in said, "Blanche's hand is not Philippe's"
    assert said.splitlines()[-1] == "Not shown: upcoming, map, palaces, Blanche, Jeanne, Thibaut (--panel NAME)."


def test_what_is_brief_chooses_its_parts_itself(run: Herald, acting: str) -> None:
    for option in (("--panel", "map"), ("--html", "-"), ("--all",), ("--legend",)):
        refused = run("show", acting, "--brief", *option, "--json")
        assert (refused.code, refused.error["why"]) == (2, "brief_alone")
    assert run("show", acting, "--brief", "--json").out == run("show", acting, "--json").out


def test_in_brief_one_reads_what_one_has_and_how_ones_moves_begin(run: Herald) -> None:
    lines = run("show", "medieval-council@127", "--brief", "--as", "Ada", COLUMNS="80").out.splitlines()
    assert "You can: activate 1|3..6|10 · play GAL-07 · pass" in lines
    assert [line for line in lines if line.startswith(" Ada · VP 14 · prod 19 · science 1")]
    french = run("show", "medieval-council@127", "--brief", "--as", "Ada", "--lang", "fr", COLUMNS="80").out
    assert "Vous pouvez\u202f: activer 1|3..6|10 · jouer GAL-07 · passer" in french
    others = run("show", "medieval-council@127", "--brief", "--as", "Clovis").out
    assert "You can" not in others, "nothing is asked of Clovis"


# --- the end of a match

TABLE = [
    ["Ada", "Basile", "Clovis", "Dagmar", "Édith"],
    ["art", "galleries", "+15", "+5", "+5", "·", "+5"],
    ["final", "scoring", "+47", "+39", "+43", "+29", "+50"],
    ["in", "all:", "victory", "points", "74", "51", "67", "31", "69"],
]


def test_a_finished_match_shows_what_the_scores_came_from(run: Herald) -> None:
    for args in (("show", "medieval-council"), ("show", "medieval-council", "--brief"), ("replay", "medieval-council")):
        lines = [line.split() for line in run(*args).out.splitlines()]
        assert [line for line in lines if line in TABLE] == TABLE, args
    before = [line.split() for line in run("show", "medieval-council@251").out.splitlines()]
    assert before
    assert not [line for line in before if line in TABLE], "nothing has been scored yet"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("match", ["medieval-council", "emara-duel", "nobility-chancery"])
def test_on_a_small_screen_it_has_room(terminals: "Terminals", match: str) -> None:
    """The final scoring apart only where there is room for that, too; the names of many seats are cut."""
    said = terminals.lines("show", match, LINES="24", COLUMNS="80")
    assert len(said) < 24
    assert max(map(width, said)) <= 80
    totals = [line for line in said if line.startswith(" in all: ")]
    assert [line.split()[4:] for line in totals] == TOTALS[match]
    parted = [line for line in said if line.startswith(" final scoring")]
    assert bool(parted) == (match == "nobility-chancery"), "there is room for it where categories are few"


TOTALS = {
    "medieval-council": [["74", "51", "67", "31", "69"]],
    "emara-duel": [["89", "73"], ["88", "72"]],
    "nobility-chancery": [["99", "151", "92", "118", "6", "102"]],
}


def test_the_last_move_shows_it_too(run: Herald) -> None:
    again = run("fork", "medieval-council@251", "--json").json["match"]
    lines = [line.split() for line in run("move", again, "pass", "--as", "Clovis").out.splitlines()]
    assert [line for line in lines if line in TABLE] == TABLE


# --- at a terminal


class Terminals:
    """Terminals that somebody looks at, switched off in the end."""

    def __init__(self) -> None:
        self.open: list[Screen] = []

    def lines(self, *args: str, **env: str) -> list[str]:
        self.open.append(Screen(*args, **env))
        return self.open[-1].rest().replace("\r\n", "\n").splitlines()


@pytest.fixture
def terminals() -> Iterator[Terminals]:
    found = Terminals()
    yield found
    for screen in found.open:
        screen.off()


LEGEND = "to type     raw_material = raw material"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("tall", [24, 40])
def test_a_small_terminal_shows_a_match_in_brief(terminals: Terminals, tall: int) -> None:
    """With the prompt below it nothing has left the screen."""
    said = terminals.lines("show", "medieval-court@150", LINES=str(tall))
    assert len(said) < tall
    assert said[-1].startswith("Not shown: ") or tall > 24


def test_a_large_terminal_shows_all_of_it(run: Herald, terminals: Terminals) -> None:
    """As in a pipe, but for what the signs mean, which is told once."""
    piped = run("show", "medieval-court@150", COLUMNS="100").out.splitlines()
    said = terminals.lines("show", "medieval-court@150", LINES="200")
    assert said == piped
    again = terminals.lines("show", "medieval-court@150", LINES="200")
    assert again == piped[: len(again)]
    assert LEGEND in "".join(piped[len(again) :])


@pytest.mark.usefixtures("home")
def test_what_is_longer_than_the_screen_goes_through_the_pager(terminals: Terminals) -> None:
    match, pager = "medieval-court@150", {"PAGER": "sed s/^/paged:/", "TERM": "xterm", "LINES": "24", "NO_COLOR": "1"}
    paged = terminals.lines("show", match, "--all", **pager)
    assert len(paged) > 24
    assert {line[:6] for line in paged} == {"paged:"}
    for args, env in (
        (("--brief",), {}),
        (("--panel", "stage"), {}),
        (("--all",), {"TERM": "dumb"}),
        (("--all",), {"HERALD_GUEST": "1"}),  # a pager can start programs
        (("--all",), {"PAGER": ""}),
        (("--all",), {"PAGER": "no-such-pager"}),
        (("--all",), {"LINES": "300"}),
    ):
        plain = terminals.lines("show", match, *args, **{**pager, **env})
        assert not [line for line in plain if line.startswith("paged:")], (args, env)
        assert "row 150" in plain[0]


@pytest.mark.usefixtures("home")
def test_the_legend_is_shown_once(run: Herald, terminals: Terminals, acting: str) -> None:
    """And to who asks for it; a game that nobody has seen yet has one of its own."""
    legends = ["".join(terminals.lines("show", match, *args, LINES="300")) for match, *args in (
        (acting,), (acting,), ("medieval-court@150",), (acting, "--legend"), ("emara-town@9",), ("emara-town@9",)
    )]  # fmt: skip
    assert [LEGEND in said or "ring = signet ring" in said for said in legends] == [
        True,
        False,
        False,
        True,
        True,
        False,
    ]
    assert LEGEND in run("show", acting).out, "a pipe is nobody who has read it"


def test_a_look_tells_what_others_did_since_the_last_one(run: Herald, terminals: Terminals, acting: str) -> None:
    def news(seat: str, *args: str) -> list[str]:
        said = terminals.lines("show", acting, "--as", seat, *args, LINES="24")
        return [line for line in said if line.startswith("Since you looked")]

    assert [line.split(maxsplit=4)[3:] for line in news("Ana")] == [["7", f"Bo: {PLACED['Bo']}"]], "since her last row"
    assert news("Ana") == []
    (mover,) = msgspec.convert(run("show", acting, "--json").json["waiting"], tuple[str])
    other = "Bo" if mover == "Ana" else "Ana"
    news(other)
    run("move", acting, "pass", "--as", mover)
    assert news(mover) == [], "one knows what one has done"
    assert "Since you looked" not in run("show", acting, "--as", other).out, "a pipe is nobody who looks"
    whole = terminals.lines("show", acting, "--as", other, "--all", LINES="24")
    assert [line.split(maxsplit=4)[3:] for line in whole if line.startswith("Since")] == [["8", f"{mover}: pass"]]
    assert [line for line in whole if line.startswith("▸turn order") and f"{mover} (passed)" in line], "and marked"
    assert news(other) == []


@pytest.mark.parametrize("lang", SINGULAR)
@pytest.mark.parametrize(("words", "columns"), [("show", 80), ("show", 68), ("inbox", 44)])
def test_news_that_are_broken_stand_behind_the_number_of_their_row(
    terminals: Terminals, acting: str, words: str, columns: int, lang: str
) -> None:
    """The wider lead of French is broken at 80, too."""
    env = {"LINES": "24", "COLUMNS": str(columns), "HERALD_SEAT": "Ana", "HERALD_LANG": lang}
    said, last = terminals.lines(words, **env), PLACED["Bo"].split()[-1]
    (at,) = [number for number, line in enumerate(said) if "   7  Bo" in line]
    assert said[0].startswith(acting)
    assert said[at].endswith(last) == ((columns, lang) == (80, "en"))
    if not said[at].endswith(last):
        text = said[at].index("Bo")
        assert said[at + 1].endswith(last)
        assert len(said[at + 1]) - len(said[at + 1].lstrip()) == text, "behind the number, and nothing else there"


def test_a_look_tells_no_move_that_was_undone_meanwhile(run: Herald, terminals: Terminals, acting: str) -> None:
    (mover,) = msgspec.convert(run("show", acting, "--json").json["waiting"], tuple[str])
    other = "Bo" if mover == "Ana" else "Ana"
    terminals.lines("show", acting, "--as", other, LINES="24")
    run("move", acting, "pass", "--as", mover)
    run("undo", acting, "--as", mover)
    run("agree", acting, "--as", other)
    said = " ".join(terminals.lines("show", acting, "--as", other, LINES="24"))
    assert "Since you looked" in said
    assert f"{mover}: pass" not in said


@pytest.mark.parametrize("lang", SINGULAR)
@pytest.mark.parametrize("words", ["moves", "log", "show --all", "list", "move nonsense", "verify", "--help"])
def test_lines_are_broken_between_words(run: Herald, terminals: Terminals, words: str, lang: str) -> None:
    assert run("new", "heirs", "Ana", "Bo").code == 0
    env = {"LINES": "24", "COLUMNS": "80", "PAGER": "", "HERALD_SEAT": "Ana", "HERALD_LANG": lang}
    said = terminals.lines(*words.split(), **env)
    assert said
    assert max(map(width, said)) <= 80


def test_nobody_turns_pages_in_a_pipe(run: Herald) -> None:
    said = run("show", "medieval-court@150", "--all", PAGER="sed s/^/paged:/", TERM="xterm", LINES="24")
    assert "row 150" in said.out.splitlines()[0]
    assert "paged:" not in said.out


def test_a_page_has_the_same_parts(run: Herald, acting: str) -> None:
    page = run("show", acting, "--html", "-", "--panel", "palaces").out
    assert "palaces" in page
    assert "current events" not in page


def test_a_part_that_is_not_there_is_told_from_those_that_are(run: Herald, acting: str) -> None:
    refused = run("show", acting, "--panel", "cellar", "--json")
    plain = run("show", acting, "--panel", "cellar")
    assert plain.code == 2
    assert "There is no part “cellar” of the board here" in plain.err
    assert all(name in plain.err for name in ("stage", "current", "palaces", "Ana", "Bo"))
    assert refused.code == 0, "a document has everything"
    french = run("show", acting, "--panel", "cellar", "--lang", "fr")
    assert "cellar" in french.err
    assert "Le plateau n’a pas ici de panneau" in french.err


def test_of_a_row_of_the_past_nobody_is_waited_for_since_then(run: Herald) -> None:
    """It was played long ago, and goes on from there no more."""
    for match in ("medieval-court@100", "emara-duel@40"):
        first = run("show", match).out.splitlines()[1]
        assert first.startswith(("Waiting for ", "Also waiting for "))
        assert first.endswith(".")
        assert "days" not in first
        assert "jours" not in run("show", match, "--lang", "fr").out.splitlines()[1]


def test_the_scores_of_six_fit_beside_the_board_in_a_pipe_as_well(run: Herald, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = ("Margarethe", "Bartholomew", "Christabella", "Maximiliano", "Alexandrina", "Wilhelmina")
    bots = [word for name in names for word in ("--bot", f"{name}=random")]
    for said in (run("new", "nobility", *bots, "--practice", "six"), run("show"), run("show", "--lang", "fr")):
        assert all(name in said.out for name in names)
        assert max(map(width, said.out.splitlines())) <= 80
