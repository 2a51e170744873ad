"""Dimensions, parts and steps of the mechanics agree, and what is committed was made from them.

What needs the models themselves is in test_mechanics_models.py.
"""

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest
from hardware.mechanical import catalogue, current, torque
from tests.firmware.micropython import ROOT

from hardware import dimensions as d

MECHANICAL = ROOT / "hardware" / "mechanical"
# A dimension, a wrong value for it, and what the complaint must speak of.
FAULTS = [
    ("CHANNEL", 64.0, "throat, width"),
    ("HOPPER_HEIGHT", 54.0, "108 cards"),
    ("THROAT_GAP", 1.0, "throat, height"),
    ("RETARD_RATIO", 2.0, "retard pad"),
    ("RETARD_TRAVEL", 0.1, "retard pad's holder"),
    ("EXIT_NIP_X", 130.0, "between the nips"),
    ("ANTENNA_X", 95.0, "antenna"),
    ("PICK_X", 3.0, "pick roller"),
    ("PULLEYS_FEED", (20, 20), "half as fast again"),
    ("PULLEYS_RACK", (20, 20), "steps for one turn"),
    ("STEPS_PER_SLOT", 390, "steps for one turn"),
    ("HUB_RADIUS", 16.0, "slot at the hub"),
    ("VANE_RADIUS", 113.0, "rubs in its shroud"),
    ("ENTRY_ABOVE_VANE", 7.0, "slot at the mouth"),
    ("TILT", 40.0, "hopper is too flat"),
    ("EJECTOR_ARM", 55.0, "fourteenth card"),
    ("EJECTOR_REST", 32.0, "meets the ejector"),
    ("GATE_STEP_US", 70, "closer together"),
    ("TRAY_START", 60.0, "near end"),
    ("STOCK_START", 100.0, "64 cards"),
    ("PITCH", 14.0, "under 15 mm"),
    ("TOOTH", 0.4, "tooth"),
    ("TILE_DEPTH", 300.0, "tile, 14 cards"),
    ("MELD_COIL", 180.0, "outside the coil"),
    ("MAT", 760.0, "do not fit on the mat"),
    ("BAY", (160.0, 150.0, 48.0), "board does not fit"),
    ("BAY", (214.0, 177.0, 25.0), "too tall"),
    ("BAY", (214.0, 168.0, 48.0), "meets the posts"),
    ("BAY_READER_AT", (160.0, 36.0), "reader lies under"),
    ("PRINTER", (200.0, 200.0, 200.0), "too large to print"),
]


def test_dimensions_agree_with_one_another():
    assert d.problems() == []


@pytest.mark.parametrize(("name", "value", "words"), FAULTS)
def test_wrong_dimension_is_found(name, value, words, monkeypatch):
    monkeypatch.setattr(d, name, value)
    assert any(words in line for line in d.problems()), d.problems()


def test_import_refuses_dimensions_that_contradict_each_other(tmp_path):
    folder = tmp_path / "hardware"
    (folder / "electronics").mkdir(parents=True)
    (folder / "antenna").mkdir()
    for name in (
        "pinmap.toml",
        "cards.toml",
        "electronics/outlines.toml",
        "antenna/coils.toml",
    ):
        (folder / name).write_text((ROOT / "hardware" / name).read_text(encoding="utf-8"))
    source = (ROOT / "hardware" / "dimensions.py").read_text(encoding="utf-8")
    wrong = source.replace("CHANNEL = CARD_WIDTH + 1.5", "CHANNEL = CARD_WIDTH + 0.2")
    assert wrong != source
    code = compile(wrong, str(folder / "dimensions.py"), "exec")
    with pytest.raises(ValueError, match="throat, width"):
        exec(code, {"__file__": str(folder / "dimensions.py"), "__name__": "planted"})


@pytest.mark.parametrize("place", d.gaps())
def test_card_passes_with_the_stated_clearance(place):
    free, needed, clearance = d.gaps()[place]
    assert free - needed >= clearance


def test_standing_machine_and_path_are_one_turn_apart():
    for x, z in ((0.0, 0.0), (160.0, -8.0), (-88.9, 57.0)):
        assert d.along(*d.upright(x, z)) == pytest.approx((x, z))


