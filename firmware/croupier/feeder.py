# One pass: card after card out of the hopper, known alone, into the slot that the host names.
#
# Each state of FEED_TABLE is a method that does it and returns an event. The host routes card by
# card: this board never knows the order of what it has not fed, and forgets each UID when stored.
import gc

from boards import croupier_v1 as board
from memory import FEED, PUSH, REST
from micropython import const
from states import (
    AGAIN,
    BACK,
    DONE,
    DRAW,
    FAULT_OF,
    FEED_TABLE,
    PASS,
    PERSON,
    READ,
    ROUTE,
    SURVEY,
    TURN,
    follow,
)
from states import PUSH as PUSH_STATE

from faults import ReaderFault
from tallone_wire.messages import MAX_TRIES
from wake import Halted

# More cards than any pack: something goes round in circles.
MAX_CARDS = const(120)
# A packet that comes back from the rack falls into the hopper within this time.
_HOPPER_MS = const(1500)
# The host may have to ask a person; motors are off meanwhile.
_ROUTE_MS = const(120_000)
# The host keeps few reports unwritten; this many must find room before a card is drawn.
_ROOM = const(6)
_ROOM_MS = const(10_000)
_TURN_TRIES = const(2)
# A second card nearly under the first shows in the current of the feed roller.
_HEAVY_PERCENT = const(140)
_KNOWN_CURRENT = const(5)
_NO_SLOT = const(255)
# A collection this often, where nothing moves; a card takes some 10 kB of the heap.
_COLLECT_CARDS = const(4)
_REPORT_MS = const(2)


