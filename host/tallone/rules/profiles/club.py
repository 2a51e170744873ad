"""A club's own rules: a TOML text that starts from a shipped profile and sets switches otherwise.

A switch stands by itself or, as in the shipped profiles, as a table with its source: docs/rules.md has an
example.
"""

import dataclasses
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from tallone.rules.profiles.profile import (
    LABELS,
    PROFILE_NAMES,
    SWITCHES,
    Profile,
    ProfileError,
    Reading,
    in_any_case,
    load_profile,
    nearest,
    readings,
)

_PARTS: Final = ("value", "source", "instead")
_MOST_DOTS: Final = 4_000


@dataclasses.dataclass(frozen=True, slots=True)
class Rulebook:
    """A profile with what is said about each of its switches."""

    profile: Profile
    readings: Mapping[str, Reading]
    # A club's own rows of rulings as its file writes them, by row or kind; the referee reads them.
    rulings: Mapping[str, Any] = dataclasses.field(default_factory=dict)


def shipped(name: str) -> Rulebook:
    """Return a shipped profile's rules; raise ProfileError."""
    return Rulebook(load_profile(name), readings(name))


def club(text: str, name: str) -> Rulebook:
    """Return the rules of a club's TOML text, called `name` if it gives none; raise ProfileError."""
    document = _document(text)
    own = _own_readings(document)
    labels: dict[str, Any] = {label: document[label] for label in LABELS if label in document}
    values = {switch: reading.value for switch, reading in own.items()}
    profile = load_profile({"base": document.get("base"), "name": name, **labels, **values})
    if in_any_case(profile.name) in PROFILE_NAMES:
        raise ProfileError(
            f"name = {profile.name!r} is a shipped profile; give the club's own name"
        )
    inherited = readings(profile.base)
    edition = profile.edition if "edition" in labels else profile.name
    for switch, reading in own.items():
        others = f"{profile.base}: {_written(inherited[switch].value)}"
        own[switch] = Reading(reading.value, reading.source or edition, reading.instead or others)
    return Rulebook(profile, inherited | own, _rulings(document))


def _rulings(document: Mapping[str, Any]) -> Mapping[str, Any]:
    rulings = document.get("ruling", {})
    if not isinstance(rulings, dict):
        raise ProfileError("ruling is no table; write [ruling.R23] with what the club's code says")
    return rulings


def _document(text: str) -> dict[str, Any]:
    # The parser's time grows with the square of a key's parts.
    if text.count(".") > _MOST_DOTS:
        raise ProfileError(f"more than {_MOST_DOTS} dots: no club has so many rules")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ProfileError("this is nested too deep for rules") from error
    except ValueError as error:  # no TOML, or a number of thousands of digits
        raise ProfileError(f"this is not TOML: {error}") from error


def _own_readings(document: Mapping[str, Any]) -> dict[str, Reading]:
    """Return what the club says of switches; only names are checked."""
    plain = {
        key: value
        for key, value in document.items()
        if key not in ("base", *LABELS, "switch", "ruling")
    }
    for key in plain:
        if key not in SWITCHES:
            raise ProfileError(f"no key {key[:40]!r}{nearest(key, ('base', *LABELS, *SWITCHES))}")
    tables = document.get("switch", {})
    if not isinstance(tables, dict):
        raise ProfileError("switch is no table; write [switch.NAME] with its value")
    own = {switch: Reading(value, "") for switch, value in plain.items()}
    for switch, table in tables.items():
        if switch in own:
            raise ProfileError(f"{switch} is set twice; keep one")
        own[switch] = _reading(switch, table)
    return own


def _reading(switch: str, table: object) -> Reading:
    if switch not in SWITCHES:
        raise ProfileError(f"no switch {switch[:40]!r}{nearest(switch, SWITCHES)}")
    if not isinstance(table, dict) or "value" not in table:
        raise ProfileError(f"[switch.{switch}] has no value; give it one")
    for key, value in table.items():
        if key not in _PARTS:
            raise ProfileError(f"[switch.{switch}]: no key {key[:40]!r}{nearest(key, _PARTS)}")
        if key != "value" and not isinstance(value, str):
            raise ProfileError(f"[switch.{switch}]: {key} must be a text")
    return Reading(table["value"], table.get("source", ""), table.get("instead", ""))


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
