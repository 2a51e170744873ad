"""The harness: pins agree with it, both ends of a wire on one net, nothing loses too much."""

import copy
import dataclasses

import pytest
from hardware.electronics.generate.circuit import build, read_kinds, read_pinmap
from hardware.reckon import harness, pages
from tests.firmware.micropython import ROOT
from tests.hardware import needs

BOARDS = harness.circuits()
HARNESS = harness.load(boards=BOARDS)
FOLDER = ROOT / "hardware" / "wiring"


def planted(tmp_path, old, new, count=1):
    text = harness.WIRING.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "wiring.toml"
    file.write_text(text.replace(old, new, count), encoding="utf-8")
    return harness.problems(harness.load(file, BOARDS), BOARDS)


def test_pins_agree_with_the_harness():
    assert harness.problems(HARNESS, BOARDS) == []


def test_two_wires_exchanged_are_found(tmp_path):
    found = planted(
        tmp_path,
        '"MOSI > MOSI", "G3 > G3", "MISO > MISO"',
        '"MOSI > MISO", "G3 > G3", "MISO > MOSI"',
    )
    assert len(found) == 18
    assert found[0].startswith(
        "mat_reader_stock: J1.MOSI is on MOSI_STOCK, PN5180 module, its box header MISO on"
    )


def test_a_cable_at_another_zone_s_plug_is_found(tmp_path):
    found = planted(tmp_path, 'near = "scale_stock"', 'near = "scale_discard"')
    assert "mat: J9 (HX711 scale) has 0 cables" in found
    assert "mat: J10 (HX711 scale) has 2 cables" in found


def test_a_wire_left_out_is_found(tmp_path):
    found = planted(tmp_path, '"CONTACT > COM", "GND > NO"', '"CONTACT > COM"')
    assert "croupier_lid: nothing goes to GND of J16" in found


def test_two_pins_exchanged_on_a_board_are_found():
    pinmap = copy.deepcopy(read_pinmap())
    nets = pinmap["croupier"]["nets"]
    nets["RACK_1A"], nets["RACK_1B"] = (
        ["rack_driver.M1A", "stepper.1B"],
        ["rack_driver.M1B", "stepper.1A"],
    )
    boards = BOARDS | {"croupier": build("croupier", pinmap, read_kinds())}
    found = harness.problems(harness.load(boards=boards), boards)
    assert len(found) == 2
    assert all(line.startswith("croupier_stepper") for line in found)


def test_no_wire_loses_more_than_three_percent(tmp_path):
    assert max(share for _, share in harness.drops(HARNESS).values()) < HARNESS.drop_share == 0.03
    found = planted(tmp_path, "AWG18 = 0.0210", "AWG18 = 0.2100")
    assert any("mat_power loses" in line for line in found)


def test_no_two_voltages_have_one_colour():
    colours = {}
    for cable in HARNESS.cables:
        for wire in cable.wires if not cable.flat else ():
            if wire.near_net.startswith(("+", "GND")):
                volt = wire.near_net.removesuffix("_IN")
                colours.setdefault(wire.colour, set()).add(volt)
    assert [names for names in colours.values() if len(names) > 1] == []


def test_wireviz_files_are_current():
    made = harness.drawings(HARNESS)
    there = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yml")}
    assert made == there


def test_every_drawing_is_committed_and_names_its_cables():
    for name in harness.drawings(HARNESS):
        drawing = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        for cable in HARNESS.cables:
            assert (f">{cable.name}<" in drawing) == (cable.drawing == name), cable.name
        for cable in HARNESS.cables:
            if cable.drawing == name:
                assert all(f":{wire.near_net}" in drawing for wire in cable.wires)


def test_wireviz_draws_every_file(tmp_path):
    if harness.wireviz() is None:
        needs.absent("WireViz is not installed here (hardware/wiring/requirements.txt)")
    needs.program("dot", "Debian: graphviz")
    harness.draw(FOLDER / "power.yml", tmp_path)
    drawn = (tmp_path / "power.svg").read_text(encoding="utf-8")
    assert "croupier_interlock" in drawn


def test_drawing_without_wireviz_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(harness, "wireviz", lambda: None)
    with pytest.raises(FileNotFoundError, match="WireViz or Graphviz is missing"):
        harness.draw(FOLDER / "power.yml", tmp_path)


def test_tables_of_the_harness_are_fresh():
    assert pages.stale("harness") == []


def test_a_longer_cable_makes_the_files_stale():
    first, *others = HARNESS.cables
    longer = dataclasses.replace(
        HARNESS, cables=(dataclasses.replace(first, length_mm=9000), *others)
    )
    assert harness.drawings(longer) != harness.drawings(HARNESS)
