"""`herald export` and `herald import`: a match as a file, and back."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from core.kernel.rules.chance import stream
from replays import archive
from replays.files.export import file_sum, read_file
from store import ids
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.cli.conftest import Club, Herald, Said
from tests.replays.forging import forged
from tests.replays.tables import Clock, entropy_of, go_on

Lines = list[dict[str, object]]


def lines_of(text: str) -> Lines:
    return [msgspec.json.decode(line, type=dict[str, object]) for line in text.splitlines()]


def header(said: Said) -> dict[str, object]:
    return lines_of(said.out)[0]


def test_a_finished_match_goes_out_in_full(run: Herald, club: Club) -> None:
    said = run("export", club.whole)
    assert said.code == 0
    assert header(said)["view"] == "full"
    assert header(said)["rows"] == len(lines_of(said.out)) - 1


def test_a_running_match_goes_out_as_everybody_sees_it(run: Herald, club: Club) -> None:
    assert header(run("export", club.running))["view"] == "public"
    assert header(run("export", club.running, "--as", "ana"))["view"] == "seat Ana"
    assert header(run("export", club.running, HERALD_SEAT="Ana"))["view"] == "public", "a file may go anywhere"
    assert header(run("export", f"{club.whole}@40"))["view"] == "public", "at row 40 it was not over"
    refused = run("export", club.running, "--full", "--json")
    assert (refused.code, refused.error["why"]) == (4, "full_when_over")


def test_one_view_at_a_time(run: Herald, club: Club) -> None:
    for options in (("--full", "--public"), ("--full", "--as", "Ana")):
        assert run("export", club.whole, *options).code == 2


def test_a_locked_seat_is_exported_to_who_has_its_key(run: Herald) -> None:
    keys = msgspec.convert(run("new", "medieval", "Ana", "Bo", "--keys", "--json").json["keys"], dict[str, str])
    assert run("export", "--as", "Ana").code == 4
    assert run("export", "--as", "Ana", HERALD_KEY=keys["Bo"]).code == 4
    assert run("export", "--as", "Ana", HERALD_KEY=keys["Ana"]).code == 0
    assert run("export").code == 0


def test_the_draws_of_a_finished_match(run: Herald, club: Club, home: Path) -> None:
    draws = home / "draws.jsonl"
    said = run("export", club.whole, "-o", str(home / "match.jsonl"), "--draws", str(draws), "--json")
    assert (said.code, said.json["draws"]) == (0, str(draws))
    lines = lines_of(draws.read_text(encoding="utf-8"))
    assert {tuple(line) for line in lines} == {("row", "label", "bag")}
    assert run("export", club.whole, "--draws", str(draws)).code == 2, "the file is there already"
    again = run("export", club.whole, "--draws", str(draws), "--force")
    assert header(again)["view"] == "full"
    for match in (club.running, f"{club.whole}@40"):
        refused = run("export", match, "--draws", str(home / "none"), "--json")
        assert (refused.code, refused.error["why"]) == (4, "draws_when_over")
        assert not (home / "none").exists()


def test_to_a_file_and_not_over_another(run: Herald, club: Club, home: Path) -> None:
    file = str(home / "match.jsonl")
    said = run("export", club.whole, "-o", file, "--json")
    assert (said.json["file"], said.json["view"]) == (file, "full")
    assert run("export", club.whole, "-o", file).code == 2
    assert run("export", club.whole, "-o", file, "--force", "--public").out.startswith(
        f"{file}: the match as everybody"
    )
    assert header(Said(0, Path(file).read_text(encoding="utf-8"), ""))["view"] == "public"
    assert run("export", club.whole, "-o", str(home / "nowhere" / "x")).code == 1
    for way in ((), ("--force",)):
        assert run("export", club.whole, "-o", str(home), *way).err.startswith(f"{home} is a folder.")
    assert [path.name for path in home.glob("*match*.jsonl*")] == ["match.jsonl"], "nothing half-written is left"


@pytest.fixture
def file(run: Herald, club: Club, home: Path) -> str:
    """The whole match, exported."""
    path = str(home / "whole.jsonl")
    assert run("export", club.whole, "-o", path).code == 0
    return path


def test_a_match_comes_in_once(run: Herald, club: Club, file: str, home: Path) -> None:
    there = {"HERALD_DB": str(home / "there.db")}
    first, second = run("import", file, "--json", **there), run("import", file, "--json", **there)
    assert (first.json["new"], first.json["before"], first.json["match"]) == (True, 0, club.whole)
    assert (second.json["new"], second.json["before"]) == (False, first.json["row"])
    assert run("verify", "@", **there).code == 0
    assert run("show", "@", **there).out == run("show", club.whole).out.replace(", as everybody", ", as everybody")
    assert run("log", "@", **there).out.splitlines()[-1] == run("log", club.whole).out.splitlines()[-1]
    assert "known here already" in run("import", file).out, "where it is played, it is known too"


def test_a_longer_copy_goes_on(run: Herald, club: Club, file: str, home: Path) -> None:
    there = {"HERALD_DB": str(home / "there.db")}
    early = str(home / "early.jsonl")
    run("export", f"{club.whole}@30", "-o", early)
    assert run("import", early, "--json", **there).json["row"] == 30
    longer = run("import", file, "--json", **there)
    assert (longer.json["new"], longer.json["before"]) == (True, 30)
    assert run("verify", club.whole, **there).code == 0
    older = run("import", early, "--json", **there)
    assert (older.json["new"], older.json["before"]) == (False, longer.json["row"])


def test_only_the_host_goes_on_with_a_match(run: Herald, club: Club, home: Path) -> None:
    """Whoever holds the seed would not believe another one's draws."""
    early = home / "early.db"
    early.write_bytes((home / "matches.db").read_bytes())
    with open_store(home / "matches.db") as store:
        matches = Matches(store, Clock(), entropy_of("later"))
        go_on(matches, matches.log(club.running), stream("later", 1), 3)
    later = str(home / "later.jsonl")
    run("export", club.running, "-o", later)
    refused = run("import", later, "--json", HERALD_DB=str(early))
    assert (refused.code, refused.error["why"]) == (4, "played_here")


