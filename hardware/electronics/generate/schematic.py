"""A circuit drawn as a KiCad schematic: one sheet, a frame for each group, labels instead of long wires.

Every pin gets exactly one of three: a short wire with a global label, a short wire with a supply's symbol, or the
mark that it is not connected. The same circuit gives the same bytes.
"""

from dataclasses import dataclass, field
from typing import Any

from hardware.electronics.generate import symbols
from hardware.electronics.generate.circuit import Circuit, Device, Kind, Pin
from hardware.electronics.generate.sexpr import Quoted, identity, text
from hardware.electronics.generate.symbols import LIBRARY, PITCH, Point, effects

WIRE = 2.54
COLUMN, COLUMNS, TOP, BOTTOM, LEFT = 134.62, 8, 25.4, 791.16, 20.32
# Headings of the groups, in the order in which the sheet is filled.
GROUPS = {
    "controller": "Controller",
    "select": "Reader select, BUSY and IRQ, resets",
    "bus": "SPI bus to the readers",
    "motion": "Motors",
    "readers": "Readers",
    "scales": "Scales",
    "sensors": "Light barriers and switches",
    "interlock": "Interlock",
    "brake": "Brake",
    "lanes": "Lanes",
    "power": "Supplies and protection",
    "pulls": "Levels while the Pico is in reset, and of free inputs",
    "decoupling": "At each chip's supply pin",
    "tests": "Test points",
}


def is_supply(net: str) -> bool:
    return net == "GND" or net.startswith("+")


@dataclass
class _Sheet:
    """Collects what stands on the sheet."""

    circuit: Circuit
    items: list[list[Any]] = field(default_factory=list)
    supplies: int = 0

    @property
    def root(self) -> str:
        return str(identity(self.circuit.board, "sheet")[1])


def draw(circuit: Circuit, kinds: dict[str, Kind]) -> str:
    """Return the text of the board's .kicad_sch."""
    sheet = _Sheet(circuit)
    for (x, y), (name, members) in zip(*_columns(circuit), strict=True):
        _draw_group(sheet, name, members, x, y)
    _draw_flags(sheet)
    used = {device.kind.name for device in circuit.devices}
    nets = sorted(net for net in circuit.nets if is_supply(net))
    drawn = [symbols.symbol(kinds[name], f"{LIBRARY}:") for name in sorted(used)]
    drawn += [symbols.supply(name, f"{LIBRARY}:") for name in [*nets, "PWR_FLAG"]]
    return text(
        [
            "kicad_sch",
            ["version", "20250114"],
            ["generator", Quoted("tallone")],
            ["generator_version", Quoted("9.0")],
            identity(circuit.board, "sheet"),
            ["paper", Quoted("A0")],
            [
                "title_block",
                ["title", Quoted(f"Tallone: {circuit.title}")],
                ["rev", Quoted(circuit.revision)],
                ["comment", 1, Quoted("Made from hardware/pinmap.toml; do not edit")],
                ["comment", 2, Quoted("Calculated and checked by tools; no board has been made")],
            ],
            ["lib_symbols", *drawn],
            *sheet.items,
            ["sheet_instances", ["path", Quoted("/"), ["page", Quoted("1")]]],
            ["embedded_fonts", "no"],
        ]
    ) + "\n"  # fmt: skip


def supply_names(circuits: list[Circuit]) -> list[str]:
    """Return every supply's symbol that the boards need."""
    return [*sorted({n for c in circuits for n in c.nets if is_supply(n)}), "PWR_FLAG"]


def _cell(device: Device) -> tuple[int, float]:
    """Return how many of a column's two halves a device takes, and its height."""
    if device.kind.shape == "box":
        return 2, (symbols.rows(device.kind) + 4) * PITCH
    return 1, 4 * PITCH


def _rows(members: list[Device]) -> list[tuple[list[Device], float]]:
    """Return the devices of a group in rows, each with its height."""
    found: list[tuple[list[Device], float]] = []
    room = 0
    for device in members:
        size, height = _cell(device)
        if size > room:
            found.append(([], height))
            room = 2
        found[-1][0].append(device)
        room -= size
    return found


