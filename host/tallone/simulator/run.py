"""A whole simulated evening: builds the room, the boards and the program, and lets time pass."""

import contextlib
import dataclasses
import json
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

from tallone.bots import SensibleBot
from tallone.errors import SimulationError, UsageError
from tallone.journal.reader import read
from tallone.mat.registry import write_registry
from tallone.rules import load_profile
from tallone.simulator import report
from tallone.simulator.boards import ROLES, Board
from tallone.simulator.cards import CardPress, enrol
from tallone.simulator.conductor import Conductor
from tallone.simulator.faults import FaultPlan, Request
from tallone.simulator.gestures import Pace
from tallone.simulator.host_gate import HostGate
from tallone.simulator.noise import rates
from tallone.simulator.people import People
from tallone.simulator.program import Guest, Program, Visitor
from tallone.simulator.room import Room
from tallone.simulator.senses import BoardSenses
from tallone.simulator.world import World

Level = Literal["chain", "events"]
PACK_NAME: Final = "blue-and-red-1"
OTHER_PACK: Final = "blue-and-red-2"
# Simulated seconds after which an evening that has not ended is a failure.
_LONGEST_HAND_S: Final = 7200
_MICROS: Final = 1_000_000


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What `tallone simulate` is asked for."""

    hands: int = 1
    seed: int = 1
    profile: str = "fibur"
    players: int = 4
    assist: str = "circolo"
    level: Level = "chain"
    noise: float = 1.0
    faults: tuple[Request, ...] = ()
    rehearse_certify: bool = False
    screens: Path | None = None
    # Virtual seconds a real second; None: as fast as it goes.
    pace: float | None = None
    # Keep the run's folder (journal, stderr of the boards) here instead of throwing it away.
    keep: Path | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Evening:
    """The end of a run: the report, the hands in BGN."""

    report: report.JsonObject
    bgn: str


def simulate(options: Options, progress: Callable[[str], None] = lambda _line: None) -> Evening:
    """Run the whole table; raise UsageError (a fault could not be put in) or SimulationError."""
    with _folder(options) as folder:
        table = SimulatedTable(options, folder)
        try:
            table.run(progress)
        finally:
            table.close()
        return table.evening()


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
        profile = load_profile(options.profile)
        press = CardPress(_stream(options, "cards"))
        pack, spare = press.pack(PACK_NAME), press.pack(OTHER_PACK)
        _write_settings(options, folder)
        for name, cards, file in (
            (PACK_NAME, pack, "registry.json"),
            (OTHER_PACK, spare, "other-registry.json"),
        ):
            (folder / file).write_text(write_registry(enrol(name, cards)), encoding="utf-8")
        try:
            for role in ROLES:
                self._boards[role] = Board(
                    role,
                    self.conductor,
                    folder,
                    rng=_stream(options, f"cable {role}"),
                    told=self._told,
                )
            self.gate = HostGate(self.conductor, folder, self._boards, left=self._left)
        except BaseException:
            self.close()
            raise
        self._gate = self.gate
        self.program: Guest = (
            Visitor(self.gate) if visitor else Program(folder, self.gate, command)
        )
        self.senses = BoardSenses(self._boards["mat"], self._boards["croupier"])
        self._rates = rates(options.noise)
        self.world = World(self.conductor, self.senses, _stream(options, "world"), self._rates)
        rng = _stream(options, "people")
        self.room = Room(
            timeline=self.conductor,
            world=self.world,
            screen=self.gate,
            machines=Electrics(self),
            press=press,
            pace=Pace(rng),
            rng=rng,
            players=options.players,
            pack=pack,
            spare=spare,
        )
        self.faults = FaultPlan(options.faults)
        self.people = People(self.room, profile, SensibleBot(), self.faults, hands=options.hands)
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
                progress(f"hand {hands} at {self.conductor.now / _MICROS:.0f} s")
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

    def evening(self) -> Evening:
        """Return what the run has given; raise UsageError if a fault was not put in."""
        pending = ", ".join(request.name for request in self.faults.pending)
        if pending:
            raise UsageError(f"these faults could not be put in: {pending}")
        seen = report.Seen(
            laid=[(at, card, zone.value) for at, card, zone in self.world.laid],
            hands=self.people.hands,
            injected=self.faults.injected,
            hand_began=self.people.hand_began,
        )
        content = report.report(
            read(self.folder / "journal.sqlite"),
            seen,
            seed=self.options.seed,
            profile=self.options.profile,
            level=self.options.level,
            noise=self.options.noise,
        )
        return Evening(content, "\n".join(truth.notation() for truth in self.people.hands))

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
        raise SimulationError("the program has left the table")


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


def _stream(options: Options, purpose: str) -> random.Random:
    """A random source of its own for each purpose, so that one does not disturb another."""
    return random.Random(f"{options.seed} {purpose}")


def _write_settings(options: Options, folder: Path) -> None:
    """Leave the program's settings in `run.json`."""
    settings = {
        "seed": options.seed,
        "profile": options.profile,
        "players": options.players,
        "hands": options.hands,
        "assist": options.assist,
        "rehearse_certify": options.rehearse_certify,
        "screens": str(options.screens.resolve()) if options.screens else None,
    }
    (folder / "run.json").write_text(json.dumps(settings, indent=1), encoding="utf-8")


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