def views(run: Herald, match: str, home: Path, **there: str) -> dict[str, bytes]:
    """Each copy of a match that can be had."""
    found: dict[str, bytes] = {}
    for view in (("--full",), ("--public",), ("--as", "Ana"), ("--as", "Bo")):
        path = home / "view.jsonl"
        assert run("export", match, *view, "-o", str(path), "--force", **there).code == 0
        found[" ".join(view)] = path.read_bytes()
    return found


def test_a_fuller_copy_completes_what_is_here(run: Herald, club: Club, home: Path) -> None:
    """Public first, then as a seat, then in full: each tells more, and none takes anything away."""
    there = {"HERALD_DB": str(home / "there.db")}
    asked = views(run, club.whole, home)
    learned: list[int] = []
    for view in ("--public", "--as Ana", "--public", "--full", "--as Bo", "--full", "--public"):
        (home / "copy.jsonl").write_bytes(asked[view])
        said = run("import", str(home / "copy.jsonl"), "--json", **there)
        assert (said.code, said.json["new"]) == (0, not learned)
        learned.append(int(str(said.json["learned"])))
        assert run("verify", "@", **there).code == 0
    assert [bool(boxes) for boxes in learned] == [False, True, False, True, True, False, False]
    full = home / "full.jsonl"
    full.write_bytes(asked["--full"])
    told = ("decided", "hidden", "moves", "draws_derived")
    here, file = run("verify", "@", "--json", **there).json, run("verify", str(full), "--json").json
    assert [here[field] for field in told] == [file[field] for field in told]
    again = views(run, "@", home, **there)
    assert {view: again[view] for view in ("--full", "--public", "--as Ana", "--as Bo")} == asked


def test_it_says_what_it_learned(run: Herald, club: Club, home: Path) -> None:
    there = {"HERALD_DB": str(home / "there.db")}
    for view, data in views(run, club.whole, home).items():
        (home / f"{view.strip('-')}.jsonl").write_bytes(data)
    assert "closed" not in run("import", str(home / "public.jsonl"), **there).out
    again = run("import", str(home / "full.jsonl"), HERALD_LANG="fr", **there).out.splitlines()
    assert "déjà" in again[0]
    assert again[1].endswith("contenus scellés ici sont maintenant ouverts.")


