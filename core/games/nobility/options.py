"""What the table agrees on before a match."""

from typing import Annotated, Literal

from msgspec import Struct

from core.kernel.setup.options import Number


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """RTN-21.1, RTN-23: the module and the expansion; RTN-1.6, RTN-2.13, RTN-3.6: the side, who begins, how long."""

    events: Literal["off", "on"]
    chancery: Literal["by_players", "off", "on"]  # RTN-20.2: with six players it is in play
    objective: Annotated[str, Number(("random",), least=1)]  # RTN-22.6: by its number in the edition
    board_side: Literal["day", "night"]
    first_player: Literal["random", "seat1"]
    rounds: Annotated[str, Number(("10",), least=1)]
