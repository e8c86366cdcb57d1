"""Writing rows: a decision becomes bytes, commitments and a digest. Time, ids and secrets come from the caller."""

from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.log import limits
from core.kernel.log.codec import Codec
from core.kernel.log.fold import empty, setup_of
from core.kernel.log.joining import Gathering, first_step, seeds
from core.kernel.log.row import (
    FORMAT,
    About,
    AnyBody,
    Body,
    Ended,
    Joined,
    Kind,
    NonceOpened,
    Ruled,
    SeedRevealed,
    Start,
    StoredRow,
    chain,
    origin,
)
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, derived
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.rules.secret import Opening, Sealer, Secret
from core.kernel.rules.step import SealedChoice

if TYPE_CHECKING:
    from core.kernel.log.fork import Past


class Tip(Struct, frozen=True):
    """Where a match stands: what the next row continues."""

    match: str
    seq: int
    parent: int
    digest: str
    state: State[Any]


class Who(Struct, frozen=True):
    """Who acts, for which seat, when, and under which client id."""

    at: int
    actor: str = ""
    seat: int | None = None
    client: str = ""


class Scribe:
    """Writes the rows of one match, one after the other."""

    def __init__(
        self, game: AnyGame, seed: str, salt_key: bytes, tip: Tip, nonces: tuple[str, ...] | None = None
    ) -> None:
        """`nonces`: those of the seats, in a match that has them."""
        self.game = game
        self.seed = seed
        self.nonces = nonces
        self.salt_key = salt_key
        self.tip = tip
        self.codec = Codec(game)
        self.rows: list[StoredRow] = []
        self.size = 0  # what they weigh
        self.bodies: list[AnyBody] = []

    @classmethod
    def begin(cls, game: AnyGame, match: str, seed: str, salt_key: bytes, start: Start, who: Who) -> Self:
        """Row 1: everything that decides the match, with the seed in a closed box. With nonces it draws nothing."""
        scribe = cls(game, seed, salt_key, Tip(match, 0, 0, origin(match), State(None)))
        sealer = Sealer(match, 1, salt_key)
        sealed = sealer.seal((), seed)
        if start.nonces:
            happened = _waiting(game, start)
        else:
            happened = engine.begin(game, setup_of(game, start), scribe.dealer(), sealer.seal)
        scribe._write("start", who, sealer, happened, about=_with_seed(start, sealed))
        return scribe

    @classmethod
    def fork(
        cls, game: AnyGame, match: str, secrets: tuple[str, bytes], start: Start, who: Who, past: "Past"
    ) -> "Scribe":
        """Rows 1 and 2 of a what-if branch: how it is set up, and all that is taken over."""
        seed, salt_key = secrets
        scribe = cls(game, seed, salt_key, Tip(match, 0, 0, origin(match), State(past.empty)))
        sealer = Sealer(match, 1, salt_key)
        scribe._write("start", Who(who.at), sealer, None, about=_with_seed(start, sealer.seal((), seed)))
        sealer = Sealer(match, 2, salt_key)
        scribe._write("fork", who, sealer, past.sealed(game, scribe.dealer(), sealer.seal))
        return scribe

    def gather(self, kind: Kind, who: Who, about: Joined | NonceOpened, then: Gathering) -> None:
        """A seat joins or opens its nonce; who is waited for then."""
        state = State(self.tip.state.table, (then,), self.tip.state.draws)
        sealer = Sealer(self.tip.match, self.tip.seq + 1, self.salt_key)
        self._write(kind, who, sealer, Consequences(state, (), (), 0, (then,)), about=about)

    def open_play(self, start: Start, nonces: tuple[str, ...], at: int) -> None:
        """All are there: what row 1 of a match without nonces says, drawn from the seed and every nonce."""
        self.nonces = nonces
        sealer = Sealer(self.tip.match, self.tip.seq + 1, self.salt_key, at)
        self._write(
            "begin", Who(at), sealer, engine.begin(self.game, setup_of(self.game, start), self.dealer(), sealer.seal)
        )

    def move(self, who: Who, move: Any, typed: str) -> Consequences[Any]:
        """A legal move of a seat, as it was typed, and all that follows; at the end, the seed is revealed."""
        assert who.seat is not None  # a move is somebody's
        tip, seat = self.tip, who.seat
        sealer = Sealer(tip.match, tip.seq + 1, self.salt_key, who.at)
        closed = isinstance(engine.waiting(tip.state), SealedChoice)
        happened = engine.decide(self.game, tip.state, seat, move, self.dealer(), sealer.seal)
        if closed:  # `decide` has put the answer into the row's first box
            sealed_move: Secret[Any] = Secret((tip.seq + 1, 0), (seat,), "", move)
            self._write("move", who, sealer, happened, sealed_move=sealed_move, sealed_text=sealer.seal((seat,), typed))
        else:
            self._write("move", who, sealer, happened, text=typed, move=move)
        if not happened.state.agenda:
            self._reveal(who.at)
        return happened

    def note(self, kind: Kind, who: Who, about: About | None, parent: int | None = None, state: Any = None) -> None:
        """A row without facts: undo, redo, consent."""
        if parent is not None:
            self.tip = Tip(self.tip.match, self.tip.seq, parent, self.tip.digest, state)
        self._write(kind, who, Sealer(self.tip.match, self.tip.seq + 1, self.salt_key), None, about=about)

    def end(self, who: Who, about: Ended) -> None:
        """The match is given up: nothing follows any more, and the seed is revealed as at any end."""
        state = State(self.tip.state.table, (), self.tip.state.draws)
        sealer = Sealer(self.tip.match, self.tip.seq + 1, self.salt_key)
        self._write("end", who, sealer, Consequences(state, (), (), 0, ()), about=about)
        self._reveal(who.at)

    def rule(self, who: Who, about: Ruled) -> None:
        """The table reads a ruling otherwise: what is asked now is asked so, and what follows by itself follows."""
        from core.kernel.setup.readings import as_said  # noqa: PLC0415 - few matches have such a row

        sealer = Sealer(self.tip.match, self.tip.seq + 1, self.salt_key, who.at)
        ruled = as_said(self.tip.state, about.rulings)
        happened = engine.go_on(self.game, ruled, self.dealer(), sealer.seal)
        self._write("ruling", who, sealer, happened, about=about)
        if not happened.state.agenda:
            self._reveal(who.at)

    def dealer(self) -> Dealer:
        """Chance, as seed and nonces have it."""
        return derived(seeds(self.seed, self.nonces))

    def _reveal(self, at: int) -> None:
        """The match is over: the seed of row 1 is opened."""
        sealed = Sealer(self.tip.match, 1, self.salt_key).seal((), self.seed)
        self.note("reveal", Who(at), SeedRevealed(sealed.open()))

    def _write(self, kind: Kind, who: Who, sealer: Sealer, happened: Consequences[Any] | None, **content: Any) -> None:
        tip, seq = self.tip, self.tip.seq + 1
        if happened is not None:
            content |= {
                "chance": happened.chance,
                "facts": happened.facts,
                "keep": happened.keep,
                "then": happened.then,
            }
        body: AnyBody = Body(
            v=FORMAT,
            match=tip.match,
            seq=seq,
            parent=tip.parent,
            kind=kind,
            at=who.at,
            seat=who.seat,
            actor=who.actor,
            client=who.client,
            **content,
        )
        data = self.codec.encode(body)
        commits = sealer.commits()
        openings: tuple[Opening | None, ...] = tuple(sealer.openings)
        row = StoredRow(data, commits, openings, chain(tip.digest, data, commits))
        size = self.size + limits.weight_of(row)
        limits.refuse_row(body, row, len(self.rows) + 1, size)
        self.rows.append(row)
        self.size = size
        self.bodies.append(body)
        self.tip = Tip(tip.match, seq, seq, row.digest, happened.state if happened is not None else tip.state)


def _waiting(game: AnyGame, start: Start) -> Consequences[Any]:
    """The empty table, and who has to join."""
    step = first_step(start)
    return Consequences(State(empty(game, start).table, (step,)), (), (), 0, (step,))


def _with_seed(start: Start, sealed: Secret[str]) -> Start:
    return replace(start, seed=sealed)
