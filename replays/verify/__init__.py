"""Is this log what it says? Chain, commitments, and every decision that the reader may see, decided again.

All that decides comes in with the first who asks for it: whoever only looks at rows that a host shows needs none of it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from replays.verify.faults import damaged
    from replays.verify.judging import checked, to_adopt, verify, verify_file, verify_kept

__all__ = ["checked", "damaged", "to_adopt", "verify", "verify_file", "verify_kept"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from replays.verify import judging  # noqa: PLC0415 - said above

    return getattr(judging, name)
