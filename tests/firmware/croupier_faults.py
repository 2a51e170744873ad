# Every fault of the croupier's models is found, said with its name, and recovered as docs/croupier.md says.
import sys

from croupier_rig import JOB, Rig, asyncio, pack

CARDS = 9


def spread(uid, index, pass_number):
    return index % 12


async def one_pass(rig, person=None, count=CARDS):
    """Feed the pack into slots; `person` acts when the machine asks for one, then the host resumes."""
    rig.route_by(spread)
    await rig.begin("deal")
    if person is not None:
        asyncio.create_task(help_out(rig, person))
    assert await rig.feed(1) == count, rig.host.named("PASS_DONE")


async def help_out(rig, person):
    asked = 0
    while True:
        asking = [fields for fields in rig.host.named("MACHINE_FAULT") if fields[2] == 2]
        if len(asking) > asked:
            asked = len(asking)
            await asyncio.sleep_ms(2000)
            person(rig.model)
            await rig.must("RESUME", JOB)
        await asyncio.sleep_ms(50)


def check(rig, uids):
    """Every card lies where its report said, and nothing was done to cards that must not be."""
    assert not rig.model.crashes, rig.model.crashes
    stored = {fields[2]: fields[3] for fields in rig.host.named("CARD_STORED")}
    read = {}
    for _job, _pass, index, _skew, _transit, _current, tags in rig.host.named("CARD_READ"):
        read[index] = bytes(reversed(tags[0])).hex() if tags else None
    for index, slot in stored.items():
        if read[index] is not None:
            inside = [card.uid for card in rig.model.state.slots[slot]]
            assert read[index] in inside, (index, slot, read[index], inside)
    loads = [len(cards) for cards in rig.model.state.slots]
    assert loads == list(rig.built.croupier.memory.loads), (loads, rig.built.croupier.memory.loads)
    assert sum(loads) == len(uids)


def run(fault, person=None, dead=()):
    rig = Rig()
    uids = pack(CARDS)
    rig.load(uids, [uids[i] for i in dead])
    if fault:
        rig.model.fault(fault)
    rig.run(one_pass(rig, person))
    check(rig, uids)
    clear = len(rig.host.named("MACHINE_CLEAR"))
    return rig, rig.faults(), clear


def clear_throat(model):
    model.fault({"kind": "clear"})


def test_jam_clears_on_the_second_reverse():
    _rig, faults, clear = run({"kind": "jam", "index": 3, "reverses": 2})
    assert faults == [("jam", 0), ("jam", 1)] and clear == 1, faults


def test_jam_in_the_mouth_is_pushed_again():
    _rig, faults, clear = run({"kind": "jam", "index": 3, "um": 190_000, "reverses": 1})
    assert faults == [("jam", 0)] and clear == 1, faults


def test_hard_jam_asks_for_a_person_after_two_reverses():
    _rig, faults, clear = run({"kind": "jam-hard", "index": 4}, clear_throat)
    assert faults == [("jam", 0), ("jam", 1), ("jam", 2)] and clear == 1, faults


def test_hard_jam_in_the_mouth_asks_for_a_person():
    _rig, faults, clear = run({"kind": "jam-hard", "index": 4, "um": 190_000}, clear_throat)
    assert faults[:3] == [("jam", 0), ("jam", 1), ("jam", 2)] and clear == 1, faults


def test_double_feed_is_carried_back_and_drawn_again():
    for offset in (3_000, 12_000, 40_000):
        _rig, faults, clear = run({"kind": "double-feed", "index": 6, "offset_um": offset})
        assert faults == [("double-feed", 0)] and clear == 1, (offset, faults)


def test_double_feed_of_a_dead_tag_shows_in_length_or_current():
    for offset in (1_000, 12_000):
        _rig, faults, clear = run(
            {"kind": "double-feed", "index": 6, "offset_um": offset}, dead=(7,)
        )
        assert faults == [("double-feed", 0)] and clear == 1, (offset, faults)


def test_skewed_card_is_drawn_again():
    _rig, faults, clear = run({"kind": "skew", "index": 2, "um": 9_000})
    assert faults == [("skew", 0)] and clear == 1, faults


def test_slight_skew_passes():
    _rig, faults, clear = run({"kind": "skew", "index": 2, "um": 1_500})
    assert not faults and not clear, faults


