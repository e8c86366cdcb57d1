"""A match at hand keeps its owner's edition known, whatever others begin meanwhile in the same process."""

import pytest

from core.games import game_named
from core.kernel.errors import NotAllowed
from core.kernel.rules.chance import stream
from core.kernel.setup import resources
from core.kernel.setup.edition import ADOPTED
from store.acts import Act
from store.matches import Matches
from tests.replays.tables import club, go_on, held

GAME = game_named("medieval")
TEXT = resources.read("core.games.medieval.data", "edition.toml").decode()


def begin_with(matches: Matches, owner: str, match: str = "") -> str:
    terms = {"match": match} if match else {}
    written = matches.start(GAME, ("Ana", "Bo"), edition=("mine.toml", f"{TEXT}\n# of {owner}\n"), **terms)  # type: ignore[arg-type]
    return written.log.match


def test_for_an_id_that_is_taken_no_edition_is_read() -> None:
    with club("taken") as matches:
        match = begin_with(matches, "the first")
        with pytest.raises(NotAllowed, match="id_taken"):
            matches.start(GAME, ("Ana", "Bo"), edition=("mine.toml", "no edition ["), match=match)


def test_a_match_goes_on_after_many_others_have_begun() -> None:
    with club("many") as matches, club("others") as others:
        match = begin_with(matches, "the first")
        log = matches.log(match)
        made = [GAME.adopt("mine.toml", f"{TEXT}\n# {number}\n") for number in range(ADOPTED)]
        begin_with(others, "the last")
        assert matches.log(match) is log
        log = go_on(matches, log, stream("many", 1), 2)
        assert held(matches, matches.undo(match, Act(""), log.history.first, reason="again")).head > 3
        assert len({edition.digest for edition in made}) == ADOPTED
