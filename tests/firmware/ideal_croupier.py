"""The croupier's own firmware files under CPython, with ideal mechanics: no chips, no misfeeds, no waiting.

Commands come in as the wire's bytes and reports go out as bytes; between them run the board's
shuffler, feeder, distributor, memory and state tables, unchanged. Only rollers, wheel and ejector
are replaced, by lists of cards and a clock that moves when somebody waits. Importing this puts the
firmware's folders and MicroPython's modules in place: for a program of its own, not for pytest's
process.
"""

import sys
import time
from pathlib import Path

from tallone.dealing.croupier.outputs import JobCommand
from tallone.link.reports import decode
from tallone.simulator.cpython import modules
from tallone_wire.messages import OK, TRAYS, pack_body, unpack_body

_FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


class Clock:
    """Milliseconds since power-on; nobody moves it but those who wait."""

    now = 0


def _install():
    modules.install()
    vars(time).update(
        ticks_ms=lambda: Clock.now,
        ticks_us=lambda: Clock.now * 1000,
        ticks_diff=lambda one, other: one - other,
        ticks_add=lambda one, other: one + other,
        sleep_us=lambda _us: None,
    )
    for folder in ("", "lib", "croupier"):
        sys.path.insert(0, str(_FIRMWARE / folder))
    # The stepper's file asks for the chip's module; no step is ever made.
    sys.path.append(str(_FIRMWARE / "sim"))


_install()

from croupier import Croupier
from shuffler import Shuffler

from wake import Halted


class _Turn:
    """Awaited where the firmware waits: the other side gets its turn."""

    def __await__(self):
        yield


class Wake:
    """As firmware/lib/wake.py, on the ideal clock."""

    halt = None

    def set(self, _source=None):
        pass

    def halt_for(self, fault):
        self.halt = fault

    async def until(self, ready, timeout_ms):
        deadline = Clock.now + timeout_ms
        while True:
            if self.halt is not None:
                raise Halted(self.halt)
            if ready():
                return True
            if Clock.now >= deadline:
                return False
            await _Turn()

    async def pause(self, duration_ms):
        await self.until(lambda: False, duration_ms)


class _Memory(bytearray):
    """An FRAM without a bus."""

    def read_into(self, at, buffer):
        buffer[:] = self[at : at + len(buffer)]

    def write(self, at, content):
        self[at : at + len(content)] = content


class _Still:
    """A device that nothing is asked of."""

    field = False
    moving = False

    def value(self):
        return 0

    def __getattr__(self, _name):
        return lambda *_arguments, **_more: None


class _Parts:
    def __init__(self):
        self.fram = _Memory(4096)
        self._still = _Still()

    def __getattr__(self, _name):
        return self._still


class Rack:
    """A wheel that always stands where it was sent; first in first out, or last in first out."""

    def __init__(self, *, fifo):
        self.slots = [[] for _slot in range(12)]
        self.slot = None
        self.fifo = fifo
        self.highest = 0  # the most cards that a slot ever held

    def limit(self, _limits):
        pass

    def off(self):
        pass

    async def turn(self, slot, hidden=False):
        self.slot = slot
        return True

    async def find_home(self):
        return await self.turn(0)

    def put(self, card):
        here = self.slots[self.slot]
        here.append(card)
        self.highest = max(self.highest, len(here))

    def empty(self):
        packet, self.slots[self.slot] = self.slots[self.slot], []
        return packet if self.fifo else packet[::-1]


class Throat:
    """Rollers that draw one card, straight, each time. `hopper` has the card fed first in front."""

    entry_dark = exit_dark = interrupted = drawing = False
    peak_ma, skew_us, transit_ms = 300, 0, 60

    def __init__(self, rack):
        self.hopper = []
        self.card = None  # the one that is parked
        self.feeds = 0
        self._rack = rack

    @property
    def hopper_is_empty(self):
        return not self.hopper

    def limit(self, _limits):
        pass

    def boost(self, _percent):
        pass

    def off(self):
        pass

    async def draw(self):
        assert self.card is None, "a second card was drawn"

    async def entered(self):
        return "entered"

    async def parked(self):
        self.drawing = False
        assert self.card is None, "two cards in the throat"
        self.card = self.hopper.pop(0)
        self.feeds += 1
        return "parked"

    def read(self):
        return [self.card]

    async def finish(self):
        pass

    async def push(self, with_next, parked):
        assert parked
        self._rack.put(self.card)
        self.card = None
        self.drawing = with_next
        return "stored"


class Outlet:
    """An ejector that frees every card, lowest first, and a gate that stands at once."""

    dark = False

    def __init__(self, rack, throat):
        self.trays = {tray: [] for tray in TRAYS if tray != "return"}
        self.count = 0
        self._rack = rack
        self._throat = throat
        self._tray = 0

    def off(self):
        pass

    def set_gate(self, tray):
        self._tray = tray
        return 0

    def start_count(self, before):
        self.count = before

    async def stroke(self, _expected, seen):
        packet = self._rack.empty()
        name = TRAYS[self._tray]
        (self._throat.hopper if name == "return" else self.trays[name]).extend(packet)
        for _card in packet:
            self.count += 1
            seen(self.count)

    async def retract(self):
        return True

    async def draw_back(self):
        pass


class IdealCroupier:
    """One board with its mechanics; `run` lets it talk with a job until the job is over."""

    room = 48

    def __init__(self, hopper, *, fifo=True, rack=None):
        self.rack = Rack(fifo=fifo) if rack is None else rack
        self.throat = Throat(self.rack)
        self.throat.hopper = list(hopper)
        self.outlet = Outlet(self.rack, self.throat)
        self._reports = []
        self.wake = Wake()
        machine = Croupier(_Parts(), self, self.wake)
        machine.rack, machine.throat, machine.outlet = self.rack, self.throat, self.outlet
        for slot in range(len(machine.memory.loads)):
            machine.memory.loads[slot] = 0
        machine.memory.save()
        self.memory = machine.memory
        self.shuffler = Shuffler(machine)
        self._handlers = self.shuffler.handlers()
        self._firmware = self.shuffler.run()

    def emit(self, name, *fields):
        """Take a report from the firmware, as its session does."""
        self._reports.append(pack_body(name, *fields))
        return 1

    def host_silent(self, _now):
        return False

    def run(self, job, patience_ms=600_000):
        """Let job and firmware talk until the job is over; return what the job said besides."""
        news = self._act(job.begin())
        while not job.is_over:
            self._firmware.send(None)
            if not self._reports:
                Clock.now += 1
                patience_ms -= 1
                assert patience_ms, "job and croupier never end"
            while self._reports:
                report = decode(self._reports.pop(0))
                news += self._act(job.observe(report))
        self._firmware.close()
        return news

    def _act(self, outputs):
        news = []
        for output in outputs:
            if not isinstance(output, JobCommand):
                news.append(output)
                continue
            name, fields = unpack_body(pack_body(output.name, *output.fields))
            status, body = self._handlers[name](fields)
            assert status == OK, (output, status, body)
        return news