def _height(members: list[Device]) -> float:
    return 2 * PITCH + sum(height for _row, height in _rows(members))


def _columns(circuit: Circuit) -> tuple[list[Point], list[tuple[str, list[Device]]]]:
    """Return the groups and where each begins: the first column with room for it, highest groups first."""
    groups = [
        (name, [device for device in circuit.devices if device.group == name]) for name in GROUPS
    ]
    groups = sorted((g for g in groups if g[1]), key=lambda g: -_height(g[1]))
    ends = [TOP] * COLUMNS
    places: list[Point] = []
    for _name, members in groups:
        height = _height(members)
        column = next((i for i, end in enumerate(ends) if end + height <= BOTTOM), None)
        if column is None:
            raise ValueError(f"the sheet of {circuit.board} has no room for {_name}")
        places.append((LEFT + COLUMN * column, ends[column]))
        ends[column] += height + PITCH
    return places, groups


def _draw_group(sheet: _Sheet, name: str, members: list[Device], x: float, y: float) -> None:
    board = sheet.circuit.board
    right, bottom = x + COLUMN - PITCH, y + _height(members)
    sheet.items.append(
        [
            "rectangle", ["start", x, y], ["end", right, bottom],
            ["stroke", ["width", 0.2], ["type", "dash"]], ["fill", ["type", "none"]],
            identity(board, "frame", name),
        ]
    )  # fmt: skip
    sheet.items.append(
        [
            "text", Quoted(GROUPS[name]), ["exclude_from_sim", "no"], ["at", x + 1.27, y + 2.54, 0],
            effects(1.8, "left"), identity(board, "heading", name),
        ]
    )  # fmt: skip
    down = y + 2 * PITCH
    for row, height in _rows(members):
        for number, device in enumerate(row):
            half = len(row) == 1 and _cell(device)[0] == 2
            centre = COLUMN / 2 if half else COLUMN * (1 + 2 * number) / 4
            _draw_device(sheet, device, _grid(x + centre), _grid(down + 2 * PITCH))
        down += height


def _grid(value: float) -> float:
    return round(value / 1.27) * 1.27


def _draw_device(sheet: _Sheet, device: Device, x: float, y: float) -> None:
    circuit, kind = sheet.circuit, device.kind
    net_of = circuit.net_of()
    box = kind.shape == "box"
    name_y = y - 2 * PITCH - 0.6 if box else y - 2.9
    value_y = y - 1.5 * PITCH + 0.2 if box else y + 2.9
    if kind.shape == "point":
        name_y, value_y = y - 2.0, y - 2.0
    where = {
        "Reference": (x, name_y),
        "Value": (x, value_y),
    }
    fields = {
        "Reference": device.ref,
        "Value": device.value,
        "Footprint": kind.footprint,
        "Datasheet": "",
        "Description": kind.value,
        "Order": kind.order,
        "Device": device.name,
    }
    sheet.items.append(
        [
            "symbol",
            ["lib_id", Quoted(f"{LIBRARY}:{kind.name}")],
            ["at", x, y, 0],
            ["unit", 1],
            ["exclude_from_sim", "no"],
            ["in_bom", "no" if kind.order.startswith("none") else "yes"],
            ["on_board", "yes"],
            ["dnp", "no"],
            identity(circuit.board, device.name),
            *(
                symbols.property_(
                    key, value, where.get(key, (x, y)),
                    effects(hide=key not in where or (kind.shape == "point" and key == "Value")),
                )
                for key, value in fields.items()
            ),
            *(
                ["pin", Quoted(pin.number), identity(circuit.board, device.name, pin.number)]
                for pin in kind.pins
            ),
            _instance(sheet, device.ref),
        ]
    )  # fmt: skip
    for pin in kind.pins:
        across, up = symbols.pin_at(kind, pin)
        _connect(sheet, device, pin, (x + across, y - up), net_of.get((device.name, pin.name), ""))


