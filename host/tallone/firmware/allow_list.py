"""What goes onto a board: the list in firmware/manifest.toml as sources and places."""

import dataclasses
import tomllib
from pathlib import Path
from typing import Final

from tallone.errors import FirmwareError
from tallone.link.messages import Role
from tallone.paths import firmware_folder

# MicroPython starts this file after power-on; it must be source.
START: Final = "main.py"
# The role's own main.py, compiled: the start file imports it.
_PROGRAM: Final = "program.mpy"
ROLES: Final = tuple(Role)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file: where it is here, and its path on the board. What ends in .mpy is compiled."""

    file: Path
    place: str


def sources(role: str) -> list[Source]:
    """Return a board's files by their place; raise FirmwareError when one is missing or unknown."""
    folder = firmware_folder()
    part = _part(folder / "manifest.toml", role)
    own = folder / str(part["program"])
    found = [Source(file=folder / "start" / START, place=START)]
    found += [
        Source(file=file, place=_PROGRAM if file.name == START else _compiled(file.name))
        for file in own.glob("*.py")
    ]
    for kind in ("lib", "boards"):
        found += [
            Source(file=folder / kind / name, place=f"{kind}/{_compiled(name)}")
            for name in part[kind]
        ]
    for source in found:
        if not source.file.is_file():
            raise FirmwareError(f"{source.file} is on the list of the {role} but not there")
    return sorted(found, key=lambda source: source.place)


def firmware_version() -> str:
    """Return the version that lib/version.py names."""
    text = (firmware_folder() / "lib" / "version.py").read_text(encoding="utf-8")
    for line in text.splitlines():
        name, _, value = line.partition(" = ")
        if name == "FIRMWARE_VERSION":
            return value.strip('"')
    raise FirmwareError("lib/version.py names no FIRMWARE_VERSION")


def _part(path: Path, role: str) -> dict[str, list[str]]:
    if role not in ROLES:
        raise FirmwareError(f"{role} is no board; the boards are {' and '.join(ROLES)}")
    with path.open("rb") as file:
        part: dict[str, list[str]] = tomllib.load(file)[role]
    return part


def _compiled(name: str) -> str:
    return name.removesuffix(".py") + ".mpy"
