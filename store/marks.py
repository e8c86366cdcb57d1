"""The host's mark of a row: what shows the host, and nobody else, that this row was once the last one of a match here.

It hangs on what the host alone keeps of the match, and on the digest of the row, and so on every row before it. Whoever
is shown rows gets it with them: should the host lose them, they can be brought back, and nobody can bring others.
"""

from core.kernel.rules.secret import digest
from store.port import Secrets


def mark_of(secrets: Secrets, match: str, row: int, last: str) -> str:
    """`last`: the digest of the row."""
    return digest("mark", secrets.salt_key, match, row, last)


def is_marked(secrets: Secrets, match: str, row: int, last: str, mark: str) -> bool:
    """Was this row here once?"""
    from hmac import compare_digest  # only who brings rows back asks

    return mark.isascii() and compare_digest(mark, mark_of(secrets, match, row, last))
