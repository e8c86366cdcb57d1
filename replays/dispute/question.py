"""The readings of a ruling beside each other: in which of them the same comes out, and where the others part."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.game import Ruling
from core.kernel.rules.engine import AnyGame
from replays.dispute.apart import Split, split
from replays.dispute.branch import Branch
from replays.dispute.case import Case


class Wanted(Struct, frozen=True):
    """A ruling that somebody asks about, and the readings that are compared with the one in force."""

    ruling: Ruling
    readings: tuple[str, ...]


class Group(Struct, frozen=True):
    """Readings under which the same comes out; `split`: where that parts from what the reading in force makes of it."""

    readings: tuple[str, ...]
    branch: Branch
    split: Split | None = None


class Answer(Struct, frozen=True):
    """What a ruling makes of the case. The first group holds the reading in force."""

    ruling: Ruling
    groups: tuple[Group, ...]
    is_asked: bool = True  # False: nothing that is decided here asks for it; the rest of the match may

    @property
    def differs(self) -> bool:
        return len(self.groups) > 1


def key_of(ruling: Ruling) -> str:
    """What it is called in a question: its id; what the rules say otherwise since has none of its own."""
    return ruling.option if ruling.since else ruling.id


def wanted(game: AnyGame, words: Sequence[str]) -> list[Wanted]:
    """`ID` or `ID=READING,READING` for each; where a ruling is named again, it is about those readings, too."""
    found: dict[str, Wanted] = {}
    for word in words:
        one = _wanted(game, *_parted(word))
        known = found.get(one.ruling.option, Wanted(one.ruling, ()))
        found[one.ruling.option] = Wanted(one.ruling, tuple(dict.fromkeys((*known.readings, *one.readings))))
    return [*found.values()]


def _parted(word: str) -> tuple[str, list[str]]:
    key, _, readings = word.partition("=")
    return key.strip(), [reading.strip() for reading in readings.split(",") if reading.strip()]


def _wanted(game: AnyGame, key: str, readings: Sequence[str]) -> Wanted:
    meant = [known for known in game.rulings if key.casefold() in {known.option, known.id.casefold()}]
    meant += [change for change in game.changes if key.casefold() == change.option]
    if not meant:
        raise Usage("unknown_ruling", known=[known.option for known in game.rulings], word=key)
    ruling = meant[0]
    known = {reading.casefold(): reading for reading in ruling.readings}
    for reading in readings:
        if reading.casefold() not in known:
            raise Usage("unknown_reading", known=ruling.readings, word=reading, ruling=ruling.option, id=ruling.id)
    chosen = dict.fromkeys(known[reading.casefold()] for reading in readings)
    return Wanted(ruling, tuple(chosen) or ruling.readings)


def answered(case: Case, wanted: Wanted, first: Branch | None = None) -> Answer:
    """`first`: what becomes of it under the readings in force, if that is known."""
    ruling = wanted.ruling
    in_force = case.readings[ruling.option]
    first = first or case.branch({})
    groups = [Group((in_force,), first)]
    can_differ = not (case.is_noted and ruling.at_setup)
    for reading in wanted.readings if can_differ else ():
        if reading == in_force:
            continue
        branch = case.branch({ruling.option: reading})
        same = next((at for at, group in enumerate(groups) if split(case.game, group.branch, branch) is None), None)
        if same is None:
            groups.append(Group((reading,), branch, split(case.game, first, branch)))
        else:
            known = groups[same]
            groups[same] = Group((*known.readings, reading), known.branch, known.split)
    asked = can_differ and (not case.is_noted or ruling.option in first.asked)
    if not asked and any(group.split is not None and group.split.what != "rest" for group in groups):
        raise AssertionError(f"{ruling.option} makes a difference and was not asked")
    return Answer(ruling, tuple(groups), asked)


def searched(case: Case) -> Iterator[Answer]:
    """What every ruling makes of it: those that nobody asked make nothing of it."""
    first = case.branch({})
    for ruling in case.game.rulings:
        if case.is_noted and (ruling.at_setup or ruling.option not in first.asked):
            yield Answer(ruling, (Group((case.readings[ruling.option],), first),), is_asked=False)
        else:
            yield answered(case, Wanted(ruling, ruling.readings), first)


def answers(case: Case, asked: Sequence[Wanted]) -> tuple[Answer, ...]:
    """Of the rulings that are named; where none is, of all."""
    found: Iterable[Answer] = (answered(case, one) for one in asked) if asked else searched(case)
    return tuple(found)
