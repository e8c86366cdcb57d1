"""Beginning matches: new ones, and what-if branches of others.

Keys are made by those whom they are for. Who asks has named the match (`new_id`), made its keys, and brings digests; so
they can ask again where no answer came, and with a client id the same request begins one match only.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict, Unpack

from msgspec.structs import replace

from core.games import NAMES, edition_tables
from core.kernel.errors import EditionError, NotAllowed, Stale, Usage
from core.kernel.game import Edition
from core.kernel.log import limits
from core.kernel.log.fold import setup_of
from core.kernel.log.joining import well_formed
from core.kernel.log.keys import ARBITER
from core.kernel.log.log import Log, Seen
from core.kernel.log.row import Start
from core.kernel.log.scribe import Scribe, Who
from core.kernel.log.starting import start_of
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame
from store import ids
from store.acts import Written
from store.port import EventStore, Head, Repeated, Secrets
from store.seats import check_alone, check_names, check_seats
from store.summaries import summary_at
from store.writer import Writer

if TYPE_CHECKING:
    from store.campaigns import Mine

    class Request(TypedDict, total=False):
        """How who asks for a match names it, so that they can ask again."""

        match: str  # an id that no other match has: `new_id`
        client: str  # the same request twice begins one match
        keys: Mapping[str, str]  # digests of keys, by name, made for this id

    class Branching(Request, total=False):
        """What else decides a fork than what its maker knows."""

        everybody: bool  # it is for several people, at a service: all its seats have keys
        key: str | None  # what shows a host that its maker may know this much

    class Terms(Request, total=False):
        """What else decides a match than the game and its seats."""

        rulings: Mapping[str, str]
        options: Mapping[str, str]
        edition: tuple[str, str] | None
        seed: str | None  # a word that the seed begins with
        practice: str | None  # one that is all of it, so that anybody can know the draws
        bots: Mapping[str, str]
        nonces: bool


def new_id(desk: Writer, client: str) -> str:
    """An id that no match has yet; with a client id always the same one, also once the match is there."""
    store = desk.store
    if not client:
        return ids.new_id(desk.below, lambda found: bool(store.alike(found, 1)))
    below = stream("match id", client).below
    return ids.new_id(below, lambda found: bool(store.alike(found, 1) and not store.made_by(found, client)))


def start(
    desk: Writer, game: AnyGame, seats: Sequence[str], *, own_record: bool = False, **terms: "Unpack[Terms]"
) -> Written:
    """A new match: its first rows. All seats and the arbiter have keys, or nobody.

    `own_record`: what a record of the player decides stands among the options, for they keep it themselves.
    """
    options, bots = terms.get("options", {}), terms.get("bots", {})
    seed, practice = terms.get("seed"), terms.get("practice")
    nonces, client, keys = terms.get("nonces", False), terms.get("client", ""), terms.get("keys", {})
    check_names(seats)
    check_seats(game, seats, bots)
    check_alone(game, seats)
    if nonces and all(name in bots for name in seats):
        raise Usage("nonces_of_nobody")
    if seed is not None and practice is not None:
        raise Usage("seed_or_practice")
    limits.refuse_texts((limits.WORD, seed or ""), (limits.WORD, practice or ""), (limits.CLIENT, client))
    _refuse_digests(keys, (*seats, ARBITER) if keys else ())
    match = terms.get("match") or new_id(desk, client)
    before = _Before(desk, match, client, seed, practice)
    begun = before.begun()  # no owner's edition is read for an id that is taken
    edition = adopted(game, terms)  # held until the log of the new match holds it
    wanted = wanted_of(game, seats, terms, edition)
    if begun:
        return before.written(wanted)
    given: Mapping[str, str] = {} if own_record else given_by(desk.store, game, wanted, options)
    agreed = replace(wanted, options={**wanted.options, **given})
    secrets = Secrets(_seed(desk, seed, practice), desk.entropy(32))
    scribe = Scribe.begin(game, match, secrets.seed, secrets.salt_key, agreed, Who(desk.now(), client=client))
    desk.play_bots(scribe, agreed)
    return _begun(desk, scribe, secrets, client) or before.written(wanted)


def fork(desk: Writer, seen: Seen, bots: Mapping[str, str] | None = None, **request: "Unpack[Branching]") -> Written:
    """A what-if branch from what a seat or the public knows of a match, as `seen` holds it.

    A match of its own: new id, seed and salts. The bots stay at the table, unless others are named. A seat that has
    a key where it comes from has one here, too (`fork.locked_in` says whose), for here lies what it knows.
    """
    from core.kernel.log.fork import locked_in, past_of, start_there
    from core.kernel.log.starting import forked_start

    client, keys, seat = request.get("client", ""), request.get("keys", {}), seen.reader
    limits.refuse_texts((limits.CLIENT, client))
    past = past_of(seen.seen_by(seat))
    _refuse_digests(keys, (*seen.seats, ARBITER) if request.get("everybody") else locked_in(seen))
    match = request.get("match") or new_id(desk, client)
    wanted = forked_start(start_there(seen), seen.game, past.origin, seen.start.bots if bots is None else bots, keys)
    before = _Before(desk, match, client)
    if before.begun():
        return before.written(wanted, seat)
    secrets = Secrets(desk.entropy(32).hex(), desk.entropy(32))
    check_seats(seen.game, wanted.seats, wanted.bots)
    who = Who(desk.now(), "" if seat is None else seen.seats[seat], seat, client)
    scribe = Scribe.fork(seen.game, match, (secrets.seed, secrets.salt_key), wanted, who, past)
    desk.play_bots(scribe, wanted)
    again = tuple(seen.seats[one] for one in past.again)
    return _begun(desk, scribe, secrets, client, seat=seat, again=again) or before.written(wanted, seat)


class _Before:
    """Was the same asked before, by this client id?"""

    def __init__(
        self, desk: Writer, match: str, client: str, seed: str | None = None, practice: str | None = None
    ) -> None:
        self._desk = desk
        self._match = match
        self._client = client
        self._chosen = seed, practice

    def begun(self) -> bool:
        """Did it begin this match? If not, no other may have a name like it.

        Names are asked first: a match that begins between the two questions is found by the second one, as its own.
        """
        store = self._desk.store
        others = store.alike(self._match, 1)
        if self._client and store.made_by(self._match, self._client) is not None:
            return True
        if others:
            raise NotAllowed("id_taken", match=self._match, known=others)
        return False

    def written(self, wanted: Start, seat: int | None = None) -> Written:
        """What came of it then: a client id stands for one request (of one seat, for a fork), and for no other.

        The match is told as everybody may know it: whoever has asked again has shown no key.
        """
        desk, match = self._desk, self._match
        log, made = desk.log(match), desk.store.made_by(match, self._client)
        seats = {row.seat for row in log.bodies if row.client == self._client}
        if made is None or made.first != 1 or seats != {seat} or not self._alike(log, wanted):
            raise Usage("client_id_used", word=self._client)
        return Written(desk.open(match), 1, made.last, repeated=True)

    def _alike(self, log: Log, wanted: Start) -> bool:
        """Would the same be asked today? Rules, seed and keys are those of then, and so is what a record decided."""
        then = log.start
        options = {**wanted.options, **{name: then.options[name] for name in _decided(log)}}
        as_then = replace(wanted, engine=then.engine, rules=then.rules, seed=then.seed, keys=then.keys, options=options)
        return as_then == then and wanted.keys.keys() == then.keys.keys() and self._same_word(log.match)

    def _same_word(self, match: str) -> bool:
        secrets, (seed, practice) = self._desk.store.secrets(match), self._chosen
        word = secrets.seed if secrets is not None else ""
        return word == practice if practice is not None else word.startswith(f"{seed} " if seed is not None else "")


def _begun(
    desk: Writer,
    scribe: Scribe,
    secrets: Secrets,
    client: str,
    *,
    seat: int | None = None,
    again: tuple[str, ...] = (),
) -> Written | None:
    """The first rows of a match, with its secrets; none if the same request has just begun it in another process.

    `seat`: whose knowledge it was made from.
    """
    log = Log(scribe.game, scribe.rows)
    appended = desk.append(0, client, scribe.rows, summary_at(scribe, log.start), secrets)
    if isinstance(appended, Repeated):
        return None
    if not isinstance(appended, Head):
        raise Stale(log.match, 0, desk.store.head(log.match))
    return Written(log.seen_by(seat), 1, scribe.tip.seq, again=again)


def _seed(desk: Writer, chosen: str | None, practice: str | None) -> str:
    """What all draws follow from: who guesses a chosen word knows nothing yet, unless it is for practice."""
    if practice is not None:
        return practice
    entropy = desk.entropy(32).hex()
    return entropy if chosen is None else f"{chosen} {entropy}"


def adopted(game: AnyGame, terms: "Terms") -> Edition | None:
    """Check the owner's edition that the terms name, and make it usable for as long as it is held."""
    edition = terms.get("edition")
    if not edition:
        return None
    try:
        return game.adopt(*edition)
    except EditionError as problem:
        raise _of_other(game.name, *edition) or problem from problem


