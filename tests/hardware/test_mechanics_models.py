"""The models of the mechanics: whole, printable, free of each other, and moving as the firmware moves them.

They need build123d, in an environment of their own (hardware/mechanical/environment.py). Each check has
also been given a planted fault, and must have found it. What a run found is kept with a hash of models
and checks, so that several processes do not all repeat some minutes of geometry.
"""

import json
import re

import pytest
from hardware.mechanical import current, environment
from tests.firmware.micropython import ROOT
from tests.hardware.needs import absent

_SOURCE = (ROOT / "hardware" / "mechanical" / "checks.py").read_text(encoding="utf-8")
NAMES = re.findall(r'^    "([a-z0-9][^"]+)": \(', _SOURCE, re.MULTILINE)


def kept():
    """Return what the last run found, if it looked at the same models with the same checks."""
    if not current.CHECKED.exists():
        return None
    found = json.loads(current.CHECKED.read_text(encoding="utf-8"))
    return found["result"] if found["hash"] == current.checks_hash() else None


@pytest.fixture(scope="module")
def result():
    if not environment.present():
        absent("build123d is not installed here: python -m hardware.mechanical.environment")
    found = kept()
    if found is None:
        done = environment.run("checks.py", "--planted", capture=True)
        found = kept()
        assert found is not None, done.stdout + done.stderr
    return found


def test_all_checks_are_known_here():
    assert len(NAMES) >= 24
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", NAMES)
def test_model_holds(name, result):
    assert result[name]["findings"] == []


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", NAMES)
def test_planted_fault_is_found(name, result):
    assert result[name]["planted"], f"nothing was found in a model made wrong for: {name}"
