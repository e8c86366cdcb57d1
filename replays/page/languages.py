"""A page that is read from top to bottom, in several languages: one needs no script, the others are unfolded by it."""

from collections.abc import Mapping

from markupsafe import Markup
from msgspec import Struct

from core.kernel.drawing.page.document import filed
from core.kernel.drawing.page.markup import element
from core.kernel.setup.resources import read
from replays.page.packed import script, store
from replays.page.words import controls


class Said(Struct, frozen=True):
    """What stands on the page in one language."""

    title: Markup
    body: Markup


def page_in(told: Mapping[str, Said], style: str) -> str:
    """The first language is the one that needs no script."""
    first = next(iter(told))
    seen = told[first]
    langs = [
        {
            "lang": lang,
            "name": controls(lang)["lang"],
            "title": one.title.unescape(),
            "html": "" if lang == first else str(one.body),  # the script finds it on the page
        }
        for lang, one in told.items()
    ]
    run = script("languages.js")
    body = element(
        "body",
        element("div", hidden="hidden", id="choose"),
        element("div", seen.body, id="said"),
        store(langs),
        element("script", Markup(run)),  # noqa: S704 - our own, and the policy holds its digest
    )
    return filed(first, seen.title, f"{style}\n{read('replays.page', 'languages.css').decode()}", body, run)
