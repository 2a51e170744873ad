"""An interrupted evening is taken up from its journal, whatever the moment was."""

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.headless.direct import DirectEvening
from tallone.app.recovery import Recovery
from tallone.app.table_options import setup_of, simulation_options
from tallone.journal.records import Committed, DealRevealed
from tallone.journal.storage.sealing import key_path
from tallone.simulator.evening.events import EventTable
from tallone.simulator.evening.options import Options
from tallone.simulator.faults.faults import parse


def played(folder, **options):
    """Run an evening at the events level in that folder; return its evening and its records."""
    table = EventTable(Options(level="events", noise=0, **options), folder, DirectEvening)
    table.run(lambda _line: None)
    return table.host.evening, table.host.records


def taken_up(folder, records):
    evening = Evening(setup_of(simulation_options(folder, folder / "none.sqlite", window=False)))
    assert Recovery(evening).run(records)
    return evening


def test_evening_is_taken_up_in_its_second_hand(tmp_path):
    before, records = played(tmp_path, hands=2, seed=3, until="ready")
    after = taken_up(tmp_path, records)
    assert (after.phase, after.hand, after.attempt) == (Phase.TURN_FIRST, 2, 1)
    assert after.standings.now.totals == before.standings.now.totals != {}
    assert after.deal.deal == before.deal.deal
    assert after.dealer is before.dealer


def test_attempts_are_counted_on_after_a_deal_was_broken_off(tmp_path):
    before, records = played(tmp_path, seed=5, until="ready", faults=(parse("missing-card"),))
    assert before.attempt == 2
    broken = next(i for i, r in enumerate(records) if getattr(r, "phase", "") == "stopped")
    after = taken_up(tmp_path, records[: broken + 1])
    assert (after.phase, after.attempt) == (Phase.STOPPED, 2)
    assert taken_up(tmp_path, records).attempt == 2


def test_evening_can_be_taken_up_after_every_record_up_to_the_ready_check(tmp_path):
    before, records = played(tmp_path, seed=4, until="ready")
    committed = next(i for i, r in enumerate(records) if isinstance(r, Committed))
    # Every tenth of the many reports stands for its neighbours.
    for end in (*range(committed + 1, len(records), 10), len(records)):
        after = taken_up(tmp_path, records[:end])
        assert after.deal.commitment.hex == before.deal.commitment.hex
    assert after.deal.deal == before.deal.deal


def test_key_without_a_commitment_is_made_anew(tmp_path):
    """The power went after the key's file and before the commitment was written."""
    table = EventTable(Options(level="events", noise=0, until="ready"), tmp_path, DirectEvening)
    key_path(tmp_path / "none.sqlite", 1).write_bytes(bytes(range(32)))
    table.run(lambda _line: None)
    assert table.host.evening.phase is Phase.TURN_FIRST


def test_hands_key_outlives_the_writing_of_its_reveal(tmp_path):
    table = EventTable(Options(level="events", noise=0, hands=2, seed=3), tmp_path, DirectEvening)
    evening = table.host.evening
    path = key_path(tmp_path / "none.sqlite", 1)
    wrote, existed = evening.wrote, []

    def watched(first, records):
        if any(isinstance(record, DealRevealed) for record in records) and not existed:
            existed.append(path.exists())
        wrote(first, records)

    evening.wrote = watched
    table.run(lambda _line: None)
    assert existed == [True]
    assert not path.exists()


def test_key_that_outlived_its_hand_is_destroyed_when_the_evening_is_taken_up(tmp_path):
    """The power went between writing the reveal and removing the key."""
    _, records = played(tmp_path, hands=2, seed=3, until="ready")
    path = key_path(tmp_path / "none.sqlite", 1)
    path.write_bytes(bytes(range(32)))
    path.chmod(0o600)
    taken_up(tmp_path, records)
    assert not path.exists()
