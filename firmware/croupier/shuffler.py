# One job at a time: the host's commands, what they are allowed to start, and the task that does it.
#
# Commands name their job and their place in it, and are safe to repeat: what is done is reported
# again, what is being done goes on. Nothing here answers what order the cards are in.
from boards import croupier_v1 as board
from croupier import Aborted
from distributor import Distributor
from feeder import Feeder
from memory import EJECT, PUSH, REST
from micropython import const
from noise import limits_for
from order import OrderCheck
from states import DRAW, JOB_TABLE, SURVEY, TURN
from states import ROUTE as ROUTE_STATE

from faults import ReaderFault
from iso15693 import read_block, read_signature
from tallone_wire.messages import (
    BAD,
    BUSY,
    CROUPIER_STATES,
    FAULTS,
    JOB_KINDS,
    LOAD_UNKNOWN,
    OK,
    REFUSED,
    TRAYS,
)
from wake import Halted

_IDLE_MS = const(1000)
_NO_STEP = const(255)
_RETURN = const(7)


def _refused(fault):
    return REFUSED, bytes((FAULTS.index(fault),))


def _emptied(slot, tray):
    return slot << 4 | tray + 1


class Shuffler:
    """Commands in, reports out; `run` is the task that moves things."""

    def __init__(self, machine):
        self._machine = machine
        self._memory = machine.memory
        self._feeder = Feeder(machine)
        self._distributor = Distributor(machine)
        self._order = None
        self._work = []
        # By step, where it emptied what: slot * 16 + tray + 1; 0 is not done.
        self._done = bytearray(_NO_STEP)
        self._last_job = 0
        self.state = "idle"
        self._stopped_in = None
        machine.on_person = self._person

    def handlers(self):
        """The commands this board knows, for the session."""
        return {
            "JOB_BEGIN": self._job_begin,
            "FEED": self._feed,
            "ROUTE": self._route,
            "DELIVER": self._deliver,
            "JOB_END": self._job_end,
            "JOB_ABORT": self._job_abort,
            "STATUS": self._status,
            "RESUME": self._resume,
            "TAG_READ_BLOCK": self._tag_read_block,
            "TAG_SIGNATURE": self._tag_signature,
        }

    def boot(self):
        """Take up what the memory says; report what the host has to know."""
        machine, memory = self._machine, self._memory
        try:
            memory.load()
        except OSError:
            memory.forget()
            machine.fault = "memory"
        if memory.open:
            self.state = "cut"
            machine.fault = "power"
            self._limit()
        elif memory.unknown and machine.fault == "none":
            machine.fault = "places"
        self._report_state()

    @property
    def moving(self):
        """Whether something is being moved, or would be if it were not held up."""
        return self.state in ("feeding", "delivering") and not self._machine.waiting

    def stands_still(self):
        """Whether nothing moves; for what may only be done then."""
        return not self.moving

    def _person(self, asked):
        if asked:
            self._stopped_in = self.state
            self._follow("stopped")
        else:
            self._follow("deliver_on" if self._stopped_in == "delivering" else "feed_on")

    async def run(self):
        """Do one piece of work after the other, for ever."""
        wake = self._machine.wake
        while True:
            try:
                await wake.until(self._has_work, _IDLE_MS)
                while self._work:
                    await self._work.pop(0)()
            except Halted:
                wake.halt = None
            except Aborted:
                self._give_up()

    # Work, each a coroutine without arguments.

    async def _go_home(self):
        # A job that was given up may have left a card half in.
        if await self._machine.clear_rack():
            await self._machine.rack.find_home()

    async def _feed_pass(self):
        await self._feeder.run(DRAW)
        self._follow("done")

    async def _empty_slot(self):
        await self._distributor.run(TURN)
        self._delivered()

    async def _feed_on(self):
        await self._feeder.run(SURVEY)
        self._follow("done")

    async def _empty_on(self):
        await self._distributor.run(SURVEY)
        self._delivered()

    def _delivered(self):
        memory = self._memory
        self._done[memory.step] = _emptied(memory.slot, memory.tray)
        if self._order is not None and memory.tray == _RETURN:
            self._order.returned(memory.slot)
        self._follow("done")

    # Commands.

    def _job_begin(self, fields):
        job, kind, slots, speed = fields
        memory, machine = self._memory, self._machine
        if memory.open:
            if job == memory.job:
                return OK, b""
            return _refused("power") if self.state == "cut" else (BUSY, b"")
        if kind >= len(JOB_KINDS) or not 1 <= slots <= board.SLOTS:
            return BAD, b""
        if JOB_KINDS[kind] != "return" and not memory.empty:
            return _refused("places" if memory.unknown else "not-empty")
        if machine.lid_open:
            return _refused("lid")
        memory.job, memory.kind, memory.slots, memory.speed = job, kind, slots, speed
        memory.open, memory.pass_number, memory.pass_done, memory.index = 1, 0, 1, 0
        memory.phase, memory.step, memory.outs = REST, _NO_STEP, 0
        try:
            memory.save()
        except OSError:
            memory.open = 0
            return _refused("memory")
        for step in range(_NO_STEP):
            self._done[step] = 0
        machine.fault = "none"
        machine.aborted = False
        self._order = OrderCheck() if JOB_KINDS[kind] in ("certify", "enrol") else None
        self._feeder.order = self._order  # pyright: ignore[reportAttributeAccessIssue]
        self._limit()
        self._start(self._go_home, "begin")
        return OK, b""

    def _feed(self, fields):
        job, pass_number = fields
        memory = self._memory
        if not self._is_open(job):
            return BAD, b""
        if pass_number == memory.pass_number:
            if memory.pass_done and pass_number and self.state == "ready":
                self._machine.report("PASS_DONE", job, pass_number, memory.index)
            return OK, b""
        if pass_number != memory.pass_number + 1:
            return BAD, b""
        if "feed" not in JOB_TABLE[self.state]:
            return BUSY, b""
        try:
            self._feeder.begin(pass_number)
        except Halted:
            return _refused("memory")
        self._start(self._feed_pass, "feed")
        return OK, b""

    def _route(self, fields):
        job, pass_number, index, slot = fields
        if not self._is_open(job):
            return BAD, b""
        answer = self._feeder.route(pass_number, index, slot)
        if answer == "slot-full":
            return _refused(answer)
        return {"ok": OK, "busy": BUSY, "bad": BAD, "refused": REFUSED}[answer], b""

    def _deliver(self, fields):
        job, step, slot, tray = fields
        memory = self._memory
        if not self._is_open(job) or slot >= board.SLOTS or tray >= len(TRAYS) or step == _NO_STEP:
            return BAD, b""
        if step == memory.step and (slot, tray) == (memory.slot, memory.tray):
            if memory.phase != EJECT:
                self._distributor.report()
            return OK, b""
        if self._done[step]:
            return (OK if self._done[step] == _emptied(slot, tray) else BAD), b""
        if memory.step != _NO_STEP and step < memory.step:
            return OK, b""  # done before a power cut
        if "deliver" not in JOB_TABLE[self.state]:
            return BUSY, b""
        try:
            self._distributor.begin(step, slot, tray)
        except Halted:
            return _refused("memory")
        if memory.loads[slot] == 0:
            memory.phase = REST
            self._done[step] = _emptied(slot, tray)
            self._distributor.report()
        else:
            self._start(self._empty_slot, "deliver")
        return OK, b""

    def _job_end(self, fields):
        (job,) = fields
        if not self._memory.open and job == self._last_job:
            return OK, b""
        if not self._is_open(job):
            return BAD, b""
        if "end" not in JOB_TABLE[self.state]:
            return BUSY, b""
        if not self._memory.empty:
            return _refused("not-empty")
        self._close("end")
        return OK, b""

    def _job_abort(self, fields):
        (job,) = fields
        if not self._memory.open and job == self._last_job:
            return OK, b""
        if not self._is_open(job):
            return BAD, b""
        if self.state in ("feeding", "delivering", "person"):
            self._machine.aborted = True
        else:
            self._give_up()
        self._machine.off()
        self._machine.wake.halt_for("abort")
        return OK, b""

    def _status(self, _fields):
        self._report_state()
        return OK, b""

    def _resume(self, fields):
        (job,) = fields
        machine, memory = self._machine, self._memory
        if not self._is_open(job):
            return BAD, b""
        if machine.lid_open:
            return _refused("lid")
        if machine.waiting:
            machine.resumed = True
            machine.wake.set()
        elif self.state == "cut":
            self._report_last()
            if memory.phase == REST:
                self._start(self._go_home, "rest")
            elif memory.phase == EJECT:
                self._start(self._empty_on, "deliver_on")
            else:
                self._start(self._feed_on, "feed_on")
        return OK, b""

    def _tag_read_block(self, fields):
        uid, block = fields
        return self._ask_tag(uid, lambda reader: read_block(reader, uid, block))

    def _tag_signature(self, fields):
        (uid,) = fields
        return self._ask_tag(uid, lambda reader: read_signature(reader, uid))

    def _ask_tag(self, uid, ask):
        # Only of the card that lies in the throat, and only while it waits there.
        if self._feeder.state != ROUTE_STATE or self._feeder.uid != bytes(uid):
            return REFUSED, b""
        try:
            answer = self._machine.throat.ask_tag(ask)
        except ReaderFault:
            return _refused("reader")
        return (REFUSED, b"") if answer is None else (OK, bytes(answer))

    # Small things.

    def _is_open(self, job):
        return self._memory.open and job == self._memory.job

    def _start(self, work, event):
        self._follow(event)
        self._work.append(work)
        self._machine.wake.set()

    def _follow(self, event):
        self.state = JOB_TABLE[self.state][event]

    def _has_work(self):
        return bool(self._work)

    def _limit(self):
        limits = limits_for(self._memory.speed)
        self._machine.rack.limit(limits)
        self._machine.throat.limit(limits)

    def _give_up(self):
        # What a broken move may have left behind is not believed.
        memory = self._memory
        if memory.phase in (PUSH, EJECT):
            memory.loads[memory.slot] = LOAD_UNKNOWN
        self._work.clear()
        self._close("abort")

    def _close(self, event):
        memory = self._memory
        self._machine.off()
        self._last_job = memory.job
        self._order = self._feeder.order = None
        memory.open = 0
        memory.phase = REST
        self._machine.aborted = False
        try:
            memory.save()
        except OSError:
            self._machine.fault = "memory"
        self._follow(event)

    def _report_state(self):
        memory, machine = self._memory, self._machine
        fault = "none" if self.moving else machine.fault
        machine.report(
            "CROUPIER_STATE", memory.job, CROUPIER_STATES.index(self.state), FAULTS.index(fault),
            memory.index, bytes(memory.loads),
        )  # fmt: skip

    def _report_last(self):
        # The host may not have had the last reports before the cut; all of them are safe to repeat.
        memory, report = self._memory, self._machine.report
        if memory.index and not memory.pass_done and memory.phase != PUSH:
            report(
                "CARD_STORED",
                memory.job,
                memory.pass_number,
                memory.index - 1,
                memory.slot,
                memory.loads[memory.slot],
            )
        if memory.pass_done and memory.pass_number:
            report("PASS_DONE", memory.job, memory.pass_number, memory.index)
        if memory.step != _NO_STEP and memory.phase != EJECT:
            self._distributor.report()
