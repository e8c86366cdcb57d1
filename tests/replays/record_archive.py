"""Records the matches of `replays/archive/` again: `make archive`, after a change of rules or format that is meant.

The same program records the same bytes: names, clock, entropy and dice are fixed. Everybody at these tables is a bot
behind a person's name; what they type goes through the same door as what people type.
"""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from core.games import game_named
from core.kernel.bots.bots import dice_of
from core.kernel.bots.matches import bot_move
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Log
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from replays import archive
from replays.files.export import export
from store.acts import Act
from store.matches import Matches
from store.sqlite.adapter import open_store
from tests.replays.tables import entropy_of, held

BEGUN = 1_767_261_600  # the first of January 2026, 10 o'clock


class Table(Struct, frozen=True):
    """A match to be recorded: who plays how, under which readings, and what is taken back on the way."""

    seats: Mapping[str, str]
    en: str
    fr: str
    rulings: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    slips: tuple[int, ...] = ()  # after so many acts, the last one is taken back freely, or by asking the others
    disputes: tuple[int, ...] = ()  # after so many acts, the arbiter goes three rows back
    remarks: Mapping[int, str] = {}


TABLES: Mapping[str, Table] = {
    "medieval-duel": Table(
        {"Aliénor": "greedy", "Richard": "greedy"},
        "two players, as the rulebook has it",
        "deux joueurs, selon le livret",
        remarks={3: "for the Queen", 40: "now or never"},
    ),
    "medieval-court": Table(
        {"Blanche": "greedy", "Jeanne": "greedy", "Philippe": "random", "Thibaut": "greedy"},
        "four players under other readings, with moves taken back, agreed to, and an arbiter",
        "quatre joueurs sous d’autres lectures, avec des coups repris, consentis, et un arbitre",
        rulings={
            "placement_commit": "revisable",
            "island_cost": "commit",
            "majority_accept": "may_decline",
            "clockwise": "turn_order",
            "upcoming": "face_down",
            "leftovers": "per_type",
        },
        slips=(20, 45, 46, 90, 120),
        disputes=(70,),
        remarks={12: "behind the wall", 60: "sorry, too quick"},
    ),
    "medieval-council": Table(
        {"Ada": "greedy", "Basile": "random", "Clovis": "greedy", "Dagmar": "random", "Édith": "greedy"},
        "five players, the whole kingdom in use",
        "cinq joueurs, tout le royaume en jeu",
    ),
    "emara-duel": Table(
        {"Inès": "greedy", "Olivier": "greedy"},
        "two players, as the rulebook has it",
        "deux joueurs, selon le livret",
        remarks={5: "stone first", 60: "the Cathedral at last"},
    ),
    "emara-town": Table(
        {"Agnès": "greedy", "Benoît": "random", "Céline": "greedy", "Denis": "greedy"},
        "four players on mixed boards under other readings, with moves taken back, agreed to, and an arbiter",
        "quatre joueurs, plateaux mêlés, autres lectures, avec des coups repris, consentis, et un arbitre",
        rulings={
            "favor_reshuffle": "eager",
            "donation_rewards_order": "look_before_paying",
            "final_split": "manual_must_use_all",
            "bonus_before_card": "allowed",
            "gather_order": "choose_before_taking",
        },
        options={"boards": "mixed"},
        slips=(30, 61, 62, 140),
        disputes=(100,),
        remarks={14: "not there, the quarry", 90: "I meant the Market"},
    ),
    "emara-campaign": Table(
        {"Marguerite": "greedy"},
        "alone against Victoria: the first match of a campaign",
        "seule contre Victoria : la première partie d’une campagne",
        options={"solo": "campaign"},
        slips=(12,),
    ),
    "heirs-duel": Table(
        {"Eudes": "greedy", "Mahaut": "greedy"},
        "two players with the sets of a first game",
        "deux joueurs avec les ensembles d’une première partie",
        remarks={4: "towards the stone", 50: "that road is mine"},
    ),
    "heirs-war": Table(
        {"Gaston": "greedy", "Hélène": "greedy"},
        "War, Crafts and Patrol under other readings, with moves taken back, agreed to, and an arbiter",
        "Guerre, Artisanat et Patrouille sous d’autres lectures, avec des coups repris, consentis, et un arbitre",
        rulings={
            "resource_use": "spent_per_source",
            "hand_limit": "end_of_turn_3",
            "siege_trigger": "two_or_more",
            "craft_pairs": "neighbours_product",
            "hand_visibility": "private",
        },
        options={"sets": "war+crafts+patrol"},
        slips=(15, 31, 32, 60),
        disputes=(45,),
        remarks={8: "not beside the Tower", 40: "I meant the corner"},
    ),
    "heirs-henry": Table(
        {"Solange": "greedy"},
        "alone against Henry the Mighty, level 3",
        "seule contre Henri le Puissant, niveau 3",
        options={"level": "3"},
        slips=(10,),
    ),
    "crossing-duel": Table(
        {"Clémence": "greedy", "Lucien": "greedy"},
        "two players, as the rulebook has it",
        "deux joueurs, selon le livret",
        remarks={6: "over the middle bridge", 50: "the balloon, at last"},
    ),
    "crossing-guilds": Table(
        {"Amélie": "greedy", "Bastien": "random", "Colette": "greedy", "Damien": "greedy"},
        "four players under other readings, with moves taken back, agreed to, and an arbiter",
        "quatre joueurs sous d’autres lectures, avec des coups repris, consentis, et un arbitre",
        rulings={
            "favor_visibility": "owner_only",
            "balloon_per_turn": "before_and_after",
            "deco_slots": "any_single",
            "house_timing": "optional_now",
            "evening_goals": "after_all",
            "income_order": "guilds_then_structures",
        },
        slips=(25, 61, 62, 130),
        disputes=(95,),
        remarks={20: "not over that bridge", 110: "I meant the sculptor"},
    ),
    "crossing-builders": Table(
        {"Solenne": "greedy"},
        "alone against Paco & Paca, master builders",
        "seule contre Paco & Paca, maîtres bâtisseurs",
        options={"level": "master_builder"},
        slips=(12,),
    ),
    "nobility-duel": Table(
        {"Mélisande": "greedy", "Tancrède": "greedy"},
        "two players, with events",
        "deux joueurs, avec les Événements",
        options={"events": "on"},
        remarks={9: "a roof first", 70: "the Council will remember that"},
    ),
    "nobility-guilds": Table(
        {"Aubin": "greedy", "Béatrice": "random", "Corentin": "greedy", "Douce": "greedy"},
        "four players under other readings, with moves taken back, agreed to, and an arbiter",
        "quatre joueurs sous d’autres lectures, avec des coups repris, consentis, et un arbitre",
        rulings={
            "pass_rule": "reenter",
            "open_holdings": "cards_hidden",
            "modifier_timing": "any_own_turn",
            "guild_slots": "leftmost_n",
            "drop_destination": "bottom_of_deck",
            "income_order": "by_source",
        },
        slips=(40, 81, 82, 190),
        disputes=(130,),
        remarks={17: "not the Smiths", 120: "I meant the Port"},
    ),
    "nobility-chancery": Table(
        {
            "Adalbert": "greedy",
            "Bertille": "greedy",
            "Cyprien": "greedy",
            "Delphine": "greedy",
            "Ermeline": "random",
            "Foulques": "greedy",
        },
        "six players with the Chancery",
        "six joueurs avec la Chancellerie",
    ),
    "nobility-automa": Table(
        {"Isaure": "greedy"},
        "alone against the Automa, for four council tiles and a good name",
        "seule contre l’Automate, pour quatre tuiles du Conseil et une bonne réputation",
        options={"objective": "6"},
        slips=(15,),
    ),
}


