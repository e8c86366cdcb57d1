from hashlib import sha256

import msgspec
import pytest

from core.kernel.errors import Hidden
from core.kernel.rules.secret import HOLE, Opened, Opening, Sealer, Secret, commit, digest, unsalted
from tests.support.toy import Guess


def by_hand(*parts: bytes) -> str:
    """The digest as its docstring has it: every part after its length in 8 bytes."""
    return sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()


def test_a_digest_is_told_by_its_docstring() -> None:
    assert digest("tag", "ä", 12, b"\x00\xff") == by_hand(b"herald tag 1", "ä".encode(), b"12", b"\x00\xff")


def test_known_digests_never_change() -> None:
    assert digest("draw", "seed", 0, "turn order") == "ce1c4bf4736358e74baf3e8386dad72b3a2a27df8db29f70d1a293241494885a"
    assert (
        commit("toy-match", (4, 1), Opening("00ff", '{"number":3}'))
        == "27013773fef8d239a1a2cb7586565f98f8ab990d331fc419d6689edf74284321"
    )


def test_parts_of_a_digest_cannot_run_into_each_other() -> None:
    assert len({digest("t", "ab", "c"), digest("t", "a", "bc"), digest("ta", "b", "c"), digest("t", "abc")}) == 4


def test_a_commitment_binds_match_row_number_salt_and_value() -> None:
    here = ("match", (4, 1), Opening("salt", "3"))
    others = [
        ("other", (4, 1), Opening("salt", "3")),
        ("match", (5, 1), Opening("salt", "3")),
        ("match", (4, 2), Opening("salt", "3")),
        ("match", (4, 1), Opening("tlas", "3")),
        ("match", (4, 1), Opening("salt", "4")),
    ]
    assert commit(*here) == by_hand(b"herald box 1", b"match", b"4", b"1", b"salt", b"3")
    assert commit(*here) not in {commit(*other) for other in others}


def test_the_boxes_of_a_row_are_numbered_and_salted_one_by_one() -> None:
    sealer = Sealer("match", 7, b"key")
    first, second = sealer.seal((0,), Guess(3)), sealer.seal((1, 2), Guess(3))
    assert (first.box, first.by, second.box, second.by) == ((7, 0), (0,), (7, 1), (1, 2))
    assert first.salt != second.salt
    assert sealer.commits() == tuple(commit("match", (7, n), opening) for n, opening in enumerate(sealer.openings))
    assert len(set(sealer.commits())) == 2, "equal values in two boxes cannot be seen to be equal"
    assert sealer.openings[0] == Opening(first.salt, '{"type":"guess","number":3}')


def test_salts_hang_on_key_match_row_and_number() -> None:
    def salt(match: str, row: int, key: bytes) -> str:
        return Sealer(match, row, key).seal((), 1).salt

    assert len(salt("m", 1, b"k")) == 32
    assert salt("m", 1, b"k") == salt("m", 1, b"k"), "so that the seed's box can be opened again at the end"
    assert len({salt("m", 1, b"k"), salt("n", 1, b"k"), salt("m", 2, b"k"), salt("m", 1, b"j")}) == 4


def test_a_row_that_is_written_again_at_another_time_has_other_salts() -> None:
    """Who was shown those of a row that its host has lost knows nothing of the row in its place."""
    salts = [Sealer("m", 7, b"k", at).seal((0,), 1).salt for at in (None, 1_000, 1_000, 1_001)]
    assert salts[1] == salts[2]
    assert len(set(salts)) == 3


def test_a_hole_says_that_it_hides_something_and_nothing_else() -> None:
    hole: Secret[Guess] = Secret((4, 1), (2,), "", HOLE)
    assert not hole.known
    with pytest.raises(Hidden) as found:
        _ = hole.value
    assert found.value.terms == {"box": [4, 1]}
    with pytest.raises(Hidden):
        hole.open()


def test_the_text_of_a_secret_never_shows_its_value() -> None:
    secret = Secret((4, 1), (2,), "5a17", Guess(3))
    for text in (repr(secret), str(secret), f"{secret}", repr([secret])):
        assert "Guess" not in text
        assert "3" not in text
        assert "5a17" not in text
    assert repr(secret) == "Secret((4, 1), by=(2,), known)"
    assert repr(Secret((4, 1), (2,), "", HOLE)) == "Secret((4, 1), by=(2,), hole)"


def test_secrets_are_equal_by_box_audience_and_value() -> None:
    one = Secret((4, 1), (2,), "salt", Guess(3))
    assert one == Secret((4, 1), (2,), "other salt", Guess(3))
    assert hash(one) == hash(Secret((4, 1), (2,), "", HOLE))
    unequal = [
        Secret((4, 2), (2,), "salt", Guess(3)),
        Secret((4, 1), (), "salt", Guess(3)),
        Secret((4, 1), (2,), "salt", Guess(4)),
        Secret((4, 1), (2,), "salt", HOLE),
        Guess(3),
        None,
    ]
    assert all(one != other for other in unequal)


def test_who_opens_a_secret_gives_what_was_committed_to() -> None:
    sealer = Sealer("match", 7, b"key")
    opened = sealer.seal((0,), Guess(3)).open()
    assert opened.read(Guess) == Guess(3)
    assert opened.opening() == sealer.openings[0]
    assert commit("match", opened.box, opened.opening()) == sealer.commits()[0]


def test_an_opening_keeps_the_bytes_that_were_committed_to() -> None:
    odd = b'{"number" : 3,"type":"guess"}'
    opened = msgspec.json.decode(b'{"box":[7,0],"salt":"00","value":' + odd + b"}", type=Opened[Guess])
    assert opened.opening().value == odd.decode()
    assert opened.read(Guess) == Guess(3)


def test_play_that_is_not_recorded_needs_no_salt() -> None:
    secret = unsalted((1,), Guess(2))
    assert (secret.value, secret.by, secret.salt) == (Guess(2), (1,), "")
