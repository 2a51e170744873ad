"""What happened, for ever: the journal of a night, written before anything is acknowledged."""

from tallone.journal.acknowledged import heard, mark
from tallone.journal.mat_events import event_of, record_of
from tallone.journal.storage.reader import Entry, JournalReader, check, read
from tallone.journal.storage.sealing import HandKey, key_path
from tallone.journal.storage.writer import JournalWriter

__all__ = [
    "Entry",
    "HandKey",
    "JournalReader",
    "JournalWriter",
    "check",
    "event_of",
    "heard",
    "key_path",
    "mark",
    "read",
    "record_of",
]
