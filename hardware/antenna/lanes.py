"""Lanes: one long coil under each column of cards, five behind one reader. Standard library only.

A lane's board has four small MOSFETs: two in the legs before its matching, closed when the lane is asked; two
from the coil's ends to ground, closed when it is idle. So an idle coil is a shorted turn: it takes no field from
its neighbour by resonance, and it shields its own cards from the neighbour's field.
`python -m hardware.antenna.lanes` prints the tables of docs/build/lanes.md.
"""

import functools
import math
from dataclasses import dataclass, replace

from hardware.antenna import antenna, fans, matching
from hardware.antenna.matching import Network

from tallone.simulator import induction
from tallone.simulator.induction import Beside, Model, Place

DEPTHS = (0.0, 10.0, 20.0, 25.0, 30.0, 35.75)
# With the field lowered by this, a lane is asked once more who of two lanes' tags is really its own.
WEAK = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """One lane's antenna with its closed switch and its lead, and what stands at the switches."""

    network: Network
    ampere: float
    ampere_worst: float
    supply_ampere: float
    leg_volt: float
    coil_volt: float
    bus_pf: float


@functools.cache
def design() -> Design:
    """Return the lane's antenna, calculated."""
    data = antenna.load()
    coil, lanes, m = data.planned["lane"], data.lanes, data.matching
    z = antenna.impedance(coil, data.copper, m["frequency_hz"])
    omega = 2 * math.pi * m["frequency_hz"]
    # The lead lies behind the filter's coil and before the switch: half its inductance in each leg joins L0, its
    # capacitance and that of the open switches of the other lanes join C0.
    bus = lanes["lead_pf_per_mm"] * lanes["lead_mm"] * lanes["a_reader"] * 2
    bus += lanes["switch_pf"] * (lanes["a_reader"] - 1)
    network = matching.design(
        coil=z.imag / omega,
        resistance=z.real,
        q=coil.q,
        target=coil.target_ohm,
        frequency=m["frequency_hz"],
        l0=(m["filter_nh"] + lanes["lead_nh_per_mm"] * lanes["lead_mm"] / 2) * 1e-9,
        c0=(m["filter_pf"] + bus) * 1e-12,
        stray=m["stray_pf"] * 1e-12,
        switch=lanes["switch_ohm"],
    )
    ampere = matching.coil_current(network, m["supply_v"], m["stage_ohm"])
    worst = replace(network, switch=lanes["switch_ohm_most"])
    seen = matching.impedance(network) + m["stage_ohm"]
    volt = 4 / math.pi * m["supply_v"] / math.sqrt(2)
    return Design(
        network=network,
        ampere=ampere,
        ampere_worst=matching.coil_current(worst, m["supply_v"], m["stage_ohm"]),
        supply_ampere=volt**2 * seen.real / abs(seen) ** 2 / m["supply_v"],
        leg_volt=_leg_volt(network, ampere),
        coil_volt=ampere * omega * network.coil,
        bus_pf=bus,
    )


def _leg_volt(network: Network, ampere: float) -> float:
    """Return the peak voltage of one leg at the switch, where the coil carries that effective current."""
    s = 2j * math.pi * network.frequency
    volt = ampere * (network.resistance + 2 * network.rq + s * network.coil)
    current = ampere + volt * s * (network.stray + network.c2 / 2)
    volt += current * (2 / (s * network.c1) + 2 * network.switch)
    return abs(volt) * math.sqrt(2) / 2


def idle(lanes: tuple[int, ...], *, shorted: bool = True) -> list[Beside]:
    """Return the idle coils so many lanes away: shorted by their switches, or left tuned by a dead one."""
    data, made = antenna.load(), design()
    reactance = 2 * math.pi * made.network.frequency * made.network.coil
    closed = 2 * data.lanes["switch_ohm"] + 0j
    if not shorted:
        closed = reactance / data.planned["lane"].q - 1j * reactance
    return [Beside(x_mm=lane * data.lanes["apart_mm"], closed_by=closed) for lane in lanes]


def heard(model: Model, off_mm: float, count: int = 1) -> tuple[float, float]:
    """Return the least voltage of a fan so far off its lane's middle: asked by its lane, and by the next one."""
    apart = antenna.load().lanes["apart_mm"]
    volts = []
    for across in (off_mm, off_mm - apart):
        fan = induction.even_fan(model, count, model.comb_mm)
        places = [Place(x_mm=across, y_mm=p.y_mm, z_mm=p.z_mm) for p in fan]
        found = induction.voltages(model, places, beside=idle((-2, -1, 1, 2)))
        volts.append(min(found) if across == off_mm else max(found))
    return volts[0], volts[1]


def least(model: Model, beside: list[Beside]) -> float:
    """Return the least voltage in fans of one to fourteen with such coils beside."""
    return min(
        min(induction.voltages(model, induction.even_fan(model, n, model.comb_mm), beside=beside))
        for n in range(1, fans.LONGEST + 1)
    )


