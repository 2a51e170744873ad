"""Thousands of random sets and extensions, the program against the slow definition."""

from random import Random

import pytest
from tests.rules.agreement import disagreement_on_a_set, disagreement_on_an_extension

from tallone.rules.profile import PROFILE_NAMES, load_profile

SETS = 3000
EXTENSIONS = 1500


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_sets_are_melds_with_the_grade_and_points_of_the_slow_definition(name):
    profile, random = load_profile(name), Random(f"sets {name}")
    differences = (disagreement_on_a_set(profile, random) for _ in range(SETS))
    assert [difference for difference in differences if difference] == []


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_melds_are_extended_as_the_slow_definition_says(name):
    profile, random = load_profile(name), Random(f"extensions {name}")
    differences = (disagreement_on_an_extension(profile, random) for _ in range(EXTENSIONS))
    assert [difference for difference in differences if difference] == []
