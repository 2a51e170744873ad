"""The antennas as a maker gets them: parts to buy, what the chip will see, how far it may miss.

`python -m hardware.antenna.report` prints the tables that stand in docs/build/antennas.md.
"""

import functools
import math
import random
from dataclasses import dataclass, replace

from hardware.antenna import antenna, matching
from hardware.antenna.antenna import Antennas, Coil
from hardware.antenna.matching import Network, Tolerance

E24 = (
    10,
    11,
    12,
    13,
    15,
    16,
    18,
    20,
    22,
    24,
    27,
    30,
    33,
    36,
    39,
    43,
    47,
    51,
    56,
    62,
    68,
    75,
    82,
    91,
)
# The trimmer across the coil, pF: what it can, and where it should stand on paper.
TRIMMER = (6.5, 30.0)
TRIMMER_MIDDLE = 15.0
# So many trimmed antennas are drawn; the trimmer is turned in steps of this many pF.
TRIMMED = 100
TURN_PF = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of one antenna board: pF and ohm; each but the trimmer stands in both legs."""

    c1: float
    c1b: float
    c2: float
    rq: float
    trimmer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """One antenna, exact and with parts that can be bought."""

    coil: Coil
    turns_uh: float  # current spread evenly: what the drawing is compared with
    exact: Network
    parts: Parts
    real: Network
    ampere: float
    field: float

    @property
    def unloaded_q(self) -> float:
        return 2 * math.pi * self.exact.frequency * self.exact.coil / self.exact.resistance

    @property
    def coil_volt(self) -> float:
        return self.ampere * 2 * math.pi * self.exact.frequency * self.exact.coil

    @property
    def supply_ampere(self) -> float:
        """What the transmitter draws from its supply: the power of the square wave's fundamental."""
        m = antenna.load().matching
        volt = 4 / math.pi * m["supply_v"] / math.sqrt(2)
        seen = matching.impedance(self.real) + m["stage_ohm"]
        return volt**2 * seen.real / abs(seen) ** 2 / m["supply_v"]


def value_below(value: float) -> float:
    """Return the largest value of the E24 row that is not above."""
    decade: float = 10 ** math.floor(math.log10(value) - 1)
    return max(step * decade for step in (*E24, 100) if step * decade <= value * (1 + 1e-9))


def value_near(value: float) -> float:
    """Return the value of the E24 row that is nearest in proportion."""
    decade: float = 10 ** math.floor(math.log10(value) - 1)
    return min((step * decade for step in (*E24, 100)), key=lambda v: abs(math.log(v / value)))


@functools.cache
def designs() -> dict[str, Design]:
    """Return every antenna of coils.toml, calculated."""
    data = antenna.load()
    return {name: design(coil, data) for name, coil in data.coils.items()}


def design(coil: Coil, data: Antennas) -> Design:
    """Return one antenna calculated; raise ValueError if it cannot be matched."""
    m = data.matching
    z = antenna.impedance(coil, data.copper, m["frequency_hz"])
    exact = matching.design(
        coil=z.imag / (2 * math.pi * m["frequency_hz"]),
        resistance=z.real,
        q=coil.q,
        target=coil.target_ohm,
        frequency=m["frequency_hz"],
        l0=m["filter_nh"] * 1e-9,
        c0=m["filter_pf"] * 1e-12,
        stray=m["stray_pf"] * 1e-12,
    )
    parts, real = _bought(exact, coil.target_ohm)
    corners = antenna.path(coil)
    ampere = matching.coil_current(real, m["supply_v"], m["stage_ohm"])
    return Design(
        coil=coil,
        turns_uh=1e6 * antenna.inductance(corners, coil.track_mm, data.copper.thickness_um / 1e3),
        exact=exact,
        parts=parts,
        real=real,
        ampere=ampere,
        field=abs(antenna.field(corners, ampere, 0, 0, coil.card_mm)),
    )


def _bought(exact: Network, target: float) -> tuple[Parts, Network]:
    """Return parts of the E24 row, and the network they make with the trimmer at its best."""
    c1 = value_below(exact.c1 * 1e12)
    rest = exact.c1 * 1e12 - c1
    c1b = value_near(rest) if rest > 1 else 0.0
    c2 = value_near(exact.c2 * 1e12 - 2 * TRIMMER_MIDDLE)
    fixed = replace(exact, c1=(c1 + c1b) * 1e-12, c2=c2 * 1e-12, rq=value_near(exact.rq))
    trimmer, real = trim(fixed, target)
    return Parts(c1=c1, c1b=c1b, c2=c2, rq=fixed.rq, trimmer=trimmer), real


def trim(fixed: Network, target: float) -> tuple[float, Network]:
    """Return the trimmer's pF that bring the impedance nearest the target, and the network then."""
    turns = round((TRIMMER[1] - TRIMMER[0]) / TURN_PF)
    stands = [TRIMMER[0] + TURN_PF * turn for turn in range(turns + 1)]

    def with_trimmer(value: float) -> Network:
        # Across the coil it counts twice for each leg.
        return replace(fixed, c2=fixed.c2 + 2 * value * 1e-12)

    best = min(stands, key=lambda v: abs(matching.impedance(with_trimmer(v)) - target))
    return best, with_trimmer(best)


