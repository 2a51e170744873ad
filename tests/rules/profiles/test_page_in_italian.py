"""An Italian rules page is Italian: whatever a shipped profile says of itself has its words."""

import re

import pytest

from tallone.rules.profiles.club import club, shipped
from tallone.rules.profiles.page import labels, rules_page
from tallone.rules.profiles.profile import PROFILE_NAMES

# English that an Italian sentence has no use for.
ENGLISH = re.compile(
    r"\b(the|of|and|with|wild|hands?|grade|meld|run|code|page|rules|turn|stated|page)\b"
)


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_title_edition_sources_and_other_readings_are_italian(name):
    book = shipped(name)
    said = [*labels(book.profile, "it")]
    for row in rules_page(book, "it"):
        said += [row.title, row.value, row.source, row.instead]
    assert [text for text in said if ENGLISH.search(text)] == []


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_no_source_is_lost_in_translation(name):
    book = shipped(name)
    assert labels(book.profile, "en") == (book.profile.title, book.profile.edition)
    english, italian = rules_page(book, "en"), rules_page(book, "it")
    for one, other in zip(english, italian, strict=True):
        assert bool(one.source) == bool(other.source)
        assert bool(one.instead) == bool(other.instead)
        assert re.findall(r"\d+", one.source) == re.findall(r"\d+", other.source)


def test_a_reading_not_taken_is_said_in_words_and_not_by_its_switch():
    rows = {row.switch: row for row in rules_page(shipped("fibur"), "en")}
    assert "end_only" not in rows["semi_run"].instead
    assert rows["semi_run"].instead.endswith("(teaching pages, two programs)")


def test_what_a_club_writes_stands_as_it_is_written():
    text = (
        '[switch.semi_run]\nvalue = "end_only"\nsource = "our own: since 1998"\ninstead = "none"\n'
    )
    own = club(f'base = "fibur"\n{text}', "own")
    rows = {row.switch: row for row in rules_page(own, "it")}
    assert rows["semi_run"].source == "our own: since 1998"
    assert rows["semi_run"].instead == "none"
