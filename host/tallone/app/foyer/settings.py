"""The settings that the screen offers: their values, in which order, and which touch the game."""

import dataclasses
import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tallone.rules.profiles.profile import PROFILE_NAMES


class How(enum.Enum):
    """How a setting is given."""

    CHOICE = "choice"  # one of its values
    NUMBER = "number"  # typed, within its bounds
    WORDS = "words"  # typed on the keyboard
    PACK = "pack"  # one of the club's packs


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting by the name it has in the file."""

    name: str
    how: How = How.CHOICE
    values: tuple[str | int, ...] = ()
    low: int = 0
    high: int = 0
    # Whether it changes how the game is played or judged: then it is the arbiter's.
    touches_game: bool = False
    # Whether it is taken when the program starts anew.
    needs_restart: bool = False


_ALL: Final = (
    Setting(name="language", values=("it", "en")),
    Setting(name="large_type", values=(0, 1)),
    Setting(name="suits", values=("classic", "safe")),
    Setting(name="sound", values=(1, 0)),
    Setting(name="volume", values=(20, 40, 60, 80, 100)),
    Setting(name="brightness", values=(20, 40, 60, 80, 100)),
    Setting(name="rotation", values=(0, 90, 180, 270), needs_restart=True),
    Setting(name="mirrored", values=(0, 1)),
    Setting(name="screen_inches", how=How.NUMBER, low=5, high=99),
    Setting(name="viewing_cm", values=(50, 70, 100, 150, 250)),
    Setting(name="club", how=How.WORDS),
    Setting(name="table", how=How.NUMBER, low=1, high=999),
    Setting(name="profile", values=PROFILE_NAMES, touches_game=True),
    Setting(name="assist", values=("gara", "circolo", "didattica"), touches_game=True),
    Setting(name="hands", values=(1, 2, 3, 4), touches_game=True),
    Setting(name="round_minutes", how=How.NUMBER, low=1, high=600, touches_game=True),
    Setting(name="show_running_points", values=(1, 0), touches_game=True),
    Setting(name="show_stock_count", values=(1, 0), touches_game=True),
    Setting(name="pack", how=How.PACK, touches_game=True, needs_restart=True),
    Setting(name="second_pack", how=How.PACK, touches_game=True, needs_restart=True),
)
SETTINGS: Final[Mapping[str, Setting]] = MappingProxyType({one.name: one for one in _ALL})
# Before the first evening, one after another; the last two try what was chosen.
FIRST_RUN: Final = (
    "language",
    "large_type",
    "club",
    "table",
    "profile",
    "pack",
    "screen_inches",
    "rotation",
    "brightness",
    "volume",
    "try_sound",
    "try_touch",
)