def test_a_longer_copy_that_is_fuller_completes_the_rows_before_it(run: Herald, club: Club, home: Path) -> None:
    there, early, full = {"HERALD_DB": str(home / "there.db")}, home / "early.jsonl", home / "full.jsonl"
    run("export", f"{club.whole}@40", "--public", "-o", str(early))
    run("export", club.whole, "-o", str(full))
    assert run("import", str(early), "--json", **there).json["learned"] == 0
    longer = run("import", str(full), "--json", **there)
    assert (longer.json["new"], longer.json["before"]) == (True, 40)
    assert int(str(longer.json["learned"])) > 0
    assert views(run, "@", home, **there)["--full"] == full.read_bytes()


def test_of_a_match_that_is_played_here_all_is_known(run: Herald, file: str) -> None:
    assert run("import", file, "--json").json["learned"] == 0


def test_another_match_of_the_same_id_is_refused(run: Herald, file: str, home: Path) -> None:
    exported = read_file(file)
    rows = forged(exported.rows, len(exported.rows), lambda body: body.update(at=body["at"] + 1))
    lines = [msgspec.json.encode(row) + b"\n" for row in rows]
    head = msgspec.structs.replace(exported.header, head=rows[-1].digest)
    summed = msgspec.structs.replace(head, sum=file_sum(head, lines))
    other = home / "other.jsonl"
    other.write_bytes(b"".join([msgspec.json.encode(summed) + b"\n", *lines]))
    assert run("verify", str(other)).code == 0, "nothing is wrong with it by itself"
    refused = run("import", str(other), "--json")
    assert (refused.code, refused.error["why"]) == (4, "other_match_same_id")


# --- ids ------------------------------------------------------------------------------------------------------------


def begun_as(match: str, home: Path, monkeypatch: pytest.MonkeyPatch, run: Herald) -> str:
    """The file of a match of this id, which was begun elsewhere."""
    elsewhere, file = {"HERALD_DB": str(home / f"{match}.db")}, home / f"{match}.jsonl"

    def named(_below: object, _taken: object) -> str:
        return match

    with monkeypatch.context() as patched:
        patched.setattr("store.ids.new_id", named)
        assert run("new", "medieval", "Ana", "Bo", **elsewhere).code == 0
    assert run("export", match, "-o", str(file), **elsewhere).code == 0
    return str(file)


@pytest.mark.parametrize("beside", ["jade", "jade-anchor-26", "jade-anchor-2600", "jade-anchor-260-2", "j"])
def test_no_id_comes_in_whose_beginning_is_another(
    run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch, beside: str
) -> None:
    """Whichever was there before: neither makes a short word mean another match."""
    files = [begun_as(match, home, monkeypatch, run) for match in ("jade-anchor-260", beside)]
    for number, (first, second) in enumerate((files, files[::-1])):
        there = {"HERALD_DB": str(home / f"there {number}.db")}
        assert run("import", first, **there).code == 0
        refused = run("import", second, "--json", **there)
        assert (refused.code, refused.error["why"]) == (4, "id_alike")
        assert "un identifiant est le début de l’autre" in run("import", second, HERALD_LANG="fr", **there).err
        assert run("list", **there).out.count("\n") == 1
        assert run("import", first, **there).code == 0, "it is here, and stays known"


