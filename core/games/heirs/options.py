"""What the table agrees on before a match."""

from typing import Annotated, Literal

from msgspec import Struct

from core.games.heirs.names import SETS, SETS_OF_A_MATCH
from core.kernel.setup.options import Joined


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """HEI-V1, HEI-V2: the roads and the sets; HEI-S4, HEI-S7: the human's colour and the level of solo play."""

    sets: Annotated[str, Joined(SETS_OF_A_MATCH, SETS, words=("first_game", "random"))]
    score_roads: Literal["yes", "no"]
    level: Literal["1", "2", "3"]
    color: Literal["white", "blue"]
