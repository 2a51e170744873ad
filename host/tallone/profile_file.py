"""The rules that a command line or a configuration names: a shipped profile, or a club's own file."""

from pathlib import Path
from typing import Final

from tallone.errors import UsageError
from tallone.rules.profiles.club import Rulebook, club, shipped
from tallone.rules.profiles.profile import Profile, ProfileError

SUFFIX: Final = ".toml"
# A file with every switch, its source and the other reading is a tenth of this.
_MAX_BYTES: Final = 64 * 1024


def is_file_name(wanted: str) -> bool:
    """Whether this names a club's file; every other word is the name of a shipped profile."""
    return wanted.lower().endswith(SUFFIX)


def profile_of(wanted: str) -> Profile:
    """Return the profile of that name or file; raise ProfileError, with the file's name in front."""
    return rulebook_of(wanted).profile


def asked_profile(wanted: str) -> Profile:
    """Return the profile that a command line names; raise UsageError."""
    return asked_rulebook(wanted).profile


def asked_rulebook(wanted: str) -> Rulebook:
    """Return the rules that a command line names; raise UsageError."""
    try:
        return rulebook_of(wanted)
    except ProfileError as error:
        raise UsageError(str(error)) from error


def whole_name(wanted: str) -> str:
    """Return the name for a process that works in another folder: a file's with its whole path."""
    return str(Path(wanted).resolve()) if is_file_name(wanted) else wanted


def rulebook_of(wanted: str) -> Rulebook:
    """Return the rules of that name or file with their sources; raise ProfileError likewise."""
    if is_file_name(wanted):
        return _club(Path(wanted))
    try:
        return shipped(wanted)
    except ProfileError as error:
        raise ProfileError(
            f"{error}; a club's own rules are a file, such as club{SUFFIX}"
        ) from error


def _club(path: Path) -> Rulebook:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise ProfileError(
            f"{path}: cannot be read ({error.strerror}); give the file with the club's rules"
        ) from error
    if len(content) > _MAX_BYTES:
        raise ProfileError(f"{path}: is longer than {_MAX_BYTES} bytes; it is no file of rules")
    try:
        return club(content.decode("utf-8"), path.stem)
    except UnicodeDecodeError as error:
        raise ProfileError(f"{path}: is no text in UTF-8; save it as one") from error
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}") from error
