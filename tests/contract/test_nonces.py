"""Random matches of every game whose seats bring nonces: as good as any other, and nobody alone chose their draws."""

from collections.abc import Sequence

import pytest

from core.kernel.log.fold import setup_of
from core.kernel.log.joining import JoinMatch, nonces_of, seeds
from core.kernel.log.log import Log, secrets_in
from core.kernel.log.row import AnyBody
from core.kernel.rules.chance import Stream, derived, stream
from core.kernel.rules.engine import asked, begin, waiting
from core.kernel.rules.secret import Sealer
from replays.verify import verify
from tests.contract.worlds import drawn_unseen
from tests.support.matches import GAMES, SEATS, TABLES, any_terms
from tests.support.recording import SALT_KEY, Recorder

MATCHES = 4
MOVES = 60
Nonces = tuple[str | None, ...]


def any_nonces(players: int, dice: Stream) -> Nonces:
    """Three of four seats bring one."""
    return tuple(f"{dice.word():016x}" * 4 if dice.below(4) else None for _ in range(players))


def entered(name: str, nonces: Nonces, bots: Sequence[str], seed: int, dice: Stream) -> Recorder:
    """The seats come in any order, and open in any order."""
    terms = any_terms(GAMES[name], len(nonces), stream("rulings", name, seed))
    names = dict.fromkeys(bots, "random")
    match = Recorder(GAMES[name], len(nonces), seed=f"seed {seed}", nonces=True, bots=names, **terms)
    while match.bodies[-1].kind != "begin":
        seat = dice.pick(asked(match.state).seats)
        match.enter(seat, nonces[seat])
    return match


def told(match: Recorder) -> list[object]:
    """What the match drew and what followed."""
    return [(body.chance, body.facts, body.then) for body in match.bodies if body.kind in {"begin", "move"}]


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_match_with_nonces(name: str, players: int, seed: int) -> None:
    dice = stream("nonces", name, players, seed)
    nonces = any_nonces(players, dice)
    bots = [SEATS[dice.below(players)]] if players > 1 and dice.below(3) == 0 else []
    match, other = (entered(name, nonces, bots, seed, dice).play(stream("play", seed), MOVES) for _ in range(2))
    assert told(match) == told(other), "another order of arrival"
    log = match.log()
    assert log.state() == match.state
    assert all(log.state(row) == match.states[row] for row in range(log.head - 3, log.head + 1))
    opened = tuple("" if nonce is None or SEATS[at] in bots else nonce for at, nonce in enumerate(nonces))
    assert nonces_of(log.bodies) == opened
    begun = next(body for body in log.bodies if body.kind == "begin")
    seal = Sealer(log.match, begun.seq, SALT_KEY, begun.at).seal
    first = begin(match.game, setup_of(match.game, log.start), derived(seeds(f"seed {seed}", opened)), seal)
    assert (begun.chance, begun.facts, begun.then) == (first.chance, first.facts, first.then)


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table[0] != "toy"])
def test_verify_believes_it_whoever_reads(name: str, players: int, seed: int) -> None:
    dice = stream("verified", name, players, seed)
    match = entered(name, any_nonces(players, dice), [], seed, dice).play(stream("play", seed), MOVES)
    log = match.log()
    whole = verify(log.rows)
    assert (whole.fault, whole.folded, whole.draws_recorded) == (None, 0, 0)
    assert whole.draws_derived == sum(len(body.chance) for body in log.bodies) > 0
    for seat in (None, *range(players)):
        seen = verify(log.redacted(seat))
        closed = sum(_closed(body) for body in log.seen_by(seat).bodies)
        judged = whole.draws_derived - closed  # what one cannot see, one cannot judge
        drawn = (0, judged) if log.state().agenda else (whole.draws_derived, 0)  # at the end everybody knows the seed
        assert (seen.fault, seen.draws_derived, seen.draws_recorded) == (None, *drawn)


def _closed(body: AnyBody) -> int:
    """How many draws of a row its reader does not see whole; of one that lies in several boxes, all facts are alike."""
    boxes = drawn_unseen(body)
    if len(boxes) == body.chance.count(()):
        return sum(not drawn.known for drawn in boxes)
    closed = [drawn.box for drawn in boxes if not drawn.known]
    return len({fact.__class__ for fact in body.facts if any(secret.box in closed for secret in secrets_in(fact))})


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_before_the_beginning_everybody_sees_the_empty_table(name: str, players: int) -> None:
    game = GAMES[name]
    match = Recorder(game, players, nonces=True)
    for seat in range(players - 1):
        match.enter(seat, "0" * 64)
    log: Log = match.log()
    for row in range(1, log.head + 1):
        for viewer in (None, *range(players)):
            state = log.at(row).seen_by(viewer).state()
            assert isinstance(waiting(state), JoinMatch)
            assert game.view(state.table, viewer) == game.view(game.new(setup_of(game, log.start))[0], viewer)
            assert game.stage(state.table) is not None
            assert game.result(state.table) is None
