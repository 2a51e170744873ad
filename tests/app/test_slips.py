"""Score slips: what a journal's matches brought, on paper and for programs, each number with its side."""

import csv
import io
import json
from pathlib import Path

import pytest

from tallone.app.edges import slips
from tallone.app.recovery import _points_of
from tallone.errors import JournalError
from tallone.journal import JournalWriter, read
from tallone.journal.records import (
    ArbiterActed,
    HandOver,
    PhaseEntered,
    ScoreConfirmed,
    SessionOpened,
)
from tallone.rules.match.match import HandPoints

SESSION = SessionOpened(
    at=0.0, program="1", versions={}, config={"hands": 3}, profile={"base": "febur"}, assist="gara",
    pack="A", table=12, players=4, wall_clock="2026-12-01T21:00:00",
)  # fmt: skip


def over(hand, ours, theirs):
    sides = {"NS": {"total": ours}, "EW": {"total": theirs}}
    return HandOver(at=1.0, hand=hand, result={"sides": sides}, turns=1, moves=1)


def confirmed(hand, ours, theirs, **more):
    return ScoreConfirmed(at=2.0, hand=hand, points={"NS": ours, "EW": theirs}, **more)


THREE = [
    SESSION,
    over(1, 745, 610), confirmed(1, 745, 610, by=("NS", "EW")),
    over(2, 500, 375), confirmed(2, 400, 375, penalties={"NS": -100}, by=("arbiter",)),
    over(3, 900, 95), confirmed(3, 900, 95, by=("NS", "EW")),
]  # fmt: skip


def from_disk(tmp_path, records):
    path = tmp_path / "night.journal"
    with JournalWriter(path) as writer:
        writer.append(records)
    return read(path)


@pytest.mark.parametrize("record", [over(1, 745, 610), confirmed(1, 745, 610)])
def test_points_keep_their_side_when_a_journal_is_read_back(tmp_path, record):
    [again] = from_disk(tmp_path, [record])
    assert _points_of(again, 4) == HandPoints(north_south=745, east_west=610)


def test_a_slip_has_every_hand_its_penalties_totals_and_victory_points(tmp_path):
    [slip] = slips.slips_of(from_disk(tmp_path, THREE), "ab" * 32)
    assert slip.totals == {"NS": 2045, "EW": 1080}
    # A difference of 965 after three hands: above 800, up to 1000.
    assert slip.victory_points == {"NS": 17, "EW": 3}
    assert slip.hands[1].penalties == {"NS": -100}
    told = slips.lines_of(slip, "it")
    assert all(len(line) <= 42 for line in told)
    assert "Totale                  +2.045      +1.080" in told
    assert slips.qr_of(slip).endswith(f"head={'ab' * 16}")


def test_csv_and_json_say_the_same_and_the_schema_is_the_published_one(tmp_path):
    found = slips.slips_of(from_disk(tmp_path, THREE), "ab" * 32)
    rows = list(csv.DictReader(io.StringIO(slips.csv_of(found)), delimiter=";"))
    [slip] = json.loads(slips.json_of(found))
    assert [row["NS"] for row in rows] == ["745", "400", "900", "2045"]
    assert [hand["points"]["EW"] for hand in slip["hands"]] == [610, 375, 95]
    assert slip["format"] == slips.FORMAT
    published = Path(__file__).parents[2] / "docs" / "slip.schema.json"
    assert json.loads(published.read_text()) == json.loads(json.dumps(slips.schema()))


def test_a_corrected_hand_is_marked_and_counts_as_corrected(tmp_path):
    order = {"values": {"hand": 1, "NS": 700, "EW": 610}}
    fixed = ArbiterActed(at=9.0, hand=4, what="correct", word="match-score", order=order)
    [slip] = slips.slips_of(from_disk(tmp_path, [*THREE, fixed]), "")
    assert slip.hands[0].corrected
    assert slip.totals["NS"] == 2000


def test_a_second_match_has_a_slip_of_its_own(tmp_path):
    ends = [
        PhaseEntered(at=3.0, hand=4, phase="match_end"),
        PhaseEntered(at=4.0, hand=4, phase="load"),
    ]
    found = slips.slips_of(from_disk(tmp_path, [*THREE, *ends, confirmed(4, 50, 60)]), "")
    assert [slip.match for slip in found] == [1, 2]
    assert found[1].victory_points is None


def test_a_journal_without_a_counted_hand_has_no_slip():
    with pytest.raises(JournalError, match="no hand that was counted"):
        slips.slips_of([SESSION], "")


@pytest.mark.parametrize("language", ["it", "en"])
def test_slips_are_printed_on_a4_on_a_strip_and_blank_two_a_page(language):
    found = slips.slips_of(THREE, "ab" * 32) * 3
    for pdf in (
        slips.a4_pdf(found, language),
        slips.till_pdf(found, language),
        slips.blank_pdf(3, 41, 3, language),
    ):
        assert pdf.startswith(b"%PDF")
    assert slips.a4_pdf(found, language).count(b"/Type /Page\n") == 2
