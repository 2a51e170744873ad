"""The croupier's firmware in a real MicroPython, on its models; each script says what it proves."""

from pathlib import Path

import pytest
from tests.firmware import micropython

HERE = Path(__file__).resolve().parent
# Firmware, models, host and story in one process; the firmware alone is held to 180k elsewhere.
HEAP = "4m"

# One takes seconds alone; a machine with much else to do gets its time.
pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300)]


def run(script: str, *arguments: str) -> str:
    return micropython.run(HERE / f"{script}.py", *arguments, heap=HEAP, paths=(HERE,))


@pytest.mark.parametrize(("speed", "seconds"), [(5, 60), (2, 100)])
def test_shuffle_and_deal_is_exact_and_in_time(speed: int, seconds: float) -> None:
    said = run("croupier_deal", str(speed))
    assert float(said.split(": ")[1].split()[0]) <= seconds, said


def test_every_fault_is_found_and_recovered() -> None:
    assert run("croupier_faults").count("ok ") == 23


def test_commands_are_safe_to_repeat_and_refuse_what_must_not_be_done() -> None:
    assert run("croupier_commands").count("ok ") == 13


def test_lid_host_and_watchdog_stop_the_machine() -> None:
    assert run("croupier_safety").count("ok ") == 9


@pytest.mark.parametrize(
    ("when", "claims"),
    [
        ("lid", 11),
        ("host", 11),
        ("abort", 11),
        ("between", 4),
        ("homing", 1),
        ("packet", 3),
        ("moments", 1),
    ],
)
def test_whatever_halts_a_job_in_any_state_leaves_it_still_and_it_goes_on(
    when: str, claims: int
) -> None:
    assert run("croupier_halts", when).count("ok ") == claims


def test_a_hidden_turn_of_the_rack_sounds_alike_for_every_slot() -> None:
    assert run("croupier_hidden").count("ok ") == 4


def test_state_tables_are_complete_and_the_rack_is_first_in_first_out() -> None:
    assert run("croupier_tables").count("ok ") == 6


@pytest.mark.parametrize("first", [60, 75, 90])
def test_power_cut_at_any_moment_leaves_no_card_believed_in_a_wrong_place(first: int) -> None:
    said = run("croupier_cuts", "sweep", str(first), "55", "45")
    assert "resumed" in said


@pytest.mark.parametrize(("table", "states"), [("feed", 10), ("deliver", 6)])
def test_power_cut_in_each_state_is_resumed_and_no_place_believed_wrongly(
    table: str, states: int
) -> None:
    # The script looks at every card and every load after each cut.
    lines = run("croupier_cuts", "states", table).splitlines()
    assert len(lines) == states
    assert {word for line in lines for word in line.split()[1:]} <= {"resumed", "told"}, lines


def test_power_cut_within_a_write_leaves_the_record_before_it() -> None:
    assert "resumed" in run("croupier_cuts", "torn", "1", "40")


def test_firmware_takes_less_than_the_heap_of_the_smaller_board() -> None:
    # 64-bit objects and code in RAM: on the board it is half of this, and the code lies in flash.
    said = micropython.run(HERE / "croupier_heap.py", heap="400k", paths=(HERE,))
    assert int(said.split()[1]) < 180_000
