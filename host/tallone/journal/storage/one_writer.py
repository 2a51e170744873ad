"""One program a journal: a lock beside the file, which the system lifts when a program dies, however it dies."""

import fcntl
import os
from pathlib import Path
from typing import Self

from tallone.errors import JournalError


class WriterLock:
    """Held from the first look at a journal to its end. A second program that asks for it is refused."""

    def __init__(self, journal: Path) -> None:
        """Take the lock; raise JournalError if another program has it, or no lock can be made there."""
        self._path = journal.with_name(f"{journal.name}.lock")
        self._handle: int | None = self._taken(journal)

    def _taken(self, journal: Path) -> int:
        while True:
            try:
                handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            except OSError as error:
                raise JournalError(
                    f"{journal}: nothing can be written beside it ({error.strerror}); give another place"
                ) from error
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(handle)
                raise JournalError(
                    f"{journal}: another program has this evening; end that one first, or give another --journal"
                ) from None
            if self._is_still(handle):
                return handle
            # Whoever had it has just taken the file away: what is locked here lies in no folder.
            os.close(handle)

    def _is_still(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Give the lock back; a second time does nothing."""
        if self._handle is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()
