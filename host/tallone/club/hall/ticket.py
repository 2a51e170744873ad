"""What a table needs to speak to a hall, as one file that a stick carries from the desk to the table."""

import re
from pathlib import Path
from typing import Final

import msgspec

from tallone.club.hall.messages import MAX_TABLE
from tallone.errors import ConfigError

_MAX_FILE: Final = 20_000
_EVENT: Final = re.compile(r"[a-z0-9-]{1,40}")


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """A table's place in a hall: the broker, the event, its own password, whom to believe (PEM)."""

    table: int
    event: str
    host: str
    port: int
    password: str
    authority: str
    form: int = 1


def write_ticket(path: Path, ticket: Ticket) -> None:
    """Write a ticket that only its owner may read: it holds a password."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.touch(mode=0o600)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ticket), indent=1))


def read_ticket(path: Path) -> Ticket:
    """Return a ticket; raise ConfigError with a sentence for what is none."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MAX_FILE + 1)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); copy it again") from error
    try:
        ticket = msgspec.json.decode(raw, type=Ticket)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(
            f"{path}: is no ticket of a hall ({error}); the desk writes one for each table"
        ) from error
    if not (1 <= ticket.table <= MAX_TABLE and 1 <= ticket.port <= 65535):
        raise ConfigError(f"{path}: names a table or a port that cannot be; copy it again")
    if not _EVENT.fullmatch(ticket.event) or not ticket.host or ticket.form != 1:
        raise ConfigError(f"{path}: is a ticket of another program; the desk writes a new one")
    return ticket
