"""What every engine must do. A new engine passes by subclassing `Compliance` and giving it the fixture `door`."""

from collections.abc import Callable, Iterator
from itertools import islice

import msgspec
import pytest

from core.kernel.errors import Damaged
from core.kernel.log.row import StoredRow
from core.kernel.rules.secret import Box, Opening
from store.port import Change, EventStore, Head, Repeated, Secrets, Stale, Summary, Watch
from tests.store.lines import Line, chained, play, summary

Door = Callable[[], EventStore]  # opens the same, at first empty, store once more


class Compliance:
    @pytest.fixture
    def door(self) -> Iterator[Door]:
        raise NotImplementedError

    @pytest.fixture
    def store(self, door: Door) -> EventStore:
        return door()

    # ------------------------------------------------------------------------------------------------ append and read

    def test_rows_come_back_as_they_were_given(self, store: EventStore, door: Door) -> None:
        rows = Line("m").next(3, boxes=2)
        outcome = store.append("m", 0, "", rows, summary("m", 3))
        assert isinstance(outcome, Head)
        assert outcome.seq == 3
        for reader in (store, door()):
            found = reader.read("m")
            assert found == rows
            assert [bytes(row.body) for row in found] == [bytes(row.body) for row in rows]
            assert chained("m", found)

    def test_redacted_openings_stay_holes(self, store: EventStore) -> None:
        line = Line("m")
        rows = line.next(boxes=2) + line.next(boxes=3, redacted=True)
        mixed = StoredRow(rows[0].body, rows[0].commits, (None, rows[0].openings[1]), rows[0].digest)
        store.append("m", 0, "", [mixed, rows[1]], summary("m", 2))
        assert [row.openings for row in store.read("m")] == [mixed.openings, (None, None, None)]

    def test_reading_goes_on_after_a_row(self, store: EventStore) -> None:
        rows = Line("m").next(5, boxes=1)
        store.append("m", 0, "", rows, summary("m", 5))
        assert store.read("m", 3) == rows[3:]
        assert store.read("m", 5) == []
        assert store.read("m", 99) == []
        assert store.read("m", -1) == rows

    def test_some_rows_at_a_time(self, store: EventStore) -> None:
        rows = Line("m").next(5, boxes=1)
        store.append("m", 0, "", rows, summary("m", 5))
        assert [store.read("m", after, 2) for after in (0, 2, 4, 5)] == [rows[:2], rows[2:4], rows[4:], []]
        assert store.read("m", 1, 0) == []
        assert store.read("m", 1, 99) == rows[1:]

    def test_rows_may_come_one_by_one(self, store: EventStore, door: Door) -> None:
        """Too many to be held: all of them are stored, or none if they break off."""
        rows = Line("m").next(5, boxes=1)

        def breaking(after: int) -> Iterator[StoredRow]:
            yield from rows[:after]
            raise OSError("the file is gone")

        with pytest.raises(OSError, match="gone"):
            store.append("m", 0, "c", breaking(3), summary("m", 5))
        assert (store.read("m"), store.made_by("m", "c"), list(store.summaries())) == ([], None, [])
        with pytest.raises(ValueError, match="something else"):
            store.append("m", 0, "c", iter(rows[:4]), summary("m", 5))
        assert (store.read("m"), store.changed(0)) == ([], [])
        assert store.append("m", 0, "c", iter(rows), summary("m", 5)) == Head(5, 5)
        assert door().read("m") == rows

    def test_an_unknown_match_is_empty(self, store: EventStore) -> None:
        assert store.read("nobody") == []
        assert store.head("nobody") == 0
        assert store.secrets("nobody") is None
        assert store.made_by("nobody", "c") is None
        assert store.find("nobody") == []
        assert store.everything() == []
        assert list(store.summaries()) == []
        assert store.changed(0) == []

    def test_the_head_follows_the_rows(self, store: EventStore) -> None:
        line = Line("m")
        store.append("m", 0, "", line.next(2), summary("m", 2))
        assert store.append("m", 2, "", line.next(3), summary("m", 5)) == Head(5, 5)
        assert store.head("m") == 5

    @pytest.mark.parametrize("expected", [0, 1, 3, 99])
    def test_another_head_is_stale_and_nothing_is_written(self, store: EventStore, expected: int) -> None:
        rows = Line("m").next(2)
        store.append("m", 0, "", rows, summary("m", 2))
        other = Line("m")
        other.seq = expected
        late = store.append("m", expected, "late", other.next(by="ben"), summary("m", expected + 1, over=True))
        assert late == Stale(2)
        assert store.read("m") == rows
        assert store.made_by("m", "late") is None
        assert [s.over for s in store.summaries()] == [False]

    def test_a_match_that_never_began_is_stale_too(self, store: EventStore) -> None:
        line = Line("m")
        line.seq = 4
        assert store.append("m", 4, "", line.next(), summary("m", 5)) == Stale(0)

    def test_two_matches_do_not_touch_each_other(self, store: EventStore) -> None:
        a, b = Line("a").next(2, boxes=1), Line("b").next(3, boxes=1)
        store.append("a", 0, "c", a, summary("a", 2))
        store.append("b", 0, "c", b, summary("b", 3))
        assert (store.read("a"), store.read("b")) == (a, b)
        assert (store.made_by("a", "c"), store.made_by("b", "c")) == (Repeated(1, 2), Repeated(1, 3))

    def test_names_may_hold_any_character(self, store: EventStore) -> None:
        match, client = "mâtch % _ ' \" \\ 七", "client ' ; --"
        rows = Line(match).next(boxes=1)
        store.append(match, 0, client, rows, summary(match, 1, seats=("a\nb", ""), waiting=("",)))
        assert store.read(match) == rows
        assert store.made_by(match, client) == Repeated(1, 1)
        assert store.find("mâtch % _") == [match]
        assert [s.match for s in store.summaries(waiting="")] == [match]

    # -------------------------------------------------------------------------------------------- what no caller means

    def test_an_empty_append_is_a_mistake(self, store: EventStore) -> None:
        play(store, "m", 2)
        with pytest.raises(ValueError, match="without rows"):
            store.append("m", 2, "", [], summary("m", 2))
        assert store.head("m") == 2

    def test_rows_in_the_wrong_place_are_a_mistake(self, store: EventStore) -> None:
        line = Line("m")
        first, second, third = line.next(3)
        for match, expected, rows in (
            ("m", 0, [second]),
            ("m", 0, [first, third]),
            ("m", 0, [second, first]),
            ("m", 1, [first]),
            ("other", 0, [first]),
        ):
            with pytest.raises(ValueError, match="in place of"):
                store.append(match, expected, "", rows, summary(match, expected + len(rows)))
        assert store.changed(0) == []

    def test_arguments_that_contradict_each_other_are_a_mistake(self, store: EventStore) -> None:
        (row,) = Line("m").next(boxes=2)
        fewer = StoredRow(row.body, row.commits, row.openings[:1], row.digest)
        no_json = StoredRow(msgspec.Raw(b"{"), (), (), row.digest)
        with pytest.raises(ValueError, match="differ in number"):
            store.append("m", 0, "", [fewer], summary("m", 1))
        with pytest.raises(ValueError, match="row 1"):
            store.append("m", 0, "", [no_json], summary("m", 1))
        with pytest.raises(ValueError, match="summary"):
            store.append("m", 0, "", [row], summary("m", 2))
        with pytest.raises(ValueError, match="summary"):
            store.append("m", 0, "", [row], summary("n", 1))
        with pytest.raises(ValueError, match="no match"):
            store.append("m", -1, "", [row], summary("m", 0))
        with pytest.raises(ValueError, match="first row"):
            store.append("m", 1, "", [row], summary("m", 2), Secrets("seed", b"key"))
        assert store.changed(0) == []

    # --------------------------------------------------------------------------------------------------------- retries

    def test_a_retry_gets_the_rows_it_made_the_first_time(self, store: EventStore, door: Door) -> None:
        line = Line("m")
        store.append("m", 0, "", line.next(), summary("m", 1))
        twice = line.next(2)
        store.append("m", 1, "c1", twice, summary("m", 3))
        again = door()
        assert again.append("m", 1, "c1", twice, summary("m", 3)) == Repeated(2, 3)
        assert again.made_by("m", "c1") == Repeated(2, 3)
        assert again.head("m") == 3

    def test_seen_comes_before_stale(self, store: EventStore) -> None:
        line = Line("m")
        rows = line.next()
        store.append("m", 0, "c1", rows, summary("m", 1))
        store.append("m", 1, "c2", line.next(), summary("m", 2))
        assert store.append("m", 0, "c1", rows, summary("m", 1)) == Repeated(1, 1)
        assert store.append("m", 0, "c3", rows, summary("m", 1)) == Stale(2)

    def test_a_retry_from_the_new_head_is_seen_too(self, store: EventStore) -> None:
        play(store, "m", client="c1")
        assert play(store, "m", client="c1") == Repeated(1, 1)
        assert store.head("m") == 1

    def test_no_client_id_is_never_a_retry(self, store: EventStore) -> None:
        play(store, "m")
        play(store, "m")
        assert store.head("m") == 2
        assert store.made_by("m", "") is None

    # ------------------------------------------------------------------------------------------------------- openings

    def test_what_opens_a_box_can_come_later(self, store: EventStore, door: Door) -> None:
        rows, openings = self.closed(store)
        assert store.learn("m", openings[1:3]) == 2
        assert door().read("m")[0].openings == (None, openings[1][1])
        assert store.learn("m", iter(openings)) == len(openings) - 2
        assert store.learn("m", openings) == 0, "it is known now"
        for reader in (store, door()):
            assert reader.read("m") == rows
        assert store.learn("m", []) == 0

    @staticmethod
    def closed(store: EventStore) -> tuple[list[StoredRow], list[tuple[Box, Opening]]]:
        """Two rows are stored with closed boxes: the rows as they are in full, and what opens them."""
        rows = Line("m").next(2, boxes=2)
        store.append("m", 0, "", Line("m").next(2, boxes=2, redacted=True), summary("m", 2))
        held = [((seq, at), one) for seq, row in enumerate(rows, 1) for at, one in enumerate(row.openings) if one]
        return rows, held

    def test_nothing_but_what_fits_opens_a_box(self, store: EventStore) -> None:
        """All or none, and no row, no summary and no feed changes."""
        _, openings = self.closed(store)
        before = store.read("m"), store.changed(0), list(store.summaries())
        (box, opening), *others = openings
        other_value, other_salt = Opening(opening.salt, '"another"'), Opening("00", opening.value)
        for wrong in ((box, other_value), (box, other_salt), ((1, 1), opening), ((2, 0), opening)):
            with pytest.raises(Damaged, match="opening_does_not_fit"):
                store.learn("m", [*others, wrong])
            assert (store.read("m"), store.changed(0), list(store.summaries())) == before
        for nowhere in ((0, 0), (3, 0), (1, 2), (1, -1)):
            with pytest.raises(ValueError, match="no box"):
                store.learn("m", [*others, (nowhere, opening)])
        with pytest.raises(ValueError, match="no box"):
            store.learn("nobody", [(box, opening)])
        assert (store.read("m"), store.changed(0), list(store.summaries())) == before

    def test_openings_that_break_off_are_not_learned(self, store: EventStore) -> None:
        _, openings = self.closed(store)

        def breaking() -> Iterator[tuple[Box, Opening]]:
            yield from openings[:3]
            raise OSError("the file is gone")

        with pytest.raises(OSError, match="gone"):
            store.learn("m", breaking())
        assert all(not any(row.openings) for row in store.read("m"))

    def test_two_learn_the_same(self, store: EventStore, door: Door) -> None:
        """By turns; what one knows, the other does not learn again."""
        rows, openings = self.closed(store)
        other = door()
        assert [one.learn("m", openings[at : at + 2]) for at, one in enumerate((store, other, store))] == [2, 1, 1]
        assert store.read("m") == other.read("m") == rows

    # --------------------------------------------------------------------------------------------------------- secrets

    def test_secrets_are_stored_with_the_start(self, store: EventStore, door: Door) -> None:
        secrets = Secrets("a seed", b"\x00\xffkey")
        store.append("m", 0, "", Line("m").next(), summary("m", 1), secrets)
        assert door().secrets("m") == secrets

    def test_a_start_that_lost_the_race_leaves_no_secrets(self, store: EventStore) -> None:
        store.append("m", 0, "", Line("m").next(), summary("m", 1), Secrets("first", b"1"))
        late = store.append("m", 0, "", Line("m").next(by="ben"), summary("m", 1), Secrets("second", b"2"))
        assert late == Stale(1)
        assert store.secrets("m") == Secrets("first", b"1")

    def test_an_imported_match_has_no_secrets(self, store: EventStore) -> None:
        play(store, "m")
        assert store.secrets("m") is None

    def test_secrets_do_not_show_themselves(self) -> None:
        assert "hush" not in repr(Secrets("hush", b"hush")) + str([Secrets("hush", b"hush")])

    # ------------------------------------------------------------------------------------------------------------ feed

    def test_the_feed_tells_every_row_in_order(self, store: EventStore) -> None:
        for match, count in (("a", 2), ("b", 1), ("a", 1)):
            play(store, match, count)
        changes = store.changed(0)
        assert [(c.match, c.seq) for c in changes] == [("a", 1), ("a", 2), ("b", 1), ("a", 3)]
        positions = [c.position for c in changes]
        assert positions == sorted(set(positions))
        assert store.changed(positions[1]) == changes[2:]
        assert store.changed(positions[-1]) == []
        assert store.changed(0, limit=3) == changes[:3]

    def test_an_append_says_its_position_in_the_feed(self, store: EventStore) -> None:
        for match in ("a", "b", "a"):
            head = play(store, match, 2)
            assert isinstance(head, Head)
            assert store.changed(0)[-1] == Change(head.position, match, head.seq)

    def test_what_was_refused_is_not_in_the_feed(self, store: EventStore) -> None:
        play(store, "m", client="c")
        before = store.changed(0)
        play(store, "m", client="c")
        store.append("m", 0, "", Line("m").next(), summary("m", 1))
        assert store.changed(0) == before
        play(store, "m")
        assert len(store.changed(0)) == len(before) + 1

    # -------------------------------------------------------------------------------------------- finding and listing

    def test_a_prefix_finds_the_matches_that_begin_so(self, store: EventStore) -> None:
        for match in ("quiet-heron", "quiet-hare", "quick-fox", "Quiet-owl", "qui"):
            play(store, match, 2)
        assert store.find("quiet") == ["quiet-hare", "quiet-heron"]
        assert store.find("quiet-her") == ["quiet-heron"]
        assert store.find("qui") == ["qui"]
        assert store.find("x") == []
        assert store.alike("quiet") == ["qui", "quiet-hare", "quiet-heron"]
        assert store.alike("quick-foxes") == ["qui", "quick-fox"]
        assert store.alike("silent") == []
        assert store.find("qu%") == []
        assert store.find("quiet\udcff") == []
        assert store.find("") == sorted(["quiet-heron", "quiet-hare", "quick-fox", "Quiet-owl", "qui"])
        assert store.everything() == store.find("")

    @pytest.fixture
    def several(self, store: EventStore) -> EventStore:
        for one in (
            summary("m1", 1, seats=("ana", "ben"), waiting=("ana",), at=10),
            summary("m2", 1, seats=("ana", "cyd"), waiting=("cyd",), at=40),
            summary("m3", 1, game="heirs", seats=("ben", "cyd"), waiting=("ben", "cyd"), at=20),
            summary("m4", 1, game="heirs", seats=("ana", "ben"), waiting=(), over=True, at=30),
        ):
            store.append(one.match, 0, "", Line(one.match).next(), one)
        return store

    @pytest.mark.parametrize(
        ("filters", "found"),
        [
            ({}, ["m2", "m4", "m3", "m1"]),
            ({"limit": 2}, ["m2", "m4"]),
            ({"prefix": ""}, ["m2", "m4", "m3", "m1"]),
            ({"prefix": "m", "limit": 1}, ["m2"]),
            ({"prefix": "m3"}, ["m3"]),
            ({"prefix": "M"}, []),
            ({"prefix": "m%"}, []),
            ({"prefix": "m\udcff"}, []),
            ({"prefix": "m", "seat": "cyd"}, ["m2", "m3"]),
            ({"game": "heirs"}, ["m4", "m3"]),
            ({"game": "chess"}, []),
            ({"seat": "ana"}, ["m2", "m4", "m1"]),
            ({"seat": "an"}, []),
            ({"waiting": "cyd"}, ["m2", "m3"]),
            ({"waiting": "ana"}, ["m1"]),
            ({"over": True}, ["m4"]),
            ({"over": False}, ["m2", "m3", "m1"]),
            ({"seat": "ana", "over": False}, ["m2", "m1"]),
            ({"game": "heirs", "waiting": "cyd"}, ["m3"]),
            ({"seat": "ben", "waiting": "cyd", "game": "heirs", "over": False, "limit": 9}, ["m3"]),
        ],
    )
    def test_the_list_shows_what_fits_newest_first(
        self, several: EventStore, filters: dict[str, object], found: list[str]
    ) -> None:
        assert [s.match for s in several.summaries(**filters)] == found  # type: ignore[arg-type]

    def test_names_are_found_in_any_case(self, several: EventStore) -> None:
        one = summary("m5", 1, seats=("Ana", "ÉLODIE"), waiting=("Ana",), at=50)
        several.append("m5", 0, "", Line("m5").next(), one)
        assert several.called("ANA") == ["Ana", "ana"]
        assert several.called("élodie") == ["ÉLODIE"]
        assert several.called("an") == several.called("") == several.called("an\udcff") == []

    def test_a_summary_comes_back_whole(self, store: EventStore) -> None:
        one = Summary("m", "emara", ("ana", "ben"), ("ben",), since=7, round="round 3", over=False, head=1, at=9)
        store.append("m", 0, "", Line("m").next(), one)
        assert list(store.summaries()) == [one]

    def test_a_summary_follows_its_match(self, store: EventStore) -> None:
        line = Line("m")
        steps = [
            summary("m", 1, waiting=("ana",), at=1),
            summary("m", 2, waiting=("ben", "ana"), at=2),
            summary("m", 3, waiting=("ben",), at=3),
            summary("m", 4, waiting=("ben",), seats=("cyd", "ben"), at=4),
            summary("m", 5, waiting=(), seats=("cyd", "ben"), over=True, at=5),
            summary("m", 6, waiting=("cyd",), seats=("cyd", "ben"), over=False, at=6),
        ]
        for step in steps:
            store.append("m", step.head - 1, "", line.next(), step)
            assert list(store.summaries()) == [step]
            for name in ("ana", "ben", "cyd"):
                assert bool(list(store.summaries(waiting=name))) == (name in step.waiting)
                assert bool(list(store.summaries(seat=name))) == (name in step.seats)
            assert bool(list(store.summaries(over=True))) == step.over

    def test_one_person_may_hold_two_seats(self, store: EventStore) -> None:
        line = Line("m")
        store.append("m", 0, "", line.next(), summary("m", 1, seats=("ana", "ana"), waiting=("ana", "ana")))
        assert [s.waiting for s in store.summaries(waiting="ana")] == [("ana", "ana")]
        store.append("m", 1, "", line.next(), summary("m", 2, seats=("ana", "ana"), waiting=("ana",)))
        assert [s.waiting for s in store.summaries(waiting="ana")] == [("ana",)]

    def test_long_lists_come_page_by_page(self, several: EventStore) -> None:
        whole, ids = list(several.summaries()), several.everything()
        assert len(ids) > 2
        pages, after = list[Summary](), None
        while page := list(several.summaries(after=after, limit=2)):
            assert len(page) <= 2
            pages += page
            after = page[-1]
        assert pages == whole
        found, last = list[str](), None
        while some := several.everything(last, 2):
            assert len(some) <= 2
            found += some
            last = some[-1]
        assert found == ids
        assert several.find("", 2) == several.find("")[:2]
        assert several.find(ids[1], 1) == [ids[1]]
        assert several.alike(ids[0], 1) == [ids[0]]

    def test_the_list_may_be_left_half_read(self, several: EventStore, door: Door) -> None:
        half = several.summaries()
        assert [s.match for s in islice(half, 1)] == ["m2"]
        play(door(), "m1")
        assert play(several, "m1") == Head(3, 6)
        assert [s.match for s in half] == ["m4", "m3", "m1"]

    def test_closing_twice_is_allowed(self, store: EventStore, door: Door) -> None:
        play(store, "m")
        store.close()
        store.close()
        assert door().head("m") == 1

    # ------------------------------------------------------------------------------------------------ spectators' links

    def test_links_are_kept_beside_the_log(self, store: EventStore, door: Door) -> None:
        play(store, "m")
        play(store, "other")
        before = store.read("m"), store.position(), store.head("m")
        first, second = store.let_watch("m", "d1", "Ana", 7), store.let_watch("m", "d2", "arbiter", 8)
        assert (first, second) == (Watch("m", 1, "d1", "Ana", 7), Watch("m", 2, "d2", "arbiter", 8))
        assert store.let_watch("other", "d1", "Bo", 9).number == 1
        for reader in (store, door()):
            assert reader.watches("m") == [first, second]
            assert reader.watches("nobody") == []
        assert (store.read("m"), store.position(), store.head("m")) == before

    def test_a_link_is_known_by_its_digest(self, store: EventStore) -> None:
        play(store, "m")
        play(store, "other")
        store.let_watch("m", "d", "Ana", 7)
        asked = [("m", "d"), ("m", "e"), ("other", "d"), ("nobody", "d")]
        assert [store.is_watched(match, digest) for match, digest in asked] == [True, False, False, False]
        store.end_watch("m", [1])
        assert not store.is_watched("m", "d")

    def test_the_same_link_is_kept_once(self, store: EventStore) -> None:
        play(store, "m")
        first = store.let_watch("m", "d", "Ana", 7)
        assert store.let_watch("m", "d", "Bo", 8) == first
        assert store.watches("m") == [first]

    def test_a_link_that_is_withdrawn_is_gone(self, store: EventStore, door: Door) -> None:
        play(store, "m")
        play(store, "other")
        links = [store.let_watch("m", digest, "Ana", 7) for digest in ("a", "b", "c")]
        elsewhere = store.let_watch("other", "a", "Ana", 7)
        store.end_watch("m", [2])
        store.end_watch("m", [2, 99])
        assert door().watches("m") == [links[0], links[2]]
        store.end_watch("m", [1, 3])
        assert (store.watches("m"), store.watches("other")) == ([], [elsewhere])
        assert store.let_watch("m", "b", "Ana", 8).digest == "b"

    def test_there_is_no_link_to_a_match_that_is_not_there(self, store: EventStore) -> None:
        with pytest.raises(ValueError, match="nobody"):
            store.let_watch("nobody", "d", "Ana", 7)
        assert store.watches("nobody") == []
