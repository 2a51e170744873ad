"""A croupier's report as bytes and back: what the journal seals and a deal is rebuilt from."""

from collections.abc import Mapping

from tallone.dealing.promise.commitment import DealError
from tallone_wire.fields import FIELDS
from tallone_wire.messages import MessageError, pack_body, unpack_body

# A report's fields by their names in the message table.
Fields = Mapping[str, object]


def encode_report(name: str, fields: Mapping[str, object]) -> bytes:
    """Return a report in the layout of the message table."""
    return pack_body(name, *(fields[field] for field in FIELDS[name].split()))


def decode_report(body: bytes) -> tuple[str, dict[str, object]]:
    """Return name and fields of a report; raise DealError if it is none."""
    try:
        name, values = unpack_body(body)
    except MessageError as error:
        raise DealError(f"a sealed report of the croupier cannot be read: {error}") from error
    return name, dict(zip(FIELDS[name].split(), values, strict=True))


def number_in(fields: Fields, name: str) -> int:
    """Return a field that is a number."""
    value = fields[name]
    assert isinstance(value, int)
    return value


def bytes_in(fields: Fields, name: str) -> bytes:
    """Return a field that is bytes."""
    value = fields[name]
    assert isinstance(value, bytes)
    return value


def tags_in(fields: Fields) -> tuple[bytes, ...]:
    """Return the tags of a card in the throat."""
    value = fields["tags"]
    assert isinstance(value, tuple | list)
    return tuple(bytes(tag) for tag in value)
