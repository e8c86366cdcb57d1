"""A series of matches of bots: each follows from the series and its number, so that any can be played again alone."""

from collections.abc import Mapping
from shlex import join

from msgspec import Struct

from core.kernel.bots.matches import seated
from core.kernel.errors import Usage
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.campaign import refuse_given
from core.kernel.setup.options import agreed, some_options
from core.kernel.setup.rulings import settle


class Series(Struct, frozen=True):
    """What is played, with how many seats, by which bots, from which seed, under which readings."""

    game: AnyGame
    players: int
    bots: tuple[str, ...]  # one level for all seats, or several
    seed: str
    named: Mapping[str, str] = {}  # the readings that were named
    random: bool = False  # the other rulings: any reading, anew in each match, or the default
    options: Mapping[str, str] = {}  # those that were named
    any_options: bool = False  # the others: any values that go together, anew in each match, or the default

    def check(self) -> None:
        if self.players not in self.game.players:
            raise Usage("wrong_players", known=[str(count) for count in self.game.players], found=self.players)
        if len(self.bots) > self.players:
            raise Usage("more_bots", bots=len(self.bots), players=self.players)
        settle(self.game.rulings, self.named)
        settled = seated(self.game, self.players, self.named, self.options)
        self.game.new(settled)
        if self.game.campaign is not None:
            refuse_given(self.game.campaign, settled.options, self.options)

    def levels(self, number: int) -> tuple[str, ...]:
        """The levels around the table, over and over; from match to match they move on, so each sits in each seat."""
        return tuple(self.bots[(seat + number - 1) % len(self.bots)] for seat in range(self.players))

    def seed_of(self, number: int) -> str:
        return f"{self.seed} {number}"

    def readings(self, number: int) -> dict[str, str]:
        """Every ruling with its reading in this match."""
        settled = settle(self.game.rulings, self.named)
        if not self.random:
            return settled
        dice = stream("rulings", self.seed, number)
        named = {key.casefold() for key in self.named}
        for ruling in self.game.rulings:
            reading = dice.pick(ruling.readings)
            if not named & {ruling.option, ruling.id.casefold()}:
                settled[ruling.option] = reading
        return settled

    def agreed(self, number: int) -> dict[str, str]:
        """Every option with its value in this match."""
        if not self.any_options:
            return agreed(self.game.options, self.options)
        setup = seated(self.game, self.players, self.readings(number))
        return some_options(self.game, setup, self.options, stream("options", self.seed, number))

    def recipe(self, number: int) -> str:
        """The command that plays this match again, looking at everything."""
        words = ["herald", "simulate", self.game.name, "--players", str(self.players)]
        for level in self.bots:
            words += ["--bot", level]
        for key, reading in self.named.items():
            words += ["--ruling", f"{key}={reading}"]
        for key, value in self.options.items():
            words += ["--option", f"{key}={value}"]
        if self.any_options:
            words += ["--options", "random"]
        if self.random:
            words += ["--rulings", "random"]
        return join([*words, f"--seed={self.seed}", "--from", str(number), "--matches", "1", "--check"])


def number_of(seed: str) -> int:
    """The number of a match in its series, from the match's seed."""
    return int(seed.rpartition(" ")[2])
