"""Invitations at a service: who accepts one sits there, whatever comes between, and nobody else is shown the match."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from socket import gaierror
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from cli.main import herald
from cli.person.keyring import Key, Keyring
from cli.person.keytexts import Invited, link, read_keys, read_link
from core.kernel.errors import NotAllowed, Usage
from core.kernel.log.keys import ARBITER
from core.kernel.log.row import KeyReplaced
from store.matches import Matches
from store.remote.call import Host, Unreachable
from store.sqlite.adapter import open_store
from tests.cli.conftest import Said
from tests.cli.conftest import home as home  # noqa: PLC0414 - a fixture
from tests.replays.tables import Clock, entropy_of
from tests.service.conftest import asking
from tests.support.patience import PATIENCE
from tests.support.serving import served

HERALD = str(Path(sys.executable).with_name("herald"))


class Friends:
    """People with homes of their own, and a service."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url
        self.db = folder / "matches.db"

    def env(self, who: str) -> dict[str, str]:
        return {"HERALD_HOME": str(self.folder / who), "HERALD_DB": self.url}

    def types(self, who: str, *args: str, given: str = "", **env: str) -> Said:
        result = CliRunner().invoke(herald, list(args), input=given, env={**self.env(who), **env})
        assert not isinstance(result.exception, Exception), f"{args}: {result.exception!r}"
        return Said(result.exit_code, result.stdout, result.stderr)

    def done(self, who: str, *args: str, given: str = "", **env: str) -> Any:
        """What came of it, for programs."""
        said = self.types(who, *args, "--json", given=given, **env)
        assert said.code == 0, said.err
        return said.json

    def keys(self, who: str) -> list[Key]:
        """All that somebody holds."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("HERALD_HOME", str(self.folder / who))
            return list(Keyring(self.url).keys)

    def keep(self, who: str, keys: Sequence[Key]) -> None:
        """The first one is the newest."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("HERALD_HOME", str(self.folder / who))
            Keyring(self.url).keep(keys)

    def ring(self, who: str, match: str) -> list[Key]:
        """What somebody holds of a match."""
        return [key for key in self.keys(who) if key.match == match]

    def replaced(self, match: str, name: str) -> list[int | None]:
        """Who replaced the key of a seat, each time."""
        with open_store(self.db, create=False) as store:
            rows = Matches(store, Clock(), entropy_of("")).log(match).bodies
        return [row.seat for row in rows if isinstance(row.about, KeyReplaced) and row.about.name == name]

    def opens(self, key: Key) -> bool:
        """Does the host take it for that of its seat?"""
        shown = asking(self.url)("GET", f"/matches/{key.match}/rows", key=key.key)
        return shown.status == 200 and shown.json["reader"] == key.seat


@pytest.fixture
def friends(home: Path) -> Iterator[Friends]:
    with served(home / "matches.db") as url:
        yield Friends(home, url)


class Begun(msgspec.Struct, frozen=True):
    match: str
    links: dict[str, str]


@pytest.fixture
def begun(friends: Friends) -> Begun:
    """Ana has begun a match for herself and three friends, one of whom is a bot."""
    names = ("Ana", "Bo", "Cy", "--bot", "Dee=random")
    made = friends.done("ana", "new", "medieval", *names, "--practice", "may")
    return Begun(made["match"], made["invitations"])


# --- who is invited ---------------------------------------------------------------------------------------------------


def test_who_begins_keeps_their_keys_and_hands_on_the_other_people_s(friends: Friends, begun: Begun) -> None:
    assert begun.links.keys() == {"Bo", "Cy"}
    assert {key.seat for key in friends.ring("ana", begun.match)} == {"Ana", ARBITER}
    assert all(one.startswith(f"{friends.url}/m/{begun.match}#as=") for one in begun.links.values())
    assert friends.types("ana", "move", "monarch 1").code == 0
    said = friends.types("ana", "new", "medieval", "Ana", "Bo", "--as", "Bo")
    assert "Ana: http" in said.out
    assert "Bo: http" not in said.out


