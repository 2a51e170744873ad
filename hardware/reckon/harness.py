"""The harness: every wire from wiring.toml on the boards' own nets; WireViz files, checks, voltage drops.

`python -m hardware.reckon.harness` writes hardware/wiring/*.yml; `--draw` makes the SVGs of them too,
`--check` writes nothing.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.electronics.generate.circuit import Circuit, build, read_kinds, read_pinmap
from hardware.reckon import budget

HARDWARE = Path(__file__).resolve().parent.parent
WIRING = HARDWARE / "wiring.toml"
FOLDER = HARDWARE / "wiring"
# Plugs for a maker at his bench.
WITHOUT_CABLE = frozenset({"driver_service"})
MADE = "# Made by hardware/reckon/harness.py from wiring.toml and pinmap.toml; do not edit.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """One conductor: pin of the board's plug, pin of the far part, the net each end is on."""

    near_pin: str
    near_number: int
    near_net: str
    far_pin: str
    far_number: int
    far_net: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cable:
    """One cable of wiring.toml with its wires in the order of the near plug's pins."""

    name: str
    drawing: str
    board: str
    near: str
    ref: str
    plug: str
    far: str
    far_title: str
    far_plug: str
    length_mm: float
    gauge: str
    flat: bool
    rail: str
    note: str
    free: tuple[tuple[int, str], ...]
    wires: tuple[Wire, ...]

    @property
    def place(self) -> str:
        """What the cable is for: its name without the board's."""
        return self.name.removeprefix(f"{self.board}_").replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """Wires between two parts that are on no board: (near pin, far pin, colour)."""

    name: str
    drawing: str
    near: str
    far: str
    length_mm: float
    gauge: str
    count: int
    note: str
    wires: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Harness:
    """All cables, and the tables that wires are calculated with."""

    cables: tuple[Cable, ...]
    loose: tuple[Loose, ...]
    bought: Mapping[str, str]
    mates: Mapping[str, Mapping[str, str]]
    gauges: Mapping[str, float]
    currents: Mapping[str, Mapping[str, float]]
    drop_share: float


def circuits(pinmap: Mapping[str, Any] | None = None) -> dict[str, Circuit]:
    """Return both boards' circuits."""
    found, kinds = dict(pinmap or read_pinmap()), read_kinds()
    return {board: build(board, found, kinds) for board in ("mat", "croupier")}


