# Every way in which a reader fails is reported once and recovered from.
import mat_rig
from mat_rig import TILE, Readers, air, board
from mat_table import NAME, Table, cards, on_air, seconds
from models import pn5180_model

from faults import FIELD_CONFLICT, ReaderFault


def broken(fault, lasts=1.0, silent=False):
    """Play a reader that gets that fault and is well again after a while."""

    async def script(table):
        await seconds(1)
        table.lay(NAME, cards(3))
        table.lay(board.READERS[5], cards(2, 30))
        await seconds(1)
        table.mat.update({"fault": dict({"zone": NAME}, **fault)})
        await seconds(lasts)
        table.lay(board.READERS[5], cards(4, 30))
        await seconds(1)
        assert table.seen[5] == on_air(cards(4, 30)), "another zone has suffered"
        table.mat.update({"fault": {"zone": NAME, "kind": "ok"}})
        table.lay(NAME, cards(5))
        await seconds(2 if silent else 9)
        assert table.seen[TILE] == on_air(cards(5))

    table = Table().play(script)
    lost = [fields[0] for fields in table.named("READER_FAULT")]
    back = [fields[0] for fields in table.named("READER_OK")]
    assert lost == back
    if silent:
        assert not lost, table.named("READER_FAULT")
    else:
        assert lost == [TILE], table.named("READER_FAULT")
    assert table.built.scanner.zones[TILE].faults > 0 or silent
    return table


def test_busy_stuck_high_is_cured_by_a_reset():
    broken({"kind": "busy_stuck", "level": 1}, silent=True)


def test_busy_stuck_low_is_cured_by_a_reset():
    broken({"kind": "busy_stuck", "level": 0}, silent=True)


def test_busy_stuck_for_good_is_reported_and_comes_back():
    broken({"kind": "busy_stuck", "level": 1, "hard": True}, lasts=5)


def test_dead_chip_is_reported_and_comes_back():
    broken({"kind": "dead"}, lasts=4)


def test_transceive_state_stuck_is_cured_by_a_reset():
    broken({"kind": "wedged"}, silent=True)


def test_field_that_does_not_come_on_is_reported_and_comes_back():
    broken({"kind": "mute_field"}, lasts=4)


def test_brown_out_is_noticed_and_its_settings_are_loaded_again():
    table = broken({"kind": "brown_out"}, silent=True)
    assert table.built.scanner.zones[TILE].faults == 1


def test_stale_answer_invents_no_tag():
    table = broken({"kind": "stale_irq"}, silent=True)
    phantom = b"\x01\x02\x03\x04\x05\x06\x04\xe0"
    for _at, _zone, _number, _flags, known in table.rounds:
        assert phantom not in known


def test_tag_that_leaves_in_the_middle_of_a_round_is_gone_and_nothing_hangs():
    async def script(table):
        await seconds(1)
        table.lay(NAME, cards(8))
        await seconds(1)
        table.mat.update(
            {"fault": {"kind": "leaves", "zone": NAME, "uid": cards(8)[3], "answers": 1}}
        )
        await seconds(3)
        assert table.seen[TILE] == on_air(cards(8)) - {air(cards(8)[3])}

    assert not Table().play(script).named("READER_FAULT")


def test_reader_that_holds_the_bus_is_found_by_all_and_forgiven():
    async def script(table):
        await seconds(1)
        table.lay(NAME, cards(2))
        table.mat.update({"fault": {"kind": "miso_held", "zone": board.READERS[7]}})
        await seconds(3)
        lost = {fields[0] for fields in table.named("READER_FAULT")}
        assert len(lost) == 7, lost
        assert not pn5180_model.fields_on
        table.mat.update({"fault": {"kind": "ok", "zone": board.READERS[7]}})
        await seconds(14)
        assert {fields[0] for fields in table.named("READER_OK")} == lost
        assert table.seen[TILE] == on_air(cards(2))

    Table().play(script)


def test_dead_reader_is_tried_less_and_less_often():
    async def script(table):
        await seconds(1)
        table.mat.update({"fault": {"kind": "dead", "zone": NAME}})
        await seconds(20)
        zone = table.built.scanner.zones[TILE]
        assert 5 <= zone.retries <= 9, zone.retries
        assert await table.host.command("REPORT_ALL", 3) == (0, b"")
        await seconds(2)
        assert table.named("REPORT_END")

    # Said when it failed, and once more when everything was asked for.
    faults = Table().play(script).named("READER_FAULT")
    assert len(faults) == 2, faults


def test_noisy_air_loses_no_card_for_long():
    async def script(table):
        table.mat.update(
            {"noise": {"crc": 0.02, "collision": 0.01, "capture": 0.05, "miss": 0.02, "seed": 5}}
        )
        await seconds(1)
        table.lay(NAME, cards(9))
        await seconds(1)
        wrong = 0
        table.rounds.clear()
        await seconds(20)
        wrong = [row for row in table.rounds if row[1] == TILE and row[4] != on_air(cards(9))]
        assert len(wrong) < 12, len(wrong)

    assert not Table().play(script).named("READER_FAULT")


def test_models_notice_two_fields():
    # The invariant's own witness must see, or it proves nothing.
    readers = Readers()
    second = readers.zones[5].reader
    second.reset()
    readers.reader.field_on()
    try:
        second.field_on()
        raise AssertionError("the driver allowed a second field")
    except ReaderFault as fault:
        assert fault.code == FIELD_CONFLICT
    second._permit = type(second._permit)()
    second.field_on()
    assert len(pn5180_model.violations) == 1
    del pn5180_model.violations[:]
    readers.select.hold_all()
    assert not pn5180_model.fields_on


def test_second_field_ends_in_a_safe_stop_and_the_mat_recovers():
    async def script(table):
        await seconds(1)
        zones = table.built.scanner.zones
        zones[0].reader._permit.holder = zones[6].reader  # a field that nobody gives back
        await seconds(0.3)
        assert table.built.safe_stop.stops
        assert table.built.safe_stop.last_fault == FIELD_CONFLICT
        table.lay(NAME, cards(2))
        await seconds(3)
        assert table.seen[TILE] == on_air(cards(2))

    Table().play(script)


mat_rig.hold(globals())
