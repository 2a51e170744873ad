"""Reading a board's first answer, and whether this program can work with the board."""

import struct
from dataclasses import dataclass
from typing import Final, cast

from tallone.link.guard import pairing_misfit
from tallone.link.messages import Welcome, clean_text
from tallone_wire import PROTOCOL_VERSION
from tallone_wire.messages import ROLES, MessageError, unpack
from tallone_wire.pairing import PAIRED

# The oldest firmware with which a table can be played: what the program asks for, it can answer. It
# grows when the program begins to need something that older boards do not know.
MINIMUM_FIRMWARE: Final = "0.1.0"
# Numbers are of 32 bits; a board that counts to the half of it in one boot has counted for years.
_MOST_NUMBER: Final = 1 << 31
# The head of WELCOME is the same in every protocol: protocol, role, boot, session.
_HEAD = struct.Struct("<HBII")


def read_head(payload: bytes) -> tuple[int, int, int]:
    """Return protocol, boot id and session of any protocol's WELCOME; raise MessageError."""
    if len(payload) < _HEAD.size:
        raise MessageError("WELCOME without its head")
    protocol, _role, boot_id, session = _HEAD.unpack_from(payload)
    return protocol, boot_id, session


@dataclass(frozen=True, slots=True)
class Answer:
    """All of a WELCOME: who the board is, and from where both go on.

    It keeps the reports from `first` up to, not with, `after`, and has done the commands up to `last_command`.
    """

    welcome: Welcome
    first: int
    after: int
    last_command: int


def read_welcome(payload: bytes) -> Answer:
    """Return what a WELCOME of this protocol says; raise MessageError."""
    fields = unpack("WELCOME", payload)
    numbers = cast("tuple[int, int, int, int, int, int, int, int]", fields[:8])
    protocol, role, boot_id, _session, boot_reason, first, after, last_command = numbers
    serial, firmware_hash, version = cast("tuple[bytes, bytes, str]", fields[8:])
    welcome = Welcome(
        protocol=protocol,
        role=ROLES[role] if role < len(ROLES) else f"board of kind {role}",
        boot_id=boot_id,
        boot_reason=boot_reason & ~PAIRED,
        is_paired=bool(boot_reason & PAIRED),
        serial=serial,
        firmware_version=clean_text(version),
        firmware_hash=firmware_hash,
    )
    return Answer(welcome=welcome, first=first, after=after, last_command=last_command)


def misfit(answer: Answer, role: str, minimum_firmware: str, *, has_key: bool) -> str | None:
    """Return the sentence for a board that this table cannot work with; None if it fits."""
    return (
        _kind_misfit(answer.welcome, role, minimum_firmware)
        or number_misfit(role, answer.first, answer.after, answer.last_command)
        or pairing_misfit(role, answer.welcome.is_paired, has_key)
    )


def no_answer(role: str) -> str:
    """Return the sentence for a port at which nothing answers."""
    return (
        f"the {role} does not answer: is its program running? "
        "Unplug it, count to three, plug it in again"
    )


def number_misfit(role: str, first: int, after: int, last_command: int) -> str | None:
    """Return the sentence for a board whose numbers no board of ours can have; None if they fit."""
    if 1 <= first <= after <= _MOST_NUMBER and last_command <= _MOST_NUMBER:
        return None
    return (
        f"the {role} counts its reports from {first} to {after} and its commands to {last_command}, which it "
        f"cannot have: unplug it, count to three, plug it in again; else run `tallone firmware install {role}`"
    )


def protocol_misfit(role: str, protocol: int) -> str | None:
    """Return the sentence for a board of another protocol; None if it is ours."""
    if protocol == PROTOCOL_VERSION:
        return None
    seen = f"the {role} speaks protocol {protocol}, this program {PROTOCOL_VERSION}"
    if protocol > PROTOCOL_VERSION:
        return f"{seen}: update this program"
    return f"{seen}: run `tallone firmware install {role}`"


def _kind_misfit(welcome: Welcome, role: str, minimum_firmware: str) -> str | None:
    if welcome.role != role:
        return (
            f"this port has the {welcome.role}, not the {role}: "
            "put the two serial numbers right in the configuration"
        )
    if _version(welcome.firmware_version) < _version(minimum_firmware):
        return (
            f"the {role} runs firmware {welcome.firmware_version}, this program needs "
            f"{minimum_firmware} or newer: run `tallone firmware install {role}`"
        )
    return None


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdecimal() else 0 for part in text.split("."))
