"""Medieval Realms, whole: 2 to 5 players, every ruling switchable."""

from typing import Any

from msgspec.structs import asdict

from core.games.medieval.data.edition import PLAYERS, VOCABULARY, adopt, shipped
from core.games.medieval.facts import Facts
from core.games.medieval.moves import Moves
from core.games.medieval.names import PIECES
from core.games.medieval.rules.flow import Steps, new, owed
from core.games.medieval.rulings import Rulings
from core.games.medieval.scenario.openings import OPENINGS
from core.games.medieval.table import Table
from core.kernel.folder import Folder
from core.kernel.game import Game
from core.kernel.rules.marks import Vocabulary
from core.kernel.setup.rulings import rulings_of

FOLDER = Folder(__name__)


def _vocabulary(t: Table) -> Vocabulary:
    """The words of this match: its cards, resources, leaders, pieces and monarchs."""
    return {**VOCABULARY, "card": tuple(t.edition.cards), "piece": PIECES, "monarch": t.edition.monarchs}


def _counters(t: Table) -> dict[tuple[int, str], int]:
    """Every number that a seat has."""
    return {
        (seat, what): count
        for seat, player in enumerate(t.seats)
        for what, count in {"vp": player.vp, **asdict(player.palace), **asdict(player.leaders)}.items()
    }


def _components(t: Table) -> dict[str, int]:
    """Each card once, each kind of leader as often as in the box (MED-2.9)."""
    found: dict[str, int] = {}
    places = [t.reserve, t.current, t.upcoming, t.discard, (t.afoot,)]
    places += [cards for player in t.seats for cards in (player.deployed, player.realm)]
    for card in (card for place in places for card in place if card is not None):
        found[card] = found.get(card, 0) + 1
    for leaders in (t.supply, *(player.leaders for player in t.seats)):
        for kind, count in asdict(leaders).items():
            found[kind] = found.get(kind, 0) + count
    return found


def _stage(t: Table) -> tuple[int, ...]:
    return (t.round,)


GAME: Game[Table, Any] = Game(
    name="medieval",
    prefix="MED",
    rules_version="1",
    players=PLAYERS,
    table=Table,
    facts=Facts,
    moves=Moves,
    steps=Steps,
    options=(),
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
    score="vp",
    impossible=FOLDER.late("scenario.impossible"),
)
