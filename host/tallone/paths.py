"""Where the program's own files and the user's files are."""

import os
import shutil
import sys
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent
# Set to 1, no MicroPython is found: as on machines that have none.
NO_MICROPYTHON = "TALLONE_NO_MICROPYTHON"


def firmware_folder() -> Path:
    """Return the folder of the boards' files: inside an installed package, else in the checkout.

    Raises FileNotFoundError when neither is there.
    """
    for folder in (_PACKAGE / "_firmware", _PACKAGE.parent.parent / "firmware"):
        if (folder / "lib" / "tallone_wire").is_dir():
            return folder
    raise FileNotFoundError(
        "the boards' firmware is missing from this installation; install it again"
    )


def hardware_folder() -> Path:
    """Return the folder of figures that hardware and program share: pins, cards.

    Raises FileNotFoundError when neither an installed package nor a checkout has it.
    """
    for folder in (_PACKAGE / "_hardware", _PACKAGE.parent.parent / "hardware"):
        if (folder / "cards.toml").is_file():
            return folder
    raise FileNotFoundError(
        "the hardware's figures are missing from this installation; install it again"
    )


def micropython() -> Path | None:
    """Return the MicroPython that runs the simulated boards, or None where there is none."""
    if os.environ.get(NO_MICROPYTHON) == "1":
        return None
    beside = Path(sys.executable).parent / "micropython"
    if beside.exists():
        return beside
    found = shutil.which("micropython")
    return Path(found) if found else None


def registry_file(named: str = "") -> Path:
    """Return the file of the club's packs: the one named in the settings, or the usual one."""
    return Path(named) if named else data_folder() / "registry.sqlite"


def data_folder() -> Path:
    """Return the folder of journals, registries and captures, made if it is not there."""
    folder = Path(platformdirs.user_data_dir("tallone", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