def tolerance(data: Antennas | None = None) -> Tolerance:
    return Tolerance(**(data or antenna.load()).tolerance)


def trimmed(
    design: Design, spread: Tolerance, seed: int = matching.SEED
) -> list[tuple[float, float]]:
    """Return the trimmer's pF and |Z| of antennas whose parts miss, each trimmed at its best."""
    dice = random.Random(seed)  # noqa: S311  a repeatable sample, no secret
    fixed = replace(design.real, c2=design.parts.c2 * 1e-12)
    found = []
    for _ in range(TRIMMED):
        off = [1 + dice.uniform(-1, 1) * s for s in (spread.coil, spread.filter_coil)]
        caps = [1 + dice.uniform(-spread.capacitors, spread.capacitors) for _ in range(3)]
        drawn = replace(
            fixed,
            coil=fixed.coil * off[0],
            l0=fixed.l0 * off[1],
            c0=fixed.c0 * caps[0],
            c1=fixed.c1 * caps[1],
            c2=fixed.c2 * caps[2],
            stray=fixed.stray * (1 + dice.uniform(-1, 1)),
        )
        stand, there = trim(drawn, design.coil.target_ohm)
        found.append((stand, abs(matching.impedance(there))))
    return found


def share(values: list[float], percent: float) -> float:
    """Return the value under which that share of sorted values lies."""
    return values[round((len(values) - 1) * percent / 100)]


# Tables --------------------------------------------------------------------------------------


def coils_table() -> str:
    rows = [
        (
            "| Coil | Size, turns, track/gap (mm) | L even / at 13.56 MHz | R | Q alone / loaded "
            "| Current | Volt | Field at the card | From 5 V |\n|---|---|---:|---:|---:|---:|---:|---:|---:|"
        )
    ]
    for d in designs().values():
        c, n = d.coil, d.exact
        size = f"{c.width_mm:g} x {c.height_mm:g}, {c.turns}, {c.track_mm:g}/{c.gap_mm:g}"
        rows.append(
            f"| {c.name} | {size} | {d.turns_uh:.3f} / {n.coil * 1e6:.3f} µH | {n.resistance:.2f} ohm "
            f"| {d.unloaded_q:.0f} / {c.q:g} | {d.ampere * 1e3:.0f} mA | {d.coil_volt:.0f} V "
            f"| {d.field:.1f} A/m | {d.supply_ampere * 1e3:.0f} mA |"
        )
    return "\n".join(rows)


def parts_table() -> str:
    rows = [
        (
            "| Coil | Target | C1 / C2 / RQ exact, per leg | C1 + C1b | C2 | RQ | Trimmer CT | Then Z |\n"
            "|---|---:|---|---|---:|---:|---:|---|"
        )
    ]
    for d in designs().values():
        n, p, z = d.exact, d.parts, matching.impedance(d.real)
        exact = f"{n.c1 * 1e12:.1f} pF / {n.c2 * 1e12:.1f} pF / {n.rq:.2f} ohm"
        beside = f"{p.c1:g} + {p.c1b:g} pF" if p.c1b else f"{p.c1:g} pF, C1b empty"
        rows.append(
            f"| {d.coil.name} | {d.coil.target_ohm:g} ohm | {exact} | {beside} | {p.c2:g} pF "
            f"| {p.rq:g} ohm | {p.trimmer:.2f} pF | {z.real:.1f} {z.imag:+.1f}j ohm |"
        )
    return "\n".join(rows)


def spread_table() -> str:
    spread = tolerance()
    rows = [
        (
            "| Coil | Target | Z untrimmed, 5 to 95 % | Z trimmed, 5 to 95 % | Trimmer, 5 to 95 % "
            "| -10 dB band |\n|---|---:|---:|---:|---:|---:|"
        )
    ]
    for d in designs().values():
        raw = matching.spread(d.real, spread)
        after = trimmed(d, spread)
        stands, ohms = sorted(a for a, _ in after), sorted(b for _, b in after)
        low, high = matching.band(d.exact, d.coil.target_ohm)
        rows.append(
            f"| {d.coil.name} | {d.coil.target_ohm:g} ohm | {_range(raw, 0)} ohm | {_range(ohms, 0)} ohm "
            f"| {_range(stands, 1)} pF | {low / 1e6:.2f} to {high / 1e6:.2f} MHz |"
        )
    return "\n".join(rows)


def _range(values: list[float], digits: int) -> str:
    return f"{share(values, 5):.{digits}f} to {share(values, 95):.{digits}f}"


def tables() -> str:
    """Return all three tables in Markdown."""
    return f"{coils_table()}\n\n{parts_table()}\n\n{spread_table()}"


if __name__ == "__main__":
    print(tables())
