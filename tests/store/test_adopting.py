"""Two who bring the same match at the same moment: neither is told that it is another one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.games import game_named
from core.kernel.log.row import StoredRow
from store.adopting import Adopted
from store.matches import Matches
from store.sqlite.adapter import open_store
from store.summaries import summary_of
from tests.replays.tables import Clock, club, entropy_of, held
from tests.support.alone import ended
from tests.support.at_desk import started

Brings = Callable[[Matches], Adopted]
EARLY = 40


@pytest.fixture(scope="module")
def copies() -> dict[str, Brings]:
    """What different people hold of one finished match."""
    with club("copies") as desk:
        log = ended(desk, held(desk, started(desk, game_named("medieval"), ("Ana", "Bo"))[0]))

    def brings(rows: tuple[StoredRow, ...]) -> Brings:
        summary = summary_of(log.at(len(rows)))
        return lambda there: there.adopt(lambda after: rows[after:], summary)

    public = tuple(log.seen_by(None).rows)
    return {"early": brings(public[:EARLY]), "public": brings(public), "whole": brings(tuple(log.rows))}


@pytest.mark.parametrize("looks", range(3))
@pytest.mark.parametrize("other", ["early", "public", "whole"])
def test_somebody_else_brings_it_meanwhile(
    copies: dict[str, Brings], other: str, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever look at the store comes just before: all that either holds is here then, and each hears what is so."""
    with open_store(tmp_path / "one.db") as one, open_store(tmp_path / "one.db") as two:
        elsewhere, left = Matches(two, Clock(), entropy_of("elsewhere")), [looks]

        def beaten(look: Callable[..., Any], *, before: bool) -> Callable[..., Any]:
            def looked(*about: Any) -> Any:
                found = None if before else look(*about)
                left[0] -= 1
                if left[0] == -1:
                    copies[other](elsewhere)
                return look(*about) if before else found

            return looked

        for name in ("head", "alike"):
            monkeypatch.setattr(one, name, beaten(getattr(one, name), before=False))
        monkeypatch.setattr(one, "append", beaten(one.append, before=True))
        mine = copies["whole"](here := Matches(one, Clock(), entropy_of("here")))
        rows = here.log(next(one.summaries()).match).rows
        assert mine.before == (EARLY if other == "early" else len(rows))
        assert (mine.learned > 0) is (other != "whole")
        assert copies["whole"](here) == Adopted(len(rows), 0), "nothing is missing any more"
