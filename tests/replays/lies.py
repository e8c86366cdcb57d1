"""Lies about a recorded match that keep the chain: each is a list of rows that hang together and say what never was.

Some are made by who knows the format alone; the worst by who has the program, too: a row is changed, and from there the
rules are followed to the end, so that nothing but that row is wrong.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from core.games import read_log
from core.kernel.language.spelling import format_move
from core.kernel.log.row import StoredRow
from core.kernel.log.scribe import Scribe, Tip, Who
from core.kernel.rules.chance import Stream
from core.kernel.rules.secret import Opening, commit
from tests.replays.forging import Json, chained, forged, raw
from tests.support.matches import any_move

Rows = Sequence[StoredRow]
Lie = Callable[[Rows, int, Stream], list[StoredRow] | None]
"""What is made of the rows at one of them; None where that row gives no room for such a lie."""

POINTS = 777
ROWS = 8  # of a match that goes on, so many rows are played on
LIMIT = 2_000  # of a finished one all: more than any match has
_DICT: Any = dict
_LIST: Any = list


def body_of(rows: Rows, number: int) -> Json:
    """What a row says."""
    found: Json = msgspec.json.decode(rows[number - 1].body)
    return found


def facts_of(rows: Rows, number: int) -> list[Json]:
    """What followed."""
    found: list[Json] = body_of(rows, number).get("facts", [])
    return found


def ending(rows: Rows) -> int:
    """The reveal; the last row of a match that goes on."""
    found = (number for number in range(len(rows), 0, -1) if body_of(rows, number)["kind"] == "reveal")
    return next(found, len(rows))


def opens(value: Any) -> bool:
    """Does it bring the opening of a box?"""
    return b'"salt"' in msgspec.json.encode(value)


def opening_rows(rows: Rows) -> list[int]:
    """The rows whose facts open a box."""
    return [number for number in range(1, len(rows) + 1) if opens(facts_of(rows, number))]


def unopened(facts: Sequence[Json]) -> list[Json]:
    """The facts without what they open: a field that may be missing is, else the whole fact."""

    def bare(fact: Json) -> Json:
        return {name: held for name, held in fact.items() if not isinstance(held, _DICT) or not opens(held)}

    return [fact for fact in map(bare, facts) if not opens(fact)]


def stripped(rows: Rows) -> list[StoredRow]:
    """Without the openings beside the boxes: no digest covers them."""
    return [replace(row, openings=(None,) * len(row.openings)) for row in rows]


def numbers_in(value: Any) -> list[tuple[Any, Any]]:
    """Where the amounts of a fact stand: what holds each, and under which key."""
    entries: Any = value.items() if isinstance(value, _DICT) else enumerate(value) if isinstance(value, _LIST) else ()
    found: list[tuple[Any, Any]] = []
    for key, held in entries:
        if isinstance(held, int) and not isinstance(held, bool) and key not in {"seat", "box"}:
            found.append((value, key))
        elif key != "box":
            found += numbers_in(held)
    return found


# --- who knows the format ---------------------------------------------------------------------------------------------


def another_number(rows: Rows, number: int, dice: Stream) -> list[StoredRow] | None:
    """An amount of a fact is another: a score, a gain, a price."""
    at = [at for at, fact in enumerate(facts_of(rows, number)) if numbers_in(fact)]
    if not at:
        return None
    one, way = dice.pick(at), dice.word()

    def change(body: Json) -> None:
        places = numbers_in(body["facts"][one])
        holder, key = places[way % len(places)]
        holder[key] += 1

    return forged(rows, number, change)


def fact_dropped(rows: Rows, number: int, dice: Stream) -> list[StoredRow] | None:
    """Something that followed did not."""
    facts = facts_of(rows, number)
    if not facts:
        return None
    at = dice.below(len(facts))
    return forged(rows, number, lambda body: body["facts"].pop(at))


def fact_added(rows: Rows, number: int, dice: Stream) -> list[StoredRow] | None:
    """Something followed twice, or what followed elsewhere followed here, too."""
    if body_of(rows, number)["kind"] not in {"move", "start", "begin", "fork"}:
        return None
    others = [fact for other in range(1, len(rows) + 1) for fact in facts_of(rows, other)]
    if not others:
        return None
    fact = dice.pick(others)
    return forged(rows, number, lambda body: body.setdefault("facts", []).append(fact))


def another_outcome(rows: Rows, number: int, _dice: Stream) -> list[StoredRow] | None:
    """Chance brought something else, and the facts say so. In a match that goes on it could have been so."""
    body = body_of(rows, number)
    if body_of(rows, ending(rows))["kind"] != "reveal":
        return None
    drawn = [at for at, outcome in enumerate(body.get("chance", ())) if len({*outcome}) > 1]
    if not drawn or body["kind"] == "fork":
        return None
    outcome: list[str] = body["chance"][drawn[0]]
    first, last = outcome[0], outcome[-1]
    said, mark = bytes(rows[number - 1].body), b'"\0"'
    for old, new in ((first, mark), (last, b'"%s"' % first.encode()), ("\0", b'"%s"' % last.encode())):
        said = said.replace(b'"%s"' % old.encode(), new)
    return chained([*rows[: number - 1], replace(rows[number - 1], body=msgspec.Raw(said)), *rows[number:]])


def opening_dropped(rows: Rows, number: int, _dice: Stream) -> list[StoredRow] | None:
    """The openings beside the boxes are gone, and so is what a fact opened: nobody can look."""
    facts = facts_of(rows, number)
    return forged(stripped(rows), number, lambda body: body.update(facts=unopened(facts))) if opens(facts) else None


def won_behind_a_closed_box(rows: Rows, number: int, dice: Stream) -> list[StoredRow] | None:
    """And somebody has more of something."""
    made = opening_dropped(rows, number, dice)
    return another_number(made, number, dice) if made is not None else None


def over_at_once(rows: Rows, number: int, dice: Stream) -> list[StoredRow] | None:
    """Nobody can look into a box any more, the match is over in this row, and the score is as somebody likes it."""
    end = ending(rows)
    scored = [fact for at in range(1, end) for fact in facts_of(rows, at) if "scores" in fact]
    if body_of(rows, end)["kind"] != "reveal" or body_of(rows, number)["kind"] != "move" or not scored:
        return None
    scores = [0] * len(scored[-1]["scores"])
    scores[dice.below(len(scores))] = POINTS
    facts = [*unopened(facts_of(rows, number)), {**scored[-1], "scores": scores}]

    def change(body: Json) -> None:
        body["facts"] = facts
        for name in ("keep", "then"):
            body.pop(name, None)

    begun = forged(rows[:number], number, change)
    reveal = {**body_of(rows, end), "seq": number + 1, "parent": number}
    return chained(stripped([*begun, replace(rows[end - 1], body=raw(reveal))]))


def another_seed(rows: Rows, number: int, _dice: Stream) -> list[StoredRow] | None:
    """The box of row 1 holds another seed; the draws are those of the first. Without a draw nothing hangs on it."""
    end = ending(rows)
    if number != 1 or body_of(rows, end)["kind"] != "reveal":
        return None
    if not any("chance" in body_of(rows, drawn) for drawn in range(1, end)):
        return None
    match, opening = body_of(rows, 1)["match"], Opening("5a17" * 8, '"another seed"')
    first = replace(rows[0], commits=(commit(match, (1, 0), opening), *rows[0].commits[1:]))
    seed = {"box": [1, 0], "salt": opening.salt, "value": "another seed"}
    return forged([first, *rows[1:]], end, lambda body: body["about"].update(seed=seed))


def without_reveal(rows: Rows, number: int, _dice: Stream) -> list[StoredRow] | None:
    """The seed stays closed: the log ends with the last move."""
    if body_of(rows, number)["kind"] != "reveal":
        return None
    return list(rows[: number - 1])


def beyond_the_end(rows: Rows, number: int, _dice: Stream) -> list[StoredRow] | None:
    """A move is made once more after the match is over."""
    if body_of(rows, len(rows))["kind"] != "reveal" or body_of(rows, number)["kind"] != "move":
        return None
    last = len(rows) + 1
    again = {**body_of(rows, number), "seq": last, "parent": last - 1}
    return chained([*rows, replace(rows[number - 1], body=raw(again))])


# --- who has the program ----------------------------------------------------------------------------------------------


def tail_played_on(rows: Rows, number: int, dice: Stream) -> list[StoredRow] | None:
    """One row is changed, and from there the match is played on by the rules, with the draws that its seed gives.

    Whoever has a finished match has its seed, and the salt with which row 1 was closed.
    """
    if body_of(rows, number)["kind"] != "move" or number >= ending(rows):
        return None
    facts, begun = facts_of(rows, number), rows[:number]
    if dice.below(2):
        begun = forged(begun, number, lambda body: body.update(facts=unopened(facts)))
    changed = another_number(begun, number, dice)
    if changed is None:
        return None
    reveal = body_of(rows, ending(rows)).get("about", {}).get("seed")
    try:
        played = _played_on(changed, reveal["value"] if reveal else "a seed", dice, ROWS if reveal is None else LIMIT)
    except Exception:  # noqa: BLE001 - such a position leads nowhere under the rules: the forger tries another
        return None
    ended = body_of(played, len(played))["kind"] == "reveal"
    if reveal is not None and ended:
        return forged(stripped(played), len(played), lambda body: body["about"].update(seed=reveal))
    return None if reveal is not None or ended else chained(stripped(played))


def _played_on(rows: Rows, seed: str, dice: Stream, moves: int) -> list[StoredRow]:
    log = read_log(list(rows))
    tip = Tip(log.match, log.head, log.head, log.digest, log.state())
    scribe = Scribe(log.game, seed, b"the salts of a forger", tip)
    while scribe.tip.state.agenda and moves:
        seat, move = any_move(scribe.tip.state, dice)
        scribe.move(Who(log.bodies[-1].at, log.seats[seat], seat), move, format_move(move))
        moves -= 1
    return [*rows, *scribe.rows]


LIES: dict[str, Lie] = {
    "another number": another_number,
    "fact dropped": fact_dropped,
    "fact added": fact_added,
    "another outcome": another_outcome,
    "opening dropped": opening_dropped,
    "won behind a closed box": won_behind_a_closed_box,
    "over at once": over_at_once,
    "another seed": another_seed,
    "without reveal": without_reveal,
    "beyond the end": beyond_the_end,
    "tail played on": tail_played_on,
}
