# A croupier on its models with a host in the same process, for the croupier_*.py scripts.
import sys

_HERE = __file__[: __file__.rfind("/")]
_FIRMWARE = _HERE + "/../../firmware"
sys.path[0:0] = [_FIRMWARE + "/sim", _FIRMWARE + "/croupier", _FIRMWARE + "/lib", _FIRMWARE]

import time  # noqa: F401  the virtual one, before asyncio asks for it

# isort: split
import asyncio

import lockstep
import machine
import rp2
import sim_croupier
from build import Machine
from local_host import LocalHost
from models.croupier_model import CroupierModel
from models.pn5180_model import fields_on

from tallone_wire import PROTOCOL_VERSION
from tallone_wire import messages as wire_messages
from tallone_wire.messages import FAULTS, JOB_KINDS, TRAYS

JOB = 7
_SECOND = 1_000_000


def pack(count=108):
    """UIDs in the order of feeding, with well-spread low bits."""
    return [
        "e004015%01x%08x" % (i % 3, (i * 2654435761 + 12345) & 0xFFFFFFFF) for i in range(count)
    ]


class PowerCut(BaseException):
    pass


class Rig:
    """One life of the firmware; `model` outlives it."""

    def __init__(self, model=None):
        fields_on.clear()
        rp2.power_off()
        del machine.PWM.made[:]
        for pin in machine.Pin._all.values():
            pin.watchers = []
            pin.listeners = []
            pin.source = None
            pin._handler = pin._level = None
        self.model = model if model is not None else CroupierModel()
        if model is not None:
            self.model = CroupierModel(model.state, model.fram)
            self.model.trays = model.trays
        sim_croupier.commission(self.model.fram)
        self.feeds = 0
        self._dead = False
        asyncio.new_event_loop()
        self.built = Machine(self._fed)
        self.host = LocalHost(self.built.session)
        self.session = self.built.session

    def _fed(self):
        self.feeds += 1

    def load(self, uids, dead=()):
        self.model.load([(uid, uid not in dead) for uid in uids])

    def run(self, story, limit_s=300):
        """Run the firmware until the story (a coroutine) is over; return what it returns."""
        return asyncio.run(self._run(story, limit_s))

    async def _run(self, story, limit_s):
        self.built.shuffler.boot()
        tasks = [
            asyncio.create_task(_watched(coroutine))
            for coroutine in (
                self.host.run(),
                self.built.shuffler.run(),
                self.built.safety.run(),
                self.built.vigil.run(),
            )
        ]
        try:
            return await asyncio.wait_for(story, limit_s)
        finally:
            for task in tasks:
                task.cancel()

    def run_until_cut(self, story, after_us):
        """Run the story, but take the power away then (None: when `cut` is called); return whether it was cut."""
        if after_us is not None:
            lockstep.call_at(lockstep.local_us() + after_us, self.cut)
        try:
            self.run(story)
        except PowerCut:
            self._dead = True
            return True
        self._dead = True
        return False

    def cut(self):
        """The power goes; nothing that the program still does can stop that."""
        if not self._dead:
            self.model.power_off()
            lockstep.call_at(lockstep.local_us() + 50, self.cut)
            raise PowerCut

    # The host's side of a job.

    def hello(self):
        """The host comes back and opens a session."""
        self.host._send("HELLO", wire_messages.pack("HELLO", PROTOCOL_VERSION, 77))

    async def command(self, name, *fields):
        status, body = await self.host.command(name, *fields)
        return status, FAULTS[body[0]] if status == 4 and body else None

    async def must(self, name, *fields):
        answer = await self.command(name, *fields)
        assert answer[0] == 0, (name, fields, answer)

    async def report(self, name, after=0, limit_s=60):
        """Wait for the next report of that name beyond the `after` first ones; return its fields."""
        deadline = lockstep.local_us() + limit_s * _SECOND
        while len(self.host.named(name)) <= after:
            assert lockstep.local_us() < deadline, ("no " + name, self.host.reports[-6:])
            await asyncio.sleep_ms(2)
        return self.host.named(name)[after]

    async def begin(self, kind="deal", speed=5, job=JOB):
        await self.must("JOB_BEGIN", job, JOB_KINDS.index(kind), 12, speed)

    def route_by(self, slot_of):
        """Answer each CARD_READ at once with `slot_of(uid or None, index, pass_number)`."""

        def answer(name, fields):
            if name == "CARD_READ":
                job, pass_number, index, _skew, _transit, _current, tags = fields
                uid = bytes(reversed(tags[0])).hex() if tags else None
                slot = slot_of(uid, index, pass_number)
                if slot is not None:
                    self._routing = asyncio.create_task(
                        self.host.command("ROUTE", job, pass_number, index, slot)
                    )

        self.host.on_report = answer

    async def feed(self, pass_number, job=JOB):
        done = len(self.host.named("PASS_DONE"))
        await self.must("FEED", job, pass_number)
        return (await self.report("PASS_DONE", done, 120))[2]

    async def deliver(self, step, slot, tray, job=JOB):
        done = len(self.host.named("DELIVERED"))
        await self.must("DELIVER", job, step, slot, TRAYS.index(tray))
        return (await self.report("DELIVERED", done))[4]

    def faults(self):
        """(name of the fault, tries) of every MACHINE_FAULT."""
        return [(FAULTS[fields[1]], fields[2]) for fields in self.host.named("MACHINE_FAULT")]


async def _watched(coroutine):
    try:
        await coroutine
    except Exception as error:
        sys.print_exception(error)
        sys.exit(1)
