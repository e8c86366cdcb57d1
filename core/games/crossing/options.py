"""What the table agrees on before a match."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """KIN-S1.8: how good Paco & Paca are; KIN-2.8: the faces of the goals."""

    level: Literal["beginner", "initiate", "expert", "master_builder"]
    goals: Literal["any_face", "easy"]