# Tables --------------------------------------------------------------------------------------


def design_table() -> str:
    made = design()
    n = made.network
    rows = (
        (
            "coil",
            f"{n.coil * 1e6:.3f} µH, {n.resistance:.2f} ohm; k to the next one {_side():.3f}",
        ),
        ("C1, C2, RQ in each leg", f"{n.c1 * 1e12:.0f} pF, {n.c2 * 1e12:.0f} pF, {n.rq:.1f} ohm"),
        (
            "current, switches of 2 and of 3.5 ohm",
            f"{made.ampere:.3f} and {made.ampere_worst:.3f} A",
        ),
        ("lost in the closed switches", f"{100 * switch_loss():.0f} % of the power"),
        ("from 5 V, field on", f"{made.supply_ampere * 1e3:.0f} mA"),
        ("a leg at the open switch, peak", f"{made.leg_volt:.1f} V"),
        ("an end of the coil, peak", f"{made.coil_volt * math.sqrt(2) / 2:.1f} V"),
        ("leads and open switches on the reader, a leg", f"{made.bus_pf:.0f} pF"),
    )
    return "\n".join(("| What | Calculated |", "|---|---|", *(f"| {a} | {b} |" for a, b in rows)))


def _side() -> float:
    winding = fans.load().coils["lane"].winding
    apart = antenna.load().lanes["apart_mm"]
    return induction.side_by_side(winding, apart) / winding.inductance()


def switch_loss() -> float:
    """Return the share of the power that the two closed switches take."""
    n = design().network
    s = 2j * math.pi * n.frequency
    across = 1 / (n.resistance + 2 * n.rq + s * n.coil) + s * (n.stray + n.c2 / 2)
    return 2 * n.switch / (1 / across + 2 * n.switch).real


def neighbour_table(model: Model | None = None) -> str:
    model = model or fans.load()
    rows = [
        (
            "| Card off its lane's middle | Its lane hears it | The next lane hears it "
            "| Field at 60 %: its lane, the next |"
        ),
        "|---:|---:|---:|---:|",
    ]
    for off in DEPTHS:
        own, next_lane = heard(model, off)
        shares = induction.chances(model, [own, next_lane, WEAK * own, WEAK * next_lane])
        a, b, c, d = (f"{100 * share:.0f} %" for share in shares)
        rows.append(f"| {off:g} mm | {own:.1f} V, {a} | {next_lane:.1f} V, {b} | {c}, {d} |")
    return "\n".join(rows)


def fault_table(model: Model | None = None) -> str:
    model = model or fans.load()
    whole = least(model, idle((-2, -1, 1, 2)))
    tuned = least(model, [*idle((-1,), shorted=False), *idle((-2, 1, 2))])
    half = least(
        replace(model, coils={"lane": _weaker(model, _parallel_share())}), idle((-2, -1, 1))
    )
    rows = (
        ("nothing", "–", f"{whole:.1f} V"),
        (
            "a reader",
            "every second lane of one side, five of twenty",
            f"{whole:.1f} V in the others",
        ),
        ("a leg's switch stays open", "that lane", f"{whole:.1f} V in the others"),
        ("a coil's switch stays closed", "that lane", f"{whole:.1f} V in the others"),
        (
            "a coil's switch stays open",
            "the lane works; idle, it is tuned and takes field from the next two",
            f"{tuned:.1f} V there",
        ),
        (
            "the legs' switches stay closed",
            "its tags may answer when another of the reader's lanes is asked; all five share the current",
            f"{half:.1f} V",
        ),
    )
    return "\n".join(
        (
            "| What is dead | What it costs | Least voltage of fans of 1 to 14 |",
            "|---|---|---:|",
            *(f"| {a} | {b} | {c} |" for a, b, c in rows),
        )
    )


def _parallel_share() -> float:
    """Return what is left of a lane's current when another of its reader's lanes hangs on the same legs."""
    n, m = design().network, antenna.load().matching
    s = 2j * math.pi * n.frequency
    # The other one's coil is shorted: its C1 goes to ground through the switch.
    across = 1 / (n.resistance + 2 * n.rq + s * n.coil) + s * (n.stray + n.c2 / 2)
    series = 1 / across + 2 / (s * n.c1) + 2 * n.switch
    other = 2 / (s * n.c1) + 4 * n.switch
    alone, both = series, 1 / (1 / series + 1 / other)

    def leg(load: complex) -> complex:
        total = 1 / (1 / load + s * n.c0 / 2)
        return total / (total + 2 * s * n.l0 + m["stage_ohm"])

    return abs(leg(both)) / abs(leg(alone))


def _weaker(model: Model, share: float) -> induction.ReaderCoil:
    coil = model.coils["lane"]
    return replace(coil, ampere=coil.ampere * share)


def tables() -> str:
    """Return all three tables in Markdown."""
    return f"{design_table()}\n\n{neighbour_table()}\n\n{fault_table()}"


if __name__ == "__main__":
    print(tables())
