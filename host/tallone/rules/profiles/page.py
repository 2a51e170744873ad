"""The rules page of a profile: every switch in words, with its source; and how two profiles differ."""

import dataclasses
from typing import Any, Final, Literal

from tallone.rules.profiles.club import Rulebook
from tallone.rules.profiles.page_sources import label_it, otherwise_it, source_it
from tallone.rules.profiles.page_texts import HEADINGS, MEANINGS, TITLES, Words
from tallone.rules.profiles.profile import GRADES, Profile

Language = Literal["it", "en"]
# Without the grade these say nothing.
_OF_GRADE: Final = {"royal_run": "royal", "royal_dirty_run": "royal_dirty"}
# Only the one that the kind of match uses is shown.
_OF_MATCH: Final = {"match_hands": "hands", "match_points": "points"}


@dataclasses.dataclass(frozen=True, slots=True)
class PageRow:
    """A rule: its name, what holds in this profile, where that comes from, what was not taken."""

    switch: str
    title: str
    value: str
    source: str
    instead: str


def rules_page(book: Rulebook, language: Language) -> list[PageRow]:
    """Return the rows of a profile's page."""
    found = book.readings
    return [
        PageRow(
            switch=switch,
            title=in_language(title, language),
            value=meaning(switch, found[switch].value, language),
            source=_source(found[switch].source, language),
            instead=_otherwise(switch, found[switch].instead, language),
        )
        for switch, title in TITLES.items()
        if _says_something(switch, book.profile.switches())
    ]


def labels(profile: Profile, language: Language) -> tuple[str, str]:
    """Return a profile's title and edition."""
    if language == "it":
        return label_it(profile.title), label_it(profile.edition)
    return profile.title, profile.edition


def differences(one: Profile, other: Profile, language: Language) -> list[tuple[str, str, str]]:
    """Return the title and both values of every switch on which two profiles differ."""
    first, second = one.switches(), other.switches()
    return [
        (
            in_language(title, language),
            meaning(switch, first[switch], language),
            meaning(switch, second[switch], language),
        )
        for switch, title in TITLES.items()
        if first[switch] != second[switch]
    ]


def meaning(switch: str, value: Any, language: Language) -> str:
    """Return what a switch's value means, in words."""
    if switch in GRADES and value == 0:
        return in_language(HEADINGS["none"], language)
    words = MEANINGS.get((switch, value))
    return str(value) if words is None else in_language(words, language)


def _source(source: str, language: Language) -> str:
    return source_it(source) if language == "it" else source


def _otherwise(switch: str, instead: str, language: Language) -> str:
    """Return a reading that was not taken: what the value written first means, and why it exists."""
    value, colon, reason = instead.partition(": ")
    if not colon:
        return instead
    known: Any = {"true": True, "false": False}.get(value, value)
    words = meaning(switch, int(value) if value.isdecimal() else known, language)
    return f"{words}: {otherwise_it(reason) if language == 'it' else reason}"


def in_language(words: Words, language: Language) -> str:
    return words.it if language == "it" else words.en


def _says_something(switch: str, values: dict[str, Any]) -> bool:
    grade = _OF_GRADE.get(switch)
    if grade is not None:
        return bool(values[grade])
    return _OF_MATCH.get(switch) in (None, values["match"])
