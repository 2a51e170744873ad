# Weights are reported when they rest, card by card, and nothing else is a card.
import asyncio

import lockstep
import machine
import mat_rig
from mat_rig import board, seeded
from mat_table import Table, seconds
from scales import Scale

from tallone_wire.messages import BAD, BUSY, OK

CARD_CG = 190
DISCARD = board.SCALES[1]


def weigh(table, cg, shake=False, scale=DISCARD):
    table.mat.update({"scale": scale, "cg": cg, "shake": shake})


def settled(table, scale=1):
    return [fields[1] for fields in table.named("SCALE_SETTLED") if fields[0] == scale]


def test_every_card_laid_on_a_pile_of_1_to_42_is_one_step():
    async def script(table):
        rng = seeded(5)
        await seconds(1.5)
        total = 0
        for count in range(1, 43):
            total += CARD_CG + rng.randrange(-6, 7)
            weigh(table, total)
            await seconds(0.7)
            heard = settled(table)
            assert len(heard) == count + 1, (count, heard[-3:])
            assert abs(heard[-1] - total) < 25, (count, heard[-1], total)

    assert not Table().play(script, scanning=False).named("SCALE_BUSY")


def test_every_card_taken_from_a_pile_of_42_is_one_step():
    async def script(table):
        weigh(table, 42 * CARD_CG)
        await seconds(1.5)
        for count in range(41, 0, -1):
            weigh(table, count * CARD_CG)
            await seconds(0.6)
            assert abs(settled(table)[-1] - count * CARD_CG) < 25
        assert len(settled(table)) == 42

    Table().play(script, scanning=False)


def test_eleven_cards_at_once_are_one_report():
    async def script(table):
        weigh(table, 11 * CARD_CG)
        await seconds(1.5)
        weigh(table, 0)
        await seconds(1)
        assert [round(cg / CARD_CG) for cg in settled(table)] == [11, 0]

    Table().play(script, scanning=False)


def test_weight_is_known_within_400_ms():
    async def script(table):
        await seconds(1.5)
        for at in range(20):
            await asyncio.sleep_ms(400 + 37 * at)
            laid = lockstep.local_us()
            weigh(table, (at + 1) * CARD_CG)
            while len(settled(table)) < at + 2:
                await asyncio.sleep_ms(5)
            assert lockstep.local_us() - laid < 400_000

    Table().play(script, scanning=False)


def test_leaning_hand_is_busy_and_never_a_card():
    async def script(table):
        weigh(table, 5 * CARD_CG)
        await seconds(2)
        said = len(settled(table))
        for _lean in range(4):
            weigh(table, 5 * CARD_CG, True)
            await seconds(2.5)
            weigh(table, 5 * CARD_CG)
            await seconds(1.5)
        assert len(settled(table)) == said, settled(table)
        assert [fields for fields in table.named("SCALE_BUSY") if fields[0] == 1] == [
            (1, 1),
            (1, 0),
        ] * 4

    Table().play(script, scanning=False)


def test_card_laid_while_somebody_leans_counts_when_he_is_gone():
    async def script(table):
        await seconds(1.5)
        weigh(table, CARD_CG, True)
        await seconds(2)
        assert settled(table)[-1] < 30
        weigh(table, CARD_CG)
        await seconds(1.5)
        assert abs(settled(table)[-1] - CARD_CG) < 25

    Table().play(script, scanning=False)


def test_hand_that_lies_still_is_busy_not_weight():
    async def script(table):
        await seconds(1.5)
        weigh(table, 60000)
        await seconds(2)
        weigh(table, 0)
        await seconds(2)

    table = Table().play(script, scanning=False)
    assert len(settled(table)) == 1
    assert len(table.named("SCALE_BUSY")) == 2


def test_drift_of_half_a_gram_a_minute_is_followed_and_steps_stay_true():
    async def script(table):
        weigh(table, 20 * CARD_CG)
        await seconds(1.5)
        table.mat.update({"noise": {"drift_cg_per_s": 0.8}})
        await seconds(180)
        assert len(settled(table)) == 1, settled(table)
        before = settled(table)[-1]
        weigh(table, 21 * CARD_CG)
        await seconds(1)
        assert abs(settled(table)[-1] - before - CARD_CG) < 30

    Table().play(script, scanning=False)