class Feeder:
    """Runs a pass. `machine` holds rack, throat, memory, reports and wake; see croupier.py."""

    def __init__(self, machine):
        self._machine = machine
        self._throat = machine.throat
        self._rack = machine.rack
        self._memory = machine.memory
        self._wake = machine.wake
        self.routes = bytearray(MAX_CARDS)
        self.state = DONE
        self.uid = None
        self.order = None
        # The slot in whose mouth the card already is.
        self._again = None
        # The UID of a card of which only the next one can tell whether it went in.
        self._unsure = None
        self._usual_ma = 0
        self._known = 0
        self._known_at = 0
        self._actions = {
            DRAW: self._draw,
            PASS: self._throat.parked,
            READ: self._read,
            ROUTE: self._route,
            TURN: self._turn,
            PUSH_STATE: self._push,
            BACK: self._back,
            AGAIN: self._loosen,
            PERSON: self._person,
            SURVEY: self._survey,
        }

    async def run(self, first):
        """Work from the state `first` to the end of the pass."""
        self.state = first
        self._machine.tries = 0
        while self.state != DONE:
            try:
                if self.state != PERSON:
                    self._machine.may_begin()
                event = await self._actions[self.state]()
                if self.state == PASS and event == "parked" and self._heavy():
                    event = "long"
            except Halted as halted:
                self._machine.off()
                self._machine.fault = halted.args[0]
                event = "halt"
            fault = FAULT_OF.get((self.state, event))
            if fault is not None:
                self._machine.fault = fault
            self.state = follow(FEED_TABLE, self.state, event)
        self._throat.off()
        self._throat.boost(100)
        self._machine.clear()
        self._machine.report(
            "PASS_DONE", self._memory.job, self._memory.pass_number, self._memory.index
        )

    def begin(self, pass_number):
        """Start counting at 0; the routes of the pass before are forgotten."""
        memory = self._memory
        before = memory.pass_number, memory.pass_done, memory.index, memory.phase
        memory.pass_number, memory.pass_done, memory.index, memory.phase = pass_number, 0, 0, FEED
        if memory.speed != self._known_at:
            # What is usual at one speed is two cards at another.
            self._known_at = memory.speed
            self._known = 0
        try:
            self._machine.save()
        except Halted:
            memory.pass_number, memory.pass_done, memory.index, memory.phase = before
            raise
        for i in range(MAX_CARDS):
            self.routes[i] = _NO_SLOT

    def route(self, pass_number, index, slot):
        """Take the host's answer for one card; return "ok", "busy", "bad", "slot-full" or "refused"."""
        memory = self._memory
        if pass_number != memory.pass_number or index > memory.index or slot >= memory.slots:
            return "bad"
        if index < memory.index or self.routes[index] != _NO_SLOT:
            if self.routes[index] != _NO_SLOT:
                return "ok" if self.routes[index] == slot else "refused"
            return (
                "ok"  # stored before a power cut: the answer can only be the one that was followed
            )
        if self.state != ROUTE:
            return "busy"
        if memory.loads[slot] >= board.SLOT_CAPACITY:
            return "slot-full"
        if self._again is not None and slot != self._again:
            return "refused"  # the card is already in this slot's mouth
        self.routes[index] = slot
        self._wake.set()
        return "ok"

    # The states.

    async def _draw(self):
        machine, throat = self._machine, self._throat
        if not await self._wake.until(machine.has_room, _ROOM_MS):
            raise Halted("host")
        if not self._memory.index:
            await self._wake.until(self._has_cards, _HOPPER_MS)
        if throat.interrupted and not await throat.back():
            return "obstructed"
        if not throat.drawing:
            if throat.entry_dark or throat.exit_dark:
                return "obstructed"
            if throat.hopper_is_empty:
                self._settle_unsure(None)
                self._memory.pass_done = 1
                self._memory.phase = REST
                machine.save()
                return "empty"
            if self._memory.index >= MAX_CARDS:
                raise Halted("places")
            if self._unsure is None:  # else what was being done still stands
                self._memory.phase = FEED
                machine.save()
            await throat.draw()
        return await throat.entered()

    async def _read(self):
        try:
            seen = self._throat.read()
        except ReaderFault:
            try:
                if not self._throat.reset_reader():
                    return "reader"
                seen = self._throat.read()
            except ReaderFault:
                return "reader"
        if len(seen) > 1:
            return "several"
        self._settle_unsure(seen[0] if seen else None)
        self._machine.clear()
        self._throat.boost(100)
        self._note_current()
        throat, memory = self._throat, self._memory
        self.uid = seen[0] if seen else None
        self.routes[memory.index] = _NO_SLOT
        self._machine.report(
            "CARD_READ", memory.job, memory.pass_number, memory.index,
            min(throat.skew_us // 10, 65535), throat.transit_ms, throat.peak_ma, seen,
        )  # fmt: skip
        return "alone" if seen else "silent"

    async def _route(self):
        if (
            self.order is not None
            and self.uid is not None
            and not self.order.fed(self._memory.pass_number, self.uid)
        ):
            return "disordered"
        if not self._memory.index % _COLLECT_CARDS:
            # Both rollers stand and the host has yet to answer: let the report out, then collect.
            await self._wake.pause(_REPORT_MS)
            gc.collect()
        return "routed" if await self._wake.until(self._is_routed, _ROUTE_MS) else "unanswered"

    async def _turn(self):
        if self._again is not None:
            return "turned"
        await self._machine.outlet.draw_back()
        slot = self.routes[self._memory.index]
        # Only a job that checks its packets' order deals nothing.
        hidden = self.order is None
        for _try in range(_TURN_TRIES):
            if await self._rack.turn(slot, hidden):
                return "turned"
            self._machine.retrying("rack")
        return "turned" if await self._rack.turn(slot, hidden) else "lost"

    async def _push(self):
        memory, throat = self._memory, self._throat
        memory.phase = PUSH
        memory.slot = self._again if self._again is not None else self.routes[memory.index]
        self._machine.save()
        with_next = (
            self._again is None and not throat.hopper_is_empty and self._machine.tries == 0
            and memory.index + 1 < MAX_CARDS and not throat.entry_dark and self._machine.has_room()
        )  # fmt: skip
        event = await throat.push(with_next, self._again is None)
        if event == "stored":
            self._stored()
        return event

    async def _back(self):
        machine = self._machine
        self._throat.off()
        if machine.tries == MAX_TRIES:
            return "tried"
        machine.retrying(machine.fault)
        # A sticky card wants more pull, two cards together less.
        self._throat.boost(100 + 25 * machine.tries if machine.fault == "no-feed" else 80)
        return "cleared" if await self._throat.back() else "stuck"

    async def _loosen(self):
        if self._machine.tries == MAX_TRIES:
            return "tried"
        self._again = self._memory.slot
        self._machine.retrying("jam")
        await self._throat.loosen()
        return "ready"

    async def _person(self):
        await self._machine.person(self._memory.index)
        return "resumed"

    async def _survey(self):
        # After a person or a power cut: what do the sensors say, compared with what was being done?
        machine, throat, memory = self._machine, self._throat, self._memory
        self._again = None
        throat.boost(100)
        if not await machine.look_around():
            return "unsound"
        if memory.phase == PUSH:
            return await self._survey_push()
        if throat.exit_dark:
            return "card" if await self._rack.find_home() else "unsound"
        if not await throat.back() or not await self._rack.find_home():
            return "unsound"
        return "empty"

    async def _survey_push(self):
        # The card may be half in the slot: the rack must not turn before it is in.
        throat, memory = self._throat, self._memory
        if throat.exit_dark:
            self._again = memory.slot
            await throat.back_next()
            try:
                seen = throat.read()
            except ReaderFault:
                return "unsound"
            if len(seen) > 1:
                return "blocked"
            if seen and self.uid is not None:
                return "half" if seen[0] == self.uid else "blocked"
            if seen:
                return "card"
            # Too far in for the antenna. If hands were in the machine they have to take it out.
            return "blocked" if memory.unsure else "half"
        await throat.finish()
        if not memory.unsure:
            self._stored()
        elif self.uid is None:
            return "unknown"
        else:
            self._unsure = self.uid
        if not await throat.back() or not await self._rack.find_home():
            return "unsound"
        return "empty"

    def _settle_unsure(self, seen):
        # Hands were inside while a card was on its way into its slot. If it now comes out of the
        # hopper again it was not stored; if another one comes, it was.
        unsure, self._unsure = self._unsure, None
        if unsure is None:
            return
        if seen != unsure:
            self.uid = unsure
            self._stored()
        else:
            self._memory.unsure = 0
            self._memory.phase = FEED
            self._machine.save()

    def _stored(self):
        memory, machine = self._memory, self._machine
        index, slot = memory.index, memory.slot
        memory.loads[slot] += 1
        memory.index += 1
        memory.phase = FEED
        memory.unsure = 0
        if self.order is not None and self.uid is not None:
            self.order.stored(slot, self.uid)
        self.uid = None
        self._again = None
        # Said before it is written down: it is true, and saying it again after a power cut does no harm.
        machine.report(
            "CARD_STORED", memory.job, memory.pass_number, index, slot, memory.loads[slot]
        )
        machine.save()
        machine.clear()

    # The usual current, learned from the cards that went through.

    def _heavy(self):
        return (
            self._known >= _KNOWN_CURRENT
            and self._throat.peak_ma * 100 > self._usual_ma * _HEAVY_PERCENT
        )

    def _note_current(self):
        peak = self._throat.peak_ma
        if not peak:
            return
        self._usual_ma = (self._usual_ma * 7 + peak) // 8 if self._known else peak
        self._known = min(self._known + 1, _KNOWN_CURRENT)

    def _is_routed(self):
        return self.routes[self._memory.index] != _NO_SLOT

    def _has_cards(self):
        return not self._throat.hopper_is_empty
