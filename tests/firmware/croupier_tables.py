# The tables: every pair of a state and an event is there or stops the machine; and the rack's order.
import sys

from croupier_rig import FAULTS, JOB, Rig, pack
from states import DELIVER_TABLE, DONE, FAULT_OF, FEED_TABLE, JOB_TABLE, PERSON, follow

from tallone_wire.messages import CROUPIER_STATES


def events(table):
    return {event for row in table.values() for event in row}


def test_every_pair_is_there_or_stops_the_machine():
    for table in (FEED_TABLE, DELIVER_TABLE):
        for state in table:
            for event in events(table):
                assert follow(table, state, event) == table[state].get(event, PERSON)
                assert follow(table, state, event) in table
        assert follow(table, PERSON, "no such event") == PERSON


def test_every_state_is_reached_and_left():
    for table, first in ((FEED_TABLE, "draw"), (DELIVER_TABLE, "turn")):
        reached = {first}
        for _round in table:
            for state in reached:
                reached.update(table[state].values())
        assert reached == set(table), (reached, set(table))
        assert all(table[state] for state in table if state != DONE)
        assert DONE in reached
    assert set(JOB_TABLE) == set(CROUPIER_STATES)
    assert {state for row in JOB_TABLE.values() for state in row.values()} <= set(JOB_TABLE)


def test_every_moving_state_can_be_halted():
    for table in (FEED_TABLE, DELIVER_TABLE):
        for state, row in table.items():
            assert state in (PERSON, DONE) or row["halt"] == PERSON, state


def test_every_way_to_a_person_has_the_name_of_a_fault():
    for table in (FEED_TABLE, DELIVER_TABLE):
        for state, row in table.items():
            for event, following in row.items():
                if following == PERSON and event not in ("halt", "tried"):
                    assert FAULT_OF[(state, event)] in FAULTS, (state, event)


def returned(rig, slots):
    async def story():
        rig.route_by(lambda uid, index, pass_number: slots[index % len(slots)])
        await rig.begin("certify")
        count = await rig.feed(1)
        for step, slot in enumerate(slots):
            await rig.deliver(step, slot, "return")
        rig.route_by(lambda uid, index, pass_number: 0)
        await rig.must("FEED", JOB, 2)
        return count

    return story


def test_packets_come_back_first_in_first_out():
    uids = pack(9)
    rig = Rig()
    rig.load(uids)
    start = returned(rig, (4, 1, 7))

    async def story():
        await start()
        await rig.report("PASS_DONE", 1)

    rig.run(story())
    order = [
        bytes(reversed(fields[6][0])).hex()
        for fields in rig.host.named("CARD_READ")
        if fields[1] == 2
    ]
    assert order == uids[0::3] + uids[1::3] + uids[2::3], order
    assert not rig.faults(), rig.faults()


def test_a_packet_that_comes_back_in_another_order_stops_the_machine():
    # A rack that is emptied from the top, against what the board file says.
    uids = pack(9)
    rig = Rig()
    rig.load(uids)
    landed = rig.model.outlet._to_hopper
    rig.model.outlet._to_hopper = lambda cards: landed(list(reversed(cards)))
    start = returned(rig, (4, 1, 7))

    async def story():
        await start()
        fault = await rig.report("MACHINE_FAULT")
        assert FAULTS[fault[1]] == "order" and fault[2] == 2, fault

    rig.run(story())


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(name for name in dir() if name.startswith("test_")):
        globals()[name]()
        print("ok", name)
