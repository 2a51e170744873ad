"""One board's circuit, as the pin map and the kinds of parts say it: devices, and nets as sets of pins.

Nothing here draws. A pin that is on no net and not marked as unused, or on two nets, is an error: a drawing made
from what is returned can only be odd where the pin map is.
"""

import fnmatch
import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ELECTRONICS = Path(__file__).resolve().parent.parent
PINMAP = ELECTRONICS.parent / "pinmap.toml"
KINDS = ELECTRONICS / "kinds.toml"

PULL_KIND = "r_10k"
# RP2350 erratum E9: an input is held low by 8.2 k or less.
PULL_DOWN_KIND = "r_4k7"
DECOUPLING_KIND = "c_100n"


class CircuitError(Exception):
    """What is wrong with the pin map or the kinds, in one sentence."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of a kind: its number on the part, its name, KiCad's electrical type, its usual net."""

    number: str
    name: str
    type: str
    net: str
    side: str


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    prefix: str
    value: str
    footprint: str
    order: str
    shape: str
    pins: tuple[Pin, ...]
    unused: frozenset[str]
    through: tuple[tuple[str, str], ...]
    model: tuple[str, ...]
    decouple: str
    # What is bought with it: a holder, a cover.
    also: tuple[str, ...]

    def pin(self, name: str) -> Pin:
        for pin in self.pins:
            if pin.name == name:
                return pin
        raise CircuitError(f"{self.name} has no pin {name}")

    def numbers(self, name: str) -> list[str]:
        """Return the numbers of all pins of one name: a part may have several for ground."""
        return [pin.number for pin in self.pins if pin.name == name]


@dataclass(frozen=True, slots=True)
class Device:
    """One part of a board. `name` is the pin map's, `ref` the drawing's."""

    name: str
    ref: str
    kind: Kind
    group: str
    value: str
    unused: frozenset[str]


@dataclass(frozen=True, slots=True)
class Circuit:
    """`nets` maps a net to its pins as (device's name, pin's name)."""

    board: str
    title: str
    revision: str
    devices: tuple[Device, ...]
    nets: dict[str, tuple[tuple[str, str], ...]]
    flags: tuple[str, ...]

    def device(self, name: str) -> Device:
        return next(device for device in self.devices if device.name == name)

    def net_of(self) -> dict[tuple[str, str], str]:
        return {pin: net for net, pins in self.nets.items() for pin in pins}

    def numbered(self) -> dict[str, frozenset[tuple[str, str]]]:
        """Return every net as the set of (reference, pin number), as a netlist gives it."""
        by_name = {device.name: device for device in self.devices}
        return {
            net: frozenset(
                (by_name[name].ref, number)
                for name, pin in pins
                for number in by_name[name].kind.numbers(pin)
            )
            for net, pins in self.nets.items()
        }


def read_pinmap(path: Path = PINMAP) -> dict[str, Any]:
    """Return the pin map, tables as they stand."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_kinds(path: Path = KINDS) -> dict[str, Kind]:
    """Return every kind of part by its name."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: _kind(name, table) for name, table in tables.items()}


def _kind(name: str, table: dict[str, Any]) -> Kind:
    shape = table.get("shape", "box")
    pins = [_pin(text, side) for side in ("left", "right") for text in table.get(side, ())]
    if shape != "box":
        pins = [Pin("1", "1", "passive", "", "left")]
        if shape != "point":
            pins.append(Pin("2", "2", "passive", "", "right"))
    return Kind(
        name,
        table["prefix"],
        table["value"],
        table["footprint"],
        table["order"],
        shape,
        tuple(pins),
        frozenset(table.get("unused", ())),
        tuple((a, b) for a, b in table.get("through", ())),
        tuple(table.get("model", ())),
        table.get("decouple", ""),
        tuple(table.get("also", ())),
    )


def _pin(text: str, side: str) -> Pin:
    number, name, kind, *net = text.split()
    return Pin(number, name, kind, net[0] if net else "", side)


def build(board: str, pinmap: dict[str, Any], kinds: dict[str, Kind]) -> Circuit:
    """Return the circuit of one board; raise CircuitError with the first thing that is wrong."""
    table = pinmap[board]
    builder = _Builder(table, kinds)
    builder.take_devices()
    builder.take_pins()
    builder.take_nets()
    builder.take_decoupling()
    builder.take_test_points()
    builder.take_supplies()
    return builder.finish(board)


