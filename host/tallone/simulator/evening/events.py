"""A simulated evening at the events level: everything in one process, no bytes and no firmware."""

import dataclasses
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from tallone.errors import SimulationError, UsageError
from tallone.link.messages import Role
from tallone.link.reports import BoardReport
from tallone.mat.zones import Zone
from tallone.press import Press
from tallone.shown import Shown
from tallone.simulator.clockwork.conductor import SECOND, Conductor
from tallone.simulator.evening.events_croupier import KINDS, EventCroupier
from tallone.simulator.evening.events_mat import DirectHost, EventMat, EventSenses
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.report import Reporter
from tallone.simulator.evening.setting import Setting, prepare
from tallone.simulator.faults.faults import Request
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.noise import rates

OpenHost = Callable[[Path], DirectHost]
# How often time itself matters to the program, in microseconds.
_TICK = 250_000
# From a board to the program, in microseconds.
_CABLE = 1000
_LONGEST_HAND_S = 7200
# An evening is kept in memory until it is reported.
_EVENING_HANDS = 20
# Far enough that neighbouring seeds share no evening.
_SEED_STEP = 1_000_003


def run_events(
    options: Options,
    folder: Path,
    open_host: OpenHost,
    reporter: Reporter,
    progress: Callable[[str], None],
) -> Sequence[Request]:
    """Run the hands as evenings of bearable length; return the faults that were not put in."""
    pending = tuple(options.faults)
    for done in range(0, options.hands, _EVENING_HANDS):
        part = dataclasses.replace(
            options,
            hands=min(_EVENING_HANDS, options.hands - done),
            until=options.until if done + _EVENING_HANDS >= options.hands else "end",
            seed=options.seed + done * _SEED_STEP,
            faults=tuple(_renumbered(request, done) for request in pending),
            screens=_evening_folder(options, done),
        )
        place = folder / f"from-{done + 1}"
        place.mkdir()
        table = EventTable(part, place, open_host)
        table.run(progress, done, options.hands)
        reporter.add(table.host.records, table.setting.seen())
        pending = tuple(_renumbered(request, -done) for request in table.setting.faults.pending)
        shutil.rmtree(place)
    return pending


def _evening_folder(options: Options, done: int) -> Path | None:
    """Return where an evening's pictures go: their names count its hands from 1."""
    if options.screens is None or options.hands <= _EVENING_HANDS:
        return options.screens
    return options.screens / f"from-{done + 1}"


def _renumbered(request: Request, done: int) -> Request:
    """Return the request with its hand counted from another evening's first."""
    if request.hand is None:
        return request
    return dataclasses.replace(request, hand=request.hand - done)


class EventTable:
    """The room and the program of one run, in its folder."""

    def __init__(self, options: Options, folder: Path, open_host: OpenHost) -> None:
        self.conductor = Conductor()
        self._options = options
        packs = prepare(options, folder)
        self.host = open_host(folder)
        rng = options.stream("sensors")
        figures = rates(options.noise)
        self.mat = EventMat(self.conductor, self._report, rng, figures)
        throat = options.stream("throat")
        self.croupier = EventCroupier(
            self.conductor, self._report, self._delivered, throat, figures
        )
        self.setting = Setting(
            options,
            packs,
            timeline=self.conductor,
            senses=EventSenses(self.mat, self.croupier, self._report),
            screen=self,
            machines=_Sockets(self.mat, self.croupier),
        )

    @property
    def shown(self) -> Shown:
        """What people see on the screen."""
        return self.host.shown

    def press(self, pressed: Press) -> None:
        """Press a button on the screen."""
        now = self._now
        self.host.press(pressed, now)
        self._step(now)

    def run(self, progress: Callable[[str], None], before: int = 0, of: int = 0) -> None:
        """Let the evening pass; raise SimulationError if it does not end.

        `before` hands were played in other evenings of the run, which has `of` hands in all; 0: one evening.
        """
        world, people = self.setting.world, self.setting.people
        for role in Role:
            self.host.board_up(role, self._now)
        world.show_all()
        world.begin()
        people.run()
        self._tick()
        limit = _LONGEST_HAND_S * SECOND * self._options.hands
        hands = 0

        def done() -> bool:
            nonlocal hands
            if len(people.hands) != hands:
                hands = len(people.hands)
                number = f"{before + hands} of {of or self._options.hands}"
                progress(f"hand {number} at {self._now:.0f} s of its evening")
            return people.finished or self.conductor.now > limit

        self.conductor.run(done)
        if not people.finished:
            raise SimulationError(f"the evening has not ended after {limit / SECOND:.0f} s")

    @property
    def _now(self) -> float:
        return self.conductor.now / SECOND

    def _report(self, role: Role, said: BoardReport) -> None:
        # A little later, as over a cable: nothing reports in the middle of a command.
        conductor = self.conductor
        conductor.at(conductor.now + _CABLE, lambda: self._hand_over(role, said))

    def _hand_over(self, role: Role, said: BoardReport) -> None:
        now = self._now
        self.host.report(role, said, now)
        self._step(now)

    def _step(self, now: float) -> None:
        for role, name, fields in self.host.step(now):
            (self.mat if role == Role.MAT else self.croupier).command(name, fields)

    def _tick(self) -> None:
        self._step(self._now)
        self.conductor.at(self.conductor.now + _TICK, self._tick)

    def _delivered(self, tray: str, cards: Sequence[SimCard]) -> None:
        self.setting.world.deliver(tray, [card.uid_hex for card in cards])


class _Sockets:
    """There are no cables and no processes at this level; readers can die and cards can stick."""

    def __init__(self, mat: EventMat, croupier: EventCroupier) -> None:
        self._mat = mat
        self._croupier = croupier

    def fault(self, role: str, fault: dict[str, object]) -> None:
        kind, index = str(fault.get("kind")), fault.get("index", 0)
        if role == Role.MAT and kind == "dead":
            self._mat.kill_reader(Zone(str(fault["zone"])))
        elif role == Role.CROUPIER and kind in KINDS and isinstance(index, int):
            self._croupier.fault(kind, index)
        else:
            raise UsageError(f"the fault {kind} needs --level chain")

    def unplug(self, role: str) -> None:
        raise UsageError(f"there is no cable of the {role} at this level; use --level chain")

    def plug(self, role: str) -> None:
        raise UsageError(f"there is no cable of the {role} at this level; use --level chain")

    def kill_program(self) -> None:
        raise UsageError("the program is no process at this level; use --level chain")

    def start_program(self) -> None:
        raise UsageError("the program is no process at this level; use --level chain")

    def step_wall_clock(self, seconds: float) -> None:
        """The events level has no wall clock: nothing happens."""
