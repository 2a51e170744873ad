"""What a helper far away needs to see of a table that gives trouble: one file, no names, no cards.

House rule: what goes in is named here, field by field; everything else of a journal stays at home. Logs
lose whatever looks like a card, a tag or an address before they are written.
"""

import re
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from tallone.errors import JournalError
from tallone.journal.records import (
    DealAborted,
    DealReady,
    Found,
    HandOver,
    LatencySampled,
    LinkChanged,
    PhaseEntered,
    Record,
    SessionClosed,
    SessionOpened,
)
from tallone.journal.storage.reader import JournalReader

MAX_LOG_BYTES: Final = 2_000_000
MAX_JOURNALS: Final = 3
# The longest evening seen has some 9,000 records.
MAX_RECORDS: Final = 50_000
# Which fields of which records leave the house. None of them can hold a card or a person's name.
FIELDS: Final[Mapping[type, tuple[str, ...]]] = {
    SessionOpened: (
        "at",
        "program",
        "versions",
        "assist",
        "table",
        "players",
        "wall_clock",
        "resumed",
    ),
    SessionClosed: ("at",),
    PhaseEntered: ("at", "hand", "phase"),
    DealAborted: ("at", "hand", "passed"),
    DealReady: ("at", "hand", "barrier", "scale", "certainty"),
    Found: ("at", "hand", "what", "phase", "zone", "certainty"),
    HandOver: ("at", "hand", "turns", "moves", "resolved_by_people"),
    LinkChanged: ("at", "board", "what", "counters"),
    LatencySampled: ("at", "stage", "milliseconds"),
}
# Settings that say something about the machine and nothing about people.
SETTINGS: Final = (
    *("profile", "players", "hands", "assist", "deal", "language", "suits", "fullscreen"),
    *("width", "height", "feed_speed"),
)
_PRIVATE: Final = (
    # A tag's number, a key, a hash: sixteen hex digits or more.
    (re.compile(r"\b[0-9a-fA-F]{16,}\b"), "<number>"),
    # A card as the notation writes it (`QDr`, `10H`, `JK(=7H)`) and as the screen does (`Q♦`).
    (
        re.compile(r"\b(?:JK|[2-9AJQK]|10)[HDCS][rb]?\b|\bJK[rb]?\d?\b|(?:10|[2-9AJQK])[♥♦♣♠]"),
        "<card>",
    ),
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+"), "<address>"),
    (re.compile(r"/(?:home|Users)/[^/\s]+"), "<home>"),
)


def without_secrets(text: str) -> str:
    """Return a log without cards, tags, keys, mail addresses and names of home folders."""
    for pattern, instead in _PRIVATE:
        text = pattern.sub(instead, text)
    return text


def public(record: Record) -> dict[str, Any] | None:
    """Return of a record what may leave the house; None: nothing of it."""
    fields = FIELDS.get(type(record))
    if fields is None:
        return None
    whole = msgspec.to_builtins(record)
    shown = {"kind": whole["kind"], **{name: whole[name] for name in fields if name in whole}}
    if isinstance(record, SessionOpened):
        shown["settings"] = {
            name: record.config[name] for name in SETTINGS if name in record.config
        }
    return shown


def journal_lines(path: Path) -> bytes:
    """Return a journal's public part as JSON lines; a damaged one up to its damage, and that line."""
    lines: list[bytes] = []
    try:
        with JournalReader(path) as reader:
            for entry in reader.new():
                shown = public(entry.record)
                if shown is not None:
                    lines.append(msgspec.json.encode({"number": entry.number, **shown}))
    except JournalError as error:
        lines.append(
            msgspec.json.encode({"kind": "damaged", "why": str(error).rsplit(": ", 1)[-1]})
        )
    return b"\n".join(lines[-MAX_RECORDS:]) + b"\n"


def write(target: Path, *, facts: Mapping[str, Any], log: str, journals: Iterable[Path]) -> None:
    """Write the file: `facts` (versions, checks, health) as JSON, the log, the newest journals."""
    newest = sorted(journals, key=lambda path: path.stat().st_mtime, reverse=True)[:MAX_JOURNALS]
    half = target.with_name(f".{target.name}.new")
    with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive:
        text = without_secrets(msgspec.json.format(msgspec.json.encode(facts), indent=1).decode())
        archive.writestr("facts.json", text)
        archive.writestr("log.txt", without_secrets(log[-MAX_LOG_BYTES:]))
        for number, path in enumerate(newest, 1):
            archive.writestr(f"journal-{number}.jsonl", journal_lines(path))
    half.replace(target)
