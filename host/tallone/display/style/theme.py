"""Colours and sizes. Text and ground have a contrast of 7:1 or more; sizes follow the eye."""

import enum
import math
from dataclasses import dataclass
from typing import Final

from tallone.rules.cards.cards import Suit

Color = tuple[int, int, int]

# The card table: a calm deep green, ivory cards, warm gold for what matters now.
FELT: Final[Color] = (19, 62, 48)
PANEL: Final[Color] = (13, 47, 36)
PANEL_RAISED: Final[Color] = (20, 66, 51)
STRIP: Final[Color] = (9, 33, 26)
LINE: Final[Color] = (62, 112, 92)
TEXT: Final[Color] = (251, 247, 234)
QUIET: Final[Color] = (205, 221, 211)
GOLD: Final[Color] = (250, 208, 110)
IVORY: Final[Color] = (253, 250, 240)
IVORY_EDGE: Final[Color] = (150, 142, 120)
WILD_IVORY: Final[Color] = (255, 236, 170)
INK: Final[Color] = (22, 22, 24)
RED: Final[Color] = (158, 12, 30)
AMBER: Final[Color] = (255, 190, 60)
AMBER_INK: Final[Color] = (36, 24, 0)
CALL: Final[Color] = (160, 208, 255)
CALL_INK: Final[Color] = (4, 26, 58)
BUTTON: Final[Color] = (250, 208, 110)
BUTTON_INK: Final[Color] = (32, 24, 4)
BUTTON_QUIET: Final[Color] = (38, 88, 71)
# The safe four: vermilion, an orange filling in a dark outline, blue, black.
SAFE_HEARTS: Final[Color] = (153, 26, 0)
SAFE_DIAMONDS: Final[Color] = (130, 54, 0)
SAFE_DIAMONDS_FILL: Final[Color] = (255, 168, 56)
SAFE_CLUBS: Final[Color] = (0, 62, 156)
BACK_BLUE: Final[Color] = (28, 62, 128)
BACK_RED: Final[Color] = (142, 30, 42)

# What is written on what; the tests compute the contrast of every pair.
WRITTEN: Final = {
    "text on felt": (TEXT, FELT),
    "text on panel": (TEXT, PANEL),
    "text on raised panel": (TEXT, PANEL_RAISED),
    "text on strip": (TEXT, STRIP),
    "quiet on felt": (QUIET, FELT),
    "quiet on panel": (QUIET, PANEL),
    "quiet on strip": (QUIET, STRIP),
    "gold on panel": (GOLD, PANEL),
    "gold on strip": (GOLD, STRIP),
    "amber on panel": (AMBER, PANEL),
    "gold on felt": (GOLD, FELT),
    "ink on ivory": (INK, IVORY),
    "ink on wild": (INK, WILD_IVORY),
    "red on ivory": (RED, IVORY),
    "red on wild": (RED, WILD_IVORY),
    "safe hearts on ivory": (SAFE_HEARTS, IVORY),
    "safe diamonds on ivory": (SAFE_DIAMONDS, IVORY),
    "safe clubs on ivory": (SAFE_CLUBS, IVORY),
    "ink on gold": (BUTTON_INK, BUTTON),
    "text on quiet button": (TEXT, BUTTON_QUIET),
    "notice": (AMBER_INK, AMBER),
    "arbiter": (CALL_INK, CALL),
}


class SuitScheme(enum.Enum):
    """How suits are coloured."""

    CLASSIC = "classic"  # red and black
    SAFE = "safe"  # four colours apart for every kind of sight, each with its letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewing:
    """How wide the picture is and how far away the farthest player sits."""

    width_mm: float = 531.0  # a 24-inch screen
    distance_m: float = 1.0
    inches: float = 0.0  # the diagonal, which says more than the width where it is known

    def pixels_per_mm(self, size: tuple[int, int]) -> float:
        """Return how many pixels of a picture of that size stand on a millimetre."""
        width, height = size
        if self.inches:
            return math.hypot(width, height) / (self.inches * 25.4)
        return width / self.width_mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The choices of a table's settings."""

    suits: SuitScheme = SuitScheme.CLASSIC
    viewing: Viewing = Viewing()
    large: bool = False  # letters a quarter larger
    mirrored: bool = False  # the score once more, upside down, along the upper edge


