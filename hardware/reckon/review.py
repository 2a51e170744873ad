"""Rules that read what stands in the drawings: each would have stopped revision A's boards.

`python -m hardware.reckon.review` prints what they find in revision B, which must be nothing, and ends with
status 1 otherwise. Revision A's boards are kept in electronics/revision_a; what is found there is the errata page.
"""

import math
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.reckon import circuits, drawn, safety_rules
from hardware.reckon.drawn import Board, Pad

from hardware import dimensions as d

ELECTRONICS = Path(__file__).resolve().parent.parent / "electronics"
PINMAP = Path(__file__).resolve().parent.parent / "pinmap.toml"
BOARDS = ("mat", "croupier")
REVISION_A = ELECTRONICS / "revision_a"
# What the covers of revision A left above its boards, mm; those of revision B are drawn around what stands there.
ROOM_A = {"mat": 20.0, "croupier": 30.0}
# From a supply pin to the nearest 100 nF, mm.
DECOUPLED_MM = 6.0
# RP2350 erratum E9: a pad with its input on is held at 2.2 V against more than this (data sheet, appendix E).
PULL_DOWN_OHM = 8200.0
# Plugs that carry signals beside a supply; the others carry a supply alone.
SIGNAL_PLUGS = ("Connector_IDC", "Connector_JST:JST_XH", "Connector_PinHeader")
# Of a shunt's own resistance, what may lie in copper inside its measurement.
KELVIN_SHARE = 0.01
# The most that a supply may give before it folds back; how many times its hold current trips a resettable fuse.
ADAPTER_MOST_A, CONVERTER_A, TRIPS_AT = 3.8, 3.2, 2.0
# A slow fuse to UL 248-14 opens at this part of its rating, within an hour; at twice within two minutes.
BLOWS_AT = 1.35
# Worst delays at 3.3 V and 85 degrees, ns: buffer out, buffer back (data sheets, from 4.5 V taken up to 3.3 V).
DELAY_NS = {"74HC244": 38.0, "74HC125": 40.0, "74AHC244": 13.0, "74AHC125": 13.0}
READER_NS, CABLE_NS, SETUP_NS = 25.0, 6.0, 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something a rule found on a board."""

    rule: str
    board: str
    text: str


def findings(board: Board) -> list[Finding]:
    """Return what every rule finds on a board as drawn."""
    return [
        Finding(rule=name, board=board.name, text=text)
        for name, rule in RULES.items()
        for text in rule(board)
    ]


def boards() -> list[Board]:
    """Return revision B's boards as drawn."""
    return [drawn.read(ELECTRONICS / name / f"{name}.kicad_pcb") for name in BOARDS]


def old_boards() -> list[Board]:
    """Return revision A's boards as they were drawn."""
    return [
        replace(drawn.read(REVISION_A / f"{name}.kicad_pcb"), room_mm=ROOM_A[name])
        for name in BOARDS
    ]


def _decoupling(board: Board) -> Iterator[str]:
    """Yield each chip whose supply pin has no 100 nF near it."""
    for pad in board.pads:
        # The last pin of every chip here is its supply; others on the rail are inputs that are tied high.
        last = max(int(number) for number in board.nets(pad.part)) if pad.part[0] == "U" else 0
        if pad.net not in ("+3V3", "+5V") or pad.number != str(last):
            continue
        far = _nearest_capacitor(board, pad)
        if far > DECOUPLED_MM:
            yield (
                f"{pad.part}.{pad.number}: the nearest 100 nF on {pad.net} is {far:.0f} mm away, "
                f"{DECOUPLED_MM:g} allowed"
            )


def _nearest_capacitor(board: Board, pad: Pad) -> float:
    near = (
        math.dist(pad.at, other.at)
        for part in board.between(pad.net, "GND", "C")
        if board.values[part] == "100n"
        for other in board.pads
        if other.part == part and other.net == pad.net
    )
    return min(near, default=math.inf)


def _rails(board: Board) -> Iterator[str]:
    """Yield each supply that enters a module or a motor without a 100 nF beside its bulk capacitor."""
    for net in ("+5V", "+24V_M", "+6V_M"):
        if board.on(net) and not any(
            board.values[part] == "100n" for part in board.between(net, "GND", "C")
        ):
            yield f"{net}: no 100 nF"


def _pull_downs(board: Board) -> Iterator[str]:
    """Yield each input of the Pico that is held low by more than E9 allows."""
    for number, net in board.nets("A1").items():
        if net in ("", "GND") or net in _outputs(board.name):
            continue
        for part in board.between(net, "GND", "R"):
            ohm = circuits.ohms(board.values[part])
            if ohm > PULL_DOWN_OHM:
                yield (f"A1.{number} {net}: {part} of {ohm:g} ohm, {PULL_DOWN_OHM:g} at most (E9)")


def _outputs(board: str) -> set[str]:
    pins = tomllib.loads(PINMAP.read_text(encoding="utf-8"))[board]["pins"]
    return {name for name, pin in pins.items() if pin["direction"] == "out"}


