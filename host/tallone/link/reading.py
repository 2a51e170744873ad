"""Messages as names and named fields."""

from tallone.link.messages import FieldValue
from tallone_wire.fields import FIELDS
from tallone_wire.messages import MessageError, name_of, unpack


def name_fields(name: str, payload: bytes) -> dict[str, FieldValue]:
    """Return the fields of a message, in the table's order; raise MessageError."""
    fields: dict[str, FieldValue] = {}
    values = unpack(name, payload)
    for field, value in zip(FIELDS[name].split(), values, strict=True):
        assert isinstance(value, int | bytes | str | tuple)
        fields[field] = value
    return fields


def read_fields(body: bytes) -> tuple[str, dict[str, FieldValue]]:
    """Return name and fields of an event's or command's body; raise MessageError."""
    name = name_of(body[0]) if body else None
    if name is None:
        raise MessageError("a body with an unknown number")
    return name, name_fields(name, body[1:])
