"""Calibration by cards: what a reading says, and what a known number of cards makes of it."""

import struct

import pytest

from tallone.mat.calibration import (
    LEAST_CALIBRATION,
    MOST_CALIBRATION,
    Checked,
    ScaleReading,
    ScaleState,
    Trouble,
    calibrated,
    check,
    is_zero,
    read_reading,
)
from tallone.mat.piles import CardWeight
from tallone_wire.messages import SCALE_READING, SCALE_STATES

CARD = CardWeight()


def reading(grams, counts=105_000):
    return ScaleReading(0, counts, grams, 0.05, ScaleState.REST)


def test_reading_is_what_the_board_packs():
    body = struct.pack(SCALE_READING, -1234, 105_000, 9876, 7, 2)
    assert read_reading(body) == ScaleReading(-1234, 105_000, 98.76, 0.07, ScaleState.BUSY)
    assert [state.value for state in ScaleState] == list(SCALE_STATES)


@pytest.mark.parametrize("body", [b"", b"\0" * 14, b"\0" * 16, b"\0" * 14 + b"\4"])
def test_what_is_no_reading_is_none(body):
    assert read_reading(body) is None


def test_cards_that_weigh_more_than_assumed_make_a_gram_of_more_counts():
    assert calibrated(reading(100.0), 50, CARD) == 105_000
    assert calibrated(reading(110.0), 50, CARD) == 115_500
    assert calibrated(reading(47.5, 210_000), 50, CARD) == 99_750


@pytest.mark.parametrize(
    ("grams", "counts", "trouble"),
    [
        (0.0, 105_000, Trouble.NOTHING),
        (1.4, 105_000, Trouble.NOTHING),
        (-1.4, 105_000, Trouble.NOTHING),
        (-98.0, 105_000, Trouble.BACKWARDS),
        (5.0, LEAST_CALIBRATION, Trouble.RANGE),
        (290.0, MOST_CALIBRATION, Trouble.RANGE),
    ],
)
def test_what_cannot_be_a_calibration_has_a_name(grams, counts, trouble):
    assert calibrated(reading(grams, counts), 50, CARD) is trouble


def test_seven_cards_taken_off_are_counted():
    assert check(reading(100.0), reading(86.05), 50, CARD) == Checked(7)
    assert check(reading(100.0), reading(88.0), 50, CARD) == Checked(6)
    assert check(reading(100.0), reading(100.02), 50, CARD) == Checked(0)
    assert check(reading(100.0), reading(85.0), 50, CARD) == Checked(None)


def test_half_as_many_cards_as_said_are_found_by_the_check():
    # 25 cards lay there for 50: every card weighs two.
    assert check(reading(100.0), reading(100.0 - 7 * 4.0), 50, CARD) == Checked(14)


def test_a_scale_is_empty_below_half_a_card():
    assert is_zero(reading(0.4))
    assert is_zero(reading(-0.4))
    assert not is_zero(reading(1.0))
