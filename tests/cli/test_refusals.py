"""What is refused is told with its reason, in the reader's language."""

import click
import pytest

from cli.main import NAMES, herald
from tests.cli.conftest import PLACED, Herald

SAID = {
    ("en", "gift wood"): "`gift` comes at another time: on a visit to the Castle.",
    ("fr", "gift wood"): "`offrir` vient à un autre moment\u202f: en visite, au Château.",
    ("en", "card"): "something else must be decided first.",
    ("fr", "card"): "il faut d’abord décider autre chose.",
    ("en", "rank duke"): "“duke” is too much: `rank` is the whole move.",
    ("fr", "rank duke"): "«\u202fduke\u202f» est de trop\u202f: `rang` est tout le coup.",
    ("en", "play gain_wood 7"): "there is no slot 7: they go from 1 to 3.",
    ("fr", "play gain_wood 7"): "il n’y a pas d’emplacement 7\u202f: ils vont de 1 à 3.",
}


@pytest.mark.parametrize(("lang", "text"), SAID)
def test_a_refusal_tells_the_real_reason(run: Herald, monkeypatch: pytest.MonkeyPatch, lang: str, text: str) -> None:
    run("new", "emara", "Ana", "Bo", "--practice", "word")  # Ana begins
    monkeypatch.setenv("HERALD_LANG", lang)
    refused = run("move", "--as", "Ana", text)
    assert refused.code != 0
    assert SAID[lang, text] in refused.err


def test_sets_that_are_too_few_are_told_how_many_there_must_be(run: Herald) -> None:
    refused = run("new", "heirs", "Ana", "Bo", "--option", "sets=war")
    assert refused.code == 2
    assert refused.err.startswith("The option sets takes 3 different words joined by “+”, not “war”. Known: travel, ")
    assert "random" not in refused.err


def test_who_is_not_asked_is_told_when_such_a_move_comes(run: Herald, monkeypatch: pytest.MonkeyPatch) -> None:
    run("new", "medieval", "Ana", "Bo", "--practice", "word")
    asked = "Ana must decide first"
    assert run("move", "--as", "Bo", "monarch 2").err.endswith(f"{asked}.\n")
    folded = "who cannot bid more is folded without being asked."
    said = run("move", "--as", "Bo", "fold").err
    assert f"{asked}; `fold` comes at another time: in an auction" in said
    assert said.endswith(f"{folded}\n")
    monkeypatch.setenv("HERALD_LANG", "fr")
    assert "; `renoncer` vient à un autre moment\u202f: dans une enchère" in run("move", "--as", "Bo", "fold").err


ASKED = {
    "zz": ("Il y a\u202f: jouer.", "unknown_verb"),
    "jouer": ("Essayez\u202f: jouer prendre-du-bois 1, jouer prendre-du-bois 2, ", "which"),
    "jouer xx 1": ("Il y a\u202f: prendre-du-bois, prendre-une-pierre, ", "unknown_word"),
    "jouer prendre 1": ("Essayez\u202f: jouer prendre-du-bois 1, jouer prendre-une-pierre 1.", "which"),
    "finir": ("Essayez\u202f: jouer prendre-du-bois 1, ", "first_this"),
}
"""What is typed at the beginning of a match, and what a refusal offers to who reads French."""


@pytest.mark.parametrize("typed", ASKED)
def test_what_a_refusal_offers_is_in_the_words_of_its_reader(run: Herald, typed: str) -> None:
    offered, why = ASKED[typed]
    run("new", "emara", "Ana", "Bo", "--practice", "wort", "--lang", "fr")
    refused = run("move", "--as", "Ana", typed, "--lang", "fr")
    assert offered in refused.err
    for move in offered.partition(": ")[2].rstrip(",. ").split(", "):
        assert move.count(" ") < 2 or run("why", "--as", "Ana", move).code == 0, move
    told = run("move", "--as", "Ana", typed, "--lang", "fr", "--json").error
    assert told["why"] == why
    assert not any("prendre" in str(word) for word in (told.get("known"), told.get("nearest"))), "ids, for programs"


