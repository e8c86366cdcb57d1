"""Checks exported matches of Herald with nothing but Python's standard library.

    herald export MATCH -o match.jsonl --draws draws.jsonl
    python verify.py match.jsonl --draws draws.jsonl

Written from log.md alone and sharing no line with Herald: both would have to be wrong in the same way. It knows no rule
of any game: that every move was legal and led to what the log says, that who went back was allowed to, and that every
bag was the right one, is what `herald verify` proves by deciding everything again.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias
from unicodedata import category, normalize

Json: TypeAlias = Any
Object: TypeAlias = dict[str, Json]
Shape: TypeAlias = Callable[[Json], bool]
Where: TypeAlias = tuple[int, int]

OBJECT: Json = dict
LIST: Json = list

LARGEST = 2**53
LATEST = 253_402_300_799  # the end of the year 9999
NAME = 60  # characters of the name of a match
LINE, FILE, ROWS = 2**20, 2**28, 2**14  # bytes of a line, bytes and rows of a file, at most
# Of format 2: characters of texts; on how many rows and bytes an act can begin, or a seat go back; what an act adds.
LONGEST = {"text": 1_000, "reason": 1_000, "actor": 100, "client": 200, "seat": 40, "seed": 265}
BEGINS, BACK, SIZE = 9_999, 7_999, 64 * 2**20 - 1
ACT_ROWS, ACT_SIZE = 5_104, 22 * 2**20
BLANK = set("\u115f\u1160\u2800\u3164\uffa0\U0001d159")  # letters and signs that show nothing
SILENT = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")  # marks that show nothing
UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)  # what comes of other JSON than ours

# The labels of each game's draws, each with type and rule of the fact that follows from it; of several, one does.
LABELS = {
    "medieval": {
        "current events": "CurrentDealt MED-7.3",
        "upcoming events": "UpcomingDealt MED-7.4",
        "turn order": "OrderDrawn *",
        "refill round {round}": "CurrentDealt MED-18.*",
        "upcoming round {round}": "UpcomingDealt MED-18.*",
    },
    "emara": {
        "countryside": "TilesLaid EMA-2.1",
        "town": "TilesLaid EMA-2.3",
        "mixed boards": "TilesLaid EMA-17.6",
        "advisors": "AdvisorsPlaced *",
        "advisor": "AdvisorShown *",
        "event": "EventShown *",
        "first player": "FirstPlayer *",
        "favors": "FavorsSeen *",
        "hand {seat}": "HandDrawn *",
    },
    "heirs": {
        "sets": "SetsChosen *",
        "royal supply": "RingDealt *",
        "start tile": "StartLaid *",
        "back": "BackShown *",
        "crown": "CrownTossed *",
        "tile": "SlotRefilled *",
        "treasure": "TreasurePlaced *",
    },
    "crossing": {
        "decks": "DecksLaid *",
        "card": "CardShown *",
        "empty deck": "EmptyShown *",
        "goals": "GoalsLaid *",
        "faces of goals": "GoalsLaid *",
        "first player": "TokenTaken KIN-2.11",
        "start cards": "PairsLaid *",
        "faces of start cards": "PairsLaid *",
        "start favors": "PairsLaid *",
        "birds": "BirdsArrived *",
        "queen": "QueenAwake *",
        "favor": "FavorShown *",
        "pile": "PileDrawn *",
        "blind favor": "FavorDrawn *",
        "secret favor": "FavorHidden *",
        "solo": "SoloTileShown *",
    },
    "nobility": {
        "first player": "FirstPlayer RTN-2.13",
        "characters": "CharacterDealt *",
        "settlers 1": "SettlersDealt *, SettlersHidden *",
        "settlers": "SettlersShown *",
        "ship": "ShipCame *",
        "council": "DemandsLaid *",
        "workshop {guild}": "WorkshopLaid *",
        "building": "TileShown *, TileRefused *, TilePutAside *",
        "commissions": "CommissionsDealt *, CommissionsDrawn *, CommissionReplaced *",
        "dice tile {seat}": "DiceTileDrawn *, TilePutAside *",
        "objective": "ObjectiveDrawn *",
        "event": "EventShown *",
        "dice {seat}": "DiceRolled *",
        "again {seat}": "DiceRerolled *",
        "automa": "AutomaRolled *",
    },
}

# The fields of each object, in their order; a question mark: where it is not absent.
HEADER = "herald match game view rows head sum mark?"
ROW = "body commits openings digest"
FRAME = "v match seq parent kind at seat? actor? client?"
BODY = f"{FRAME} text? move? sealed_text? sealed_move? chance? facts? keep? then? about?"
ABOUT = {
    "start": "type game seats rulings edition engine rules seed"
    " seed_chosen? practice? options? bots? keys? forked? nonces?",
    "joined": "type commitment?",
    "nonce": "type nonce",
    "back": "type to tip by? reason?",
    "end": "type by reason?",
    "ruling": "type rulings by reason",
    "request": "type what to? rulings? reason?",
    "answer": "type row",
    "key": "type name digest reason?",
    "seed": "type seed",
}
# Of each kind of row: what it is about, whether it has a seat (None: it may), and what else it may have.
KINDS: dict[str, tuple[str, bool | None, str]] = {
    "start": ("start", False, "chance facts then"),
    "fork": ("", None, "chance facts then"),
    "join": ("joined", True, "then"),
    "nonce": ("nonce", True, "then"),
    "begin": ("", False, "chance facts then"),
    "move": ("", True, "text move sealed_text sealed_move chance facts keep then"),
    "undo": ("back", None, ""),
    "redo": ("back", None, ""),
    "end": ("end", None, ""),
    "ruling": ("ruling", None, "chance facts keep then"),
    "ask": ("request", True, ""),
    "agree": ("answer", True, ""),
    "decline": ("answer", True, ""),
    "key": ("key", None, ""),
    "reveal": ("seed", False, ""),
}
PLAYED = {"start", "fork", "join", "nonce", "begin", "move", "end", "ruling"}  # they say what happens next


class Wrong(Exception):
    """What does not hold."""


def need(holds: object, row: int, otherwise: str) -> None:
    """The one way to fail; row 0 is the file as such."""
    if not holds:
        raise Wrong(f"row {row}: {otherwise}" if row else otherwise)


# --- what a line may hold --------------------------------------------------------------------------------------------


def text(value: Json) -> bool:
    """No empty one: it would be absent."""
    return type(value) is str and value != ""


def index(value: Json) -> bool:
    """A number from 0; `true` is none."""
    return type(value) is int and value >= 0


def number(value: Json) -> bool:
    """A number from 1."""
    return index(value) and value > 0


def printable(seat: str) -> bool:
    """Can a seat be called so?"""
    return seat == seat.strip() and seat.isprintable() and ":" not in seat and 0 < len(seat) <= LONGEST["seat"]


def shows(seat: str) -> bool:
    """And is something of it to be seen?"""
    return printable(seat) and not BLANK & set(seat) and any(category(sign)[0] not in "MZ" for sign in seat)


def alike(seat: str) -> str:
    """What all names have in common that look the same."""
    return normalize("NFKC", normalize("NFKC", SILENT.sub("", seat)).casefold())


def matches(pattern: str) -> Shape:
    """A text that looks so."""
    return lambda value: type(value) is str and re.fullmatch(pattern, value) is not None


def one_of(*known: Json) -> Shape:
    """One of these."""
    return lambda value: any(type(value) is type(one) and value == one for one in known)


def each(shape: Shape, fewest: int = 1) -> Shape:
    """A list of such."""
    return lambda value: type(value) is LIST and len(value) >= fewest and all(map(shape, value))


def named(value: Json) -> bool:
    """Texts by name."""
    return type(value) is OBJECT and all(type(held) is str for held in value.values())


def tagged(*first: str) -> Shape:
    """An object that begins with these texts; what else it has depends on the game."""
    return lambda value: (
        type(value) is OBJECT and (*value,)[: len(first)] == first and all(text(value[at]) for at in first)
    )


def record(fields: str) -> Shape:
    """An object with these fields in their order, and no others."""
    order = [field.rstrip("?") for field in fields.split()]
    always = {field for field in fields.split() if field in order}

    def fits(value: Json) -> bool:
        if type(value) is not OBJECT or not always <= value.keys():
            return False
        return list(value) == [at for at in order if at in value] and all(SHAPES[at](value[at]) for at in value)

    return fits


CLOSED, OPENED, OPENING = record("box by"), record("box salt value"), record("salt value")
SHAPES: dict[str, Shape] = {
    **dict.fromkeys(["seq", "keep", "to", "tip", "row", "rows"], number),
    **dict.fromkeys(["parent", "seat"], index),
    **dict.fromkeys(["type", "view", "name", "text", "engine", "rules", "actor", "client", "reason", "salt"], text),
    **dict.fromkeys(["digest", "commitment", "nonce", "head", "sum", "mark"], matches("[0-9a-f]{64}")),
    **dict.fromkeys(["rulings", "options", "bots", "keys"], named),
    **dict.fromkeys(["seed_chosen", "practice", "nonces", "back"], lambda value: value is True),
    **dict.fromkeys(["sealed_text", "sealed_move"], CLOSED),
    "herald": one_of(1),
    "v": one_of(1, 2),
    "match": lambda value: matches("[a-z0-9]+(-[a-z0-9]+)*")(value) and len(value) <= NAME,
    "game": one_of(*LABELS),
    "kind": one_of(*KINDS),
    "at": lambda value: index(value) and value <= LATEST,
    "body": record(BODY),
    "commits": each(text, 0),
    "openings": each(lambda value: value is None or (OPENING(value) and text(value["value"])), 0),
    "move": tagged("type"),
    "chance": each(each(lambda value: type(value) is str, 0)),
    "facts": each(tagged("type", "rule")),
    "then": each(tagged("step")),
    "about": lambda value: tagged("type")(value) and record(ABOUT[value["type"]])(value),
    "seats": each(text),
    "edition": record("name digest text?"),
    "forked": record("match row digest"),
    "seed": lambda value: CLOSED(value) or OPENED(value),
    "what": one_of("undo", "redo", "end", "ruling"),
    "box": lambda value: index(value) or each(index, 2)(value),  # in the list of draws it is one of its row
    "by": lambda value: value in {"consent", "arbiter"} if type(value) is str else each(index, 0)(value),
    "value": lambda _: True,
    "label": text,
    "bag": each(text),
    "each": each(index),
}


def whole(digits: str) -> int:
    """A number of which no program loses a digit."""
    need(abs(int(digits)) <= LARGEST, 0, f"a number is too large: {digits}")
    return int(digits)


def broken(digits: str) -> Json:
    """No number has a point."""
    raise Wrong(f"a number that is not whole: {digits}")


def compact(value: Json) -> str:
    """The one way to write a JSON value: no blanks, no needless escapes."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def parsed(line: bytes, fields: str, row: int) -> Object:
    """The object in a line. Written again it is the same bytes: what is hashed below are the bytes of the file."""
    value: Object = json.loads(line, parse_int=whole, parse_float=broken, parse_constant=broken)
    need(compact(value).encode() == line and record(fields)(value), row, "the line is not as log.md says")
    return value


