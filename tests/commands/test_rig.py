"""`tallone rig`, on the simulated mat and on captures."""

import csv

import pytest

from tallone.commands import main
from tallone.errors import FirmwareError
from tallone.firmware import rig
from tallone.link.line import capture
from tallone.link.line.capture import Chunk, Direction
from tallone.link.messages import Report
from tallone.link.reports import ZoneRound
from tallone.mat.zones import Zone
from tallone_wire.frame import FrameWriter
from tallone_wire.messages import TABLE, pack, pack_body

micropython_only = pytest.mark.needs_micropython
ZONE = Zone.DISCARD


def call(capsys, *arguments):
    status = main.run(["rig", *arguments])
    return (status, *capsys.readouterr())


def report(number, tags, *, flags=4, total=None, n_in=None, zone=ZONE):
    said = ZoneRound(
        tuple(Zone).index(zone),
        number,
        flags,
        len(tags) if total is None else total,
        len(tags) if n_in is None else n_in,
        tuple(tags),
    )
    return Report(boot_id=1, event=number, said=said, at_ms=0, received_at=0.0)


ONE, TWO = bytes(8), bytes([1, *bytes(7)])


def test_rounds_that_were_not_reported_count_as_the_one_before():
    count = rig.FanCount(ZONE)
    count.take(report(10, [ONE, TWO]))
    count.take(report(19, [ONE, TWO]))
    count.take(report(20, [ONE]))
    count.take(report(5, [ONE], zone=Zone.THROAT))
    assert (count.rounds, count.heard[ONE], count.heard[TWO]) == (11, 11, 10)
    assert count.shares()[TWO] == pytest.approx(10 / 11)


def test_round_numbers_run_over_without_a_gap():
    count = rig.FanCount(ZONE)
    count.take(report(65535, [ONE]))
    count.take(report(1, [ONE]))
    assert (count.rounds, count.heard[ONE]) == (3, 3)


def test_too_few_rounds_are_no_measurement():
    fan = rig.Fan(cards=1, pitch_mm=16.0, inlay="strip")
    with pytest.raises(FirmwareError, match="too few"):
        list(rig.verdict(rig.FanCount(ZONE), fan))


@pytest.mark.parametrize(
    ("heard", "pitch", "says"),
    [(14, 16.0, "All are read"), (10, 10.0, "As calculated"), (2, 16.0, "Fewer than calculated")],
)
def test_the_verdict_says_what_to_change(heard, pitch, says):
    count = rig.FanCount(ZONE)
    tags = [bytes([number, *bytes(7)]) for number in range(heard)]
    for number in range(rig.LEAST_ROUNDS):
        count.take(report(number, tags))
    fan = rig.Fan(cards=14, pitch_mm=pitch, inlay="strip")
    assert list(rig.verdict(count, fan))[-1].startswith(says)


@micropython_only
def test_a_fan_on_the_simulated_mat_is_heard_as_calculated(capsys, tmp_path):
    out = tmp_path / "fan.csv"
    arguments = ("--cards", "7", "--seconds", "5", "--out", str(out))
    status, said, err = call(capsys, "fan", "--simulated", *arguments)
    assert (status, err) == (0, "")
    assert "readable: 7 of 7; calculated for 16 mm, strip: 7" in said
    rows = list(csv.DictReader(out.open(encoding="utf-8")))
    assert len(rows) == 7
    assert all(float(row["share"]) > 0.9 and row["tag"].startswith("e004") for row in rows)


@micropython_only
def test_card_size_inlays_are_seen_to_fail(capsys):
    status, said, _ = call(capsys, "fan", "--simulated", "--inlay", "card", "--seconds", "6")
    assert status == 0
    assert "As calculated: take a wider pitch or another inlay" in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("fan",), "give --port"),
        (("fan", "--simulated", "--port", "x"), "give --port"),
        (("fan", "--simulated", "--inlay", "gold"), "gold is no inlay"),
        (("fan", "--simulated", "--zone", "attic"), "attic is no zone"),
        (("throat", "nowhere.cap"), "nowhere.cap"),
    ],
)
def test_wrong_words_are_one_line(capsys, arguments, says):
    status, _, err = call(capsys, *arguments)
    assert status != 0
    assert says in err
    assert len(err.strip().splitlines()) == 1


def frame(name, *fields):
    writer = FrameWriter()
    return bytes(writer.frame(1, TABLE[name][0], pack(name, *fields)))


def card(index, tags, transit=150):
    body = pack_body("CARD_READ", 7, 1, index, 120, transit, 300, tags)
    return frame("EVENT", index + 1, 0, body)


def test_a_capture_says_how_the_throat_read_its_cards():
    raw = [card(n, (ONE,)) for n in range(8)]
    raw += [card(8, ()), card(9, (ONE, TWO), transit=225), b"noise", frame("EVENT", 99, 0, b"x")]
    kept = [
        Chunk(at=float(n), direction=Direction.FROM_BOARD, raw=each) for n, each in enumerate(raw)
    ]
    kept.append(Chunk(at=99.0, direction=Direction.TO_BOARD, raw=card(11, (ONE,))))
    lines = list(rig.throat(rig.reads(kept)))
    assert lines[0] == "10 cards: 1 without a tag, 1 with more than one"
    assert lines[1] == "transit 150 ms in the middle, 150 to 225 ms"
    assert lines[2].startswith("further than 6 % from it: 1")
    assert lines[3:] == ["skew at most 1.2 ms", "motor 300 mA"]


def test_an_empty_capture_says_that_no_card_passed(capsys, tmp_path):
    file = tmp_path / "empty.cap"
    writer = capture.CaptureWriter(file)
    writer.close()
    status, _, err = call(capsys, "throat", str(file))
    assert status != 0
    assert "no card passed the throat" in err
