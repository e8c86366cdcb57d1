"""What the table agrees on before a match."""

from typing import Annotated, Literal

from msgspec import Struct

from core.kernel.setup.options import Number


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """EMA-16.2: the form of a solo match; EMA-2.14: where buildings start; EMA-17: the variants."""

    solo: Literal["highscore", "campaign"]
    # EMA-R28: a campaign may come below 0
    building_start: Annotated[str, Number(("default", "event", "first_game"), least=-999)]
    informed_choice: Literal["no", "yes"]
    boards: Literal["separate", "mixed"]
