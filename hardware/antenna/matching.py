"""The network between reader chip and coil: ladder, exact matching, tolerances. Standard library only.

In each of the two legs, from the chip: L0 in series and C0 to ground (the filter), a closed switch where lanes
share a reader, C1 in series, C2 to ground, RQ in series with the coil; a stray capacitance lies across the coil.
All values are SI.
"""

import math
import random
from dataclasses import dataclass, replace

DRAWS = 500
SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """All parts of one antenna, per leg; coil and stray once."""

    frequency: float
    coil: float
    resistance: float
    stray: float
    l0: float
    c0: float
    c1: float
    c2: float
    rq: float
    # A closed switch between filter and C1.
    switch: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """Relative spreads; each part is drawn evenly between minus and plus."""

    capacitors: float
    filter_coil: float
    coil: float


def design(
    *,
    coil: float,
    resistance: float,
    q: float,
    target: float,
    frequency: float,
    l0: float,
    c0: float,
    stray: float,
    switch: float = 0.0,
) -> Network:
    """Return the network that shows `target` ohm, real, between TX1 and TX2; raise ValueError if none does."""
    omega = 2 * math.pi * frequency
    rq = (omega * coil / q - resistance) / 2
    if rq <= 0:
        raise ValueError(f"the coil alone has a Q under {q:g}: {omega * coil / resistance:.0f}")
    empty = Network(
        frequency=frequency,
        coil=coil,
        resistance=resistance,
        stray=stray,
        l0=l0,
        c0=c0,
        c1=0,
        c2=0,
        rq=rq,
        switch=switch,
    )
    return tune(empty, target)


def tune(network: Network, target: float) -> Network:
    """Return the network with the C1 and C2 that show `target` ohm; raise ValueError if none do.

    Exact, from the target backwards through the filter: behind it the coil with C2 must have the same
    real part, which gives C2, and C1 takes the rest. The textbook's formulas for this are its
    approximation for a coil of high Q.
    """
    n, omega = network, 2 * math.pi * network.frequency
    behind = 1 / (1 / (target - 2j * omega * n.l0) - 1j * omega * n.c0 / 2)
    behind -= 2 * n.switch
    loop = 1 / (n.resistance + 2 * n.rq + 1j * omega * n.coil)
    square = loop.real / behind.real - loop.real**2
    if square < 0:
        raise ValueError(f"no C2 makes {target:g} ohm of this coil")
    # The negative root: what is left of the coil is inductive, so that C1 can take it away.
    across = -math.sqrt(square)
    c2 = 2 * ((across - loop.imag) / omega - n.stray)
    c1 = -2 / (omega * (behind.imag + across / (loop.real**2 + square)))
    if min(c1, c2) <= 0:
        raise ValueError(f"no C1 and C2 make {target:g} ohm of this coil")
    return replace(network, c1=c1, c2=c2)


def impedance(network: Network, frequency: float | None = None) -> complex:
    """Return what the chip sees between TX1 and TX2."""
    n = network
    s = 2j * math.pi * (frequency or n.frequency)
    across = 1 / (n.resistance + 2 * n.rq + s * n.coil) + s * (n.stray + n.c2 / 2)
    series = 1 / across + 2 / (s * n.c1) + 2 * n.switch
    return 1 / (1 / series + s * n.c0 / 2) + 2 * s * n.l0


def coil_current(network: Network, supply: float, stage: float) -> float:
    """Return the coil's effective current in ampere, driven by a square wave through the output stages."""
    n = network
    s = 2j * math.pi * n.frequency
    loop = n.resistance + 2 * n.rq + s * n.coil
    # Fundamental of a square wave of plus and minus `supply` between TX1 and TX2.
    volt: complex = 4 / math.pi * supply / math.sqrt(2)
    seen = impedance(n)
    volt *= seen / (seen + stage)
    volt -= 2 * s * n.l0 * volt / seen
    middle = 1 / (1 / loop + s * (n.stray + n.c2 / 2))
    volt *= middle / (middle + 2 / (s * n.c1) + 2 * n.switch)
    return abs(volt / loop)


def spread(network: Network, tolerance: Tolerance, seed: int = SEED) -> list[float]:
    """Return |Z| of DRAWS networks whose parts miss their values, lowest first."""
    dice = random.Random(seed)  # noqa: S311  a repeatable sample, no secret

    def off(value: float, share: float) -> float:
        return value * (1 + dice.uniform(-share, share))

    drawn = (
        replace(
            network,
            coil=off(network.coil, tolerance.coil),
            l0=off(network.l0, tolerance.filter_coil),
            c0=off(network.c0, tolerance.capacitors),
            c1=off(network.c1, tolerance.capacitors),
            c2=off(network.c2, tolerance.capacitors),
        )
        for _ in range(DRAWS)
    )
    return sorted(abs(impedance(one)) for one in drawn)


def trim_range(
    network: Network, tolerance: Tolerance, target: float, seed: int = SEED
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return from where to where C1 and C2 must be trimmed to reach the target in spite of the tolerances."""
    dice = random.Random(seed)  # noqa: S311  a repeatable sample, no secret
    tuned = []
    for _ in range(DRAWS // 5):
        coil = network.coil * (1 + dice.uniform(-tolerance.coil, tolerance.coil))
        l0 = network.l0 * (1 + dice.uniform(-tolerance.filter_coil, tolerance.filter_coil))
        c0 = network.c0 * (1 + dice.uniform(-tolerance.capacitors, tolerance.capacitors))
        stray = network.stray * (1 + dice.uniform(-1, 1))
        tuned.append(tune(replace(network, coil=coil, l0=l0, c0=c0, stray=stray), target))
    c1, c2 = [n.c1 for n in tuned], [n.c2 for n in tuned]
    return (min(c1), max(c1)), (min(c2), max(c2))


def band(network: Network, target: float, loss_db: float = -10) -> tuple[float, float]:
    """Return the frequencies in Hz between which less than that comes back from the antenna."""
    limit = 10 ** (loss_db / 20)

    def edge(way: int) -> float:
        frequency = network.frequency
        while abs(frequency - network.frequency) < 1e6:
            seen = impedance(network, frequency)
            if abs((seen - target) / (seen + target)) > limit:
                break
            frequency += way * 1e3
        return frequency

    return edge(-1), edge(1)