def test_an_id_that_is_only_like_another_comes_in(run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for match in ("jade-anchor-260", "jade-anchor-261", "jade-anchor-3"):
        assert run("import", begun_as(match, home, monkeypatch, run), HERALD_DB=str(home / "there.db")).code == 0


@pytest.mark.parametrize(
    "shadow", ["medieval", "medieval-duel", "medieval-duel-2", "medieval-d", "onyx-raven-955", "onyx-raven-955-2"]
)
def test_no_id_comes_in_that_would_mean_a_recorded_match(
    run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch, shadow: str
) -> None:
    file, there = begun_as(shadow, home, monkeypatch, run), {"HERALD_DB": str(home / "there.db")}
    refused = run("import", file, "--json", **there)
    assert (refused.code, refused.error["why"]) == (4, "id_recorded")
    assert (
        "ce mot désigne medieval-duel, une partie enregistrée livrée avec le programme"
        in run("import", file, HERALD_LANG="fr", **there).err
    )
    assert not (home / "there.db").exists()


def test_a_recorded_match_comes_in_under_its_own_id(run: Herald, home: Path) -> None:
    """It is the one that the word means: whole, or as far as somebody copied it."""
    there, part = {"HERALD_DB": str(home / "there.db")}, home / "part.jsonl"
    assert run("export", "medieval-duel@30", "--public", "-o", str(part)).code == 0
    for file, rows in ((part, 30), (archive.FOLDER / "medieval-duel.jsonl", 173)):
        assert run("import", str(file), "--json", **there).json["row"] == rows
    assert run("show", "medieval-duel", "--json", **there).json["match"] == "onyx-raven-955"


def test_no_new_id_is_the_beginning_of_another(run: Herald, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it begin with one that is here."""
    there = {"HERALD_DB": str(home / "there.db")}
    for match in ("jade", "ruby-wolf-3001"):
        assert run("import", begun_as(match, home, monkeypatch, run), **there).code == 0
    jade, ruby = ids.TINCTURES.index("jade"), ids.TINCTURES.index("ruby")
    wolf, owl = ids.CHARGES.index("wolf"), ids.CHARGES.index("owl")
    chance = iter([jade, owl, 5, ruby, wolf, 200, ruby, wolf, 201])
    with open_store(home / "there.db") as store:
        assert ids.new_id(lambda _: next(chance), lambda found: bool(store.alike(found))) == "ruby-wolf-301"


def test_what_does_not_hold_does_not_come_in(run: Herald, file: str, home: Path) -> None:
    data = Path(file).read_bytes()
    bad = home / "bad.jsonl"
    bad.write_bytes(data.replace(b'"rule":"MED-12.4"', b'"rule":"MED-12.5"', 1))
    there = {"HERALD_DB": str(home / "there.db")}
    refused = run("import", str(bad), "--json", **there)
    assert (refused.code, refused.error["error"]) == (6, "damaged")
    assert str(refused.error["part"]).startswith("body, facts[")
    assert (refused.error["expected"], refused.error["found"]) == ('"MED-12.4"', '"MED-12.5"')
    assert not (home / "there.db").exists()
    for path in (str(home), str(home / "nothing.jsonl"), str(home / "matches.db")):
        assert run("import", path).code == 2


def test_the_whole_way_through_a_pipe(run: Herald, club: Club, home: Path) -> None:
    """`herald export | herald --db there.db import -` in a shell."""
    herald = Path(sys.executable).parent / "herald"
    sent = subprocess.run([herald, "export", club.whole], capture_output=True, check=True)
    there = str(home / "there.db")
    got = subprocess.run([herald, "--db", there, "import", "-"], input=sent.stdout, capture_output=True, check=True)
    assert club.whole in got.stdout.decode()
    assert run("verify", "--all", HERALD_DB=there).code == 0


def test_nothing_is_written_over_the_database(run: Herald, club: Club, db: Path, home: Path) -> None:
    """By whatever name, or where SQLite looks for what belongs to it."""
    (home / "link").symlink_to(db)
    (home / "folder").symlink_to(home)
    names = ("matches.db", "matches.db-wal", "matches.db-shm", "matches.db-journal", "link", "folder/matches.db-wal")
    for name in names:
        file = str(home / name)
        for line in (
            ("export", club.whole, "-o", file, "--force"),
            ("export", club.whole, "--draws", file, "--force"),
            ("db", "backup", file),
        ):
            said = run(*line, "--json")
            assert (said.code, said.error["why"]) == (2, "is_database"), line
    locked = run("new", "medieval", "Ana", "Bo", "--keys", "--nonces", "--json").json
    keys = msgspec.convert(locked["keys"], dict[str, str])
    for command, option in (("key", "-o"), ("join", "--nonce-file")):
        typed = (command, str(locked["match"]), "--as", "Ana", option, f"{db}-wal", "--json")
        said = run(*typed, HERALD_KEY=keys["Ana"])
        assert (said.code, said.error["why"]) == (2, "is_database"), command
    assert run("list", "--log-file", str(db), "--json").error["why"] == "is_database"
    assert not Path(f"{db}-wal").exists()
    assert run("db", "check", "--rows").code == 0
    (home / "second").hardlink_to(db)
    assert run("export", "medieval-duel", "-o", str(home / "second"), "--force", "--json").error["why"] == "is_database"
