"""Grades of burracos, and the switches that decide them (rows 49 to 59, questions 1 to 4)."""

import pytest

from tallone.rules.notation.query import answer

ROYAL = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
HIGH_ROYAL = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
SEVENS = "7H 7D 7S 7C 7H 7D 7S"


def grade(cards, base="fibur", **switches):
    found = answer({"op": "meld", "profile": {"base": base, **switches}, "cards": cards})
    assert found["ok"], found
    assert found["total"] == found["points"] + found["bonus"]
    return found["grade"]


@pytest.mark.parametrize("cards", ["3H 4H 5H 6H 7H 8H", "7H 7D 7S 7C 7H 7D", "3H 4H 5H 6H 7H JK"])
def test_six_cards_are_no_burraco(cards):
    assert grade(cards) is None


@pytest.mark.parametrize("cards", ["3H 4H 5H 6H 7H 8H 9H", SEVENS, "2H 3H 4H 5H 6H 7H 8H"])
def test_seven_naturals_are_clean(cards):
    assert grade(cards) == "clean"


# Naturals below and above the wild -> adjacent_seven, end_only.
@pytest.mark.parametrize(
    ("cards", "adjacent", "end"),
    [
        ("3H 4H 5H 6H 7H 8H JK(=9H)", "dirty", "dirty"),
        ("JK(=3H) 4H 5H 6H 7H 8H 9H 10H", "semi_clean", "semi_clean"),
        ("3H 4H 5H 6H 7H 8H 9H JK(=10H)", "semi_clean", "semi_clean"),
        ("3H 4H 5H 6H 7H 8H 9H JK(=10H) JH", "semi_clean", "dirty"),
        ("3H JK(=4H) 5H 6H 7H 8H 9H 10H JH", "semi_clean", "dirty"),
        ("3H JK(=4H) 5H 6H 7H 8H 9H 10H", "dirty", "dirty"),
        ("3H 4H 5H 6H JK(=7H) 8H 9H 10H JH QH KH", "dirty", "dirty"),
        ("AH 2H 3H 4H 5H JK(=6H) 7H 8H 9H 10H JH QH KH", "semi_clean", "dirty"),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH JK(=KH)", "semi_clean", "semi_clean"),
    ],
)
def test_a_run_is_semi_clean_beside_seven_naturals_or_at_an_end(cards, adjacent, end):
    assert grade(cards, semi_run="adjacent_seven") == adjacent
    assert grade(cards, semi_run="end_only") == end
    assert grade(cards, semi_run="off") == "dirty"
    assert grade(cards, semi_clean=0) == "dirty"


@pytest.mark.parametrize(
    ("naturals", "or_more", "exactly"),
    [(6, "dirty", "dirty"), (7, "semi_clean", "semi_clean"), (8, "semi_clean", "dirty")],
)
def test_a_group_is_semi_clean_from_eight_cards_or_at_eight(naturals, or_more, exactly):
    cards = " ".join(
        [["7H", "7D", "7S", "7C", "7H", "7D", "7S", "7C"][n] for n in range(naturals)] + ["JK"]
    )
    assert grade(cards, super_dirty=0, semi_group="eight_or_more") == or_more
    assert grade(cards, super_dirty=0, semi_group="exactly_eight") == exactly
    assert grade(cards, super_dirty=0, semi_group="off") == "dirty"
    assert grade(cards, super_dirty=0, semi_clean=0) == "dirty"


@pytest.mark.parametrize(
    ("cards", "either", "low"), [(ROYAL, "royal", "royal"), (HIGH_ROYAL, "royal", "clean")]
)
def test_thirteen_naturals_are_royal(cards, either, low):
    assert grade(cards, royal_run="either_ace") == either
    assert grade(cards, royal_run="low_ace") == low
    assert grade(cards, royal=0) == "clean"


@pytest.mark.parametrize(("rule", "expected"), [("either_ace", "royal"), ("low_ace", "clean")])
def test_thirteen_naturals_up_to_a_high_ace_are_royal_by_a_switch(rule, expected):
    query = {"op": "extend", "meld": "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", "add": "2H"}
    found = answer({**query, "profile": {"base": "fibur", "royal_run": rule}})
    assert found["cards"].endswith("KH AH")
    assert found["grade"] == expected


def test_twelve_naturals_are_not_royal():
    assert grade("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH") == "clean"
    assert grade("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH") == "clean"


