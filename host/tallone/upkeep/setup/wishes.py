"""What a club chooses when it sets a table up; each choice has a default that works."""

import re
from typing import Final

import msgspec

from tallone.errors import ConfigError
from tallone.link.messages import Role

ROTATIONS: Final = (0, 90, 180, 270)
CLOCKS: Final = ("none", "pi5", "ds3231", "pcf8523", "rv3028")
_USER: Final = re.compile(r"[a-z_][a-z0-9_-]{0,30}")
_SERIAL: Final = re.compile(r"[0-9A-Za-z]{4,32}")
_OUTPUT: Final = re.compile(r"(?:HDMI-A|DSI|DPI)-[1-4]")
_KEY: Final = re.compile(r"[0-9a-f]{64}")
_USB: Final = re.compile(r"none|[0-9a-f]{4}:[0-9a-f]{4}(?: [0-9a-f]{4}:[0-9a-f]{4}){0,15}")
_DEVICE: Final = re.compile(r"(?:LABEL|UUID|PARTUUID)=[\w.-]{1,40}|/dev/[\w/.-]{1,60}")


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """The choices; raise ConfigError from `checked` for one that cannot be."""

    user: str = "tallone"
    mat: str = ""  # USB serial numbers of the boards; empty: by the settings
    croupier: str = ""
    hub: bool = False  # this machine also serves the club's desk
    output: str = "HDMI-A-1"  # the screen's connector
    rotation: int = 0  # degrees clockwise, of screen and touch
    clock: str = "none"  # a clock chip that runs without power
    button: int = 0  # GPIO of a power button; 0: the Pi's own, or none
    read_only: bool = False
    data_device: str = ""  # partition for journals and packs; needed with read_only
    release_key: str = ""  # 64 hex digits: whose releases this table takes; empty: nobody's
    # What may be plugged in beside boards and memory sticks: "0eef:0001 1234:abcd", or none; empty: anything.
    usb: str = ""
    prefix: str = "/opt/tallone"  # where the program's releases live

    @property
    def serials(self) -> tuple[tuple[Role, str], ...]:
        """Each board's role with its serial number, empty where any board will do."""
        return (Role.MAT, self.mat), (Role.CROUPIER, self.croupier)


def checked(wishes: Wishes) -> Wishes:
    """Return the wishes; raise ConfigError that names the first that cannot be, and what can."""
    for name, pattern, example in (
        ("user", _USER, "tallone"),
        (Role.MAT, _SERIAL, "E661A4D41723262A"),
        (Role.CROUPIER, _SERIAL, "E661A4D41723262A"),
        ("output", _OUTPUT, "HDMI-A-1 or DSI-1"),
        ("usb", _USB, "0eef:0001, as `lsusb` names the touch screen, or none"),
        ("data_device", _DEVICE, "LABEL=tallone-data"),
        ("release_key", _KEY, "64 hex digits, as `tallone release key` writes them"),
    ):
        value = getattr(wishes, name)
        if value and not pattern.fullmatch(value):
            raise ConfigError(f"{_option(name)} {value[:60]!r} cannot be; it is like {example}")
    if wishes.user in ("", "root"):
        raise ConfigError("--user root cannot be: the table runs with few rights; leave it out")
    if wishes.mat and wishes.mat == wishes.croupier:
        raise ConfigError(
            "--mat and --croupier are the same board; `tallone link ports` lists both"
        )
    if wishes.rotation not in ROTATIONS:
        raise ConfigError(f"--rotation {wishes.rotation} cannot be; it is 0, 90, 180 or 270")
    if wishes.clock not in CLOCKS:
        raise ConfigError(
            f"--clock {wishes.clock!r} is not known; it is one of {', '.join(CLOCKS)}"
        )
    if not 0 <= wishes.button <= 27:
        raise ConfigError(f"--button {wishes.button} is no GPIO of the Pi; they go from 2 to 27")
    if wishes.read_only and not wishes.data_device:
        raise ConfigError(
            "--read-only needs --data-device: with a root that forgets, the journal needs a partition of its own"
        )
    return wishes


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")