def test_sticky_roller_is_tried_again_with_more_pull():
    _rig, faults, clear = run({"kind": "sticky", "index": 2, "draws": 2})
    assert faults == [("no-feed", 0)] and clear == 1, faults


def test_dead_tag_is_reported_without_uid():
    rig, faults, _clear = run(None, dead=(2,))
    tags = [fields[6] for fields in rig.host.named("CARD_READ")]
    assert not faults and [len(seen) for seen in tags] == [1, 1, 0, 1, 1, 1, 1, 1, 1], tags


def test_unreadable_card_is_reported_without_uid():
    rig = Rig()
    uids = pack(CARDS)
    rig.load(uids)
    rig.model.path.field.set_rates({"crc": 1.0})
    rig.run(one_pass(rig))
    check(rig, uids)
    assert all(not fields[6] for fields in rig.host.named("CARD_READ"))


def test_noise_on_the_air_is_read_through():
    rig = Rig()
    uids = pack(CARDS)
    rig.load(uids)
    rig.model.path.field.set_rates({"crc": 0.1, "miss": 0.05, "phantom": 0.02})
    rig.run(one_pass(rig))
    check(rig, uids)
    assert all(len(fields[6]) == 1 for fields in rig.host.named("CARD_READ"))


def dirty(barrier, level, names):
    def clean(model):
        model.fault({"kind": "ok"})
        model.fault({"kind": "clear"})

    rig = Rig()
    uids = pack(CARDS)
    rig.load(uids)
    rig.route_by(spread)
    started = []

    async def story():
        await rig.begin("deal")
        asyncio.create_task(help_out(rig, clean))
        while len(rig.host.named("CARD_STORED")) < 3 or started:
            if not started:
                await rig.must("FEED", JOB, 1)
                started.append(1)
            if len(rig.host.named("CARD_STORED")) >= 3:
                break
            await asyncio.sleep_ms(5)
        rig.model.fault({"kind": "dirty", "barrier": barrier, "level": level})
        await rig.report("PASS_DONE")

    rig.run(story())
    check(rig, uids)
    faults = rig.faults()
    assert faults and {name for name, _tries in faults} <= names, faults
    assert ("MACHINE_CLEAR",) and rig.host.named("MACHINE_CLEAR")
    assert faults[-1][1] == 2, faults


def test_dark_barriers_ask_for_a_person():
    dirty("left", 0, {"barrier", "double-feed", "skew", "jam", "no-feed"})
    dirty("right", 0, {"barrier", "double-feed", "skew", "jam", "no-feed"})
    dirty("exit", 0, {"barrier", "double-feed", "jam"})


def test_blind_barriers_ask_for_a_person():
    dirty("left", 1, {"skew", "no-feed", "barrier", "double-feed"})
    dirty("exit", 1, {"jam", "barrier"})


def test_lost_steps_are_found_at_home_and_homed_away():
    rig = Rig()
    uids = pack(CARDS)
    rig.load(uids)
    rig.route_by(spread)

    async def story():
        await rig.begin("deal")
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_STORED", 1)
        rig.model.fault({"kind": "slip", "steps": 25})
        await rig.report("PASS_DONE")

    rig.run(story())
    assert not rig.model.crashes, rig.model.crashes


def test_dead_reader_asks_for_a_person():
    rig = Rig()
    uids = pack(CARDS)
    rig.load(uids)
    rig.route_by(spread)

    async def story():
        await rig.begin("deal")
        asyncio.create_task(help_out(rig, lambda model: model.fault({"kind": "ok"})))
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_STORED", 2)
        rig.model.fault({"kind": "reader-dead"})
        await rig.report("PASS_DONE")

    rig.run(story())
    check(rig, uids)
    assert rig.faults() == [("reader", 2)], rig.faults()


def deliver_with(fault, person=None, silent_after_ms=None):
    rig = Rig()
    uids = pack(CARDS)
    rig.load(uids)
    rig.route_by(lambda uid, index, pass_number: 5)

    async def story():
        await rig.begin("deal")
        await rig.feed(1)
        if person is not None:
            asyncio.create_task(help_out(rig, person))
        if silent_after_ms is None:
            rig.model.fault(fault)
            return await rig.deliver(0, 5, "E")
        await rig.must("DELIVER", JOB, 0, 5, 1)
        await asyncio.sleep_ms(silent_after_ms)
        if not rig.host.named("DELIVERED"):
            rig.model.fault({"kind": "fram-dead"})
        return (await rig.report("DELIVERED"))[4]

    count = rig.run(story())
    assert not rig.model.crashes, rig.model.crashes
    assert [card.uid for card in rig.model.trays["E"]] == uids
    return rig, count


