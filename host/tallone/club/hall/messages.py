"""What tables and hub say to each other: typed, bounded, JSON on the wire.

A table's message carries an id that no other message has; the hub acknowledges by it, and the table says
it again until then. A command names the boot of the table it is meant for and a time after which it is
void, so that one which waited in a broker is never obeyed. Nothing here can hold a card.
"""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from tallone.club.rules.refusal import MAX_ROUNDS, Refused

ROOT: Final = "tallone/v1"
# The longest is a seating with four names of 40 letters.
MAX_BYTES: Final = 4096
MAX_TABLE: Final = 1000
MAX_HANDS: Final = 99
_MAX_WORD: Final = 80
_MAX_LIST: Final = 8
_ID: Final = re.compile(r"t([1-9]\d{0,3})-[0-9a-f]{1,13}-\d{1,9}")
_EVENT: Final = re.compile(r"[a-z0-9-]{1,40}")
BAD: Final = "hall.message"

Points = Mapping[str, int]


class _Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", omit_defaults=True):
    """Every message: its id, and when it was said by the hub's clock (s since 1970)."""

    id: str
    at: float


class Hello(_Said, frozen=True, kw_only=True, tag="hello"):
    """A table is here, or here again: `boot` is another number after every start."""

    boot: int
    program: str
    pack: str = ""
    round: int = 0  # what it is playing; 0: nothing


class Seated(_Said, frozen=True, kw_only=True, tag="seated"):
    """Who sits where: seat letter to entrant."""

    round: int
    seats: Mapping[str, int]


class HandScored(_Said, frozen=True, kw_only=True, tag="hand"):
    """One hand is counted: points by side."""

    round: int
    hand: int
    points: Points


class ResultSaid(_Said, frozen=True, kw_only=True, tag="result"):
    """The match is counted: points by side, and who has confirmed on the device."""

    round: int
    points: Points
    signed: tuple[int, ...] = ()
    rev: int = 1


class ConfirmSaid(_Said, frozen=True, kw_only=True, tag="confirm"):
    """Somebody at the table says that the result is right."""

    round: int
    by: int
    rev: int = 1


class DisputeSaid(_Said, frozen=True, kw_only=True, tag="dispute"):
    """Somebody at the table says that the result is wrong."""

    round: int
    by: int
    rev: int = 1


class Called(_Said, frozen=True, kw_only=True, tag="call"):
    """The table calls the arbiter, or (`done`) needs him no more."""

    round: int = 0
    done: bool = False


class Warned(_Said, frozen=True, kw_only=True, tag="warning"):
    """The arbiter has warned a side at the table."""

    round: int
    side: str
    why: str = ""


class Status(_Said, frozen=True, kw_only=True, tag="status"):
    """How the table stands, every five seconds; never said again, the next one tells more."""

    phase: str
    round: int = 0
    hand: int = 0
    trouble: bool = False


class _Command(_Said, frozen=True, kw_only=True):
    """Every command: the boot that it is meant for, and when it is void by the hub's clock."""

    boot: int
    until: float


class Seat(_Command, frozen=True, kw_only=True, tag="seat"):
    """Who plays here in this round: names as the hall shows them, by side and by entrant."""

    round: int
    rev: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    names: Mapping[str, str]
    hands: int
    minutes: int
    code: str


class Open(_Command, frozen=True, kw_only=True, tag="open"):
    """The arbiter has opened the round."""

    round: int


class TimeOut(_Command, frozen=True, kw_only=True, tag="time_out"):
    """The round's time is over; each table plays its last turns by its code."""

    round: int


class Ask(_Command, frozen=True, kw_only=True, tag="ask"):
    """Say everything of this round again."""

    round: int


class Release(_Command, frozen=True, kw_only=True, tag="release"):
    """The round is over for this table; it may be switched off or play on its own."""

    round: int


class Accepted(_Command, frozen=True, kw_only=True, tag="accepted"):
    """What the standing has of this table: a state, and points by side if there are any."""

    round: int
    state: str
    points: Points | None = None


