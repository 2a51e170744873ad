"""The pulse program as words under a PIO emulator, and the profiles that feed it."""

import importlib.util
import re
import sys
from collections import deque
from itertools import pairwise
from math import sqrt
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pioemu import State, emulate

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
START, TOP, RAMP = 3200, 31000, 600_000


def _load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


# As many steps a second, from rest, at most and more each second, as each row of noise.py allows.
_ROWS = re.findall(
    r"Limits\(\d+, \d+, \d+, (\d+), (\d+), ([\d_]+)\)",
    (FIRMWARE / "croupier" / "noise.py").read_text(encoding="utf-8"),
)
ROWS = [tuple(int(number) for number in row) for row in _ROWS]


def test_rows_of_the_noise_budget_are_known() -> None:
    assert len(ROWS) == 3
    assert ROWS[-1] == (START, TOP, RAMP)


@pytest.fixture(scope="module")
def board() -> Any:
    """The firmware's modules on CPython; what only MicroPython has is replaced for the import."""
    names = ("rp2", "pulses", "effort", "stepper_pio", "stepper", "micropython", "time")
    before = {name: sys.modules.get(name) for name in names}
    sys.modules["micropython"] = SimpleNamespace(const=lambda value: value)  # type: ignore[assignment]
    clock = SimpleNamespace(ticks_add=None, ticks_diff=None, ticks_us=None)
    _load("effort", FIRMWARE / "sim" / "effort.py")
    pulses = _load("pulses", FIRMWARE / "sim" / "pulses.py")
    _load("rp2", FIRMWARE / "sim" / "rp2.py")
    pio = _load("stepper_pio", FIRMWARE / "lib" / "stepper_pio.py")
    sys.modules["time"] = clock  # type: ignore[assignment]
    stepper = _load("stepper", FIRMWARE / "lib" / "stepper.py")
    for name in names:
        found = before[name]
        if found is None:
            del sys.modules[name]
        else:
            sys.modules[name] = found
    return SimpleNamespace(rp2=pulses, pio=pio, stepper=stepper)


def rises(board: Any, words: list[int], cycles: int) -> list[int]:
    """The cycles at which the STEP pin rises while the program works off these words."""
    program = board.pio.step_pulses
    found = []
    level = 0
    for _before, after in emulate(
        program.words,
        stop_when=lambda _code, state: state.clock >= cycles,
        initial_state=State(transmit_fifo=deque(words)),
        set_base=0,
        set_count=1,
        wrap_target=program.wrap_target,
        wrap_top=program.wrap,
    ):
        now = after.pin_values & 1
        if now and not level:
            found.append(after.clock)
        level = now
        if after.clock >= cycles:
            break
    return found


def test_program_is_the_words_of_the_datasheet(board: Any) -> None:
    # pull block; out x, 16; set pins, 1 [1]; mov y, osr; set pins, 0; jmp y--, 5; jmp x--, 2
    assert board.pio.step_pulses.words == [0x80A0, 0x6030, 0xE101, 0xA047, 0xE000, 0x0085, 0x0042]


@pytest.mark.parametrize(("count", "pause"), [(10, 93), (1, 0), (60, 500), (3, 16383)])
def test_one_word_gives_its_pulses_at_its_period(board: Any, count: int, pause: int) -> None:
    period = pause + board.pio.PULSE_CYCLES
    up = rises(board, [count - 1 | pause << 16], count * period + 400)
    assert len(up) == count
    assert {later - earlier for earlier, later in pairwise(up)} <= {period}


@settings(max_examples=30, deadline=None)
@given(words=st.lists(st.tuples(st.integers(1, 12), st.integers(0, 60)), min_size=1, max_size=4))
def test_simulated_machine_counts_like_the_emulator(
    board: Any, words: list[tuple[int, int]]
) -> None:
    packed = [count - 1 | pause << 16 for count, pause in words]
    trains = [board.rp2.run_word(board.pio.step_pulses, word) for word in packed]
    at = 0
    expected = []
    for train in trains:
        expected += [at + train.first + i * train.period for i in range(train.count)]
        at += train.cycles
    up = rises(board, packed, at + 10)
    assert len(up) == len(expected)
    assert [later - earlier for earlier, later in pairwise(up)] == [
        later - earlier for earlier, later in pairwise(expected)
    ]


