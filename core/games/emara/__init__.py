"""The Crown of Emara, whole: 2 to 4 players, alone against Victoria, every variant, every ruling switchable."""

from typing import Any

from msgspec.structs import asdict

from core.games.emara.data.edition import CRAFTSMEN, PLAYERS, VOCABULARY, adopt, shipped
from core.games.emara.facts import Facts
from core.games.emara.moves import Moves
from core.games.emara.names import MARKERS, RANKS, TASKS
from core.games.emara.options import Options
from core.games.emara.rules.campaign import CAMPAIGN, outcome
from core.games.emara.rules.flow import Steps, new, owed
from core.games.emara.rules.movement import councilors
from core.games.emara.rulings import Rulings
from core.games.emara.scenario.openings import OPENINGS
from core.games.emara.table import Table
from core.kernel.folder import Folder
from core.kernel.game import Game
from core.kernel.rules.marks import Vocabulary
from core.kernel.setup.options import options_of
from core.kernel.setup.rulings import rulings_of

FOLDER = Folder(__name__)


def _vocabulary(t: Table) -> Vocabulary:
    """The words of this match: those of all matches, its cards and tokens, its councilors."""
    data = t.edition
    cards = {"advisor": tuple(data.advisors), "event": tuple(data.events), "favor": tuple(data.favors)}
    return {**VOCABULARY, **cards, "marker": MARKERS, "task": TASKS, "councilor": councilors(t)}


def _counters(t: Table) -> dict[tuple[int, str], int]:
    """Every number that a seat has."""
    return {(seat, what): count for seat, player in enumerate(t.seats) for what, count in asdict(player.goods).items()}


def _components(t: Table) -> dict[str, int]:
    """Each advisor, event and favor once; craftsmen and nobility cards as many as in the box (EMA-1.8)."""
    found: dict[str, int] = {}
    looked_at = () if t.looking is None else t.looking.taken
    piles: list[tuple[str | None, ...]] = [t.box, t.stack, (t.top,), t.stands, t.events, t.past, (t.event,)]
    piles += [t.favors, looked_at, t.used_favors, t.boxed_favors]
    piles += [pile for player in t.seats for pile in (player.advisors, player.favors)]
    for piece in (piece for pile in piles for piece in pile if piece is not None):
        found[piece] = found.get(piece, 0) + 1
    hers = 0 if t.victoria is None else len(t.victoria.cards)
    for level, (rank, gone) in enumerate(zip(RANKS, t.ranks, strict=True)):
        held = sum(player.rank > level for player in t.seats) + (hers > level)
        found[rank] = len(t.edition.ranks[rank].cp) - gone + held
    for seat, player in enumerate(t.seats):
        in_huts = sum(owner == seat for owner in t.huts.values())
        found[f"craftsman {seat}"] = CRAFTSMEN - player.hired + in_huts
    return found


def _stage(t: Table) -> tuple[int, ...]:
    return (t.round, t.turn)


GAME: Game[Table, Any] = Game(
    name="emara",
    prefix="EMA",
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
    outcome=outcome,
    campaign=CAMPAIGN,
    impossible=FOLDER.late("scenario.impossible"),
)
