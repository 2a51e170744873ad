# One delivery: a whole slot into a tray, counted on the way out.
#
# Each state of DELIVER_TABLE is a method that does it and returns an event.
import gc

from memory import EJECT as EJECT_PHASE
from memory import REST
from micropython import const
from states import (
    DELIVER_TABLE,
    DONE,
    EJECT,
    FAULT_OF,
    PERSON,
    RETRACT,
    RETRY,
    SURVEY,
    TURN,
    follow,
)

from tallone_wire.messages import JOB_KINDS, LOAD_UNKNOWN, MAX_TRIES
from wake import Halted

_TURN_TRIES = const(2)


class Distributor:
    """Runs a delivery. `machine` holds rack, outlet, memory, reports and wake; see croupier.py."""

    def __init__(self, machine):
        self._machine = machine
        self._outlet = machine.outlet
        self._rack = machine.rack
        self._memory = machine.memory
        self._wake = machine.wake
        self.state = DONE
        self._asked = False
        self._empty_strokes = 0
        self._actions = {
            TURN: self._turn,
            EJECT: self._eject,
            RETRY: self._retry,
            RETRACT: self._retract,
            PERSON: self._person,
            SURVEY: self._survey,
        }

    async def run(self, first):
        """Work from the state `first` until the slot is empty and its cards are counted."""
        memory = self._memory
        self.state = first
        self._machine.tries = 0
        self._asked = False
        self._empty_strokes = 0
        self._outlet.start_count(memory.outs)
        while self.state != DONE:
            try:
                if self.state != PERSON:
                    self._machine.may_begin()
                event = await self._actions[self.state]()
            except Halted as halted:
                self._machine.off()
                self._machine.fault = halted.args[0]
                event = "halt"
            fault = FAULT_OF.get((self.state, event))
            if fault is not None:
                self._machine.fault = fault
            self.state = follow(DELIVER_TABLE, self.state, event)
        self._machine.clear()
        self.report()

    def begin(self, step, slot, tray):
        """Remember what is about to be emptied where."""
        memory = self._memory
        before = memory.step, memory.slot, memory.tray, memory.outs, memory.phase
        memory.step, memory.slot, memory.tray, memory.outs = step, slot, tray, 0
        memory.phase = EJECT_PHASE
        try:
            self._machine.save()
        except Halted:
            memory.step, memory.slot, memory.tray, memory.outs, memory.phase = before
            raise

    def report(self):
        """Report the delivery that was done last."""
        memory = self._memory
        self._machine.report(
            "DELIVERED", memory.job, memory.step, memory.slot, memory.tray, memory.outs
        )

    async def _turn(self):
        machine = self._machine
        gc.collect()  # nothing moves yet
        if machine.throat.exit_dark and not await machine.clear_rack():
            return "blocked"
        await self._outlet.draw_back()
        gate_ms = self._outlet.set_gate(self._memory.tray)
        started = machine.ticks_ms()
        turned = await self._turn_rack()
        left = gate_ms - machine.since(started)
        if left > 0:
            await self._wake.pause(left)
        return "turned" if turned else "lost"

    async def _turn_rack(self):
        for _try in range(_TURN_TRIES):
            if await self._rack.turn(self._memory.slot):
                return True
            self._machine.retrying("rack")
        return await self._rack.turn(self._memory.slot)

    async def _eject(self):
        load = self._memory.loads[self._memory.slot]
        before = self._outlet.count
        await self._outlet.stroke(load, self._seen)
        count = self._outlet.count
        self._empty_strokes = self._empty_strokes + 1 if count == before else 0
        if count == load:
            return "all"
        if load != LOAD_UNKNOWN and count > load:
            return "more"
        return "fewer"

    async def _retry(self):
        # Two strokes without a card prove the slot empty, whatever was believed of it.
        if self._memory.loads[self._memory.slot] == LOAD_UNKNOWN:
            if self._empty_strokes:
                return "accepted"
        elif self._empty_strokes > 1 and JOB_KINDS[self._memory.kind] == "return":
            return "accepted"  # the job is to empty the rack, whatever is in it
        elif self._machine.tries == MAX_TRIES:
            if self._asked and self._empty_strokes:
                return "accepted"
            return "tried"
        else:
            self._machine.retrying("eject")
        await self._outlet.retract()
        return "ready"

    async def _retract(self):
        if not await self._outlet.retract():
            return "blocked"
        memory = self._memory
        memory.loads[memory.slot] = 0
        memory.outs = self._outlet.count
        memory.phase = REST
        self._machine.save()
        return "clear"

    async def _person(self):
        await self._machine.person(self._memory.step & 0xFFFF)
        self._asked = True
        return "resumed"

    async def _survey(self):
        machine = self._machine
        if not await machine.look_around() or not await machine.clear_rack():
            return "unsound"
        return "empty" if await self._rack.find_home() else "unsound"

    def _seen(self, count):
        self._memory.outs = count
        self._machine.save()
