from hashlib import sha256

from core.kernel.log.row import StoredRow, chain, origin
from tests.support.recording import Recorder
from tests.support.toy import TOY


def parts(*texts: bytes) -> str:
    return sha256(b"".join(len(text).to_bytes(8, "big") + text for text in texts)).hexdigest()


def test_the_chain_is_told_by_its_docstring() -> None:
    body = b'{"v":1}'
    expected = parts(b"herald row 1", b"before", sha256(body).hexdigest().encode(), b"one", b"two")
    assert chain("before", body, ("one", "two")) == expected
    assert origin("match") == parts(b"herald match 1", b"match")


def test_known_digests_never_change() -> None:
    assert origin("toy-match") == "09fa3d36b59dcd33d4bcb8b4d1dbafce5e0acb1955da94387db63e9d04b6f06a"
    assert (
        chain(origin("toy-match"), b'{"v":1,"match":"toy-match"}', ("c0ffee",))
        == "1676c538792771c7338838e3d1f1f69ef823aecddacbb346ada943bbe44ddd3c"
    )


def test_every_part_of_a_row_counts() -> None:
    rows = {
        chain("p", b"body", ("c", "d")),
        chain("q", b"body", ("c", "d")),
        chain("p", b"bodY", ("c", "d")),
        chain("p", b"body", ("d", "c")),
        chain("p", b"body", ("c",)),
        chain("p", b"body", ("cd",)),
        chain("p", b"body", ()),
    }
    assert len(rows) == 7
    assert origin("a") != origin("b")


def test_a_row_that_is_redacted_has_the_same_digest() -> None:
    match = Recorder(TOY, 2)
    row = match.scribe.rows[0]
    redacted = StoredRow(row.body, row.commits, (None,) * len(row.commits), row.digest)
    assert row.openings != redacted.openings
    assert chain(origin("toy-match"), redacted.body, redacted.commits) == row.digest
