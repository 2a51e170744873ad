"""Order files: every part of the list is in one of them, often enough, and another reader reads them back."""

import csv
import dataclasses
import io

import pytest
from hardware.reckon import bom, orders

ROWS = bom.read()
FILES = orders.files(ROWS)
VARIANTS = ("full", "mat", "croupier")


def read(name):
    return list(csv.DictReader(io.StringIO(FILES[name])))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_part_of_a_variant_is_in_an_order_or_in_the_list_by_hand(variant):
    ordered = {
        f"{line['Manufacturer']} {line['Mfr Part Number']}"
        for line in read(f"{variant}_mouser.csv")
    }
    listed = {line["Part"] for line in read(f"{variant}_by_hand.csv")}
    assert ordered | listed == {row.part for row in ROWS if row.quantity(variant)}
    assert not ordered & listed


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_distributors_are_asked_for_the_same(variant):
    one, other = read(f"{variant}_mouser.csv"), read(f"{variant}_digikey.csv")
    asked = [(line["Mfr Part Number"], line["Quantity"]) for line in one]
    assert asked == [(line["Manufacturer Part Number"], line["Quantity"]) for line in other]


def test_no_order_is_short_of_a_part():
    needed = {row.part: row.full for row in ROWS}
    for line in read("full_mouser.csv"):
        assert int(line["Quantity"]) >= needed[f"{line['Manufacturer']} {line['Mfr Part Number']}"]


def test_nothing_drawn_on_a_board_is_left_to_be_found_by_hand():
    # What a board needs has a maker's number, but for the boards themselves and four carriers of small shops.
    by_hand = [
        row.part for row in ROWS if row.section == "electronics" and orders.named(row) is None
    ]
    assert sorted(by_hand) == [
        "Adafruit 1895", "Pololu D24V22F6", "Watterott SilentStepStick TMC2209", "croupier board", "mat board",
    ]  # fmt: skip


def test_a_row_that_loses_its_maker_is_seen():
    planted = [
        dataclasses.replace(row, part="shift register, DIP-16") if "AHC595" in row.part else row
        for row in ROWS
    ]
    names = {line[0] for line in orders.by_hand(planted, "mat")}
    assert "shift register, DIP-16" in names
