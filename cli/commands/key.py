"""`herald key`: a new key for a seat, in place of the present one; and the key ring, in which a person keeps theirs."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from cli.acts.going_back import by_arbiter
from cli.acts.handing import digests, in_file, in_ring, made
from cli.app import base
from cli.language import words
from cli.say.keys import holder
from cli.say.written import tell_written
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError, NotAllowed, Refused, Usage
from core.kernel.log.keys import ARBITER, fits, refuse_without_key
from store.acts import Glance

if TYPE_CHECKING:
    from cli.person.keyring import Key
    from cli.person.keytexts import Given

UNKNOWN = frozenset({"unknown_match", "unknown_match_there", "unreachable"})
"""A match that nobody here can say anything of."""

command = base.group("key", default="replace", alone="list")


# --- replace ----------------------------------------------------------------------------------------------------------


@base.command("replace", group=command)
@base.match()
@base.option("-o", "--output", metavar="FILE", type=click.Path())
@base.option("--arbiter", is_flag=True)
@base.option("--reason", metavar="TEXT")
def replace(here: base.Terminal, match: str | None, output: str | None, arbiter: bool, reason: str | None) -> None:
    """By who holds the present key, or by the arbiter, with a reason. The old one opens nothing any more."""
    if reason is not None and not arbiter:
        raise Usage("reason_of_arbiter")
    here.acts = True
    seen = here.public(match)
    refuse_without_key(seen.bodies, ARBITER)  # who has one wherever somebody has
    if arbiter:
        _, act, why = by_arbiter(here, match, reason)
        whose = seen.seats[seen.seat(here.seat_name or "")] if here.seat_is_chosen else ARBITER
    else:
        _, act = here.act(match)
        whose, why = act.seat, None
    own = not arbiter or whose == ARBITER
    keys = made([whose])
    key = keys[whose]
    with ExitStack() as stack:
        stay = stack.enter_context(
            in_ring(here, seen.match, keys if own or output is None else {}, shown=output is None)
        )
        if output is not None:
            stack.enter_context(in_file(here, Path(output), key))
        digest = digests(seen.match, keys)[whose]
        written = here.desk.replace_key(seen.match, act, digest, reason=why, name=whose)
        stay.update(keys if own else ())
        if output is None and not here.is_json:
            here.out(here.say("key" if own else "key_of_other", name=_name(here, whose)))
            here.out(f"  {key}")
            here.out()
        tell_written(here, written, name=whose, key=key if output is None else None, file=output)
    if output is not None and not here.is_json:
        here.out()
        here.out(here.say("written", name=_name(here, whose), file=printable(output)))


# --- the ring ---------------------------------------------------------------------------------------------------------


class Held(msgspec.Struct, frozen=True):
    """A key of the ring. `opens`: None where its match is not in this database."""

    match: str
    name: str
    opens: bool | None
    key: str | None = None


@base.command("keep", group=command)
@base.argument("match", metavar="[MATCH|LINK]", required=False, shell_complete=base.offered("matches"))
def keep(here: base.Terminal, match: str | None) -> None:
    """A key that somebody gave, or links: from --key-file, HERALD_KEY, or standard input; one link may be typed."""
    from cli.person.keyring import Key
    from cli.person.keytexts import Given, is_link, read_keys

    typed = match is not None and is_link(match)
    given = read_keys((match or "") if typed else _given(here))
    match = None if typed else match
    if len(given) == 1 and isinstance(given[0], Key) and given[0].at:
        here.goes_to(given[0].at)  # one link says itself which service is meant
    keys = [_whose(here, match, one) if isinstance(one, Given) else _as_key(one) for one in given]
    if match is not None:
        named = _named(here, [match])
        keys = [key for key in keys if key.match in named]
    told = [_kept(here, key) for key in keys]
    if all(one.opens is False for one in told):
        raise NotAllowed("opens_nothing")
    here.keyring.keep(key for key, one in zip(keys, told, strict=True) if one.opens is None)
    here.keyring.replace(key for key, one in zip(keys, told, strict=True) if one.opens)
    matches = {one.match for one in told if one.opens}
    if len(matches) == 1:
        here.used(*matches)
    if here.is_json:
        here.json({"file": here.keyring.path, "keys": told})
        return
    for one in told:
        said = "not_kept" if one.opens is False else "kept"
        here.out(here.say(said, name=_name(here, one.name), match=printable(one.match)))


@base.command("list", group=command)
@base.held()
@base.option("--show", is_flag=True)
def list_(here: base.Terminal, matches: tuple[str, ...], show: bool) -> None:
    """Of which matches and seats, and whether they open them."""
    from core.kernel.drawing.style import table

    keys = _chosen(here, matches)
    told = [_held(here, key, show=show) for key in keys]
    if here.is_json:
        here.json({"file": here.keyring.path, "keys": told})
        return
    if not told:
        here.note(here.say("none"))
    states = {True: "opens", False: "opens_no_more", None: "not_here"}
    said = [
        "pending" if key.pending and not one.opens else states[one.opens] for key, one in zip(keys, told, strict=True)
    ]
    rows = [
        [one.match, _name(here, one.name), here.say(state), one.key or ""]
        for one, state in zip(told, said, strict=True)
    ]
    for line in table([[printable(row[0]), *row[1:]] for row in rows], "  "):
        here.out(line.rstrip())


@base.command("copy", group=command)
@base.held()
@base.option("-o", "--output", metavar="FILE", type=click.Path())
def copy(here: base.Terminal, matches: tuple[str, ...], output: str | None) -> None:
    """For another device of the same person: as links, in a new file that nobody else can read, or shown."""
    from cli.person.keytexts import link
    from cli.person.private import write_new
    from store.files import refuse_database

    keys = _chosen(here, matches)
    if not keys:
        raise Usage("no_such_key")
    links = [link(key) for key in keys]
    if output is not None:
        refuse_database(Path(output), here.db)
        write_new(Path(output), "\n".join(links))
    if here.is_json:
        here.json({"file": output, "count": len(keys), "links": links if output is None else None})
    elif output is not None:
        here.out(here.say("copied", count=len(keys), file=printable(output)))
    else:
        for line in links:
            here.out(line)
        here.note(here.say("secret"))


@base.command("forget", group=command)
@base.held(required=True)
def forget(here: base.Terminal, matches: tuple[str, ...]) -> None:
    """Keys of these matches, or with --as those of one seat."""
    keys = _chosen(here, matches)
    if not keys:
        raise Usage("no_such_key")
    told = [_held(here, key) for key in keys]
    here.keyring.forget(keys)
    if here.is_json:
        here.json({"file": here.keyring.path, "keys": told})
        return
    for one in told:
        here.out(here.say("forgotten", name=_name(here, one.name), match=printable(one.match)))


def _name(here: base.Terminal, name: str) -> str:
    return holder(here, name) or here.say("spectator")


def _given(here: base.Terminal) -> str:
    """What somebody handed over: never in the arguments, which others can see."""
    if here.key:
        return here.key
    if here.interactive:
        colon = words.shared(here.lang)["head"]["colon"]
        return str(click.prompt(here.say("ask_key"), hide_input=True, prompt_suffix=f"{colon} "))
    from replays.files.texts import PIPE, read_text

    return read_text(PIPE, pipe=True) if sys.stdin is not None else ""


def _whose(here: base.Terminal, match: str | None, given: "Given") -> "Key":
    """Of which seat it is, the match itself can tell."""
    from cli.person.keyring import Key

    at = here.desk.glance(here.find(match))
    if not at.keys:
        raise Refused("", "no_keys")
    found = next((name for name, digest in at.keys.items() if fits(at.match, name, given.key, digest)), None)
    if found is None:
        raise NotAllowed("opens_nothing")
    return Key(at.match, found, given.key, here.keyring.at)


def _held(here: base.Terminal, key: "Key", *, show: bool = False) -> Held:
    """What the match says of the key, where it is at hand."""
    at = _at(here, key) if key.at == here.keyring.at else None
    opens = None if at is None else not key.seat or _fits(at, key)
    return Held(key.match, key.seat, opens, key.key if show else None)


def _fits(at: Glance, key: "Key") -> bool:
    return key.seat in at.keys and fits(at.match, key.seat, key.key, at.keys[key.seat])


def _as_key(one: "Key") -> "Key":
    """An invitation is kept like any other key; who accepts it gets one of their own."""
    from cli.person.keyring import Key

    return Key(one.match, one.seat, one.key, one.at)


def _kept(here: base.Terminal, key: "Key") -> Held:
    """The same of a key that is not in the ring yet: a service shows its match to who brings the key."""
    if key.at and key.at == here.keyring.at:
        try:
            here.desk.open(key.match, None, key.key)
        except HeraldError as error:
            if error.why not in {*UNKNOWN, "key_of_nobody", "key_replaced"}:
                raise
            return Held(key.match, key.seat, None if error.why == "unreachable" else False)
    return _held(here, key)


def _at(here: base.Terminal, key: "Key") -> Glance | None:
    """The match: one at a service may have to be asked for there."""
    if not key.at and not here.knows(key.match):
        return None
    try:
        return here.desk.glance(key.match) if here.desk.resolve(key.match) == key.match else None
    except HeraldError as error:
        if error.why not in UNKNOWN:
            raise
        return None


def _chosen(here: base.Terminal, matches: Sequence[str]) -> "list[Key]":
    """The keys of these matches (of all, where none is named), and with --as of this seat alone."""
    named = _named(here, matches)
    name = (here.seat_name or "").casefold() if here.seat_is_chosen else None
    keys = here.keyring.keys
    return [
        key for key in keys if (not matches or key.match in named) and (name is None or key.seat.casefold() == name)
    ]


def _named(here: base.Terminal, words: Iterable[str]) -> frozenset[str]:
    """The matches meant: of those in the ring by their beginning, too, for they need not be in this database."""
    return frozenset(_one(here, word) for word in words)


def _one(here: base.Terminal, word: str) -> str:
    found = list(dict.fromkeys(_begun(here, word)))
    if word in found or len(found) == 1:
        return word if word in found else found[0]
    return here.find(word)


def _begun(here: base.Terminal, word: str) -> Iterator[str]:
    return (key.match for key in here.keyring.keys if key.match.startswith(word))
