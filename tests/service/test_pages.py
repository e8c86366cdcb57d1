"""Pages of the service: what they say to whom, and what they let a browser do."""

import re
from typing import Any

import pytest

from core.games import game_named
from core.kernel.log.keys import key_digest
from tests.service.conftest import KEYS, Answer, Ask, beginning
from tests.service.test_routes import PLACED, acts, placing

__all__ = ["placing"]

HOSTILE = '"><img src=x onerror=alert(1)>'


def page(ask: Ask, path: str, **headers: str) -> str:
    answer = ask("GET", path, **headers)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.body.decode()


def test_a_match_can_be_read_without_scripts(ask: Ask, placing: str) -> None:
    told = page(ask, f"/m/{placing}?lang=en")
    assert "Medieval Realms · azure-rose-777" in told
    assert "Waiting for Ana, Bo to" in told
    assert "pair gold combat" in told
    assert re.search(r'<div class="board">.*data-k="seat0"', told)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_scripts_the_list_promises_nothing_and_says_what_can_be_done(ask: Ask, lang: str) -> None:
    told = page(ask, f"/?lang={lang}")
    assert re.findall(r'<section [^>]*id="(\w+)"', told) == re.findall(r'<section [^>]*id="(\w+)" hidden', told)
    (instead,) = re.findall("<noscript>(.*?)</noscript>", told)
    assert all(
        way in instead for way in ("watch=", *map("<code>herald {}</code>".format, ("accept", "key keep", "list")))
    )


def test_it_speaks_the_language_of_the_address_or_else_of_the_browser(ask: Ask, match: str) -> None:
    assert '<html lang="fr">' in page(ask, f"/m/{match}", accept_language="de;q=1, fr-CA;q=0.8, en")
    assert '<html lang="en">' in page(ask, f"/m/{match}?lang=en", accept_language="fr")
    french = page(ask, f"/m/{match}?lang=fr", accept_language="en")
    assert "On attend Ana" in french
    assert 'href="?lang=en"' in french


def test_nothing_runs_on_it_but_our_own_script(ask: Ask, match: str) -> None:
    answer = ask("GET", f"/m/{match}")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';")
    assert answer.headers["referrer-policy"] == "no-referrer"
    told = answer.body.decode()
    assert "style=" not in told
    scripts = [it for it in re.findall("<script[^>]*>", told) if "application/json" not in it]
    assert scripts == ['<script type="module" src="/static/match.js">']


def test_everything_that_a_page_asks_for_is_there(ask: Ask, match: str) -> None:
    wanted = {*re.findall(r'(?:src|href)="(/static/[^"]+)"', page(ask, f"/m/{match}") + page(ask, "/"))}
    found = set[str]()
    while path := next(iter(wanted - found), None):
        found.add(path)
        wanted |= {f"/static/{name}" for name in re.findall(r'from "\./([^"]+)"', ask("GET", path).body.decode())}
    assert len(found) == 9
    for path in found:
        answer = ask("GET", path)
        assert answer.status == 200, path
        assert ask("GET", path, if_none_match=answer.headers["etag"]).status == 304
    assert ask("GET", "/static/..%2Fmatch.js").status == 404
    assert ask("GET", "/static/turn.py").status == 404


def test_a_match_that_is_not_there_says_how_to_get_in(ask: Ask) -> None:
    answer = ask("GET", "/m/no-match-1?lang=fr")
    assert answer.status == 404
    assert "Ouvrez de nouveau le lien reçu" in answer.body.decode()


@pytest.mark.parametrize(("lang", "said"), [("en", "There is no page here"), ("fr", "Il n’y a pas de page ici")])
def test_a_mistyped_address_says_so_to_a_browser_in_its_language(ask: Ask, lang: str, said: str) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept_language": lang}
    page = ask("GET", "/", **browser)
    assert page.headers["vary"] == "authorization, accept-language"
    usual = _lasting(page)
    for path in ("/nothing", "/m/", "/static/nothing.js", "/%3Cimg%20src=x%20onerror=alert(1)%3E", "/sync"):
        answer = ask("GET", path, **browser)
        told = answer.body.decode()
        assert (answer.status, _lasting(answer)) == (405 if path == "/sync" else 404, usual)
        assert answer.headers["vary"] == "authorization, accept-language, accept"
        assert f"<h1>{said}</h1>" in told
        assert f'href="/?lang={lang}"' in told
        assert "onerror" not in told
        assert ask("GET", path, accept_language=lang).json["error"] == "usage", "programs read documents"


def _lasting(answer: Answer) -> dict[str, str]:
    """The headers that are those of every page."""
    of_this_one = {"content-length", "date", "allow", "vary"}
    return {name: text for name, text in answer.headers.items() if name not in of_this_one}


