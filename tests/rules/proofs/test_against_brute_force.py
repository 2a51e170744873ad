"""Thousands of random sets and extensions, the program against the slow definition."""

from random import Random

import pytest
from tests.rules.proofs import agreement, brute_force, sampling
from tests.rules.proofs.agreement import disagreement_on_a_set, disagreement_on_an_extension

from tallone.rules.melds.shapes import shapes
from tallone.rules.profiles.profile import PROFILE_NAMES

SETS = 3000
EXTENSIONS = 1500
SETS_IN_EVERY_WAY = 2000


@pytest.mark.parametrize("name", [*PROFILE_NAMES, *agreement.CLUBS])
def test_sets_are_melds_with_the_grade_and_points_of_the_slow_definition(name):
    profile, random = agreement.profile(name), Random(f"sets {name}")
    differences = (disagreement_on_a_set(profile, random) for _ in range(SETS))
    assert [difference for difference in differences if difference] == []


@pytest.mark.parametrize("name", [*PROFILE_NAMES, *agreement.CLUBS])
def test_melds_are_extended_as_the_slow_definition_says(name):
    profile, random = agreement.profile(name), Random(f"extensions {name}")
    differences = (disagreement_on_an_extension(profile, random) for _ in range(EXTENSIONS))
    assert [difference for difference in differences if difference] == []


def test_every_way_to_lay_a_set_is_found_once():
    random = Random("every way")
    for _ in range(SETS_IN_EVERY_WAY):
        faces = [copy.card for copy in sampling.any_set(random)]
        written = " ".join(map(str, faces))
        found = [shape.text() for shape in shapes(faces)]
        ways = {brute_force.text(way) for way in brute_force.melds(brute_force.faces(written))}
        assert sorted(found) == sorted(ways), f"every way: {written}"
