"""Checks exported matches of Herald with nothing but Python's standard library.

    herald export MATCH -o match.jsonl --draws draws.jsonl
    python verify.py match.jsonl --draws draws.jsonl

Written from log.md alone and sharing no line with Herald: both would have to be wrong in the same way. It knows no rule
of any game: that every move was legal and led to what the log says, and that every bag was the right one, is what
`herald verify` proves by deciding everything again.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = Any
Object: TypeAlias = dict[str, Json]
OBJECT: Json = dict
LIST: Json = list

HEADER = ["herald", "match", "game", "view", "rows", "head", "sum"]
ROW = ["body", "commits", "openings", "digest"]
VERSIONS = ("1", "2")
UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)  # what comes of other JSON than ours


class Wrong(Exception):
    """What does not hold."""


def need(holds: object, row: int, otherwise: str) -> None:
    """The one way to fail; row 0 is the file as such."""
    if not holds:
        raise Wrong(f"row {row}: {otherwise}" if row else otherwise)


def digest(tag: str, *parts: object) -> str:
    """H(tag, part, ...): SHA-256 over the parts, each after its length in 8 bytes."""
    texts = [str(part).encode() for part in (f"herald {tag} 1", *parts)]
    return sha256(b"".join(len(text).to_bytes(8, "big") + text for text in texts)).hexdigest()


def compact(value: Json) -> str:
    """The one way to write a JSON value: no blanks, no needless escapes."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def parsed(line: bytes, fields: list[str], row: int) -> Object:
    """The object in a line. Written again it is the same bytes: what is hashed below are the bytes of the file."""
    value: Object = json.loads(line)
    need(compact(value).encode() == line and list(value) == fields, row, "the line is not as log.md says")
    return value


def boxes(value: Json) -> Iterator[Object]:
    """Every closed or opened box in a body, however deep."""
    parts: Json = value.values() if isinstance(value, OBJECT) else value if isinstance(value, LIST) else ()
    if isinstance(value, OBJECT) and "box" in value:
        yield value
    else:
        for part in parts:
            yield from boxes(part)


