# The host's commands: repeated ones do nothing twice, impossible ones are refused, none tells an order.
import gc
import sys

from croupier_rig import JOB, JOB_KINDS, TRAYS, Rig, asyncio, pack

from tallone_wire.messages import BAD, BUSY, OK, REFUSED, TABLE

CARDS = 6
# A record for the memory, and what a call takes.
MOMENT_BYTES = 1024
DEAL = JOB_KINDS.index("deal")


def told(story, count=CARDS, dead=()):
    rig = Rig()
    rig.load(pack(count), dead)
    rig.run(story(rig))
    assert not rig.model.crashes, rig.model.crashes
    return rig


def test_job_begins_once():
    async def story(rig):
        await rig.begin()
        assert await rig.command("JOB_BEGIN", JOB, DEAL, 12, 5) == (OK, None)
        assert await rig.command("JOB_BEGIN", JOB + 1, DEAL, 12, 5) == (BUSY, None)
        await rig.must("JOB_END", JOB)
        assert await rig.command("JOB_END", JOB) == (OK, None)

    told(story)


def test_a_job_like_the_last_finds_its_memory_taken():
    # In a heap as full as a board's nothing long may be asked for anew every hand.
    taken = []

    async def story(rig):
        shuffler = rig.built.shuffler
        for job in (JOB, JOB + 1):
            gc.collect()
            gc.disable()
            before = gc.mem_alloc()
            assert shuffler._job_begin((job, DEAL, 12, 5))[0] == OK
            taken.append(gc.mem_alloc() - before)
            gc.enable()
            await rig.must("JOB_END", job)

    told(story)
    assert taken[1] < MOMENT_BYTES, taken


def test_bad_fields_are_bad():
    async def story(rig):
        assert (await rig.command("JOB_BEGIN", JOB, 9, 12, 5))[0] == BAD
        assert (await rig.command("JOB_BEGIN", JOB, DEAL, 13, 5))[0] == BAD
        assert (await rig.command("JOB_BEGIN", JOB, DEAL, 0, 5))[0] == BAD
        assert (await rig.command("FEED", JOB, 1))[0] == BAD
        await rig.begin()
        assert (await rig.command("FEED", JOB + 1, 1))[0] == BAD
        assert (await rig.command("FEED", JOB, 2))[0] == BAD
        assert (await rig.command("DELIVER", JOB, 0, 12, 0))[0] == BAD
        assert (await rig.command("DELIVER", JOB, 0, 0, len(TRAYS)))[0] == BAD
        assert (await rig.command("ROUTE", JOB, 1, 0, 3))[0] == BAD
        assert (await rig.command("JOB_END", JOB + 1))[0] == BAD

    told(story)


def test_repeated_feed_and_route_move_no_card_twice():
    async def story(rig):
        rig.route_by(lambda uid, index, pass_number: None)
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_READ")
        await rig.must("FEED", JOB, 1)
        await rig.must("ROUTE", JOB, 1, 0, 4)
        await rig.must("ROUTE", JOB, 1, 0, 4)
        await rig.report("CARD_STORED")
        assert (await rig.command("ROUTE", JOB, 1, 0, 4))[0] == OK
        assert (await rig.command("ROUTE", JOB, 1, 0, 5))[0] == REFUSED
        assert (await rig.command("ROUTE", JOB, 1, 2, 5))[0] == BAD
        await rig.report("CARD_READ", 1)
        await asyncio.sleep_ms(500)
        assert len(rig.host.named("CARD_STORED")) == 1
        rig.route_by(lambda uid, index, pass_number: index)
        await rig.must("ROUTE", JOB, 1, 1, 4)
        await rig.report("PASS_DONE")
        await rig.must("FEED", JOB, 1)  # done already: said once more, nothing moves
        await rig.report("PASS_DONE", 1)

    rig = told(story)
    assert len(rig.host.named("CARD_STORED")) == CARDS
    assert sum(len(cards) for cards in rig.model.state.slots) == CARDS


def test_repeated_delivery_moves_no_card_twice():
    async def story(rig):
        rig.route_by(lambda uid, index, pass_number: index % 2)
        await rig.begin()
        await rig.feed(1)
        await rig.must("DELIVER", JOB, 0, 0, 0)
        await rig.must("DELIVER", JOB, 0, 0, 0)
        assert (await rig.command("DELIVER", JOB, 1, 1, 1))[0] == BUSY
        await rig.report("DELIVERED")
        await rig.must("DELIVER", JOB, 0, 0, 0)
        await rig.report("DELIVERED", 1)
        assert (await rig.command("DELIVER", JOB, 0, 1, 1))[0] == BAD
        assert await rig.deliver(1, 1, "E") == 3
        await rig.must("DELIVER", JOB, 0, 0, 0)
        assert await rig.deliver(2, 1, "E") == 0  # nothing is in it any more
        await rig.must("JOB_END", JOB)

    rig = told(story)
    assert {tray: len(cards) for tray, cards in rig.model.trays.items()} == {"N": 3, "E": 3}