class _Builder:
    """Collects devices and nets in the order of the pin map, so that references stay where they are."""

    def __init__(self, table: dict[str, Any], kinds: dict[str, Kind]) -> None:
        self._table = table
        self._kinds = kinds
        self._devices: dict[str, Device] = {}
        self._nets: dict[str, list[tuple[str, str]]] = {}
        self._counts: dict[str, int] = {}

    def take_devices(self) -> None:
        for name, entry in self._table["devices"].items():
            self._add(name, entry)
        for name, entry in self._table["parts"].items():
            self._between(name, entry["kind"], entry["group"], *entry["between"])

    def take_pins(self) -> None:
        for name, pin in self._table["pins"].items():
            if pin.get("reset") != "board":
                self._join(name, f"pico.GPIO{pin['gpio']}")
            for target in pin["joins"]:
                self._join(name, target)
            level = pin.get("pull") or {"low": "down", "high": "up"}.get(pin.get("reset", ""))
            if level:
                supply = "GND" if level == "down" else "+3V3"
                low_input = level == "down" and pin["direction"] == "in"
                kind = PULL_DOWN_KIND if low_input else PULL_KIND
                self._between(f"pull_{name.lower()}", kind, "pulls", name, supply)

    def take_nets(self) -> None:
        for net, targets in self._table["nets"].items():
            for target in targets:
                self._join(net, target)
        for index, zone in enumerate(self._table["constants"].get("READERS", {}).get("value", ())):
            words = reader_words(index, zone)
            for net, targets in self._table.get("reader_nets", {}).items():
                for target in targets:
                    self._join(net.format(**words).upper(), target.format(**words))

    def take_decoupling(self) -> None:
        for device in list(self._devices.values()):
            if device.kind.decouple:
                net = device.kind.pin(device.kind.decouple).net
                self._between(f"near_{device.name}", DECOUPLING_KIND, "decoupling", net, "GND")

    def take_test_points(self) -> None:
        for net in self._table["board"]["test_points"]:
            name = f"test_{net.lower()}"
            self._add(name, {"kind": "test_point", "group": "tests", "label": net})
            self._join(net, f"{name}.1")

    def take_supplies(self) -> None:
        taken = {pin for pins in self._nets.values() for pin in pins}
        for device in self._devices.values():
            for pin in device.kind.pins:
                if pin.net and (device.name, pin.name) not in taken:
                    taken.add((device.name, pin.name))
                    self._nets.setdefault(pin.net, []).append((device.name, pin.name))

    def finish(self, board: str) -> Circuit:
        self._check()
        return Circuit(
            board,
            self._table["title"],
            self._table["revision"],
            tuple(self._devices.values()),
            {net: tuple(pins) for net, pins in sorted(self._nets.items())},
            tuple(self._table["board"]["flags"]),
        )

    def _check(self) -> None:
        taken: dict[tuple[str, str], str] = {}
        for net, pins in self._nets.items():
            if len(pins) < 2:
                raise CircuitError(f"net {net} has one pin, {'.'.join(pins[0])}")
            for pin in pins:
                if taken.setdefault(pin, net) != net:
                    raise CircuitError(f"{'.'.join(pin)} is on {taken[pin]} and on {net}")
        for device in self._devices.values():
            for part_pin in device.kind.pins:
                free = part_pin.name in device.unused
                if free == ((device.name, part_pin.name) in taken):
                    state = "on a net and unused" if free else "on no net"
                    raise CircuitError(f"{device.name}.{part_pin.name} is {state}")

    def _add(self, name: str, entry: dict[str, Any]) -> None:
        if entry["kind"] not in self._kinds:
            raise CircuitError(f"{name}: there is no kind {entry['kind']}")
        kind = self._kinds[entry["kind"]]
        ref = entry.get("ref") or self._next_ref(kind.prefix)
        if any(device.ref == ref for device in self._devices.values()):
            raise CircuitError(f"{name}: {ref} is taken")
        unused = kind.unused | frozenset(entry.get("unused", ()))
        value = entry.get("label", kind.value)
        self._devices[name] = Device(name, ref, kind, entry["group"], value, unused)

    def _next_ref(self, prefix: str) -> str:
        self._counts[prefix] = self._counts.get(prefix, 0) + 1
        return f"{prefix}{self._counts[prefix]}"

    def _between(self, name: str, kind: str, group: str, first: str, second: str) -> None:
        self._add(name, {"kind": kind, "group": group})
        self._join(first, f"{name}.1")
        self._join(second, f"{name}.2")

    def _join(self, net: str, target: str) -> None:
        found = list(self._matching(target))
        if not found:
            raise CircuitError(f"net {net}: nothing is called {target}")
        pins = self._nets.setdefault(net, [])
        pins.extend(pin for pin in found if pin not in pins)

    def _matching(self, target: str) -> Iterator[tuple[str, str]]:
        device_pattern, pin_pattern = target.split(".", 1)
        for device in self._devices.values():
            if fnmatch.fnmatchcase(device.name, device_pattern):
                for pin in device.kind.pins:
                    if fnmatch.fnmatchcase(pin.name, pin_pattern):
                        yield device.name, pin.name


def reader_words(index: int, zone: str) -> dict[str, Any]:
    """Return what a reader's net names and pins may say of it."""
    return {
        "zone": zone,
        "index": index,
        "number": index + 1,
        "letter": string.ascii_uppercase[index],
        "bank": "ab"[index // 4],
        "gate": index % 4 + 1,
        "pair": index // 2,
    }


def wired(circuit: Circuit) -> dict[str, int]:
    """Return which GPIO reaches each pin that has a model, through buffers and series parts."""
    net_of = circuit.net_of()
    by_name = {device.name: device for device in circuit.devices}
    found: dict[str, int] = {}
    for (name, pin), net in net_of.items():
        number = re.fullmatch(r"GPIO(\d+)", pin)
        if name != "pico" or number is None:
            continue
        for device, end in sorted(_reach(circuit, net, net_of, by_name)):
            if end in by_name[device].kind.model:
                found[f"{device}_{end}".upper()] = int(number[1])
    return dict(sorted(found.items()))


def _reach(
    circuit: Circuit,
    net: str,
    net_of: dict[tuple[str, str], str],
    by_name: dict[str, Device],
) -> set[tuple[str, str]]:
    nets, ends, waiting = {net}, set(), [net]
    while waiting:
        for device, pin in circuit.nets[waiting.pop()]:
            ends.add((device, pin))
            for pair in by_name[device].kind.through:
                if pin in pair:
                    beyond = net_of.get((device, pair[1 - pair.index(pin)]), "")
                    if beyond and beyond not in nets and beyond != "GND" and beyond[0] != "+":
                        nets.add(beyond)
                        waiting.append(beyond)
    return ends