def test_whoever_accepts_sits_there_and_has_a_key_that_nobody_else_knows(friends: Friends, begun: Begun) -> None:
    said = friends.types("bo", "accept", begun.links["Bo"], HERALD_DB="")
    assert said.code == 0, said.err
    assert said.out.startswith(f"You sit as Bo in {begun.match}: Medieval Realms, with Ana, Cy, Dee.\nWaiting for Ana")
    assert f"export HERALD_DB={friends.url}" in said.err
    (own,) = friends.ring("bo", begun.match)
    invited = read_link(begun.links["Bo"])
    assert invited is not None
    assert (own.pending, own.key == invited.key, friends.opens(own)) == (False, False, True)
    assert not friends.opens(invited)
    assert link(Key(own.match, own.seat, own.key, own.at)) in said.out
    assert friends.types("bo", "show").out.startswith(f"{begun.match}, row 2, as Bo sees it")
    assert own.key.encode() not in b"".join(file.read_bytes() for file in friends.folder.glob("matches.db*"))


def test_the_link_may_come_from_standard_input(friends: Friends, begun: Begun) -> None:
    for args in ((), ("-",)):
        assert friends.types("bo", "accept", *args, given=f"\n  {begun.links['Bo']}\n\n").code == 0
    assert friends.replaced(begun.match, "Bo") == [1]


def test_ones_own_link_opens_a_second_device(friends: Friends, begun: Begun) -> None:
    own = friends.done("bo", "accept", begun.links["Bo"])["link"]
    assert friends.types("laptop", "key", "keep", own, HERALD_DB="").code == 0
    assert friends.types("laptop", "show").out.startswith(f"{begun.match}, row 2, as Bo sees it")
    refused = friends.types("thief", "accept", own, "--json")
    assert (refused.code, refused.error["why"]) == (2, "is_no_invitation")


def test_accepted_again_it_says_the_same_and_does_nothing(friends: Friends, begun: Begun) -> None:
    first, again = (friends.done("bo", "accept", begun.links["Bo"]) for _ in range(2))
    assert (first["seen"], again["seen"]) == (False, True)
    assert first["link"] == again["link"]
    assert friends.replaced(begun.match, "Bo") == [1]


def test_a_second_device_is_told_that_it_was_accepted_and_when(friends: Friends, begun: Begun) -> None:
    friends.done("bo", "accept", begun.links["Bo"])
    said = friends.types("phone", "accept", begun.links["Bo"])
    assert said.code == 4
    assert "accepted before" in said.err
    assert "(row 2)" in said.err
    assert f"herald key copy {begun.match}" in said.err
    assert "whoever invited you" in said.err
    assert friends.ring("phone", begun.match) == []
    assert friends.types("phone", "show", begun.match).code == 2


def test_who_invites_sees_who_has_accepted_and_invites_the_others_anew(friends: Friends, begun: Begun) -> None:
    friends.done("bo", "accept", begun.links["Bo"])
    shown = friends.done("ana", "invite")
    assert shown["invitations"] == {}
    assert next(one for one in shown["seats"] if one["name"] == "Cy")["row"] == 1
    assert "the link made " in friends.types("ana", "invite", "Cy").out
    sent = read_link(begun.links["Cy"])
    assert sent is not None
    assert friends.opens(sent), "what was sent still holds"
    invited = friends.done("ana", "invite", "--anew")
    assert {one["name"]: one["state"] for one in invited["seats"]} == {
        "Ana": "own",
        "Bo": "accepted",
        "Cy": "open",
        "Dee": "bot",
    }
    assert invited["invitations"].keys() == {"Cy"}
    old = friends.types("cy", "accept", begun.links["Cy"], "--json")
    assert (old.code, old.error["why"]) == (4, "invitation_renewed")
    friends.done("cy", "accept", invited["invitations"]["Cy"])
    assert friends.done("ana", "invite", "--anew")["invitations"] == {}
    refused = friends.types("ana", "invite", begun.match, "Bo", "--anew", "--json")
    assert (refused.code, refused.error["why"]) == (4, "accepted_before")
    assert friends.types("ana", "invite", begun.match, "Dee", "--anew").code == 2
    assert friends.types("ana", "invite", "--reason", "lost").code == 2, "nothing was made of which it could be said"
    assert friends.done("bo", "invite", "Bo")["seats"][0]["state"] == "own"
    refused = friends.types("bo", "invite", "--anew", "--json")
    assert (refused.code, refused.error["why"]) == (4, "invites_as_arbiter")


