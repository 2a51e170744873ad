"""A walk through the build guide on paper: nothing used before it is made, nothing left over."""

import dataclasses
import re

import pytest
from hardware.reckon import bom, guide, pages
from tests.firmware.micropython import ROOT

ROWS = bom.read()
STEPS = guide.read()
DOCS = ROOT / "docs" / "build"


def walked(steps):
    return list(guide.walk(steps, ROWS))


def without(name):
    return [step for step in STEPS if step.id != name]


def only(name):
    return [step for step in STEPS if step.id == name]


def changed(name, **fields):
    return [dataclasses.replace(step, **fields) if step.id == name else step for step in STEPS]


def test_nothing_is_used_before_it_is_made_and_nothing_is_left_over():
    assert walked(STEPS) == []


def test_every_picture_of_the_guide_is_there():
    assert guide.missing_pictures(STEPS) == []


def test_every_step_has_parts_tools_picture_and_check():
    for step in STEPS:
        for field in ("uses", "makes", "tools", "picture", "text"):
            assert getattr(step, field), f"{step.id}: {field}"
        assert len(step.check) > 20, step.id


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        (without("solder_mat"), "uses 1 of mat board, soldered; 0 are there"),
        ([*without("tune"), *only("tune")], "uses 4 of coil board pile, tuned; 0 are there"),
        (changed("prepare_readers", uses=("PN5180-NFC module x 8",)), "1 of PN5180 module are left over"),
        (changed("hx711_rate", uses=("HX711 module x 5",)), "hx711_rate uses 5 of HX711 module; 4 are there"),
        (changed("inlet", picture=""), "inlet has no picture"),
        (changed("inlet", check=""), "inlet has no check"),
        (changed("inlet", tools=("magic",)), "inlet: the tool magic is not in the list"),
        ([*STEPS, STEPS[0]], "print_mat is the name of 2 steps"),
    ],
)  # fmt: skip
def test_planted_fault_of_the_walk_is_found(steps, sentence):
    assert [line for line in walked(steps) if sentence in line]


def test_lost_picture_is_found():
    lost = changed("inlet", picture="wiring/nowhere.svg")
    assert guide.missing_pictures(lost) == ["inlet: there is no wiring/nowhere.svg"]


@pytest.mark.timeout(240)  # it reckons every table
def test_every_page_of_the_guide_is_fresh():
    assert pages.stale() == []


def test_every_step_stands_on_its_page_with_its_check():
    for step in STEPS:
        text = (DOCS / f"{step.page}.md").read_text(encoding="utf-8")
        assert f". {step.title}\n" in text
        assert f"* **Check:** {step.check}" in text


def test_every_page_is_linked_from_the_first_one():
    linked = set(
        re.findall(r"\]\((\w[\w-]*\.md)", (DOCS / "index.md").read_text(encoding="utf-8"))
    )
    assert {path.name for path in DOCS.glob("*.md")} - {"index.md"} <= linked


def test_measured_points_are_on_the_boards():
    from hardware.electronics.generate.circuit import read_pinmap

    points = {p for board in read_pinmap().values() for p in board["board"]["test_points"]}
    for step in STEPS:
        if step.page == "power-up":
            named = set(re.findall(r"\b(?:[A-Z]+_[A-Z_]*[A-Z]|\+\d+V(?:_M)?|\+3V3)\b", step.check))
            known = points | {"VREF", "VSYS"}
            assert named <= known, step.id


def test_commands_of_the_guide_exist():
    from typer.main import get_command

    from tallone.commands.main import app

    known = get_command(app).commands
    for path in DOCS.glob("*.md"):
        for name, sub in re.findall(
            r"`tallone ([a-z-]+)(?: ([a-z]+))?", path.read_text(encoding="utf-8")
        ):
            assert name in known, f"{path.name}: tallone {name}"
            group = getattr(known[name], "commands", None)
            if group and sub:
                assert sub in group, f"{path.name}: tallone {name} {sub}"


def test_files_that_the_guide_names_exist():
    for path in DOCS.glob("*.md"):
        named = re.findall(
            r"`((?:[\w-]+/)+[\w.-]+\.(?:py|toml|csv|svg))`", path.read_text(encoding="utf-8")
        )
        assert [name for name in named if not (ROOT / name).exists()] == [], path.name
