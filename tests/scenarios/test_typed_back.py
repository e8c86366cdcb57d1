"""What a failing scenario prints can be typed: put in place of the wrong value, it holds."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.games import NAMES, game_named
from core.kernel.bots.matches import seated
from core.kernel.rules import engine
from core.kernel.rules.chance import derived, stream
from core.kernel.rules.engine import AnyGame
from replays.scenario import Difference, ScenarioError, load, run
from replays.scenario.entry import sides_of
from replays.scenario.facts import read_pattern, show_fact
from replays.scenario.given import NOT_GIVEN
from replays.scenario.hints import hints_of
from replays.scenario.reference import MATCH
from replays.scenario.values import Values
from replays.scenario.written import key, text_of
from tests.support import places

DICT: Any = dict
LIST: Any = list

EVERY = 20
"""One shipped scenario out of so many is broken."""

PEOPLE = ("Ana Maria", "O’Brien & x", "Élise", "D", "E", "F")
"""Names with blanks and signs."""

At = tuple[str | int, ...]


def shipped(game: str) -> Iterator[tuple[Path, dict[str, Any], dict[str, Any]]]:
    """Some scenarios of a game, each with the rest of its file."""
    number = 0
    for path in sorted(places.cases_of(game).glob("*.toml")):
        rest = tomllib.loads(path.read_text(encoding="utf-8"))
        for entry in rest.pop("scenario", ()):
            number += 1
            if number % EVERY == 0 and not isinstance(entry.get("players", [""])[0], list):
                yield path, rest, entry


def wrong(value: Any, names: list[str]) -> Iterator[Any]:
    """Values of the same shape that are not this one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, list):
        yield []
    elif value in names:
        yield from (name for name in names if name != value)
    elif isinstance(value, str):
        yield ""


def leaves(value: Any, at: At) -> Iterator[tuple[At, Any]]:
    if isinstance(value, DICT):
        for name, inner in value.items():
            yield from leaves(inner, (*at, name))
    else:
        yield at, value


def broken(entry: dict[str, Any], names: list[str]) -> Iterator[tuple[str, At, Any]]:
    """The expectations of an entry, each with its kind and a value that is wrong."""
    then = entry.get("then", {})
    for name, said in then.items():
        for at, value in leaves(said, ("then", name)):
            if name == "facts":
                for number, text in enumerate(value):
                    other = re.sub(r"=(\d+)", lambda found: f"={int(found[1]) + 1}", text, count=1)
                    if other != text and not text.startswith("no "):
                        yield name, (*at, number), other
            elif name == "count":
                yield name, at, "99 more" if "more" in str(value) or value == "same" else 99
            elif name not in {"all", "unchanged", "map", "moves"} or at[-1] == "exactly":
                yield from ((name, at, other) for other in wrong(value, names))
    refused = entry.get("refused")
    if isinstance(refused, dict) and "rule" in refused:
        yield "refused", ("refused", "rule"), entry["rules"][0] if entry["rules"][0] != refused["rule"] else ""


def put(entry: Any, at: At, value: Any) -> Any:
    """The entry with another value at a place."""
    if not at:
        return value
    if isinstance(entry, LIST):
        return [put(item, at[1:], value) if number == at[0] else item for number, item in enumerate(entry)]
    return {**entry, at[0]: put(entry[at[0]], at[1:], value)}


def differences(path: Path, rest: dict[str, Any], entry: dict[str, Any]) -> tuple[Difference, ...]:
    lines = [f"{name} = {text_of(said)}" for name, said in rest.items() if name != "position"]
    for name, said in rest.get("position", {}).items():
        lines += [f"[position.{key(name)}]", *(f"{key(one)} = {text_of(value)}" for one, value in said.items())]
    lines += ["[[scenario]]", *(f"{key(name)} = {text_of(said)}" for name, said in entry.items())]
    (scenario,) = load("\n".join(lines), str(path))
    return run(scenario).differences


def entry_of(at: At) -> str:
    parts = [key(part) if isinstance(part, str) else f"{part + 1}" for part in at]
    return ".".join(parts).replace(".facts.", ".facts ")


def test_what_is_found_holds_in_place_of_what_was_expected() -> None:
    mended: Counter[str] = Counter()
    for path, rest, entry in (one for game in sorted(NAMES) for one in shipped(game)):
        position = rest.get("position", {}).get(entry.get("position"), {})
        names = [str(name) for name in entry.get("players", position.get("players", []))]
        for kind, at, value in broken(entry, names):
            try:
                found = differences(path, rest, put(entry, at, value))
            except ScenarioError:
                continue  # no value at all
            if not found or (kind == "facts" and found[0].entry != entry_of(at)):
                continue  # that holds, too, or what comes after it does not
            one = found[0]
            assert kind in {"refused", "table"} or one.entry == entry_of(at)  # a side may be a part of the table, too
            typed = tomllib.loads(f"found = {one.found}")["found"]
            assert not differences(path, rest, put(entry, at, typed)), (path.name, entry["title"], at, one)
            mended[kind if kind in {"facts", "count", "asked", "refused", "table"} else "seat"] += 1
    assert min(mended[kind] for kind in ("facts", "count", "asked", "refused", "table", "seat")) > 0, mended
    assert mended.total() > 80, mended


@pytest.mark.parametrize("game", sorted(NAMES))
def test_every_value_of_a_match_is_read_as_it_is_shown(game: str) -> None:
    """The fields of tables, seats, sides at which nobody sits and views; and facts, with names of any kind."""
    known = game_named(game)
    for players in sorted(known.players)[:2]:
        for values, table, facts in moments(known, players):
            for fact in facts:
                assert read_pattern(known, values, show_fact(values, fact), "then.facts").fits(fact)
            if table is None:
                continue
            parts = [(values, table, NOT_GIVEN), *((values.of(at), side, ()) for at, side in enumerate(table.sides))]
            parts += [(values, known.view(table, viewer), MATCH) for viewer in (None, 0)]
            for reading, whole, left_out in parts:
                for name, hint in hints_of(type(whole)).items():
                    if name not in left_out:
                        value = getattr(whole, name)
                        typed = tomllib.loads(f"typed = {reading.show(hint, value)}")["typed"]
                        assert not list(reading.differences(hint, typed, value, name)), (name, value)
                        same = reading.write(hint, value, value)
                        assert not list(reading.differences(hint, same, value, name)), (name, value)


def moments(game: AnyGame, players: int) -> Iterator[tuple[Values, Any, Any]]:
    """A match at random: what followed from each move, now and then with the table."""
    setup, dice = seated(game, players), stream("typed back")
    state = engine.begin(game, setup, derived("typed back")).state
    number = 0
    while seats := engine.asked(state).seats:
        moves = engine.some_legal(state, seats[0], dice)
        went = engine.decide(game, state, seats[0], moves[dice.below(len(moves))], derived(f"typed back {number}"))
        state, number = went.state, number + 1
        values = Values(game, game.vocabulary(state.table), sides_of(game, PEOPLE[:players]))
        yield values, state.table if number % 40 == 0 or not state.agenda else None, went.facts
