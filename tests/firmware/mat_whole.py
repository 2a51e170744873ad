# The whole mat, from its main's parts to the reports, with a host in the same process.
import asyncio
import struct

import mat_rig
from mat_rig import TILE, air, board
from mat_table import DISCARD, NAME, Table, cards, on_air, seconds
from models import pn5180_model

from tallone_wire.messages import BAD, BUSY, OK, REFUSED


def test_start_reports_every_zone_whole_and_every_scale():
    async def script(table):
        await seconds(2)

    table = Table().play(script)
    assert set(table.seen) == {1, 4, 5, 6, 7}
    assert {fields[0] for fields in table.named("PRESENCE")} == {0, 2, 3}
    assert {fields[0] for fields in table.named("SCALE_SETTLED")} == {0, 1, 2, 3}
    assert not table.named("READER_FAULT") and not table.named("SCALE_BUSY")


def test_card_is_reported_once_and_echoed_five_times():
    async def script(table):
        await seconds(2)
        table.rounds.clear()
        table.lay(NAME, cards(1))
        await seconds(4)

    table = Table().play(script)
    rounds = [row for row in table.rounds if row[1] == TILE]
    assert len(rounds) == 6, len(rounds)
    assert all(row[4] == on_air(cards(1)) for row in rounds)
    numbers = [row[2] for row in rounds]
    assert numbers == list(range(numbers[0], numbers[0] + 6))


def test_meld_that_grows_and_a_pile_that_is_taken_are_followed():
    async def script(table):
        await seconds(1)
        for count in range(1, 15):
            table.lay(NAME, cards(count))
            await seconds(0.4)
            assert table.seen[TILE] == on_air(cards(count)), count
        table.lay(DISCARD, cards(9, 50))
        await seconds(1)
        assert table.seen[1] == on_air(cards(9, 50))
        table.lay(DISCARD, [])
        await seconds(1.5)
        assert table.seen[1] == set()
        assert table.seen[TILE] == on_air(cards(14))

    Table().play(script)


def test_forty_tags_go_in_several_messages_that_add_up():
    async def script(table):
        await seconds(1)
        table.lay(NAME, cards(45))
        await seconds(2)
        assert table.seen[TILE] == on_air(cards(45))
        table.lay(NAME, cards(45, 100))
        await seconds(3)
        assert table.seen[TILE] == on_air(cards(45, 100))

    Table().play(script)


def test_report_all_says_everything_and_then_that_it_is_all():
    async def script(table):
        await seconds(1)
        table.lay(NAME, cards(5))
        await seconds(1)
        del table.host.reports[:]
        assert await table.host.command("REPORT_ALL", 77) == (OK, b"")
        await seconds(2)

    table = Table().play(script)
    names = [name for _at, name, _fields in table.host.reports]
    end = names.index("REPORT_END")
    assert table.host.reports[end][2] == (77,)
    whole = {
        fields[0]
        for _at, name, fields in table.host.reports[:end]
        if name == "ZONE_ROUND" and fields[2] & 4
    }
    assert whole == {1, 4, 5, 6, 7}
    assert {fields[0] for fields in table.named("PRESENCE")} == {0, 2, 3}
    assert {fields[0] for fields in table.named("SCALE_SETTLED")} == {0, 1, 2, 3}


def test_piles_are_said_to_be_there_and_never_who_they_are():
    stock = cards(42)

    async def script(table):
        await seconds(1)
        table.lay("stock", stock)
        table.lay("pozzetto_1", cards(11, 60))
        await seconds(2)
        table.lay("pozzetto_1", [])
        await seconds(2)
        for name in ("READ_BLOCK", "READ_SIGNATURE", "WRITE_BLOCK"):
            rest = {"READ_BLOCK": (0,), "READ_SIGNATURE": (), "WRITE_BLOCK": (0, b"abcd")}[name]
            assert await table.host.command(name, 0, air(stock[-1]), *rest) == (REFUSED, b"")

    table = Table().play(script)
    said = [fields[:2] for fields in table.named("PRESENCE")]
    assert said[-3:] == [(0, 1), (2, 1), (2, 0)], said
    secret = on_air(stock)
    for _at, name, fields in table.host.reports:
        assert name != "ZONE_ROUND" or not secret & set(fields[5])
    assert not table.mat.fields["stock"]._slots


def test_tag_commands_read_and_write_one_tag():
    uid = air(cards(1)[0])

    async def script(table):
        host = table.host
        table.mat.update(
            {"zone": NAME, "tags": [{"uid": cards(1)[0], "p": 1, "sig": "5a" * 32}], "load": 1}
        )
        await seconds(1)
        assert await host.command("READ_BLOCK", TILE, uid, 2) == (OK, bytes(4))
        assert await host.command("WRITE_BLOCK", TILE, uid, 2, b"Tall") == (OK, b"")
        assert await host.command("READ_BLOCK", TILE, uid, 2) == (OK, b"Tall")
        assert await host.command("READ_SIGNATURE", TILE, uid) == (OK, b"\x5a" * 32)
        assert await host.command("READ_BLOCK", TILE, uid, 200) == (BUSY, b"")
        assert await host.command("READ_BLOCK", TILE, air(cards(1, 9)[0]), 2) == (BUSY, b"")
        assert await host.command("READ_BLOCK", 8, uid, 2) == (BAD, b"")

    Table().play(script)


def test_commands_in_the_middle_of_a_round_do_not_lose_it():
    async def script(table):
        table.lay(NAME, cards(30))
        await seconds(1)
        for at in range(40):
            status, _body = await table.host.command(
                "READ_BLOCK", TILE, air(cards(30)[at % 30]), 1
            )
            assert status == OK
            await asyncio.sleep_ms(13)
        assert table.seen[TILE] == on_air(cards(30))

    Table().play(script)


