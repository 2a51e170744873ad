# Lid, tamper switch, a silent host, the watchdog: whatever happens, motors and field are off, and
# nothing is believed afterwards that was not looked at.
import sys

from croupier_rig import FAULTS, JOB, Rig, asyncio, lockstep, pack

CARDS = 6


def still(rig):
    parts = rig.built.parts
    assert parts.feed.speed == parts.exit.speed == 0
    assert not parts.reader.field
    assert not rig.model.rack.moving()


def run(story, count=CARDS):
    rig = Rig()
    rig.load(pack(count))
    rig.route_by(lambda uid, index, pass_number: index % 12)
    rig.run(story(rig))
    assert not rig.model.crashes, rig.model.crashes
    return rig


def opened_at(delay_ms):
    """Open the lid that long after the second card was stored; close it, resume, and see the pass end."""

    async def story(rig):
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_STORED", 1)
        await asyncio.sleep_ms(delay_ms)
        rig.model.update({"lid": True})
        await asyncio.sleep_ms(1)
        still(rig)
        await rig.report("LID", 1)
        await asyncio.sleep_ms(1500)
        still(rig)
        assert await rig.command("RESUME", JOB) == (4, "lid")
        rig.model.update({"lid": False})
        await asyncio.sleep_ms(600)
        await rig.must("RESUME", JOB)
        await asyncio.sleep_ms(1500)
        if rig.faults()[-1] == ("jam", 2):  # a card half in the rack: the person takes it out
            rig.model.fault({"kind": "clear"})
            await rig.must("RESUME", JOB)
        assert (await rig.report("PASS_DONE"))[2] == CARDS

    rig = run(story)
    assert ("lid", 2) in rig.faults(), rig.faults()
    loads = [len(cards) for cards in rig.model.state.slots]
    assert loads == list(rig.built.croupier.memory.loads), loads


def test_lid_stops_everything_at_any_moment_of_a_card():
    for delay_ms in range(0, 150, 7):
        opened_at(delay_ms)


def test_open_lid_lets_no_job_begin():
    async def story(rig):
        rig.model.update({"lid": True})
        assert await rig.command("JOB_BEGIN", JOB, 1, 12, 5) == (4, "lid")

    run(story)


def test_silent_host_stops_the_machine_and_it_goes_on_when_the_host_is_back():
    async def story(rig):
        rig.host.on_report = None
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_READ")
        rig.host.quiet = True
        await asyncio.sleep_ms(5000)
        still(rig)
        rig.host.quiet = False
        rig.route_by(lambda uid, index, pass_number: index)
        rig.hello()
        assert (await rig.report("PASS_DONE"))[2] == CARDS

    rig = run(story)
    assert rig.faults()[0] == ("host", 0), rig.faults()


def test_lid_and_tamper_switch_that_flutter_crowd_out_no_report():
    async def story(rig):
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_STORED", 1)
        rig.host.quiet = True
        for number in range(120):
            rig.model.update({"lid": number % 2 == 0, "tamper": number % 2 == 0})
            await asyncio.sleep_ms(50)
        rig.host.quiet = False
        rig.hello()
        await asyncio.sleep_ms(1500)
        assert rig.session.lost_events == 0
        assert rig.host.named("LID")[-1] == rig.host.named("TAMPER")[-1] == (0,)
        await rig.must("RESUME", JOB)
        await asyncio.sleep_ms(1500)
        if rig.faults()[-1] == ("jam", 2):  # a card half in the rack: the person takes it out
            rig.model.fault({"kind": "clear"})
            await rig.must("RESUME", JOB)
        assert (await rig.report("PASS_DONE"))[2] == CARDS

    run(story)


def test_tamper_switch_is_reported():
    async def story(rig):
        rig.model.update({"tamper": True})
        assert (await rig.report("TAMPER", 1)) == (1,)

    run(story)


def test_host_without_an_answer_is_waited_for_with_everything_off():
    async def story(rig):
        rig.host.on_report = None
        await rig.begin()
        await rig.must("FEED", JOB, 1)
        await rig.report("CARD_READ")
        await asyncio.sleep_ms(2000)
        still(rig)
        fault = await rig.report("MACHINE_FAULT", limit_s=130)
        assert FAULTS[fault[1]] == "no-route" and fault[2] == 2
        rig.route_by(lambda uid, index, pass_number: index)
        await rig.must("RESUME", JOB)
        assert (await rig.report("PASS_DONE"))[2] == CARDS

    run(story)


def test_watchdog_is_fed_in_every_long_wait():
    gaps = []

    async def story(rig):
        fed = rig.feeds
        started = lockstep.local_us()
        rig.route_by(lambda uid, index, pass_number: index)
        await rig.begin()
        await rig.feed(1)
        await rig.deliver(0, 0, "N")
        seconds = (lockstep.local_us() - started) / 1e6
        gaps.append((seconds, rig.feeds - fed))

    run(story)
    seconds, feeds = gaps[0]
    assert feeds >= seconds, gaps


def test_watchdog_is_not_fed_when_the_work_hangs():
    async def story(rig):
        rig.built.wake._beat = None
        await asyncio.sleep_ms(2500)
        fed = rig.feeds
        await asyncio.sleep_ms(5000)
        assert rig.feeds == fed

    run(story)


def test_a_full_ring_of_reports_stops_the_feed_and_loses_none():
    async def story(rig):
        rig.host.quiet = True  # nothing is written down any more
        await asyncio.sleep_ms(10)
        rig.host.quiet = False
        await rig.begin()
        await rig.feed(1)

    rig = run(story, 30)
    assert rig.session.lost_events == 0


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(name for name in dir() if name.startswith("test_")):
        globals()[name]()
        print("ok", name)
