"""Small circuits around the boards that pay to calculate: what they do with the values that are drawn.

Values come from the boards' circuits, so a part exchanged there changes the answer here. Where a transient
decides, ngspice is asked; the rest is arithmetic.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardware.electronics.generate.circuit import Circuit
from hardware.reckon import budget

# Levels of the Pico's inputs at 3.3 V (RP2350 data sheet, 14.9.3) and of a 74HC14 at 3.3 V.
LOW, HIGH = 0.8, 2.0
SCHMITT_LOW, SCHMITT_HIGH = 0.6, 2.3
SUPPLY = 3.3
# The driver's supply may not pass this (TMC2209 data sheet, operating range).
DRIVER_VOLT = 29.0
# What stands at the inlet, outside the boards, and in the adapter (estimate).
INLET_FARAD, ADAPTER_FARAD = 2200e-6, 1000e-6
# The brake's reference (TL431A), and the gate that its Zener diode holds.
REFERENCE_VOLT, GATE_VOLT = 2.495, 12.0


def ohms(text: str) -> float:
    """Return the value of a resistor as drawn: 33R, 4k7, 10k, 0R05."""
    found = re.fullmatch(r"(\d+)([RkM])(\d*)(?: \d+W)?", text)
    if not found:
        raise ValueError(f"{text} is no resistance")
    return float(f"{found[1]}.{found[3] or 0}") * {"R": 1, "k": 1000, "M": 1_000_000}[found[2]]


def farads(text: str) -> float:
    """Return the value of a capacitor as drawn: 100n, 1n, 470u 35V."""
    found = re.match(r"(\d+)([pnu])", text)
    if not found:
        raise ValueError(f"{text} is no capacitance")
    return float(found[1]) * {"p": 1e-12, "n": 1e-9, "u": 1e-6}[found[2]]


def between(circuit: Circuit, first: str, second: str, shape: str) -> Iterator[str]:
    """Yield the values of the two-pin parts of a shape between two nets."""
    net_of = circuit.net_of()
    for device in circuit.devices:
        if device.kind.shape == shape:
            ends = {net_of[device.name, "1"], net_of[device.name, "2"]}
            if ends == {first, second}:
                yield device.kind.value


def bulk(circuit: Circuit, net: str) -> float:
    """Return all electrolytic capacitance from a net to ground."""
    return sum(farads(value) for value in between(circuit, net, "GND", "electrolytic"))


# The switch of the motors' supply ---------------------------------------------------------------


def drawn_switch(circuit: Circuit) -> dict[str, float]:
    """Return the soft start's and the brake's values as the board has them, by croupier_b.toml's names."""
    above = ohms(next(between(circuit, "+24V_M", "BRAKE_SENSE", "resistor")))
    below = ohms(next(between(circuit, "BRAKE_SENSE", "GND", "resistor")))
    back = ohms(next(between(circuit, "BRAKE_GATE", "BRAKE_SENSE", "resistor")))
    # Below its threshold the comparator holds its output at ground: the hysteresis lies beside the lower one.
    lower = below * back / (below + back)
    return {
        "gate_nf": 1e9 * farads(next(between(circuit, "SWITCH_GATE", "+24V_M", "capacitor"))),
        "bulk_f": bulk(circuit, "+24V_M"),
        "brake_v": REFERENCE_VOLT * (above + lower) / lower,
        "brake_off_v": REFERENCE_VOLT * (1 + above / below)
        - (GATE_VOLT - REFERENCE_VOLT) * above / back,
        "brake_ohm": ohms(next(between(circuit, "+24V_M", "BRAKE_ON", "resistor"))),
    }


# Switches --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contact:
    """A switch to ground with a load resistor, a series resistor and a capacitor at the input."""

    load: float
    series: float
    farad: float

    def open_ms(self) -> float:
        """After how long an opened switch reads high."""
        return 1e3 * (self.load + self.series) * self.farad * math.log(SUPPLY / (SUPPLY - HIGH))

    def ignored_ms(self) -> float:
        """How long it may chatter open without being seen."""
        return 1e3 * (self.load + self.series) * self.farad * math.log(SUPPLY / (SUPPLY - LOW))

    def closed_volt(self) -> float:
        """The level of a closed switch whose contact has grown to 100 ohm."""
        return SUPPLY * 100 / (self.load + 100)


