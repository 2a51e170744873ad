"""The drawing of every kind of part, as KiCad symbols: boxes with pins, and the small shapes of two-legged parts.

Millimetres, y upwards as in a KiCad library. The origin is the first row of pins; rows go down.
"""

from typing import Any

from hardware.electronics.generate.circuit import Kind, Pin
from hardware.electronics.generate.sexpr import Quoted, text

LIBRARY = "tallone"
PITCH = 2.54
LENGTH = 2.54  # of a pin's line
NARROW, WIDE = 15.24, 25.4
_HALF = 2.54  # half a two-legged part

Point = tuple[float, float]


def width(kind: Kind) -> float:
    """Return the width of a kind's box."""
    longest = max((len(pin.name) for pin in kind.pins), default=0)
    return WIDE if longest > 5 or len(kind.pins) > 20 else NARROW


def pin_at(kind: Kind, pin: Pin) -> Point:
    """Return where a pin's free end is, from the symbol's origin."""
    if kind.shape == "point":
        return (-_HALF, 0.0)
    if kind.shape != "box":
        return (-2 * _HALF, 0.0) if pin.side == "left" else (2 * _HALF, 0.0)
    row = [other for other in kind.pins if other.side == pin.side].index(pin)
    x = width(kind) / 2 + LENGTH
    return (-x if pin.side == "left" else x, -PITCH * row)


def rows(kind: Kind) -> int:
    """Return how many rows of pins a kind's symbol has."""
    sides = [[pin for pin in kind.pins if pin.side == side] for side in ("left", "right")]
    return max(len(side) for side in sides)


def effects(size: float = 1.27, justify: str = "", *, hide: bool = False) -> list[Any]:
    """Return how a text looks."""
    found: list[Any] = ["effects", ["font", ["size", size, size]]]
    if justify:
        found.append(["justify", *justify.split()])
    if hide:
        found.append(["hide", "yes"])
    return found


def property_(name: str, value: str, at: Point, look: list[Any]) -> list[Any]:
    """Return a field of a symbol."""
    return ["property", Quoted(name), Quoted(value), ["at", at[0], at[1], 0], look]


def symbol(kind: Kind, prefix: str = "") -> list[Any]:
    """Return the symbol of a kind; `prefix` is the library's name inside a schematic."""
    body: list[Any] = ["symbol", Quoted(f"{kind.name}_0_1"), *_body(kind)]
    pins: list[Any] = [
        "symbol",
        Quoted(f"{kind.name}_1_1"),
        *(_pin(kind, pin) for pin in kind.pins),
    ]
    named = "no" if kind.shape == "box" else "yes"
    bought = "no" if kind.order.startswith("none") else "yes"
    return [
        "symbol",
        Quoted(prefix + kind.name),
        *([["pin_numbers", ["hide", "yes"]]] if named == "yes" else []),
        ["pin_names", ["offset", 0.508], *([["hide", "yes"]] if named == "yes" else [])],
        ["exclude_from_sim", "no"],
        ["in_bom", bought],
        ["on_board", "yes"],
        property_("Reference", kind.prefix, (0.0, 2 * PITCH), effects()),
        property_("Value", kind.value, (0.0, PITCH), effects()),
        property_("Footprint", kind.footprint, (0.0, 0.0), effects(hide=True)),
        property_("Datasheet", "", (0.0, 0.0), effects(hide=True)),
        property_("Description", kind.value, (0.0, 0.0), effects(hide=True)),
        property_("Order", kind.order, (0.0, 0.0), effects(hide=True)),
        body,
        pins,
        ["embedded_fonts", "no"],
    ]