def test_who_asks_with_a_key_is_told_what_their_seat_may_know_and_do(ask: Ask, placing: str) -> None:
    acts(ask, placing, "Ana", "placed", PLACED)
    ana, bo, everybody = (
        ask("GET", f"/matches/{placing}/told?lang=fr", key=key).json for key in (KEYS["Ana"], KEYS["Bo"], None)
    )
    assert [told["name"] for told in (ana, bo, everybody)] == ["Ana", "Bo", ""]
    assert [told["page"]["mood"] for told in (ana, bo, everybody)] == ["theirs", "yours", "theirs"]
    assert "production*3" in ana["page"]["log"]
    assert "production*3" not in bo["page"]["log"] + everybody["page"]["log"]
    assert bo["can"]["example"].startswith("placer ")
    assert (ana["can"]["example"], everybody["can"]["choices"]) == ("", [])
    assert ask("GET", f"/matches/{placing}/told?lang=fr", key=KEYS["arbiter"]).json["name"] == "arbiter"


def test_what_can_be_picked_is_told_with_what_it_means(ask: Ask, match: str) -> None:
    can = ask("GET", f"/matches/{match}/told?lang=en", key=KEYS["Ana"]).json["can"]
    first = can["choices"][0]
    assert (first["text"], first["begun"], first["for_good"]) == ("monarch 1", "", False)
    assert first["means"]
    done = acts(ask, match, "Ana", "x", first["text"])
    told = ask("GET", f"/matches/{match}/told?lang=en", key=KEYS["Ana"]).json
    assert told["page"]["row"] == done["last"]
    assert told["can"]["undo"] == "free"


def test_news_are_what_others_did_since(ask: Ask, match: str) -> None:
    acts(ask, match, "Ana", "x", "monarch 1")
    ana, bo = (ask("GET", f"/matches/{match}/told?lang=en&after=1", key=KEYS[name]).json for name in ("Ana", "Bo"))
    assert (ana["page"]["fresh"], bo["page"]["fresh"]) == (0, 1)
    assert "monarch 1" in bo["page"]["news"]
    assert ask("GET", f"/matches/{match}/told?lang=en&after=99", key=KEYS["Bo"]).json["page"]["fresh"] == 0


def test_a_refusal_comes_in_the_words_of_who_asked(ask: Ask, match: str) -> None:
    asked = {"do": {"kind": "move", "text": "monarch 9"}, "client": "x"}
    told = ask("POST", f"/matches/{match}/acts?lang=fr", asked, KEYS["Ana"]).json
    assert told["said"] == "«\u202f9\u202f» n’est pas connu ici. Il y a\u202f: 1, 2, 3, 4, 5."
    assert "said" not in ask("POST", f"/matches/{match}/acts", asked, KEYS["Ana"]).json
    turn = {"do": {"kind": "move", "text": "monarch 1"}, "client": "x"}
    told = ask("POST", f"/matches/{match}/acts?lang=fr", turn, KEYS["Bo"])
    assert told.status == 409
    assert told.json["said"].startswith("ce n’est pas votre tour (MED-7.6)")
    assert "Roi" in told.json["rule_says"]


def complete(ask: Ask, match: str, typed: str, name: str = "Ana", lang: str = "fr") -> dict[str, object]:
    answer = ask("POST", f"/matches/{match}/complete?lang={lang}", {"typed": typed}, KEYS[name])
    assert answer.status == 200, answer.body
    found: dict[str, object] = answer.json
    return found


def test_a_line_is_completed_word_by_word(ask: Ask, placing: str) -> None:
    first = complete(ask, placing, "pla")
    assert [(word["word"], word["text"]) for word in first["words"]] == [("placer", "placer")]  # type: ignore[attr-defined]
    then = [word["text"] for word in complete(ask, placing, "placer ")["words"]]  # type: ignore[attr-defined]
    assert "placer or" in then
    assert complete(ask, placing, "place production*3 gold G1 A2 D3*2")["whole"]["for_good"] is True  # type: ignore[index]
    assert complete(ask, placing, "nonsense")["said"]


@pytest.mark.parametrize("key", [None, KEYS["arbiter"]])
def test_nobody_completes_for_a_seat_without_its_key(ask: Ask, placing: str, key: str | None) -> None:
    nothing: dict[str, object] = {"words": [], "whole": None, "so_far": "", "said": "", "near": []}
    assert ask("POST", f"/matches/{placing}/complete?lang=en", {"typed": "pla"}, key).json == nothing


