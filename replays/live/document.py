"""The pages of a service as whole documents: what is read without scripts, and where scripts put the rest."""

from typing import Final

import msgspec
from markupsafe import Markup, escape

from core.kernel.drawing.page.markup import NOTHING, element
from core.kernel.drawing.page.sheet import whole_sheet
from core.kernel.log.log import Seen
from core.kernel.setup.resources import read
from replays.live.turn import Page, page
from replays.live.words import of_script, say

OTHER: Final = {"en": "fr", "fr": "en"}
"""A link leads from each language to the other."""

SCRIPTS: Final = ("match.js", "act.js", "typing.js", "ruling.js", "accept.js", "home.js", "ring.js", "ask.js")
STYLE: Final = "herald.css"


def static(name: str) -> tuple[bytes, str] | None:
    """A file that pages ask for, and its kind; None if there is none of this name."""
    if name == STYLE:
        return f"{whole_sheet()}\n{_text('page.css', 'replays.page')}\n{_text('live.css')}".encode(), "text/css"
    return (read("replays.live", name), "text/javascript") if name in SCRIPTS else None


def _text(name: str, package: str = "replays.live") -> str:
    return read(package, name).decode()


def match_page(log: Seen, lang: str, now: int, query: str = "") -> str:
    """A match as everybody sees it; the script makes it that of the key in the browser. `query`: of its address."""
    shown = page(log, None, lang, after=0, now=now, who=say(lang, "public"))
    return _match(log.match, lang, shown.title, _filled(shown, lang), query, "no_script")


def closed_page(match: str, lang: str) -> str:
    """A match that is not shown, or is not there: who holds a key is let in by the script."""
    told = element(
        "section",
        element("h2", say(lang, "closed")),
        *(element("p", _prose(say(lang, key))) for key in ("closed_again", "closed_text", "closed_lost")),
        id="closed",
        cls="panel",
    )
    return _match(match, lang, match, told + _filled(None, lang), "", "closed_no_script")


def _filled(shown: Page | None, lang: str) -> Markup:
    """Where the script puts what it is told; for everybody it is there from the beginning."""
    now, board, rows, below = ("",) * 4 if shown is None else (shown.now, shown.board, shown.log, shown.below)
    notes = [] if shown is None else [element("p", note, cls="hint") for note in shown.notes]
    start = {} if shown is None else {"start": str(shown.row)}
    log = element("ol", Markup(rows), id="log", reversed="reversed", **start)  # noqa: S704 - made of elements
    side = element(
        "div",
        element("section", id="act", hidden="hidden", aria_label=say(lang, "act")),
        element("section", id="news", hidden="hidden", aria_live="polite"),
        element("section", element("h2", say(lang, "log"), id="log-name"), log, id="aside"),
        id="side",
    )
    return NOTHING.join(
        (
            element("section", Markup(now), id="now", aria_live="polite", cls=shown.mood if shown else ""),  # noqa: S704
            element("div", *notes, id="notes"),
            element("div", Markup(board), id="board", role="region", aria_label=say(lang, "board")),  # noqa: S704
            side,
            element("div", Markup(below), id="below"),  # noqa: S704
        )
    )


def _match(match: str, lang: str, title: str, main: Markup, query: str, no_script: str) -> str:
    who = say(lang, "public") if query or title != match else ""
    head = element(
        "header",
        _to_mine(lang),
        element("h1", title, id="title"),
        element("p", who, id="who"),
        element("p", id="line", role="status"),
        _other(lang, query),
        cls="top",
    )
    noscript = element("noscript", element("p", _prose(say(lang, no_script)), cls="hint"))
    body = element(
        "body", head, noscript, element("main", main, cls="live"), _words(lang, "match"), _script("match.js"),
        data_match=match, cls="match",
    )  # fmt: skip
    return _filed(lang, title, body)


def home_page(lang: str) -> str:
    """One's own matches: the keys lie in the browser, so the script shows them."""
    head = element(
        "header",
        element("h1", say(lang, "mine")),
        element("p", id="line", role="status"),
        _other(lang, ""),
        cls="top",
    )
    main = element(
        "main",
        element("noscript", element("p", _prose(say(lang, "mine_no_script")), cls="hint")),
        element("div", id="mine", aria_live="polite"),
        element("section", element("p", say(lang, "mine_none")), id="none", hidden="hidden", cls="panel"),
        element("section", element("p", say(lang, "mine_how")), id="open", hidden="hidden", cls="panel"),
    )
    body = element("body", head, main, _words(lang, "home"), _script("home.js"), cls="home")
    return _filed(lang, say(lang, "mine"), body)


def nothing_page(lang: str) -> str:
    """An address that was mistyped."""
    head = element("header", _to_mine(lang), element("h1", say(lang, "nothing")), _other(lang, ""), cls="top")
    told = element("section", element("p", say(lang, "nothing_text")), cls="panel")
    return _filed(lang, say(lang, "nothing"), element("body", head, element("main", told), cls="home"))


def _prose(text: str) -> Markup:
    """A sentence in which what is typed stands between backticks, as words of terminals have it."""
    return NOTHING.join(element("code", part) if at % 2 else escape(part) for at, part in enumerate(text.split("`")))


def _to_mine(lang: str) -> Markup:
    return element("a", say(lang, "to_mine"), href=f"/?lang={lang}", id="home")


def _other(lang: str, query: str) -> Markup:
    other = OTHER[lang]
    there = f"?{query}{'&' * bool(query)}lang={other}"
    return element(
        "a",
        say(lang, "other_lang"),
        href=there,
        hreflang=other,
        lang=other,
        id="other",
    )


def _words(lang: str, name: str) -> Markup:
    """What the script says. It is data, and no letter of it ends the element."""
    told = msgspec.json.encode(of_script(lang, name)).decode().replace("<", "\\u003c")
    return element("script", Markup(told), type="application/json", id="words")  # noqa: S704


def _script(name: str) -> Markup:
    return element("script", type="module", src=f"/static/{name}")


def _filed(lang: str, title: str, body: Markup) -> str:
    page = element(
        "html",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">'),
        element("title", title),
        Markup('<link rel="stylesheet" href="/static/{}">').format(STYLE),
        body,
        lang=lang,
    )
    return f"<!doctype html>\n{page}"