def supply(name: str, prefix: str = "") -> list[Any]:
    """Return the symbol of a supply: a bar for a voltage, three for ground; `flag` for what feeds a net."""
    flag = name == "PWR_FLAG"
    value = name
    known: dict[str, list[list[Point]]] = {
        "GND": [
            [(0, 0), (0, -1.27)],
            [(-1.27, -1.27), (1.27, -1.27)],
            [(-0.76, -1.78), (0.76, -1.78)],
        ],
        "PWR_FLAG": [[(0, 0), (0, 1.27), (-1.02, 1.9), (0, 2.54), (1.02, 1.9), (0, 1.27)]],
    }
    lines = known.get(name, [[(0, 0), (0, 1.9)], [(-1.27, 1.9), (1.27, 1.9)]])
    kind = "power_out" if flag else "power_in"
    return [
        "symbol",
        Quoted(prefix + name),
        ["power"],
        ["pin_numbers", ["hide", "yes"]],
        ["pin_names", ["offset", 0.0], ["hide", "yes"]],
        ["exclude_from_sim", "no"],
        ["in_bom", "no"],
        ["on_board", "yes"],
        property_("Reference", "#FLG" if flag else "#PWR", (0.0, -3.81), effects(hide=True)),
        property_("Value", value, (0.0, 3.81), effects()),
        property_("Footprint", "", (0.0, 0.0), effects(hide=True)),
        property_("Datasheet", "", (0.0, 0.0), effects(hide=True)),
        property_("Description", "", (0.0, 0.0), effects(hide=True)),
        ["symbol", Quoted(f"{name}_0_1"), *(_line(points) for points in lines)],
        [
            "symbol",
            Quoted(f"{name}_1_1"),
            [
                "pin", kind, "line", ["at", 0.0, 0.0, 270 if name == "GND" else 90], ["length", 0.0],
                ["name", Quoted("~"), effects()],
                ["number", Quoted("1"), effects()],
            ],
        ],
        ["embedded_fonts", "no"],
    ]  # fmt: skip


def library(kinds: dict[str, Kind], supplies: list[str]) -> str:
    """Return the text of a .kicad_sym with every kind and every supply."""
    return (
        text(
            [
                "kicad_symbol_lib",
                ["version", "20241209"],
                ["generator", Quoted("tallone")],
                ["generator_version", Quoted("9.0")],
                *(symbol(kind) for kind in kinds.values()),
                *(supply(name) for name in supplies),
            ]
        )
        + "\n"
    )


def _pin(kind: Kind, pin: Pin) -> list[Any]:
    x, y = pin_at(kind, pin)
    angle = 0 if x < 0 else 180
    return [
        "pin", pin.type, "line", ["at", x, y, angle], ["length", LENGTH],
        ["name", Quoted(pin.name), effects()],
        ["number", Quoted(pin.number), effects()],
    ]  # fmt: skip


def _body(kind: Kind) -> list[list[Any]]:
    if kind.shape == "box":
        half = width(kind) / 2
        return [_rectangle((-half, PITCH), (half, -PITCH * rows(kind)))]
    return _SHAPES[kind.shape]


def _line(points: list[Point], fill: str = "none") -> list[Any]:
    drawn = ["pts", *(["xy", float(x), float(y)] for x, y in points)]
    return [
        "polyline",
        drawn,
        ["stroke", ["width", 0.254], ["type", "default"]],
        ["fill", ["type", fill]],
    ]


def _rectangle(start: Point, end: Point, fill: str = "background") -> list[Any]:
    return [
        "rectangle", ["start", *start], ["end", *end],
        ["stroke", ["width", 0.254], ["type", "default"]], ["fill", ["type", fill]],
    ]  # fmt: skip


_PLATE: list[list[Point]] = [[(-2.54, 0), (-0.51, 0)], [(-0.51, -1.78), (-0.51, 1.78)]]
_RIGHT: list[list[Point]] = [[(0.51, -1.78), (0.51, 1.78)], [(0.51, 0), (2.54, 0)]]
# Pin 1 is the cathode and lies on the left.
_DIODE: list[list[Point]] = [
    [(-2.54, 0), (2.54, 0)],
    [(1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27)],
]
_SHAPES: dict[str, list[list[Any]]] = {
    "resistor": [_rectangle((-2.54, 1.02), (2.54, -1.02), "none")],
    "fuse": [_rectangle((-2.54, 0.76), (2.54, -0.76), "none"), _line([(-2.54, 0), (2.54, 0)])],
    "capacitor": [_line(points) for points in _PLATE + _RIGHT],
    "electrolytic": [
        *(_line(points) for points in _PLATE + _RIGHT),
        _line([(-2.03, 1.27), (-1.02, 1.27)]),
        _line([(-1.52, 0.76), (-1.52, 1.78)]),
    ],
    "diode": [*(_line(points) for points in _DIODE), _line([(-1.27, 1.27), (-1.27, -1.27)])],
    "zener": [
        *(_line(points) for points in _DIODE),
        _line([(-0.76, 1.27), (-1.27, 1.27), (-1.27, -1.27), (-1.78, -1.27)]),
    ],
    "point": [
        [
            "circle",
            ["center", 0.51, 0.0],
            ["radius", 0.76],
            ["stroke", ["width", 0.254], ["type", "default"]],
            ["fill", ["type", "none"]],
        ],
        _line([(-0.0, 0), (-0.25, 0)]),
    ],
}
