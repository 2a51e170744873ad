"""The rules that a command line or a configuration names: a shipped profile, or a club's own file."""

from pathlib import Path
from typing import Final

from tallone.errors import UsageError
from tallone.outside import MOST_TOML_BYTES, read_text
from tallone.rules.profiles.club import Rulebook, club, shipped
from tallone.rules.profiles.profile import PROFILE_NAMES, Profile, ProfileError, load_profile

SUFFIX: Final = ".toml"


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


def table_profile(wanted: str, players: int) -> Profile:
    """Return the profile for a table of so many players; raise UsageError if it is not for so many."""
    profile = asked_profile(wanted)
    if not profile.may_play(players):
        others = [name for name in PROFILE_NAMES if load_profile(name).may_play(players)]
        raise UsageError(
            f"{players} players cannot play by {profile.name}, which is for four; "
            f"{' and '.join(others)} are for two as well"
        )
    return profile


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
        return club(read_text(path, MOST_TOML_BYTES, "the file with the club's rules"), path.stem)
    except UsageError as error:
        raise ProfileError(str(error)) from error
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}") from error
