"""What the model of coupled tags is made of: inlay, chip, reader's coil. Read from hardware/cards.toml.

What it leaves out: a chip limits its voltage, which lowers its Q and lets its neighbours have more (so a fan is
reckoned worse than it is); cards lean on each other by a degree or two and are reckoned level; the reader's field
changes while a tag answers; metal, hands and other lanes. All figures are effective values.
"""

import functools
import math
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tallone.simulator.induction import filaments
from tallone.simulator.induction.filaments import Loop, rectangle

HERTZ: Final = 13.56e6
OMEGA: Final = 2 * math.pi * HERTZ
# A winding stands for its turns as three loops at the nodes of Gauss: insets and weights, as shares.
_NODES: Final = (
    (0.5 - math.sqrt(0.15), 5 / 18),
    (0.5, 8 / 18),
    (0.5 + math.sqrt(0.15), 5 / 18),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Winding:
    """A flat rectangular spiral, taken as closed turns; millimetres of its outermost track's middle."""

    long_mm: float
    wide_mm: float
    turns: int
    track_mm: float
    gap_mm: float
    foil_um: float

    def __post_init__(self) -> None:
        inner = min(self.long_mm, self.wide_mm) - 2 * (self.turns - 1) * self.pitch_mm
        if self.turns < 1 or min(self.track_mm, self.gap_mm, self.foil_um) <= 0 or inner <= 0:
            raise ValueError(
                f"{self.turns} turns of {self.pitch_mm:g} mm do not go into "
                f"{self.long_mm:g} x {self.wide_mm:g} mm: take fewer turns or a finer track"
            )

    @property
    def pitch_mm(self) -> float:
        return self.track_mm + self.gap_mm

    def loops(self) -> tuple[Loop, ...]:
        """Return every turn, in metres about the middle."""
        return tuple(self._turn(index * self.pitch_mm) for index in range(self.turns))

    def thirds(self) -> tuple[tuple[Loop, float], ...]:
        """Return three loops that stand for all turns far from them, each with its share of the turns."""
        if self.turns == 1:
            return ((self._turn(0.0), 1.0),)
        deep = self.turns * self.pitch_mm
        return tuple(
            (self._turn(deep * node - self.pitch_mm / 2), weight) for node, weight in _NODES
        )

    def mean_apart(self) -> float:
        """Return the distance at which such a third of the winding lies from itself, in metres."""
        return filaments.OWN_DISTANCE * self.turns * self.pitch_mm / len(_NODES) / 1e3

    def inductance(self) -> float:
        """Return its inductance in henry."""
        return filaments.own(self.loops(), self.track_mm / 1e3, self.foil_um / 1e6)

    def area(self) -> float:
        """Return the area of all turns in square metres: what flux counts."""
        steps = [2 * index * self.pitch_mm for index in range(self.turns)]
        return sum((self.long_mm - s) * (self.wide_mm - s) for s in steps) / 1e6

    def _turn(self, inset_mm: float) -> Loop:
        return rectangle((self.long_mm - 2 * inset_mm) / 1e3, (self.wide_mm - 2 * inset_mm) / 1e3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inlay:
    """A tag's antenna in its card, with the chip on it."""

    name: str
    title: str
    winding: Winding
    tuned_mhz: float
    q: float
    offset_mm: float

    def farad(self) -> float:
        """Return the capacitance that tunes it: the chip's and the bridge's."""
        return 1 / ((2e6 * math.pi * self.tuned_mhz) ** 2 * inductance(self.winding))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """What a tag's chip asks for."""

    farad: float
    volt: float
    spread: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderCoil:
    """The coil under the cards, tuned to the reader's frequency, and its current when nothing lies on it."""

    winding: Winding
    ampere: float
    q: float
    depth_mm: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """All of cards.toml."""

    inlays: dict[str, Inlay]
    usual: str
    chip: Chip
    comb_mm: float
    thickness_mm: float
    coils: dict[str, ReaderCoil]

    @property
    def inlay(self) -> Inlay:
        return self.inlays[self.usual]


def load(path: Path) -> Model:
    """Return what the file says; raise ValueError naming what it lacks or what cannot be."""
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        return _model(read)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path}: {error} is missing or not what it should be") from error


def _model(read: dict[str, Any]) -> Model:
    model = Model(
        inlays={name: _inlay(name, entry) for name, entry in read["inlay"].items()},
        usual=read["comb"]["inlay"],
        chip=Chip(**read["chip"]),
        comb_mm=read["comb"]["pitch_mm"],
        thickness_mm=read["card"]["thickness_mm"],
        coils={name: _coil(entry) for name, entry in read["coil"].items()},
    )
    if model.usual not in model.inlays:
        raise ValueError(f"[comb] inlay: there is no inlay {model.usual!r}")
    return model


def _inlay(name: str, entry: dict[str, Any]) -> Inlay:
    rest = dict(entry)
    own = {key: rest.pop(key) for key in ("title", "tuned_mhz", "q", "offset_mm")}
    return Inlay(name=name, winding=Winding(**rest), **own)


def _coil(entry: dict[str, Any]) -> ReaderCoil:
    rest = dict(entry)
    own = {key: rest.pop(key) for key in ("ampere", "q", "depth_mm")}
    return ReaderCoil(winding=Winding(**rest), **own)


@functools.lru_cache(maxsize=64)
def inductance(winding: Winding) -> float:
    """Return a winding's inductance in henry, remembered."""
    return winding.inductance()
