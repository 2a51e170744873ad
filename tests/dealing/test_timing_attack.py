"""Nothing of the deal is in its times, sizes and sounds: tools/timing_attack.py, with fewer deals."""

import os
import re
import subprocess
import sys

import pytest
from tests.firmware.micropython import ROOT

from tallone.simulator.studies.timing_attack import Watched, gain

pytestmark = pytest.mark.timeout(300)
DEALS = "1000" if os.environ.get("TALLONE_SOAK") == "full" else "12"


def attack(*plants):
    """Run the attack in a program of its own; return its status and the channels that leak."""
    arguments = [part for plant in plants for part in ("--plant", plant)]
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "timing_attack.py"), "--deals", DEALS, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert "leaks" in done.stdout, done.stderr
    leaks = re.findall(r"pass 1, ([a-z ]+?) *:.*LEAK", done.stdout)
    return done.returncode, set(leaks), done.stdout


def test_the_best_attack_gains_nothing():
    status, leaks, said = attack()
    assert (status, leaks) == (0, set()), said


def test_planted_leaks_of_time_size_and_log_are_found():
    status, leaks, said = attack("at", "size", "log")
    wanted = {"cable times", "journal times", "journal lengths", "log", "sound", "all together"}
    assert (status, leaks) == (1, wanted), said


def test_a_rack_that_only_waits_is_heard():
    status, leaks, said = attack("wait")
    assert status == 1
    assert "sound" in leaks, said
    assert "cable times" not in leaks, said


def deals(value):
    """Forty passes of 24 cards whose slots are drawn evenly; `value(slot, way, place)` is what is heard."""
    made = []
    for number in range(40):
        slots = [
            (place * 7 + number * number * 5 + place * place * number) % 12 for place in range(24)
        ]
        heard, at = [], 0
        for place, slot in enumerate(slots):
            heard.append(value(slot, (slot - at) % 12, place))
            at = slot
        made.append(Watched(tuple(slots), frozenset(), 0, 0, {"ear": tuple(heard)}))
    return made


@pytest.mark.parametrize(
    ("value", "tells"),
    [
        (lambda slot, _way, _place: slot, True),
        (lambda slot, _way, _place: slot > 5, True),
        (lambda _slot, way, _place: min(way, 12 - way), True),
        (lambda _slot, _way, place: place % 5, False),
        (lambda _slot, _way, _place: 0, False),
    ],
)
def test_the_attack_finds_what_slot_or_way_is_in_and_nothing_else(value, tells):
    assert gain(deals(value), ["ear"]).is_leak(0.001) == tells