def test_who_plays_with_the_key_from_the_start_is_not_sent_away_by_the_way(friends: Friends, begun: Begun) -> None:
    assert friends.types("bo", "key", "keep", begun.links["Bo"]).code == 0
    assert friends.types("ana", "move", "monarch 1").code == 0
    assert friends.types("bo", "move", "monarch 2").code == 0
    invited = friends.done("ana", "invite", "--anew")
    assert invited["invitations"].keys() == {"Cy"}
    assert [one["state"] for one in invited["seats"] if one["name"] == "Bo"] == ["plays"]
    assert friends.done("ana", "invite", begun.match, "Bo", "--anew")["invitations"].keys() == {"Bo"}
    assert friends.done("ana", "invite", "Bo", "ana", "--anew")["invitations"].keys() == {"Bo", "Ana"}


def test_a_lost_seat_is_given_back(friends: Friends, begun: Begun) -> None:
    """Somebody else was faster with Bo's link."""
    friends.done("thief", "accept", begun.links["Bo"])
    key = friends.done("ana", "key", "--arbiter", "--as", "Bo", "--reason", "stolen")["key"]
    assert friends.types("thief", "move", "monarch 1").code == 4
    mine = link(Key(begun.match, "Bo", key, friends.url), invited=True)
    assert friends.types("bo", "accept", mine).code == 0


# --- links that are none ----------------------------------------------------------------------------------------------

