"""The body of a report or a command as a name and named fields."""

from tallone.link.messages import FieldValue
from tallone_wire.messages import TABLE, unpack_body


def read_fields(body: bytes) -> tuple[str, dict[str, FieldValue]]:
    """Return name and fields of an event's or command's body; raise MessageError."""
    name, values = unpack_body(body)
    _number, _layout, names, tail, tail_name = TABLE[name]
    fields: dict[str, FieldValue] = {}
    for field, value in zip((*names, tail_name) if tail else names, values, strict=True):
        assert isinstance(value, int | bytes | str | tuple)
        fields[field] = value
    return name, fields
