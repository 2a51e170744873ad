"""The bill of materials names what is drawn, assembled and wired: no more and no less."""

import csv
import dataclasses
import io
import os
import subprocess
from collections import Counter

import pytest
from hardware.reckon import bom, harness, pages
from tests.firmware.micropython import ROOT
from tests.hardware import needs

ROWS = bom.read()


def without(part):
    return [row for row in ROWS if row.part != part]


def changed(name, **fields):
    return [dataclasses.replace(row, **fields) if row.part == name else row for row in ROWS]


def test_bom_equals_schematic_assembly_and_harness():
    assert bom.problems(ROWS) == []


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (without("Texas Instruments SN74AHC138N"), "Texas Instruments SN74AHC138N is not in bom.csv"),
        (changed("Bourns 4609X-101-103LF", full=9.0), "4609X-101-103LF: 2 + 0 = 9 in bom.csv, 2 + 0 needed"),
        (changed("JST XHP-4", references="mat:J1"), "JST XHP-4: references in bom.csv are not"),
        (changed("wire seal", full=3.0), "wire seal: 3 in bom.csv, 1 in the assembly"),
        (changed("PN5180-NFC module", full=8.0), "PN5180 module: 8 in bom.csv, 9 in the assembly"),
        ([*ROWS, ROWS[0]], "is in bom.csv twice"),
        (changed("JST XHP-2", source_2=""), "JST XHP-2 has no two sources, or no description"),
        (changed("JST XHP-2", priced=""), "JST XHP-2 has no dated price"),
        (changed("JST XHP-2", part="JST XHP-9"), "JST XHP-9 is in bom.csv and on no drawing"),
    ],
)  # fmt: skip
def test_planted_difference_is_found(rows, sentence):
    assert [line for line in bom.problems(rows) if sentence in line]


def test_each_variant_adds_up():
    totals = bom.totals(ROWS)
    assert totals["score"] < totals["mat"] < totals["full"]
    assert totals["score"] < totals["croupier"] < totals["full"]
    # One computer, and no second supply for the mat, in a full table.
    assert totals["full"] < totals["mat"] + totals["croupier"]
    by_hand = sum(float(line["full"]) * float(line["price_eur"]) for line in _lines())
    assert totals["full"] == pytest.approx(by_hand)


def _lines():
    return list(csv.DictReader(io.StringIO(bom.BOM.read_text(encoding="utf-8"))))


def test_every_reader_is_bought_once_in_each_variant():
    readers = next(row for row in ROWS if row.assembly == "PN5180 module")
    assert (readers.full, readers.mat, readers.croupier, readers.score) == (9, 8, 1, 0)


def test_file_is_written_as_it_is_read():
    assert bom.text(ROWS) == bom.BOM.read_text(encoding="utf-8")
    assert bom.refreshed(ROWS) == ROWS


def test_totals_in_the_guide_are_fresh():
    assert pages.stale("bom") == []


@pytest.mark.parametrize("board", ["mat", "croupier"])
def test_bom_equals_what_kicad_reads_from_the_schematic(board, tmp_path):
    program = needs.program("kicad-cli", "KiCad 9")
    schematic = ROOT / "hardware" / "electronics" / board / f"{board}.kicad_sch"
    out = tmp_path / "bom.csv"
    done = subprocess.run(
        [program, "sch", "export", "bom", "--fields", "Reference,Value", "--labels", "ref,value",
         "--ref-range-delimiter", "", "-o", str(out), str(schematic)],
        env={**os.environ, "KICAD_CONFIG_HOME": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    drawn = [ref for line in csv.DictReader(out.open()) for ref in line["ref"].split(",")]
    circuit = harness.circuits()[board]
    expected = [
        device.ref for device in circuit.devices if not device.kind.order.startswith("none")
    ]
    assert Counter(ref for ref in drawn if not ref.startswith(("TP", "H", "NT"))) == Counter(
        expected
    )
