"""Reads a journal, also while it is being written, and verifies its chain on the way."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from tallone.errors import JournalError
from tallone.journal.records import Record
from tallone.journal.storage.coding import GENESIS, decode, is_chained
from tallone.journal.storage.store import open_for_reading


class Entry(NamedTuple):
    """A record, its number in the journal and its hash in hex."""

    number: int
    record: Record
    hash: str


class JournalReader:
    """Reads from the first record to the last; `new` goes on where the last call stopped."""

    def __init__(self, path: Path) -> None:
        """Open the journal; raise JournalError if there is none."""
        self.path = path
        self._connection = open_for_reading(path)
        self._number = 0
        self._head = GENESIS

    def new(self) -> Iterator[Entry]:
        """Yield the records not yet yielded; raise JournalError where the chain breaks.

        The records are those of one moment: a batch is seen whole or not at all.
        """
        try:
            rows = self._connection.execute(
                "SELECT number, schema, body, hash FROM record WHERE number > ? ORDER BY number",
                (self._number,),
            ).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):  # the writer has made the file but not yet the table
                return
            raise JournalError(f"{self.path}: cannot be read ({error})") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise JournalError(f"{self.path}: is damaged ({error})") from error
        for number, schema, body, head in rows:
            if type(number) is not int or number != self._number + 1:
                raise JournalError(
                    f"{self.path}: record {self._number + 1} is missing; the next is {number}"
                )
            if not is_chained(self._head, number, schema, body, head):
                raise JournalError(f"{self.path}: record {number} is not what was written")
            self._number, self._head = number, head
            yield Entry(number, decode(body, schema), head.hex())

    @property
    def count(self) -> int:
        """How many records have been read."""
        return self._number

    @property
    def head(self) -> str:
        """The hash of the last record read, in hex."""
        return self._head.hex()

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read(path: Path) -> list[Record]:
    """Return every record of a journal; raise JournalError if the chain is not whole."""
    with JournalReader(path) as reader:
        return [entry.record for entry in reader.new()]


def check(path: Path, head: str = "") -> tuple[int, str]:
    """Return the number of records and the head hash of a whole journal; raise JournalError.

    With `head`, a hash from a slip, the journal must hold that record: a cut-off end is found too.
    """
    seen = not head
    with JournalReader(path) as reader:
        for entry in reader.new():
            seen = seen or entry.hash.startswith(head.lower())
        if not reader.count:
            raise JournalError(f"{path}: holds no record; it is empty, or was never begun")
        if not seen:
            raise JournalError(
                f"{path}: no record has the hash {head[:64]}; the end may have been cut off"
            )
        return reader.count, reader.head
