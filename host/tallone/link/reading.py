"""Messages as names and named fields."""

from tallone.link.messages import FieldValue
from tallone_wire.messages import NAMES, TABLE, MessageError, unpack


def name_fields(name: str, payload: bytes) -> dict[str, FieldValue]:
    """Return the fields of a message, in the table's order; raise MessageError."""
    _number, _layout, names, tail, tail_name = TABLE[name]
    fields: dict[str, FieldValue] = {}
    values = unpack(name, payload)
    for field, value in zip((*names, tail_name) if tail else names, values, strict=True):
        assert isinstance(value, int | bytes | str | tuple)
        fields[field] = value
    return fields


def read_fields(body: bytes) -> tuple[str, dict[str, FieldValue]]:
    """Return name and fields of an event's or command's body; raise MessageError."""
    name = NAMES.get(body[0]) if body else None
    if name is None:
        raise MessageError("a body with an unknown number")
    return name, name_fields(name, body[1:])
