"""Bodies to bytes and back, for one game: boxes are written in place of secrets, old types are lifted first."""

from collections.abc import Mapping, MutableMapping
from functools import cache
from typing import Any, Protocol, get_args

import msgspec

from core.kernel.errors import Damaged
from core.kernel.game import Game
from core.kernel.log.kernel_steps import steps_of
from core.kernel.log.row import FORMAT, AnyBody, Body, Kind, StoredRow
from core.kernel.rules.secret import HOLE, Box, Opening, Secret

_LIST: Any = list
_DICT: Any = dict

UNREADABLE = (msgspec.DecodeError, LookupError, RecursionError, TypeError, ValueError)
"""What can come of bytes that are no row, and of a lift that expects another shape."""

Vault = MutableMapping[Box, Opening]
"""The openings that a reader holds, over all rows of a match."""


class Openings(Protocol):
    """A vault as far as reading needs one: its keeper need not hold all openings at once."""

    def get(self, box: Box, /) -> Opening | None:
        """What opens this box."""
        ...

    def update(self, openings: Mapping[Box, Opening], /) -> None:
        """What stands beside a row joins."""
        ...


class _BoxMark(msgspec.Struct, frozen=True):
    """How a secret stands in a body."""

    box: Box
    by: tuple[int, ...]


class Codec:
    """Encodes and decodes the rows of one game. Not shared between threads: it holds the vault of the row at hand."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.boxes = 0  # how many stand in the row read last
        self.holes: list[Box] = []  # those of them that this reader cannot look into
        self._vault: Vault | Openings = {}
        self._encoder = msgspec.json.Encoder(enc_hook=_mark)
        generic: Any = Body
        self._type: Any = generic[game.facts, game.moves, steps_of(game)]
        self._decoder: msgspec.json.Decoder[AnyBody] = msgspec.json.Decoder(self._type, dec_hook=self._unbox)
        raw: Any = msgspec.Raw
        self._skimmer: msgspec.json.Decoder[AnyBody] = msgspec.json.Decoder(
            generic[raw, game.moves, raw], dec_hook=self._unbox
        )

    def encode(self, body: AnyBody) -> msgspec.Raw:
        """The bytes that are hashed and kept."""
        return msgspec.Raw(self._encoder.encode(body))

    def decode(self, row: StoredRow, vault: Vault | Openings, number: int = 0, *, skim: bool = False) -> AnyBody:
        """The body of a row; its openings join the vault. `skim`: its facts and steps need not be read."""
        try:
            if row.openings and any(row.openings):
                seq = number or peek(row)
                vault.update({(seq, n): opening for n, opening in enumerate(row.openings) if opening is not None})
            self._vault = vault
            self.boxes, self.holes = 0, []
            if not skim:
                str(bytes(row.body), "utf-8")  # the decoder lets raw parts pass as they are
            body = (self._skimmer if skim else self._decoder).decode(row.body)
        except UNREADABLE as problem:
            body = self._lifted(row, number, problem)
        if body.v > FORMAT:
            raise Damaged("other_format", number or body.seq, "version", expected=FORMAT, found=body.v)
        return body

    def _lifted(self, row: StoredRow, number: int, problem: Exception) -> AnyBody:
        """A body with types of older versions, in today's shape."""
        if not self.game.lifts:
            raise Damaged("unreadable_row", number, "body", found=str(problem)) from problem
        try:
            self.boxes, self.holes = 0, []
            return self._decoder.decode(self._lift(row.body))
        except UNREADABLE as again:
            raise Damaged("unreadable_row", number, "body", found=str(again)) from again

    def _lift(self, old: msgspec.Raw | str) -> bytes:
        """JSON in today's shape: what no lift changes stays the same bytes."""
        return msgspec.json.encode(_lift(msgspec.json.decode(old), self.game.lifts))

    def _unbox(self, kind: Any, mark: Any) -> Any:
        """A box of a body becomes a secret: filled if the reader holds the opening, else a hole."""
        self.boxes += 1
        box = msgspec.convert(mark, _BoxMark)
        opening = self._vault.get(box.box)
        if opening is None:
            self.holes.append(box.box)
            return Secret(box.box, box.by, "", HOLE)
        decoder = _value_decoder(kind)
        try:
            value = decoder.decode(opening.value)
        except msgspec.ValidationError:
            value = decoder.decode(self._lift(opening.value))
        return Secret(box.box, box.by, opening.salt, value)


@cache
def _value_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Reads what lies in a `Secret` of this kind."""
    return msgspec.json.Decoder(get_args(kind)[0])


def _mark(secret: Any) -> Any:
    if isinstance(secret, Secret):
        return _BoxMark(secret.box, secret.by)
    raise NotImplementedError(f"cannot be written into a log: {type(secret)}")


class _Seq(msgspec.Struct):
    seq: int


class _Kind(msgspec.Struct):
    kind: Kind


def peek(row: StoredRow) -> int:
    """The number of a row, without reading the rest."""
    return msgspec.json.decode(row.body, type=_Seq).seq


def kind_of(row: StoredRow, number: int) -> Kind:
    """The kind of a row, without reading the rest."""
    try:
        return msgspec.json.decode(row.body, type=_Kind).kind
    except UNREADABLE as problem:
        raise Damaged("unreadable_row", number, "body", found=str(problem)) from problem


def _lift(value: Any, lifts: Mapping[str, Any]) -> Any:
    """Lift every tagged object of an old type, inside out."""
    if isinstance(value, _LIST):
        return [_lift(item, lifts) for item in value]
    if not isinstance(value, _DICT):
        return value
    made: dict[str, Any] = {key: _lift(item, lifts) for key, item in value.items()}
    for tag in ("type", "step"):
        while isinstance(old := made.get(tag), str) and (lift := lifts.get(old)) is not None:
            made = lift(made)
            if made.get(tag) == old:  # the same type in another shape
                break
    return made