HOSTILE = (
    "",
    "no link",
    "https://club.example",
    "https://club.example/m/azure-rose-777",
    "https://club.example/m/azure-rose-777#as=Bo",
    "https://club.example/m/azure-rose-777#as=Bo&key=",
    "https://club.example/m/azure-rose-777#as=Bo&key=ab&key=cd&invited",
    "https://club.example/m/azure-rose-777#as=Bo&as=Cy&key=ab&invited",
    "https://club.example/m/azure-rose-777#as=Bo&key=ab&invited=yes",
    "https://club.example/m/azure-rose-777#as=Bo&key=ab&invited&more",
    "https://club.example/m/azure-rose-777?watch=ab#as=Bo&key=ab&invited",
    "https://club.example/m/../azure-rose-777#as=Bo&key=a b&invited",
    "https://club.example/m/AZURE#as=Bo&key=ab&invited",
    "https://club.example/m/%2e%2e#as=Bo&key=ab&invited",
    "https://club.example/azure-rose-777#as=Bo&key=ab&invited",
    "https://club.example:port/m/azure-rose-777#as=Bo&key=ab&invited",
    "https://ana:secret@club.example/m/azure-rose-777#as=Bo&key=ab&invited",
    "https:///m/azure-rose-777#as=Bo&key=ab&invited",
    "ftp://club.example/m/azure-rose-777#as=Bo&key=ab&invited",
    "javascript://club.example/m/azure-rose-777#as=Bo&key=ab&invited",
    "file:///etc/m/azure-rose-777#as=Bo&key=ab&invited",
    "https://[/m/azure-rose-777#as=Bo&key=ab&invited",
    "https://club.example/m/azure-rose-777#as=%ff&key=ab&invited",
    "https://club.example/m/azure-rose-777#as=Bo&key=%0a&invited",
    f"https://club.example/m/azure-rose-777#as={'B' * 300}&key=ab&invited",
    f"https://club.example/m/azure-rose-777#as=Bo&key={'a' * 300}&invited",
    f"https://club.example/m/{'a' * 300}#as=Bo&key=ab&invited",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_invitation_is_refused_before_anybody_is_asked(
    friends: Friends, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Host, "_answer", pytest.fail)
    for words, given in (((text,), ""), ((), text)):
        said = friends.types("bo", "accept", *words, "--json", given=given)
        assert (said.code, said.error["why"]) == (2, "no_invitation")
    assert not (friends.folder / "bo" / "keys.json").exists()
    assert read_link(text) is None
    if "://" in text:
        with pytest.raises(Usage):
            read_keys(text)


def test_two_links_are_not_one(friends: Friends, begun: Begun) -> None:
    both = "\n".join(begun.links.values())
    assert friends.types("bo", "accept", given=both).code == 2
    assert len(read_keys(both)) == 2


def test_a_link_in_the_clear_is_not_followed(friends: Friends) -> None:
    said = friends.types("bo", "accept", "http://club.example/m/azure-rose-777#as=Bo&key=ab&invited", "--json")
    assert (said.code, said.error["why"]) == (2, "not_in_the_clear")


def test_a_link_that_lies_is_told_and_leaves_nothing(friends: Friends, begun: Begun) -> None:
    key = read_link(begun.links["Bo"])
    assert key is not None
    lies = (
        Key(begun.match, "Cy", key.key, friends.url),
        Key(begun.match, "Zoe", key.key, friends.url),
        Key(begun.match, "\x1b[2J", key.key, friends.url),
        Key("no-such-match", "Bo", key.key, friends.url),
        Key(begun.match, "Bo", "0" * 32, friends.url),
    )
    for lie in lies:
        said = friends.types("bo", "accept", link(lie, invited=True), "--json")
        assert (lie, said.code, said.error["why"]) == (lie, 4, "invitation_to_nothing")
        assert "\x1b" not in said.err
        assert friends.ring("bo", lie.match) == []
    arbiter = link(Key(begun.match, ARBITER, key.key, friends.url), invited=True)
    assert friends.types("bo", "accept", arbiter, "--json").error["why"] == "is_no_invitation"
    assert friends.types("bo", "accept", begun.links["Bo"]).code == 0


def test_a_link_of_a_file_is_for_no_service_and_none_of_another_one(friends: Friends, begun: Begun) -> None:
    local = f"herald://{begun.match}#as=Bo&key=ab&invited"
    assert friends.types("bo", "accept", local, "--json").error["why"] == "link_elsewhere"
    named = friends.types("bo", "accept", begun.links["Bo"], "--db", "https://other.example", "--json")
    assert (named.code, named.error["why"]) == (2, "link_elsewhere")
    assert friends.ring("bo", begun.match) == []


def test_an_invitation_says_where_it_is_whoever_wrote_it_how() -> None:
    for text in ("HTTPS://Club.Example/m/a-1#as=Bo&key=ab&invited", "https://club.example/m/a-1/#key=ab&invited&as=Bo"):
        assert read_link(text) == Invited("a-1", "Bo", "ab", "https://club.example")
    assert read_link("https://club.example/games/m/a-1?watch=ab") == Key("a-1", "", "ab", "https://club.example/games")


# --- whatever comes between -------------------------------------------------------------------------------------------


@pytest.fixture
def losing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, bool], None]:
    """From now on nobody hears the answer to a request; if `lost`, the request does not arrive either."""
    honest: Callable[..., tuple[int, bytes]] = vars(Host)["_answer"]

    def from_now_on(method: str, lost: bool) -> None:
        def answer(self: Host, how: str, *more: Any) -> tuple[int, bytes]:
            if how != method:
                return honest(self, how, *more)
            if not lost:
                honest(self, how, *more)
            raise Unreachable(self.url, ConnectionResetError("gone"))

        monkeypatch.setattr(Host, "_answer", answer)

    return from_now_on


