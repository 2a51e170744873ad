"""The file: one SQLite database in WAL mode with one append-only table."""

import sqlite3
from pathlib import Path
from typing import Final

from tallone.closed import make_own
from tallone.errors import JournalError

# "Tall" in ASCII: `file` and `check` know a journal by it.
APPLICATION_ID: Final = 0x54616C6C
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS record (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    schema INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE TRIGGER IF NOT EXISTS record_stays BEFORE UPDATE ON record
    BEGIN SELECT RAISE(ABORT, 'a journal is never changed'); END;
CREATE TRIGGER IF NOT EXISTS record_remains BEFORE DELETE ON record
    BEGIN SELECT RAISE(ABORT, 'nothing is taken out of a journal'); END;
"""
_FOLLOWS: Final = """
CREATE TRIGGER IF NOT EXISTS record_follows BEFORE INSERT ON record
    WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM record)
    BEGIN SELECT RAISE(ABORT, 'a record follows the last one and takes the place of none'); END;
"""
# A reader that copies pages holds the write lock for milliseconds. Whoever holds it longer is waited for by
# trying again, so that the table does not stand still meanwhile.
_BUSY_TIMEOUT_S: Final = 0.5
# At the start there is nothing else to do than to wait for a backup, say.
_OPENING_TIMEOUT_S: Final = 30.0


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Return a connection that makes every commit durable; raise JournalError."""
    # Its log and its index get the same rights.
    make_own(path)
    try:
        connection = sqlite3.connect(path, timeout=_OPENING_TIMEOUT_S, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        # FULL: a commit returns after the write-ahead log has reached the disk.
        connection.execute("PRAGMA synchronous = FULL")
        _check_kind(connection, path)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.executescript(_TABLE + _FOLLOWS)
        connection.execute(f"PRAGMA busy_timeout = {int(_BUSY_TIMEOUT_S * 1000)}")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise JournalError(f"{path}: cannot be opened as a journal ({error})") from error
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Return a read-only connection, also beside a writer; raise JournalError."""
    if not path.is_file():
        raise JournalError(f"{path}: there is no such journal")
    try:
        connection = _connect_read_only(path)
        _check_kind(connection, path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise JournalError(f"{path}: is not a journal ({error})") from error
    return connection


def _connect_read_only(path: Path) -> sqlite3.Connection:
    address = path.resolve().as_uri()
    # Without its log nobody writes to it: then nothing is made beside it either.
    alone = "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"
    connection = sqlite3.connect(
        f"{address}?mode=ro{alone}", uri=True, timeout=_OPENING_TIMEOUT_S, isolation_level=None
    )
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        # A folder where nothing can be written (a stick, a CD): no writer can be there either.
        connection = sqlite3.connect(
            f"{address}?mode=ro&immutable=1", uri=True, isolation_level=None
        )
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


def _check_kind(connection: sqlite3.Connection, path: Path) -> None:
    kind = connection.execute("PRAGMA application_id").fetchone()[0]
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if kind != APPLICATION_ID and not (kind == 0 and empty):
        raise JournalError(f"{path}: is a database, but not a journal of this program")