@pytest.mark.parametrize("wild", ["JK", "2S", "2H"])
def test_thirteen_naturals_and_a_wild_are_royal_dirty(wild):
    assert grade(f"{ROYAL} {wild}") == "royal_dirty"
    assert grade(f"{ROYAL} {wild}", royal_dirty=0) == "semi_clean"


def test_how_long_a_royal_dirty_run_must_be_is_a_switch():
    thirteen = ROYAL.replace("6H", "JK(=6H)")
    assert grade(thirteen, royal_dirty_run="fourteen") == "semi_clean"
    assert grade(thirteen, royal_dirty_run="thirteen") == "royal_dirty"
    assert grade(f"{ROYAL} JK", royal_dirty_run="thirteen") == "royal_dirty"
    twelve = "AH 2H 3H 4H 5H JK(=6H) 7H 8H 9H 10H JH QH"
    assert grade(twelve, royal_dirty_run="thirteen") == "dirty"


def test_eight_naturals_of_a_rank_are_super_and_with_a_wild_super_dirty():
    eight = "7H 7D 7S 7C 7H 7D 7S 7C"
    assert grade(eight) == "super"
    assert grade(eight, super=0) == "clean"
    assert grade(f"{eight} JK") == "super_dirty"
    assert grade(SEVENS) == "clean"
    assert grade(f"{SEVENS} JK") == "semi_clean"


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("clean", SEVENS),
        ("dirty", "3H 4H 5H 6H 7H 8H JK"),
        ("semi_clean", f"{SEVENS} JK"),
        ("royal", ROYAL),
        ("royal_dirty", f"{ROYAL} JK"),
        ("super", "7H 7D 7S 7C 7H 7D 7S 7C"),
        ("super_dirty", "7H 7D 7S 7C 7H 7D 7S 7C JK"),
    ],
)
def test_every_grade_pays_what_its_switch_says(name, cards):
    for points in (5, 1000):
        query = {"op": "meld", "profile": {"base": "fibur", name: points}, "cards": cards}
        assert (answer(query)["grade"], answer(query)["bonus"]) == (name, points)


def extended(meld, add, **switches):
    found = answer(
        {"op": "extend", "profile": {"base": "febur", **switches}, "meld": meld, "add": add}
    )
    return found.get("cards", found.get("error"))


@pytest.mark.parametrize(
    ("becomes", "expected"), [(True, "3H 4H 2H(=5H) 6H"), (False, "meld.wild_locked")]
)
def test_a_natural_two_may_turn_wild_by_a_switch(becomes, expected):
    assert extended("2H 3H 4H", "6H", natural_two_becomes_wild=becomes) == expected
    assert extended("2H 3H 4H", "5H", natural_two_becomes_wild=becomes) == "2H 3H 4H 5H"
    assert (
        extended("JD QD KD", "9D JK", natural_two_becomes_wild=becomes) == "9D JK(=10D) JD QD KD"
    )


@pytest.mark.parametrize(
    ("moves", "expected"), [(True, "5H 6H 2H(=7H) 8H"), (False, "meld.wild_locked")]
)
def test_a_free_wild_slides_by_a_switch(moves, expected):
    assert extended("2H(=4H) 5H 6H", "8H", free_wild_moves=moves) == expected
    high = extended("5H 6H JK(=7H)", "3H", free_wild_moves=moves)
    assert high == ("3H JK(=4H) 5H 6H" if moves else "meld.wild_locked")
    enclosed = extended("5H JK(=6H) 7H", "9H", free_wild_moves=moves)
    assert enclosed == "meld.gap"
    home = extended("3H 2H(=4H) 5H", "JK", free_wild_moves=moves)
    assert home == "meld.wild_locked"


def test_a_joker_that_stands_for_a_two_is_no_two_that_turns_wild():
    found = extended("JK(=2H) 3H 4H", "6H", free_wild_moves=True, natural_two_becomes_wild=False)
    assert found == "3H 4H JK(=5H) 6H"


def test_a_wild_leaves_its_place_only_for_its_own_card():
    assert extended("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK(=AS)", "AS") == (
        "JK(=2S) 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
    )
    assert extended("6H JK(=7H) 8H", "7D") == "meld.mixed"


def test_an_ace_never_goes_to_the_other_end():
    assert extended("AH 2H 3H", "QH KH") == "meld.gap"
    assert extended("AH JK(=2H) 3H", "4H 5H 6H 8H 9H 10H JH QH KH") == "meld.gap"
    low = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH"
    assert extended(low, "JK") == f"{low} JK(=KH)"
    high = "4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
    assert extended(high, "2H 3H") == f"2H 3H {high}"
