"""Appends records to a journal; what `append` has returned for is on the disk."""

import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from tallone.errors import JournalError, JournalStalledError
from tallone.journal.records import SCHEMA, Record
from tallone.journal.storage.coding import GENESIS, encode, is_chained, link
from tallone.journal.storage.one_writer import WriterLock
from tallone.journal.storage.store import open_for_writing


class JournalWriter:
    """The only one that writes to a journal; the second of two at once meets an error."""

    def __init__(self, path: Path) -> None:
        """Open the journal, made if there is none; raise JournalError if its end is not whole."""
        self.path = path
        self._lock = WriterLock(path)
        try:
            self._connection = open_for_writing(path)
            self._number, self._head = self._read_end()
            self._file = path.stat()
        except BaseException:
            self._lock.release()
            raise

    def append(self, records: Iterable[Record]) -> int:
        """Write the records in one transaction and return the last one's number.

        Returns after the commit is durable. On JournalError none of the records is in the journal; on
        JournalStalledError they may be tried again.
        """
        self.check_there()
        number, head = self._number, self._head
        rows = []
        for record in records:
            body = encode(record)
            number += 1
            head = link(head, number, SCHEMA, body)
            rows.append((number, SCHEMA, body, head))
        if rows:
            self._commit(rows)
            self._number, self._head = number, head
        return self._number

    def resync(self) -> int:
        """Look again where the journal ends, after an append that was interrupted; return how many came to it.

        A batch is there whole or not at all.
        """
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        before = self._number
        self._number, self._head = self._read_end()
        return self._number - before

    def check_there(self) -> None:
        """Raise JournalStalledError if the file that is open is no longer the one of that name."""
        try:
            if os.path.samestat(self._file, self.path.stat()):
                return
        except OSError:
            pass
        raise JournalStalledError(f"{self.path}: is gone, or another file has its name")

    @property
    def count(self) -> int:
        """How many records the journal has."""
        return self._number

    @property
    def head(self) -> str:
        """The hash of the last record in hex: printed on slips, it dates everything before it."""
        return self._head.hex()

    def close(self) -> None:
        """Close the file; nothing is pending, ever."""
        self._connection.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _commit(self, rows: list[tuple[int, int, bytes, bytes]]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT INTO record VALUES (?, ?, ?, ?)", rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            what = f"{self.path}: {len(rows)} records could not be written"
            if isinstance(error, sqlite3.IntegrityError):
                raise JournalError(f"{what} (another program writes to it)") from error
            if isinstance(error, sqlite3.OperationalError):
                raise JournalStalledError(f"{what} ({error})") from error
            raise JournalError(f"{what} ({error})") from error

    def _read_end(self) -> tuple[int, bytes]:
        try:
            rows = self._connection.execute(
                "SELECT number, schema, body, hash FROM record ORDER BY number DESC LIMIT 2"
            ).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise JournalError(f"{self.path}: is damaged ({error}); move the file away") from error
        if not rows:
            return 0, GENESIS
        number, schema, body, head = rows[0]
        before = rows[1][3] if len(rows) == 2 else GENESIS
        if not is_chained(before, number, schema, body, head):
            raise JournalError(
                f"{self.path}: record {number} is not what was written; move the file away"
            )
        return number, head