@pytest.mark.parametrize(
    ("lang", "typed", "told", "offered"),
    [
        ("en", "invest rise", "“rise” cannot follow “invest” here.", "invest cash, invest up."),
        (
            "fr",
            "investir monter",
            "«\u202fmonter\u202f» ne peut pas suivre «\u202finvestir\u202f» ici.",
            "investir encaisser, investir avancer.",
        ),
        (
            "fr",
            "invest monter",
            "«\u202fmonter\u202f» ne peut pas suivre «\u202finvest\u202f» ici.",
            "investir encaisser, investir avancer.",
        ),
        ("en", "invent rise", "There is no move “invent” here.", ""),
    ],
)
def test_of_a_verb_of_two_words_the_wrong_one_is_named(
    run: Herald, lang: str, typed: str, told: str, offered: str
) -> None:
    run("new", "crossing", "Ana", "Bo")
    refused = run("move", "--as", "Ana", typed, "--lang", lang)
    assert refused.code == 2
    assert told in refused.err
    assert offered in refused.err


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "too many of one kind (general): you can place 1 at most, not 2."),
        ("fr", "trop d’une même sorte (général)\u202f: vous pouvez en placer 1 au plus, pas 2."),
    ],
)
def test_what_is_too_much_agrees_with_every_number(run: Herald, match: str, lang: str, told: str) -> None:
    refused = run("move", match, PLACED["Ana"].replace("G1", "G1*2"), "--as", "Ana", "--lang", lang)
    assert told in refused.err


STRAY = {
    (
        "en",
        "work A2 s4",
    ): "“s4” comes later: something else must be said first. Several are joined with a comma, as in 1,2."
    " Known: 1, 2, 3, 4, 5, 6, 7, fly:north, fly:east, fly:south, fly:west.",
    (
        "en",
        "work A2 3 5 s4",
    ): "“5” is one more of what stands before it: such words are joined with a comma, as in 3,5.",
    ("en", "work A1 9 s1"): "“9” is not known here. Several are joined with a comma, as in 1,2. Known: 1, 2, 3,",
    ("en", "work A1 4 s44"): "“s44” is not known here. Known: s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, fly:north,",
    ("fr", "work A2 s4"): "« s4 » vient plus loin : il faut d’abord dire autre chose. Plusieurs se joignent par une"
    " virgule, comme 1,2. Il y a : 1, 2, 3, 4, 5, 6, 7, vol:nord, vol:est, vol:sud, vol:ouest.",
    ("fr", "work A2 3 5 s4"): "« 5 » continue ce qui précède : de tels mots se joignent par une virgule, comme 3,5.",
    ("fr", "res or"): "« or » n’est pas connu ici. Plusieurs se joignent par une virgule, comme bois,pierre.",
    (
        "fr",
        "décorer or",
    ): "«\u202for\u202f» n’est pas connu ici. Il y a\u202f: bois.1, bois.2, pierre.1, pierre.2, pierre.3, sève.1,",
    ("fr", "res bois sève"): "« sève » continue ce qui précède : de tels mots se joignent par une virgule, comme"
    " bois,sève.",
}
"""Words that are right, but not where they stand; and wrong ones, where something may be left out."""


@pytest.mark.parametrize(("lang", "typed"), STRAY)
def test_a_word_out_of_place_is_told_what_could_stand_there(run: Herald, lang: str, typed: str) -> None:
    run("new", "crossing", "Ana", "Bo", "--practice", "word")
    refused = run("move", "--as", "Ana", typed, "--lang", lang)
    assert refused.code == 2
    assert refused.err.startswith(STRAY[lang, typed])


def test_what_could_stand_there_is_data_too(run: Herald) -> None:
    run("new", "crossing", "Ana", "Bo", "--practice", "word")
    told = run("move", "--as", "Ana", "work A2 vol:haut 3 s4", "--lang", "fr", "--json").error
    assert (told["why"], told["word"], told["kinds"]) == ("unknown_in_list", "vol:haut", ["bridge", "flight"])
    assert told["known"] == [*"1234567", "fly:north", "fly:east", "fly:south", "fly:west"], "ids, for programs"


UNSAID = {
    ("en", "hire"): "(EMA-11.8): none of the moves that this can mean is possible now; as for “hire grainfield:1”: not"
    " enough wood: 2 needed, and you have 0.",
    ("fr", "embaucher"): "(EMA-11.8) : aucun des coups que cela peut désigner n’est possible maintenant ; quant à"
    " « embaucher champ-de-céréales:1 » : réserve trop faible (bois) : il en faut 2, et vous en avez 0.",
    ("fr", "embaucher champ"): "quant à « embaucher champ-de-céréales:1 » : réserve trop faible (bois) :",
    ("fr", "recruter"): "quant à « recruter cathédrale:2 » : réserve trop faible (tissus) :",
    ("en", "use"): "(EMA-12.3): you have no advisor with a power to use now.",
    ("fr", "utiliser"): "(EMA-12.3) : vous n’avez aucun Conseiller dont un pouvoir sert maintenant.",
    ("fr", "utiliser chambellan"): "Chambellan n’est pas l’un de vos Conseillers dont un pouvoir sert maintenant.",
    ("fr", "avancer"): "le Mouvement de ce tour est fait",
}
"""What leaves out of what it speaks, on the Grainfield, with nothing but a stone, after the movement."""


