"""The page on which a match is played: what whoever plays from a browser does, and what the others see then."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from core.kernel.log.keys import key_digest, watch_digest
from tests.browser.sitting import MATCH, Sit, mood, rows
from tests.service.conftest import KEYS, asking, beginning
from tests.service.test_routes import OPENING, acts

HOSTILE = "<img src=x onerror=alert(1)>"


def test_a_link_opens_a_seat_and_its_key_leaves_the_address(begun: str, sit: Sit, url: str) -> None:
    ana = sit("Ana")
    mood(ana, "yours")
    expect(ana.locator("#who")).to_have_text("you are Ana")
    assert ana.url == f"{url}/m/{begun}?lang=en"
    ana.reload()
    mood(ana, "yours")
    home = sit(link="/?lang=fr", like=ana)
    expect(home.locator("#mine .waiting b")).to_have_text("Medieval Realms")
    home.locator("#mine .waiting a").click()
    mood(home, "yours")
    expect(home.locator("#who")).to_have_text("vous êtes Ana")


@pytest.mark.usefixtures("begun")
def test_a_tap_plays_the_other_sees_it_and_it_can_be_taken_back(sit: Sit, url: str) -> None:
    ana, bo = sit("Ana"), sit("Bo", lang="fr", width=1280)
    mood(bo, "theirs")
    ana.get_by_role("button", name="monarch 1").tap()
    mood(ana, "theirs")
    mood(bo, "yours")
    expect(bo.locator("#news")).to_contain_text("monarque 1")
    assert "monarch 1" in rows(url)[0]
    ana.get_by_role("button", name="Take my move back").tap()
    mood(ana, "yours")
    mood(bo, "theirs")


@pytest.mark.usefixtures("begun")
def test_taking_back_too_late_asks_nobody(sit: Sit, url: str) -> None:
    ana = sit("Ana")
    ana.get_by_role("button", name="monarch 1").tap()
    mood(ana, "theirs")
    ana.route("**/told?*", lambda route: route.abort())  # so it does not hear that Bo moves
    acts(asking(url), MATCH, "Bo", "meanwhile", "monarch 2")
    ana.get_by_role("button", name="Take my move back").tap()
    expect(ana.get_by_role("alert")).to_contain_text("only with the others’ consent now. Nothing was done")
    assert len(rows(url)) == 2
    ana.unroute_all(behavior="wait")
    ana.reload()
    expect(ana.get_by_role("button", name="Ask to take my move back")).to_have_count(1)


COVERED = """() => {
  const [alert, banner] = ["#said", "#now"].map(one => document.querySelector(one).getBoundingClientRect());
  return alert.top < banner.bottom - 1 || alert.top > innerHeight - 20;
}"""


def test_the_reason_of_a_refusal_stands_where_it_is_read(url: str, sit: Sit) -> None:
    assert asking(url)("POST", "/matches", beginning(MATCH, game="emara")).status == 201
    bo = sit("Bo")
    bo.set_viewport_size({"width": 390, "height": 560})
    mood(bo, "yours")
    bo.fill("#typed", "work nowhere")
    bo.locator("#typed").scroll_into_view_if_needed()
    bo.press("#typed", "Enter")
    expect(bo.get_by_role("alert")).to_be_visible()
    bo.wait_for_function("() => !document.querySelector('#can').inert")
    assert not bo.evaluate(COVERED)


@pytest.mark.usefixtures("begun")
def test_what_is_refused_says_why_and_what_would_do(sit: Sit, url: str) -> None:
    bo = sit("Bo", width=1280)
    mood(bo, "theirs")
    expect(bo.locator("#typed")).to_be_hidden()
    ana = sit("Ana", lang="fr")
    ana.fill("#typed", "monarque 9")
    ana.press("#typed", "Enter")
    alert = ana.get_by_role("alert")
    expect(alert).to_contain_text("n’est pas connu ici")
    expect(alert).to_contain_text("1, 2, 3, 4, 5")
    assert len(rows(url)) == 0
    expect(ana.locator("#typed")).to_have_value("monarque 9")


@pytest.mark.usefixtures("begun")
def test_a_move_is_typed_word_by_word_with_the_keys(sit: Sit, url: str) -> None:
    ana = sit("Ana", lang="fr", width=1280)
    ana.locator("#typed").press_sequentially("mon")
    expect(ana.get_by_role("option")).to_have_text(["monarque"])
    ana.keyboard.press("ArrowDown")
    ana.keyboard.press("Enter")
    expect(ana.get_by_role("option").first).to_contain_text("1")
    ana.get_by_role("option").nth(2).click()
    expect(ana.locator("#typed")).to_have_value("monarque 3")
    expect(ana.locator("#preview .main")).to_be_visible()
    ana.keyboard.press("Enter")
    mood(ana, "theirs")
    assert "monarch 3" in rows(url)[0]


@pytest.mark.usefixtures("begun")
def test_the_box_is_another_way_only_where_something_can_be_picked(sit: Sit, url: str) -> None:
    ana = sit("Ana")
    expect(ana.get_by_label("Or type your move")).to_be_visible()
    for name, text in OPENING:
        acts(asking(url), MATCH, name, text, text)
    expect(ana.get_by_label("Type your move", exact=True)).to_be_visible()
    assert ana.locator(".choices li").count() == 0


def test_what_cannot_be_taken_back_asks_first(url: str, sit: Sit) -> None:
    """A bot answers at once."""
    begun = asking(url)("POST", "/matches", beginning(MATCH, bots={"Bo": "random"}))
    assert begun.status == 201, begun.body
    ana = sit("Ana")
    choice = ana.get_by_role("button", name="monarch 2")
    expect(choice).to_contain_text("for good")
    choice.tap()
    expect(ana.locator("#preview")).to_contain_text("not be able to take this back")
    assert len(rows(url)) == 0
    ana.locator("#preview .main").tap()
    expect(ana.locator("#said")).to_contain_text("Played: monarch 2")
    assert "monarch 2" in rows(url)[-1]


@pytest.mark.usefixtures("begun")
def test_an_answer_that_gets_lost_is_asked_for_again_and_counts_once(sit: Sit, url: str) -> None:
    ana, lost = sit("Ana"), list[str]()

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().text())
        route.abort()

    mood(ana, "yours")
    ana.route("**/acts?*", lose)
    ana.get_by_role("button", name="monarch 1").tap()
    mood(ana, "theirs")
    expect(ana.locator("#said")).to_contain_text("Played")
    assert [len(lost), len(rows(url))] == [1, 1]


@pytest.mark.usefixtures("begun")
def test_who_left_before_the_answer_came_is_asked_whether_to_send_it_again(sit: Sit, url: str) -> None:
    ana, tried = sit("Ana"), list[str]()

    def refuse(route: Route) -> None:
        tried.append(route.request.post_data or "")
        if len(tried) == 1:
            route.fetch()
        route.abort()

    mood(ana, "yours")
    ana.route("**/acts?*", refuse)
    ana.get_by_role("button", name="monarch 1").tap()
    expect(ana.locator("#said")).to_contain_text("No answer yet")
    ana.reload()
    expect(ana.locator("#said")).to_contain_text("“monarch 1” got no answer")
    ana.unroute_all(behavior="wait")  # no sooner: the page that is left tries again by itself
    ana.get_by_role("button", name="Send again").tap()
    expect(ana.locator("#said")).to_contain_text("Played: monarch 1")
    assert len(rows(url)) == 1


def ruling(page: Page) -> Locator:
    """The one that is open, of those that can be read otherwise."""
    return page.locator(".unclear details[open]")


@pytest.mark.usefixtures("begun")
def test_a_seat_asks_that_a_rule_be_read_otherwise_and_the_other_agrees(sit: Sit, url: str) -> None:
    ana, bo, loaded = sit("Ana"), sit("Bo", lang="fr", width=1280), list[str]()
    ana.on("request", lambda asked: loaded.extend([asked.url] if "/rulings" in asked.url else []))
    mood(ana, "yours")
    form = ana.get_by_text("Read a rule otherwise", exact=True)
    assert loaded == [], "nothing is loaded before it is opened"
    form.tap()
    ana.get_by_text("May a player change a placement").first.tap()
    expect(ruling(ana).get_by_role("radio", name="No: a placement is final")).to_be_disabled()
    expect(ruling(ana)).to_contain_text("locked · as it is played now")
    ask = ruling(ana).get_by_role("button", name="Ask the others")
    expect(ask).to_be_disabled()
    ruling(ana).get_by_text("Yes: a new placement").tap()
    ask.tap()
    assert len(rows(url)) == 0, "not without a reason"
    ruling(ana).get_by_label("Why?").fill("as the club plays it")
    acts(asking(url), MATCH, "Ana", "meanwhile", "monarch 1")
    mood(ana, "theirs")
    expect(ruling(ana).get_by_label("Why?")).to_have_value("as the club plays it")
    assert ana.evaluate("() => document.documentElement.scrollWidth") == 390
    ask.tap()
    expect(ana.locator("#said")).to_contain_text("Done")
    expect(form).to_be_hidden()
    expect(bo.locator("#now")).to_contain_text("«\u202fas the club plays it\u202f»")
    bo.get_by_role("button", name="Accepter").click()
    expect(ana.locator("#notes")).to_contain_text("placement_commit=revisable")
    form.tap()
    ana.get_by_text("May a player change a placement").first.tap()
    expect(ruling(ana)).to_contain_text("revisable · as it is played now")
    expect(ruling(ana).get_by_label("Why?")).to_have_value("")
    assert len(loaded) == 2


@pytest.mark.usefixtures("begun")
def test_a_ruling_is_asked_for_with_the_keys_and_refused_with_its_reason(sit: Sit, url: str) -> None:
    bo = sit("Bo", width=1280)
    mood(bo, "theirs")
    bo.route("**/rulings?*", lambda route: route.abort())
    bo.get_by_text("Read a rule otherwise", exact=True).focus()
    bo.keyboard.press("Enter")
    expect(bo.locator("#ruling").get_by_role("alert")).to_contain_text("did not come")
    bo.unroute_all(behavior="wait")
    bo.locator("#ruling").get_by_role("button", name="Try again").press("Enter")
    bo.locator(".unclear summary").nth(2).press("Enter")
    expect(ruling(bo).get_by_label("Why?")).to_be_visible()
    bo.keyboard.press("Tab")
    bo.keyboard.press("Space")
    expect(ruling(bo).get_by_role("radio", name="Yes: a new placement")).to_be_checked()
    bo.keyboard.press("Tab")
    bo.keyboard.type("as at home")
    bo.route("**/told?*", lambda route: route.abort())  # so it does not hear that Ana asks already
    asked = {"kind": "ruling", "rulings": {"placement_commit": "revisable"}, "why": "as the club plays it"}
    first = asking(url)("POST", f"/matches/{MATCH}/acts", {"do": asked, "client": "x"}, KEYS["Ana"])
    assert first.status == 201, first.body
    bo.keyboard.press("Enter")
    expect(bo.get_by_role("alert")).to_contain_text("row 2 asks already")
    expect(ruling(bo).get_by_label("Why?")).to_have_value("as at home")
    bo.unroute_all(behavior="wait")
    assert len(rows(url)) == 1


@pytest.mark.usefixtures("begun")
def test_nobody_acts_upon_rows_that_the_host_has_no_more(sit: Sit, url: str) -> None:
    """A page that was open while the host went back to a backup."""
    ana = sit("Ana")

    def another(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["page"]["digest"] = "0" * 64
        route.fulfill(response=answer, json=told)

    ana.route("**/told?*", another)
    ana.reload()
    mood(ana, "yours")
    ana.get_by_role("button", name="monarch 1").tap()
    expect(ana.get_by_role("alert")).to_contain_text("not here as you hold it: nothing was done")
    ana.unroute_all(behavior="wait")
    assert rows(url) == []


def test_an_invitation_is_accepted_once_by_a_key_of_ones_own(begun: str, sit: Sit, url: str) -> None:
    link = f"/m/{begun}?lang=fr#as=Bo&key={KEYS['Bo']}&invited"
    bo = sit(link=link)
    bo.get_by_role("button", name="Accepter la place").tap()
    expect(bo.locator("#said")).to_contain_text("La place est à vous")
    refused = asking(url)("GET", f"/matches/{begun}/told", key=KEYS["Bo"])
    assert (refused.status, refused.json["why"]) == (401, "key_replaced")
    again = sit(link=link, like=bo)
    expect(again.locator("#who")).to_have_text("vous êtes Bo")
    expect(again.get_by_role("button", name="Accepter la place")).to_have_count(0)
    other = sit(link=link)
    expect(other.locator("#now")).to_contain_text("déjà été acceptée")


NOTHING_KEPT = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"


def test_where_nothing_is_kept_the_page_says_that_the_link_is_the_only_way_back(begun: str, sit: Sit) -> None:
    nowhere = sit()
    nowhere.context.add_init_script(NOTHING_KEPT)
    bo = sit(link=f"/m/{begun}?lang=en#as=Bo&key={KEYS['Bo']}&invited", like=nowhere)
    expect(bo.locator(".unkept")).to_contain_text("This browser keeps nothing")
    bo.get_by_role("button", name="Accept the seat").tap()
    expect(bo.locator(".unkept")).to_be_visible()
    link = bo.locator("#said").get_by_role("textbox").input_value()
    assert KEYS["Bo"] not in link, "it is a new key"
    again = sit(link=link.removeprefix(bo.url.partition("/m/")[0]), like=nowhere)
    expect(again.locator("#who")).to_have_text("you are Bo")
    ana = sit("Ana")
    expect(ana.locator("#who")).to_have_text("you are Ana")
    expect(ana.locator(".unkept")).to_be_hidden()


def test_of_two_who_open_an_invitation_the_later_one_is_told(begun: str, sit: Sit) -> None:
    link = f"/m/{begun}?lang=fr#as=Bo&key={KEYS['Bo']}&invited"
    bo, other = sit(link=link), sit(link=link)
    for page in (bo, other):
        expect(page.get_by_role("button", name="Accepter la place")).to_be_visible()
    bo.get_by_role("button", name="Accepter la place").tap()
    expect(bo.locator("#said")).to_contain_text("La place est à vous")
    other.get_by_role("button", name="Accepter la place").tap()
    expect(other.locator("#said")).to_contain_text("déjà été acceptée, le ")
    assert "prévenez qui vous invite" in other.locator("#said").inner_text()


def test_an_invitation_that_was_replaced_by_another_is_not_said_to_be_accepted(begun: str, sit: Sit, url: str) -> None:
    newer = {"kind": "key", "digest": key_digest(begun, "Bo", "e" * 32), "name": "Bo"}
    asked = {"do": newer, "client": "newer", "reason": "invitation"}
    assert asking(url)("POST", f"/matches/{begun}/acts", asked, KEYS["arbiter"]).status == 201
    bo = sit(link=f"/m/{begun}?lang=en#as=Bo&key={KEYS['Bo']}&invited")
    expect(bo.locator("#now")).to_contain_text("was replaced by a newer one on ")


def test_names_of_others_are_texts(url: str, sit: Sit) -> None:
    keys = {name: key_digest(MATCH, name, KEYS.get(name, "d" * 32)) for name in (HOSTILE, "Bo", "arbiter")}
    begun = asking(url)("POST", "/matches", beginning(MATCH, seats=[HOSTILE, "Bo"], keys=keys))
    assert begun.status == 201, begun.body
    told = sit(link=f"/m/{MATCH}?lang=en#as=Bo&key={KEYS['Bo']}")
    expect(told.locator("#now")).to_contain_text("<img src=x")
    home = sit(link="/?lang=en", like=told)
    expect(home.locator("#mine")).to_contain_text("<img src=x")
    for page in (told, home):
        assert page.locator("img, [onerror]").count() == 0


def test_who_was_away_is_told_so_and_catches_up(begun: str, sit: Sit, url: str) -> None:
    bo = sit("Bo")
    mood(bo, "theirs")
    expect(bo.locator("#line")).to_have_text("live")
    bo.route("**/*", lambda route: route.abort())
    bo.context.set_offline(offline=True)
    bo.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(bo.locator("#line")).to_contain_text("offline")
    did = {"do": {"kind": "move", "text": "monarch 1"}, "client": "meanwhile"}
    assert asking(url)("POST", f"/matches/{begun}/acts", did, KEYS["Ana"]).status == 201
    bo.unroute_all()
    bo.context.set_offline(offline=False)
    bo.evaluate("() => dispatchEvent(new Event('online'))")
    mood(bo, "yours")
    expect(bo.locator("#line")).to_have_text("live")


def test_spectators_look_on_and_do_nothing(begun: str, sit: Sit, url: str) -> None:
    token = "t" * 32
    made = asking(url)("POST", f"/matches/{begun}/watchers", {"digest": watch_digest(begun, token)}, KEYS["Ana"])
    assert made.status == 201, made.body
    looking, ana = sit(link=f"/m/{begun}?watch={token}&lang=en"), sit("Ana")
    mood(looking, "theirs")
    expect(looking.locator("#now")).to_contain_text("Ana")
    ana.get_by_role("button", name="monarch 1").tap()
    expect(looking.locator("#now")).to_contain_text("Bo")
    expect(looking.locator("#act")).to_be_hidden()
    looking.get_by_role("link", name="Français").click()
    expect(looking.locator("#who")).to_have_text("vue par tout le monde")
    assert f"watch={token}" in looking.url


SCROLLERS = """() => [...document.querySelectorAll("body *")].filter(one => {
  const {overflowX, overflowY} = getComputedStyle(one), scrolls = by => ["auto", "scroll"].includes(by);
  const wide = scrolls(overflowX) && one.scrollWidth > one.clientWidth + 1;
  const high = scrolls(overflowY) && one.scrollHeight > one.clientHeight + 1;
  return (wide || high) && one.tabIndex < 0 && !one.querySelector("a, button, input, [tabindex]");
}).map(one => one.outerHTML.slice(0, 200))"""

SIZES = """all => [...new Set(all.map(one => {
  const {fontSize, fontWeight} = getComputedStyle(one);
  return `${fontSize} ${fontWeight}`;
}))]"""


@pytest.mark.parametrize("game", ["emara", "heirs", "nobility"])
def test_everything_is_there_once_of_one_size_and_for_the_keys(url: str, sit: Sit, game: str) -> None:
    assert asking(url)("POST", "/matches", beginning(MATCH, game=game)).status == 201
    for name in ("Ana", "Bo"):
        page = sit(name)
        page.wait_for_selector("#now.yours, #now.theirs, #now.may")
        title = page.locator("h1").inner_text().partition(" · ")[0]
        titles = page.locator("h1, #board .stage h2").all_inner_texts()
        assert [told.count(title) for told in titles] == [1, 0]
        assert len(page.locator(".choice .means").evaluate_all(SIZES)) <= 1
        assert page.evaluate(SCROLLERS) == []
        assert [one for one in page.locator("th").all_text_contents() if not one.strip()] == []
        buttons = page.locator("#act button:visible").all_inner_texts()
        assert len(buttons) == len(set(buttons))
        assert "`" not in page.locator("body").inner_text()


def test_what_lies_on_the_board_leads_to_the_moves_about_it(url: str, sit: Sit) -> None:
    emara = beginning(MATCH, game="emara")
    assert asking(url)("POST", "/matches", emara).status == 201
    bo = sit("Bo", width=1280)
    mood(bo, "yours")
    before = len(rows(url))
    bo.locator("#board .can").first.click()
    hit = bo.locator(".hit > .choice")
    expect(hit.first).to_be_visible()
    code = bo.locator("#board .can code").first.inner_text()
    assert all(code in told for told in hit.locator("code").all_inner_texts())
    assert len(rows(url)) == before, "the board plays nothing"


def test_who_opens_another_link_in_the_same_window_sits_there(begun: str, sit: Sit, url: str) -> None:
    page = sit("Ana", width=1280)
    mood(page, "yours")
    page.goto(f"{url}/m/{begun}?lang=en#as=Bo&key={KEYS['Bo']}")
    expect(page.locator("#who")).to_have_text("you are Bo")
    page.get_by_label("Play the seat of").select_option("Ana")
    expect(page.locator("#who")).to_have_text("you are Ana")
    for path, width in ((f"/m/{begun}?lang=fr", 390), ("/?lang=fr", 390), ("/?lang=en", 1280)):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(url + path)
        page.wait_for_selector(".board, #mine a")
        assert page.evaluate("() => document.documentElement.scrollWidth") == width, path
        assert min(page.locator("section:visible, #mine a").evaluate_all("all => all.map(it => it.offsetWidth)")) > 250


@pytest.mark.usefixtures("begun")
def test_without_a_key_the_page_says_how_to_get_one(sit: Sit) -> None:
    stranger = sit(link="/m/no-match-1?lang=en")
    expect(stranger.locator("#closed")).to_contain_text("Open the link again that you were sent")
    expect(stranger.locator("#closed code")).to_have_text("herald key copy")
    empty = sit(link="/?lang=en")
    expect(empty.locator("#none")).to_be_visible()
    empty.fill("#link", "nonsense")
    empty.press("#link", "Enter")
    empty.wait_for_selector("#open [role=alert]:not(:empty)")
    assert "no link to a match here" in empty.locator("#open").inner_text()
