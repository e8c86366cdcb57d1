"""The pictures of the README are there, small, and all of them shown; `make pictures` takes them again."""

import re

from tests.browser.record_pictures import WANTED
from tests.support.places import PICTURES, ROOT

SHOWN = re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", (ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_readme_shows_every_picture_that_is_taken() -> None:
    assert [address for _, address in SHOWN] == [f"docs/pictures/{wanted.name}.webp" for wanted in WANTED]
    assert {file.name for file in PICTURES.iterdir()} == {f"{wanted.name}.webp" for wanted in WANTED}


def test_pictures_are_small_and_say_what_they_show() -> None:
    for told, address in SHOWN:
        data = (ROOT / address).read_bytes()
        assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP"), address
        assert 10_000 < len(data) < 120_000, address
        assert len(told) > 40, "who sees no pictures reads what is on them"
