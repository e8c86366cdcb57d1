"""What the program proposes to type, typed: each command and each move does what it was proposed for."""

import json
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.language import words
from core.games import NAMES
from replays import archive
from tests.cli.conftest import Herald, Said
from tests.support.proposals import OPEN, commands, moves

LANGUAGES = ("en", "fr")
HEADS = tuple(words.shared(lang)["message"]["nearest"].partition("{")[0].strip() for lang in LANGUAGES)
TERMINAL = {"play", "serve", "ssh"}
"""Commands that go on until somebody ends them."""


GROUPS = {"db", "key", "rulings", "scenario"}


def typed(run: Herald, line: str, said_to: Sequence[str]) -> Said | None:
    """Type a proposed command; the seat and the language are those of the command that proposed it."""
    if OPEN.search(re.sub(r"--as (NAME|NOM)", "", line)):
        return None
    args = ["Ana" if word in {"NAME", "NOM"} else word for word in shlex.split(line)[1:]]
    if not args or args[0] in TERMINAL:
        return None
    found = run(*args, *(() if "--as" in args else said_to))
    is_named = len(args) == (2 if args[0] in GROUPS else 1)  # that there is such a command: it is no whole line
    return run(*args, "--help") if is_named and found.code in {2, 3} else found


def test_each_move_that_a_refusal_proposes_is_legal(run: Herald) -> None:
    """Moves that are damaged as people damage them, at many rows of a recorded match of each game."""
    tried = 0
    for game in NAMES:
        name = next(one for one in archive.index() if one.startswith(game))
        log = [json.loads(line) for line in run("log", name, "--json").out.splitlines()]
        made = [(row["row"], row["seat"], row["text"]) for row in log if row["text"] and row["seat"]]
        for at, (row, seat, text) in enumerate(made[2 :: len(made) // 2]):
            other = made[(at * 7) % len(made)][2]
            for number, wrong in enumerate((re.sub(r"\d", "9", text), text.split()[0], other)):
                how = ("--as", seat, "--lang", LANGUAGES[(at + number) % 2])
                said = run("why", f"{name}@{row - 1}", wrong, *how)
                for move in moves(said.out + said.err, HEADS):
                    legal = run("why", f"{name}@{row - 1}", move, *how)
                    assert legal.code == 0, f"{name}@{row - 1} {how}: {wrong} -> {move}: {legal.out}{legal.err}"
                    tried += 1
    assert tried > 40


BEGUN = ("new medieval Ana Bo --practice tavern", "move --as Ana 'monarch 1'", "move --as Bo 'monarch 2'")
LED = (*BEGUN, "move --as Ana 'pair gold combat'", "move --as Bo 'pair gold science'")

SITUATIONS: dict[str, tuple[str, ...]] = {
    "nothing is there": ("show", "list", "inbox", "move x", "db check", "show no-such", "watch", "key list"),
    "a match of people": (
        *BEGUN,
        "show --as Ana",
        "moves --as Ana",
        "move --as Ana x",
        "show --as Bo",
        "inbox --as Ana",
    ),
    "a row of the past": (*BEGUN, "move @@2 x --as Ana", "undo @@2", "moves @@2 --as Ana"),
    "asked to go back": (*LED, "undo --as Ana", "show --as Bo", "inbox --as Bo", "agree --as Bo", "decline --as Bo"),
    "asked to give up": (*LED, "give-up --as Ana", "show --as Bo", "show --as Ana", "inbox --as Bo", "undo --as Bo"),
    "asked for a ruling": (*LED, "ruling MED-R4=spend --reason club --as Ana", "show --as Bo", "ruling --as Bo"),
    "bots alone": ("new emara --bot Ana=random --bot Bo=greedy", "show", "log", "explain", "verify", "replay", "undo"),
    "nonces": ("new heirs Ana Bo --nonces", "show", "move 'build' --as Ana", "join --as Ana", "give-up --as Ana"),
    "keys": (
        "new medieval Ana Bo --keys --as Ana",
        "show --as Bo",
        "move x --as Bo",
        "invite",
        "key --help",
        "invite Bo --anew",
    ),
    "a recorded match": (
        "show crossing-duel",
        "scenario from medieval-duel@61 'play GAL-07' -o quarrel.toml",
        "dispute medieval-duel@61 'play GAL-07' -o quarrel.jsonl",
        "impact MED-R4=spend --archive",
        "fork medieval-duel@50",
        "import medieval-duel",
        "export medieval-duel -o duel.jsonl",
        "verify medieval-duel",
    ),
    "who asks what there is": ("games", "games heirs", "rules emara", "rules MED-R4", "cases MED-R4", "campaign emara"),
    "who asks for nothing that is": (
        "impact",
        "impact medieval",
        "scenario run no-such.toml",
        "moev",
        "rules x y",
        "new",
    ),
    "who looks around": ("demo", "--help", "help", "scenario --help", "new --help", "invite --help", "watch --help"),
    "a club": (
        "rulings",
        "rulings keep medieval MED-R4=spend --reason club",
        "rulings list",
        "simulate emara --matches 1",
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_command_that_is_proposed_does_it(
    run: Herald, home: Path, situation: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is typed where it was proposed, and leaves the match as it was for the next one."""
    (home / "here").mkdir()
    monkeypatch.chdir(home / "here")
    wrong = list[str]()
    for line in SITUATIONS[situation]:
        said_to = [*re.findall(r"--as \w+", line)[:1], f"--lang={lang}"]
        said_to = shlex.split(" ".join(said_to))
        said = run(*shlex.split(line), "--lang", lang)
        kept = home.parent / f"{home.name}.kept"
        for proposal in dict.fromkeys(commands(said.out + said.err)):
            shutil.copytree(home, kept)
            found = typed(run, proposal, said_to)
            if found is not None and found.code:
                wrong.append(f"{line}: {proposal}: {found.code}: {found.err}")
            shutil.copytree(kept, home, dirs_exist_ok=True)
            shutil.rmtree(kept)
    assert wrong == []
