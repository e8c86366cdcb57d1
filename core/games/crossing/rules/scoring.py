"""KIN-17 Final scoring (Fin de la partie, p. 12): pure functions of the table."""

from core.games.crossing.names import LevelId, ResourceId, SpaceId
from core.games.crossing.rules.tally import column, count, invested, lowest
from core.games.crossing.table import Player, Table
from core.kernel.rules.result import ranks_of


def passed(t: Table, p: Player, space: SpaceId) -> bool:
    """KIN-5.14: has the marker gone past a decoration? KIN-R18: beyond its space, or on it?"""
    there = t.edition.spaces[space]
    marker = p.resources.of(there.track)
    return marker >= there.after if t.rulings.deco_pass == "on_or_beyond" else marker > there.after


def stars(t: Table, p: Player, track: ResourceId) -> int:
    """KIN-17.4: of the decorations that a marker has passed."""
    spaces = t.edition.spaces
    return sum(each for space, each in p.decorations.items() if spaces[space].track == track and passed(t, p, space))


def guild_points(t: Table, p: Player) -> int:
    """KIN-17.4: the cards of each guild by the stars of its track; KIN-T22: deer have none."""
    return sum(column(t, p, guild) * stars(t, p, track) for guild, track in t.edition.track_of.items())


def structure_points(t: Table, p: Player) -> int:
    """KIN-17.5: for each structure what the lowest marker says."""
    return t.edition.board.structures[lowest(p)] * len(p.structures)


def favor_points(t: Table, seat: int) -> int:
    """KIN-17.6: by their criteria; KIN-S5.1: those of Paco & Paca by the rest tiles in their deck."""
    if seat >= t.players:
        rests = t.edition.levels[LevelId(t.options.level)].rests
        return t.edition.board.automa_favor * rests * len(t.sides[seat].favors)
    favors = (t.edition.favors[favor] for favor in t.sides[seat].favors)
    return sum(favor.points * count(t, seat, favor.each, favor.cards) for favor in favors)


def final_points(t: Table, seat: int) -> dict[str, int]:
    """KIN-17: what the end brings, by the rules of its parts; KIN-S5.1: Paco & Paca have no investment marker."""
    p = t.sides[seat]
    return {
        "KIN-17.3": invested(t, p) if seat < t.players else 0,
        "KIN-17.4": guild_points(t, p),
        "KIN-17.5": structure_points(t, p),
        "KIN-17.6": favor_points(t, seat),
    }


def ranks(scores: tuple[int, ...], coins: tuple[int, ...]) -> tuple[int, ...]:
    """KIN-17.7: the total, then the coins that are left; whoever is still equal shares the rank."""
    return ranks_of(tuple(zip(scores, coins, strict=True)))
