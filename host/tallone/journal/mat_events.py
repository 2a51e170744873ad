"""Mat events to records and back, without loss, whatever fields they have."""

import dataclasses
from typing import Any, Final, get_args

import msgspec

from tallone.errors import JournalError
from tallone.journal.records import MatSettled
from tallone.mat.events import MatEvent
from tallone.rules.cards.cards import CardCopy, NoSuchCardError

_CLASSES: Final = {kind.__name__: kind for kind in get_args(MatEvent)}


def record_of(event: MatEvent) -> MatSettled:
    """Return the record of a mat event."""
    fields = {
        field.name: _plain(getattr(event, field.name))
        for field in dataclasses.fields(event)
        if field.name != "at"
    }
    return MatSettled(at=event.at, event=type(event).__name__, fields=fields)


def event_of(record: MatSettled) -> MatEvent:
    """Return the mat event that a record holds; raise JournalError if it holds none."""
    kind = _CLASSES.get(record.event)
    if kind is None:
        raise JournalError(f"{record.event[:40]!r} is not an event of the mat")
    try:
        fields = {"at": record.at, **record.fields}
        event: MatEvent = msgspec.convert(fields, kind, dec_hook=_from_text)
    except (msgspec.ValidationError, NoSuchCardError) as error:
        raise JournalError(f"a {record.event} in the journal cannot be read: {error}") from error
    return event


def _plain(value: Any) -> Any:
    """Return a field as JSON: cards as in BGN, enum members by value, bytes in base 64."""
    if isinstance(value, CardCopy):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return msgspec.to_builtins(value)


def _from_text(kind: type, value: Any) -> Any:
    if kind is CardCopy and isinstance(value, str):
        return CardCopy.parse(value)
    raise msgspec.ValidationError(f"{value!r:.40} is not a {kind.__name__}")