@pytest.mark.parametrize(("method", "lost"), [("GET", True), ("POST", True), ("POST", False)])
def test_who_gets_no_answer_tries_again(
    friends: Friends,
    begun: Begun,
    losing: Callable[[str, bool], None],
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    lost: bool,
) -> None:
    with monkeypatch.context():
        losing(method, lost)
        said = friends.types("bo", "accept", begun.links["Bo"], "--json")
        assert (said.code, said.error["why"]) == (1, "unreachable")
    monkeypatch.undo()
    (pending,) = friends.ring("bo", begun.match)
    assert (pending.pending, friends.opens(pending)) == (True, not lost)
    assert not lost or "give `herald accept` the link again" in friends.types("bo", "key", "list").out
    again = friends.done("bo", "accept", begun.links["Bo"])
    (own,) = friends.ring("bo", begun.match)
    assert (own.key, own.pending, friends.opens(own)) == (pending.key, False, True)
    assert again["seen"] is not lost
    assert friends.replaced(begun.match, "Bo") == [1]


def test_who_plays_alone_hears_of_no_invitations(friends: Friends) -> None:
    alone = friends.types("ana", "new", "medieval", "Ana", "--bot", "Dee=random")
    assert (alone.code, "the keys of Ana, the arbiter.)" in alone.err) == (0, True)
    assert "invite" in friends.types("ana", "new", "medieval", "Ana", "Bo").err


@pytest.mark.parametrize("wrong", [("--option", "foo=1"), ("Ana",), ("--id", "used")])
def test_of_a_match_that_the_host_refuses_to_begin_no_key_is_left(friends: Friends, wrong: tuple[str, ...]) -> None:
    friends.done("ana", "new", "emara", "Ana", "Bo", "--id", "used")
    before = friends.keys("ana")
    refused = friends.types("ana", "new", "medieval", "Ana", "Bo", *wrong, "--json")
    assert (refused.code, refused.error.get("remarks", [])) == (2, [])
    assert friends.keys("ana") == before
    assert friends.types("ana", "list").err == ""


@pytest.mark.parametrize("problem", [ConnectionRefusedError(111, "Connection refused"), gaierror(-2, "Not known")])
def test_of_a_match_that_nobody_was_asked_to_begin_no_key_is_left(
    friends: Friends, monkeypatch: pytest.MonkeyPatch, problem: OSError
) -> None:
    def nobody_there(_: HTTPConnection) -> None:
        raise problem

    monkeypatch.setattr(HTTPConnection, "connect", nobody_there)
    refused = friends.types("ana", "new", "medieval", "Ana", "Bo", "--json")
    assert (refused.code, refused.error["why"], refused.error.get("remarks", [])) == (1, "unreachable", [])
    assert friends.keys("ana") == []


