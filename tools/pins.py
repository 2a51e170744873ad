"""Make the boards' pin files and the wiring document from hardware/pinmap.toml.

`tools/pins.py` writes them; `tools/pins.py --check` ends with status 1 if one is stale.
"""

import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
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


def wiring_document(pinmap: dict[str, Any]) -> str:
    """Return the text of docs/wiring.md."""
    lines = [
        "# Wiring",
        "",
        "Made by `tools/pins.py` from `hardware/pinmap.toml`; the firmware's pin files come from the",
        "same source, and a test keeps all three equal. Calculated and simulated; no board has been built.",
    ]
    for board in pinmap.values():
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
    """Return what is wrong with the pin map itself.

    A pin used twice, one that is not on a Pico 2's edge, or one that cannot do what it is there for.
    """
    problems = []
    for key, board in pinmap.items():
        taken: dict[int, str] = {}
        for name, pin in board["pins"].items():
            gpio = pin["gpio"]
            if gpio not in PICO_GPIO:
                problems.append(f"{key}.{name}: GPIO {gpio} is not on a Pico 2's edge")
            elif pin["function"] not in functions(gpio):
                problems.append(f"{key}.{name}: GPIO {gpio} cannot be {pin['function']}")
            if gpio in taken:
                problems.append(f"{key}.{name}: GPIO {gpio} is already {taken[gpio]}")
            taken[gpio] = name
    return problems


def outputs(pinmap: dict[str, Any]) -> dict[Path, str]:
    """Return every generated file with its text."""
    files = {
        ROOT / "firmware" / "boards" / f"{board['module']}.py": board_file(board)
        for board in pinmap.values()
    }
    files[ROOT / "docs" / "wiring.md"] = wiring_document(pinmap)
    return files


def main() -> int:
    pinmap = tomllib.loads(PINMAP.read_text(encoding="utf-8"))
    problems = check_rules(pinmap)
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
