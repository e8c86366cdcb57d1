"""The keys and invitations that a browser keeps: what a link can put there, what it cannot, and what stays."""

import pytest
from playwright.sync_api import Page, expect

from core.kernel.log.keys import key_digest, watch_digest
from tests.browser.sitting import MATCH, Sit, mood, rows
from tests.service.conftest import KEYS, asking

INVITED = f"#as=Bo&key={KEYS['Bo']}&invited"

FILLED = """() => {
  for (let size = 1 << 20; size; size >>= 1) {
    try { for (;;) localStorage.setItem(`filled ${localStorage.length}`, "1".repeat(size)); } catch {}
  }
}"""


def kept(page: Page) -> dict[str, str]:
    """All that this browser keeps for the site."""
    found: dict[str, str] = page.evaluate("() => ({...localStorage})")
    return found


@pytest.mark.usefixtures("begun")
def test_an_invitation_stays_until_it_is_accepted(sit: Sit) -> None:
    bo = sit(link=f"/m/{MATCH}?lang=en{INVITED}")
    accept = bo.get_by_role("button", name="Accept the seat")
    expect(accept).to_be_visible()
    assert "#" not in bo.url
    bo.reload()
    expect(accept).to_be_visible()
    bo.get_by_role("link", name="Français").tap()
    expect(bo.get_by_role("button", name="Accepter la place")).to_be_visible()
    bo.get_by_role("link", name="Mes parties").tap()
    expect(bo.locator("#mine .inviting .said")).to_contain_text("On vous invite")
    bo.locator("#mine .inviting a").tap()
    bo.get_by_role("button", name="Accepter la place").tap()
    expect(bo.locator("#said")).to_contain_text("La place est à vous")
    assert KEYS["Bo"] not in str(kept(bo))
    bo.get_by_role("link", name="Mes parties").tap()
    expect(bo.locator("#mine .running a")).to_be_visible()
    expect(bo.locator("#mine .inviting")).to_have_count(0)


@pytest.mark.usefixtures("begun")
def test_an_invitation_is_there_in_the_other_language_before_any_answer_has_come(sit: Sit, url: str) -> None:
    bo = sit()
    bo.route("**/told?*", lambda route: route.abort())
    bo.goto("about:blank")
    bo.goto(f"{url}/m/{MATCH}?lang=en{INVITED}")
    expect(bo.locator("#line.gone")).to_be_visible()
    bo.reload()
    expect(bo.locator("#line.gone")).to_be_visible()
    bo.unroute_all(behavior="wait")
    bo.get_by_role("link", name="Français").tap()
    expect(bo.get_by_role("button", name="Accepter la place")).to_be_visible()
    assert "#" not in bo.url


@pytest.mark.usefixtures("begun")
def test_an_invitation_that_was_withdrawn_is_told_once_and_gone(sit: Sit, url: str) -> None:
    bo = sit(link=f"/m/{MATCH}?lang=en{INVITED}")
    expect(bo.get_by_role("button", name="Accept the seat")).to_be_visible()
    newer = {"kind": "key", "digest": key_digest(MATCH, "Bo", "e" * 32), "name": "Bo"}
    asked = {"do": newer, "client": "newer", "reason": "invitation"}
    assert asking(url)("POST", f"/matches/{MATCH}/acts", asked, KEYS["arbiter"]).status == 201
    bo.reload()
    expect(bo.locator("#now")).to_contain_text("was replaced by a newer one on ")
    bo.reload()
    expect(bo.locator("#closed")).to_contain_text("ask whoever began the match")


@pytest.mark.parametrize("name", ["Ana", "arbiter"])
def test_a_link_with_a_key_to_something_else_is_not_kept(begun: str, sit: Sit, name: str) -> None:
    stranger = sit(link=f"/m/{begun}?lang=en#as=Bo&key={KEYS[name]}")
    expect(stranger.get_by_role("alert")).to_contain_text("opens something else in this match than the seat of Bo")
    assert (kept(stranger), "#" in stranger.url) == ({}, False)


def test_a_key_that_opens_is_never_replaced(begun: str, sit: Sit, url: str) -> None:
    token = "t" * 32
    made = asking(url)("POST", f"/matches/{begun}/watchers", {"digest": watch_digest(begun, token)}, KEYS["Ana"])
    assert made.status == 201, made.body
    bo = sit("Bo")
    mood(bo, "theirs")
    before = kept(bo)
    for key in (KEYS["Ana"], KEYS["arbiter"], token, "f" * 32):
        for invited in ("", "&invited"):
            bo.goto("about:blank")
            bo.goto(f"{url}/m/{begun}?lang=en#as=Bo&key={key}{invited}")
            mood(bo, "theirs")
            assert (bo.locator("#who").inner_text(), kept(bo)) == ("you are Bo", before)


def test_a_key_that_does_not_open_any_more_gives_way_to_the_one_that_does(begun: str, sit: Sit, url: str) -> None:
    bo = sit("Bo")
    mood(bo, "theirs")
    own = {"do": {"kind": "key", "digest": key_digest(begun, "Bo", "e" * 32)}, "client": "own"}
    assert asking(url)("POST", f"/matches/{begun}/acts", own, KEYS["Bo"]).status == 201
    bo.goto("about:blank")
    bo.goto(f"{url}/m/{begun}?lang=en#as=Bo&key={'e' * 32}")
    mood(bo, "theirs")
    assert [kept(bo)[name] for name in kept(bo) if name.startswith("key ")] == ["e" * 32]


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("hostile", [f"as=Bo&key={'a' * 201}", f"as={'B' * 201}&key={'a' * 32}", "as=Bo&key=%00%F0"])
def test_what_is_no_link_of_ours_is_not_even_looked_at(sit: Sit, hostile: str) -> None:
    stranger = sit(link=f"/m/{MATCH}?lang=en#{hostile}")
    expect(stranger.locator("#closed")).to_be_visible()
    assert kept(stranger) == {}


@pytest.mark.usefixtures("begun")
def test_a_full_storage_is_told_and_what_is_tapped_is_done(sit: Sit, url: str) -> None:
    full = sit(link="/?lang=en")
    full.evaluate(FILLED)
    ana = sit("Ana", like=full)
    mood(ana, "yours")
    expect(ana.locator(".unkept")).to_contain_text("no room left")
    ana.get_by_role("button", name="monarch 1").tap()
    mood(ana, "theirs")
    assert "monarch 1" in rows(url)[0]
    bo = sit(link=f"/m/{MATCH}?lang=en{INVITED}", like=full)
    bo.get_by_role("button", name="Accept the seat").tap()
    expect(bo.locator("#said")).to_contain_text("The seat is yours")
    expect(bo.locator(".unkept")).to_be_visible()
    assert bo.locator("#said").get_by_role("textbox").input_value().count("key=") == 1