def boxes(value: Json) -> Iterator[Object]:
    """Every closed or opened box in a body, however deep."""
    parts: Json = value.values() if type(value) is OBJECT else value if type(value) is LIST else ()
    if type(value) is OBJECT and "box" in value:
        yield value
    else:
        for part in parts:
            yield from boxes(part)


# --- digests and draws -----------------------------------------------------------------------------------------------


def digest(tag: str, *parts: object) -> str:
    """H(tag, part, ...): SHA-256 over the parts, each after its length in 8 bytes."""
    texts = [str(part).encode() for part in (f"herald {tag} 1", *parts)]
    return sha256(b"".join(len(text).to_bytes(8, "big") + text for text in texts)).hexdigest()


def words(key: bytes) -> Iterator[int]:
    """The generator: blocks of SHA-256, cut into numbers of 64 bits."""
    block = 0
    while True:
        data = sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(data[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def drawn(seed: str, draw: int, one: Object, count: int) -> list[str]:
    """What a draw takes out of the bag; a throw of dice puts each back."""
    stream, left, out = words(bytes.fromhex(digest("draw", seed, draw, one["label"]))), sorted(one["bag"]), list[str]()
    while left and len(out) < count:
        at = next(word for word in stream if word < 2**64 - 2**64 % len(left)) % len(left)
        out.append(left[at])
        if "back" not in one:
            left[at] = left[-1]  # the last one moves to the hole
            left.pop()
    return out


# --- a match ---------------------------------------------------------------------------------------------------------


class Match:
    """The rows so far, and what each may say after those before it."""

    def __init__(self, rows: list[Object]) -> None:
        """`Wrong` at the first row that does not hold."""
        self.rows = rows
        self.bodies: list[Object] = [row["body"] for row in rows]
        need(rows and self.bodies[0]["kind"] == "start", 1, "does not start a match")
        need("about" in self.bodies[0] and self.bodies[0]["about"]["type"] == "start", 1, "does not say what is played")
        self.start: Object = self.bodies[0]["about"]
        self.name: str = self.bodies[0]["match"]
        self.digest = digest("match", self.name)
        self.commitments: dict[Where, str] = {}
        self.audiences: dict[Where, list[int]] = {}
        self.opened: set[Where] = set()
        self.parents: list[int] = [0]
        self.agenda: list[int] = [0]  # after each row, how many steps wait
        self.begun = 1  # the row behind which nothing goes back
        self.asked = 0  # the request that waits, and the seats that agreed to it
        self.agreed: set[int] = set()
        self.size = 0  # bytes of the lines, with every box closed
        for number, row in enumerate(rows, 1):
            self.check_frame(number, row["body"])
            self.check_agenda(number, row["body"])
            self.check_content(number, row["body"])
            self.check_digest(number, row)
            self.check_boxes(number, row)
            self.check_limits(number, row)
        need(not self.ends(len(rows) + 1), len(rows) + 1, "is missing: there the seed is revealed")
        need(len(rows) > 1 or "forked" not in self.start, len(rows) + 1, "is missing: there a fork takes over its past")

    def check_frame(self, number: int, body: Object) -> None:
        """Its place, its version, its seat, and the fields of its kind."""
        kind, subject = body["kind"], body.get("about", {"type": ""})["type"]
        about, seated, fields = KINDS[kind]
        about = "" if about == "answer" and body["v"] == 1 else about
        allowed = {*FRAME.replace("?", "").split(), *fields.split(), "about"}
        need((body["match"], body["seq"]) == (self.name, number), number, "is not in its place")
        need(body["v"] >= self.bodies[max(number - 2, 0)]["v"], number, "has an older version than the row before")
        need(subject == about and body.keys() <= allowed, number, f"says other things than “{kind}” can say")
        need(seated is None or ("seat" in body) is seated, number, "is of no seat, or should not be")
        need(body.get("seat", 0) < len(self.start["seats"]), number, "is of a seat that is not there")
        need((kind == "start") is (number == 1), number, "starts the match again")
        need((kind == "fork") is ("forked" in self.start and number - 1 == 1), number, "is a fork, or should be one")

    def check_agenda(self, number: int, body: Object) -> None:
        """The row that it continues, and whether the match goes on there; at its end the seed is revealed."""
        kind = body["kind"]
        parent = body["about"]["to"] if kind in {"undo", "redo"} else number - 1
        need(body["parent"] == parent < number, number, "continues another row than it should")
        waiting, kept = self.agenda[number - 1], body.get("keep", 0)
        need(kept <= waiting, number, "keeps more of the agenda than there is")
        need(kind == "reveal" or not self.ends(number), number, "stands where the seed is revealed")
        need(waiting or kind not in {"move", "ask", "end", "ruling"}, number, "comes after the end")
        need(not waiting or kind != "reveal", number, "comes before the end")
        self.parents.append(parent)
        self.agenda.append(kept + len(body.get("then", [])) if kind in PLAYED else self.agenda[parent])
        self.begun = number if kind in {"fork", "begin"} else self.begun

    def ends(self, number: int) -> bool:
        """Has the match come to its end in the rows before this one, and its seed is not revealed there?"""
        if self.agenda[number - 1] or number == 1 or (number - 1 == 1 and "forked" in self.start):
            return False
        kinds = [body["kind"] for body in self.bodies[: number - 1]]
        return kinds[-1] in {"move", "end", "ruling"} or "reveal" not in kinds

    def check_content(self, number: int, body: Object) -> None:
        """What a row of this kind can say."""
        kind, seats = body["kind"], self.start["seats"]
        about: Object = body.get("about", {})
        if kind == "start":
            self.check_start(body["v"], about)
            need(
                "forked" not in about or not {"chance", "facts", "then"} & body.keys(), 1, "says more than a fork does"
            )
        elif kind == "move":
            said = [at for at in ("text", "move", "sealed_text", "sealed_move") if at in body]
            need(said in (["text", "move"], ["sealed_text", "sealed_move"]), number, "is neither open nor closed")
            closed: list[Object] = [body[at] for at in ("sealed_text", "sealed_move") if at in body]
            need(all(box["by"] == [body["seat"]] for box in closed), number, "has an answer of another seat")
            need(not closed or closed[1]["box"] == [number, 0], number, "has another box before its answer")
        elif kind == "key":
            need(about["name"] in self.start.get("keys", {}), number, "has a key of nobody")
            need("seat" not in body or seats[body["seat"]] == about["name"], number, "replaces the key of another")
            need(("reason" in about) is ("seat" not in body), number, "has a reason, or should have one")
        elif kind == "reveal":
            need(OPENED(about["seed"]) and about["seed"]["box"] == [1, 0], number, "what it reveals is not the seed")
        elif kind == "ask":
            ruling = about["what"] == "ruling"
            need(("to" in about) is (about["what"] in {"undo", "redo"}), number, "does not say where it goes")
            need(
                ("rulings" in about) is ("reason" in about) is ruling, number, "does not say how to read what, and why"
            )
            if "to" in about:
                self.check_back(number, about["what"], about["to"], number - 1)
        elif kind in {"end", "ruling"}:
            need((about["by"] == "arbiter") is ("seat" not in body), number, "is of no seat, or should not be")
            need(about.get("rulings", True), number, "is a ruling on nothing")
            self.left(number, body, about["by"])
        elif kind in {"undo", "redo"}:
            by = about.get("by", "free")
            need((by == "arbiter") is ("seat" not in body), number, "is of no seat, or should not be")
            need(about["tip"] == self.left(number, body, by), number, "leaves another row than it can")
            late = kind == "undo" and by != "arbiter" and not self.agenda[about["tip"]]
            need(not late, number, "comes after the end")
            self.check_back(number, kind, about["to"], about["tip"])
        elif kind in {"agree", "decline"}:
            mine = self.asked > 0 and body["seat"] == self.bodies[self.asked - 1]["seat"]
            need(self.asked and about.get("row", self.asked) == self.asked, number, "answers what was not asked")
            need(not mine or (kind == "decline" and body["v"] > 1), number, "answers itself")
            need(body["seat"] not in self.agreed, number, "answers again")
        if kind != "key":
            self.agreed = {*self.agreed, body["seat"]} if kind == "agree" else set()
            self.asked = number if kind == "ask" else self.asked if kind == "agree" else 0

    def check_start(self, version: int, about: Object) -> None:
        """Who sits there, and that nobody can look at the seed."""
        seats: list[str] = about["seats"]
        names, others = {*seats, "arbiter"}, {*about.get("bots", {}), *about.get("keys", {})}
        shown = version == 1 or all(shows(normalize("NFKC", seat)) for seat in seats)
        need(shown and all(map(printable, seats)), 1, "has a seat that cannot be called so")
        folded = {"arbiter", *(seat.casefold() if version == 1 else alike(seat) for seat in seats)}
        need(len(folded) == len(seats) + 1, 1, "names two seats alike")
        need(others <= names, 1, "names a seat that is not there")
        need("keys" not in about or "arbiter" in about["keys"], 1, "has keys, but none for the arbiter")
        need(all(about[at] for at in ("options", "bots", "keys") if at in about), 1, "says what should be absent")
        practice = "practice" not in about or (version > 1 and "seed_chosen" in about)
        need(practice, 1, "is for practice, with a seed that nobody chose")
        need(about["seed"] == {"box": [1, 0], "by": []}, 1, "the seed is not closed to everybody")

    def left(self, number: int, body: Object, by: str) -> int:
        """The row that an undo, a redo or an end leaves: the one before it, or before the request all agreed to."""
        bots, seats = self.start.get("bots", {}), self.start["seats"]
        others = {seat for seat, name in enumerate(seats) if name not in bots} - {body.get("seat")}
        if by != "consent" or not others:
            return number - 1
        need(self.asked, number, "was not asked for")
        request, about = self.bodies[self.asked - 1], body["about"]
        told = ("rulings", "reason") if body["kind"] == "ruling" else ("to",)
        same = request["about"]["what"] == body["kind"] and all(
            request["about"].get(at) == about.get(at) for at in told
        )
        others = {seat for seat, name in enumerate(seats) if name not in bots} - {request["seat"]}
        need(same and others <= self.agreed, number, "is not what all agreed to")
        return self.asked - 1

    def check_back(self, number: int, what: str, to: int, tip: int) -> None:
        """An undo goes to an earlier row of the line that it leaves; a redo to the row that the last undo left."""
        if what == "undo":
            need(self.begun <= to < tip and to in self.line(tip), number, "goes back to where it cannot")
            return
        last = next(at for at in self.line(tip) if self.bodies[at - 1]["kind"] in {*PLAYED, "undo", "reveal"})
        undo = self.bodies[last - 1]
        need(undo["kind"] == "undo" and undo["about"]["tip"] == to, number, "brings back what no undo left")

    def line(self, row: int) -> Iterator[int]:
        """From a row to row 1."""
        while row:
            yield row
            row = self.parents[row]

    def check_digest(self, number: int, row: Object) -> None:
        """Over the row before it, its body and its commitments."""
        self.digest = digest("row", self.digest, sha256(compact(row["body"]).encode()).hexdigest(), *row["commits"])
        need(self.digest == row["digest"], number, "does not have its digest: row, commitment or digest was changed")

    def check_boxes(self, number: int, row: Object) -> None:
        """Every box of the row is named in it; what is opened, here or beside the row, is what was closed."""
        need(len(row["commits"]) == len(row["openings"]), number, "has not as many openings as commitments")
        own: dict[Where, str] = {(number, at): commitment for at, commitment in enumerate(row["commits"])}
        self.commitments |= own
        for box in boxes(row["body"]):
            need(CLOSED(box) or OPENED(box), number, "has a box of another form")
            where: Where = (box["box"][0], box["box"][1])
            need(where in self.commitments, number, f"names box {where}, which is not there")
            if "by" in box:
                fits = len({*box["by"]}) == len(box["by"]) and {*box["by"]} <= {*range(len(self.start["seats"]))}
                known = self.audiences.setdefault(where, box["by"]) if where in own else self.audiences[where]
                need(fits and known == box["by"], number, f"box {where} has another audience")
            else:
                self.check_opening(number, where, box["salt"], compact(box["value"]))
        need(own.keys() <= self.audiences.keys(), number, "has commitments to boxes that no row names")
        for where, one in zip(own, row["openings"], strict=True):
            if one is not None:
                self.check_opening(number, where, one["salt"], one["value"])

    def check_opening(self, number: int, where: Where, salt: str, value: str) -> None:
        """What a row holds of a box is what was committed to."""
        same = digest("box", self.name, *where, salt, value) == self.commitments[where]
        need(same, number, f"box {where} does not hold what it was closed with")
        self.opened.add(where)

    def check_limits(self, number: int, row: Object) -> None:
        """No text, no row and no match is larger than Herald writes them."""
        body, before, closed = row["body"], self.size, [None] * len(row["openings"])
        kind, about = body["kind"], body.get("about", {})
        self.size += len(compact({**row, "openings": closed}).encode()) + 1
        need(len(compact(row).encode()) < LINE, number, "is too long")
        if body["v"] == 1:
            return
        texts: Object = {at: body.get(at, "") for at in ("text", "actor", "client")}
        texts["reason"] = about.get("reason", "")
        texts["seed"] = about["seed"]["value"] if kind == "reveal" else ""
        words: Object | None = row["openings"][body["sealed_text"]["box"][1]] if "sealed_text" in body else None
        texts["text"] += json.loads(words["value"]) if words is not None else ""
        need(all(len(held) <= LONGEST[at] for at, held in texts.items()), number, "has too long a text")
        agreed = self.bodies[number - 2]["kind"] == "agree" and kind in {"undo", "redo", "end", "ruling"}
        if agreed or kind in {"move", "nonce", "begin", "fork", "reveal"}:
            fits = number <= BEGINS + ACT_ROWS and self.size <= SIZE + ACT_SIZE
        else:
            asks = kind == "ask" and about["what"] != "end"
            turns = (kind in {"undo", "redo"} or asks) and "seat" in body
            fits = number - 1 <= (BACK if turns else BEGINS) and before <= SIZE
        need(fits, number, "is one too many, or makes the match too large")

    def check_view(self, view: str) -> None:
        """Beside the rows nothing is open that is not for the reader whom line 1 names."""
        seats, over = [f"seat {seat}" for seat in self.start["seats"]], not self.agenda[-1]
        need(view in {"public", *seats} or (view == "full" and over), 0, f"there is no such view: {view}")
        counts = {*self.line(len(self.rows))}
        for number, row in enumerate(self.rows, 1):
            typed = row["body"].get("sealed_text", {"box": []})["box"]
            for at in (at for at, one in enumerate(row["openings"]) if one is not None):
                by = self.audiences[number, at]
                full = view == "full" and by and number in counts and typed != [number, at]
                own = view in [seats[seat] for seat in by]
                need(own or full, number, f"box {at} is open to who may not look into it")


def check_nonces(bodies: list[Object]) -> list[str]:
    """All join before anybody opens a nonce, and each opens what it was committed to; the nonces by seat."""
    start, joined, nonces, begun = bodies[0]["about"], dict[int, str](), dict[int, str](), False
    if "nonces" not in start:
        need(not any(body["kind"] in {"join", "nonce", "begin"} for body in bodies), 1, "the match has no nonces")
        return []
    due = [seat for seat, name in enumerate(start["seats"]) if name not in start.get("bots", {})]
    need(due and not {"chance", "facts"} & bodies[0].keys(), 1, "waits for nobody, or does not wait")
    for number, body in enumerate(bodies, 1):
        seat, kind, about = body.get("seat", -1), body["kind"], body.get("about", {})
        if begun:
            need(kind not in {"join", "nonce", "begin"}, number, "comes when the match has begun")
            continue
        waited, begun = "seats" in step_of(due, joined, nonces), kind == "begin"
        need(waited is not begun, number, "begins too early, or should begin")
        need(kind in {"start", "join", "nonce", "begin", "key"}, number, "comes before the match has begun")
        if kind == "join":
            need(seat in due and seat not in joined, number, "joins again, or is not asked")
            joined[seat] = about.get("commitment", "")
        elif kind == "nonce":
            need(len(joined) == len(due) and seat not in nonces, number, "opens its nonce too early, or again")
            need(digest("nonce", body["match"], seat, about["nonce"]) == joined[seat], number, "opens another nonce")
            nonces[seat] = about["nonce"]
        if kind in {"start", "join", "nonce"}:
            need(body.get("then") == [step_of(due, joined, nonces)], number, "does not say who is waited for")
    return [nonces.get(seat, "") for seat in range(len(start["seats"]))]


def step_of(due: list[int], joined: dict[int, str], nonces: dict[int, str]) -> Object:
    """Who is still waited for before the match begins."""
    brought = sorted(seat for seat in joined if joined[seat])
    left = [seat for seat in due if seat not in joined]
    closed = [seat for seat in brought if seat not in nonces]
    step = {"step": "JoinMatch", "seats": left, "brought": brought} if left else {"step": "OpenNonces", "seats": closed}
    return {field: value for field, value in step.items() if value}


def labelled(game: str, facts: list[Object], current: int) -> Iterator[tuple[str, Object]]:
    """The facts that follow from draws, each with the label of its draw; `current`: the round before them."""
    for fact in facts:
        current = fact["round"] if fact["type"] == "RoundBegan" else current
        for label, follows in LABELS[game].items():
            if any(fnmatchcase(f"{fact['type']} {fact['rule']}", one) for one in follows.split(", ")):
                yield label.format(round=current, seat=fact.get("seat"), guild=fact.get("guild")), fact


def hand_in(row: Object, place: int, outcome: list[str], fact: Object) -> list[str] | None:
    """What lies in a box of a draw that only some seats saw; None while it is closed."""
    number, inside = row["body"]["seq"], [box["box"] for box in boxes(fact)]
    need(not outcome and [number, place] in inside, number, "has a draw in another box than the list")
    opening: Object | None = row["openings"][place]
    return None if opening is None else json.loads(opening["value"])


def check_draws(match: Match, seed: str, draws: bytes) -> str:
    """Every listed draw has a label of its row, and made again it gives what the row says, or its box."""
    listed: list[Object] = [json.loads(line) for line in draws.splitlines()]
    line = record("row label bag box? back? each?")
    need(
        all(line(one) and one["row"] <= len(match.rows) for one in listed),
        0,
        "the list has another form, or other rows",
    )
    after, rounds = [0], [0]  # the draws so far and the round, by row: both go along the line that counts there
    held, shut = 0, 0
    for number, body in enumerate(match.bodies, 1):
        outcomes, facts, parent = body.get("chance", []), body.get("facts", []), match.parents[number]
        after.append(after[parent] + len(outcomes))
        rounds.append(next((fact["round"] for fact in facts[::-1] if fact["type"] == "RoundBegan"), rounds[parent]))
        if body["kind"] == "fork":  # taken over from the match that it comes from, and proved there
            continue
        held += len(outcomes)
        of_row = [one for one in listed if one["row"] == number]
        need(len(of_row) in {0, len(outcomes)}, number, "has another number of draws than the list")
        labels = labelled(match.start["game"], facts, rounds[parent])
        for draw, (one, outcome) in enumerate(zip(of_row, outcomes, strict=False), after[parent]):
            label = one["label"]
            hands, first = list[list[str] | None](), one.get("box", 0)
            for place in range(first, first + len(one.get("each", [0]))):
                fact = next((fact for known, fact in labels if known == label), Object())
                need(fact, number, f"has no draw “{label}” here")
                need(outcome or "box" in one, number, f"draw “{label}” lies in a box that the list does not name")
                row = match.rows[number - 1]
                hands.append(outcome if "box" not in one else hand_in(row, place, outcome, fact))
            shut += None in hands
            sizes = one.get("each") or [len(hand or []) for hand in hands]
            left = iter(drawn(seed, draw, one, sum(sizes)))
            dealt = [list(islice(left, size)) for size in sizes]
            same = all(hand in (None, made) for hand, made in zip(hands, dealt, strict=False))
            need(same, number, f"draw “{label}” does not follow from the seed and its bag")
    told = f"{len(listed) - shut} of {held} draws follow from it" + (f", {shut} lie in closed boxes" if shut else "")
    return f"{told}, if the bags in the list are the right ones: that only the rules can say"


def check(data: bytes, draws: bytes = b"") -> str:
    """What holds of a file, in words; `Wrong` says what does not."""
    first, *lines, rest = data.split(b"\n")
    need(lines and not rest, 0, "the file breaks off")
    need(len(data) <= FILE and len(lines) <= ROWS, 0, "the file is too long")
    header, after = parsed(first, HEADER, 0), sha256(data[len(first) + 1 :]).hexdigest()
    need(header["sum"] == digest("file", compact({**header, "sum": ""}), after), 0, "the file was changed: sum")
    match = Match([parsed(line, ROW, number) for number, line in enumerate(lines, 1)])
    is_so = [match.name, match.start["game"], len(match.rows), match.digest]
    need([header[at] for at in ("match", "game", "rows", "head")] == is_so, 0, "line 1 is not about these rows")
    match.check_view(header["view"])
    nonces = check_nonces(match.bodies)
    opened, shut = len(match.opened), len(match.commitments) - len(match.opened)
    told = f"{len(match.rows)} rows, head {match.digest}; {opened} boxes fit their commitments, {shut} are closed"
    seed = next((body["about"]["seed"]["value"] for body in match.bodies if body["kind"] == "reveal"), None)
    if seed is None:
        return f"{told}; the seed is not revealed yet"
    told += "; the seed is the one committed to" + (", chosen by hand" if "seed_chosen" in match.start else "")
    if "practice" in match.start or ("seed_chosen" in match.start and match.bodies[0]["v"] == 1):
        told += ", a word that anybody can guess"
    if not draws:
        return f"{told}; its draws are not derived without --draws"
    return f"{told}; {check_draws(match, digest('seeds', seed, *nonces) if nonces else seed, draws)}"


def main() -> int:
    """0 if every file holds together, else 1."""
    parser = argparse.ArgumentParser(description="Checks exported matches of Herald.")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--draws", metavar="FILE", type=Path, help="the draws of the match: herald export --draws FILE")
    asked = parser.parse_args()
    if asked.draws and len(asked.files) > 1:
        parser.error("--draws is for one match")
    faults = 0
    for file in asked.files:
        try:
            told = f"holds together: {check(file.read_bytes(), asked.draws.read_bytes() if asked.draws else b'')}"
        except Wrong as wrong:
            told, faults = f"does not hold: {wrong}", 1
        except OSError as problem:
            told, faults = f"cannot be read: {problem.strerror}", 1
        except UNREADABLE as problem:
            told, faults = f"is no exported match, or a damaged one: {type(problem).__name__}", 1
        sys.stdout.write(f"{file} {told}\n")
    return faults


if __name__ == "__main__":
    sys.exit(main())