class Clock:
    """People answer after a while."""

    def __init__(self, seed: str) -> None:
        self.at = BEGUN
        self.dice = stream("clock", seed)

    def __call__(self) -> int:
        self.at += 20 + self.dice.below(5_000)
        return self.at


def recorded(name: str) -> Log:
    """The match of this name, played from its start to its end."""
    table = TABLES[name]
    with TemporaryDirectory() as folder, open_store(Path(folder) / "matches.db") as store:
        matches = Matches(store, Clock(name), entropy_of(name))
        game = game_named(name.partition("-")[0])
        outcome = matches.start(game, tuple(table.seats), rulings=table.rulings, options=table.options, practice=name)
        log, acts = held(matches, outcome), 0
        while log.state().agenda:
            acts += 1
            log = _act(matches, log, table, name, acts)
            if acts in table.slips:
                log = _take_back(matches, log)
            if acts in table.disputes:
                to = log.line()[-4].seq
                log = held(matches, matches.undo(log.match, Act(""), to, reason="the bid was not heard"))
    return log


def _act(matches: Matches, log: Log, table: Table, name: str, acts: int) -> Log:
    """Somebody who is asked decides as their bot would; who may change a closed answer sometimes does."""
    state, dice = log.state(), stream("asked", name, acts)
    ask = engine.asked(state)
    seat = dice.pick(ask.also if ask.also and dice.below(3) == 0 else ask.seats)
    player = log.seats[seat]
    move = bot_move(log.game, state, seat, table.seats[player], dice_of(name, seat, acts))
    remark = f" # {table.remarks[acts]}" if acts in table.remarks else ""
    return held(matches, matches.move(log.match, Act(player), format_move(move) + remark))


def _take_back(matches: Matches, log: Log) -> Log:
    """The last player takes the move back; where it taught somebody something, the others are asked, and agree."""
    player = log.seats[log.bodies[-1].seat or 0]
    log = held(matches, matches.undo(log.match, Act(player)))
    if log.bodies[-1].kind == "ask":
        asked = log.head
        for other in log.seats:
            if other != player:
                log = held(matches, matches.answer(log.match, Act(other), asked, agree=True))
    return log


def main() -> None:
    """Write the files and their index."""
    lines: list[str] = []
    for name, table in TABLES.items():
        log = recorded(name)
        (archive.FOLDER / f"{name}.jsonl").write_bytes(b"".join(export(log)))
        result = log.game.result(log.state().table)
        assert result is not None
        seats = ", ".join(f'"{seat}"' for seat in log.seats)
        lines += [
            f"[{name}]",
            f'match = "{log.match}"',
            f'game = "{log.game.name}"',
            f"seats = [{seats}]",
            f"scores = {list(result.scores)}",
            f"rows = {log.head}",
            f'head = "{log.digest}"',
            f'en = "{table.en}"',
            f'fr = "{table.fr}"',
            "",
        ]
    head = "# Recorded matches, by name; `make archive` writes this file.\n\n"
    archive.INDEX.write_text(head + "\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
