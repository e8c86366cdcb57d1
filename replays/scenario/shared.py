"""What several scenarios have in common: a position under a name, and the same case for several counts of players."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from core.kernel.errors import Usage
from replays.scenario.decoding import Written, is_list, is_table
from replays.scenario.slips import only_fields

POSITION: Final = "position"

SHARED: Final = ("players", "rulings", "options", "edition", "conserve", "given", "chance")
"""What a position may say for those who stand on it."""

_BY_SEAT: Final = (("given",), ("then",), ("then", "view"), ("then", "moves"))
"""Where seats are named, each with an entry of its own."""


def on_position(entry: Mapping[str, Written], positions: Mapping[str, Written]) -> Mapping[str, Written]:
    """An entry with what its position says; where both say something, the entry does."""
    if POSITION not in entry:
        return entry
    name = str(entry[POSITION])
    if not is_table(positions):
        raise Usage("scenario_not_a_table", entry=POSITION, word=str(positions))
    if name not in positions:
        raise Usage("scenario_unknown_position", known=tuple(positions), entry=POSITION, word=name)
    only_fields(positions[name], SHARED, f"{POSITION}.{name}")
    return merged(positions[name], {key: value for key, value in entry.items() if key != POSITION})


def merged(under: Mapping[str, Written], over: Mapping[str, Written]) -> dict[str, Written]:
    """Two tables as one: tables part by part, anything else from the upper one."""
    both = {key: merged(under[key], over[key]) for key in over if is_table(over[key]) and is_table(under.get(key))}
    return {**under, **over, **both}


def of_each_count(entry: Mapping[str, Written]) -> Iterator[Mapping[str, Written]]:
    """`players = [["P", "Q"], ["P", "Q", "R"]]` is a scenario for each; what is said of R counts where R sits."""
    players = entry.get("players")
    if not is_list(players) or not players or not all(map(is_list, players)):
        yield entry
        return
    everybody = {str(name) for names in players for name in names}
    for names in players:
        absent = everybody - set(map(str, names))
        whole: Mapping[str, Written] = {**entry, "players": names, **_titles(entry, f" ({len(names)})")}
        for path in _BY_SEAT:
            whole = _without(whole, path, absent)
        yield whole


def _titles(entry: Mapping[str, Written], end: str) -> Mapping[str, Written]:
    """The title in every language, with the same end."""
    others = entry.get("titles", {})
    titles = {lang: f"{title}{end}" for lang, title in others.items()} if is_table(others) else others
    return {"title": f"{entry.get('title', '')}{end}", "titles": titles}


def _without(table: Mapping[str, Written], path: Sequence[str], absent: set[str]) -> Mapping[str, Written]:
    """The table without what it says, at this place, of those who are absent."""
    if not path:
        return {key: value for key, value in table.items() if key not in absent}
    inner = table.get(path[0])
    return {**table, path[0]: _without(inner, path[1:], absent)} if is_table(inner) else table
