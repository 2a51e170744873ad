"""`tallone link`: watch what passes between host and boards, and read it again."""

import contextlib
import os
import select
import time
from pathlib import Path
from typing import Annotated

import typer

from tallone.commands.files import readable, writable
from tallone.errors import UsageError
from tallone.firmware.pairing import guard_of
from tallone.link import LinkLost, LinkUp, NoAnswer, Refused, Report
from tallone.link.line import capture as captures
from tallone.link.line.board_link import BoardLink
from tallone.link.line.port import Wake, find_boards
from tallone.link.messages import Role
from tallone.link.reports import name_of_report
from tallone.link.session import HostSession
from tallone.outside import say
from tallone.paths import data_folder
from tallone_wire.messages import ROLES


def ports() -> None:
    """List the boards on USB with their serial numbers: `tallone link ports`."""
    boards = find_boards()
    for board in boards:
        say(f"{board}  {board.description}")
    if not boards:
        say("no board is plugged in")


def capture(
    address: Annotated[str, typer.Argument(help="A board's USB serial number, or a path.")],
    file: Annotated[Path, typer.Argument(help="Where to write; must not exist yet.")],
    *,
    role: Annotated[str, typer.Option("--role", help="mat or croupier.")] = Role.MAT,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, help="How long; else until Ctrl-C.")
    ] = float("inf"),
) -> None:
    """Speak to a board and record every byte with its time.

    Its reports are not acknowledged, so the table's program still gets them afterwards. A capture
    of the croupier tells where every card lies: only you can read the file.
    `tallone link capture /dev/ttyACM0 evening.cap --seconds 60`
    """
    if role not in ROLES:
        raise UsageError(f"{role} is no board; the boards are {' and '.join(ROLES)}")
    if file.exists():
        raise UsageError(f"{file} is there already; give another name")
    writable(file)
    writer = captures.CaptureWriter(file)
    wake = Wake()
    number = int.from_bytes(os.urandom(4), "little")
    session = HostSession(role, number, guard=guard_of(data_folder(), role))
    link = BoardLink(address, session, wake, writer)
    with contextlib.suppress(KeyboardInterrupt):
        _watch(link, wake, time.monotonic() + seconds)
    received, written = link.traffic
    link.close()
    wake.close()
    writer.close()
    say(f"{file}: {received} bytes from the board, {written} to it")
    if writer.full:
        say("the file has reached its limit; what came later is not in it")


def decode(
    file: Annotated[Path, typer.Argument(help="A capture.")],
    *,
    show_tags: Annotated[
        bool, typer.Option("--show-tags", help="Also the tags of cards in the croupier.")
    ] = False,
) -> None:
    """Print a capture as readable lines, one for each frame: `tallone link decode evening.cap`."""
    for line in captures.decode(captures.read_capture(readable(file)), show_tags=show_tags):
        say(line)


def bench(
    *,
    seed: Annotated[int, typer.Option("--seed", help="Which frames get lost.")] = 1,
) -> None:
    """Measure the link: what a frame costs, and what a bad cable does: `tallone link bench`."""
    from tallone.bench.link import figures

    for figure in figures(seed):
        say(f"{figure.name:36} {figure.value:>10,.5g} {figure.unit}")


def _watch(link: BoardLink, wake: Wake, end: float) -> None:
    trouble = ""
    while (now := time.monotonic()) < end:
        for event in link.run(now):
            match event:
                case LinkUp():
                    say(f"{event.welcome.role}, firmware {event.welcome.firmware}")
                case LinkLost(reason=text) | NoAnswer(sentence=text) | Refused(sentence=text):
                    say(text)
                case Report():
                    say(f"{event.event:6} {name_of_report(event.said)}")
                case _:
                    pass
        if link.trouble and link.trouble != trouble:
            say(link.trouble)
        trouble = link.trouble
        until = min(link.next_deadline(), end) - time.monotonic()
        select.select([wake.fd], [], [], max(0.0, min(until, 1.0)))
        wake.clear()
