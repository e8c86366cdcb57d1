"""Beginning matches: new ones, and what-if branches of others.

Keys are made by those whom they are for. Who asks has named the match (`new_id`), made its keys, and brings digests; so
they can ask again where no answer came, and with a client id the same request begins one match only.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from core.kernel.errors import NotAllowed, Stale, Usage
from core.kernel.log import limits
from core.kernel.log.fold import setup_of
from core.kernel.log.joining import well_formed
from core.kernel.log.keys import ARBITER
from core.kernel.log.log import Log, Seen
from core.kernel.log.row import Start
from core.kernel.log.scribe import Scribe, Who
from core.kernel.rules.engine import AnyGame
from store.acts import Written
from store.port import Head, Repeated, Secrets
from store.summaries import summary_at
from store.writer import Writer

if TYPE_CHECKING:
    from core.kernel.game import Setup
    from store.campaigns import Record
    from store.simulation import Recording


class Starter(Writer):
    """Begins matches in a store."""

    def new_id(self, client: str = "") -> str:
        """An id that no match has yet; with a client id always the same one, also once the match is there."""
        from store.ids import new_id

        if not client:
            return new_id(self.below, lambda found: bool(self.store.alike(found, 1)))
        from core.kernel.rules.chance import stream

        below = stream("match id", client).below
        return new_id(below, lambda found: bool(self.store.alike(found, 1) and not self.store.made_by(found, client)))

    def start(  # noqa: PLR0913 - everything that decides a match
        self,
        game: AnyGame,
        seats: Sequence[str],
        *,
        rulings: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        edition: tuple[str, str] | None = None,
        seed: str | None = None,
        practice: str | None = None,
        bots: Mapping[str, str] | None = None,
        nonces: bool = False,
        match: str = "",
        client: str = "",
        keys: Mapping[str, str] | None = None,
    ) -> Written:
        """A new match: its first rows.

        `seed`: a word that the seed begins with; `practice`: one that is all of it, so that anybody can know the draws.
        `keys`: digests of the keys of all seats and of the arbiter, made for this id (`match`).
        """
        from core.kernel.log.starting import start_of
        from store.seats import check_seats

        check_seats(game, seats, bots or {})
        if nonces and all(name in (bots or {}) for name in seats):
            raise Usage("nonces_of_nobody")
        if seed is not None and practice is not None:
            raise Usage("seed_or_practice")
        limits.refuse_texts((limits.WORD, seed or ""), (limits.WORD, practice or ""), (limits.CLIENT, client))
        _refuse_digests(keys or {}, (*seats, ARBITER) if keys else ())
        start = start_of(
            game,
            seats,
            rulings=rulings or {},
            options=options or {},
            edition=game.adopt(*edition) if edition else None,
            bots=bots,
            seed_chosen=seed is not None or practice is not None,
            practice=practice is not None,
            nonces=nonces,
        )
        start = replace(start, keys=keys or {})
        match = match or self.new_id(client)
        if self._was_made(match, client):
            return self._made_before(match, client, start, (seed, practice))
        given = self._given(game, start, options or {})
        start = replace(start, options={**start.options, **given})
        secrets = Secrets(self._seed(seed, practice), self.entropy(32))
        scribe = Scribe.begin(game, match, secrets.seed, secrets.salt_key, start, Who(self.now(), client=client))
        self.play_bots(scribe, start)
        written = self._begun(scribe, secrets, client)
        return written or self._made_before(match, client, start, (seed, practice))

    def fork(
        self,
        seen: Seen,
        *,
        bots: Mapping[str, str] | None = None,
        match: str = "",
        client: str = "",
        keys: Mapping[str, str] | None = None,
    ) -> Written:
        """A what-if branch from what a seat or the public knows of a match, as `seen` holds it.

        A match of its own: new id, seed and salts. The bots stay at the table, unless others are named. A seat that has
        a key where it comes from has one here, too (`keys`: for `fork.locked_in`), for here lies what it knows.
        """
        from core.kernel.log.fork import locked_in, past_of
        from core.kernel.log.starting import forked_start
        from store.seats import check_seats

        limits.refuse_texts((limits.CLIENT, client))
        seat = seen.reader
        past = past_of(seen.seen_by(seat))
        _refuse_digests(keys or {}, locked_in(seen))
        match = match or self.new_id(client)
        bots = seen.start.bots if bots is None else bots
        start = forked_start(seen.start, seen.game, past.origin, bots, keys or {})
        if self._was_made(match, client):
            return self._made_before(match, client, start)
        secrets = Secrets(self.entropy(32).hex(), self.entropy(32))
        check_seats(seen.game, start.seats, start.bots)
        who = Who(self.now(), "" if seat is None else seen.seats[seat], seat, client)
        scribe = Scribe.fork(seen.game, match, (secrets.seed, secrets.salt_key), start, who, past)
        self.play_bots(scribe, start)
        again = tuple(seen.seats[one] for one in past.again)
        return self._begun(scribe, secrets, client, seat=seat, again=again) or self._made_before(match, client, start)

    def recording(
        self,
        game: AnyGame,
        bots: Mapping[str, str],
        seed: str,
        readings: Mapping[str, str],
        options: Mapping[str, str] | None = None,
        *,
        practice: bool,
    ) -> "Recording":
        """A match of bots that is kept as it is played: see `store.simulation`."""
        from store.simulation import Recorder

        recorder = Recorder(self.store, self.now, self.entropy)
        return recorder.begin(game, bots, seed, readings, options, practice=practice)

    def campaign(self, game: AnyGame, setup: "Setup") -> "Record":
        """What the matches of the player add up to who sits at this table of one."""
        from store.campaigns import record

        return record(self.store, game, setup)

    def _was_made(self, match: str, client: str) -> bool:
        """Did this client id begin this match before? If not, no other may have a name like it."""
        if client and self.store.made_by(match, client) is not None:
            return True
        if others := self.store.alike(match, 1):
            raise NotAllowed("id_taken", match=match, known=others)
        return False

    def _made_before(
        self,
        match: str,
        client: str,
        start: Start,
        chosen: tuple[str | None, str | None] = (None, None),
    ) -> Written:
        """The match that this client id began the first time; it stands for one request, and for no other.

        It is told as everybody may know it: whoever has asked for it since has no key for that yet.
        """
        log, secrets, made = self.log(match), self.store.secrets(match), self.store.made_by(match, client)
        there, (seed, practice) = log.start, chosen
        options = {**start.options, **{name: there.options[name] for name in _decided(log)}}
        alike = replace(there, seats=start.seats, rulings=start.rulings, edition=start.edition, options=options)
        alike = replace(alike, game=start.game, bots=start.bots, nonces=start.nonces, forked=start.forked)
        alike = replace(alike, seed_chosen=start.seed_chosen, practice=start.practice)
        word = secrets.seed if secrets is not None else ""
        fits = word == practice if practice is not None else word.startswith(f"{seed} " if seed is not None else "")
        if made is None or made.first != 1 or alike != there or start.keys.keys() != there.keys.keys() or not fits:
            raise Usage("client_id_used", word=client)
        return Written(self.open(match), 1, made.last, repeated=True)

    def _begun(
        self,
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
        appended = self.append(0, client, scribe.rows, summary_at(scribe, log.start), secrets)
        if isinstance(appended, Repeated):
            return None
        if not isinstance(appended, Head):
            raise Stale(log.match, 0, self.store.head(log.match))
        return Written(log.seen_by(seat), 1, scribe.tip.seq, again=again)

    def _seed(self, chosen: str | None, practice: str | None) -> str:
        """What all draws follow from: who guesses a chosen word knows nothing yet, unless it is for practice."""
        if practice is not None:
            return practice
        entropy = self.entropy(32).hex()
        return entropy if chosen is None else f"{chosen} {entropy}"

    def _given(self, game: AnyGame, start: Start, chosen: Mapping[str, str]) -> Mapping[str, str]:
        """What earlier matches of the player decide: it becomes a part of row 1 like any other option."""
        if game.campaign is None:
            return {}
        from store.campaigns import given

        return given(self.store, game, setup_of(game, start), chosen)


def _decided(log: Log) -> Collection[str]:
    """The options that the player's record decided."""
    campaign = log.game.campaign
    return campaign.given(log.start.options) if campaign is not None and len(log.seats) == 1 else ()


def _refuse_digests(keys: Mapping[str, str], names: Sequence[str]) -> None:
    """Every one of these seats has a key, and no other."""
    for name in {*keys, *names}:
        if name not in names or not well_formed(keys.get(name, "")):
            raise Usage("no_digest", word=keys.get(name, ""))
