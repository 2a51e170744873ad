"""What brings a touch to where the finger was: a scale and a shift for each direction."""

import dataclasses
from collections.abc import Sequence
from typing import Final, Self

_LEAST_SCALE: Final = 0.5
_MOST_SCALE: Final = 2.0
_MOST_SHIFT: Final = 400.0


@dataclasses.dataclass(frozen=True, slots=True)
class Correction:
    """In thousandths of the picture: `place = scale * touched + shift`, across and down."""

    scale_x: float = 1.0
    shift_x: float = 0.0
    scale_y: float = 1.0
    shift_y: float = 0.0

    def corrected(self, place: tuple[int, int], size: tuple[int, int]) -> tuple[int, int]:
        """Return the pixel that was meant."""
        wide, tall = size
        x = self.scale_x * place[0] + self.shift_x * wide / 1000
        y = self.scale_y * place[1] + self.shift_y * tall / 1000
        return min(max(round(x), 0), wide - 1), min(max(round(y), 0), tall - 1)

    def written(self) -> str:
        """Return it as the settings keep it."""
        numbers = (self.scale_x, self.shift_x, self.scale_y, self.shift_y)
        return " ".join(f"{number:.4f}" for number in numbers)

    @classmethod
    def read(cls, words: str) -> Self:
        """Return what the settings keep; none at all for what is not a possible correction."""
        try:
            numbers = [float(word) for word in words.split()]
        except ValueError:
            return cls()
        if len(numbers) != 4:
            return cls()
        found = cls(*numbers)
        return found if is_possible(found) else cls()


def is_possible(correction: Correction) -> bool:
    """Whether fingers can still reach everything with it: a mistake must not lock people out."""
    scales = (correction.scale_x, correction.scale_y)
    shifts = (correction.shift_x, correction.shift_y)
    return all(_LEAST_SCALE <= scale <= _MOST_SCALE for scale in scales) and all(
        abs(shift) <= _MOST_SHIFT for shift in shifts
    )


def correction_of(
    marks: Sequence[tuple[int, int]], touched: Sequence[tuple[int, int]]
) -> Correction | None:
    """Return the correction that brings the touched places nearest to the marks; None if none can be.

    Least squares for each direction by itself, in thousandths of the picture.
    """
    if len(marks) != len(touched) or len(marks) < 2:
        return None
    lines = [
        _line([mark[side] for mark in marks], [place[side] for place in touched])
        for side in (0, 1)
    ]
    if any(line is None for line in lines):
        return None
    (scale_x, shift_x), (scale_y, shift_y) = (line for line in lines if line is not None)
    found = Correction(scale_x, shift_x, scale_y, shift_y)
    return found if is_possible(found) else None


def _line(wanted: Sequence[int], seen: Sequence[int]) -> tuple[float, float] | None:
    count = len(seen)
    mean_seen, mean_wanted = sum(seen) / count, sum(wanted) / count
    spread = sum((one - mean_seen) ** 2 for one in seen)
    if not spread:
        return None
    both = sum(
        (one - mean_seen) * (two - mean_wanted) for one, two in zip(seen, wanted, strict=True)
    )
    scale = both / spread
    return scale, mean_wanted - scale * mean_seen