def words(key: bytes) -> Iterator[int]:
    """The generator: blocks of SHA-256, cut into numbers of 64 bits."""
    block = 0
    while True:
        data = sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(data[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def drawn(seed: str, number: int, label: str, bag: list[str], count: int) -> list[str]:
    """What draw `number` takes out of the bag."""
    stream, left, out = words(bytes.fromhex(digest("draw", seed, number, label))), sorted(bag), list[str]()
    while left and len(out) < count:
        at = next(word for word in stream if word < 2**64 - 2**64 % len(left)) % len(left)
        out.append(left[at])
        left[at] = left[-1]  # the last one moves to the hole
        left.pop()
    return out


def check(data: bytes, draws: bytes = b"") -> str:
    """What holds of a file, in words; `Wrong` says what does not."""
    first, *lines, rest = data.split(b"\n")
    need(lines and not rest, 0, "the file breaks off")
    header = parsed(first, HEADER, 0)
    after = sha256(data[len(first) + 1 :]).hexdigest()
    need(header["herald"] == 1, 0, "a format that is not known here")
    need(header["sum"] == digest("file", compact({**header, "sum": ""}), after), 0, "the file was changed: sum")
    rows = [parsed(line, ROW, number) for number, line in enumerate(lines, 1)]
    bodies: list[Object] = [row["body"] for row in rows]
    start, (opened, closed), nonces = bodies[0]["about"], check_rows(header, rows), check_nonces(bodies)
    told = f"{len(rows)} rows, head {header['head']}; {opened} boxes fit their commitments, {closed} are closed"
    reveals = [number for number, body in enumerate(bodies, 1) if body["kind"] == "reveal"]
    if not reveals:
        return f"{told}; the seed is not revealed yet"
    for number in reveals:
        need(bodies[number - 1]["about"]["seed"]["box"] == [1, 0], number, "what it reveals is not the seed")
    seed = bodies[reveals[0] - 1]["about"]["seed"]["value"]
    told += "; the seed is the one committed to" + (", chosen by hand" if start.get("seed_chosen") else "")
    return f"{told}; {check_draws(rows, digest('seeds', seed, *nonces) if nonces else seed, draws)}"


def check_rows(header: Object, rows: list[Object]) -> tuple[int, int]:
    """Places, parents, chain, openings; how many boxes are opened, and how many closed."""
    match, before, version = header["match"], digest("match", header["match"]), 1
    commitments: dict[tuple[int, int], str] = {}
    audiences: dict[tuple[int, int], list[int]] = {}
    opened: set[tuple[int, int]] = set()
    for number, row in enumerate(rows, 1):
        body, commits, openings = row["body"], row["commits"], row["openings"]
        place = compact([body["match"], body["seq"], body["kind"] == "start"])
        need(place == compact([match, number, number == 1]), number, "is not in its place")
        need(compact(body["v"]) in VERSIONS and body["v"] >= version, number, "has another version than it can have")
        version = body["v"]
        parent = body["about"]["to"] if body["kind"] in {"undo", "redo"} else number - 1
        need(body["parent"] == parent < number, number, "continues another row than it should")
        before = digest("row", before, sha256(compact(body).encode()).hexdigest(), *commits)
        need(before == row["digest"], number, "does not have its digest: row, commitment or digest was changed")
        need(len(commits) == len(openings), number, "has not as many openings as commitments")
        commitments |= {(number, at): commitment for at, commitment in enumerate(commits)}
        beside = [{"box": [number, at], **one} for at, one in enumerate(openings) if one is not None]
        need(all(list(one) == ["box", "salt", "value"] for one in beside), number, "has an opening of another form")
        inside = [{**box, "value": compact(box["value"])} if "value" in box else box for box in boxes(body)]
        for box in beside + inside:
            where = (box["box"][0], box["box"][1])
            need(where in commitments, number, f"names box {where}, which is not there")
            if "by" in box:
                need(audiences.setdefault(where, box["by"]) == box["by"], number, f"box {where} has another audience")
            else:
                same = digest("box", match, *where, box["salt"], box["value"]) == commitments[where]
                need(same, number, f"box {where} does not hold what it was closed with")
                opened.add(where)
    need(audiences.keys() == commitments.keys(), 0, "there are commitments to boxes that no row names")
    start = rows[0]["body"]["about"]
    need(start["seed"] == {"box": [1, 0], "by": []}, 1, "the seed is not closed to everybody")
    is_so = [match, start["game"], len(rows), before]
    need([header[name] for name in ("match", "game", "rows", "head")] == is_so, 0, "line 1 is not about these rows")
    return len(opened), len(commitments) - len(opened)


def check_nonces(bodies: list[Object]) -> list[str]:
    """All join before anybody opens a nonce, and each opens what it was committed to; the nonces by seat."""
    start, joined, nonces, begun = bodies[0]["about"], dict[int, str](), dict[int, str](), False
    if not start.get("nonces"):
        need(not any(body["kind"] in {"join", "nonce", "begin"} for body in bodies), 1, "the match has no nonces")
        return []
    due = {seat for seat, name in enumerate(start["seats"]) if name not in start.get("bots", {})}
    for number, body in enumerate(bodies[1:], 2):
        seat, kind, about = body.get("seat", -1), body["kind"], body.get("about", {})
        need(begun or kind in {"join", "nonce", "begin", "key"}, number, "comes before the match has begun")
        if kind == "join":
            need(seat in due and seat not in joined, number, "joins again, or is not asked")
            joined[seat] = about.get("commitment", "")
        elif kind == "nonce":
            need(joined.keys() == due and seat not in nonces, number, "opens its nonce too early, or again")
            need(digest("nonce", body["match"], seat, about["nonce"]) == joined[seat], number, "opens another nonce")
            nonces[seat] = about["nonce"]
        elif kind == "begin":
            need(joined.keys() == due and not begun, number, "begins too early, or again")
            need(all(seat in nonces for seat in due if joined[seat]), number, "begins before every nonce is open")
            begun = True
    return [nonces.get(seat, "") for seat in range(len(start["seats"]))]


def check_draws(rows: list[Object], seed: str, draws: bytes) -> str:
    """Every listed draw, made again, gives what its row says, or its box; how many of those there are."""
    listed: list[Object] = [json.loads(line) for line in draws.splitlines()]
    after: list[int] = [0]  # draws so far, by row; they are numbered along the line that counts there
    held, shut = 0, 0
    for number, row in enumerate(rows, 1):
        body = row["body"]
        outcomes: list[list[str]] = body.get("chance", [])
        before = after[int(body["parent"])]
        after.append(before + len(outcomes))
        if body["kind"] == "fork":  # taken over from the match that it comes from, and proved there
            continue
        held += len(outcomes)
        of_row = [one for one in listed if one["row"] == number]
        need(len(of_row) in {0, len(outcomes)}, number, "has another number of draws than the list")
        for at, one in enumerate(of_row):
            outcome = outcomes[at]
            if "box" in one:  # only some seats saw it
                beside = row["openings"]
                need(not outcome and one["box"] < len(beside), number, "has a draw in another box than the list")
                if beside[one["box"]] is None:
                    shut += 1
                    continue
                outcome = json.loads(beside[one["box"]]["value"])
            made = drawn(seed, before + at, one["label"], one["bag"], len(outcome))
            need(made == outcome, number, f"draw “{one['label']}” does not follow from the seed and its bag")
    need(all(0 < one["row"] <= len(rows) for one in listed), 0, "the list has draws of other rows")
    told = f"{len(listed) - shut} of {held} draws follow from it" + (f", {shut} lie in closed boxes" if shut else "")
    return told if draws else f"its {held} draws are not derived without --draws"


def main() -> int:
    """0 if every file holds, else 1."""
    parser = argparse.ArgumentParser(description="Checks exported matches of Herald.")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--draws", metavar="FILE", type=Path, help="the draws of the match: herald export --draws FILE")
    asked = parser.parse_args()
    if asked.draws and len(asked.files) > 1:
        parser.error("--draws is for one match")
    faults = 0
    for file in asked.files:
        try:
            told = f"holds: {check(file.read_bytes(), asked.draws.read_bytes() if asked.draws else b'')}"
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