@pytest.mark.parametrize(("lang", "typed"), UNSAID)
def test_what_leaves_something_out_is_not_refused_for_what_nobody_named(run: Herald, lang: str, typed: str) -> None:
    run("new", "emara", "Ana", "Bo", "--practice", "word")
    run("move", "--as", "Ana", "play gain_stone 1; card; move country; leave")
    refused = run("why", "--as", "Ana", typed, "--lang", lang)
    assert refused.code == 3
    assert UNSAID[lang, typed] in refused.out


def test_of_which_move_a_reason_tells_is_data_too(run: Herald) -> None:
    run("new", "emara", "Ana", "Bo", "--practice", "word")
    run("move", "--as", "Ana", "play gain_stone 1; card; move country; leave")
    told = run("why", "--as", "Ana", "embaucher", "--lang", "fr", "--json").json
    assert (told["rule"], told["why"], told["what"], told["such"]) == (
        "EMA-11.8",
        "cost_too_high",
        "wood",
        "hire grainfield:1",
    )


NOTHING = {
    ("en", "camp"): "you have no Camp that is face up.",
    ("fr", "étendre"): "vous n’avez aucune tuile en main.",
    ("fr", "construire"): "vous n’avez aucune tuile en main.",
    ("fr", "construire TRA1"): "cette tuile n’est pas dans votre main :",
}


@pytest.mark.parametrize(("lang", "typed"), NOTHING)
def test_who_has_none_of_them_is_told_so(run: Herald, lang: str, typed: str) -> None:
    run("new", "heirs", "Ana", "Bo", "--practice", "word")
    assert NOTHING[lang, typed] in run("why", "--as", "Ana", typed, "--lang", lang).out


@pytest.mark.parametrize("name", NAMES)
def test_an_option_of_one_value_is_given_once(run: Herald, name: str) -> None:
    command = herald.get_command(click.Context(herald), name)
    assert command is not None
    for path, one in [
        ((name,), command),
        *(((name, sub), each) for sub, each in getattr(command, "commands", {}).items()),
    ]:
        for option in one.params:
            if isinstance(option, click.Option) and not (
                option.is_flag or option.multiple or option.opts == ["--lang"]
            ):
                word = max(option.opts, key=len)
                said = run(*path, word, "1", word, "2", "--lang", "en")
                assert (said.code, said.problem) == (2, f"{word} is given twice, with different values: give it once.")
                once = run(*path, word, "1", word, "1", "--lang", "en", "--help")
                assert once.code == 0


def test_what_is_given_twice_is_told_in_both_languages(run: Herald) -> None:
    assert "--as is given twice" in run("--as", "Ana", "--as", "Bo", "list").err
    assert "--lang" in run("list", "--lang", "en", "--lang", "fr").problem
    french = run("list", "--lang", "fr", "--db", "a", "--db", "b").problem
    assert french == "L’option --db est donnée deux fois, avec des valeurs différentes\u202f: donnez-la une seule fois."
    told = run("new", "emara", "Ana", "Bo", "--seed", "a", "--seed", "b", "--json").error
    assert (told["why"], told["word"]) == ("said_twice", "--seed")


@pytest.mark.parametrize("names", [("3",), ("Ana", "3"), ("Ana", "--bot", "3=easy")])
def test_how_many_play_is_no_name(run: Herald, names: tuple[str, ...]) -> None:
    """Even where so many could play."""
    for game in ("emara", "medieval"):
        said = run("new", game, *names)
        assert (said.code, "is a number, not a name" in said.err, "`Ana Bo`" in said.err) == (2, True, True)
        assert "est un nombre, pas un nom" in run("new", game, *names, "--lang", "fr").err


@pytest.mark.parametrize(("lang", "word"), [("en", "go"), ("fr", "poursuivre")])
def test_a_word_for_several_verbs_is_told_alike_everywhere(run: Herald, lang: str, word: str) -> None:
    run("new", "emara", "Ana", "Bo", "--practice", "word")  # Ana begins
    assert run("move", "--as", "Ana", "play", "gain_stone", "1").code == 0
    for form in ((), ("--json",)):
        said = [run(name, word, "--as", "Ana", "--lang", lang, *form) for name in ("move", "why", "moves")]
        told = [one.problem.splitlines()[-1] for one in said]  # behind the note of a practice match
        assert {*zip((one.code for one in said), told, strict=True)} == {(2, told[0])}
        assert word in said[-1].err
    assert run("moves", "zz", "--as", "Ana").code == 0