def contact(circuit: Circuit, outer: str, inner: str) -> Contact:
    """Return the parts between a switch's plug (net `outer`) and its input (net `inner`)."""
    return Contact(
        ohms(next(between(circuit, outer, "+3V3", "resistor"))),
        ohms(next(between(circuit, outer, inner, "resistor"))),
        farads(next(between(circuit, inner, "GND", "capacitor"))),
    )


# Light barriers --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Barrier:
    """Lamp with its resistor, phototransistor with its load, trimmer and capacitor, into a Schmitt trigger."""

    lamp: float
    load: float
    farad: float
    trimmer: float = 0.0

    def lamp_ma(self) -> float:
        return 1e3 * (5 - 1.2) / self.lamp

    def needed_ma(self, turned: float = 1.0) -> float:
        """The photocurrent that surely reads as light, the trimmer so far open; load 1 % low, supply 5 % high."""
        return 1e3 * (SUPPLY * 1.05 - SCHMITT_LOW) / ((self.load + turned * self.trimmer) * 0.99)

    def late_us(self) -> float:
        """How late darkness is seen, at most."""
        return (
            1e6
            * (self.load + self.trimmer)
            * 1.01
            * self.farad
            * 1.1
            * math.log(SUPPLY / (SUPPLY - SCHMITT_HIGH))
        )


def barrier(circuit: Circuit, place: str) -> Barrier:
    return Barrier(
        ohms(next(between(circuit, "+5V", f"LED_{place}", "resistor"))),
        ohms(next(between(circuit, "+3V3", f"TRIM_{place}", "resistor"))),
        farads(next(between(circuit, f"SEEN_{place}", "GND", "capacitor"))),
        trimmer=1e3 * float(circuit.device(f"trim_{place.lower()}").kind.value.split("k")[0]),
    )


# Motors ----------------------------------------------------------------------------------------


def rebound(power: budget.Budget, ramp_s: float, farad: float) -> float:
    """Return to how many volt the 24 V rise while the rack is stopped from its top speed in that time.

    The motor gives back what it was accelerated with, less its copper's loss and what the logic takes.
    """
    stepper = power.stepper
    work = stepper.torque_nm * 2 * math.pi * stepper.turns_per_second / 2 * ramp_s
    copper = 2 * stepper.ampere**2 * stepper.motor_ohm * ramp_s
    logic = budget.currents(power, peak=False)["logic_5v"] * 5 / 0.85 * ramp_s
    left = max(work - copper - logic, 0.0)
    return math.sqrt(24.0**2 + 2 * left / farad)


def sense_volt(circuit: Circuit, ampere: float) -> float:
    """Return what the feed motor's current makes at the Pico's converter: INA180A1, gain 20."""
    shunt = next(d for d in circuit.devices if d.name == "shunt_feed")
    return 20 * ohms(shunt.kind.value) * ampere


def ripple_share(circuit: Circuit, hertz: float) -> float:
    """Return how much of a ripple of that frequency comes through the filter before the converter."""
    series = ohms(next(between(circuit, "FEED_AMP", "FEED_CURRENT", "resistor")))
    farad = farads(next(between(circuit, "FEED_CURRENT", "GND", "capacitor")))
    return 1 / math.hypot(1, 2 * math.pi * hertz * series * farad)


# Levels in reset -------------------------------------------------------------------------------


def unheld(circuit: Circuit, pins: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Return each output whose level in reset no resistor holds where the pin map says."""
    found = []
    for name, pin in pins.items():
        rail = {"low": "GND", "high": "+3V3"}.get(str(pin.get("reset", "")))
        if rail and not any(
            4_700 <= ohms(value) <= 47_000 for value in between(circuit, name, rail, "resistor")
        ):
            found.append(
                f"{circuit.board}: {name} is not held {pin['reset']} while the Pico is in reset"
            )
    return found