def _of_other(game: str, file: str, text: str) -> EditionError | None:
    """Return the error for a file that is an edition of another game, or none at all, by the tables that it has."""
    from core.kernel.setup import resources

    try:
        tables = {*resources.parse(text.encode())}
    except ValueError:
        return None
    same = {name: len(tables & {*edition_tables(name)} - {"name"}) for name in NAMES}
    best = max(NAMES, key=lambda name: (same[name], name == game))
    if not same[best]:
        return EditionError("edition_of_none", file=file)
    return None if best == game else EditionError("edition_of_other", file=file, expected=game, found=best)


def wanted_of(game: AnyGame, seats: Sequence[str], terms: "Terms", edition: Edition | None) -> Start:
    """Return what row 1 of a match on these terms says, before a record decides anything of it."""
    seed, practice = terms.get("seed"), terms.get("practice")
    wanted = start_of(
        game,
        seats,
        rulings=terms.get("rulings", {}),
        options=terms.get("options", {}),
        edition=edition,
        bots=terms.get("bots", {}),
        seed_chosen=seed is not None or practice is not None,
        practice=practice is not None,
        nonces=terms.get("nonces", False),
    )
    return replace(wanted, keys=terms.get("keys", {}))


def given_by(
    store: EventStore, game: AnyGame, wanted: Start, chosen: Mapping[str, str], mine: "Mine | None" = None
) -> Mapping[str, str]:
    """What earlier matches of the player decide: it becomes a part of row 1 like any other option."""
    if game.campaign is None:
        return {}
    from store.campaigns import given, nobodys

    return given(store, game, setup_of(game, wanted), chosen, mine or nobodys)


def _decided(log: Log) -> Collection[str]:
    """The options that the player's record decided."""
    campaign = log.game.campaign
    return campaign.given(log.start.options) if campaign is not None and len(log.seats) == 1 else ()


def _refuse_digests(keys: Mapping[str, str], names: Sequence[str]) -> None:
    """Every one of these seats has a key, and no other."""
    for name in {*keys, *names}:
        if name not in names or not well_formed(keys.get(name, "")):
            raise Usage("no_digest", word=keys.get(name, ""))
