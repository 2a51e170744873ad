"""What a link tells the program: frozen values, each one thing that happened."""

import dataclasses
import enum

from tallone.link.reports import BoardReport
from tallone_wire.fields import STATUSES
from tallone_wire.messages import ROLES


class Role(enum.StrEnum):
    """Which board it is."""

    MAT = ROLES[0]
    CROUPIER = ROLES[1]


# Text from a board is cut to this before anyone sees it.
MAX_TEXT = 200


class Status(enum.IntEnum):
    """A board's answer to a command."""

    OK = STATUSES.index("OK")
    BUSY = STATUSES.index("BUSY")
    BAD = STATUSES.index("BAD")
    UNKNOWN = STATUSES.index("UNKNOWN")
    REFUSED = STATUSES.index("REFUSED")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """Who answered."""

    protocol: int
    role: str
    boot_id: int
    boot_reason: int
    serial: bytes
    firmware_version: str
    firmware_hash: bytes
    # It hears nobody but the host that it was paired with.
    is_paired: bool = False

    @property
    def firmware(self) -> str:
        """Version and hash, for a person; the hash is zeros where no bundle was installed."""
        what = self.firmware_hash.hex() if any(self.firmware_hash) else "not from a bundle"
        return f"{self.firmware_version} ({what})"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LinkUp:
    """The board is there and fits; reports it still keeps will follow, then new ones."""

    welcome: Welcome


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class BoardRestarted:
    """Another boot than the one known before: the board has forgotten all. LinkUp follows."""

    before: int
    boot_id: int
    boot_reason: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The board cannot be used; the sentence says what to do."""

    sentence: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class NoAnswer:
    """The port is open, but nobody answers the greeting; said once for each greeting."""

    sentence: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class LinkLost:
    """An open link has broken; the session is already greeting again, or its port is closed."""

    reason: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report of the board, in order and once; `ack` it when the journal has it.

    `at_ms` is the board's own time, modulo 2**30; `received_at` the host's.
    """

    boot_id: int
    event: int
    said: BoardReport
    at_ms: int
    received_at: float


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A report that the table of messages does not explain; `ack` it like any other."""

    boot_id: int
    event: int
    body: bytes


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ReportsLost:
    """The board had no room for so many reports; a full report must follow."""

    count: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CommandDone:
    """The answer to a command, once."""

    command: int
    name: str
    status: Status
    body: bytes


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CommandLost:
    """The board restarted before its answer came: nobody knows whether the command was done."""

    command: int
    name: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Heartbeat:
    """How the board is."""

    uptime_ms: int
    lost_events: int
    free_kb: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class BoardLog:
    """A line the board logged; level as in `logging`, divided by ten."""

    level: int
    text: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class StrayText:
    """Readable text outside of frames: most often the traceback of a program that has died."""

    text: str


LinkEvent = (
    LinkUp
    | BoardRestarted
    | Refused
    | NoAnswer
    | LinkLost
    | Report
    | Unreadable
    | ReportsLost
    | CommandDone
    | CommandLost
    | Heartbeat
    | BoardLog
    | StrayText
)


@dataclasses.dataclass(slots=True)
class LinkCounters:
    """What a link has seen; for whoever looks after the table."""

    duplicates: int = 0
    gaps: int = 0
    strays: int = 0
    bad_messages: int = 0
    greetings: int = 0


def clean_text(raw: bytes | str) -> str:
    """Return text from a board on one line, printable and not longer than MAX_TEXT."""
    text = raw if isinstance(raw, str) else raw.decode("utf-8", "replace")
    text = " ".join(text.split())
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"