def _kelvin(board: Board) -> Iterator[str]:
    """Yield each shunt in whose measurement copper lies."""
    for part, value in board.values.items():
        if not value.startswith("0R"):
            continue
        own = circuits.ohms(value.split()[0])
        for load in (pad for pad in board.pads if pad.part == part):
            on = [pad for pad in board.on(load.net) if pad.part != part]
            senses = [pad for pad in on if board.values[pad.part].startswith(("INA", "net tie"))]
            sources = [pad for pad in on if pad not in senses]
            for sense in senses:
                inside = max(
                    (drawn.shared_ohm(board, source, sense, load) for source in sources),
                    default=0.0,
                )
                if inside > KELVIN_SHARE * own:
                    yield (
                        f"{part}.{load.number}: {1e3 * inside:.1f} milliohm of track lie inside the measurement, "
                        f"{100 * inside / own:.0f} % of the shunt"
                    )


def _fuses(board: Board) -> Iterator[str]:
    """Yield each fuse that its supply does not open, resettable or not."""
    for part, value in board.values.items():
        nets = set(board.nets(part).values())
        most = ADAPTER_MOST_A if any(net.startswith("+24V") for net in nets) else CONVERTER_A
        if value.endswith("hold"):
            trips = TRIPS_AT * float(value.removesuffix("A hold"))
            slow = "" if trips > most else ", and then in tens of seconds"
            if trips > 0.5 * most:
                yield f"{part}: trips at {trips:g} A, its supply gives {most:g} A at the most{slow}"
        elif part.startswith("F"):
            blows = BLOWS_AT * float(value.strip("TA"))
            if blows > most:
                yield f"{part}: blows at {blows:g} A, its supply gives {most:g} A at the most"


def _clamps(board: Board) -> Iterator[str]:
    """Yield each rail behind a contact that has nothing to hold a motor's rebound."""
    for net in ("+24V_M",):
        if board.on(net) and not any(True for _ in board.between(net, "GND", "D")):
            yield f"{net}: no clamp of its own; the inlet's lies before the contact"


def _driver_order(board: Board) -> Iterator[str]:
    """Yield each driver whose logic supply stays when its motor supply goes."""
    for part, value in board.values.items():
        if value == "TMC2209 carrier":
            nets = set(board.nets(part).values())
            if "+24V_M" in nets and "+3V3" in nets:
                yield f"{part}: VIO hangs on +3V3 and stays when the lid takes VM"


def _keyed(board: Board) -> Iterator[str]:
    """Yield terminals of one shape that carry different voltages."""
    of_shape: dict[str, set[str]] = {}
    for part, footprint in board.footprints.items():
        if part.startswith("J") and not footprint.startswith(SIGNAL_PLUGS):
            fed = {net for net in board.nets(part).values() if net.startswith("+")}
            of_shape.setdefault(footprint, set()).update(fed)
    for footprint, rails in of_shape.items():
        volts = {rail.split("_")[0] for rail in rails}
        if len(volts) > 1:
            yield f"{' and '.join(sorted(volts))} on terminals of one shape ({footprint.split(':')[-1][:30]})"


def _heights(board: Board) -> Iterator[str]:
    """Yield parts that are taller than what the covers leave."""
    above = tomllib.loads((ELECTRONICS / "heights.toml").read_text(encoding="utf-8"))["above"]
    free = board.room_mm or float(d.BOARDS[board.name]["above_mm"])
    for part, value in board.values.items():
        high = above.get(value, 0.0)
        if high > free:
            yield f"{part} ({value}): {high:g} mm tall, the cover leaves {free:g}"


def _timing(board: Board) -> Iterator[str]:
    """Yield a clock whose half period the slowest way out and back does not fit into."""
    hertz = tomllib.loads(PINMAP.read_text(encoding="utf-8"))[board.name]["constants"]["SPI_HZ"]
    half = 5e8 / float(hertz["value"])
    used = {value for value in board.values.values() if value in DELAY_NS}
    if used:
        way = sum(DELAY_NS[value] for value in used) + 2 * CABLE_NS + READER_NS + SETUP_NS
        if way > 0.9 * half:
            yield (
                f"SPI: {way:.0f} ns out and back ({', '.join(sorted(used))}), half a period is {half:.0f} ns"
            )


RULES: dict[str, Callable[[Board], Iterator[str]]] = {
    "100 nF at each supply pin": _decoupling,
    "100 nF on each rail": _rails,
    "pull-downs within erratum E9": _pull_downs,
    "shunts measured at their pads": _kelvin,
    "fuses that their supply trips": _fuses,
    "a clamp behind each contact": _clamps,
    "VIO goes with VM": _driver_order,
    "terminals that cannot be exchanged": _keyed,
    "parts under their cover": _heights,
    "SPI within its half period": _timing,
    **safety_rules.RULES,
}


def table() -> str:
    """Return revision A's findings in Markdown."""
    found = [finding for board in old_boards() for finding in findings(board)]
    rows = ["| Board | Rule | Found in the drawing |", "|---|---|---|"]
    rows += [f"| {each.board} | {each.rule} | {each.text} |" for each in found]
    return "\n".join(rows)


def main() -> int:
    found = [finding for board in boards() for finding in findings(board)]
    for each in found:
        print(f"{each.board}: {each.rule}: {each.text}")
    old = sum(len(findings(board)) for board in old_boards())
    print(f"revision B: {len(found)} findings; revision A: {old}, as docs/build/errata.md says")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
