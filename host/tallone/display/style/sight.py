"""Colours as people see them who see fewer: Machado, Oliveira and Fernandes (2009), severity 1."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tallone.display.style.theme import Color

_Matrix = tuple[tuple[float, float, float], ...]
# Applied to linear light.
_PROTAN: Final[_Matrix] = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
_DEUTAN: Final[_Matrix] = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
_TRITAN: Final[_Matrix] = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)


def _seen_through(matrix: _Matrix) -> Callable[[Color], Color]:
    def see(color: Color) -> Color:
        light = [_to_light(part / 255) for part in color]
        red, green, blue = (
            round(
                255
                * _to_display(sum(weight * part for weight, part in zip(row, light, strict=True)))
            )
            for row in matrix
        )
        return red, green, blue

    return see


def _to_light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _to_display(light: float) -> float:
    bounded = min(max(light, 0.0), 1.0)
    return 12.92 * bounded if bounded <= 0.0031308 else 1.055 * bounded ** (1 / 2.4) - 0.055


SIGHTS: Final[Mapping[str, Callable[[Color], Color]]] = MappingProxyType(
    {
        "protanopia": _seen_through(_PROTAN),
        "deuteranopia": _seen_through(_DEUTAN),
        "tritanopia": _seen_through(_TRITAN),
    }
)
