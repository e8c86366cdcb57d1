"""The Two Heirs, whole: 2 players or one against Henry, every choice of sets, every ruling switchable."""

from typing import Any

from core.games.heirs.data.edition import PLAYERS, VOCABULARY, adopt, shipped
from core.games.heirs.facts import Facts
from core.games.heirs.moves import Moves
from core.games.heirs.names import COLOURS, TROOPS
from core.games.heirs.options import Options
from core.games.heirs.rules.flow import Steps, new, owed
from core.games.heirs.rules.scoring import outcome
from core.games.heirs.rulings import Rulings
from core.games.heirs.scenario.openings import OPENINGS
from core.games.heirs.table import Table
from core.kernel.folder import Folder
from core.kernel.game import Game, Map
from core.kernel.rules.grid import around
from core.kernel.rules.marks import Vocabulary
from core.kernel.setup.options import options_of
from core.kernel.setup.rulings import rulings_of

FOLDER = Folder(__name__)


def _vocabulary(t: Table) -> Vocabulary:
    """The words of this match: its tiles and treasures, and the cells of its landscape and around it."""
    cells = tuple(dict.fromkeys(near for cell in t.landscape for near in (cell, *around(cell))))
    tiles = tuple(t.edition.tiles)
    return {
        **VOCABULARY,
        "tile": tiles,
        "treasure": tuple(t.edition.treasures),
        "cell": cells,
        "source": (*tiles, *TROOPS),
        "colour": COLOURS,
    }


def _counters(t: Table) -> dict[tuple[int, str], int]:
    """Every number that a side has."""
    return {(side, "points"): player.points for side, player in enumerate(t.seats)}


def _components(t: Table) -> dict[str, int]:
    """Each tile once; so many in the pile; each troop; each treasure, wherever it lies."""
    found: dict[str, int] = {}
    lots = t.landscape.values()
    piles: list[tuple[str | None, ...]] = [t.unseen, t.ring, t.gone, *(player.hand for player in t.seats)]
    piles += [(lot.tile, *lot.covered) for lot in lots]
    tokens = [*t.treasures.pile, *t.treasures.placed.values(), *t.treasures.removed]
    piles += [tuple(tokens or t.edition.treasures)]  # those of a match for two stay in the box, as do the other sets
    piles += [tuple(tile for tile in t.edition.tiles if t.edition.kind_of(tile).set not in t.sets)]
    for piece in (piece for pile in piles for piece in pile if piece is not None):
        found[piece] = found.get(piece, 0) + 1
    return found


def _stage(t: Table) -> tuple[int, ...]:
    return (t.turn,)


GAME: Game[Table, Any] = Game(
    name="heirs",
    prefix="HEI",
    rules_version="1",
    players=PLAYERS,
    table=Table,
    facts=Facts,
    moves=Moves,
    steps=Steps,
    options=options_of(Options),
    rulings=rulings_of(Rulings),
    edition=shipped,
    adopt=adopt,
    rule_texts=FOLDER.rule_texts,
    words=FOLDER.words,
    new=new,
    owed=owed,
    vocabulary=_vocabulary,
    view=FOLDER.late("view"),
    teller=FOLDER.late("board.teller"),
    board=FOLDER.late("board.board"),
    counters=_counters,
    components=_components,
    result=lambda t: t.end,
    stage=_stage,
    openings=OPENINGS,
    thinker=FOLDER.late("bot.thinker"),
    lifts={},
    score="points",
    outcome=outcome,
    map=Map(
        FOLDER.late("scenario.drawn", "put"),
        FOLDER.late("scenario.drawn", "word"),
        FOLDER.late("scenario.drawn", "look"),
    ),
    impossible=FOLDER.late("scenario.impossible"),
)
