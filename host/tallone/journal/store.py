"""The file: one SQLite database in WAL mode with one append-only table."""

import sqlite3
from pathlib import Path
from typing import Final

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
# A reader that copies pages holds the write lock for milliseconds; two seconds is a dead disk.
_BUSY_TIMEOUT_S: Final = 2.0


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Return a connection that makes every commit durable; raise JournalError."""
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        # FULL: a commit returns after the write-ahead log has reached the disk.
        connection.execute("PRAGMA synchronous = FULL")
        _check_kind(connection, path)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.executescript(_TABLE)
    except sqlite3.Error as error:
        raise JournalError(f"{path}: cannot be opened as a journal ({error})") from error
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Return a read-only connection, also beside a writer; raise JournalError."""
    if not path.is_file():
        raise JournalError(f"{path}: there is no such journal")
    try:
        connection = _connect_read_only(path)
        _check_kind(connection, path)
    except sqlite3.Error as error:
        raise JournalError(f"{path}: is not a journal ({error})") from error
    return connection


def _connect_read_only(path: Path) -> sqlite3.Connection:
    address = path.resolve().as_uri()
    connection = sqlite3.connect(
        f"{address}?mode=ro", uri=True, timeout=_BUSY_TIMEOUT_S, isolation_level=None
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
