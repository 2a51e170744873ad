"""Make the boards' pin files, the simulator's wiring and the wiring document from hardware/pinmap.toml.

`tools/pins.py` writes them; `tools/pins.py --check` ends with status 1 if one is stale.
"""

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hardware.electronics.generate import circuit as circuits  # noqa: E402  found from the root

PINMAP = ROOT / "hardware" / "pinmap.toml"
# A Pico 2 brings these GPIO to its edge; 25 is the LED on the board itself.
PICO_GPIO = frozenset({*range(23), 25, 26, 27, 28})


def board_file(board: dict[str, Any]) -> str:
    """Return the text of firmware/boards/<module>.py."""
    lines = [
        f"# {board['title']}: pins of the {board['mcu']}. Made by tools/pins.py from hardware/pinmap.toml.",
        "# fmt: off",  # the map decides how its lines look
        "from micropython import const",
        "",
    ]
    for name, constant in board["constants"].items():
        value = constant["value"]
        text = repr(tuple(value)) if isinstance(value, list) else f"const({value})"
        lines += [f"# {line}" for line in textwrap.wrap(constant["why"], 95)]
        lines.append(f"{name} = {text}".replace("'", '"'))
    lines.append("")
    for name, pin in board["pins"].items():
        lines.append(f"{name} = const({pin['gpio']})  # {pin['direction']}: {pin['to']}")
    return "\n".join(lines) + "\n"


def simulator_file(key: str, pinmap: dict[str, Any]) -> str:
    """Return the text of firmware/sim/wiring_<board>.py: which GPIO reaches which pin of which device."""
    circuit = circuits.build(key, pinmap, circuits.read_kinds())
    lines = [
        f"# {circuit.title}: where the circuit leads each GPIO. Made by tools/pins.py from hardware/pinmap.toml.",
        "# The models stand behind these, the firmware before boards/: crossed wires make the two disagree.",
        "from micropython import const",
        "",
    ]
    lines += [f"{name} = const({gpio})" for name, gpio in circuits.wired(circuit).items()]
    return "\n".join(lines) + "\n"


def connector_table(key: str, pinmap: dict[str, Any]) -> list[str]:
    """Return the lines that say what each connector's pins carry."""
    circuit = circuits.build(key, pinmap, circuits.read_kinds())
    net_of = circuit.net_of()
    lines = ["", "| Connector | For | Pins from 1 |", "| --- | --- | --- |"]
    ports = [device for device in circuit.devices if device.kind.prefix == "J"]
    for device in sorted(ports, key=lambda port: int(port.ref[1:])):
        pins = sorted(device.kind.pins, key=lambda pin: int(pin.number))
        nets = ", ".join(
            f"`{net_of[device.name, pin.name]}`" if (device.name, pin.name) in net_of else "–"
            for pin in pins
        )
        lines.append(f"| {device.ref} | {device.name.replace('_', ' ')} | {nets} |")
    return lines


def wiring_document(pinmap: dict[str, Any]) -> str:
    """Return the text of docs/wiring.md."""
    lines = [
        "# Wiring",
        "",
        "Made by `tools/pins.py` from `hardware/pinmap.toml`; the firmware's pin files come from the",
        "same source, and a test keeps all three equal. Calculated and simulated; no board has been built.",
    ]
    for key, board in pinmap.items():
        lines += ["", f"## {board['title']} ({board['mcu']})", ""]
        lines += [
            "| GPIO | Name | Function | Direction | Goes to |",
            "| ---: | --- | --- | --- | --- |",
        ]
        for name, pin in sorted(board["pins"].items(), key=lambda item: item[1]["gpio"]):
            lines.append(
                f"| {pin['gpio']} | `{name}` | {pin['function']} | {pin['direction']} | {pin['to']} |"
            )
        lines += ["", "| Constant | Value | Why |", "| --- | --- | --- |"]
        for name, constant in board["constants"].items():
            value = constant["value"]
            text = ", ".join(value) if isinstance(value, list) else f"{value:,}"
            lines.append(f"| `{name}` | {text} | {constant['why']} |")
        lines += connector_table(key, pinmap)
    return "\n".join(lines) + "\n"


def functions(gpio: int) -> set[str]:
    """Return what a GPIO can be (RP2350 data sheet, section 9.4; PWM slices in section 12.5)."""
    found = {
        "GPIO",
        "PIO0",
        f"SPI{gpio // 8 % 2} {('RX', 'CSn', 'SCK', 'TX')[gpio % 4]}",
        f"I2C{gpio // 2 % 2} {('SDA', 'SCL')[gpio % 2]}",
        f"PWM{gpio // 2 % 8} {'AB'[gpio % 2]}",
    }
    return found | {f"ADC{gpio - 26}"} if gpio >= 26 else found


def check_rules(pinmap: dict[str, Any]) -> list[str]:
    """Return what is wrong with the pin map itself, board by board and rule by rule."""
    problems = []
    for key, board in pinmap.items():
        problems += [f"{key}.{text}" for text in _pin_problems(board)]
        problems += [f"{key}: {text}" for text in _block_problems(board)]
        problems += [f"{key}.{text}" for text in _reset_problems(board)]
        problems += [f"{key}: {text}" for text in _circuit_problems(key, pinmap)]
    return problems + _throat_problems(pinmap)