def _instance(sheet: _Sheet, ref: str) -> list[Any]:
    path = ["path", Quoted(f"/{sheet.root}"), ["reference", Quoted(ref)], ["unit", 1]]
    return ["instances", ["project", Quoted(sheet.circuit.board), path]]


def _connect(sheet: _Sheet, device: Device, pin: Pin, at: Point, net: str) -> None:
    board = sheet.circuit.board
    key = (board, device.name, pin.number)
    if not net:
        sheet.items.append(["no_connect", ["at", *at], identity(*key, "open")])
        return
    left = symbols.pin_at(device.kind, pin)[0] < 0
    end = (at[0] - WIRE if left else at[0] + WIRE, at[1])
    sheet.items.append(_wire(at, end, *key))
    if is_supply(net):
        _draw_supply(sheet, net, end, left=left)
    else:
        sheet.items.append(_label(net, end, left, *key))


def _wire(start: Point, end: Point, *key: str) -> list[Any]:
    return [
        "wire", ["pts", ["xy", *start], ["xy", *end]],
        ["stroke", ["width", 0.0], ["type", "default"]], identity(*key, "wire"),
    ]  # fmt: skip


def _label(net: str, at: Point, left: bool, *key: str) -> list[Any]:
    return [
        "global_label", Quoted(net), ["shape", "bidirectional"],
        ["at", *at, 180 if left else 0], ["fields_autoplaced", "yes"],
        effects(justify="right" if left else "left"), identity(*key, "label"),
    ]  # fmt: skip


def _draw_supply(sheet: _Sheet, net: str, at: Point, *, left: bool, flag: bool = False) -> None:
    """Draw a supply's symbol so that it points away from the part, its name behind it."""
    sheet.supplies += 1
    board, number = sheet.circuit.board, sheet.supplies
    name = "PWR_FLAG" if flag else net
    turn = (270 if left else 90) if name == "GND" else (90 if left else 270)
    ref = f"#{'FLG' if flag else 'PWR'}{number:03d}"
    away = at[0] - 3.0 if left else at[0] + 3.0
    # KiCad turns a field's text with its symbol: a quarter turn back makes it level, and the turn to the
    # left also changes its sides.
    look = effects(1.0, "right" if left == (turn == 270) else "left")
    value = ["property", Quoted("Value"), Quoted(name), ["at", away, at[1], 90], look]
    sheet.items.append(
        [
            "symbol",
            ["lib_id", Quoted(f"{LIBRARY}:{name}")],
            ["at", *at, turn],
            ["unit", 1],
            ["exclude_from_sim", "no"],
            ["in_bom", "no"],
            ["on_board", "yes"],
            ["dnp", "no"],
            identity(board, "supply", str(number)),
            symbols.property_("Reference", ref, at, effects(hide=True)),
            value,
            symbols.property_("Footprint", "", at, effects(hide=True)),
            symbols.property_("Datasheet", "", at, effects(hide=True)),
            symbols.property_("Description", "", at, effects(hide=True)),
            ["pin", Quoted("1"), identity(board, "supply", str(number), "1")],
            _instance(sheet, ref),
        ]
    )


def _draw_flags(sheet: _Sheet) -> None:
    """Mark the nets that come from outside, below everything else."""
    for number, net in enumerate(sheet.circuit.flags):
        x, y = _grid(LEFT + 25.4 + number * 60.96), _grid(BOTTOM + 5.08)
        key = (sheet.circuit.board, "flag", net)
        sheet.items.append(_wire((x, y), (x + 2 * WIRE, y), *key))
        _draw_supply(sheet, "PWR_FLAG", (x, y), left=True, flag=True)
        if is_supply(net):
            _draw_supply(sheet, net, (x + 2 * WIRE, y), left=False)
        else:
            sheet.items.append(_label(net, (x + 2 * WIRE, y), False, *key))
