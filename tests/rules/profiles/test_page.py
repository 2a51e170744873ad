"""The rules page: words for every switch and value, sources, and differences."""

import pytest

from tallone.rules.profiles.club import shipped
from tallone.rules.profiles.page import differences, meaning, rules_page
from tallone.rules.profiles.page_texts import MEANINGS, TITLES
from tallone.rules.profiles.profile import PROFILE_NAMES, SWITCHES, ProfileError, load_profile


def test_every_switch_has_a_title_in_both_languages():
    assert set(TITLES) == set(SWITCHES)
    assert all(words.it and words.en for words in TITLES.values())


def test_every_value_has_a_meaning_in_both_languages():
    values = {
        (name, value)
        for name, switch in SWITCHES.items()
        for value in switch.values
        if switch.values != (int,)
    }
    assert set(MEANINGS) == values
    assert all(words.it and words.en for words in MEANINGS.values())


@pytest.mark.parametrize("name", PROFILE_NAMES)
@pytest.mark.parametrize("language", ["it", "en"])
def test_every_rule_of_a_page_has_a_value_and_a_source(name, language):
    rows = rules_page(shipped(name), language)
    assert all(row.title and row.value and row.source for row in rows)
    titles = [row.switch for row in rows]
    assert ("match_points" in titles) == (name == "fibur")
    assert ("match_hands" in titles) == (name != "fibur")
    assert ("royal_run" in titles) == (name == "fibur")


def test_a_grade_worth_nothing_does_not_exist():
    assert meaning("royal", 0, "it") == meaning("semi_run", "off", "it") == "non esiste"
    assert meaning("pozzetto_malus", 0, "it") == "0"


def test_profiles_differ_where_their_switches_do():
    rows = differences(load_profile("online"), load_profile("fibur-2026"), "en")
    assert ("When it is paid", "always", "only if the other side took one") in rows
    assert differences(load_profile("febur"), load_profile("febur"), "it") == []


def test_a_profile_that_does_not_exist_has_no_rules():
    with pytest.raises(ProfileError, match="did you mean 'fibur'"):
        shipped("fibru")
