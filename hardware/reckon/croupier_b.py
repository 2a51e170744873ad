"""The croupier's revision B: its numbers (hardware/croupier_b.toml) against rules that revision A does not pass.

`python -m hardware.reckon.croupier_b` prints what breaks a rule; the tables stand in docs/build/croupier-b.md.
"""

import math
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.mechanical import rack_motion
from hardware.mechanical.rack_motion import Drive, Row

from hardware import dimensions as d

NUMBERS = Path(__file__).resolve().parent.parent / "croupier_b.toml"
# The rotor may swing so far about its pole; at 90 degrees it has no more to give.
LAG_DEG = 75.0
# A gear motor turns at most so fast under a nip's load, as a share of its free speed.
LOADED = 0.85
DRIVER_A, CONVERTER_A = 3.2, 2.5
GRAVITY = 9810.0
# ISO 13857, table 4: a slot so high at most (mm) keeps a finger so far from a danger (mm).
SLOTS_SAFE = ((4.0, 2.0), (6.0, 10.0), (8.0, 20.0), (10.0, 80.0), (12.0, 100.0), (20.0, 120.0))
ARM_MM = 850.0

Numbers = dict[str, Any]


def load(path: Path = NUMBERS) -> Numbers:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def problems(numbers: Numbers) -> list[str]:
    """Return a sentence for each rule that the numbers break."""
    return [
        *_rack(numbers),
        *_coast(numbers),
        *_hopper(numbers),
        *_motors(numbers),
        *_retard(numbers),
        *_guards(numbers),
        *_power(numbers),
    ]


# The rack ------------------------------------------------------------------------------------


def drive(numbers: Numbers) -> Drive:
    """Return the rack's drive, with the torque that may be asked of it."""
    motor, rack = numbers["motor"], numbers["rack"]
    return Drive(
        torque_nm=motor["usable_nm"],
        gear=rack["pulleys"][1] / rack["pulleys"][0],
        steps_per_slot=rack["steps_per_slot"],
        poles=motor["poles"],
        rotor_kgm2=motor["rotor_kgm2"],
        bearings_nm=motor["bearings_nm"],
        shroud_friction=rack["shroud_friction"],
        lip=rack["lip"],
    )


def row(entry: Numbers) -> Row:
    return Row(cards=entry["cards"], start=entry["start"], top=entry["top"], ramp=entry["ramp"])


def _rack(numbers: Numbers) -> Iterator[str]:
    made, motor = drive(numbers), numbers["motor"]
    if made.steps_per_slot * d.SLOTS != d.MOTOR_STEPS * d.MICROSTEPS * made.gear:
        yield "motor and pulleys do not give the steps of a slot"
    if motor["usable_nm"] > 0.75 * motor["hold_nm"]:
        yield "more than three quarters of the motor's torque are asked of it in motion"
    for entry in numbers["row"]:
        lag = rack_motion.worst(made, row(entry))
        if lag > LAG_DEG:
            lost = "steps are lost" if lag >= 180 else f"the rotor lags by {lag:.0f} degrees"
            yield f"row {entry['cards']}: {lost} with some load between 0 and {d.PACK} cards"


# A card's way into its slot -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Coast:
    """How a card comes to rest: how far past the exit nip its tail is, how fast it met the hub; mm, mm/s."""

    tail_mm: float
    hub_speed: float


def free_way() -> float:
    """Return how far a card's tail leaves the exit nip before its front meets the hub, in mm."""
    return d.RACK_X - d.HUB_RADIUS - d.EXIT_NIP_X - d.CARD_LENGTH


def coast(push: float, friction: float, bounce: float) -> Coast:
    """Return where a card let go at that speed comes to rest: up the path, then back off the hub."""
    turn, way = math.radians(d.TILT), free_way()
    slowing = GRAVITY * (math.sin(turn) + friction * math.cos(turn))
    reach = push**2 / (2 * slowing)
    if reach <= way:
        return Coast(tail_mm=reach, hub_speed=0.0)
    met = math.sqrt(push**2 - 2 * slowing * way)
    sinking = GRAVITY * (math.sin(turn) - friction * math.cos(turn))
    back = 0.0 if sinking < 0 else (bounce * met) ** 2 / (2 * slowing)
    return Coast(tail_mm=way - back, hub_speed=met)


def _coast(numbers: Numbers) -> Iterator[str]:
    c = numbers["coast"]
    for entry in numbers["row"]:
        for friction in (c["friction_least"], c["friction_most"]):
            end = coast(entry["push"], friction, c["bounce"])
            if end.tail_mm < d.coast_needed() + c["margin_mm"]:
                why = "it bounces off the hub" if end.hub_speed else "it does not get there"
                yield (
                    f"row {entry['cards']}: at friction {friction:g} a card's tail is {end.tail_mm:.1f} mm "
                    f"past the nip, {d.coast_needed():.1f} and {c['margin_mm']:g} more are needed: {why}"
                )


# The hopper ----------------------------------------------------------------------------------


def last_card_pull(numbers: Numbers, friction: float) -> float:
    """Return by how much the roller's pull on the last card is greater than what holds it: 1 is just enough."""
    h, turn = numbers["hopper"], math.radians(d.TILT)
    follower, card = h["follower_g"], d.CARD_GRAMS
    pull = friction * h["share_on_roller"] * (card + follower) * math.cos(turn)
    rest = (1 - h["share_on_roller"]) * (card + follower) * math.cos(turn) * d.CARD_FRICTION
    held = card * math.sin(turn) + h["follower_friction"] * follower * math.cos(turn) + rest
    return float(pull / held)


