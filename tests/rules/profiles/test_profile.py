"""Profiles: rules as data, each value with its source; overrides are checked."""

import re

import pytest

from tallone.rules.profiles.profile import (
    GRADES,
    PROFILE_NAMES,
    SWITCHES,
    ProfileError,
    load_profile,
    readings,
)

# What distinguishes the five, as agreed; one row per switch, one column per profile.
AGREED = {
    "clean": (200, 200, 200, 200, 200),
    "semi_clean": (0, 150, 0, 150, 150),
    "dirty": (100, 100, 100, 100, 100),
    "royal": (0, 0, 0, 300, 0),
    "royal_dirty": (0, 0, 0, 250, 0),
    "super": (0, 0, 0, 250, 0),
    "super_dirty": (0, 0, 0, 200, 0),
    "free_wild_moves": (False, False, True, False, False),
    "natural_two_becomes_wild": (True, True, True, True, True),
    "single_pile_card": ("never", "never", "not_to_go_out", "never", "equal_held"),
    "identical_groups": ("banned",) * 5,
    "identical_runs": ("allowed",) * 5,
    "pozzetto_malus": (100,) * 5,
    "pozzetto_malus_when": ("always", "always", "always", "always", "unless_neither"),
    "close_burraco": ("any",) * 5,
    "closing_bonus": (100,) * 5,
    "first_turn_guard": (False, False, True, False, False),
    "stock_floor": (2,) * 5,
    "stall": ("arbiter", "void", "void", "arbiter", "arbiter"),
    "match": ("hands", "hands", "hands", "points", "hands"),
    "match_points": (2005,) * 5,
    "players": ("4", "2_or_4", "2_or_4", "4", "4"),
}


@pytest.mark.parametrize("switch", AGREED)
def test_profiles_have_the_agreed_values(switch):
    assert tuple(getattr(load_profile(name), switch) for name in PROFILE_NAMES) == AGREED[switch]


def test_the_classic_rules_let_the_lowest_deal_and_febur_the_lowest_opponent():
    assert load_profile("febur").first_dealer == "lowest_opponent"
    assert load_profile("classic-en").first_dealer == "lowest"


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_every_value_of_every_profile_has_a_source(name):
    found = readings(name)
    assert list(found) == list(SWITCHES)
    assert all(reading.source for reading in found.values())
    assert {key: reading.value for key, reading in found.items()} == load_profile(name).switches()


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_the_reading_not_taken_begins_with_another_value_than_the_one_taken(name):
    """A text copied from a profile that took the other value offers what holds already."""
    for switch, reading in readings(name).items():
        if not reading.instead:
            continue
        offered, colon, why = reading.instead.partition(": ")
        text = f"{name}.{switch} = {reading.value}: {reading.instead!r}"
        assert colon, text
        assert why, text
        assert offered != str(reading.value).lower(), text
        assert str(reading.value).lower() not in re.findall(r"\w+", why.lower()), text
        values = SWITCHES[switch].values
        if values == (int,):
            assert offered.isdecimal(), text
        else:
            assert offered in {str(value).lower() for value in values}, text


def test_grades_are_switches():
    assert set(GRADES) <= set(SWITCHES)


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_profiles_say_what_they_are(name):
    profile = load_profile(name)
    assert profile.name == name
    assert profile.title
    assert profile.edition


def test_the_seven_grade_page_claims_no_federation():
    assert "no federation" in load_profile("fibur").edition


def test_switches_override_a_base():
    profile = load_profile({"base": "fibur", "semi_run": "end_only", "royal": 350})
    assert (profile.semi_run, profile.royal, profile.semi_group) == (
        "end_only",
        350,
        "exactly_eight",
    )
    assert profile.name == "fibur"


def test_labels_override_a_base_too():
    profile = load_profile({"base": "febur", "name": "club", "title": "Club", "edition": "2026"})
    assert (profile.name, profile.title, profile.edition) == ("club", "Club", "2026")
    assert profile.switches() == load_profile("febur").switches()


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ("fibru", "did you mean 'fibur'"),
        ("", "no profile"),
        ({}, "needs a base"),
        ({"base": 3}, "needs a base"),
        ({"base": "febru"}, "did you mean 'febur'"),
        ({"base": "febur", "semi_rum": "off"}, "did you mean 'semi_run'"),
        ({"base": "febur", "semi_run": "end"}, "did you mean 'end_only'"),
        ({"base": "febur", "semi_run": 1}, "did you mean"),
        ({"base": "febur", "free_wild_moves": 1}, "free_wild_moves"),
        ({"base": "febur", "clean": True}, "from 0 to 10,000"),
        ({"base": "febur", "clean": -1}, "from 0 to 10,000"),
        ({"base": "febur", "clean": 10_001}, "from 0 to 10,000"),
        ({"base": "febur", "clean": 2.0}, "from 0 to 10,000"),
        ({"base": "febur", "name": 3}, "name must be a text"),
        ({"base": "febur", "title": "x" * 201}, "200 characters"),
        (["febur"], "is a name, or an object"),
        (None, "is a name, or an object"),
    ],
)
def test_what_is_no_profile_is_told_with_the_nearest_that_is(wanted, complaint):
    with pytest.raises(ProfileError, match=complaint):
        load_profile(wanted)


def test_a_value_too_deep_or_too_long_to_write_is_told_all_the_same():
    deep: object = 1
    for _ in range(20_000):
        deep = [deep]
    for value in (deep, "x" * 1_000_000, list(range(1_000_000))):
        for switch in ("clean", "semi_run", "free_wild_moves"):
            with pytest.raises(ProfileError, match=switch) as refused:
                load_profile({"base": "febur", switch: value})
            assert len(str(refused.value)) < 200


@pytest.mark.parametrize("wanted", ["clean" * 200_000, {"base": "febur", "clean" * 200_000: 1}])
def test_a_word_without_end_is_not_compared_to_its_end(wanted):
    with pytest.raises(ProfileError) as refused:
        load_profile(wanted)
    assert len(str(refused.value)) < 1000


def test_numbers_go_from_0_to_10000():
    for number in (0, 10_000):
        assert load_profile({"base": "febur", "clean": number}).clean == number


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_two_may_play_by_a_code_that_says_so(name):
    profile = load_profile(name)
    assert profile.may_play(4)
    assert not profile.may_play(3)
    assert profile.may_play(2) == (profile.players == "2_or_4")
