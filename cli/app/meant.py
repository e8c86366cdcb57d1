"""Commands that somebody looks for under a name that none has: which one does that, or why there is none."""

from collections.abc import Mapping
from typing import Final

MEANT: Final[Mapping[str, str]] = {
    word: command
    for command, words in {
        "games": "jeux boîte",
        "new": "begin commencer create créer debut début newgame nouveau nouvelle start",
        "list": "browse liste ls matches parties",
        "inbox": "courrier todo turn",
        "show": "afficher board plateau print score scores state status table view voir",
        "moves": "actions coups legal options",
        "move": "coup do make place",
        "play": "continue jouer load open ouvrir resume reprendre",
        "join": "rejoindre",
        "invite": "inviter share",
        "watch": "observe regarder spectate",
        "undo": "annuler back takeback",
        "redo": "forward rétablir retablir",
        "agree": "accepter ok oui yes",
        "decline": "no non refuse refuser reject",
        "log": "history historique journal",
        "explain": "expliquer",
        "why": "can legal? pourquoi",
        "rules": "manual règles regles rulebook",
        "import": "importer restore upload",
        "export": "backup download exporter",
        "verify": "audit check prove validate vérifier verifier",
        "fork": "branch copy whatif",
        "simulate": "bots simuler",
        "serve": "host server serveur",
    }.items()
    for word in words.split()
}
"""The command that does what somebody may mean by a word."""

INSTEAD: Final[Mapping[str, str]] = {
    word: why
    for why, words in {
        "no_resign": "abandon abandonner concede démissionner forfeit leave resign surrender",
        "no_chat": "chat dire discuter message msg say talk",
        "no_standings": "classement leaderboard ranking rankings ratings standings stats",
        "no_players": "joueurs players seats users who",
        "no_pass": "pass passer skip",
        "no_delete": "delete drop effacer remove rm supprimer",
        "no_version": "about ver version",
        "no_hint": "advice advise conseil hint suggest",
        "no_save": "enregistrer save sauver sauvegarder",
        "no_exit": "bye exit logout q quit quitter sortir",
    }.items()
    for word in words.split()
}
"""The reason that says what to do instead, by a word for which there is no command."""

HELP: Final = ("help", "aide")
"""`herald help new` is `herald new --help`."""
