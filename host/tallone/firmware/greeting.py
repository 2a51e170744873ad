"""Asking a board who it is, and asking it to restart: short talks over the protocol."""

import os
import select
import time
from collections.abc import Callable
from typing import Final

from tallone.errors import FirmwareError
from tallone.firmware.allow_list import ROLES
from tallone.link.line.board_link import BoardLink
from tallone.link.line.port import Wake
from tallone.link.messages import CommandDone, LinkEvent, LinkUp, Refused, Status, Welcome
from tallone.link.session import HostSession

# The firmware answers a greeting at once, and greetings are half a second apart.
ANSWER_S: Final = 2.0


def ask(address: str, role: str, seconds: float = ANSWER_S) -> Welcome | None:
    """Return a board's WELCOME, or None without one; raise FirmwareError if it is not to be used."""
    found: list[Welcome] = []

    def take(_link: BoardLink, event: LinkEvent, _now: float) -> bool:
        if isinstance(event, LinkUp):
            found.append(event.welcome)
        return bool(found)

    _talk(address, role, seconds, take)
    return found[0] if found else None


def who_is(address: str, seconds: float = ANSWER_S) -> Welcome | None:
    """Return the WELCOME of whatever board answers there, or None."""
    for role in ROLES:
        try:
            return ask(address, role, seconds)
        except FirmwareError:
            continue
    return None


def ask_to_restart(address: str, role: str, wait_s: int, seconds: float = 2 * ANSWER_S) -> bool:
    """Ask a running board to restart and wait for firmware; return whether it does so.

    Raises FirmwareError with what to do if it answers otherwise.
    """
    answers: list[CommandDone] = []

    def take(link: BoardLink, event: LinkEvent, now: float) -> bool:
        if isinstance(event, LinkUp):
            link.session.command("RESTART", wait_s, now=now)
        elif isinstance(event, CommandDone) and event.name == "RESTART":
            answers.append(event)
        return bool(answers)

    _talk(address, role, seconds, take)
    if answers and answers[0].status is Status.BUSY:
        raise FirmwareError(f"the {role} is moving cards: try again when it has ended")
    return bool(answers) and answers[0].status is Status.OK


def _talk(
    address: str,
    role: str,
    seconds: float,
    take: Callable[[BoardLink, LinkEvent, float], bool],
) -> None:
    """Run a link until `take` returns true for an event, or the time is over."""
    wake = Wake()
    link = BoardLink(address, HostSession(role, int.from_bytes(os.urandom(4), "little")), wake)
    end = time.monotonic() + seconds
    try:
        while (now := time.monotonic()) < end:
            for event in link.run(now):
                if isinstance(event, Refused):
                    raise FirmwareError(event.sentence)
                if take(link, event, now):
                    return
            link.flush(now)
            until = min(link.next_deadline(), end) - time.monotonic()
            select.select([wake.fd], [], [], max(0.0, min(until, 0.2)))
            wake.clear()
    finally:
        link.close()
        wake.close()
