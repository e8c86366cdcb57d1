"""What goes over the wire: both ends read these types, and no other ones."""

from collections.abc import Mapping
from typing import Any

import msgspec

from core.kernel.log.history import Meant
from core.kernel.log.row import StoredRow


class Shown(msgspec.Struct, frozen=True):
    """Rows of a match after a number, with those openings that their reader may have.

    They may end before row `head`: as many as one answer holds. The next ones are asked for behind the last of these.
    """

    match: str
    head: int
    digest: str  # of row `head`
    reader: str | None  # the name of the seat; None: the public
    full: bool  # the match is over: every answer and draw that counted is open
    after: int
    rows: tuple[StoredRow, ...]
    mark: str = ""  # of row `head`, by which the host would know it again (`store.marks`)


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last row that somebody holds."""

    row: int
    digest: str


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="move"):
    """A line of moves, as it was typed."""

    text: str
    expect: int | None = None


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="undo"):
    """Back to a row; to before the seat's last decision, where none is named.

    `meant`: the decision that is taken back (with `to`: that row), and whether that needs nobody's consent, as its
    seat saw it last. Where it would be different now, nothing is done.
    """

    to: int | None = None
    meant: Meant | None = None


class Redo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="redo"):
    """Bring back what the last undo left. `meant`: the last row of that, and whether it needs nobody's consent."""

    meant: Meant | None = None


class Agree(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="agree"):
    """Consent to the request of this row."""

    row: int


class Decline(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="decline"):
    """No to the request of this row."""

    row: int


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="join"):
    """The seat joins, with a commitment to a nonce that stays at home, or without one."""

    committed: str | None = None


class Nonce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="nonce"):
    """What the seat was committed to."""

    nonce: str


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="key"):
    """The digest of another key: for the seat that asks, or, by the arbiter, for `name`."""

    digest: str
    name: str | None = None


class GiveUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="give-up"):
    """The match ends without a result, if the others agree."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="ruling"):
    """From here on the table reads these rulings so, if the others agree; `why` is everybody's to read."""

    rulings: dict[str, str]
    why: str


Deed = Move | Undo | Redo | Agree | Decline | Join | Nonce | Key | GiveUp | Rule
"""What can be asked for."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act. Sent again with the same `client`, it is not done again."""

    do: Deed
    client: str
    seat: str = ""
    reason: str | None = None  # of the arbiter
    after: int = 0  # the rows after this one come with the answer
    held: Held | None = None  # where the host has not this row, nothing is done


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new match. Its keys are made by whom they are for: only their digests come here."""

    game: str
    seats: tuple[str, ...]
    client: str
    keys: Mapping[str, str]
    match: str
    rulings: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    edition: tuple[str, str] | None = None
    seed: str | None = None
    practice: str | None = None
    bots: Mapping[str, str] = {}
    nonces: bool = False


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A what-if match, from what its maker knows after a row. All its seats have keys, and the arbiter."""

    row: int
    client: str
    keys: Mapping[str, str]
    match: str
    bots: Mapping[str, str] | None = None  # None: those of the match


class Done(msgspec.Struct, frozen=True):
    """The rows that an act made, and what has come in since."""

    first: int
    last: int
    repeated: bool
    shown: Shown
    again: tuple[str, ...] = ()  # of a fork: who is asked again there


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spectators' link, by the digest of its token, which is made at home."""

    digest: str


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of many matches that somebody asks about at once."""

    match: str
    key: str = ""
    after: int = 0


class Problem(msgspec.Struct, frozen=True):
    """An error, as data: nothing of it is about the host's machine, and nothing quotes what a box holds."""

    error: str
    why: str
    terms: Mapping[str, Any] = {}
    rule: str = ""
    nearest: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


class Synced(msgspec.Struct, frozen=True):
    """What came of one of many questions."""

    shown: Shown | None = None
    problem: Problem | None = None


encode = msgspec.json.Encoder().encode
