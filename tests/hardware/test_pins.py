"""hardware/pinmap.toml, the boards' files, the firmware and the simulator name the same pins."""

import copy
import re
import subprocess
import sys
import tomllib

import pytest
from hardware.electronics.generate import circuit as circuits
from tests.firmware.micropython import ROOT
from tools import pins

PINMAP = tomllib.loads(pins.PINMAP.read_text(encoding="utf-8"))
BOARDS = ("mat", "croupier")
# The names of the modules by which the boards' files are imported.
_NAMED = re.compile(r"\bboard\.([A-Z][A-Z0-9_]*)")
_NUMBERED = re.compile(r"\bPin\(\s*\d")


def _sources(*folders):
    return {path: path.read_text(encoding="utf-8") for folder in folders for path in _in(folder)}


def _in(folder):
    return sorted((ROOT / "firmware" / folder).rglob("*.py"))


def _used(texts):
    return {name for text in texts for name in _NAMED.findall(text)}


def _simulator(board):
    """The simulator's files for that board."""
    return [
        text
        for text in _sources("sim").values()
        if re.search(rf"from boards import {board}_v1 as board", text)
    ]


def test_check_of_the_tool_agrees():
    done = subprocess.run(
        [sys.executable, "tools/pins.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_stale_file_is_found_and_made_fresh(tmp_path, monkeypatch, capsys):
    for folder in ("firmware/boards", "firmware/sim", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(pins, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["pins.py"])
    assert pins.main() == 0
    (tmp_path / "firmware" / "boards" / "mat_v1.py").write_text("BUSY = 1\n")
    monkeypatch.setattr(sys, "argv", ["pins.py", "--check"])
    capsys.readouterr()
    assert pins.main() == 1
    assert "firmware/boards/mat_v1.py is stale" in capsys.readouterr().out


@pytest.mark.parametrize("board", BOARDS)
def test_every_pin_is_used_by_the_firmware_and_every_used_one_is_a_pin(board):
    used = _used(_sources(board).values())
    names = set(PINMAP[board]["pins"])
    assert names - used == set()
    assert used - names - set(PINMAP[board]["constants"]) == set()


@pytest.mark.parametrize("board", BOARDS)
def test_simulator_takes_its_pins_from_the_circuit_and_only_numbers_from_the_boards_files(board):
    texts = _simulator(board)
    assert _used(texts)
    assert _used(texts) <= set(PINMAP[board]["constants"])
    wired = circuits.wired(circuits.build(board, PINMAP, circuits.read_kinds()))
    used = {name for text in texts for name in re.findall(r"\bwiring\.([A-Z][A-Z0-9_]*)", text)}
    # One model stands for each converter of a scale, and asks for its pins by the scale's name.
    assert set(wired) - used <= {name for name in wired if name.startswith("SCALE_")}
    assert used <= set(wired)


def test_every_constant_is_used_by_firmware_simulator_or_host():
    texts = [*_sources("mat", "croupier", "sim", "lib").values()]
    used = _used(texts)
    for board in BOARDS:
        assert set(PINMAP[board]["constants"]) <= used, board


def test_no_source_has_a_pin_by_its_number():
    found = [
        path.name
        for path, text in _sources("mat", "croupier", "lib", "sim").items()
        if _NUMBERED.search(text)
    ]
    assert found == []


@pytest.mark.parametrize("board", BOARDS)
def test_pins_agree_with_firmware(board):
    text = (ROOT / "firmware" / "boards" / f"{board}_v1.py").read_text(encoding="utf-8")
    given = dict(re.findall(r"^(\w+) = const\((\d+)\)", text, re.MULTILINE))
    for name, pin in PINMAP[board]["pins"].items():
        assert int(given[name]) == pin["gpio"]


def test_pin_map_keeps_its_own_rules():
    assert pins.check_rules(PINMAP) == []


@pytest.mark.parametrize(
    ("name", "gpio", "complaint"),
    [
        ("LED", 16, "GPIO 16 is already SPI_MISO"),
        ("LED", 24, "GPIO 24 is not on a Pico 2's edge"),
        ("LED", 29, "GPIO 29 is not on a Pico 2's edge"),
        ("SPI_SCK", 9, "GPIO 9 cannot be SPI0 SCK"),
        ("SPI_MISO", 7, "GPIO 7 cannot be SPI0 RX"),
    ],
)
def test_pin_that_breaks_a_rule_is_named(name, gpio, complaint):
    wrong = copy.deepcopy(PINMAP)
    wrong["mat"]["pins"][name]["gpio"] = gpio
    assert any(complaint in problem for problem in pins.check_rules(wrong))


@pytest.mark.parametrize(
    ("name", "gpio"), [("FRAM_SDA", 22), ("FEED_PWM", 7), ("FEED_CURRENT", 22), ("EXIT_PWM", 9)]
)
def test_function_that_a_pin_does_not_have_is_named(name, gpio):
    wrong = copy.deepcopy(PINMAP)
    wrong["croupier"]["pins"][name]["gpio"] = gpio
    assert any("cannot be" in problem for problem in pins.check_rules(wrong))


def test_every_zone_has_a_reader():
    kinds = circuits.read_kinds()
    zones = [*PINMAP["mat"]["constants"]["READERS"]["value"], "throat"]
    readers = [
        entry["zone"]
        for board in BOARDS
        for name, entry in PINMAP[board]["devices"].items()
        if kinds[entry["kind"]].name == "reader_port"
    ]
    assert sorted(readers) == sorted(zones)
    assert len(readers) == 9


def test_decoder_selects_each_reader_by_its_place_in_the_list():
    net_of = circuits.build("mat", PINMAP, circuits.read_kinds()).net_of()
    for index, zone in enumerate(PINMAP["mat"]["constants"]["READERS"]["value"]):
        reader = f"reader_{zone}"
        assert net_of["select_decoder", f"Y{index}"] == net_of[reader, "NSS"]
        assert net_of["busy_mux", f"Y{index}"] == net_of[reader, "BUSY"]
        assert net_of["irq_mux", f"Y{index}"] == net_of[reader, "IRQ"]
        assert net_of["reset_register", f"Q{'ABCDEFGH'[index]}"] == net_of[reader, "RST"]


@pytest.mark.parametrize(
    ("keys", "value", "complaint"),
    [
        (("mat", "devices", "reader_stock", "zone"), "discard", "zone stock has 0 readers"),
        (("mat", "devices", "reader_stock", "select"), 3, "select must be 0"),
        (("croupier", "devices", "reader_throat", "zone"), "", "zone throat has 0 readers"),
        (("mat", "pins", "SELECT_EN", "reset"), "", "SELECT_EN: an output needs reset"),
        (("mat", "pins", "BUSY", "reset"), "low", "BUSY: only an output has a level in reset"),
        (("croupier", "pins", "EXIT_PWM", "function"), "PWM3 B", "share PWM3"),
        (("mat", "devices", "pico", "unused"), [], "pico.GPIO0 is on no net"),
        (("mat", "nets", "GND"), ["power_5v.V+"], "power_5v.V+ is on"),
        (("croupier", "nets", "HALL_OUT"), ["hal.OUT"], "nothing is called hal.OUT"),
        (("croupier", "devices", "schmitt", "kind"), "hc41", "there is no kind hc41"),
        (("croupier", "devices", "hall", "ref"), "J1", "J1 is taken"),
        (("mat", "pins", "SCALE_DT_1", "joins"), ["scale_stock.DOUT"], "is on"),
    ],
)
def test_circuit_that_breaks_a_rule_is_named(keys, value, complaint):
    wrong = copy.deepcopy(PINMAP)
    table = wrong
    for key in keys[:-1]:
        table = table[key]
    table[keys[-1]] = value
    problems = pins.check_rules(wrong)
    assert any(complaint in problem for problem in problems), problems


def test_fifth_stepper_on_one_pio_block_is_named():
    wrong = copy.deepcopy(PINMAP)
    for name in ("RACK_DIR", "RACK_ENABLE", "RACK_HOME", "ENTRY_RIGHT"):
        wrong["croupier"]["pins"][name]["function"] = "PIO0"
    assert any("a state machine of PIO0" in problem for problem in pins.check_rules(wrong))