def _hopper(numbers: Numbers) -> Iterator[str]:
    pull = last_card_pull(numbers, numbers["hopper"]["roller_friction_least"])
    if pull < 1.1:
        yield f"the last card of the hopper is not drawn: {pull:.2f} of what it takes"


def _motors(numbers: Numbers) -> Iterator[str]:
    g = numbers["gearmotor"]
    for entry in numbers["row"]:
        rpm = entry["push"] / (math.pi * g["roller_mm"]) * 60
        if rpm > LOADED * g["free_rpm"]:
            yield f"row {entry['cards']}: the exit nip needs {rpm:.0f} turns a minute, too many for the motor"
    if g["stall_a"] > min(DRIVER_A, CONVERTER_A):
        yield "a stalled gear motor draws more than driver or converter give"


def _retard(numbers: Numbers) -> Iterator[str]:
    low, high = d.CARD_THIN * d.RETARD_RATIO, d.CARD_THICK * d.RETARD_RATIO
    gauge = sorted(numbers["retard"]["gauge_mm"])
    if not gauge or gauge[0] > low + 0.011 or gauge[-1] < high - 1e-9:
        yield "the feeler gauge has no leaf for the retard gap of every card"


# Guards --------------------------------------------------------------------------------------


def safe_distance(high_mm: float) -> float:
    """Return how far a danger must lie behind a slot of that height (ISO 13857, table 4, slots), in mm."""
    return next((far for most, far in SLOTS_SAFE if high_mm <= most), ARM_MM)


def _guards(numbers: Numbers) -> Iterator[str]:
    for opening in numbers["guards"]["openings"]:
        needed = safe_distance(opening["high_mm"])
        if opening["to_danger_mm"] < needed:
            yield (
                f"{opening['name']}: a finger reaches {opening['to_danger_mm']:g} mm, {needed:g} are asked for "
                f"behind {opening['high_mm']:g} mm"
            )


# Supplies ------------------------------------------------------------------------------------


def _power(numbers: Numbers) -> Iterator[str]:
    p = numbers["power"]
    if p["inlet_fuse_a"] * p["fuse_blows"] > p["supply_most_a"]:
        yield "the inlet's fuse does not blow within what the adapter gives"
    if p["fuse_5v_a"] * p["fuse_blows"] > p["converter_5v_a"]:
        yield "the 5 V fuses do not blow within what their converter gives"
    if p["enable_delay_ms"] >= p["vm_delay_ms"]:
        yield "the motor supply goes before the driver is told to stop"
    if not 24 * 1.05 < p["brake_v"] < p["clamp_knee_v"]:
        yield "the brake must work above the supply and below its clamp"
    if p["brake_v"] + 1 > p["driver_v"]:
        yield "the motors' rail passes the driver's limit before anything brakes"


# Tables --------------------------------------------------------------------------------------


def rack_table(numbers: Numbers | None = None) -> str:
    numbers = numbers or load()
    old = Drive(torque_nm=numbers["motor"]["hold_nm"], gear=1.5, steps_per_slot=400)
    rows = [
        "| Row | Rotor lags at most | One slot | Three | Six |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, made, entry in (
        *((f"A, {old_row.cards} a second", old, old_row) for old_row in OLD_ROWS),
        *((f"B, {e['cards']} a second", drive(numbers), row(e)) for e in numbers["row"]),
    ):
        lag = rack_motion.worst(made, entry)
        said = "loses steps" if lag >= 180 else f"{lag:.0f} degrees"
        took = [
            1000 * rack_motion.seconds(entry, slots * made.steps_per_slot)
            for slots in rack_motion.MOVES
        ]
        rows.append(f"| {name} | {said} | {' | '.join(f'{ms:.0f} ms' for ms in took)} |")
    return "\n".join(rows)


def coast_table(numbers: Numbers | None = None) -> str:
    numbers = numbers or load()
    bounce = numbers["coast"]["bounce"]
    shares = (0.15, 0.20, 0.25, 0.30, 0.35)
    head = " | ".join(f"friction {share:.2f}" for share in shares)
    rows = [f"| Exit nip | {head} |", "|---:|" + "---|" * len(shares)]
    for push in (800, 900, 1000, 1200, 2000):
        cells = []
        for share in shares:
            end = coast(push, share, bounce)
            hit = f", hub at {end.hub_speed / 1000:.1f} m/s" if end.hub_speed else ""
            cells.append(f"{end.tail_mm:.1f} mm{hit}")
        rows.append(f"| {push} mm/s | {' | '.join(cells)} |")
    return "\n".join(rows)


def tables(name: str) -> str:
    return {"rack": rack_table, "coast": coast_table}[name]()


# firmware/croupier/noise.py as it is: what the rig must not be built for.
OLD_ROWS = (
    Row(cards=2, start=3200, top=14000, ramp=200_000),
    Row(cards=3, start=3200, top=22000, ramp=350_000),
    Row(cards=5, start=3200, top=31000, ramp=600_000),
)


def main() -> int:
    found = problems(load())
    for line in found:
        print(line)
    print(f"revision B of the croupier: {len(found)} rules broken")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
