"""The antenna boards: their copper is the calculated coil, their parts the calculated values."""

import re
import subprocess

import pytest
from hardware.antenna import antenna, outputs, report
from hardware.electronics.generate import kicad
from tests.hardware import needs

from hardware import dimensions

COILS = antenna.load().coils
NAMES = sorted(COILS)


def board(name):
    return outputs.FOLDER / f"coil_{name}.kicad_pcb"


def inductance(path, coil):
    return 1e6 * antenna.inductance(outputs.copper(path), coil.track_mm, 0.035)


@pytest.mark.parametrize("name", NAMES)
def test_coil_board_gives_the_calculated_inductance(name, tmp_path):
    coil = COILS[name]
    assert inductance(board(name), coil) == pytest.approx(
        report.designs()[name].turns_uh, rel=1e-4
    )
    # Planted: every corner at one height of the copper moved by four millimetres.
    text = board(name).read_text(encoding="utf-8")
    _, y = outputs.copper(board(name))[2]
    assert f" {y:g})" in text
    moved = tmp_path / board(name).name
    moved.write_text(text.replace(f" {y:g})", f" {y - 4:g})"), encoding="utf-8")
    found = inductance(moved, coil)
    assert found != pytest.approx(report.designs()[name].turns_uh, rel=1e-3)


def nearest(groups):
    first, second = groups
    return min(outputs.apart(a, b) for a in first for b in second)


@pytest.mark.parametrize("name", NAMES)
def test_no_lead_shorts_the_coil(name, tmp_path):
    # Both leads are on the coil's net, so that KiCad would let them touch.
    groups = outputs.leads(board(name))
    assert len(groups) == 2
    assert nearest(groups) > 0.8 + 0.5
    ends = (outputs.copper(board(name))[0], outputs.copper(board(name))[-1])
    for end in ends:
        assert sum(end in piece for group in groups for piece in group) == 1
    # Planted: one lead moved across the other.
    (first, second) = groups
    moved = [((x + 6.0, y), (u + 6.0, v)) for (x, y), (u, v) in first]
    back = [((x - 6.0, y), (u - 6.0, v)) for (x, y), (u, v) in first]
    assert min(nearest((moved, second)), nearest((back, second))) < 0.8


@pytest.mark.parametrize("name", NAMES)
def test_coil_board_has_the_calculated_parts(name):
    text = board(name).read_text(encoding="utf-8")
    values = dict(re.findall(r'"Reference" "(\w+)".*?"Value" "([^"]+)"', text, re.DOTALL))
    parts = report.designs()[name].parts
    assert values.pop("J1") == "antenna"
    assert values.pop("CT") == "6.5-30p"
    wanted = {
        "RQ": f"{parts.rq:g}R",
        "C1": f"{parts.c1:g}p",
        "C2": f"{parts.c2:g}p",
        "C1b": f"{parts.c1b:g}p",
    }
    assert values == {f"{part}{leg}": value for part, value in wanted.items() for leg in "12"}


@pytest.mark.parametrize("name", NAMES)
def test_coil_board_is_as_large_as_mechanics_have_it(name):
    text = board(name).read_text(encoding="utf-8")
    corners = re.search(
        r"\(gr_rect\s+\(start ([\d.]+) ([\d.]+)\)\s+\(end ([\d.]+) ([\d.]+)\)", text
    )
    left, top, right, bottom = (float(corners[index]) for index in range(1, 5))
    assert (right - left, bottom - top) == pytest.approx(dimensions.COIL_BOARDS[name], abs=0.01)


def test_antenna_boards_are_current(tmp_path):
    needs.program("kicad-cli", "KiCad 9")
    made = [kicad.PYTHON, "-m", "hardware.antenna.board", str(tmp_path)]
    done = subprocess.run(made, cwd=kicad.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in NAMES:
        assert (tmp_path / board(name).name).read_bytes() == board(name).read_bytes(), name


def test_design_rules_are_silent_on_an_antenna_board_and_find_a_lost_track(tmp_path):
    needs.program("kicad-cli", "KiCad 9")
    assert kicad.drc(board("throat")) == []
    text = board("throat").read_text(encoding="utf-8")
    track = re.search(
        r"\(segment\s+\(start [^)]*\)\s+\(end [^)]*\)\s+\(width 0.8\).*?\n\t\)\n", text, re.DOTALL
    )
    lost = tmp_path / "lost.kicad_pcb"
    lost.write_text(text.replace(track[0], "", 1), encoding="utf-8")
    assert any("unconnected_items" in line or "dangling" in line for line in kicad.drc(lost))