def test_afi_silences_strangers_and_zero_hears_all():
    async def script(table):
        tags = [{"uid": cards(2)[0], "p": 1, "afi": 7}, {"uid": cards(2)[1], "p": 1}]
        table.mat.update({"zone": NAME, "tags": tags, "load": 2})
        await seconds(1)
        assert table.seen[TILE] == on_air(cards(2))
        await table.host.command("SET_AFI", 7)
        await seconds(1.5)
        assert table.seen[TILE] == on_air(cards(1))
        await table.host.command("SET_AFI", 0)
        await seconds(1.5)
        assert table.seen[TILE] == on_air(cards(2))

    Table().play(script)


def test_focus_is_bounded_and_other_zones_are_not_forgotten():
    async def script(table):
        await seconds(1)
        assert await table.host.command("FOCUS", 1 << 9) == (BAD, b"")
        assert await table.host.command("FOCUS", 1 << 1) == (OK, b"")
        for zone in (4, 5, 6, 7):
            table.lay(board.READERS[zone], cards(12, zone * 20))
        await seconds(1)
        before = [zone.rounds for zone in table.built.scanner.zones]
        table.rounds.clear()
        # Something happens in the focus all the time.
        for at in range(40):
            table.lay(DISCARD, cards(at % 3, 200))
            await seconds(0.25)
        after = [zone.rounds for zone in table.built.scanner.zones]
        for zone in (4, 5, 6, 7):
            # Arrivals go first; every five seconds each zone is asked in full all the same.
            assert after[zone] - before[zone] >= 2, (zone, before, after)
            assert table.seen[zone] == on_air(cards(12, zone * 20))

    Table().play(script)


def test_change_without_focus_is_known_within_a_second():
    async def script(table):
        await table.host.command("FOCUS", 1 << 1)
        await seconds(1)
        table.lay(board.READERS[7], cards(3))
        await seconds(0.7)
        assert table.seen[7] == on_air(cards(3))

    Table().play(script)


def test_stats_count():
    async def script(table):
        table.lay(NAME, cards(3))
        await seconds(2)
        status, body = await table.host.command("STATS", TILE)
        assert status == OK and len(body) == 28 and body[12] == 3
        longest, took = struct.unpack_from("<II", body, 20)
        assert 40 <= longest < 1500 and 5 <= took < 200, (longest, took)
        # A longest wait is told once; what follows begins anew.
        _status, body = await table.host.command("STATS", TILE)
        again = struct.unpack_from("<I", body, 20)[0]
        assert again < min(longest, 100), (longest, again)
        status, body = await table.host.command("STATS", 255)
        assert status == OK and len(body) == 24 and body[0]
        assert await table.host.command("STATS", 8) == (BAD, b"")

    Table().play(script)


def test_no_zone_waits_long_for_a_look_while_a_tile_fills_up():
    async def script(table):
        await table.host.command("FOCUS", 1 << TILE)
        await seconds(2)
        for zone in range(8):
            await table.host.command("STATS", zone)
        for count in range(1, 16):
            table.lay(NAME, cards(count))
            await seconds(0.5)
        for zone in range(8):
            _status, body = await table.host.command("STATS", zone)
            longest = struct.unpack_from("<I", body, 20)[0]
            assert 0 < longest < 700, (zone, longest)

    Table().play(script)


def test_host_that_goes_silences_every_field_and_comes_back_to_the_truth():
    async def script(table):
        await seconds(1)
        table.host.quiet = True
        await seconds(4)
        frames = sum(chip.frames for chip in table.mat.chips)
        assert not pn5180_model.fields_on
        table.lay(NAME, cards(4))
        await seconds(5)
        assert sum(chip.frames for chip in table.mat.chips) == frames
        table.host.quiet = False
        table.host._send("HELLO", b"\x01\x00\x4d\x00\x00\x00")
        await seconds(2)
        assert table.seen[TILE] == on_air(cards(4))

    Table().play(script)


def test_full_ring_postpones_and_then_reports_whole():
    async def script(table):
        await seconds(1)
        table.host.quiet = True  # writes nothing down, so the ring fills
        for at in range(24):
            table.lay(NAME, cards(at % 5))
            table.built.session._heard_at = table.built.session._now  # but is not gone
            await seconds(0.3)
        table.lay(NAME, cards(6))
        table.host.quiet = False
        await seconds(4)
        assert table.seen[TILE] == on_air(cards(6))
        assert table.built.session.lost_events == 0

    table = Table().play(script)
    status = table.built.scanner._reports.postponed
    assert status > 0


def test_flickering_tag_does_not_flood_the_host():
    async def script(table):
        await seconds(1)
        table.lay(NAME, cards(1), p=0.4)
        await seconds(4)
        table.rounds.clear()
        await seconds(10)

    table = Table().play(script)
    assert len([row for row in table.rounds if row[1] == TILE]) < 60, len(table.rounds)


def test_watchdog_is_fed_only_while_every_task_lives():
    async def script(table):
        await seconds(2)
        fed = table.feeds
        assert fed > 4
        table.built.scanner._beat = lambda: None
        await seconds(2.5)
        fed = table.feeds
        await seconds(1)
        assert table.feeds == fed

    Table().play(script)


def test_safe_stop_turns_every_field_off_and_the_mat_can_go_on():
    async def script(table):
        await seconds(1)
        for _try in range(5):
            await asyncio.sleep_ms(17)
            table.built.safe_stop.stop(7)
            assert not pn5180_model.fields_on
        assert all(chip.in_reset for chip in table.mat.chips)
        table.lay(NAME, cards(2))
        await seconds(3)
        assert table.seen[TILE] == on_air(cards(2))

    Table().play(script)


mat_rig.hold(globals())
