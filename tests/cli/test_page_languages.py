"""The pages of disputes, impact and cases hold both languages: one to be read without scripts, the other packed."""

import json
import re
import zlib
from base64 import b64encode, b85decode
from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.conftest import Herald
from tests.support.html import read_html

PAGES = {
    "dispute": ("dispute", "medieval-duel@29", "activate 6", "--ruling", "MED-R34"),
    "dispute of a scenario": ("dispute", "SCENARIO", "--ruling", "MED-R4"),
    "impact": ("impact", "MED-R4=spend", "--archive"),
    "cases": ("cases", "medieval", "island"),
}
SAID = {
    "dispute": ("Yes, the move is legal here.", "Oui, ici le coup est permis."),
    "dispute of a scenario": ("Paid: the same requirement", "Payé\u202f: même exigence"),
    "impact": ("something else follows", "la suite est différente"),
    "cases": ("Only when the island is played.", "Seulement quand l’île est jouée."),
}
SCENARIO = """
game = "medieval"
[[scenario]]
title = "An island is played"
rules = ["MED-R4"]
players = ["P", "Q"]
given.P = { leaders = "2 admiral", realm = ["ISL-01"], deployed = ["ISL-02"] }
given.agenda = "actions P"
when = ["P: play ISL-02"]
then.P = { leaders = "2 admiral" }
"""
PARTS = r'<div id="said">(.*)</div><script type="text/plain" id="store">(.*?)</script><script>(.*?)</script></body>'


class Made:
    """A page: what is read without its script, and what that unfolds."""

    def __init__(self, text: str) -> None:
        found = re.search(PARTS, text, re.DOTALL)
        assert found is not None
        self.text, self.seen, self.script = text, found[1], found[3]
        self.langs = json.loads(zlib.decompress(b85decode(found[2].replace(".", "<"))))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_holds_what_the_page_in_the_other_language_shows(run: Herald, home: Path, name: str) -> None:
    scenario, file = home / "case.toml", home / "page.html"
    scenario.write_text(SCENARIO)
    words = [str(scenario) if word == "SCENARIO" else word for word in PAGES[name]]
    made: dict[str, Made] = {}
    for lang in ("en", "fr"):
        assert run(*words, "-o", str(file), "--force", "--lang", lang).code == 0
        made[lang] = Made(file.read_text(encoding="utf-8"))
    for (lang, other), said in zip((("en", "fr"), ("fr", "en")), SAID[name], strict=True):
        page = made[lang]
        first, second = page.langs
        assert said in page.seen
        assert (first["lang"], second["lang"], first["html"]) == (lang, other, "")
        assert second["html"] == made[other].seen
        whole = read_html(page.text)
        assert whole.of("html")[0].attributes["lang"] == lang
        assert whole.of("title")[0].text == first["title"] == made[other].langs[1]["title"]
        assert not {"script", "style", "img"} & {it.name for it in read_html(page.seen).walk()}
        digest = b64encode(sha256(page.script.encode()).digest()).decode()
        assert f"script-src 'sha256-{digest}'" in " ".join(it.attributes.get("content", "") for it in whole.of("meta"))
    assert {one["lang"]: one["name"] for one in made["en"].langs} == {"en": "Language", "fr": "Langue"}
