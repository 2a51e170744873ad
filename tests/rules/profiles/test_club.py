"""A club's own rules: a text that starts from a shipped profile."""

import re
from pathlib import Path

import pytest
from tests.rules.notation.test_notation import HEADER
from tests.rules.positions import record_of

from tallone.rules.notation.write import profile_text, write_hand
from tallone.rules.profiles.club import club
from tallone.rules.profiles.page import rules_page
from tallone.rules.profiles.profile import (
    PROFILE_NAMES,
    SWITCHES,
    ProfileError,
    load_profile,
    readings,
)

DOCUMENT = Path(__file__).parents[3] / "docs" / "rules.md"
PINELLA = """
base = "fibur"
title = "Circolo La Pinella"
match = "hands"
free_wild_moves = true
[switch.semi_run]
value = "end_only"
source = "members' meeting"
"""


def test_switches_of_a_club_override_its_base_and_the_rest_stays():
    profile = club(PINELLA, "pinella").profile
    assert (profile.base, profile.name, profile.title) == (
        "fibur",
        "pinella",
        "Circolo La Pinella",
    )
    changed = {"match": "hands", "free_wild_moves": True, "semi_run": "end_only"}
    assert profile.switches() == load_profile("fibur").switches() | changed


def test_a_club_may_give_its_own_name_and_edition():
    book = club(PINELLA.replace("[", 'name = "lp"\nedition = "2026"\n[', 1), "pinella")
    assert (book.profile.name, book.profile.edition) == ("lp", "2026")
    assert book.readings["match"].source == "2026"


def test_each_rule_says_whether_it_is_the_clubs_and_what_the_base_has():
    found = club(PINELLA, "pinella").readings
    assert list(found) == list(SWITCHES)
    assert (found["semi_run"].source, found["semi_run"].instead) == (
        "members' meeting",
        "fibur: adjacent_seven",
    )
    assert (found["free_wild_moves"].source, found["free_wild_moves"].instead) == (
        "pinella",
        "fibur: false",
    )
    assert found["clean"] == readings("fibur")["clean"]


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_page_of_a_club_has_its_values(language):
    rows = {row.switch: row for row in rules_page(club(PINELLA, "pinella"), language)}
    assert "match_points" not in rows
    assert rows["semi_run"].source == "members' meeting"


def test_a_clubs_profile_is_made_again_from_its_document():
    profile = club(PINELLA, "pinella").profile
    assert load_profile(profile.document()) == profile
    assert [load_profile(load_profile(name).document()) for name in PROFILE_NAMES] == [
        load_profile(name) for name in PROFILE_NAMES
    ]


def test_a_hand_by_a_clubs_rules_is_written_with_them():
    profile = club(PINELLA, "pinella").profile
    header = [line for line in HEADER if not line.startswith("profile:")]
    text = "\n".join([header[0], f"profile: {profile_text(profile)}", *header[1:], ""])
    record = record_of(text)
    assert record.profile == profile
    assert record_of(write_hand(record)) == record


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("base = ", "is not TOML"),
        ("", "needs a base: one of febur"),
        ('base = "fibru"', "did you mean 'fibur'"),
        ("base = 3", "needs a base"),
        ('base = "fibur"\nsemi_rum = "off"', "no key 'semi_rum'; did you mean 'semi_run'"),
        ('base = "fibur"\ntitel = "x"', "did you mean 'title'"),
        ('base = "fibur"\nsemi_run = "end"', "did you mean 'end_only'"),
        ('base = "fibur"\nclean = 2.5', "from 0 to 10,000"),
        ('base = "fibur"\ntitle = 3', "title must be a text"),
        ('base = "fibur"\nname = "febur"', "give the club's own name"),
        ('base = "fibur"\nswitch = 3', r"write \[switch.NAME\]"),
        ('base = "fibur"\n[switch.semi_rum]\nvalue = 1', "did you mean 'semi_run'"),
        ('base = "fibur"\n[switch.clean]\nsource = "x"', "has no value"),
        ('base = "fibur"\n[switch]\nclean = 3', "has no value"),
        ('base = "fibur"\n[switch.clean]\nvalue = 1\nsuorce = "x"', "did you mean 'source'"),
        ('base = "fibur"\n[switch.clean]\nvalue = 1\nsource = 2', "source must be a text"),
        ('base = "fibur"\nclean = 1\n[switch.clean]\nvalue = 1', "clean is set twice"),
    ],
)
def test_what_is_wrong_in_a_clubs_text_is_told_with_the_nearest_that_exists(text, complaint):
    with pytest.raises(ProfileError, match=complaint):
        club(text, "club")


def test_the_example_of_the_document_is_a_clubs_rules():
    (example,) = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert club(example, "pinella").profile.semi_run == "end_only"


def test_rulings_of_a_club_are_a_table():
    written = 'base = "febur"\n[ruling.R23]\nbasis = "silent"\n'
    assert club(written, "pinella").rulings == {"R23": {"basis": "silent"}}
    with pytest.raises(ProfileError, match="ruling is no table"):
        club('base = "febur"\nruling = 3\n', "pinella")


def test_a_clubs_text_without_end_is_refused_before_it_is_parsed():
    with pytest.raises(ProfileError, match="dots"):
        club("a" + ".a" * 20_000 + " = 1", "pinella")
    with pytest.raises(ProfileError, match="nested too deep"):
        club("a = " + "[" * 5_000 + "]" * 5_000, "pinella")
