# Lid, host and abort in every state of a job: everything is still at once, nothing is believed that was
# not looked at, and the job goes on or ends; it never hangs. Argument: "lid", "host" or "abort" in each
# state; "between" two pieces of work; "homing" before the first; "packet", while one is on its way;
# "moments" of a card at which the job is given up.
import sys

from croupier_rig import JOB, JOB_KINDS, Rig, asyncio, lockstep, pack
from states import AGAIN, BACK, DRAW, EJECT, PASS, PUSH, RETRACT, RETRY, ROUTE, TURN

CARDS = 5
UIDS = pack(CARDS)
SLOTS = (3, 9, 3, 9, 3)
# The one that is delivered: the rack has to turn for it.
SLOT = 9
# The watcher looks this often; states that only the reader's question fills are not seen.
_LOOK_MS = 1
# The lid stops in the interrupt, the others when next looked at.
_STILL_MS = {"lid": 1, "host": 600, "abort": 20}
# A state that is not reached without: what brings it about.
JAM = {"kind": "jam", "index": 1, "reverses": 1}
JAM_IN_THE_MOUTH = {"kind": "jam", "index": 1, "um": 190_000, "reverses": 1}
STUCK = {"kind": "stuck", "cards": 2}
FEED_STATES = (
    (DRAW, None),
    (PASS, None),
    (ROUTE, None),
    (TURN, None),
    (PUSH, None),
    (BACK, JAM),
    (AGAIN, JAM_IN_THE_MOUTH),
)
DELIVER_STATES = ((TURN, None), (EJECT, None), (RETRY, STUCK), (RETRACT, None))
BUSY = 1
ARM_OUT_US = 2100


def is_still(rig):
    parts = rig.built.parts
    return (
        parts.feed.speed == parts.exit.speed == 0
        and not parts.reader.field
        and not rig.model.rack.moving()
    )


class Trouble:
    """One cause of a halt: how it comes and how it goes."""

    def __init__(self, rig, cause):
        self.rig = rig
        self.cause = cause

    async def come(self):
        rig = self.rig
        if self.cause == "lid":
            rig.model.update({"lid": True})
        elif self.cause == "host":
            # Its last word was three seconds ago.
            rig.host.quiet = True
            rig.session._heard_at -= 3001
        else:
            self.aborting = asyncio.create_task(rig.command("JOB_ABORT", JOB))
        await asyncio.sleep_ms(_STILL_MS[self.cause])
        self.check()

    async def stay(self):
        for _ in range(20):
            await asyncio.sleep_ms(100)
            self.check()

    def check(self):
        assert is_still(self.rig), (self.cause, self.rig.built.shuffler.state)

    async def go(self):
        rig = self.rig
        if self.cause == "lid":
            rig.model.update({"lid": False})
            await asyncio.sleep_ms(600)
            self.helping = asyncio.create_task(resume(rig))
        elif self.cause == "host":
            rig.host.quiet = False
            rig.hello()
            self.helping = asyncio.create_task(resume(rig))


async def resume(rig):
    """Whoever is asked looks, takes out what lies half in the rack, and says that all is well."""
    asked = 0
    while True:
        asking = [fields for fields in rig.host.named("MACHINE_FAULT") if fields[2] == 2]
        if len(asking) > asked:
            if asked:
                rig.model.fault({"kind": "clear"})
            asked = len(asking)
            await rig.command("RESUME", JOB)
        await asyncio.sleep_ms(50)


async def reach(work, state):
    deadline = lockstep.local_us() + 60_000_000
    while work.state != state:
        assert lockstep.local_us() < deadline, state
        await asyncio.sleep_ms(_LOOK_MS)


async def patiently(rig, *command):
    answer = await rig.command(*command)
    while answer[0] == BUSY:
        await asyncio.sleep_ms(20)
        answer = await rig.command(*command)
    return answer


async def is_given_up(rig):
    """The job is over, and the next one begins as soon as the rack is known."""
    while rig.built.shuffler.state != "idle":
        await asyncio.sleep_ms(5)
    await asyncio.sleep_ms(2000)
    assert is_still(rig)
    assert (await rig.command("JOB_BEGIN", JOB + 1, JOB_KINDS.index("return"), 12, 5))[0] == 0
    for step, slot in enumerate((3, 9)):
        before = len(rig.host.named("DELIVERED"))
        assert (await patiently(rig, "DELIVER", JOB + 1, step, slot, 7))[0] == 0
        await rig.report("DELIVERED", before)


def feeding(cause, state, fault):
    async def story(rig):
        await rig.begin()
        trouble = Trouble(rig, cause)
        await rig.must("FEED", JOB, 1)
        if state != DRAW:
            await rig.report("CARD_STORED")
        await reach(rig.built.shuffler._feeder, state)
        await trouble.come()
        await trouble.stay()
        await trouble.go()
        if cause == "abort":
            await is_given_up(rig)
        else:
            assert (await rig.report("PASS_DONE"))[2] == CARDS

    believed(told(story, fault), cause)


