"""The mat's firmware on its chip models, in a real MicroPython. Each script prints its claims."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.firmware import micropython

# One takes seconds alone; a machine with much else to do gets its time.
pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300)]
HERE = Path(__file__).parent
# The firmware, its models and a host in one process; the firmware alone has a test of its own.
HEAP = "1M"
FIRMWARE = micropython.ROOT / "firmware"
PATHS = (FIRMWARE / "sim", FIRMWARE / "mat", FIRMWARE / "lib", FIRMWARE)


@pytest.fixture(autouse=True)
def flash(tmp_path, monkeypatch):
    """The board's flash is the working folder."""
    monkeypatch.chdir(tmp_path)


def claims(script):
    return set(
        re.findall(r"^def (test_\w+)", (HERE / script).read_text(encoding="utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize(
    "script",
    [
        "mat_conversations.py",
        "mat_faults.py",
        "mat_heap.py",
        "mat_inventory.py",
        "mat_scales.py",
        "mat_whole.py",
    ],
)
def test_claims_of_the_script_hold(script):
    printed = micropython.run(HERE / script, heap=HEAP, paths=PATHS).split()
    assert set(printed) == claims(script)


def test_card_laid_is_known_within_400_ms_and_never_two_fields_are_on():
    printed = micropython.run(FIRMWARE / "sim" / "bench_mat.py", "120", heap="2M")
    result = json.loads(printed)
    assert result["two_fields"] == 0
    assert result["heard_p95_ms"] < 350
    assert result["settled_p95_ms"] < 450
    assert result["settled_p50_ms"] < 200


def test_starved_watchdog_ends_the_board_with_its_own_status():
    done = subprocess.run(
        micropython.command(HERE / "mat_starved.py"),
        env=micropython.environment(PATHS),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 86
    assert done.stdout == "fed 5\n"
    assert "wdt starved" in done.stderr


def test_firmware_takes_less_than_the_heap_of_a_small_board():
    # These are 64-bit objects, about twice a board's; an RP2040 has 243,000 bytes free.
    firmware, models = map(
        int, micropython.run(HERE / "mat_memory.py", heap=HEAP, paths=PATHS).split()
    )
    assert firmware < 170_000, (firmware, models)
