"""A whole simulated evening: builds the room, the boards and the program, and lets time pass."""

import contextlib
import dataclasses
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

from tallone.errors import SimulationError, UsageError
from tallone.journal.storage.reader import read
from tallone.link.messages import Role
from tallone.profile_file import asked_profile
from tallone.simulator.clockwork.boards import ROLES, Board
from tallone.simulator.clockwork.conductor import Conductor
from tallone.simulator.clockwork.host_gate import HostGate
from tallone.simulator.evening import report
from tallone.simulator.evening.events import OpenHost, run_events
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.program import JOURNAL, Guest, Program, Visitor
from tallone.simulator.evening.senses import BoardSenses
from tallone.simulator.evening.setting import Setting, prepare
from tallone.simulator.faults.faults import POWERLESS_S
from tallone.simulator.faults.occasions import why_impossible
from tallone.simulator.room.noise import rates

__all__ = ["Evening", "Options", "SimulatedTable", "simulate"]
# Simulated seconds after which an evening that has not ended is a failure.
_LONGEST_HAND_S: Final = 7200
_MICROS: Final = 1_000_000


@dataclasses.dataclass(frozen=True, slots=True)
class Evening:
    """The end of a run: the report, the hands in BGN."""

    report: report.JsonObject
    bgn: str


def simulate(
    options: Options,
    progress: Callable[[str], None] = lambda _line: None,
    open_host: OpenHost | None = None,
) -> Evening:
    """Run the whole table; raise UsageError (a fault could not be put in) or SimulationError.

    The events level needs `open_host`, which opens the program's evening in a folder.
    """
    profile = asked_profile(options.profile)
    for request in options.faults:
        reason = why_impossible(request.name, profile, options.players)
        if reason is not None:
            raise UsageError(f"these faults could not be put in: {request.name}; {reason}")
    reporter = report.Reporter(
        seed=options.seed,
        profile=profile.name,
        level=options.level,
        noise=options.noise,
    )
    with _folder(options) as folder:
        if options.level == "chain":
            table = SimulatedTable(options, folder)
            try:
                table.run(progress)
            finally:
                table.close()
            reporter.add(read(folder / JOURNAL), table.setting.seen())
            pending = table.setting.faults.pending
        elif open_host is not None:
            pending = run_events(options, folder, open_host, reporter, progress)
        else:
            raise UsageError("the events level needs a program that can be called directly")
    if pending:
        names = ", ".join(request.name for request in pending)
        raise UsageError(f"these faults could not be put in: {names}")
    bgn = "\n".join(str(hand["bgn"]) for hand in reporter.hands)
    return Evening(reporter.content(), bgn)


class Crowd(Protocol):
    """Whoever is at the table."""

    finished: bool

    @property
    def hands(self) -> Sequence[object]:
        """The hands that they have begun."""

    def run(self) -> None:
        """Begin."""


class SimulatedTable:
    """The boards, the program and the people of one run, in its folder."""

    def __init__(
        self,
        options: Options,
        folder: Path,
        *,
        command: list[str] | None = None,
        visitor: bool = False,
    ) -> None:
        """Set the table up; with `visitor` the program is started by somebody else."""
        self.options = options
        self.folder = folder
        self.conductor = Conductor(pace=options.pace)
        self._boards: dict[str, Board] = {}
        self._gate: HostGate | None = None
        packs = prepare(options, folder)
        try:
            for role in ROLES:
                self._boards[role] = Board(
                    role,
                    self.conductor,
                    folder,
                    rng=options.stream(f"cable {role}"),
                    told=self._told,
                    alone=options.alone,
                    chip=options.board,
                )
            self.gate = HostGate(self.conductor, folder, self._boards, left=self._left)
        except BaseException:
            self.close()
            raise
        self._gate = self.gate
        self.program: Guest = (
            Visitor(self.gate) if visitor else Program(folder, self.gate, command)
        )
        self.senses = BoardSenses(self._boards[Role.MAT], self._boards[Role.CROUPIER])
        self._rates = rates(options.noise)
        self.setting = Setting(
            options,
            packs,
            timeline=self.conductor,
            senses=self.senses,
            screen=self.gate,
            machines=Electrics(self),
        )
        self.world = self.setting.world
        self.people: Crowd = self.setting.people
        for board in self._boards.values():
            board.restarted = self._tell_all

    def board(self, role: str) -> Board:
        return self._boards[role]

    def run(self, progress: Callable[[str], None]) -> None:
        """Let the evening pass; raise SimulationError if the program or the boards fail."""
        self._tell_all()
        self.world.begin()
        self.program.start()
        self.people.run()
        limit = _LONGEST_HAND_S * _MICROS * self.options.hands
        hands = 0

        def done() -> bool:
            nonlocal hands
            if len(self.people.hands) != hands:
                hands = len(self.people.hands)
                at = f"{self.conductor.now / _MICROS:.0f} s"
                progress(f"hand {hands} of {self.options.hands} at {at}")
            return self.people.finished or self.conductor.now > limit

        try:
            self.conductor.run(done)
        except SimulationError as error:
            raise SimulationError(f"{error}\n{self.program.last_words()}".rstrip()) from error
        if not self.people.finished:
            raise SimulationError(f"the evening has not ended after {limit / _MICROS:.0f} s")
        status = self.program.end()
        if status != 0:
            raise SimulationError(
                f"the program ended with status {status}:\n{self.program.last_words()}"
            )

    def close(self) -> None:
        """End every process."""
        if self._gate is not None:
            self.program.end()
            self._gate.close()
        for board in self._boards.values():
            board.stop()

    def _tell_all(self) -> None:
        """Tell the boards' models what the world is like."""
        self.senses.noise(self._rates, self.options.seed)
        self.world.show_all()

    def _told(self, report: dict[str, object]) -> None:
        """Take a chip model's report of what has physically happened."""
        tray = report.get("delivered")
        if isinstance(tray, str):
            uids = report.get("tags")
            self.world.deliver(tray, list(map(str, uids)) if isinstance(uids, list) else [])

    def _left(self) -> None:
        if not self.program.is_doomed:
            raise SimulationError("the program has left the table")
        self.conductor.after(POWERLESS_S, self.program.start)


class Electrics:
    """Plugs, power and broken parts of a simulated table."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table

    def fault(self, role: str, fault: dict[str, object]) -> None:
        self._table.senses.fault(role, fault)

    def unplug(self, role: str) -> None:
        self._table.board(role).cable.unplug()

    def plug(self, role: str) -> None:
        self._table.board(role).cable.plug()

    def kill_program(self) -> None:
        self._table.program.kill()

    def start_program(self) -> None:
        self._table.program.start()

    def step_wall_clock(self, seconds: float) -> None:
        self._table.gate.step_wall_clock(seconds)


@contextlib.contextmanager
def _folder(options: Options) -> Iterator[Path]:
    """Yield a folder with a short path, for sockets allow few characters."""
    folder = Path(tempfile.mkdtemp(prefix="tallone-"))
    try:
        yield folder
    finally:
        if options.keep is not None:
            shutil.copytree(
                folder,
                options.keep,
                dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("*.sock", "*.tty"),
            )
        shutil.rmtree(folder, ignore_errors=True)
