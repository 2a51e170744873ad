"""Random plans through the firmware's own state tables: tools/prove_shuffle.py, with fewer of them."""

import os
import subprocess
import sys

import pytest
from tests.firmware.micropython import ROOT

pytestmark = pytest.mark.timeout(300)
PLANS = "2000" if os.environ.get("TALLONE_SOAK") == "full" else "30"


def prove(*arguments):
    """Run the proof in a program of its own: the firmware's modules take the places of others."""
    return subprocess.run(
        [sys.executable, str(ROOT / "tools" / "prove_shuffle.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


def test_every_card_ends_where_random_plans_say_in_racks_of_both_kinds():
    done = prove("--plans", PLANS, "--seed", "2026")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("at most 11 cards in a slot") == 4, done.stdout
    assert f"{PLANS} plans, seed 2026: 0 wrong" in done.stdout


def test_a_rack_of_the_other_kind_is_found_in_every_plan():
    done = prove("--plans", "8", "--seed", "5", "--other-rack")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "8 plans, seed 5: 8 wrong" in done.stdout