def stretches(board: Any, words: Any) -> list[tuple[int, float]]:
    """(steps, seconds) of each word."""
    hz, overhead = board.pio.CYCLE_HZ, board.pio.PULSE_CYCLES
    return [
        ((word & 0xFFFF) + 1, ((word & 0xFFFF) + 1) * ((word >> 16) + overhead) / hz)
        for word in words
    ]


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("slots", range(1, 7))
def test_profile_has_every_step_and_follows_the_ramp_within_one_percent(
    board: Any, slots: int, row: tuple[int, int, int]
) -> None:
    steps = slots * 400
    slow, top, ramp = row
    words, duration_us = board.stepper.profile(steps, slow, top, ramp)
    parts = stretches(board, words)
    assert sum(count for count, _time in parts) == steps
    assert sum(time for _count, time in parts) == pytest.approx(duration_us / 1e6, rel=0.002)
    peak = min(top, sqrt(slow**2 + ramp * steps))
    done, at = 0, 0.0
    for count, time in parts:
        done += count
        at += time
        speed = sqrt(slow**2 + 2 * ramp * done)
        if speed > peak * 1.001:
            break
        assert at == pytest.approx((speed - slow) / ramp, rel=0.01)
    assert parts == parts[::-1], "what goes up comes down alike"


@settings(max_examples=60, deadline=None)
@given(
    steps=st.integers(2, 4800),
    start=st.integers(1000, 6000),
    extra=st.integers(0, 30000),
    ramp=st.integers(100_000, 900_000),
)
def test_profile_never_loses_a_step_or_passes_its_top_speed(
    board: Any, steps: int, start: int, extra: int, ramp: int
) -> None:
    words, _duration = board.stepper.profile(steps, start, start + extra, ramp)
    parts = stretches(board, words)
    assert sum(count for count, _time in parts) == steps
    fastest = max(count / time for count, time in parts)
    assert fastest <= (start + extra) * 1.02
    # Small integers on the boards have 30 bits.
    assert all(word < 1 << 30 for word in words)


def test_profile_of_one_slot_keeps_its_count_under_the_emulator(board: Any) -> None:
    words, duration_us = board.stepper.profile(40, START, TOP, RAMP)
    cycles = duration_us * board.pio.CYCLE_HZ // 1_000_000
    assert len(rises(board, list(words), cycles + 20)) == 40


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("slots", range(1, 7))
def test_every_pulse_of_a_turn_comes_when_the_ramp_says_within_one_percent(
    board: Any, slots: int, row: tuple[int, int, int]
) -> None:
    # By the simulated machine, which counts like the emulator and is a thousand times as fast.
    steps = slots * 400
    slow, top, ramp = row
    words, duration_us = board.stepper.profile(steps, slow, top, ramp)
    up: list[int] = []
    at = 0
    for word in words:
        train = board.rp2.run_word(board.pio.step_pulses, word)
        up += [at + train.first + i * train.period for i in range(train.count)]
        at += train.cycles
    assert len(up) == steps
    hz = board.pio.CYCLE_HZ
    peak = min(top, sqrt(slow**2 + ramp * steps))
    for step, cycles in enumerate(up):
        speed = sqrt(slow**2 + 2 * ramp * step)
        if speed > peak * 0.999:
            break
        # Within a stretch of 4 ms pulses are evenly spaced: in its middle they stray by 0.3 ms.
        due = (speed - slow) / ramp
        assert (cycles - up[0]) / hz == pytest.approx(due, rel=0.01, abs=0.0003), step
    assert at / hz == pytest.approx(duration_us / 1e6, rel=0.01)