@dataclass(frozen=True, slots=True)
class Sizes:
    """Font sizes and spaces in pixels. `unit` is one pixel of a 1920 x 1080 picture."""

    unit: float  # everything that is not measured by the eye
    least: int  # 16 minutes of arc: nothing is written smaller
    text: int  # 20 minutes of arc
    title: int
    key: int  # numbers that matter, 40 minutes of arc
    gap: int
    radius: int
    finger: int  # the least side of what a finger touches: 15 mm


_CAP_HEIGHT: Final = 0.67  # of the font size: Atkinson Hyperlegible's capitals
_ARC_MINUTE: Final = math.pi / 180 / 60
_FINGER_MM: Final = 15.0
_LARGE: Final = 1.25
# Letters of 33 pixels belong to a picture of 1920 x 1080; everything else is measured in that unit.
_TEXT_UNITS: Final = 33
_NOMINAL: Final = (1920, 1080)
# Letters grow with the distance until the picture would be smaller than this in its own units: beyond, less
# fits on it than a screen has to say. A picture that stands upright has other needs than one that lies.
_LEAST_LYING: Final = (1080, 680)
_LEAST_UPRIGHT: Final = (660, 1060)
_LEAST_STRIP: Final = (1300, 380)
STRIP_SHAPE: Final = 2.6  # a picture so much wider than high is a strip
_LEAST_SCALE: Final = 0.92
_MIRROR: Final = 0.1  # of the height
# Letters that fill more of the picture than this share of the most it holds may shrink further.
_CROWDED: Final = 0.93


def sizes(theme: Theme, size: tuple[int, int]) -> Sizes:
    """Return the sizes for a picture of that many pixels, seen as the theme says."""
    width, height = size
    height -= mirror_height(theme, size)
    pixels_per_mm = theme.viewing.pixels_per_mm(size)
    wanted = 20 * _ARC_MINUTE * theme.viewing.distance_m * 1000 * pixels_per_mm / _CAP_HEIGHT
    if theme.large:
        wanted *= _LARGE
    nominal = min(width / _NOMINAL[0], height / _NOMINAL[1])
    least_wide, least_tall = _LEAST_UPRIGHT if height > width else _LEAST_LYING
    if width > STRIP_SHAPE * height:
        least_wide, least_tall = _LEAST_STRIP
    most = min(width / least_wide, height / least_tall)
    unit = min(max(wanted / _TEXT_UNITS, nominal * _LEAST_SCALE), most)
    text = _TEXT_UNITS * unit
    # On a screen too small for what it has to say, small letters are better than words that are cut.
    share = 0.8 if wanted / _TEXT_UNITS <= most * _CROWDED else 0.68
    return Sizes(
        unit=unit,
        least=round(text * share),
        text=round(text),
        title=round(text * 1.4),
        key=2 * round(text),
        gap=max(4, round(14 * unit)),
        radius=max(4, round(14 * unit)),
        # A screen on which fifteen millimetres are a fifth of its height has smaller buttons.
        finger=round(min(_FINGER_MM * pixels_per_mm, height / 6, 90 * unit)),
    )


def mirror_height(theme: Theme, size: tuple[int, int]) -> int:
    """Return how many pixels of the upper edge face those opposite; a low strip has none to spare."""
    width, height = size
    if not theme.mirrored or width > STRIP_SHAPE * height:
        return 0
    return round(height * _MIRROR)


def suit_color(suit: Suit | None, scheme: SuitScheme) -> Color:
    """Return the colour of a suit's ink; a joker's is black."""
    if scheme is SuitScheme.CLASSIC:
        return RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else INK
    return (
        {
            Suit.HEARTS: SAFE_HEARTS,
            Suit.DIAMONDS: SAFE_DIAMONDS,
            Suit.CLUBS: SAFE_CLUBS,
        }.get(suit, INK)
        if suit
        else INK
    )


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as WCAG 2 defines it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: Color) -> float:
    red, green, blue = (_linear(part / 255) for part in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
