"""Records to bytes and back, and the chain of hashes that ties them together."""

import hashlib
from typing import Final

import msgspec

from tallone.errors import JournalError
from tallone.journal.records import MAX_RECORD_BYTES, SCHEMA, Record
from tallone.journal.storage.upcasts import upcast

# The hash before the first record.
GENESIS: Final = bytes(32)
_LABEL: Final = b"tallone/journal/1"
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")
_DECODER: Final = msgspec.json.Decoder(Record)


def encode(record: Record) -> bytes:
    """Return the record as JSON; raise JournalError if it is larger than a record may be."""
    body = _ENCODER.encode(record)
    if len(body) > MAX_RECORD_BYTES:
        raise JournalError(
            f"a {type(record).__name__} of {len(body)} bytes; the most is {MAX_RECORD_BYTES}"
        )
    return body


def decode(body: bytes, schema: int) -> Record:
    """Return the record that was written under that schema version; raise JournalError."""
    try:
        if schema == SCHEMA:
            return _DECODER.decode(body)
        record: Record = msgspec.convert(upcast(msgspec.json.decode(body), schema), Record)
    except (msgspec.MsgspecError, RecursionError, ValueError, LookupError, TypeError) as error:
        raise JournalError(f"a record of schema {schema} cannot be read: {error}") from error
    return record


def is_chained(
    previous: object, number: object, schema: object, body: object, head: object
) -> bool:
    """Whether a row is a record, chained to the hash before; its values may be of any kind."""
    return (
        isinstance(previous, bytes)
        and type(number) is int
        and 0 < number < 1 << 63
        and type(schema) is int
        and 0 <= schema < 1 << 16
        and isinstance(body, bytes)
        and len(body) <= MAX_RECORD_BYTES
        and isinstance(head, bytes)
        and link(previous, number, schema, body) == head
    )


def link(previous: bytes, number: int, schema: int, body: bytes) -> bytes:
    """Return a record's hash: SHA-256 of label, hash before, number, schema, length and body."""
    digest = hashlib.sha256(_LABEL)
    digest.update(previous)
    digest.update(number.to_bytes(8, "big"))
    digest.update(schema.to_bytes(2, "big"))
    digest.update(len(body).to_bytes(4, "big"))
    digest.update(body)
    return digest.digest()
