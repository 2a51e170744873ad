"""Where commands meet the boards for one job: real ports, or a simulated table as a rehearsal."""

import contextlib
import os
import secrets
import select
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import rich.console
import rich.progress
import typer

from tallone.app.edges.connection import Connection
from tallone.app.edges.desk import OK, QUIT, UNDO, Desk
from tallone.commands import children
from tallone.config import Config, load
from tallone.dealing.croupier.outputs import (
    Certified,
    JobAborted,
    JobOutput,
    NotEnrolled,
    Progress,
)
from tallone.display.texts.phrases import text
from tallone.errors import LinkError, SimulationError, UsageError
from tallone.findings import Finding
from tallone.firmware.pairing import guard_of
from tallone.link.messages import Role
from tallone.link.session import HostSession
from tallone.outside import say
from tallone.paths import data_folder
from tallone.shown import DeskRequest, Shown
from tallone.sim_clock import SimClock, SimulationOverError

if TYPE_CHECKING:
    from tallone.simulator.interpreter.prices import BoardName

ConfigOption = Annotated[Path | None, typer.Option("--config", help="Settings, a TOML file.")]
CroupierOption = Annotated[
    str | None, typer.Option("--croupier", help="The croupier's port or USB serial number.")
]
MatOption = Annotated[str | None, typer.Option("--mat", help="The mat's port or serial number.")]
SimulatedOption = Annotated[
    bool, typer.Option("--simulated", help="At a simulated table, as a rehearsal.")
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Of the simulated table.")]
RegistryOption = Annotated[
    Path | None, typer.Option("--registry", help="The file with the club's packs.")
]
_KEYS: Final = {"": OK, "ok": OK, "u": UNDO, "undo": UNDO, "q": QUIT, "quit": QUIT}
_CHUNK: Final = 4096


class TerminalPerson:
    """Somebody at the keyboard: Enter for done, u for undo, q to stop."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._pending = ""
        self._over = False

    @property
    def wake_fds(self) -> Sequence[int]:
        fd = self._fd()
        return () if fd is None else (fd,)

    def _fd(self) -> int | None:
        """Return what to read from; None once there is nobody."""
        try:
            return None if self._over else sys.stdin.fileno()
        except (OSError, ValueError):  # a program that has no standard input
            return None

    def ask(self, what: str, sentence: str, **_details: str) -> None:
        hint = "" if what == "card" else f"  {text('desk.keys', self._lang)}"
        say(f"{sentence}{hint}")

    def answers(self) -> list[str]:
        """Return what was typed; at the end of the input somebody has left."""
        if self._over:
            return []
        fd = self._fd()
        if fd is not None and not select.select([fd], [], [], 0)[0]:
            return []
        chunk = b"" if fd is None else os.read(fd, _CHUNK)
        self._over = not chunk
        if self._over:
            return [QUIT]
        *lines, self._pending = (self._pending + chunk.decode(errors="replace")).split("\n")
        return [_KEYS[word] for line in lines if (word := line.strip().lower()) in _KEYS]


class SimulatedPerson:
    """The people of a simulated table; what they are asked is printed as well."""

    def __init__(self, clock: SimClock, *, quiet: bool = False) -> None:
        self._clock = clock
        self._quiet = quiet
        self._number = 0

    @property
    def wake_fds(self) -> Sequence[int]:
        return ()

    def ask(self, what: str, sentence: str, **details: str) -> None:
        self._number += 1
        if not self._quiet:
            say(sentence)
        self._clock.show(Shown(desk=DeskRequest(what, self._number, details)))

    def answers(self) -> list[str]:
        return [press.button for press in self._clock.presses()]

    def leave(self) -> None:
        """Say that all is done, and let the table be put away."""
        self._clock.show(Shown(desk=DeskRequest("done", self._number)))


def settings_of(config: Path | None) -> Config:
    return load(config) if config is not None else Config()


@contextlib.contextmanager
def at_desk(
    roles: Sequence[Role],
    addresses: Mapping[Role, str],
    lang: str,
    *,
    simulated: bool,
    seed: int = 1,
    faults: Sequence[str] = (),
    quiet: bool = False,
    board: "BoardName" = "rp2350",
) -> Iterator[tuple[Desk, Path | None]]:
    """Yield a desk with those boards, and the folder of the simulated table if it is one.

    Raises UsageError if nobody has said where a board is, LinkError if one does not answer.
    """
    if simulated:
        with _rehearsal(seed, faults, board) as folder:
            connection = Connection(folder)
            assert connection.simulated is not None
            person = SimulatedPerson(connection.simulated, quiet=quiet)
            connection.link({role: str(folder / f"{role}.tty") for role in roles}, _session)
            desk = Desk(connection, person)
            yield _met(desk, roles), folder
            person.leave()
            with contextlib.suppress(SimulationOverError):
                while True:
                    desk.idle()
        return
    missing = [role for role in roles if not addresses.get(role)]
    if missing:
        options = " and ".join(f"--{role}" for role in missing)
        raise UsageError(
            f"which port is the {' and the '.join(missing)}? Give {options}, or --simulated; "
            "`tallone doctor` lists the boards it sees"
        )
    connection = Connection(None)
    try:
        connection.link({role: addresses[role] for role in roles}, _session)
        yield _met(Desk(connection, TerminalPerson(lang)), roles), None
    finally:
        connection.close()


def _met(desk: Desk, roles: Sequence[Role]) -> Desk:
    for role in roles:
        desk.meet(role)
    return desk


def _session(role: Role) -> HostSession:
    number = int.from_bytes(os.urandom(4), "little")
    return HostSession(role, number, guard=guard_of(data_folder(), role))


@contextlib.contextmanager
def _rehearsal(seed: int, faults: Sequence[str], board: "BoardName") -> Iterator[Path]:
    """Start a simulated table whose people do what they are asked; yield its folder."""
    from tallone.simulator.faults.faults import parse

    for fault in faults:
        parse(fault)
    with tempfile.TemporaryDirectory(prefix="tallone-", ignore_cleanup_errors=True) as name:
        command = [sys.executable, "-m", "tallone.simulator.evening.serve", name, "--workshop"]
        command += ["--seed", str(seed), "--pace", "0", "--noise", "0.3"]
        command += ["--board", board]
        for fault in faults:
            command += ["--fault", fault]
        table = children.start(command)
        try:
            assert table.stdout is not None
            if table.stdout.readline().strip() != "ready":
                raise SimulationError(
                    "the simulated table could not be set up; its own message stands above"
                )
            yield Path(name)
        finally:
            children.end(table)


def job_number() -> int:
    """Return a number that no other job has."""
    return secrets.randbits(31) | 1


class News:
    """What a job says, on a progress bar; its findings are kept."""

    def __init__(self, lang: str) -> None:
        self.findings: list[Finding] = []
        self.not_enrolled: list[NotEnrolled] = []
        self.aborted: JobAborted | None = None
        self.passed = 0  # cards through the throat
        self.certified = False
        self._lang = lang
        self._bar = rich.progress.Progress(
            rich.progress.TextColumn("{task.description}"),
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            console=rich.console.Console(stderr=True),
        )
        self._tasks: dict[str, rich.progress.TaskID] = {}

    def __enter__(self) -> "News":
        self._bar.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._bar.stop()

    def hear(self, output: JobOutput) -> None:
        match output:
            case Progress(stage=stage, done=done, total=total):
                self._show(stage, done, total)
            case Finding():
                self.findings.append(output)
            case NotEnrolled():
                self.not_enrolled.append(output)
            case Certified():
                self.certified = True
            case JobAborted():
                self.aborted = output
            case _:
                pass

    def _show(self, stage: str, done: int, total: int) -> None:
        if stage not in self._tasks:
            words = text(f"desk.stage.{stage}", self._lang)
            self._tasks[stage] = self._bar.add_task(words, total=total)
        self._bar.update(self._tasks[stage], completed=done, total=max(total, done))

    def check(self) -> None:
        """Raise LinkError if the job has ended without its result."""
        if self.aborted is not None:
            where = text("desk.in_rack", self._lang) if self.aborted.in_rack else ""
            raise LinkError(
                f"{text('desk.aborted', self._lang, reason=self.aborted.reason)} {where}".rstrip()
            )


def help_machine(lang: str) -> Callable[[str], tuple[str, str]]:
    """Return what to ask a person for when the machine stands still."""

    def ask(fault: str) -> tuple[str, str]:
        return "help", text("desk.lid" if fault == "lid" else "desk.help", lang, fault=fault)

    return ask


def clear_first(desk: Desk, lang: str) -> None:
    """Put what an interruption has left in the rack back into the hopper, if somebody agrees."""
    open_job, cards = desk.leftover()
    if not open_job and not cards:
        return
    desk.wait_for_ok("clear", text("desk.clear", lang))
    with News(lang) as news:
        desk.clear(open_job, job_number(), news.hear)
    news.check()
