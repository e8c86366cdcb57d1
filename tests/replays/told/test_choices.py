"""What can be done, told to a program and to a person: each move means what it says, and what is refused is."""

from functools import cache

import pytest

from core.games.medieval.moves import Bid
from core.kernel.errors import Refused, Usage
from core.kernel.language.lexicon import Lexicon
from core.kernel.language.notation import read_move
from core.kernel.language.spelling import format_move
from core.kernel.log.log import Seen
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from core.kernel.rules.step import unlistable
from replays import archive
from replays.told.choices import choices, continuations, following, lexicon, meaning, menu, numbered
from replays.verify import checked
from tests.support.matches import GAMES
from tests.support.recording import Recorder

BIDS = (("en", "bid", "bid {first}..{last} "), ("fr", "miser", "miser {first}..{last} "))


@cache
def moments(game: str) -> list[tuple[Seen, int]]:
    """Moments of a match of this game, each with a seat that is asked, as that seat knows it."""
    dice, found = stream("told choices", game), list[tuple[Seen, int]]()
    match = Recorder(GAMES[game], min(max(GAMES[game].players), 3), seed="told")
    while match.state.agenda and len(found) < 25:
        log = match.log()
        seat = engine.asked(match.state).seats[0]
        found.append((log.seen_by(seat), seat))
        match.play(dice, 1 + dice.below(4))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_move_reads_back_as_itself(game: str) -> None:
    seen_some = False
    for seen, seat in moments(game):
        found = choices(seen, seat, "en", each=True)
        assert found.asked
        assert (found.seat, found.row, found.match) == (seen.seats[seat], seen.head, seen.match)
        assert found.listed == engine.is_listed(seen.state(), seat)
        assert (found.example is None) == found.listed
        legal = engine.legal(seen.state(), seat)
        assert [choice.move for choice in found.moves][-len(legal) or len(found.moves) :] == legal
        for choice in found.moves[:30]:
            seen_some = True
            assert choice.long == choice.text == format_move(choice.move)
            assert choice.meaning == meaning(seen, seat, choice.move, "en") != ""
            assert read_move(seen.game, seen.state(), seat, choice.long) == choice.move
    assert seen_some


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_menu_offers_the_same_in_the_words_of_a_language(game: str, lang: str) -> None:
    for seen, seat in moments(game):
        every, listed = choices(seen, seat, lang, each=True), menu(seen, seat, lang, each=True, runs=False)
        assert [choice.move for choice in listed.moves] == [choice.move for choice in every.moves]
        assert [choice.meaning for choice in listed.moves] == [choice.meaning for choice in every.moves]
        short = menu(seen, seat, lang)
        assert len(short.moves) + sum(group.count for group in short.groups) <= len(every.moves)
        for choice in short.moves:
            assert choice.text.startswith(choice.begun)
            several = "|" in choice.text or choice.is_run
            assert choice.begun.endswith(("=", " ")) if several else not choice.begun
        for group in short.groups:
            assert str(group.count) in group.sentence
            assert group.meaning in group.sentence
            assert group.example.begun == group.example.text
        assert (short.example is not None) == unlistable(engine.waiting(seen.state()))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_moves_that_mean_the_same_and_differ_in_a_word_are_one_line(lang: str) -> None:
    told = 0
    for game in GAMES:
        for seen, seat in moments(game):
            lines = [choice for choice in menu(seen, seat, lang).moves if "|" in choice.text]
            for choice in lines:
                words = choice.text.split()
                (at,) = (at for at, word in enumerate(words) if "|" in word)
                alike = [" ".join([*words[:at], word, *words[at + 1 :]]) for word in words[at].split("|")]
                found = [read_move(seen.game, seen.state(), seat, line) for line in alike]
                assert found[0] == choice.move
                assert len({format_move(move) for move in found}) == len(found) > 1
                assert {meaning(seen, seat, move, lang) for move in found} == {choice.meaning}
                told += 1
    assert told > 5


@pytest.mark.parametrize(("lang", "text", "meaning_of_all"), BIDS)
def test_bids_are_one_line(lang: str, text: str, meaning_of_all: str) -> None:
    seen, seat, bids = bidding()
    (line,) = [choice for choice in menu(seen, seat, lang).moves if choice.is_run]
    first, last = str(bids[0].amount), str(bids[-1].amount)
    assert line.text == f"{text} {first}..{last}"
    assert line.begun == f"{text} "
    assert line.meaning.startswith(meaning_of_all.format(first=first, last=last))
    assert [choice.text for choice in numbered(seen, seat, last, lang)] == [f"{text} {last}"]
    assert numbered(seen, seat, str(bids[-1].amount + 1), lang) == ()
    each = menu(seen, seat, lang, runs=False).moves
    assert [choice.move for choice in each if isinstance(choice.move, Bid)] == bids