def test_keys_stay_where_nobody_heard_whether_the_match_began(friends: Friends, losing: Callable[..., None]) -> None:
    losing("POST", lost=False)
    lost = friends.types("ana", "new", "medieval", "Ana", "Bo", "--json")
    assert (lost.code, lost.error["remarks"]) == (1, ["keys_in_ring", "keys_unsure"])
    assert {key.seat: friends.opens(key) for key in friends.keys("ana")} == {"Ana": True, "Bo": True, ARBITER: False}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_keys_of_a_match_that_never_began_are_forgotten_by_the_command_that_lists_name(
    friends: Friends, begun: Begun, losing: Callable[..., None], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    losing("POST", lost=True)
    assert friends.types("ana", "new", "medieval", "Ana", "Bo").code == 1
    monkeypatch.undo()
    (lost,) = {key.match for key in friends.keys("ana")} - {begun.match}
    said = [friends.types("ana", listing, HERALD_LANG=lang) for listing in ("list", "inbox")]
    assert [(one.code, one.err.count(lost)) for one in said] == [(0, 2)] * 2
    command, again = (found for one in said for found in re.findall("`([^`]+)`", one.err))
    assert command == again == f"herald key forget {lost}"
    assert friends.types("ana", *command.split()[1:], HERALD_LANG=lang).code == 0
    assert [friends.types("ana", listing).err for listing in ("list", "inbox")] == ["", ""]
    assert {key.match for key in friends.keys("ana")} == {begun.match}


def test_a_match_of_which_one_of_several_keys_opens_is_listed(friends: Friends, begun: Begun) -> None:
    invited = read_link(begun.links["Bo"])
    assert isinstance(invited, Invited)
    opens = Key(begun.match, "Bo", invited.key, friends.url)
    keys = [msgspec.structs.replace(opens, key="f" * 32), opens, msgspec.structs.replace(opens, key="e" * 32)]
    friends.keep("bo", keys)
    said = friends.types("bo", "list")
    assert (said.code, said.err, begun.match in said.out) == (0, "", True)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_key_that_was_replaced_stands_in_no_other_key_s_way(friends: Friends, begun: Begun, lang: str) -> None:
    """Who keeps both, and has not looked at the match here: it is listed; with the old one alone its match is named."""
    invited = read_link(begun.links["Bo"])
    assert isinstance(invited, Invited)
    friends.done("bo", "accept", begun.links["Bo"])
    old = Key(begun.match, "Bo", invited.key, friends.url)
    friends.keep("cy", [*friends.ring("bo", begun.match), old])
    said = friends.types("cy", "list", HERALD_LANG=lang)
    assert (said.code, said.err, begun.match in said.out) == (0, "", True)
    friends.keep("dee", [old])
    assert f"`herald key forget {begun.match}`" in friends.types("dee", "list", HERALD_LANG=lang).err


def test_an_invitation_that_was_made_before_another_one_is_refused_stays(
    friends: Friends, begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest: Callable[..., Any] = vars(Host)["post"]
    asked: list[object] = []

    def post(self: Host, kind: type[object], path: tuple[str, ...], value: object, key: str | None = None) -> Any:
        asked.append(value)
        if len(asked) > 1:
            raise NotAllowed("key_of_nobody", match=begun.match)
        return honest(self, kind, path, value, key)

    monkeypatch.setattr(Host, "post", post)
    refused = friends.types("ana", "invite", "Bo", "Cy", "--anew", "--json")
    assert (refused.code, refused.error["remarks"]) == (6, ["keys_in_ring"])
    assert [friends.opens(key) for key in friends.ring("ana", begun.match) if key.seat == "Bo"] == [True]


def at_once(friends: Friends, people: Sequence[str], typed: str) -> list[int]:
    """Several accept the same link at the same moment; how each ended."""
    running = [
        subprocess.Popen(
            [HERALD, "accept", typed, "--json"],
            env={"PATH": "", "HOME": str(friends.folder), "HERALD_LANG": "en", **friends.env(who)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for who in people
    ]
    said = [one.communicate(timeout=PATIENCE) for one in running]
    assert all(b"invitation_used" in err for one, (_, err) in zip(running, said, strict=True) if one.returncode == 4)
    return [one.returncode for one in running]


def test_of_two_who_accept_at_once_one_sits_there_and_the_other_is_told(friends: Friends, begun: Begun) -> None:
    ended = at_once(friends, ("bo", "thief"), begun.links["Bo"])
    assert sorted(ended) == [0, 4]
    rings = [friends.ring(who, begun.match) for who in ("bo", "thief")]
    assert [len(ring) for ring in rings] == [1 - code // 4 for code in ended]
    assert all(friends.opens(key) for ring in rings for key in ring)
    assert friends.replaced(begun.match, "Bo") == [1]


def test_one_person_at_two_terminals_accepts_once(friends: Friends, begun: Begun) -> None:
    assert at_once(friends, ("bo", "bo"), begun.links["Bo"]) == [0, 0]
    (own,) = friends.ring("bo", begun.match)
    assert (own.pending, friends.opens(own)) == (False, True)
    assert friends.replaced(begun.match, "Bo") == [1]


# --- spectators -------------------------------------------------------------------------------------------------------


def test_a_spectator_follows_a_match_from_home_until_the_link_is_withdrawn(friends: Friends, begun: Begun) -> None:
    friends.done("bo", "accept", begun.links["Bo"])
    made = friends.done("bo", "watch")
    seen = friends.types("eve", "watch", made["link"], HERALD_DB="")
    assert (seen.code, seen.out.splitlines()[0]) == (
        0,
        f"You look on at {begun.match}: Medieval Realms, with Ana, Bo, Cy, Dee.",
    )
    assert friends.types("ana", "move", "monarch 1").code == 0
    assert friends.types("eve", "show").out.startswith(f"{begun.match}, row 3, as everybody sees it")
    assert friends.types("eve", "log").code == 0
    assert friends.types("eve", "replay", "@").code == 0
    assert friends.types("eve", "verify").out.startswith(f"{begun.match} holds.")
    assert begun.match in friends.types("eve", "list").out
    assert friends.types("eve", "move", "monarch 2", "--as", "Bo").code == 4
    assert friends.types("eve", "invite", "--anew").code == 4
    assert friends.done("ana", "watch", "--list")["links"][0]["by"] == "Bo"
    assert friends.done("ana", "watch", "--withdraw", "--arbiter")["withdrawn"][0]["number"] == made["number"]
    friends.types("ana", "undo")
    last = friends.types("eve", "show")
    assert last.out.startswith(f"{begun.match}, row 3, as everybody sees it"), "what was seen stays"
    assert "shows you" in last.err
    assert "no more" in last.err
    again = friends.types("eve", "watch", made["link"], "--json")
    assert (again.code, again.error["why"]) == (4, "watch_to_nothing")


def test_whose_link_it_is_withdraws_it_and_nobody_else(friends: Friends, begun: Begun) -> None:
    friends.done("bo", "accept", begun.links["Bo"])
    first, second = friends.done("bo", "watch"), friends.done("ana", "watch")
    refused = friends.types("bo", "watch", "@", str(second["number"]), "--withdraw", "--json")
    assert (refused.code, refused.error["why"]) == (4, "not_your_link")
    assert [one["number"] for one in friends.done("bo", "watch", "1", "--withdraw")["withdrawn"]] == [first["number"]]
    assert friends.done("bo", "watch", "--withdraw")["withdrawn"] == []
    assert [one["number"] for one in friends.done("bo", "watch", "--list")["links"]] == [second["number"]]
    for wrong in (("@", "1"), ("--at", friends.url, first["link"]), ("no link at all://x",)):
        assert friends.types("bo", "watch", *wrong).code == 2


def test_links_of_all_kinds_are_taken_in_by_the_ring(friends: Friends, begun: Begun) -> None:
    watch = friends.done("ana", "watch")["link"]
    said = friends.types("eve", "key", "keep", watch, HERALD_DB="")
    assert said.out == f"Kept: the key of a spectator in {begun.match}.\n"
    assert friends.types("eve", "show").code == 0
    assert friends.types("eve", "key", "list").out.split() == [begun.match, "a", "spectator", "opens"]
    wrong = watch.replace("watch=", "watch=00")
    assert friends.types("fay", "key", "keep", wrong).code == 4
    assert friends.ring("fay", begun.match) == []


# --- what if ----------------------------------------------------------------------------------------------------------


def test_a_fork_there_is_for_several_people(friends: Friends, begun: Begun) -> None:
    bo = friends.done("bo", "accept", begun.links["Bo"])
    friends.types("ana", "move", "monarch 1")
    made = friends.done("bo", "fork", begun.match, "--there")
    assert made["invitations"].keys() == {"Ana", "Cy"}
    assert {key.seat for key in friends.ring("bo", made["match"])} == {"Bo", ARBITER}
    assert friends.types("bo", "move", "monarch 2").code == 0
    friends.done("ana", "accept", made["invitations"]["Ana"])
    assert friends.types("ana", "show").out.startswith(f"{made['match']}, row")
    at_home = friends.done("bo", "fork", begun.match)
    assert (at_home["invitations"], bo["match"]) == ({}, begun.match)
    with open_store(friends.db, create=False) as store:
        assert (store.head(made["match"]) > 0, store.head(at_home["match"])) == (True, 0)


def test_to_a_fork_at_home_nobody_is_let_in(friends: Friends, begun: Begun) -> None:
    friends.types("ana", "move", "monarch 1")
    fork = friends.done("ana", "fork", begun.match)["match"]
    watched = friends.types("ana", "watch", fork, "--json")
    assert (watched.code, watched.error["why"]) == (2, "kept_here")
    invited = friends.types("ana", "invite", "--anew", fork, "Bo", "--json")
    assert (invited.code, invited.error.get("remarks", [])) == (3, [])
    assert "Bo" not in {key.seat for key in friends.ring("ana", fork)}


def test_a_fork_there_takes_a_service(friends: Friends, begun: Begun) -> None:
    refused = friends.types("bo", "fork", begun.match, "--there", "--json", HERALD_DB=str(friends.folder / "own.db"))
    assert (refused.code, refused.error["why"]) == (2, "only_at_service")


# --- the same at a file -----------------------------------------------------------------------------------------------


def test_at_a_file_the_links_are_for_who_plays_there(friends: Friends, home: Path) -> None:
    at = {"HERALD_DB": str(home / "own.db")}
    match = friends.done("ana", "new", "medieval", "Ana", "Bo", "--keys", "--as", "Ana", **at)["match"]
    invited = friends.done("ana", "invite", "--anew", **at)["invitations"]["Bo"]
    assert invited.startswith(f"herald://{match}#as=Bo&key=")
    assert friends.done("bo", "accept", invited, **at)["link"].startswith(f"herald://{match}#as=Bo&key=")
    refused = friends.types("eve", "accept", invited, "--json", **at)
    assert (refused.code, refused.error["why"]) == (4, "invitation_used")
    served_at = friends.done("ana", "watch", "--at", "https://club.example", **at)["link"]
    assert served_at.startswith(f"https://club.example/m/{match}?watch=")
    assert friends.types("ana", "watch", "--json", **at).error["why"] == "no_public_address"


def test_a_begun_match_is_begun_once_also_where_nobody_else_may_look(friends: Friends) -> None:
    names = ("new", "medieval", "Ana", "Bo", "--id", "friday")
    first, again = friends.done("ana", *names), friends.done("ana", *names)
    assert (first["match"], first["seen"], again["seen"]) == (again["match"], False, True)
    assert (bool(first["invitations"]), again["invitations"]) == (True, {})
    assert friends.types("ana", "show").out.startswith(f"{first['match']}, row 1, as Ana sees it")
    guessed = friends.types("eve", *names, "--json")
    assert (guessed.code, guessed.error["why"]) == (4, "begun_before")


def test_who_comes_when_it_is_over_sees_how_it_ended(friends: Friends, begun: Begun) -> None:
    assert friends.types("ana", "give-up", "--arbiter", "--reason", "late").code == 0
    done = friends.done("bo", "accept", begun.links["Bo"])
    assert (done["over"], done["given_up"], done["seen"]) == (True, True, False)
    assert friends.types("bo", "verify").code == 0
    watch = friends.done("ana", "watch")["link"]
    assert friends.types("eve", "watch", watch).code == 0
    assert friends.types("eve", "export", "--full").code == 0
