"""The boards' reports, each a frozen value of its own, decoded once; and any message as named fields.

A class has the fields of its row in the table of messages, in the table's order and with its units.
"""

from typing import Final

import msgspec

from tallone.link.bounds import check
from tallone_wire.fields import FIELDS
from tallone_wire.messages import MessageError, name_of, pack_body, unpack, unpack_body

FieldValue = int | bytes | str | tuple[bytes, ...]


class ZoneRound(msgspec.Struct, frozen=True):
    """A round of one zone: of the tags the first `n_in` have come, the rest have gone."""

    zone: int
    round: int
    flags: int
    total: int
    n_in: int
    tags: tuple[bytes, ...]


class ScaleSettled(msgspec.Struct, frozen=True):
    """A weight has come to rest: above tare, and the spread of the last samples."""

    scale: int
    centigrams: int
    spread: int


class ScaleBusy(msgspec.Struct, frozen=True):
    """A scale is being leaned on (1) or at rest again (0)."""

    scale: int
    busy: int


class ZonePresence(msgspec.Struct, frozen=True):
    """Whether something loads the coil of a zone that only tells that."""

    zone: int
    loaded: int
    agc: int


class ReaderFault(msgspec.Struct, frozen=True):
    """A reader does not answer."""

    zone: int
    fault: int


class ReaderOk(msgspec.Struct, frozen=True):
    """A reader answers again."""

    zone: int


class ReportEnd(msgspec.Struct, frozen=True):
    """Everything that a REPORT_ALL with this number asked for has been reported."""

    request: int


class CardRead(msgspec.Struct, frozen=True):
    """A card lies in the throat; `tags` are all that was seen there."""

    job: int
    pass_number: int
    index: int
    skew_us10: int
    transit_ms: int
    current_ma: int
    tags: tuple[bytes, ...]


class CardStored(msgspec.Struct, frozen=True):
    """A card has passed into a slot, which now holds `load` cards."""

    job: int
    pass_number: int
    index: int
    slot: int
    load: int


class PassDone(msgspec.Struct, frozen=True):
    """The hopper is empty after `count` cards."""

    job: int
    pass_number: int
    count: int


class Delivered(msgspec.Struct, frozen=True):
    """A slot was emptied into a tray; `count` cards passed."""

    job: int
    step: int
    slot: int
    tray: int
    count: int


class CroupierState(msgspec.Struct, frozen=True):
    """How the croupier stands; a byte of `slot_loads` for each slot of its rack."""

    job: int
    state: int
    fault: int
    index: int
    slot_loads: bytes


class MachineFault(msgspec.Struct, frozen=True):
    """Something went wrong in the croupier."""

    job: int
    fault: int
    tries: int
    index: int


class MachineClear(msgspec.Struct, frozen=True):
    """The fault last told is over."""

    job: int


class Lid(msgspec.Struct, frozen=True):
    """The lid was opened (1) or closed (0)."""

    open: int


class Tamper(msgspec.Struct, frozen=True):
    """The inner cover was opened (1) or closed (0)."""

    open: int


MatReport = (
    ZoneRound | ScaleSettled | ScaleBusy | ZonePresence | ReaderFault | ReaderOk | ReportEnd
)
JobReport = (
    CardRead | CardStored | PassDone | Delivered | CroupierState | MachineFault | MachineClear
)
CroupierReport = JobReport | Lid | Tamper
BoardReport = MatReport | CroupierReport

CLASSES: Final[dict[str, type[BoardReport]]] = {
    "ZONE_ROUND": ZoneRound,
    "SCALE_SETTLED": ScaleSettled,
    "SCALE_BUSY": ScaleBusy,
    "PRESENCE": ZonePresence,
    "READER_FAULT": ReaderFault,
    "READER_OK": ReaderOk,
    "REPORT_END": ReportEnd,
    "CARD_READ": CardRead,
    "CARD_STORED": CardStored,
    "PASS_DONE": PassDone,
    "DELIVERED": Delivered,
    "CROUPIER_STATE": CroupierState,
    "MACHINE_FAULT": MachineFault,
    "MACHINE_CLEAR": MachineClear,
    "LID": Lid,
    "TAMPER": Tamper,
}
_NAMES: Final = {made: name for name, made in CLASSES.items()}


def decode(body: bytes) -> BoardReport:
    """Return the report that is an event's body, within its bounds; raise MessageError if it is none."""
    name, values = unpack_body(body)
    made = CLASSES.get(name)
    if made is None:
        raise MessageError(f"{name} is no report")
    check(name, dict(zip(FIELDS[name].split(), values, strict=True)))
    # The table's layout says what `unpack` gives for each field, and the class repeats it.
    return made(*values)  # type: ignore[arg-type]


def encode(report: BoardReport) -> bytes:
    """Return a report as the body of an event."""
    return pack_body(name_of_report(report), *msgspec.structs.astuple(report))


def name_of_report(report: BoardReport) -> str:
    """Return a report's name in the table of messages."""
    return _NAMES[type(report)]


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