def test_what_others_wrote_stays_text(ask: Ask) -> None:
    match = "coral-lion-777"
    keys = {HOSTILE: key_digest(match, HOSTILE, "a" * 32), "Bo": key_digest(match, "Bo", "b" * 32)}
    keys |= {"arbiter": key_digest(match, "arbiter", "c" * 32)}
    begun = ask("POST", "/matches", beginning(match, "hostile", seats=[HOSTILE, "Bo"], keys=keys))
    assert begun.status == 201, begun.body
    undo = {"do": {"kind": "move", "text": "monarch 1 # </script><b onclick=x>"}, "client": "x"}
    assert ask("POST", f"/matches/{match}/acts", undo, "a" * 32).status == 201
    for lang in ("en", "fr"):
        told = page(ask, f"/m/{match}?lang={lang}")
        assert "<img" not in told
        assert "<b onclick" not in told
        shown = ask("GET", f"/matches/{match}/told?lang={lang}&after=1", key="b" * 32).json["page"]
        assert "<img" not in "".join(str(part) for part in shown.values())
        assert "<b onclick" not in "".join(str(part) for part in shown.values())
    assert "<img" not in page(ask, f"/m/{HOSTILE.replace(' ', '%20')}")


def test_a_list_tells_each_match_that_opens_and_why_others_do_not(ask: Ask, match: str) -> None:
    acts(ask, match, "Ana", "x", "monarch 1")
    wanted = [{"match": match, "key": key} for key in (KEYS["Ana"], KEYS["Bo"], "f" * 32)]
    other = {"match": "no-match-1", "key": KEYS["Ana"]}
    (ana, gone), (bo, _), (nobody, _) = (ask("POST", "/told?lang=fr", [one, other]).json for one in wanted)
    assert [one["name"] for one in (ana, bo)] == ["Ana", "Bo"]
    assert [one["shown"]["mood"] for one in (ana, bo)] == ["theirs", "yours"]
    assert bo["shown"]["now"].startswith("À vous")
    assert bo["shown"]["names"] == ["Ana", "Bo"]
    assert [one["problem"]["why"] for one in (nobody, gone)] == ["key_of_nobody", "unknown_match"]
    many = [{"match": f"no-match-{number}"} for number in range(201)]
    assert ask("POST", "/told", many).json["why"] == "too_many_at_once"
    assert ask("POST", "/told", wanted).json["why"] == "match_twice"


def test_before_the_beginning_one_joins(ask: Ask) -> None:
    match = "coral-lion-777"
    assert ask("POST", "/matches", beginning(match, "nonces", nonces=True, practice=None)).status == 201
    can = ask("GET", f"/matches/{match}/told?lang=fr", key=KEYS["Ana"]).json["can"]
    assert (can["joins"], can["choices"]) == (True, [])
    for name in ("Ana", "Bo"):
        joined = ask("POST", f"/matches/{match}/acts", {"do": {"kind": "join"}, "client": name}, KEYS[name])
        assert joined.status == 201, joined.body
    can = ask("GET", f"/matches/{match}/told?lang=fr", key=KEYS["Ana"]).json["can"]
    assert (can["joins"], can["choices"] != []) == (False, True)


def test_who_is_asked_for_consent_can_answer(ask: Ask, match: str) -> None:
    acts(ask, match, "Ana", "a", "monarch 1")
    acts(ask, match, "Bo", "b", "monarch 2")

    def can(name: str) -> dict[str, object]:
        found: dict[str, object] = ask("GET", f"/matches/{match}/told?lang=en", key=KEYS[name]).json["can"]
        return found

    assert can("Ana")["undo"] == "ask"
    assert ask("POST", f"/matches/{match}/acts", {"do": {"kind": "undo"}, "client": "u"}, KEYS["Ana"]).status == 201
    told = ask("GET", f"/matches/{match}/told?lang=en", key=KEYS["Bo"]).json
    assert told["can"]["consent"] == {"row": 4, "agree": True, "decline": True, "own": False}
    assert can("Ana")["consent"] == {"row": 4, "agree": False, "decline": True, "own": True}
    agreed = ask("POST", f"/matches/{match}/acts", {"do": {"kind": "agree", "row": 4}, "client": "c"}, KEYS["Bo"])
    assert agreed.status == 201
    assert (can("Ana")["consent"], can("Ana")["redo"]) == (None, "ask")


def unclear(ask: Ask, match: str, name: str | None, lang: str = "en") -> dict[str, Any]:
    """What somebody can ask the table to read otherwise; the page says whether it is worth asking for."""
    key = None if name is None else KEYS[name]
    told = ask("GET", f"/matches/{match}/rulings?lang={lang}", key=key).json
    assert ask("GET", f"/matches/{match}/told?lang={lang}", key=key).json["can"]["rules"] is (told["rulings"] != [])
    return dict(told)


