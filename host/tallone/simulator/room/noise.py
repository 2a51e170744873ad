"""Every rate of what goes wrong by itself on the simulated table, in one place, with its source.

`rates(1.0)` is the documented default, 0 a perfect table, 3 a bad one.
"""

import dataclasses
from typing import Final


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A figure, its unit, and where it comes from."""

    value: float
    unit: str
    source: str


# Measured on no table of ours yet: estimates from the sources named, on the cautious side.
TABLE: Final = {
    "miss_fanned": Rate(
        value=0.02,
        unit="per card and round",
        source="inventories of ten spread ISO 15693 tags, as users of PN5180 libraries report",
    ),
    "miss_pile": Rate(
        value=0.03,
        unit="per card and round",
        source="as above; cards of the discard pile overlap more than those of a meld",
    ),
    "late": Rate(
        value=0.01,
        unit="per card laid",
        source="a card dropped askew is first read when it is pushed straight; seen on DIY tables",
    ),
    "crc": Rate(
        value=0.002,
        unit="per answer",
        source="noise of neighbouring electronics; PN5180 drivers retry for it",
    ),
    "collision": Rate(
        value=0.001,
        unit="per answer",
        source="noise taken for a collision, told apart by component drivers of the PN5180",
    ),
    "capture": Rate(
        value=0.01,
        unit="per clash",
        source="the nearer of two tags drowns the other",
    ),
    "phantom": Rate(
        value=0.00002,
        unit="per silent slot",
        source="UIDs that no tag has, without any error, reported for CR95HF and MFRC522 readers",
    ),
    "scale_noise": Rate(
        value=0.05,
        unit="g rms of a result",
        source="HX711 at 80 samples a second: 90 nV rms at gain 128, 0.02 g on a 500 g cell; the rest trembles",
    ),
    "scale_drift": Rate(
        value=0.03,
        unit="g a minute",
        source="creep and warmth of an aluminium cell in its first half hour",
    ),
    "elbow": Rate(
        value=0.2,
        unit="per minute and scale",
        source="people lean on card tables",
    ),
}


def rates(factor: float) -> dict[str, float]:
    """Return every figure of the table times the factor; those per event at most 1."""
    return {name: _scaled(rate, factor) for name, rate in TABLE.items()}


def _scaled(rate: Rate, factor: float) -> float:
    scaled = rate.value * factor
    return min(scaled, 1.0) if rate.unit.startswith("per ") else scaled
