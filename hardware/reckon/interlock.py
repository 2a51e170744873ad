"""The motors' supply of the croupier's revision B as circuits for ngspice: lid, clamp, soft start, polarity.

Each deck takes its values from hardware/croupier_b.toml. What a deck shows is measured in it; the tests plant a
fault in each and see it found.
"""

import re
from typing import Any

from hardware.antenna import witness

Numbers = dict[str, Any]
VOLT = 24.0


def measured(circuit: str, name: str) -> float:
    """Return what ngspice measures in a deck; raise ValueError if it measures nothing."""
    said = witness.run(circuit)
    found = re.search(rf"^{name}\s*=\s*([-+.\deE]+)", said, re.MULTILINE)
    if not found:
        raise ValueError(f"ngspice measured no {name}: {said[-300:]}")
    return float(found[1])


def turning(numbers: Numbers, *, watt: float, brake: bool = True, clamp: bool = True) -> str:
    """Return the rail behind the open supply while the rack's driver still brakes: the firmware hangs.

    The driver gives back `watt` for 100 ms into the motors' capacitors, which nothing else is left on.
    """
    p = numbers["power"]
    slope = (p["clamp_v"] - p["clamp_knee_v"]) / 14.2
    lines = [
        "lid open while turning",
        f"C1 rail c1 {p['bulk_f']} ic={VOLT}",
        "RC1 c1 0 0.05",
        "BG 0 rail I = time < 0.1 ? WATT/max(v(rail),10) : 0".replace("WATT", f"{watt}"),
        "RB rail 0 10k",
    ]
    if brake:
        lines += [
            f"S1 rail b rail 0 chopper\n.model chopper SW(VT={p['brake_v']} VH=0.3 RON=0.1 ROFF=1e8)",
            f"RBRAKE b 0 {p['brake_ohm']}",
        ]
    if clamp:
        lines += [
            f"DC 0 z tvs\n.model tvs D(BV={p['clamp_knee_v']} IBV=1m)",
            f"RZ z rail {slope:.3f}",
        ]
    return _deck(lines, ".tran 50u 150m uic", "meas tran peak max v(rail)")


def starting(numbers: Numbers, *, gate_nf: float | None = None) -> str:
    """Return the rail's rise when the lid closes: a P-channel MOSFET whose gate falls slowly."""
    p = numbers["power"]
    lines = [
        "soft start",
        f"V1 s 0 {VOLT}",
        "RS s a 0.05",
        "LS a in 1u",
        "CIN in ci 2200u ic=24",
        "RCI ci 0 0.03",
        "M1 rail g in in pmos1",
        ".model pmos1 PMOS(VTO=-2.5 KP=8)",
        # A source follower's integrator: the capacitor from gate to drain makes the rail a ramp.
        f"CG g rail {p['gate_nf'] if gate_nf is None else gate_nf}n ic={VOLT}",
        "CS g in 10n ic=0",
        "SLID g gl ctl 0 lid",
        "RG gl 0 100k",
        ".model lid SW(VT=0.5 RON=1 ROFF=1e9)",
        "VC ctl 0 PULSE(0 1 2m 1u 1u 1 2)",
        "RUP g in 220k",
        # Holds the gate within 12 V of the source.
        "DHOLD g in hold\n.model hold D(BV=12 IBV=1m)",
        f"C1 rail c1 {p['bulk_f']} ic=0",
        "RC1 c1 0 0.03",
        "RL rail 0 1k",
        "VM in2 in 0",
    ]
    return _deck(
        lines, ".tran 5u 60m uic", "meas tran peak max i(LS)", "meas tran end find v(rail) at=59m"
    )


def order(numbers: Numbers, *, hardware: bool = True) -> str:
    """Return the lid's opening: when the driver is told to stop, and when its supply has fallen under 20 V.

    Without the path in hardware the firmware's interrupt stops the driver after a garbage collection: 60 ms here.
    """
    p = numbers["power"]
    stop = p["enable_delay_ms"] if hardware else 60.0
    lines = [
        "order at the lid",
        f"VEN en 0 PULSE(0 3.3 {1 + stop}m 1u 1u 1 2)",
        f"VSW sw 0 PULSE(1 0 {1 + p['vm_delay_ms']}m 1u 1u 1 2)",
        f"V1 src 0 {VOLT}",
        "S1 src rail sw 0 feed",
        ".model feed SW(VT=0.5 RON=0.05 ROFF=1e9)",
        f"C1 rail 0 {p['bulk_f']} ic={VOLT}",
        "RL rail 0 100",
    ]
    return _deck(
        lines,
        ".tran 20u 400m uic",
        "meas tran stop when v(en)=1.6 rise=1",
        "meas tran gone when v(rail)=20 fall=1",
    )


def welded(numbers: Numbers, *, stuck: bool) -> str:
    """Return the sense input a second after the lid has opened: 100 k and 15 k; 470 ohm bleed the rail."""
    p = numbers["power"]
    lines = [
        "supply seen to fall",
        f"V1 src 0 {VOLT}",
        f"S1 src rail ctl 0 feed\n.model feed SW(VT=0.5 RON=0.05 ROFF={'0.05' if stuck else '1e9'})",
        "VC ctl 0 PULSE(1 0 1m 1u 1u 10 20)",
        f"C1 rail 0 {p['bulk_f']} ic={VOLT}",
        "RBLEED rail 0 470",
        "R1 rail sense 100k",
        "R2 sense 0 15k",
    ]
    return _deck(lines, ".tran 1m 1.2 uic", "meas tran sense find v(sense) at=1.1")


def reversed_supply(*, protected: bool) -> str:
    """Return the rail with the bench supply's wires exchanged: a P-channel MOSFET turned round in the inlet."""
    lines = ["reverse polarity", f"V1 in 0 {-VOLT}", "RL rail 0 100"]
    if protected:
        lines += ["M1 in g rail rail pmos1", ".model pmos1 PMOS(VTO=-2.5 KP=8)", "RG g 0 100k"]
        lines += ["DB in rail body", ".model body D"]
    else:
        lines += ["RW in rail 0.05"]
    return _deck(lines, ".tran 1u 1m", "meas tran low min v(rail)")


def _deck(lines: list[str], analysis: str, *measure: str) -> str:
    return "\n".join((*lines, analysis, ".control", "run", *measure, ".endc", ".end", ""))