def test_card_left_in_a_slot_is_pushed_out_by_another_stroke():
    rig, count = deliver_with({"kind": "stuck", "cards": 2})
    assert count == CARDS and rig.faults() == [("eject", 0)], (count, rig.faults())


def test_blind_out_barrier_is_never_a_false_count():
    rig, count = deliver_with(
        {"kind": "dirty", "barrier": "out", "level": 1}, lambda model: model.fault({"kind": "ok"})
    )
    assert count == 0 and ("eject", 2) in rig.faults(), (count, rig.faults())


def test_silent_fram_stops_before_anything_moves():
    rig = Rig()
    rig.load(pack(CARDS))
    rig.route_by(spread)

    async def story():
        rig.model.fault({"kind": "fram-dead"})
        assert await rig.command("JOB_BEGIN", JOB, 1, 12, 5) == (4, "memory")
        rig.model.fault({"kind": "ok"})
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_STORED", 2)
        rig.model.fault({"kind": "fram-dead"})
        await rig.report("MACHINE_FAULT")
        await asyncio.sleep_ms(1000)

    rig.run(story())
    assert ("memory", 2) in rig.faults(), rig.faults()
    assert rig.built.parts.feed.speed == rig.built.parts.exit.speed == 0
    assert not rig.model.crashes


def test_fram_that_falls_silent_at_any_moment_of_a_card_loses_no_report():
    for delay_ms in range(0, 200, 9):
        rig = Rig()
        rig.load(pack(CARDS))
        rig.route_by(spread)

        async def story(rig=rig, delay_ms=delay_ms):
            await rig.begin("deal")
            asyncio.create_task(help_out(rig, lambda model: model.fault({"kind": "ok"})))
            await rig.must("FEED", JOB, 1)
            await rig.report("CARD_STORED", 1)
            await asyncio.sleep_ms(delay_ms)
            rig.model.fault({"kind": "fram-dead"})
            return await rig.report("PASS_DONE")

        assert rig.run(story())[2] == CARDS
        assert ("memory", 2) in rig.faults(), (delay_ms, rig.faults())
        stored = [fields[2] for fields in rig.host.named("CARD_STORED")]
        assert stored == list(range(CARDS)), (delay_ms, stored)
        check(rig, pack(CARDS))


def test_fram_that_falls_silent_at_any_moment_of_a_delivery_miscounts_nothing():
    for delay_ms in range(0, 900, 45):
        rig, count = deliver_with(
            None, lambda model: model.fault({"kind": "ok"}), silent_after_ms=delay_ms
        )
        assert count == CARDS, (delay_ms, count)
        assert {name for name, _tries in rig.faults()} <= {"memory"}, (delay_ms, rig.faults())


def test_what_a_silent_fram_refuses_can_be_asked_again():
    rig = Rig()
    rig.load(pack(CARDS))
    rig.route_by(lambda uid, index, pass_number: 5)

    async def story():
        await rig.begin("deal")
        rig.model.fault({"kind": "fram-dead"})
        assert await rig.command("FEED", JOB, 1) == (4, "memory")
        rig.model.fault({"kind": "ok"})
        assert await rig.feed(1) == CARDS
        rig.model.fault({"kind": "fram-dead"})
        assert await rig.command("DELIVER", JOB, 0, 5, 1) == (4, "memory")
        rig.model.fault({"kind": "ok"})
        assert await rig.deliver(0, 5, "E") == CARDS

    rig.run(story())
    assert not rig.model.crashes


def test_dead_fram_at_start_believes_nothing():
    rig = Rig()
    rig.load(pack(CARDS))
    rig.model.fault({"kind": "fram-dead"})

    async def story():
        return await rig.command("JOB_BEGIN", JOB, 1, 12, 5)

    assert rig.run(story()) == (4, "places")


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(name for name in dir() if name.startswith("test_")):
        globals()[name]()
        print("ok", name)