def test_tare_and_calibration_survive_a_restart():
    async def tare(table):
        host = table.host
        weigh(table, 300, True)
        await seconds(1.5)
        assert await host.command("TARE", 1) == (BUSY, b"")
        weigh(table, 300)
        await seconds(1.5)
        assert await host.command("TARE", 1) == (OK, b"")
        assert await host.command("CALIBRATE", 1, 310_000) == (OK, b"")
        assert await host.command("CALIBRATE", 1, 5) == (BAD, b"")
        assert await host.command("CALIBRATE", 1, -310_000) == (BAD, b"")
        assert await host.command("CALIBRATE", 4, 310_000) == (BAD, b"")
        assert await host.command("TARE", 4) == (BAD, b"")
        await seconds(1)
        assert abs(settled(table)[-1]) < 12

    async def after(table):
        weigh(table, 300)
        await seconds(1.5)
        scale = table.built.scales.scales[1]
        assert scale.counts_per_gram_x100 == 310_000
        assert abs(settled(table)[-1]) < 12
        weigh(table, 300 + 1900)
        await seconds(1.5)
        assert abs(settled(table)[-1] - 1900 * 3000 // 3100) < 20

    Table().play(tare, scanning=False)
    Table(calibrated=False).play(after, scanning=False)


def test_calibration_file_that_makes_no_sense_is_not_believed():
    for content in (b"", b"x" * 5, b"\xff" * 32, b"\xff" * 64):
        with open("scales.cal", "wb") as file:
            file.write(content)
        table = Table(calibrated=False)
        assert all(scale.tare == 0 for scale in table.built.scales.scales)
        assert all(scale.counts_per_gram_x100 == 300_000 for scale in table.built.scales.scales)


def test_silent_converter_is_logged_and_the_others_go_on():
    async def script(table):
        await seconds(1.5)
        table.mat.update({"fault": {"scale": "stock", "kind": "silent"}})
        await seconds(1)
        weigh(table, CARD_CG)
        await seconds(1)
        assert abs(settled(table)[-1] - CARD_CG) < 25
        table.mat.update({"fault": {"scale": "stock", "kind": "ok"}})
        weigh(table, 3 * CARD_CG, scale="stock")
        await seconds(1.5)
        assert abs(settled(table, 0)[-1] - 3 * CARD_CG) < 25

    table = Table().play(script, scanning=False)
    assert [text for _level, text in table.host.logs] == ["scale 0 is silent", "scale 0 is back"]


def test_converter_that_repeats_itself_is_silent_and_what_it_says_is_no_weight():
    async def script(table):
        await seconds(1.5)
        for cg in (CARD_CG, 40 * CARD_CG):
            before = len(settled(table, 0))
            weigh(table, cg, scale="stock")
            # In the middle of the step: what it says from then on lay there for a moment only.
            await asyncio.sleep_ms(25)
            table.mat.update({"fault": {"scale": "stock", "kind": "stuck"}})
            await seconds(3)
            assert len(settled(table, 0)) == before, settled(table, 0)
            assert table.built.scales.state_of(0) == 3
            table.mat.update({"fault": {"scale": "stock", "kind": "ok"}})
            await seconds(1.5)
            assert abs(settled(table, 0)[-1] - cg) < 25

    table = Table().play(script, scanning=False)
    told = ["scale 0 is silent", "scale 0 is back"]
    assert [text for _level, text in table.host.logs] == told * 2, table.host.logs
    assert not table.named("SCALE_BUSY")


def test_clock_pulses_are_far_from_a_power_down():
    # The model powers down after 60 us; Table.play has looked at power_downs, early clocks and results torn
    # by the end of a conversion. Here its own eyes are tested.
    mat = mat_rig.fresh_board()
    sck = machine.Pin(board.SCALE_SCK, machine.Pin.OUT, value=0)
    sck(1)
    lockstep.spend_us(70)
    sck(0)
    assert all(scale.power_downs == 1 and scale.early_clocks == 0 for scale in mat.scales.values())


def test_weights_are_exact_whatever_the_cell_and_the_converter():
    # On the board an integer beyond 2^30 would be allocated; here the steps are counted.
    limit = 1 << 29
    scale = Scale(0)
    for calibration in (10_000, 300_000, 3_000_000):
        scale.calibrate(calibration)
        unit = calibration // 10
        for counts in (-(1 << 23), (1 << 23) - 1, 0, 500_000, -500_001, 17):
            assert (counts % unit) * 1000 < limit
            for at in range(12):
                scale.take(counts, 1000 + at)
            assert scale.weight_cg == counts * 1000 // unit
            assert abs(scale.weight_cg) < limit


def test_at_the_end_of_its_range_a_converter_may_repeat_itself():
    scale = Scale(0)
    assert not any(scale.repeats((1 << 23) - 1) for _ in range(30))
    assert not any(scale.repeats(-(1 << 23)) for _ in range(30))
    assert [scale.repeats(5) for _ in range(9)] == [False] * 8 + [True]
    assert not scale.repeats(6)


def test_a_hand_of_a_pound_lying_still_is_no_weight_on_any_cell():
    for calibration in (10_000, 300_000, 1_500_000):
        scale = Scale(0)
        scale.calibrate(calibration)
        for at in range(40):
            scale.take(min((1 << 23) - 1, 500 * calibration // 100), 1000 + 13 * at)
        assert scale.at_rest and scale.leans(1600)


mat_rig.hold(globals())