class Ack(msgspec.Struct, frozen=True, kw_only=True, tag_field="say", tag="ack"):
    """The hub has this message on its disk; `now` is its clock. `refused`: why it does not count."""

    id: str
    now: float
    refused: str = ""


TableMessage = (
    Hello | Seated | HandScored | ResultSaid | ConfirmSaid | DisputeSaid | Called | Warned | Status
)
Command = Seat | Open | TimeOut | Ask | Release | Accepted
HubMessage = Command | Ack


def up_topic(event: str, table: int) -> str:
    """Return where a table speaks."""
    return f"{ROOT}/{_event(event)}/table-{table}/up"


def down_topic(event: str, table: int) -> str:
    """Return where a table listens."""
    return f"{ROOT}/{_event(event)}/table-{table}/down"


def table_of(topic: str, event: str) -> int | None:
    """Return which table speaks on a topic of the event; None for any other topic."""
    found = re.fullmatch(rf"{ROOT}/{re.escape(event)}/table-([1-9]\d{{0,3}})/up", topic)
    return int(found[1]) if found and int(found[1]) <= MAX_TABLE else None


def message_id(table: int, boot: int, number: int) -> str:
    """Return a table's next id: its table, the start of the program, and how many it has said since."""
    return f"t{table}-{boot:x}-{number}"


def boot_of(name: str) -> int:
    """Return which start of a table's program made an id; 0 for an id that is none."""
    parts = name.split("-")
    try:
        return int(parts[1], 16) if len(parts) == 3 else 0
    except ValueError:
        return 0


def encode(message: TableMessage | HubMessage) -> bytes:
    """Return a message as it goes over the wire."""
    return msgspec.json.encode(message)


def read_table(raw: bytes, table: int) -> TableMessage:
    """Return what the table says; raise Refused `hall.message` for what is none, or another's id."""
    message: TableMessage = _read(raw, TableMessage)
    found = _ID.fullmatch(message.id)
    if not found or int(found[1]) != table:
        raise Refused(BAD, "the id is not one of this table's")
    _check(message)
    return message


def read_hub(raw: bytes) -> HubMessage:
    """Return what the hub says; raise Refused `hall.message`."""
    message: HubMessage = _read(raw, HubMessage)
    _check(message)
    return message


def _read(raw: bytes, kind: Any) -> Any:
    if len(raw) > MAX_BYTES:
        raise Refused(BAD, f"the message has {len(raw)} bytes; the most is {MAX_BYTES}")
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise Refused(BAD, f"the message cannot be read ({error})") from None


def _check(message: TableMessage | HubMessage) -> None:
    """Bound every field by what it is called, whichever message it stands in."""
    for name in message.__struct_fields__:
        value = getattr(message, name)
        if not _CHECKS.get(type(value), _never)(name, value):
            raise Refused(BAD, f"{name} of {type(message).__name__} is out of bounds")


def _whole(name: str, value: int) -> bool:
    most = {"round": MAX_ROUNDS, "hand": MAX_HANDS, "hands": MAX_HANDS, "minutes": 600}
    return 0 <= value <= most.get(name, 2**53)


def _entries(_name: str, value: Mapping[str, object]) -> bool:
    return len(value) <= _MAX_LIST and all(
        len(key) <= _MAX_WORD and _small(one) for key, one in value.items()
    )


def _small(value: object) -> bool:
    return len(value) <= _MAX_WORD if isinstance(value, str) else abs(int(str(value))) < 10**6


def _never(_name: str, _value: object) -> bool:
    return False


_CHECKS: Final[Mapping[type, Callable[[str, Any], bool]]] = {
    int: _whole,
    bool: lambda _name, _value: True,
    float: lambda _name, value: math.isfinite(value) and abs(value) < 1e12,
    str: lambda _name, value: len(value) <= _MAX_WORD,
    dict: _entries,
    tuple: lambda _name, value: len(value) <= _MAX_LIST and all(0 <= one < 2**31 for one in value),
    type(None): lambda _name, _value: True,
}


def _event(event: str) -> str:
    if not _EVENT.fullmatch(event):
        raise Refused(BAD, "an event's name has small letters, digits and dashes, 40 at most")
    return event
