"""Matches of one player that add up to something: high scores, a campaign. The game's part is pure.

What a record decides about the next match is written into its first row, as an option: a match needs only its log.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.game import Option, Outcome, Setup
from core.kernel.setup.options import values_of


class Entry(Struct, frozen=True):
    """A finished match on a sheet: which, when it ended, and how."""

    match: str
    at: int
    outcome: Outcome


class Sheet(Struct, frozen=True):
    """What the matches of one kind came to: what they have in common, and what the next one takes from here."""

    options: Mapping[str, str]
    given: Mapping[str, str]
    best: tuple[Entry, ...]
    entries: tuple[Entry, ...]  # in the order in which they ended


class Campaign(Struct, frozen=True):
    """How a game keeps score over several matches of one player."""

    shared: tuple[str, ...]  # matches with the same values of these options stand on the same sheet
    given: Callable[[Mapping[str, str]], tuple[str, ...]]  # options that nobody chooses, because the sheet decides them
    sheet: Callable[[Setup, Sequence[Entry]], Sheet]  # as it stands before the match that is set up so


def sheets(campaign: Campaign, options: Sequence[Option]) -> list[dict[str, str]]:
    """What the matches of each sheet have in common, the defaults first."""
    shared = [option for option in options if option.name in campaign.shared]
    values = product(*map(values_of, shared))
    return [dict(zip((option.name for option in shared), chosen, strict=True)) for chosen in values]


def on_sheet(campaign: Campaign, options: Mapping[str, str]) -> dict[str, str]:
    """The sheet of a match with these options."""
    return {name: options[name] for name in campaign.shared}


def refuse_given(campaign: Campaign, options: Mapping[str, str], chosen: Mapping[str, str]) -> None:
    """Refuse a choice of what the sheet decides. `options`: all of them; `chosen`: by hand."""
    for name in campaign.given(options):
        if name in {key.casefold() for key in chosen}:
            raise Usage("option_of_record", word=name)