def load(path: Path = WIRING, boards: Mapping[str, Circuit] | None = None) -> Harness:
    """Return the harness; raise KeyError or ValueError for a name that is not there."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    found = boards or circuits()
    return Harness(
        cables=tuple(_cable(name, entry, read, found) for name, entry in read["cable"].items()),
        loose=tuple(_loose(name, entry) for name, entry in read["loose"].items()),
        bought=read["bought"],
        mates=read["mate"],
        gauges=read["gauge"],
        currents=read["current"],
        drop_share=read["drop_share"],
    )


def _loose(name: str, entry: Mapping[str, Any]) -> Loose:
    wires = []
    for text in entry["wires"]:
        near, rest = (part.strip() for part in text.split(">"))
        far, colour = rest.rsplit(" ", 1)
        wires.append((near, far, colour))
    fields = {**entry, "note": entry.get("note", ""), "wires": tuple(wires)}
    return Loose(name=name, **fields)


def _cable(
    name: str, entry: Mapping[str, Any], read: Mapping[str, Any], boards: Mapping[str, Circuit]
) -> Cable:
    circuit = boards[entry["board"]]
    device, net_of = circuit.device(entry["near"]), circuit.net_of()
    far = read["far"][entry["far"]]
    far_pins = [pin.split() for pin in far["pins"]]
    numbers = {pin: number for number, (pin, _) in enumerate(far_pins, 1)}
    nets = {pin: net.format_map(entry) for pin, net in far_pins}
    colours = iter(_colours(read["colour"], flat=entry.get("flat", False)))
    wires = []
    for step in read["route"][entry["route"]]:
        near_pin, far_pin = (end.strip() for end in step.split(">"))
        near_net = net_of[device.name, near_pin]
        named = read["colour"].get(near_net)
        colour = next(colours) if entry.get("flat") or not named else named
        wires.append(
            Wire(
                near_pin=near_pin,
                near_number=int(device.kind.pin(near_pin).number),
                near_net=near_net,
                far_pin=far_pin,
                far_number=numbers[far_pin],
                far_net=nets[far_pin],
                colour=colour,
            )
        )
    return Cable(
        name=name,
        drawing=entry["drawing"],
        board=entry["board"],
        near=device.name,
        ref=device.ref,
        plug=device.value,
        far=entry["far"],
        far_title=far["title"],
        far_plug=far["plug"],
        length_mm=entry["length_mm"],
        gauge=entry["gauge"],
        flat=entry.get("flat", False),
        rail=entry["rail"],
        note=far.get("note", ""),
        free=tuple((numbers[pin], pin) for pin, net in far_pins if net == "-"),
        wires=tuple(wires),
    )


def _colours(table: Mapping[str, Any], *, flat: bool) -> list[str]:
    return list(table["flat"] if flat else table["others"])


def problems(harness: Harness, boards: Mapping[str, Circuit] | None = None) -> list[str]:
    """Return what is wrong with the wires, one sentence each."""
    found = boards or circuits()
    return [
        *_wrong_ends(harness),
        *_wrong_plugs(harness, found),
        *_dropped(harness),
    ]


def _wrong_ends(harness: Harness) -> Iterator[str]:
    for cable in harness.cables:
        for wire in cable.wires:
            if wire.near_net != wire.far_net:
                yield (
                    f"{cable.name}: {cable.ref}.{wire.near_pin} is on {wire.near_net}, "
                    f"{cable.far_title} {wire.far_pin} on {wire.far_net}"
                )
            if cable.flat and wire.near_number != cable.wires.index(wire) + 1:
                yield f"{cable.name}: a flat cable's wire {wire.near_pin} is out of place"
        ends = [wire.far_pin for wire in cable.wires]
        if len(set(ends)) != len(ends):
            yield f"{cable.name}: two wires end at one pin"


def _wrong_plugs(harness: Harness, boards: Mapping[str, Circuit]) -> Iterator[str]:
    used = [(cable.board, cable.near) for cable in harness.cables]
    for board, circuit in boards.items():
        for device in circuit.devices:
            if device.kind.prefix != "J" or device.kind.name in WITHOUT_CABLE:
                continue
            if used.count((board, device.name)) != 1:
                yield f"{board}: {device.ref} ({device.value}) has {used.count((board, device.name))} cables"
                continue
            cable = next(c for c in harness.cables if (c.board, c.near) == (board, device.name))
            wired = {wire.near_pin for wire in cable.wires}
            if missing := {pin.name for pin in device.kind.pins} - device.unused - wired:
                yield f"{cable.name}: nothing goes to {', '.join(sorted(missing))} of {device.ref}"


def drops(harness: Harness) -> dict[str, tuple[float, float]]:
    """Return for each cable the volt lost there and back, and the share of its supply's voltage."""
    power = budget.load()
    peak = budget.currents(power)
    found = {}
    for cable in harness.cables:
        if cable.rail in harness.currents:
            ampere, volt = (harness.currents[cable.rail][key] for key in ("ampere", "volt"))
        else:
            ampere, volt = peak[cable.rail], power.rails[cable.rail].volt
        lost = 2 * cable.length_mm / 1e3 * harness.gauges[cable.gauge] * ampere
        found[cable.name] = (lost, lost / volt)
    return found


def _dropped(harness: Harness) -> Iterator[str]:
    for name, (lost, share) in drops(harness).items():
        if share > harness.drop_share:
            yield f"{name} loses {lost:.2f} V, {share:.1%} of its supply"


def table() -> str:
    """Return every cable in Markdown: from, to, length, and what it loses."""
    found = load()
    lost = drops(found)
    rows = [
        "| Cable | From | To | Wires | Length | Loses |",
        "|---|---|---|---|---:|---:|",
    ]
    for c in found.cables:
        wires = f"flat {len(c.wires)} x {c.gauge}" if c.flat else f"{len(c.wires)} x {c.gauge}"
        volt, share = lost[c.name]
        rows.append(
            f"| {c.name} | {c.board} {c.ref} | {c.far_title} | {wires} | {c.length_mm / 1e3:g} m "
            f"| {volt:.2f} V, {share:.1%} |"
        )
    rows += [
        f"| {w.name}, {w.count} times | {w.near} | {w.far} | {len(w.wires)} x {w.gauge} "
        f"| {w.length_mm / 1e3:g} m | |"
        for w in found.loose
    ]
    return "\n".join(rows)


# WireViz -------------------------------------------------------------------------------------


def drawings(harness: Harness) -> dict[str, str]:
    """Return the WireViz file of each drawing, by its name."""
    names = sorted({c.drawing for c in harness.cables} | {w.drawing for w in harness.loose})
    return {name: _drawing(name, harness) for name in names}


def _drawing(name: str, harness: Harness) -> str:
    plugs: list[str] = []
    lines: list[str] = []
    joins: list[str] = []
    # Graphviz stacks from below: the last comes to stand on top.
    for loose in reversed([one for one in harness.loose if one.drawing == name]):
        _draw_loose(loose, plugs, lines, joins)
    for cable in reversed([one for one in harness.cables if one.drawing == name]):
        _draw_cable(cable, plugs, lines, joins)
    return "\n".join((MADE + "connectors:", *plugs, "cables:", *lines, "connections:", *joins, ""))