def bidding() -> tuple[Seen, int, list[Bid]]:
    """An auction in which a seat can go higher in more than one way."""
    dice, match = stream("bids"), Recorder(GAMES["medieval"], 3, seed="bids")
    while True:
        seat = engine.asked(match.state).seats[0]
        bids = [move for move in engine.legal(match.state, seat) if isinstance(move, Bid)]
        if len(bids) > 1:
            return match.log().seen_by(seat), seat, bids
        match.play(dice, 1)


def test_a_number_is_what_the_board_calls_by_it() -> None:
    """Of all that is offered only what has the number in it, wherever it stands in the list."""
    found = 0
    for game in GAMES:
        for seen, seat in moments(game):
            for number in map(str, range(1, 9)):
                lines = numbered(seen, seat, number, "en")
                assert all(number in format_move(line.move).split() for line in lines)
                offered = [one for one in engine.legal(seen.state(), seat) if number in format_move(one).split()]
                assert bool(lines) == bool(offered)
                found += len(lines)
    assert found > 50


@pytest.mark.parametrize("game", GAMES)
def test_what_is_blocked_is_refused_for_the_reason_that_is_told(game: str) -> None:
    assert all(not choices(seen, seat, "en").blocked for seen, seat in moments(game)), "only where somebody asks for it"
    told = 0
    for seen, seat in moments(game):
        english, french = (choices(seen, seat, lang, reasons=True).blocked for lang in ("en", "fr"))
        assert [(one.long, one.rule) for one in english] == [(one.long, one.rule) for one in french]
        for one in english[:10]:
            with pytest.raises(Refused) as refused:
                read_move(seen.game, seen.state(), seat, one.long)
            told += one.rule == refused.value.rule
            assert one.reason
    assert told or game in {"toy", "nobility"}, "they list nothing that is blocked"


@pytest.mark.parametrize("game", GAMES)
def test_a_text_that_has_begun_leaves_what_goes_on_from_it(game: str) -> None:
    for seen, seat in moments(game)[:8]:
        words = following(seen, seat, "", "en")
        assert choices(seen, seat, "en", "").next == tuple(words) != ()
        for word in words[:4]:
            begun = choices(seen, seat, "en", word)
            assert all(choice.long.startswith(word) for choice in begun.moves)
            assert begun.next == tuple(following(seen, seat, word, "en"))
        assert not choices(seen, seat, "en", "nonsense").moves
        offered = continuations(seen, seat, "", words[0][:1])  # with words of the banner
        assert {one for one in words if one[0] == words[0][0]} <= {*offered}
        assert {one[0] for one in offered} == {words[0][0]}


def test_who_is_not_asked_is_offered_nothing() -> None:
    for name in archive.index():
        log, _ = checked(archive.read(name))
        for found in (choices(log, 0, "en", reasons=True), menu(log, 0, "fr", "")):
            assert not found.asked
            assert (found.moves, found.groups, found.next, found.example, found.blocked) == ((), (), (), None, ())
        assert isinstance(lexicon(log), Lexicon)


@pytest.mark.parametrize("typed", ["place gold", "place G1", "placer or G1 A2", "place gold G1 A1 A1 A1 A1 A1"])
def test_an_example_goes_on_from_what_is_typed(typed: str) -> None:
    seen, seat = next((seen, seat) for seen, seat in moments("medieval") if unlistable(engine.waiting(seen.state())))
    for lang in ("en", "fr"):
        text = menu(seen, seat, lang, typed).example
        assert text is not None
        assert text == menu(seen, seat, lang, typed).example, "always the same"
        move = read_move(seen.game, seen.state(), seat, text)
        begun = [word for word in typed.split()[1:] if word not in {"A1", "A2"}]
        assert {"or": "gold"}.get(begun[0], begun[0]) in format_move(move)
    with pytest.raises((Refused, Usage)) as refused:
        read_move(seen.game, seen.state(), seat, typed)
    offered = refused.value.nearest if isinstance(refused.value, Refused) else refused.value.known  # type: ignore[attr-defined]
    assert offered
    for text in offered:
        assert read_move(seen.game, seen.state(), seat, text)