def _pin_problems(board: dict[str, Any]) -> Iterator[str]:
    """A pin used twice, one that is not on a Pico 2's edge, or one that cannot do what it is there for."""
    taken: dict[int, str] = {}
    for name, pin in board["pins"].items():
        gpio = pin["gpio"]
        if gpio not in PICO_GPIO:
            yield f"{name}: GPIO {gpio} is not on a Pico 2's edge"
        elif pin["function"] not in functions(gpio):
            yield f"{name}: GPIO {gpio} cannot be {pin['function']}"
        if gpio in taken:
            yield f"{name}: GPIO {gpio} is already {taken[gpio]}"
        taken[gpio] = name


def _block_problems(board: dict[str, Any]) -> Iterator[str]:
    """Two PWM outputs on one slice, or more state machines than a PIO block has.

    The two channels of a slice share one frequency, and motors and servos have different ones.
    """
    slices: dict[str, str] = {}
    for name, pin in board["pins"].items():
        if pin["function"].startswith("PWM"):
            block = pin["function"].split()[0]
            if block in slices:
                yield f"{name} and {slices[block]} share {block}"
            slices[block] = name
    stepping = [pin["gpio"] for pin in board["pins"].values() if pin["function"] == "PIO0"]
    if len(stepping) > 4:
        yield f"{len(stepping)} pins want a state machine of PIO0, which has four"
    if stepping and sorted(stepping) != list(range(min(stepping), min(stepping) + len(stepping))):
        yield "the pins of PIO0 are not consecutive"


def _reset_problems(board: dict[str, Any]) -> Iterator[str]:
    """Return each output without a level while the Pico is in reset; only the LED on it needs none of ours."""
    for name, pin in board["pins"].items():
        allowed = {"board"} if pin["gpio"] == 25 else {"low", "high"}
        if pin["direction"] == "out" and pin.get("reset") not in allowed:
            yield f"{name}: an output needs reset = low or high"
        if pin["direction"] != "out" and "reset" in pin:
            yield f"{name}: only an output has a level in reset"


def _circuit_problems(key: str, pinmap: dict[str, Any]) -> Iterator[str]:
    """Return pins on no net or two, and zones and scales without their one device at their decoder output."""
    board = pinmap[key]
    try:
        circuit = circuits.build(key, pinmap, circuits.read_kinds())
    except (circuits.CircuitError, KeyError, ValueError) as error:
        yield str(error)
        return
    net_of = circuit.net_of()
    zones = board["constants"].get("READERS", {}).get("value", ())
    named = {name: entry for name, entry in board["devices"].items() if entry.get("zone")}
    for index, zone in enumerate(zones):
        readers = [name for name, entry in named.items() if entry["zone"] == zone]
        if len(readers) != 1:
            yield f"zone {zone} has {len(readers)} readers"
            continue
        if named[readers[0]].get("select") != index:
            yield f"{readers[0]}: select must be {index}, its place in READERS"
        elif net_of[readers[0], "NSS"] != net_of.get(("select_decoder", f"Y{index}")):
            yield f"{readers[0]} is not selected by output {index} of the decoder"
    for name, entry in named.items():
        if entry["zone"] not in [*zones, "throat"]:
            yield f"{name}: there is no zone {entry['zone']}"
    for index, scale in enumerate(board["constants"].get("SCALES", {}).get("value", ())):
        if net_of.get((f"scale_{scale}", "DOUT")) != f"SCALE_DT_{index}":
            yield f"scale {scale} is not on SCALE_DT_{index}"


def _throat_problems(pinmap: dict[str, Any]) -> list[str]:
    """The throat is a zone of no mat; it has one reader as well."""
    readers = [
        name
        for board in pinmap.values()
        for name, entry in board["devices"].items()
        if entry.get("zone") == "throat"
    ]
    return [] if len(readers) == 1 else [f"zone throat has {len(readers)} readers"]


def outputs(pinmap: dict[str, Any]) -> dict[Path, str]:
    """Return every generated file with its text."""
    files = {
        ROOT / "firmware" / "boards" / f"{board['module']}.py": board_file(board)
        for board in pinmap.values()
    }
    for key in pinmap:
        files[ROOT / "firmware" / "sim" / f"wiring_{key}.py"] = simulator_file(key, pinmap)
    files[ROOT / "docs" / "wiring.md"] = wiring_document(pinmap)
    return files


def main() -> int:
    pinmap = circuits.read_pinmap(PINMAP)
    problems = check_rules(pinmap)
    if problems:  # files made from a wrong map would be wrong
        print("\n".join(problems))
        return 1
    for path, text in outputs(pinmap).items():
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                problems.append(f"{path.relative_to(ROOT)} is stale: run tools/pins.py")
        else:
            path.write_text(text, encoding="utf-8")
    print("\n".join(problems) or "pins: every file agrees with hardware/pinmap.toml")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
