"""Captures: raw bytes of a link with their times, in a file or in memory, and as readable lines.

A file is a magic line, then records of time, direction, length and bytes; a torn last record is
passed over. The croupier's bytes tell which card lies where: a capture file is readable by its
owner only, and lines show no tag of the croupier's unless asked to.
"""

import collections
import dataclasses
import enum
import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tallone.errors import LinkError
from tallone.link.intake import Frame, Intake
from tallone.link.messages import StrayText
from tallone.link.reports import FieldValue, name_fields, read_fields
from tallone_wire.fields import STATUSES, ZONES
from tallone_wire.messages import ROLES, TABLE, MessageError, name_of

MAGIC = b"tallone capture 1\n"
# An evening of both boards is some megabytes; a capture left on must not fill the card.
MAX_FILE_BYTES = 64 * 1024 * 1024
# Chunks kept in memory for the moment something goes wrong: the last ten seconds or so.
RECENT_CHUNKS = 256
_RECORD = struct.Struct("<dBI")
_MAX_CHUNK = 1 << 20
# Reports of and commands to the croupier name cards that nobody may know yet.
# Fields that tell which card went where, and by what they take their time.
_WHERE: Final = frozenset(
    {
        "index",
        "slot",
        "load",
        "tray",
        "slot_loads",
        "count",
        "skew_us10",
        "transit_ms",
        "current_ma",
    }
)
_RECENT_LINES: Final = 40
_CROUPIER_NUMBERS = frozenset({*range(0x30, 0x50), *range(0x80, 0xA0)})


class Direction(enum.IntEnum):
    """Which way bytes went."""

    FROM_BOARD = 0
    TO_BOARD = 1


@dataclasses.dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes that passed together."""

    at: float
    direction: Direction
    raw: bytes


class CaptureWriter:
    """A capture file being written; stops quietly, and says so in `full`, at its size limit."""

    def __init__(self, path: Path, limit: int = MAX_FILE_BYTES) -> None:
        self.full = False
        self._left = limit - len(MAGIC)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file = os.fdopen(descriptor, "wb", buffering=0)
        self._file.write(MAGIC)

    def write(self, chunk: Chunk) -> None:
        """Append a chunk."""
        record = _RECORD.pack(chunk.at, chunk.direction, len(chunk.raw)) + chunk.raw
        self.full = self.full or len(record) > self._left
        if not self.full:
            self._left -= len(record)
            self._file.write(record)

    def close(self) -> None:
        self._file.close()


class Recent:
    """The last chunks of a link."""

    def __init__(self, chunks: int = RECENT_CHUNKS) -> None:
        self._chunks: collections.deque[Chunk] = collections.deque(maxlen=chunks)

    def write(self, chunk: Chunk) -> None:
        """Keep a chunk, in place of the oldest when there are too many."""
        self._chunks.append(chunk)

    def lines(self) -> list[str]:
        """Return what was kept as readable lines, without anything that tells where a card lies."""
        return list(decode(self._chunks))[-_RECENT_LINES:]


def read_capture(path: Path) -> Iterator[Chunk]:
    """Yield the chunks of a capture file; raise LinkError if it is none."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise LinkError(f"{path} cannot be read: {error.strerror}") from error
    if not raw.startswith(MAGIC):
        raise LinkError(f"{path} is not a capture: `tallone link capture` makes them")
    at = len(MAGIC)
    while at + _RECORD.size <= len(raw):
        when, direction, length = _RECORD.unpack_from(raw, at)
        at += _RECORD.size
        if direction not in tuple(Direction) or length > _MAX_CHUNK:
            raise LinkError(f"{path} is damaged at byte {at - _RECORD.size}")
        if at + length > len(raw):
            return
        yield Chunk(when, Direction(direction), raw[at : at + length])
        at += length


def decode(chunks: Iterable[Chunk], show_tags: bool = False) -> Iterator[str]:
    """Yield a line for each frame and each stray text.

    Of the croupier's messages tags are only counted, and which card and which slot is not told at all.
    """
    intakes = {direction: Intake() for direction in Direction}
    bad = dict.fromkeys(Direction, 0)
    for chunk in chunks:
        intake = intakes[chunk.direction]
        head = f"{chunk.at:12.4f} {'<-' if chunk.direction is Direction.FROM_BOARD else '->'}"
        for item in intake.take(chunk.raw):
            if isinstance(item, StrayText):
                told = repr(item.text) if show_tags else f"of {len(item.text)} characters"
                yield f"{head} text {told}"
            else:
                yield f"{head} {_frame_line(item, show_tags)}"
        if intake.reader.bad > bad[chunk.direction]:
            yield f"{head} {intake.reader.bad - bad[chunk.direction]} bad frames"
            bad[chunk.direction] = intake.reader.bad


def _frame_line(frame: Frame, show_tags: bool) -> str:
    name = name_of(frame.number)
    if name is None:
        return f"message {frame.number:#04x} of {len(frame.payload)} bytes, not in the table"
    try:
        fields = name_fields(name, frame.payload)
        body = fields.pop("body", b"")
        line = f"{name}{_field_texts(name, fields, show_tags)}"
        if name not in ("EVENT", "COMMAND"):
            return line + (f" body={len(body)} bytes" if isinstance(body, bytes) and body else "")
        assert isinstance(body, bytes)
        inner, inner_fields = read_fields(body)
        return f"{line}: {inner}{_field_texts(inner, inner_fields, show_tags)}"
    except MessageError as error:
        return f"{name}, unreadable: {error}"


def _field_texts(name: str, fields: dict[str, FieldValue], show_tags: bool) -> str:
    hidden = TABLE[name][0] in _CROUPIER_NUMBERS and not show_tags
    return "".join(
        f" {field}={_value_text(field, value, hidden)}"
        for field, value in fields.items()
        if not (hidden and field in _WHERE)
    )


def _value_text(field: str, value: FieldValue, hidden: bool) -> str:
    names = {"zone": ZONES, "role": ROLES, "status": STATUSES}.get(field)
    if names is not None and isinstance(value, int) and value < len(names):
        return names[value]
    if isinstance(value, tuple):
        return f"({len(value)} tags)" if hidden else f"[{' '.join(tag.hex() for tag in value)}]"
    if isinstance(value, bytes):
        return f"({len(value)} bytes)" if hidden else value.hex()
    return repr(value) if isinstance(value, str) else str(value)
