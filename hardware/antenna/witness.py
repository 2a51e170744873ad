"""ngspice as an independent witness: circuits as text, run in batch, numbers read back."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from hardware.antenna.matching import Network

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


def antenna(network: Network) -> str:
    """Return the network as a circuit for ngspice, whose answer is the impedance between TX1 and TX2."""
    n = network
    lines = ["antenna between tx1 and tx2", "V1 tx1 tx2 AC 1", "Rm tx1 0 1g", "Rn tx2 0 1g"]
    for leg in (1, 2):
        lines += [
            f"L0{leg} tx{leg} a{leg} {n.l0:.6e}",
            f"C0{leg} a{leg} 0 {n.c0:.6e}",
            f"C1{leg} a{leg} b{leg} {n.c1:.6e}",
            f"Rb{leg} b{leg} 0 1g",
            f"C2{leg} b{leg} 0 {n.c2:.6e}",
            f"RQ{leg} b{leg} c{leg} {n.rq:.6e}",
        ]
    lines += [
        f"CS b1 b2 {n.stray:.6e}",
        f"LC c1 m {n.coil:.6e}",
        f"RC m c2 {n.resistance:.6e}",
        ".control",
        f"ac lin 1 {n.frequency:.0f} {n.frequency:.0f}",
        "let z = -1/i(v1)",
        "print z",
        ".endc",
        ".end",
    ]
    return "\n".join(lines) + "\n"
