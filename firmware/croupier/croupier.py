# The machine as a whole: what feeder and distributor share, and the stop that always works.
from time import ticks_diff, ticks_ms

from memory import PUSH, Memory
from micropython import const
from outlet import Outlet
from rack import Rack
from throat import Throat

from tallone_wire.messages import FAULTS, MAX_TRIES
from wake import Halted

# The arm may be anywhere when the power comes back.
_PERSON_LOOK_MS = const(1000)
_ROOM = const(6)


def _nobody(_asked):
    pass


class Aborted(Exception):  # noqa: N818  nothing is wrong with the program
    """The host gave the job up."""


class Croupier:
    """`parts` are the board's devices (parts.py), `session` the talk with the host, `wake` one flag."""

    def __init__(self, parts, session, wake):
        self._parts = parts
        self._session = session
        self.wake = wake
        self.memory = Memory(parts.fram)
        self.rack = Rack(parts.stepper, parts.home, wake)
        self.throat = Throat(parts, wake)
        self.outlet = Outlet(parts, wake)
        self.tries = 0
        self.fault = "none"
        self.waiting = False
        self.resumed = False
        self.aborted = False
        # Called with True when a person is asked, with False when the work goes on.
        self.on_person = _nobody
        self._troubled = False

    # The stop.

    def off(self):
        """Motors off, field off, arm still: harmless. Takes no time and may be called from anywhere."""
        self.throat.off()
        self.rack.off()
        self.outlet.off()
        if self._parts.reader.field:
            self._parts.reader.shut()

    @property
    def lid_open(self):
        return self._parts.lid.value() == 1

    def may_begin(self):
        """Raise Halted if nothing may begin to move: under an open lid, for a job that is given up."""
        if self.aborted:
            raise Halted("abort")
        if self.lid_open:
            raise Halted("lid")

    # Reports.

    def report(self, name, *fields):
        self._session.emit(name, *fields)

    def has_room(self):
        return self._session.room >= _ROOM

    def save(self):
        """Write down what is about to happen; without that nothing may move."""
        try:
            self.memory.save()
        except OSError:
            raise Halted("memory")  # noqa: B904  MicroPython keeps no cause

    def retrying(self, fault):
        """Say that something is wrong and that the machine tries by itself."""
        self._say(fault, self.tries, self.memory.index)
        self.tries = min(self.tries + 1, MAX_TRIES)

    def clear(self):
        """Say, once, that all is well again."""
        self.tries = 0
        self.fault = "none"
        if self._troubled:
            self._troubled = False
            self.report("MACHINE_CLEAR", self.memory.job)

    def _say(self, fault, tries, index):
        self._troubled = True
        self.fault = fault
        self.report("MACHINE_FAULT", self.memory.job, FAULTS.index(fault), tries, index)

    # A person.

    async def person(self, index):
        """Stand still until RESUME; a silent host is waited for instead. Raises Aborted."""
        self.off()
        if self.aborted:
            raise Aborted
        self.resumed = False
        self.waiting = True
        alone = self.fault == "host"
        if alone:
            self._say("host", 0, index)
        else:
            self._ask(index)
        while not self.resumed:
            self.wake.halt = None
            try:
                await self.wake.until(self._is_resumed, _PERSON_LOOK_MS)
            except Halted as halted:
                if self.aborted:
                    self.waiting = False
                    raise Aborted  # noqa: B904  MicroPython keeps no cause
                if alone and halted.args[0] != "host":
                    alone = False
                    self.fault = halted.args[0]
                    self._ask(index)
            if alone and not self._session.host_silent(ticks_ms()):
                break
        self.waiting = False
        self.wake.halt = None
        self.tries = 0
        if not alone:
            self.on_person(False)

    def _ask(self, index):
        # Hands will be inside: a card on its way into its slot may not arrive there.
        memory = self.memory
        if memory.phase == PUSH and not memory.unsure:
            memory.unsure = 1
            try:
                memory.save()
            except OSError:
                self.fault = "memory"
        self.on_person(True)
        self._say(self.fault, MAX_TRIES, index)

    def _is_resumed(self):
        return self.resumed

    async def clear_rack(self):
        """Take away what may stand in the rack: the arm, a card half in its mouth; return whether it may turn."""
        throat = self.throat
        await self.outlet.draw_back()
        if throat.exit_dark:
            # What no roller pulls any more goes on into the slot that stands there.
            return await throat.back() or await throat.push(False, False) == "stored"
        await throat.finish()
        return True

    async def look_around(self):
        """Look at everything that must be so before anything may move; return whether it is."""
        if self.lid_open:
            return False
        clear = await self.outlet.retract()
        return clear and self.throat.reset_reader()

    # The clock, for those who only need a difference.

    @staticmethod
    def ticks_ms():
        return ticks_ms()

    @staticmethod
    def since(started):
        return ticks_diff(ticks_ms(), started)