def delivering(cause, state, fault):
    async def story(rig):
        await rig.begin()
        await rig.feed(1)
        if fault is not None:
            rig.model.fault(fault)
        trouble = Trouble(rig, cause)
        await rig.must("DELIVER", JOB, 0, SLOT, 1)
        await reach(rig.built.shuffler._distributor, state)
        await trouble.come()
        await trouble.stay()
        await trouble.go()
        if cause == "abort":
            await is_given_up(rig)
        else:
            assert (await rig.report("DELIVERED"))[4] == SLOTS.count(SLOT)

    believed(told(story, None), cause)


def given_up_at(delay_ms):
    """The job is given up at any moment of a card, half in the rack's mouth too."""

    async def story(rig):
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_STORED", 1)
        await asyncio.sleep_ms(delay_ms)
        trouble = Trouble(rig, "abort")
        await trouble.come()
        await trouble.stay()
        await is_given_up(rig)

    believed(told(story, None), "abort")


def waiting_for_a_packet(cause):
    """The pass has begun, and the packet from the rack has not fallen into the hopper yet."""

    async def story(rig):
        await rig.begin()
        await asyncio.sleep_ms(1500)
        trouble = Trouble(rig, cause)
        await rig.must("FEED", JOB, 1)
        await asyncio.sleep_ms(100)
        await trouble.come()
        await trouble.stay()
        rig.load(UIDS)
        await trouble.go()
        if cause == "abort":
            await is_given_up(rig)
        else:
            assert (await rig.report("PASS_DONE"))[2] == CARDS

    believed(told(story, None, ()), cause)


def given_up_before_it_began(command):
    """The abort comes on the heels of the command: nothing moves for it."""

    async def story(rig):
        await rig.begin()
        if command[0] == "DELIVER":
            await rig.feed(1)
        await asyncio.sleep_ms(1500)
        sent = [asyncio.create_task(rig.command(*one)) for one in (command, ("JOB_ABORT", JOB))]
        trouble = Trouble(rig, "abort")
        for _ in range(300):
            await asyncio.sleep_ms(5)
            trouble.check()
        for one in sent:
            assert (await one)[0] == 0
        await is_given_up(rig)

    believed(told(story, None), "abort")


def open_when_asked(command):
    """Between two pieces of work the lid is opened; the host, which may not know, sends the next."""

    async def story(rig):
        await rig.begin()
        done = "PASS_DONE"
        if command[0] == "DELIVER":
            await rig.feed(1)
            done = "DELIVERED"
        await asyncio.sleep_ms(1500)
        trouble = Trouble(rig, "lid")
        await trouble.come()
        await asyncio.sleep_ms(1500)
        before = len(rig.host.named(done))
        sent = asyncio.create_task(rig.command(*command))
        for _ in range(700):
            await asyncio.sleep_ms(1)
            trouble.check()
        assert (await sent)[0] == 0
        await trouble.go()
        await rig.report(done, before)

    believed(told(story, None), "lid")


def homing():
    """The lid opens while the machine draws its arm back and finds home, before the first card."""
    for delay_ms in (20, 200, 400, 700):

        async def story(rig, delay_ms=delay_ms):
            await rig.begin()
            await asyncio.sleep_ms(delay_ms)
            trouble = Trouble(rig, "lid")
            await trouble.come()
            await trouble.stay()
            rig.model.update({"lid": False})
            await asyncio.sleep_ms(600)
            await rig.feed(1)
            await rig.deliver(0, SLOT, "E")

        # As a power cut in a delivery leaves it.
        believed(told(story, None, arm_out=True), "lid")


def told(story, fault, uids=UIDS, *, arm_out=False):
    rig = Rig()
    rig.load(uids)
    if arm_out:
        rig.model.state.ejector_at = ARM_OUT_US
        rig = Rig(rig.model)
    if fault is not None:
        rig.model.fault(fault)
    rig.route_by(lambda uid, index, pass_number: SLOTS[index])
    rig.run(story(rig))
    assert not rig.model.crashes, rig.model.crashes
    return rig


def believed(rig, cause):
    loads = rig.built.croupier.memory.loads
    for slot, cards in enumerate(rig.model.state.slots):
        assert loads[slot] in (len(cards), 255), (cause, slot, loads[slot], len(cards))
        assert cause == "abort" or loads[slot] != 255, (cause, slot)


def in_each_state(cause):
    for state, fault in FEED_STATES:
        feeding(cause, state, fault)
        print("ok feed", state)
    for state, fault in DELIVER_STATES:
        delivering(cause, state, fault)
        print("ok deliver", state)


if __name__ == "__main__":
    if sys.argv[1] == "between":
        for command in (("FEED", JOB, 1), ("DELIVER", JOB, 0, SLOT, 1)):
            open_when_asked(command)
            print("ok open", command[0])
            given_up_before_it_began(command)
            print("ok given up", command[0])
    elif sys.argv[1] == "homing":
        homing()
        print("ok homing")
    elif sys.argv[1] == "packet":
        for cause in ("lid", "host", "abort"):
            waiting_for_a_packet(cause)
            print("ok packet", cause)
    elif sys.argv[1] == "moments":
        for delay_ms in range(154, 232, 3):
            given_up_at(delay_ms)
        print("ok moments")
    else:
        in_each_state(sys.argv[1])
