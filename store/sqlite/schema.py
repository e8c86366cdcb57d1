"""The tables, and the triggers that keep the log append-only against every program that opens the file.

Triggers against UPDATE and DELETE are not enough: with SQLite's default settings `INSERT OR REPLACE` deletes the old
row without asking them. So an INSERT over an existing key is refused too, before SQLite would resolve the conflict.
What a trigger cannot stop (DROP TRIGGER, an editor of bytes) is for the hash chain to show.

A schema that was released is never edited: a change is one more entry in `MIGRATIONS`.
"""

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

APPLICATION = 0x48657261  # "Hera" in the file's header: `file` and our own opener know it by that

LOG = (
    # AUTOINCREMENT: a position is never used twice. SQLite has one writer, so positions are in the order of commits.
    """
    CREATE TABLE log (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        match TEXT NOT NULL,
        seq INTEGER NOT NULL,
        body BLOB NOT NULL,      -- the hashed bytes, exactly as they were given
        commits TEXT NOT NULL,   -- commitments to the secret parts, a JSON list
        digest TEXT NOT NULL,    -- of this row, over the digest of the previous one
        UNIQUE (match, seq)
    ) STRICT
    """,
    "CREATE INDEX log_start ON log (match) WHERE seq = 1",
    """
    CREATE TABLE opening (
        match TEXT NOT NULL,
        seq INTEGER NOT NULL,
        number INTEGER NOT NULL,
        salt TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (match, seq, number),
        FOREIGN KEY (match, seq) REFERENCES log (match, seq)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE command (
        match TEXT NOT NULL,
        client TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (match, client),
        FOREIGN KEY (match, last) REFERENCES log (match, seq)
    ) STRICT, WITHOUT ROWID
    """,
    # The only table of a match from which a row may be deleted: that shreds the match's secrets.
    """
    CREATE TABLE secret (
        match TEXT PRIMARY KEY,
        seed TEXT NOT NULL,
        salt_key BLOB NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
)

GUARDS = (
    "CREATE TRIGGER log_no_update BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'append-only: log'); END",
    "CREATE TRIGGER log_no_delete BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'append-only: log'); END",
    """
    CREATE TRIGGER log_in_order BEFORE INSERT ON log
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM log WHERE match = NEW.match)
        OR EXISTS (SELECT 1 FROM log WHERE position = NEW.position)
    BEGIN SELECT RAISE(ABORT, 'append-only: a row follows the last one of its match'); END
    """,
    # A position is only known afterwards: the one after the last. Any other could hide a row, or use the numbers up.
    """
    CREATE TRIGGER log_position AFTER INSERT ON log
    WHEN NEW.position <> 1 AND NOT EXISTS (SELECT 1 FROM log WHERE position = NEW.position - 1)
    BEGIN SELECT RAISE(ABORT, 'append-only: a position is given by the store'); END
    """,
    "CREATE TRIGGER opening_no_update BEFORE UPDATE ON opening BEGIN SELECT RAISE(ABORT, 'append-only: opening'); END",
    "CREATE TRIGGER opening_no_delete BEFORE DELETE ON opening BEGIN SELECT RAISE(ABORT, 'append-only: opening'); END",
    """
    CREATE TRIGGER opening_once BEFORE INSERT ON opening
    WHEN EXISTS (SELECT 1 FROM opening WHERE match = NEW.match AND seq = NEW.seq AND number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'append-only: opening'); END
    """,
    "CREATE TRIGGER command_no_update BEFORE UPDATE ON command BEGIN SELECT RAISE(ABORT, 'append-only: command'); END",
    "CREATE TRIGGER command_no_delete BEFORE DELETE ON command BEGIN SELECT RAISE(ABORT, 'append-only: command'); END",
    """
    CREATE TRIGGER command_once BEFORE INSERT ON command
    WHEN EXISTS (SELECT 1 FROM command WHERE match = NEW.match AND client = NEW.client)
    BEGIN SELECT RAISE(ABORT, 'append-only: command'); END
    """,
    "CREATE TRIGGER secret_no_update BEFORE UPDATE ON secret BEGIN SELECT RAISE(ABORT, 'a secret never changes'); END",
    # Once a match has begun, its secrets can go but no others can come: they would not fit the first row.
    """
    CREATE TRIGGER secret_at_start BEFORE INSERT ON secret
    WHEN EXISTS (SELECT 1 FROM log WHERE match = NEW.match)
    BEGIN SELECT RAISE(ABORT, 'a secret never changes'); END
    """,
)

# Nothing below is part of a match. No index on `at`: it would cost every append a tenth and save a list 2 ms of 20,000.
PROJECTIONS = (
    """
    CREATE TABLE summary (
        match TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        seats TEXT NOT NULL,
        waiting TEXT NOT NULL,
        since INTEGER NOT NULL,
        round TEXT NOT NULL,
        over INTEGER NOT NULL,
        head INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX summary_game ON summary (game)",
    "CREATE INDEX summary_running ON summary (match) WHERE over = 0",
    "CREATE TABLE seated (name TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (name, match)) STRICT, WITHOUT ROWID",
    "CREATE TABLE waiting (name TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (name, match)) STRICT, WITHOUT ROWID",
    "CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
)

