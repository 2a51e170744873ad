"""The set-up's own book: every change with what it found, written before the change is made.

One JSON line an entry, in order. `begun` without `done` is a change that was cut short: it is made again,
and what it found stays what was found the first time.
"""

import os
from pathlib import Path
from typing import Final, Literal

import msgspec

from tallone.upkeep.setup.changes import Change
from tallone.upkeep.setup.doing import Before
from tallone.upkeep.setup.host import SetupError

BOOK: Final = "/var/lib/tallone-setup/changes.jsonl"
# A set-up has some fifty changes; a club that sets up every week for years stays below.
_MAX_BYTES: Final = 16_000_000


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line: the change, what it found, and how far it is."""

    change: Change
    found: Before
    state: Literal["begun", "done", "undone"]


class Ledger:
    """The book of one machine."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        """Open the book, which may not be there yet; raise SetupError for one that cannot be read."""
        self._path = path
        self._durable = durable
        self._entries = _read(path)

    def open_entries(self) -> list[Entry]:
        """Return the changes that stand, made or cut short, in the order in which they were made."""
        standing: dict[str, Entry] = {}
        for entry in self._entries:
            key = _key(entry.change)
            if entry.state == "undone":
                standing.pop(key, None)
            elif key in standing:
                # What was found first is what was there before the set-up.
                standing[key] = msgspec.structs.replace(entry, found=standing[key].found)
            else:
                standing[key] = entry
        return list(standing.values())

    def found_by(self, change: Change) -> Before | None:
        """Return what a standing change found when it was made first; None if it does not stand."""
        key = _key(change)
        return next(
            (entry.found for entry in self.open_entries() if _key(entry.change) == key), None
        )

    def write(self, entry: Entry) -> None:
        """Append a line; it is on the disk when this returns."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = msgspec.json.encode(entry) + b"\n"
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            # A line that a power cut left without its end is closed off first.
            end = b"" if _ends_whole(self._path) else b"\n"
            os.write(handle, end + line)
            if self._durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        self._entries.append(entry)

    def remove(self) -> None:
        """Take the book away, when nothing stands in it any more."""
        self._path.unlink(missing_ok=True)
        if self._path.parent.is_dir() and not any(self._path.parent.iterdir()):
            self._path.parent.rmdir()


def _key(change: Change) -> str:
    """Return what a change is about: a later text of the same file stands for the earlier one."""
    name = type(change).__name__
    place = getattr(change, "path", getattr(change, "name", ""))
    detail = getattr(change, "line", getattr(change, "word", ""))
    return f"{name} {place} {detail}"


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return True
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _read(path: Path) -> list[Entry]:
    if not path.exists():
        return []
    if path.stat().st_size > _MAX_BYTES:
        raise SetupError(f"{path}: is larger than {_MAX_BYTES} bytes; it is no book of a set-up")
    entries = []
    lines = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            if line:
                entries.append(msgspec.json.decode(line, type=Entry))
        except msgspec.MsgspecError as error:
            # A line without its end is a write that a power cut stopped: its change had not begun.
            if number == len(lines) or _is_cut_off(line):
                continue
            raise SetupError(
                f"{path}: line {number} cannot be read ({error}); keep it and ask"
            ) from error
    return entries


def _is_cut_off(line: bytes) -> bool:
    return line.startswith(b'{"change"') and not line.endswith(b"}")
