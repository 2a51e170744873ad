"""ngspice as an independent witness: circuits as text, run in batch, numbers read back."""

import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hardware.antenna.matching import Network

from tallone.simulator.induction import Inlay, Place, ReaderCoil, filaments
from tallone.simulator.induction.filaments import Filament, Loop
from tallone.simulator.induction.model import OMEGA

MISSING = "ngspice is not installed (Debian: apt install ngspice)"


def found() -> bool:
    return shutil.which("ngspice") is not None


def run(circuit: str) -> str:
    """Return what ngspice prints; raise FileNotFoundError where it is not installed."""
    program = shutil.which("ngspice")
    if program is None:
        raise FileNotFoundError(MISSING)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "circuit.cir"
        file.write_text(circuit, encoding="utf-8")
        done = subprocess.run(
            [program, "-b", str(file)], capture_output=True, text=True, check=False, cwd=folder
        )
    return done.stdout + done.stderr


def impedance(network: Network) -> complex:
    """Return what ngspice finds between TX1 and TX2."""
    said = run(antenna(network))
    number = re.search(r"z = ([-+.\de]+),([-+.\de]+)", said)
    if not number:
        raise ValueError(f"ngspice gave no impedance: {said[-300:]}")
    return complex(float(number[1]), float(number[2]))


def coil_current(network: Network, supply: float, stage: float) -> float:
    """Return the coil's effective current that ngspice finds, driven as in `matching.coil_current`."""
    volt = 4 / math.pi * supply / math.sqrt(2)
    said = run(antenna(network, volt, stage))
    number = re.search(r"coil = ([-+.\de]+)", said)
    if not number:
        raise ValueError(f"ngspice gave no current: {said[-300:]}")
    return float(number[1])


def fan_voltages(circuit: str, count: int) -> list[float]:
    """Return the voltages that ngspice finds on the chips of a fan."""
    said = run(circuit)
    found = [re.search(rf"chip{number} = ([-+.\de]+)", said) for number in range(count)]
    if not all(found):
        raise ValueError(f"ngspice gave no voltages: {said[-300:]}")
    return [float(number[1]) for number in found if number]


def fan(places: Sequence[Place], inlay: Inlay, coil: ReaderCoil) -> str:
    """Return cards over a reader's coil as a circuit: coils with their factors, chips, the coil's source.

    The factors are summed here turn by turn from partial inductances: the model's three loops are not used.
    """
    own, reader = inlay.winding.inductance(), coil.winding.inductance()
    loss = OMEGA * reader / coil.q
    lines = [
        "cards over a coil",
        f"V1 source 0 AC {loss * coil.ampere:.9e}",
        f"RR source a {loss:.9e}",
        f"CR a b {1 / (OMEGA**2 * reader):.9e}",
        f"LR b 0 {reader:.9e}",
    ]
    shapes = [
        [side for loop in inlay.winding.loops() for side in _laid(loop, place)] for place in places
    ]
    under = [side for loop in coil.winding.loops() for side in loop]
    for number, (place, shape) in enumerate(zip(places, shapes, strict=True)):
        lines += [
            f"L{number} t{number} 0 {own:.9e}",
            f"R{number} t{number} c{number} {OMEGA * own / inlay.q:.9e}",
            f"C{number} c{number} 0 {inlay.farad():.9e}",
        ]
        shared = filaments.mutual(under, shape, (coil.depth_mm + place.z_mm) / 1e3)
        lines.append(f"KR{number} LR L{number} {shared / math.sqrt(own * reader):.9e}")
        for other in range(number):
            apart = abs(place.z_mm - places[other].z_mm) / 1e3
            factor = filaments.mutual(shapes[other], shape, apart) / own
            lines.append(f"K{other}{number} L{other} L{number} {factor:.9e}")
    lines += [".control", "ac lin 1 13.56meg 13.56meg"]
    for number in range(len(places)):
        lines += [f"let chip{number} = mag(v(c{number}))", f"print chip{number}"]
    return "\n".join((*lines, ".endc", ".end", ""))


def _laid(loop: Loop, place: Place) -> list[Filament]:
    turn = math.radians(place.turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    right, up = place.x_mm / 1e3, place.y_mm / 1e3

    def moved(x: float, y: float) -> tuple[float, float]:
        return right + x * cos - y * sin, up + x * sin + y * cos

    return [(*moved(a, b), *moved(c, d)) for a, b, c, d in loop]


def antenna(network: Network, volt: float = 1.0, stage: float = 0.0) -> str:
    """Return the network as a circuit for ngspice: answers are Z between TX1 and TX2, and the coil's current."""
    n = network
    lines = [
        "antenna between tx1 and tx2",
        f"V1 source tx2 AC {volt:.6e}",
        f"RS source tx1 {max(stage, 1e-6):.6e}",
        "Rm tx1 0 1g",
        "Rn tx2 0 1g",
    ]
    for leg in (1, 2):
        lines += [
            f"L0{leg} tx{leg} a{leg} {n.l0:.6e}",
            f"C0{leg} a{leg} 0 {n.c0:.6e}",
            f"RW{leg} a{leg} w{leg} {max(n.switch, 1e-6):.6e}",
            f"C1{leg} w{leg} b{leg} {n.c1:.6e}",
            f"Rb{leg} b{leg} 0 1g",
            f"C2{leg} b{leg} 0 {n.c2:.6e}",
            f"RQ{leg} b{leg} c{leg} {n.rq:.6e}",
        ]
    lines += [
        f"CS b1 b2 {n.stray:.6e}",
        f"LC c1 m {n.coil:.6e}",
        f"RC m e {n.resistance:.6e}",
        "VC e c2 0",
        ".control",
        f"ac lin 1 {n.frequency:.0f} {n.frequency:.0f}",
        "let z = -(v(tx1)-v(tx2))/i(v1)",
        "print z",
        "let coil = mag(i(vc))",
        "print coil",
        ".endc",
        ".end",
    ]
    return "\n".join(lines) + "\n"