# The log as programs read it that know SQLite and JSON but nothing of Herald: nothing that the tables do not say. What
# is no JSON any more stands there empty; `db check` says why. Without `->`, which the oldest SQLite we take has not.
ROWS = """
    CREATE VIEW rows AS
    SELECT
        match,
        seq AS row,
        strftime('%Y-%m-%dT%H:%M:%SZ', json_extract(said, '$.at'), 'unixepoch') AS at,
        json_extract(said, '$.kind') AS kind,
        json_extract(names, '$[' || json_extract(said, '$.seat') || ']') AS seat,
        json_extract(said, '$.actor') AS actor,
        json_extract(said, '$.text') AS text,
        json_extract(said, '$.move') AS move,
        json_extract(said, '$.facts') AS facts,
        said AS body,
        commits,
        digest
    FROM (
        SELECT
            log.*,
            CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) END AS said,
            CASE WHEN json_valid(seats) THEN seats END AS names
        FROM log LEFT JOIN summary USING (match)
    )
    ORDER BY position
"""

# Spectators' links: beside the log, and not in it. A row goes when its link is withdrawn. One that is left over from a
# match that is not there opens nothing.
WATCH = """
    CREATE TABLE watch (
        match TEXT NOT NULL,
        number INTEGER NOT NULL,
        digest TEXT NOT NULL,
        maker TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (match, number),
        UNIQUE (match, digest)
    ) STRICT, WITHOUT ROWID
"""

# Rows that replace a key, found without reading the others. In JSON as Herald writes it no text can hold these letters:
# the quotation marks of a text are escaped. Whoever asks has to ask in the same words.
REPLACES_KEY = """instr(CAST(body AS TEXT), '"kind":"key"') > 0"""
KEYS = f"CREATE INDEX log_keys ON log (match, seq) WHERE {REPLACES_KEY}"

MIGRATIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("1 log", (*LOG, *GUARDS, *PROJECTIONS)),
    ("2 rows as text", (ROWS,)),
    ("3 watch", (WATCH,)),
    ("4 keys", (KEYS,)),
)


def version() -> int:
    """What `user_version` says in an up-to-date file."""
    return len(MIGRATIONS)


def migrate(connection: sqlite3.Connection) -> None:
    """Apply what is missing, inside the transaction of the caller, who holds the write lock."""
    _registry().apply(database(connection))
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {version()}")


def applied(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """The migrations of this file, and when each was made (UTC)."""
    return [(migration.name, migration.applied_at) for migration in _registry().applied(database(connection))]


def database(connection: sqlite3.Connection) -> "Database":
    """The connection in the hands of sqlite-utils, with none of its plugins let in."""
    from sqlite_utils import Database  # 63 ms

    return Database(connection, execute_plugins=False, recursive_triggers=False)


def _registry() -> "Migrations":
    from sqlite_utils import Migrations  # needed once in the life of a file

    registry = Migrations("herald")
    for name, statements in MIGRATIONS:

        def run(db: "Database", statements: tuple[str, ...] = statements) -> None:
            for statement in statements:
                db.conn.execute(statement)

        registry(name=name)(run)
    return registry
