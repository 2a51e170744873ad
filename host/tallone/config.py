"""The table's settings: one TOML file, read once, into one frozen object.

An unknown key, a wrong type or a value out of bounds is a ConfigError that names the key, what was seen
and, for a typing mistake, the nearest key.
"""

import dataclasses
import difflib
import enum
from pathlib import Path
from typing import Any

from tallone.assist import Assist as Assist  # noqa: PLC0414 (a setting of the table)
from tallone.errors import ConfigError, UsageError
from tallone.outside import MOST_TOML_BYTES, read_text, toml
from tallone.profile_file import is_file_name


class Dealing(enum.Enum):
    """Who shuffles and deals."""

    MACHINE = "machine"  # the croupier
    MANUAL = "manual"  # people; every card passes the mat


class Language(enum.Enum):
    """The language of the screen."""

    ITALIAN = "it"
    ENGLISH = "en"


def _option(default: Any, text: str, low: float | None = None, high: float | None = None) -> Any:
    return dataclasses.field(default=default, metadata={"help": text, "low": low, "high": high})


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every option with its default; `docs/configuration.md` is made from this class."""

    table: int = _option(
        1, "number of the table, shown on screen and mixed into the commitment", 1, 999
    )
    profile: str = _option(
        "fibur",
        "rules: febur, online, classic-en, fibur, fibur-2026, or a club's own file, "
        "looked for beside this one: `pinella.toml`",
    )
    players: int = _option(4, "2 or 4", 2, 4)
    hands: int = _option(
        3, "hands in a match played by hands; a match to points goes on until it is won", 1, 99
    )
    assist: Assist = _option(Assist.CIRCOLO, "gara, circolo or didattica")
    deal: Dealing = _option(
        Dealing.MACHINE, "machine or manual: cards dealt by hand pass one by one over the mat"
    )
    language: Language = _option(Language.ITALIAN, "it or en")
    suits: str = _option("classic", "classic (two colours) or safe (four colours, with letters)")
    fullscreen: bool = _option(False, "cover the whole screen")
    width: int = _option(1280, "width of the window", 800, 7680)
    height: int = _option(800, "height of the window", 600, 4320)
    rotation: int = _option(
        0, "degrees clockwise that the picture is turned: 0, 90, 180 or 270", 0, 270
    )
    screen_inches: int = _option(
        0,
        "diagonal of the screen, so that letters have their size; 0: as on a screen of 24",
        0,
        99,
    )
    viewing_cm: int = _option(
        100, "how far the farthest eye is from the screen, in centimetres", 30, 1000
    )
    large_type: bool = _option(False, "larger letters, a quarter more")
    mirrored: bool = _option(False, "the score once more, upside down, for those opposite")
    brightness: int = _option(
        100,
        "of the screen, by its lamp, or by darker pixels where it has none that can be set",
        10,
        100,
    )
    sound: bool = _option(True, "tones and announcements; in gara only what the code lets be said")
    volume: int = _option(60, "of tones and voice, 0 to 100", 0, 100)
    touch: str = _option(
        "", "what the touch of the screen is corrected by; the screen itself writes it"
    )
    club: str = _option("", "name of the club, for the welcome")
    members: str = _option(
        "", "file with names of players, one a line; empty: members.txt in the data folder"
    )
    power_off: bool = _option(False, "whether Good night switches the machine off, too")
    show_running_points: bool = _option(True, "show the points of the hand in progress")
    show_stock_count: bool = _option(False, "show how many cards the stock has")
    round: int = _option(
        0, "number of the round in a club's event, mixed into the commitment; 0: none", 0, 9999
    )
    numbers: bool = _option(
        True, "dealer and cutter each put in a number of four digits before the cut"
    )
    round_minutes: int = _option(35, "length of a round on the clock", 1, 600)
    feed_speed: int = _option(5, "cards a second the croupier feeds", 1, 8)
    mat_serial: str = _option(
        "", "USB serial number or port of the mat; empty: `--mat` says which"
    )
    croupier_serial: str = _option(
        "", "USB serial number or port of the croupier; empty: `--croupier` says which"
    )
    arbiter_pin: str = _option(
        "",
        "key of the arbiter's PIN, as `tallone arbiter pin` prints it; empty: the panel asks for none",
    )
    registry: str = _option("", "file with the club's packs; empty: the one in the data folder")
    pack: str = _option("", "name of the pack in use; empty: the only one of the registry")
    second_pack: str = _option(
        "", "name of another pack: the two take turns, one for each hand; empty: none"
    )

    hall: str = _option(
        "", "the ticket that the club's desk wrote for this table; empty: it plays on its own"
    )

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check(field, getattr(self, field.name))
        if self.players == 3:
            raise ConfigError("players = 3 cannot be played; it is 2 or 4")
        if self.rotation % 90:
            raise ConfigError(f"rotation = {self.rotation} cannot be; it is 0, 90, 180 or 270")
        if self.suits not in ("classic", "safe"):
            raise ConfigError(f"suits = {self.suits!r} is not known; it is classic or safe")


def _check(field: "dataclasses.Field[Any]", value: Any) -> None:
    low, high = field.metadata["low"], field.metadata["high"]
    if low is not None and not low <= value <= high:
        raise ConfigError(f"{field.name} = {value} is out of bounds; it goes from {low} to {high}")


def load(path: Path) -> Config:
    """Return the settings in a TOML file; raise ConfigError with the file's name in front."""
    try:
        values = toml(read_text(path, MOST_TOML_BYTES, "a file of settings"))
    except UsageError as error:
        raise ConfigError(str(error)) from error
    except ValueError as error:
        raise ConfigError(f"{path}: is not TOML: {error}") from error
    try:
        config = from_mapping(values)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
    if is_file_name(config.profile):
        return dataclasses.replace(config, profile=str(path.resolve().parent / config.profile))
    return config


def from_mapping(values: dict[str, Any]) -> Config:
    """Return the settings in a mapping of option names to TOML values; raise ConfigError."""
    fields = {field.name: field for field in dataclasses.fields(Config)}
    for key in values:
        if key not in fields:
            near = difflib.get_close_matches(key, fields, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ConfigError(f"{key[:40]} is not an option{hint}")
    return Config(**{key: _convert(fields[key], value) for key, value in values.items()})


def _convert(field: "dataclasses.Field[Any]", value: Any) -> Any:
    kind = type(field.default)
    if issubclass(kind, enum.Enum):
        allowed = [member.value for member in kind]
        if value not in allowed:
            raise ConfigError(
                f"{field.name} = {value!r} is not known; it is one of {', '.join(allowed)}"
            )
        return kind(value)
    if type(value) is not kind:
        raise ConfigError(f"{field.name} = {value!r} is not {_KIND_NAMES[kind]}")
    return value


_KIND_NAMES = {int: "a whole number", str: "a text in quotes", bool: "true or false"}
