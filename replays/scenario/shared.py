"""What several scenarios have in common: a position under a name, and the same case for several counts of players."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from core.kernel.errors import Usage
from replays.scenario.idle import BUT
from replays.scenario.slips import only_fields
from replays.scenario.written import Written, is_list, is_table, shown

POSITION: Final = "position"

SHARED: Final = ("players", "rulings", "earlier", "options", "edition", "conserve", "given", "chance")
"""What a position may say for those who stand on it."""

_BY_SEAT: Final = (("then", "view"), ("then", "moves"), ("then",))
"""Parts of a check that name seats, each with an entry of its own."""


def on_position(
    entry: Mapping[str, Written], positions: Mapping[str, Written], names: Collection[str]
) -> Mapping[str, Written]:
    """Return an entry with what its position says; where both say something, the entry does.

    What the position says of one of these names who does not sit at the table of the entry is left out.
    """
    if POSITION not in entry:
        return entry
    name = str(entry[POSITION])
    if not is_table(positions):
        raise Usage("scenario_not_a_table", entry=POSITION, word=shown(positions))
    if name not in positions:
        raise Usage("scenario_unknown_position", known=tuple(positions), entry=POSITION, word=name)
    only_fields(positions[name], SHARED, f"{POSITION}.{name}")
    own = {key: value for key, value in entry.items() if key != POSITION}
    absent = {*names} - {*named({**positions[name], **own})}
    return merged(_without(positions[name], ("given",), absent), own)


def named(entry: Mapping[str, Written]) -> Iterator[str]:
    """Yield the names of the players, at one table or at several."""
    players: Written = entry.get("players")
    for one in players if is_list(players) else ():
        yield from map(str, one) if is_list(one) else (str(one),)


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
    for names in players:
        absent = {*named(entry)} - {*map(str, names)}
        whole: Mapping[str, Written] = {**entry, "players": names, **_titles(entry, f" ({len(names)})")}
        when: Written = entry.get("when")
        if is_list(when):
            whole = {**whole, "when": [_of_those(item, absent) if is_table(item) else item for item in when]}
        yield _of_those(_without(whole, ("given",), absent), absent)


def _of_those(check: Mapping[str, Written], absent: Collection[str]) -> Mapping[str, Written]:
    """Return a check, at the end or between two moves, without what it says of those who are absent."""
    for path in _BY_SEAT:
        check = _without(check, path, absent)
    then, refused = check.get("then"), check.get("refused")
    if is_table(then):
        kept = {name: _kept(name, said, absent) for name, said in then.items()}
        check = {**check, "then": {name: said for name, said in kept.items() if said != [] or then[name] == []}}
    left: Written
    if is_list(refused):
        left = [one for one in refused if not (is_table(one) and one.get("seat") in absent)]
    else:
        left = {} if is_table(refused) and refused.get("seat") in absent else refused
    return {**check, "refused": left} if "refused" in check else check


def _kept(name: str, said: Written, absent: Collection[str]) -> Written:
    """Return what an entry of `then` says of those who sit there: paths and names; all else as it is."""
    if name == "count" and is_table(said):
        return {paths: many for paths, many in said.items() if not any(_is_of(p, absent) for p in paths.split("+"))}
    if name in {"asked", "unchanged"} and is_list(said):
        return [path for path in said if not _is_of(str(path), absent)]
    return said


def _is_of(path: str, absent: Collection[str]) -> bool:
    return path.strip().removeprefix(BUT).partition(".")[0] in absent


def _titles(entry: Mapping[str, Written], end: str) -> Mapping[str, Written]:
    """The title in every language, with the same end."""
    others = entry.get("titles", {})
    titles = {lang: f"{title}{end}" for lang, title in others.items()} if is_table(others) else others
    return {"title": f"{entry.get('title', '')}{end}", "titles": titles}


def _without(table: Mapping[str, Written], path: Sequence[str], absent: Collection[str]) -> Mapping[str, Written]:
    """Return the table without what it says, at this place, of those who are absent."""
    if not path:
        return {key: value for key, value in table.items() if key not in absent}
    inner = table.get(path[0])
    left = _without(inner, path[1:], absent) if is_table(inner) else inner
    if left:
        return {**table, path[0]: left}
    return {name: said for name, said in table.items() if name != path[0] or inner == left}
