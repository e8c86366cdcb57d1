"""A number is told with the account that adds up to it; a row with the rules and numbers that explain it."""

from functools import cache

import pytest

from core.kernel.log.log import Seen
from replays import archive
from replays.explain import counted, rules_of
from replays.told.explained import row_explained
from replays.told.rows import FactTold, row_told
from replays.told.score import score_told
from replays.verify import checked


def recorded(name: str, seat: int | None) -> Seen:
    return whole(name).seen_by(seat)


@cache
def whole(name: str) -> Seen:
    return checked(archive.read(name))[0]


@pytest.mark.parametrize("name", archive.index())
@pytest.mark.parametrize("seat", [None, 0])
def test_a_score_is_told_by_what_it_was_made_of(name: str, seat: int | None) -> None:
    log = recorded(name, seat)
    for at, player in enumerate(log.seats):
        for thing in {what for who, what in log.game.counters(log.state().table) if who == at}:
            english, french = (score_told(log, f"{player}.{thing}", lang) for lang in ("en", "fr"))
            assert (english.seat, english.what, english.row) == (player, thing, log.head)
            assert english.total == counted(log, at, thing) == sum(line.amount for line in english.lines)
            assert english.total == sum(one.amount for one in english.sources)
            assert sum(one.times for one in english.sources) == len(english.lines)
            for final in (False, True):
                amounts = [one.amount for one in english.sources if one.final == final]
                assert amounts == sorted(amounts)[::-1]
                assert sum(amounts) == sum(line.amount for line in english.lines if line.final == final)
            assert english.document() == french.document(), "names are told beside"
            assert all(bool(line.source_name) == bool(line.source) for line in english.lines)
            assert all(line.done for line in english.lines)
        score, result = score_told(log, f"{player}.score", "en"), log.game.result(log.state().table)
        assert result is not None
        assert score.total == result.scores[at]
        assert score.what in log.game.score
        assert score.stands == score.total
        assert score.lowest_of == (score.lowest_of and {it: counted(log, at, it) for it in log.game.score})


@pytest.mark.parametrize(
    ("match", "seat", "total", "stands"),
    [("heirs-war", "Hélène", 0, 24), ("crossing-duel", "Lucien", 15, 23), ("nobility-duel", "Tancrède", 43, 57)],
)
def test_what_the_end_would_add_is_told_as_the_board_tells_it(match: str, seat: str, total: int, stands: int) -> None:
    log = recorded(match, None).at(134 if match == "nobility-duel" else 64)
    score = score_told(log, f"{seat}.score", "en")
    board = log.game.board(log.game.view(log.state().table, None), log.game.words("en"), log.seats)
    assert (score.total, score.stands) == (total, stands)
    assert board.scores[log.seats.index(seat)] == stands
    for other in {what for _, what in log.game.counters(log.state().table)} - {*log.game.score}:
        assert score_told(log, f"{seat}.{other}", "en").stands is None


@pytest.mark.parametrize("name", archive.index())
def test_a_row_is_explained_by_its_rules_and_what_it_changed(name: str) -> None:
    log = recorded(name, 0)
    changed = 0
    for body in [*log.bodies[1:-6:7], *log.bodies[-6:]]:
        told, french = row_explained(log, body.seq, "en"), row_explained(log, body.seq, "fr")
        plain = row_told(log, body, "en")
        assert [rule.id for rule in told.rules] == list(rules_of(body))
        assert all(rule.sentence and rule.section for rule in told.rules if rule.id in log.game.rule_texts()["rules"])
        assert (told.match, told.practice) == (log.match, False) or told.practice
        document, row = told.document(), plain.document()
        assert {key: document[key] for key in row if key != "facts"} == {
            key: value for key, value in row.items() if key != "facts"
        }
        for fact, same, other in zip(told.facts, plain.facts, french.facts, strict=True):
            assert isinstance(fact, FactTold)
            assert (fact.rule, fact.sentence, fact.fact) == (same.rule, same.sentence, same.fact)
            for one, autre in zip(fact.changes, other.changes, strict=True):
                changed += 1
                assert (one.what, one.amount, one.total, one.source) == (
                    autre.what,
                    autre.amount,
                    autre.total,
                    autre.source,
                )
                assert f"{one.total - one.amount} → {one.total}" in one.sentence
                assert one.sentence.startswith(one.seat)
                assert "sentence" not in one.document()
    assert changed
