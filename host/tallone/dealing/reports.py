"""A croupier's report as bytes and back: what the journal seals and a deal is rebuilt from."""

from collections.abc import Mapping

from tallone.dealing.commitment import DealError
from tallone_wire.messages import TABLE, MessageError, pack_body, unpack_body


def encode_report(name: str, fields: Mapping[str, object]) -> bytes:
    """Return a report in the layout of the message table."""
    _number, _layout, names, _tail, tail_name = TABLE[name]
    every = (*names, tail_name) if tail_name else names
    return pack_body(name, *(fields[field] for field in every))


def decode_report(body: bytes) -> tuple[str, dict[str, object]]:
    """Return name and fields of a report; raise DealError if it is none."""
    try:
        name, values = unpack_body(body)
    except MessageError as error:
        raise DealError(f"a sealed report of the croupier cannot be read: {error}") from error
    _number, _layout, names, _tail, tail_name = TABLE[name]
    every = (*names, tail_name) if tail_name else names
    return name, dict(zip(every, values, strict=True))
