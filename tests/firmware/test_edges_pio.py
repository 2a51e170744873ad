"""The programs that watch barriers, stop rollers and clock scales, as words under a PIO emulator.

Its queues hold four words; joined ones hold eight on the chip.
"""

import itertools
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pioemu import State, emulate

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
CLOCK = (1 << 29) - 1
Levels = Callable[[int], int]


@pytest.fixture(scope="module")
def programs() -> Any:
    """The firmware's programs, assembled by the simulated rp2."""
    names = ("rp2", "effort", "lockstep", "micropython", "edges_pio", "scale_pio")
    before = {name: sys.modules.pop(name, None) for name in names}
    sys.modules["micropython"] = ModuleType("micropython")
    vars(sys.modules["micropython"])["const"] = lambda value: value
    sys.path[0:0] = [str(FIRMWARE / "sim"), str(FIRMWARE / "lib")]
    try:
        import edges_pio
        import scale_pio

        yield SimpleNamespace(
            times=edges_pio.edge_times,
            count=edges_pio.edge_count,
            gate=edges_pio.stop_gate,
            results=scale_pio.take_results,
            hz=5_000_000,
        )
    finally:
        del sys.path[0:2]
        for name in names:
            sys.modules.pop(name, None)
            if (found := before[name]) is not None:
                sys.modules[name] = found


def run(program: Any, pins: Levels, cycles: int, *, words: tuple[int, ...] = ()) -> list[State]:
    """Run a program for so many cycles with the pins at these levels; return every state."""
    found = []

    def source(state: State) -> int:
        return pins(state.clock)

    for _before, after in emulate(
        program.words,
        stop_when=lambda _code, state: state.clock >= cycles,
        initial_state=State(transmit_fifo=deque(words)),
        input_source=source,
        shift_isr_right=False,
        auto_push=bool(program.config.get("autopush")),
        push_threshold=program.config.get("push_thresh", 32),
        wrap_target=program.wrap_target,
        wrap_top=program.wrap,
        set_count=1,
    ):
        found.append(after)
    return found


def levels(edges: list[int]) -> Levels:
    """Light at first; each edge, in cycles, turns it over."""
    return lambda clock: 1 if sum(edge <= clock for edge in edges) % 2 == 0 else 0


@settings(max_examples=12, deadline=None)
@given(gaps=st.lists(st.integers(40, 900), min_size=1, max_size=4))
def test_each_edge_is_a_time_true_to_two_microseconds_however_many_came_before(
    programs: Any, gaps: list[int]
) -> None:
    edges = [sum(gaps[: i + 1]) for i in range(len(gaps))]
    last = run(programs.times, levels(edges), edges[-1] + 60)[-1]
    words = list(last.receive_fifo)
    assert len(words) == len(edges)
    for i, (word, edge) in enumerate(zip(words, edges, strict=True)):
        assert word & 1 == i % 2, "dark is 0, light is 1"
        assert abs((-(word >> 1) & CLOCK) - edge / (programs.hz / 1e6)) <= 2
        assert word < 1 << 30, "a small integer on the boards"


def test_dark_at_the_start_is_an_edge_at_nought(programs: Any) -> None:
    last = run(programs.times, lambda _clock: 0, 200)[-1]
    assert len(last.receive_fifo) == 1
    assert -(last.receive_fifo[0] >> 1) & CLOCK <= 1


@settings(max_examples=25, deadline=None)
@given(gaps=st.lists(st.integers(6, 400), min_size=1, max_size=30))
def test_count_is_how_often_the_pin_fell_whatever_the_gaps(programs: Any, gaps: list[int]) -> None:
    edges = [10 + sum(gaps[: i + 1]) for i in range(len(gaps))]
    last = run(programs.count, levels(edges), edges[-1] + 20)[-1]
    assert -last.x_register & 0xFFFF == (len(edges) + 1) // 2


def pushes(states: list[State]) -> list[int]:
    """The cycles at which something was pushed."""
    found = []
    for before, after in itertools.pairwise(states):
        found += [after.clock] * (len(after.receive_fifo) - len(before.receive_fifo))
    return found


@pytest.mark.parametrize("dark_from", [100, 777, 5000])
def test_gate_stops_both_rollers_within_three_microseconds_of_the_card(
    programs: Any, dark_from: int
) -> None:
    at = pushes(run(programs.gate, levels([dark_from]), dark_from + 100, words=(1 << 28,)))
    assert len(at) == 2
    assert all(dark_from < one <= dark_from + 6 for one in at)


def test_gate_lets_the_card_before_go_on_and_stops_at_the_next(programs: Any) -> None:
    # Dark until 1000, light until 3000, dark again.
    pins = lambda clock: 0 if clock < 1000 or clock >= 3000 else 1  # noqa: E731
    at = pushes(run(programs.gate, pins, 3200, words=(1 << 28,)))
    assert len(at) == 2
    assert min(at) > 3000


def test_gate_loses_patience_with_a_slow_card_and_stops_one_roller_alone(programs: Any) -> None:
    at = pushes(run(programs.gate, lambda _clock: 0, 5000, words=(1000,)))
    assert len(at) == 1
    assert 2000 <= at[0] <= 2010, "two cycles a turn"


def test_gate_that_is_not_armed_stops_nothing(programs: Any) -> None:
    assert pushes(run(programs.gate, levels([50, 90, 130]), 300)) == []


@pytest.mark.parametrize("values", [(0, 1, 0x7FFFFF, 0x800000), (0xABCDEF, 0x123456, 5, 0xFFFFFF)])
def test_scales_are_clocked_out_bit_by_bit_when_the_last_is_ready(
    programs: Any, values: tuple[int, ...]
) -> None:
    rises = 0
    level = 0
    states = []

    def pins(state: State) -> int:
        # Chip n becomes ready at 100 n; after each rise of the clock its next bit is out.
        if rises == 0:
            return sum((state.clock < 100 * chip) << chip for chip in range(4))
        if rises > 24:
            return 15
        return sum((value >> (24 - rises) & 1) << chip for chip, value in enumerate(values))

    for _before, after in emulate(
        programs.results.words,
        stop_when=lambda _code, state: state.clock >= 700,
        initial_state=State(),
        input_source=pins,
        shift_isr_right=False,
        auto_push=True,
        push_threshold=24,
        set_base=8,
        set_count=1,
        wrap_target=programs.results.wrap_target,
        wrap_top=programs.results.wrap,
    ):
        now = after.pin_values >> 8 & 1
        rises += now and not level
        level = now
        states.append(after)
    assert rises == 25, "24 bits and gain 128"
    words = list(states[-1].receive_fifo)
    assert len(words) == 4
    found = [0, 0, 0, 0]
    for word in words:
        for shift in range(20, -1, -4):
            for chip in range(4):
                found[chip] = found[chip] << 1 | word >> shift + chip & 1
    assert tuple(found) == values


def test_both_blocks_have_room_for_their_programs(programs: Any) -> None:
    # PIO0: steps, gate and counters; PIO1: edge times. 32 words each (RP2040 and RP2350 data sheets).
    steps = 7
    assert steps + len(programs.gate.words) + len(programs.count.words) <= 32
    assert len(programs.times.words) <= 32
    assert len(programs.results.words) <= 32