def rules(ask: Ask, match: str, name: str, client: str, **rulings: str) -> Answer:
    do = {"kind": "ruling", "rulings": rulings, "why": "as the club plays it"}
    return ask("POST", f"/matches/{match}/acts?lang=en", {"do": do, "client": client}, KEYS[name])


def test_what_can_be_asked_to_be_read_otherwise_is_what_the_table_can_take(ask: Ask, match: str) -> None:
    ana, game = unclear(ask, match, "Ana"), game_named("medieval")
    assert [one["option"] for one in ana["rulings"]] == [one.option for one in game.rulings if not one.at_setup]
    assert unclear(ask, match, "Bo") == ana
    french = unclear(ask, match, "Ana", "fr")["rulings"][2]
    assert french["question"] == "Peut-on modifier son placement tant que tous n’ont pas placé\u202f?"
    shown = [(one["reading"], one["now"], one["open"]) for one in french["readings"]]
    assert shown == [("locked", True, False), ("revisable", False, True)]
    assert all(sum(each["now"] for each in one["readings"]) == 1 for one in ana["rulings"])
    taken = ("placement_commit", "locked"), ("placement_commit", "revisable")
    statuses = [rules(ask, match, "Ana", reading, **{option: reading}).status for option, reading in taken]
    assert statuses == [422, 201]


def test_what_the_table_has_agreed_on_is_what_is_played_now(ask: Ask, match: str) -> None:
    assert unclear(ask, match, "Ana")["asks"] is True
    assert rules(ask, match, "Ana", "r", placement_commit="revisable").json["last"] == 2
    assert [unclear(ask, match, name)["rulings"] for name in ("Ana", "Bo")] == [[], []], "one request waits at a time"
    agreed = ask("POST", f"/matches/{match}/acts", {"do": {"kind": "agree", "row": 2}, "client": "a"}, KEYS["Bo"])
    assert agreed.status == 201
    (placement,) = (one for one in unclear(ask, match, "Bo")["rulings"] if one["option"] == "placement_commit")
    assert [(one["reading"], one["now"], one["open"]) for one in placement["readings"]] == [
        ("locked", False, True),
        ("revisable", True, False),
    ]


def test_with_bots_alone_nobody_is_asked(ask: Ask) -> None:
    match = "coral-lion-777"
    assert ask("POST", "/matches", beginning(match, "bots", bots={"Bo": "random"})).status == 201
    assert unclear(ask, match, "Ana")["asks"] is False
    assert rules(ask, match, "Ana", "r", placement_commit="revisable").status == 201
    told = ask("GET", f"/matches/{match}/told?lang=en", key=KEYS["Ana"]).json
    assert "placement_commit=revisable" in told["page"]["notes"][0]


@pytest.mark.parametrize("name", [None, "arbiter"])
def test_who_holds_no_seat_asks_for_no_ruling_on_a_page(ask: Ask, match: str, name: str | None) -> None:
    assert unclear(ask, match, name)["rulings"] == []


def test_before_the_beginning_and_after_the_end_nothing_is_read_otherwise(ask: Ask, match: str) -> None:
    fresh = "coral-lion-777"
    assert ask("POST", "/matches", beginning(fresh, "nonces", nonces=True, practice=None)).status == 201
    assert unclear(ask, fresh, "Ana")["rulings"] == []
    over = {"do": {"kind": "give-up"}, "client": "g", "reason": "a dispute"}
    assert ask("POST", f"/matches/{match}/acts", over, KEYS["arbiter"]).status == 201
    assert unclear(ask, match, "Ana")["rulings"] == []


def test_the_log_is_told_from_its_first_row_to_who_wants_it(ask: Ask, match: str) -> None:
    from replays.live.turn import LAST

    for number in range(LAST):
        kind, name = ("undo", "Ana") if number % 2 else ("move", "Ana")
        do = {"kind": kind} | ({"text": "monarch 1"} if kind == "move" else {})
        assert ask("POST", f"/matches/{match}/acts", {"do": do, "client": str(number)}, KEYS[name]).status == 201
    some, every = (
        ask("GET", f"/matches/{match}/told?lang=en&every={all_}", key=KEYS["Bo"]).json["page"] for all_ in (0, 1)
    )
    assert (some["row"], some["earlier"], every["earlier"]) == (LAST + 1, 1, 0)
    assert [shown["log"].count("<li") for shown in (some, every)] == [LAST, LAST + 1]
    assert every["log"].startswith(some["log"])
