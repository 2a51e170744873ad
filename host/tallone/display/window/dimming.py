"""How bright the screen is: by its own lamp where the machine has one, else by darker pixels."""

import logging
import math
from pathlib import Path
from typing import Final

_LOG: Final = logging.getLogger(__name__)
# What the kernel calls the lamps of built-in screens (Documentation/ABI/stable/sysfs-class-backlight).
LAMPS: Final = Path("/sys/class/backlight")
# Darker than this a lamp shows nothing, and nobody finds the way back.
_LEAST_PERCENT: Final = 10


def set_lamp(percent: int, lamps: Path = LAMPS) -> bool:
    """Set the first lamp to so much of what it can; return whether there is one that takes it."""
    for lamp in sorted(lamps.glob("*")):
        try:
            most = int((lamp / "max_brightness").read_text(encoding="ascii")[:12])
            wanted = max(1, round(most * max(_LEAST_PERCENT, min(percent, 100)) / 100))
            (lamp / "brightness").write_text(f"{wanted}\n", encoding="ascii")
        except (OSError, ValueError) as error:
            _LOG.info("%s does not take a brightness: %s", lamp.name, error)
            continue
        return True
    return False


def pixel_share(percent: int) -> int:
    """Return what pixels are multiplied by, of 255, so that they look so bright where no lamp can be set.

    Screens show the power 2.2 of a value, so that half the light is three quarters of the value.
    """
    share = max(_LEAST_PERCENT, min(percent, 100)) / 100
    return round(255 * math.pow(share, 1 / 2.2))