def test_gate_has_a_steeper_way_for_every_tray_before():
    angles = [d.gate_angle(tray) for tray in range(len(d.TRAYS))]
    assert angles == sorted(angles, reverse=True)
    assert d.gate_angle(4) == pytest.approx(d.GATE_MIDDLE)


# --- Parts -----------------------------------------------------------------------------------------


def test_every_printed_or_cut_part_has_a_model_and_every_model_is_a_part():
    models = {path.stem for path in (MECHANICAL / "parts").glob("*.py")}
    assert models == {part.name for part in (*catalogue.PRINTED, *catalogue.CUT)}


def test_no_part_is_listed_twice():
    names = [part.name for part in catalogue.PARTS]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_every_printed_part_says_how_it_lies_on_the_printer():
    assert [part.name for part in catalogue.PRINTED if not part.print_as] == []


def test_generated_files_are_current():
    assert current.stale() == [], "run: python -m hardware.mechanical.environment generate"


def test_changed_dimension_makes_the_drawings_stale(monkeypatch):
    monkeypatch.setattr(d, "PITCH", 17.0)
    assert any("changed since" in line for line in current.stale())


def test_changed_reason_of_a_dimension_makes_nothing_stale():
    # Values are hashed, not the text that explains them.
    assert "# " not in json.dumps(current.dimensions_by_value())


def test_changed_quantity_makes_the_table_stale(monkeypatch):
    monkeypatch.setattr(catalogue, "PARTS", catalogue.PARTS[1:])
    assert "parts.csv is stale" in current.stale()


def test_drawing_changed_lost_or_added_by_hand_is_found(tmp_path, monkeypatch):
    for path in current.DRAWINGS.glob("*.svg"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "hopper.svg").write_text("<svg/>")
    (tmp_path / "gate.svg").unlink()
    (tmp_path / "more.svg").write_text("<svg/>")
    monkeypatch.setattr(current, "DRAWINGS", tmp_path)
    found = " ".join(current.stale())
    assert "hopper.svg: changed" in found
    assert "gate.svg: no such" in found
    assert "more.svg: a drawing that no export" in found


def test_table_of_parts_has_volume_size_and_marked_estimates():
    table = json.loads(current.MADE.read_text(encoding="utf-8"))["parts"]
    for part in (*catalogue.PRINTED, *catalogue.CUT):
        row = table[part.name]
        assert row["quantity"] == part.quantity
        assert row["volume_mm3"] > 0
        assert len(row["size_mm"]) == 3
        assert ("hours_estimate" in row) == (part.got == "printed")


def test_printed_parts_fit_the_printer_as_measured():
    table = json.loads(current.MADE.read_text(encoding="utf-8"))["parts"]
    room = sorted(d.PRINTER)
    for part in catalogue.PRINTED:
        size = sorted(table[part.name]["size_mm"])
        assert all(side <= most for side, most in zip(size, room, strict=True)), part.name


@pytest.mark.parametrize(
    "path", sorted(current.DRAWINGS.glob("*.svg")), ids=lambda path: path.stem
)
def test_drawing_is_well_formed_and_small(path):
    assert path.stat().st_size < 200_000
    assert ET.parse(path).getroot().tag.endswith("svg")


def test_every_part_has_a_drawing():
    drawn = {path.stem for path in current.DRAWINGS.glob("*.svg")}
    assert {part.name for part in (*catalogue.PRINTED, *catalogue.CUT)} <= drawn


# --- Steps -----------------------------------------------------------------------------------------


def used(steps):
    """Return how often each thing is used in all steps."""
    found = Counter()
    for step in steps:
        for use in step["uses"]:
            name, number = current.counted(use)
            found[name] += number
    return found


def miscounted(steps):
    """Return each printed, cut or bought part that the steps use more or less often than there are."""
    found = used(steps)
    wanted = {part.name: part.quantity for part in catalogue.PARTS if part.got != "electric"}
    return [
        f"{name}: {found[name]} of {number}"
        for name, number in wanted.items()
        if found[name] != number
    ]


