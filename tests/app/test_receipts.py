"""A receipt for every deal, and a count of deals: from written records only, made up for after a cut."""

import json

import pytest
from tests.dealing.test_fairness import VERIFIER, wrong

from tallone.app.edges.receipts import DealCounter, Receipts, receipts_folder
from tallone.app.headless.direct import DirectEvening
from tallone.dealing.packs.registry_db import RegistryDb
from tallone.journal.records import LedgerSealed, SessionOpened
from tallone.press import Button, Press
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse

OPENED = SessionOpened(
    at=0.0,
    program="0.1.0",
    versions={},
    config={},
    profile={"base": "fibur"},
    assist="gara",
    pack="A",
    table=1,
    players=4,
    wall_clock="2026-01-31T21:00:00",
)


@pytest.fixture(scope="module")
def evening():
    """One hand, dealt again because a card was missing: the records of its journal."""
    evenings = []

    def opened(folder):
        evenings.append(DirectEvening(folder))
        return evenings[-1]

    options = Options(level="events", noise=0.0, seed=6, faults=(parse("missing-card"),))
    simulate(options, open_host=opened)
    evening = evenings[-1]
    evening.press(Press(Button.OK), 9e6)  # the score is confirmed: the deal is revealed
    evening.step(9e6)
    # Opened at this table, not at the one that played.
    return [OPENED, *evening.records[1:]]


def receipts(folder):
    return Receipts(folder, "it", lambda: "2026-01-31 21:00")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


KINDS = ("json", "pdf", "svg", "txt")
BOTH = sorted(f"hand-001-{attempt}.{kind}" for attempt in (1, 2) for kind in KINDS)


def test_every_deal_is_kept_aborted_ones_too_and_its_file_can_be_verified(evening, tmp_path):
    receipts(tmp_path / "r").take(evening, "ab" * 32)
    assert names(tmp_path / "r") == BOTH
    for attempt in (1, 2):
        content = json.loads((tmp_path / "r" / f"hand-001-{attempt}.json").read_text())
        assert wrong(content) == []
        assert bool(content["aborted"]) == (attempt == 1)
    aborted, played = ((tmp_path / "r" / f"hand-001-{n}.txt").read_text() for n in (1, 2))
    assert "Non giocata: missing-card" in aborted
    for part in (
        "fibur",
        "Livello: gara",
        "Mazzo: blue-and-red-1",
        "Firmware della macchina",
        "abab",
    ):
        assert part in played
    assert VERIFIER.exists()


def test_what_a_power_cut_prevented_is_made_up_for_and_what_is_kept_stays(evening, tmp_path):
    folder = tmp_path / "r"
    for end in range(0, len(evening), 40):  # a start after every fortieth record
        receipts(folder).take(evening[: end + 40], "cd" * 32)
    assert names(folder) == BOTH
    before = (folder / "hand-001-2.txt").read_text()
    (folder / "hand-001-1.pdf").unlink()  # killed while it was written
    receipts(folder).take(evening, "ef" * 32)
    assert names(folder) == BOTH
    assert (folder / "hand-001-2.txt").read_text() == before


def test_a_place_that_cannot_be_written_costs_no_evening(evening, tmp_path):
    (tmp_path / "file").write_text("in the way")
    receipts(tmp_path / "file").take(evening, "ab" * 32)
    DealCounter(tmp_path).take(evening, "ab" * 32)


def test_deals_are_counted_once(evening, tmp_path):
    path = tmp_path / "club.sqlite"
    with RegistryDb(path) as club:
        club.add_pack("blue-and-red-1")
    counter = DealCounter(path)
    for record in evening:
        counter.take([record], "")
    resumed = DealCounter(path)
    resumed.resume(evening)
    resumed.take([LedgerSealed(at=1.0, hand=2, sealed_ledger=b"")], "")  # of no deal it knows
    with RegistryDb(path) as club:
        assert club.summaries()[0].deals == 1


def test_receipts_lie_beside_their_journal(tmp_path):
    assert receipts_folder(tmp_path / "evening.sqlite") == tmp_path / "evening-receipts"
