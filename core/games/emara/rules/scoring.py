"""Scoring: pure functions of the table (EMA-15, EMA-16.11)."""

from collections.abc import Sequence

from core.games.emara.names import RESOURCES
from core.games.emara.table import Table

Key = tuple[int, int, int, int]


def final_points(t: Table, seat: int) -> int:
    """EMA-15.2: rings, gold, favors, books, breads, and sets of resources. EMA-R22: of one type?"""
    player, each = t.seats[seat], t.edition.board.final
    goods = player.goods
    counts = [goods.of(resource) for resource in RESOURCES]
    size = each.resources_per_point
    sets = sum(counts) // size if t.rulings.resource_pairs == "any_two" else sum(count // size for count in counts)
    return (
        goods.ring * each.ring
        + goods.gold * each.gold
        + len(player.favors) * each.favor
        + goods.book * each.book
        + goods.bread * each.bread
        + sets
    )


def best_split(citizens: int, buildings: int, points: int) -> tuple[int, int]:
    """EMA-R21: the lower track is filled up to the higher one; the rest evenly, an odd point to the citizens."""
    apart = min(abs(citizens - buildings), points)
    rest = points - apart
    more, fewer = (rest + 1) // 2, rest // 2
    return (more + apart, fewer) if citizens < buildings else (more, fewer + apart)


def within_track(t: Table, have: int, more: int) -> int:
    """EMA-R27: how many of these points still fit."""
    end = track_end(t)
    return more if end is None else min(more, max(end - have, 0))


def track_end(t: Table) -> int | None:
    """EMA-R27: does the track end?"""
    return None if t.rulings.track_overflow == "count_on" else t.edition.board.track_max


def ranking_keys(t: Table) -> list[Key]:
    """EMA-15.4, EMA-15.5: the lower track, the higher one, the noble rank, the points of its card."""
    return [
        (
            min(player.goods.cp, player.goods.bp),
            max(player.goods.cp, player.goods.bp),
            player.rank,
            player.highest,
        )
        for player in t.seats
    ]


def winners_of(t: Table, keys: Sequence[Key]) -> tuple[int, ...]:
    """EMA-15.5: a victory may be shared; EMA-16.15: Victoria must be beaten in the campaign (EMA-16.12: only there)."""
    if t.solo and t.options.solo == "campaign":
        return (0,) if keys[0][0] > victoria_points(t) else ()
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))


def victoria_points(t: Table) -> int:
    """EMA-16.11: her citizen points, nothing else."""
    return 0 if t.victoria is None else t.victoria.cp
