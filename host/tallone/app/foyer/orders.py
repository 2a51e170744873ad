"""What the foyer wants done: to the evening, to the settings, to the machine."""

import dataclasses

from tallone.rules.cards.seats import Seat


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class BeginMatch:
    """Begin a match; what is in progress is given up. One of `hands` and `points` is not 0."""

    players: int
    profile: str
    hands: int
    points: int
    dealer: Seat | None


@dataclasses.dataclass(frozen=True, slots=True)
class BreakOff:
    """Give up the hand in progress; it is dealt again."""


@dataclasses.dataclass(frozen=True, slots=True)
class EndMatch:
    """End the match with the hands that are counted."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Write a setting into the file and take it at once."""

    setting: str
    value: str | int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Tone:
    """Play one of the tones, so that people know it."""

    name: str


@dataclasses.dataclass(frozen=True, slots=True)
class SwitchOff:
    """End the program, and the machine where the table owns it."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Unlock:
    """Try a PIN; the digits stand in no record."""

    digits: str


Order = BeginMatch | BreakOff | EndMatch | Change | Tone | Unlock | SwitchOff
