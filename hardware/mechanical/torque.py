"""The torque that turning the loaded rack asks of its motor; standard library only.

Masses come from the models' volumes (made.json), the ramps from the firmware's rows. Calculated, never measured:
friction is left out, and a stepper gives less the faster it turns.
"""

import json
import math
import tomllib
from pathlib import Path

from hardware.mechanical import current

from hardware import dimensions as d

# PETG, printed solid: thin walls have no hollow.
_KG_PER_MM3 = 1.27e-6
# What may be asked of the motor in motion: one figure, hardware/croupier_b.toml.
_NUMBERS = Path(__file__).resolve().parent.parent / "croupier_b.toml"
_MOTOR = tomllib.loads(_NUMBERS.read_text(encoding="utf-8"))["motor"]
MOTOR_NM = float(_MOTOR["usable_nm"])
HOLD_NM = float(_MOTOR["hold_nm"])


def inertia(cards: int = d.PACK) -> float:
    """Return the rack's moment of inertia with that many cards lying outermost, in kg m2."""
    table = json.loads(current.MADE.read_text(encoding="utf-8"))["parts"]
    vane = table["rack_vane"]["volume_mm3"] * _KG_PER_MM3
    inner, outer = d.HUB_RADIUS - d.VANE_TAB, d.VANE_RADIUS
    vanes = d.SLOTS * vane * (inner**2 + inner * outer + outer**2) / 3
    hub = table["rack_hub"]["volume_mm3"] * _KG_PER_MM3 * d.HUB_RADIUS**2 / 2
    radius = d.SHROUD_RADIUS - d.CARD_LENGTH / 2
    packets = cards * d.CARD_GRAMS / 1000 * (radius**2 + d.CARD_LENGTH**2 / 12)
    return float(vanes + hub + packets) * 1e-6


def at_the_motor(ramp: float, cards: int = d.PACK) -> float:
    """Return the torque at the motor, in Nm, for a ramp in steps/s2."""
    turn = d.SLOTS * d.STEPS_PER_SLOT
    gear = d.PULLEYS_RACK[1] / d.PULLEYS_RACK[0]
    return inertia(cards) * ramp * math.tau / turn / gear