def test_no_slot_takes_more_than_it_holds():
    async def story(rig):
        refused = []

        def answer(name, fields):
            if name == "CARD_READ":
                asyncio.create_task(route(fields))

        async def route(fields):
            answered = await rig.command("ROUTE", JOB, 1, fields[2], 9)
            if answered[0] == REFUSED:
                refused.append((fields[2], answered[1]))
                await rig.must("ROUTE", JOB, 1, fields[2], 10)

        rig.host.on_report = answer
        await rig.begin()
        await rig.feed(1)
        assert refused == [(14, "slot-full"), (15, "slot-full")], refused

    rig = told(story, 16)
    assert len(rig.model.state.slots[9]) == 14
    assert len(rig.model.state.slots[10]) == 2


def test_job_does_not_end_or_begin_with_cards_in_the_rack():
    async def story(rig):
        rig.route_by(lambda uid, index, pass_number: 2)
        await rig.begin()
        await rig.feed(1)
        assert await rig.command("JOB_END", JOB) == (REFUSED, "not-empty")
        await rig.must("JOB_ABORT", JOB)
        await rig.must("JOB_ABORT", JOB)
        assert await rig.command("JOB_BEGIN", JOB + 1, DEAL, 12, 5) == (REFUSED, "not-empty")
        await rig.begin("return", job=JOB + 2)
        assert await rig.deliver(0, 2, "return", job=JOB + 2) == CARDS
        await rig.must("JOB_END", JOB + 2)
        await rig.begin(job=JOB + 3)

    told(story)


def test_abort_in_a_move_is_still_at_once_and_believes_no_load_it_cannot_know():
    async def story(rig):
        rig.route_by(lambda uid, index, pass_number: 2)
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_STORED", 2)
        await rig.must("JOB_ABORT", JOB)
        await asyncio.sleep_ms(300)
        parts = rig.built.parts
        assert parts.feed.speed == parts.exit.speed == 0
        load = rig.built.croupier.memory.loads[2]
        assert load in (255, len(rig.model.state.slots[2])), load
        await rig.begin("return", job=JOB + 1)
        await rig.deliver(0, 2, "return", job=JOB + 1)
        await rig.must("JOB_END", JOB + 1)
        await rig.begin(job=JOB + 2)
        rig.route_by(lambda uid, index, pass_number: 3)
        assert await rig.feed(1, JOB + 2) == CARDS

    told(story)


def test_unknown_rack_must_be_emptied_first():
    async def story(rig):
        memory = rig.built.croupier.memory
        memory.loads[4] = memory.loads[5] = 255
        assert await rig.command("JOB_BEGIN", JOB, DEAL, 12, 5) == (REFUSED, "places")
        await rig.begin("return")
        for step in range(12):
            assert await rig.deliver(step, step, "return") == 0
        await rig.must("JOB_END", JOB)
        await rig.begin(job=JOB + 1)

    rig = told(story)
    assert not rig.faults() or all(tries < 2 for _name, tries in rig.faults()), rig.faults()


def test_status_tells_counts_and_no_order():
    async def story(rig):
        rig.route_by(lambda uid, index, pass_number: None if index == 3 else 6)
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_READ", 3)
        await rig.must("STATUS", JOB)
        state = await rig.report("CROUPIER_STATE", 1)
        assert state[:4] == (JOB, 2, 0, 3), state
        assert bytes(state[4]) == bytes((0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0))

    told(story)


def test_reports_are_the_same_for_packs_that_differ_only_in_what_is_not_yet_fed():
    # Two packs, equal in their first four cards: until the fifth is read every report is equal.
    def reports(uids):
        rig = Rig()
        rig.load(uids)

        async def story():
            rig.route_by(lambda uid, index, pass_number: index)
            await rig.begin()
            await rig.must("FEED", JOB, 1)
            await rig.report("CARD_READ", 3)
            for name in ("STATUS", "RESUME"):
                await rig.command(name, JOB)
            for name in ("TAG_READ_BLOCK", "TAG_SIGNATURE"):
                fields = [bytes.fromhex(uids[-1])] + ([0] if name == "TAG_READ_BLOCK" else [])
                assert (await rig.command(name, *fields))[0] == REFUSED
            return [(name, fields) for _at, name, fields in rig.host.reports]

        seen = rig.run(story())
        read = [i for i, (name, _fields) in enumerate(seen) if name == "CARD_READ"]
        return seen[: read[4]] if len(read) > 4 else seen

    uids = pack(CARDS)
    assert reports(uids) == reports(uids[:4] + list(reversed(uids[4:])))


def test_no_command_asks_for_what_lies_ahead():
    to_croupier = [name for name, row in TABLE.items() if 0x80 <= row[0] < 0xA0]
    rig = Rig()
    assert set(rig.built.shuffler.handlers()) == set(to_croupier)


def test_tag_of_the_card_in_the_throat_can_be_read():
    async def story(rig):
        rig.route_by(lambda uid, index, pass_number: None)
        await rig.begin("enrol")
        await rig.must("FEED", JOB, 1)
        tags = (await rig.report("CARD_READ"))[6]
        assert (await rig.command("TAG_READ_BLOCK", bytes(tags[0]), 3))[0] == OK
        assert (await rig.command("TAG_SIGNATURE", bytes(tags[0])))[0] == OK
        assert (await rig.command("TAG_SIGNATURE", bytes(8)))[0] == REFUSED

    told(story)


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(name for name in dir() if name.startswith("test_")):
        globals()[name]()
        print("ok", name)
