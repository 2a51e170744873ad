"""Tags near each other in a reader's field: what voltage each chip gets, and how surely it answers.

The one model of coupled tags: the simulator, the antenna calculation and the build guide use it. It stands alone
on the standard library. Calculated, never measured; `model.py` lists what it leaves out.
"""

from tallone.simulator.induction.fan import (
    COARSE,
    Beside,
    Place,
    chances,
    coupling,
    even_fan,
    side_by_side,
    voltages,
)
from tallone.simulator.induction.model import Chip, Inlay, Model, ReaderCoil, Winding, load

__all__ = [
    "COARSE",
    "Beside",
    "Chip",
    "Inlay",
    "Model",
    "Place",
    "ReaderCoil",
    "Winding",
    "chances",
    "coupling",
    "even_fan",
    "load",
    "side_by_side",
    "voltages",
]