def too_early(steps):
    """Return what a step uses that only a later one makes."""
    later = {name for step in steps for name in step["makes"]}
    found = []
    for step in steps:
        found += [use for use in step["uses"] if current.counted(use)[0] in later]
        later -= set(step["makes"])
    return found


def test_steps_use_every_part_exactly_as_often_as_there_are():
    assert miscounted(current.steps()) == []


def test_step_left_out_is_found():
    steps = [step for step in current.steps() if step["id"] != "rack"]
    assert "rack_vane: 0 of 12" in miscounted(steps)


def test_steps_use_nothing_before_it_is_made():
    assert too_early(current.steps()) == []


def test_steps_in_a_wrong_order_are_found():
    assert "base with coils" in too_early(current.steps()[::-1])


def test_every_step_has_tools_a_check_and_a_picture_that_is_there():
    for step in current.steps():
        assert step["tools"], step["id"]
        assert len(step["check"]) > 20, step["id"]
        assert (MECHANICAL / step["picture"]).exists(), step["picture"]


def test_screws_of_the_steps_are_rows_of_the_table():
    table = current.PARTS.read_text(encoding="utf-8")
    for name, number in current.screws().items():
        assert f"{name},{number},screw" in table


def test_requirements_are_pinned_and_name_no_host():
    lines = (MECHANICAL / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert len(pins) > 10
    assert [line for line in pins if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


# --- What the page says ----------------------------------------------------------------------------

PAGE = " ".join((MECHANICAL / "README.md").read_text(encoding="utf-8").split())


def freed_at(card):
    """Return how many microseconds of the ejector's pulse free that card of a packet, the lowest being 0."""
    first, last = d.EJECTOR_US
    needed = d.ejector_way_needed(card)
    return next(us - first for us in range(first, last + 1) if d.ejector_way(us) >= needed)


def test_page_says_when_the_ejector_frees_the_cards():
    last = d.SLOT_CAPACITY - 1
    assert f"this blade frees the first after {freed_at(0)} µs" in PAGE
    each = (freed_at(last) - freed_at(0)) / last
    assert f"the next ones {round(each)} µs later each" in PAGE
    # 60 degrees in 90 ms, by the firmware's models: 7.5 µs of pulse a millisecond.
    apart = [(freed_at(card + 1) - freed_at(card)) / 7.5 for card in range(last)]
    assert f"leave {min(apart):.1f} to {max(apart):.1f} ms apart" in PAGE


def test_page_says_what_the_rack_asks_of_its_motor():
    slow, middle, fast = (torque.at_the_motor(ramp) for ramp in (200_000, 350_000, 600_000))
    assert (
        f"{slow:.2f} Nm of the motor at the row of 2 cards a second, {middle:.2f} at 3 and {fast:.2f} at 5"
        in PAGE
    )
    # Row 2 takes all that may be asked, rows 3 and 5 are beyond what the motor holds.
    assert 0.9 * torque.MOTOR_NM < slow < torque.MOTOR_NM
    assert torque.HOLD_NM < middle < fast


def test_ramps_of_the_page_are_the_firmwares():
    noise = (ROOT / "firmware" / "croupier" / "noise.py").read_text(encoding="utf-8")
    assert re.findall(r"(\d+_000)\)", noise) == ["200_000", "350_000", "600_000"]


def test_page_says_how_steep_the_ways_are():
    assert f"slides at {round(d.return_slope())} degrees" in PAGE
    assert f"climbs, at {d.TILT:.0f} degrees" in PAGE
    assert f"the last {d.coast_needed():.0f} mm into their slot" in PAGE
    assert f"they coast {d.coast(800):.1f}" in PAGE


def test_servos_pulses_are_the_firmwares():
    outlet = (ROOT / "firmware" / "croupier" / "outlet.py").read_text(encoding="utf-8")
    said = dict(re.findall(r"^_(\w+) = const\((\d+)\)", outlet, re.MULTILINE))
    assert (int(said["BACK_US"]), int(said["OUT_US"])) == d.EJECTOR_US
    assert (int(said["FIRST_TRAY_US"]), int(said["TRAY_US"])) == (d.GATE_FIRST_US, d.GATE_STEP_US)