def _draw_cable(cable: Cable, plugs: list[str], lines: list[str], joins: list[str]) -> None:
    near, far = f"{cable.board} {cable.ref}, {cable.place}", f"{cable.place}, {cable.far_title}"
    wires = sorted(cable.wires, key=lambda wire: wire.near_number)
    # A screw terminal's pins have no names but their nets'.
    labels = [w.near_net if w.near_pin.isdigit() else w.near_pin for w in wires]
    numbers = [wire.near_number for wire in wires]
    plugs += _plug(near, "on the board", list(zip(numbers, labels, strict=True)))
    ends = [(wire.far_number, wire.far_pin) for wire in wires]
    plugs += _plug(far, cable.far_plug, [*ends, *cable.free])
    kind = "flat cable" if cable.flat else "single wires"
    nets = [wire.near_net for wire in wires]
    colours = [wire.colour for wire in wires]
    lines += _line(cable.name, kind, cable.gauge, cable.length_mm, colours, nets, cable.note)
    joins += _join(cable.name, near, numbers, far, [wire.far_number for wire in wires])


def _draw_loose(loose: Loose, plugs: list[str], lines: list[str], joins: list[str]) -> None:
    numbers = list(range(1, len(loose.wires) + 1))
    near = [(number, wire[0]) for number, wire in zip(numbers, loose.wires, strict=True)]
    far = [(number, wire[1]) for number, wire in zip(numbers, loose.wires, strict=True)]
    many = f"{loose.count} x " if loose.count > 1 else ""
    plugs += _plug(f"{many}{loose.near}", "soldered or screwed", near)
    plugs += _plug(f"{many}{loose.far}", "soldered or screwed", far)
    colours, nets = [wire[2] for wire in loose.wires], [wire[0] for wire in loose.wires]
    lines += _line(
        loose.name, "single wires", loose.gauge, loose.length_mm, colours, nets, loose.note
    )
    joins += _join(loose.name, f"{many}{loose.near}", numbers, f"{many}{loose.far}", numbers)


def _line(  # noqa: PLR0917  the fields of one entry, in their order
    name: str,
    kind: str,
    gauge: str,
    length_mm: float,
    colours: list[str],
    nets: list[str],
    note: str,
) -> list[str]:
    lines = [
        f"  {name}:",
        f"    type: {kind}",
        f"    gauge: {gauge.removeprefix('AWG')} AWG",
        f"    length: {length_mm / 1000:g}",
        f"    colors: [{', '.join(colours)}]",
        f"    wirelabels: [{', '.join(_text(net) for net in nets)}]",
    ]
    return [*lines, f"    notes: {_text(note)}"] if note else lines


def _join(name: str, near: str, starts: list[int], far: str, ends: list[int]) -> list[str]:
    order = ", ".join(str(number) for number in range(1, len(starts) + 1))
    return [
        f"  - - {_text(near)}: [{', '.join(map(str, starts))}]",
        f"    - {name}: [{order}]",
        f"    - {_text(far)}: [{', '.join(map(str, ends))}]",
    ]


def _plug(name: str, kind: str, pins: list[tuple[int, str]]) -> list[str]:
    ordered = sorted(pins)
    return [
        f"  {_text(name)}:",
        f"    type: {_text(kind)}",
        f"    pins: [{', '.join(str(number) for number, _ in ordered)}]",
        f"    pinlabels: [{', '.join(_text(label) for _, label in ordered)}]",
    ]


def _text(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


def wireviz() -> Path | None:
    """Return WireViz: that of the environment beside wiring/requirements.txt, or the one on the path."""
    own = FOLDER / ".venv" / "bin" / "wireviz"
    other = shutil.which("wireviz")
    if own.exists():
        return own
    return Path(other) if other else None


def draw(yml: Path, out: Path) -> None:
    """Draw one WireViz file as SVG into a folder; raise FileNotFoundError without WireViz or Graphviz."""
    program = wireviz()
    if program is None or shutil.which("dot") is None:
        raise FileNotFoundError("WireViz or Graphviz is missing: hardware/wiring/requirements.txt")
    subprocess.run(
        [str(program), "-f", "s", "-o", str(out), str(yml)], check=True, capture_output=True
    )


def main() -> int:
    harness = load()
    if "--check" not in sys.argv[1:]:
        for name, text in drawings(harness).items():
            (FOLDER / f"{name}.yml").write_text(text, encoding="utf-8")
    if "--draw" in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            for name in drawings(harness):
                draw(FOLDER / f"{name}.yml", Path(folder))
                shutil.copy(Path(folder) / f"{name}.svg", FOLDER / f"{name}.svg")
    wrong = problems(harness)
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
