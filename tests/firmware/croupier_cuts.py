# The power goes at any moment of a job: the croupier goes on, or refuses until it has been emptied;
# no card's place is ever believed wrongly. Arguments: "sweep", first cut, step, number of cuts (ms);
# "torn", first write, number of writes; "states", "feed" or "deliver": in each state of that table.
import sys

from croupier_rig import FAULTS, JOB, JOB_KINDS, TRAYS, Rig, asyncio, lockstep, pack
from states import DELIVER_TABLE, DONE, FEED_TABLE

CARDS = 5
UIDS = pack(CARDS)
SLOTS = (3, 8, 3, 3, 8)
TRAY_OF = {3: "E", 8: "return"}
_CUT = 5


def slot_of(uid, index, pass_number):
    return SLOTS[UIDS.index(uid)]


async def job(rig, known=()):
    """A whole small job from whatever point the machine is at; True if it was done, False if refused."""
    rig.route_by(slot_of)
    state = await rig.report("CROUPIER_STATE")
    if state[1] == _CUT:
        await rig.must("RESUME", JOB)
        asyncio.create_task(resume_again(rig))
    elif (await rig.command("JOB_BEGIN", JOB, JOB_KINDS.index("deal"), 12, 5))[0] != 0:
        return False
    answer = await again(rig, "FEED", JOB, 1)
    if answer[0] != 0:
        return False
    await rig.report("PASS_DONE")
    for step, slot in enumerate((3, 8)):
        if step in known:  # this host was told before the cut
            continue
        await again(rig, "DELIVER", JOB, step, slot, TRAYS.index(TRAY_OF[slot]))
        while step not in [fields[1] for fields in rig.host.named("DELIVERED")]:
            await asyncio.sleep_ms(5)
    await asyncio.sleep_ms(400)  # what was returned has landed
    return (await again(rig, "JOB_END", JOB))[0] == 0


async def again(rig, *command):
    """Repeat a command while the machine is busy with what was begun before the cut."""
    while True:
        answer = await rig.command(*command)
        if answer[0] != 1:
            return answer
        await asyncio.sleep_ms(20)


async def resume_again(rig):
    """The person whom the machine may ask looks and says that all is well."""
    asked = 0
    while True:
        asking = len([fields for fields in rig.host.named("MACHINE_FAULT") if fields[2] == 2])
        if asking > asked:
            asked = asking
            await asyncio.sleep_ms(500)
            if FAULTS[rig.host.named("MACHINE_FAULT")[-1][1]] == "places":
                await rig.must("JOB_ABORT", JOB)
                return
            await rig.command("RESUME", JOB)
        await asyncio.sleep_ms(50)


def believes_rightly(rig):
    """Whether every load that is believed is the true one."""
    memory = rig.built.croupier.memory
    return [
        (slot, load, len(cards))
        for slot, (load, cards) in enumerate(zip(memory.loads, rig.model.state.slots))  # noqa: B905
        if load not in (255, len(cards))
    ]


def one_cut(after_us, cut=None):
    """Run, cut, run on with what is left; return "whole", "resumed" or "refused"."""
    first = Rig()
    first.load(UIDS)
    if cut is not None:
        cut(first)
    was_cut = first.run_until_cut(job(first), after_us)
    rig = first
    result = "whole"
    if was_cut:
        rig = Rig(first.model)
        known = [fields[1] for fields in first.host.named("DELIVERED")]
        done = rig.run(job(rig, known))
        result = "resumed" if done else "refused"
    model = rig.model
    assert not model.crashes and not first.model.crashes, (
        after_us,
        model.crashes,
        first.model.crashes,
    )
    wrong = believes_rightly(rig)
    assert not wrong, (after_us, wrong)
    everything = model.state.everything() + [
        card for cards in model.trays.values() for card in cards
    ]
    assert sorted(card.uid for card in everything) == sorted(UIDS), after_us
    if result == "refused":
        return result
    counts = {fields[1]: fields[4] for fields in rig.host.named("DELIVERED")}
    if counts.get(0, 3) != 3 or counts.get(1, 2) != 2:
        return "told"  # cards left the rack unseen while the power went: the count says so
    assert [card.uid for card in model.trays["E"]] == [UIDS[i] for i in (0, 2, 3)], after_us
    assert [card.uid for card in model.state.everything()] == [UIDS[1], UIDS[4]], after_us
    assert not any(model.state.slots), after_us
    return result


def sweep(first_ms, step_ms, cuts):
    tally = {}
    for i in range(cuts):
        result = one_cut((first_ms + i * step_ms) * 1000)
        tally[result] = tally.get(result, 0) + 1
    print(tally)
    return tally


def torn_writes(first, count):
    """The power goes within a write to the FRAM, after each few bytes of it."""
    tally = {}
    for number in range(first, first + count):

        def cut(rig, number=number):
            fram = rig.model.fram
            fram.on_cut = rig.cut
            fram.cut_after = number * 17

        result = one_cut(None, cut)
        tally[result] = tally.get(result, 0) + 1
    print(tally)
    return tally


# What brings the machine into the states that a smooth job never sees.
TROUBLE = {
    "back": {"kind": "jam", "index": 1, "reverses": 1, "um": 130_000},
    "again": {"kind": "jam", "index": 1, "reverses": 1, "um": 170_000},
    "person": {"kind": "jam", "index": 1, "reverses": 6, "um": 130_000},
    "survey": {"kind": "jam", "index": 1, "reverses": 6, "um": 130_000},
}
# A packet that does not come at all is tried again; then a person is asked.
HELD = {"kind": "stuck", "cards": 9}
# So long after a state was entered, in us: at once, while something moves, when it is nearly over.
MOMENTS = (0, 2_000, 12_000, 40_000)


def cut_in_state(table, state, after_us):
    """Run, cut while the machine is in that state of the table, run on; return what became of it."""
    seen = []

    def arrange(rig):
        shuffler = rig.built.shuffler
        part = shuffler._feeder if table is FEED_TABLE else shuffler._distributor
        act = part._actions[state]

        async def act_and_cut():
            if not seen:
                seen.append(state)
                lockstep.call_at(lockstep.local_us() + after_us, rig.cut)
            return await act()

        part._actions[state] = act_and_cut
        if table is DELIVER_TABLE and state in ("retry", "person", "survey"):
            hold(rig)
        elif state in TROUBLE:
            rig.model.fault(TROUBLE[state])
        asyncio.create_task(resume_again(rig))

    result = one_cut(None, arrange)
    assert seen, (state, "was never reached")
    return result


def hold(rig):
    """Every stroke leaves the packet where it is, until a person has been asked."""
    stroke = rig.built.croupier.outlet.stroke

    async def held(expected, count):
        if not rig.built.croupier.resumed:
            rig.model.fault(HELD)
        await stroke(expected, count)

    rig.built.croupier.outlet.stroke = held


def states(name):
    table = FEED_TABLE if name == "feed" else DELIVER_TABLE
    for state in table:
        if state == DONE:
            continue
        found = [cut_in_state(table, state, after_us) for after_us in MOMENTS]
        print(state, *found)


if __name__ == "__main__":
    if sys.argv[1] == "states":
        states(sys.argv[2])
        sys.exit()
    numbers = [int(argument) for argument in sys.argv[2:]]
    {"sweep": sweep, "torn": torn_writes}[sys.argv[1]](*numbers)
