"""The firmware as committed boots on boards wired as the pin map says; with two wires exchanged it does not.

The models stand where the circuit leads each GPIO, the firmware takes its pins from its boards' file: a pin map in
which somebody has exchanged two pins, and nothing else, parts the two.
"""

import copy

import pytest
from hardware.electronics.generate import circuit as circuits
from tests.firmware import micropython
from tools import pins

pytestmark = pytest.mark.needs_micropython
FIRMWARE = micropython.ROOT / "firmware"
HERE = micropython.ROOT / "tests" / "hardware"
# The firmware, its models and a host in one process.
HEAP = "1M"


def boot(board, pinmap, folder, monkeypatch):
    """Run the firmware's start and its first work on boards wired so; AssertionError when it goes wrong."""
    text = pins.simulator_file(board, pinmap)
    (folder / f"wiring_{board}.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)  # the board's flash
    paths = (
        *(folder, FIRMWARE / "sim", FIRMWARE / board, FIRMWARE / "lib", FIRMWARE),
        micropython.ROOT / "tests" / "firmware",
    )
    micropython.run(HERE / f"boot_{board}.py", heap=HEAP, paths=paths)


@pytest.mark.parametrize("board", ["mat", "croupier"])
def test_firmware_works_on_boards_wired_as_the_pin_map_says(board, tmp_path, monkeypatch):
    boot(board, circuits.read_pinmap(), tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("board", "first", "second"),
    [
        ("mat", "SELECT_A0", "SELECT_A2"),
        ("mat", "BUSY", "IRQ"),
        ("mat", "RESET_DATA", "RESET_LATCH"),
        ("mat", "SCALE_DT_0", "SCALE_DT_3"),
        ("croupier", "LID_CLOSED", "TAMPER"),
        ("croupier", "FEED_PWM", "EXIT_PWM"),
        ("croupier", "RACK_DIR", "RACK_ENABLE"),
    ],
)
def test_two_pins_swapped_in_the_pin_map_alone_fail(board, first, second, tmp_path, monkeypatch):
    pinmap = copy.deepcopy(circuits.read_pinmap())
    table = pinmap[board]["pins"]
    table[first]["gpio"], table[second]["gpio"] = table[second]["gpio"], table[first]["gpio"]
    with pytest.raises(AssertionError):
        boot(board, pinmap, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("board", "first", "second"),
    [
        ("mat", "SELECT_A0", "SELECT_A1"),
        ("croupier", "EJECTOR_SIGNAL", "GATE_SIGNAL"),
        ("croupier", "SEEN_EXIT", "SEEN_OUT"),
    ],
)
def test_two_wires_swapped_behind_the_pins_fail(board, first, second, tmp_path, monkeypatch):
    pinmap = copy.deepcopy(circuits.read_pinmap())
    if first in pinmap[board]["pins"]:
        table = pinmap[board]["pins"]
        table[first]["joins"], table[second]["joins"] = (
            table[second]["joins"],
            table[first]["joins"],
        )
    else:
        nets = pinmap[board]["nets"]
        nets[first], nets[second] = (
            [*nets[second][:1], *nets[first][1:]],
            [*nets[first][:1], *nets[second][1:]],
        )
    with pytest.raises(AssertionError):
        boot(board, pinmap, tmp_path, monkeypatch)
