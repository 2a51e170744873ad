"""The end at which an Ace lies that fits at both, where a club's grade hangs on it."""

from random import Random

import pytest
from tests.rules.proofs import agreement, brute_force

from tallone.rules.notation.query import answer
from tallone.rules.profiles.profile import PROFILE_NAMES

RULES = [*PROFILE_NAMES, *agreement.CLUBS]
TO_KING = "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"


def asked(op, rules, **cards):
    found = answer({"op": op, "profile": agreement.profile(rules).document(), **cards})
    assert found["ok"], found
    return found["cards"], found["grade"], found["total"]


@pytest.mark.parametrize("wild", ["JK", "2D"])
@pytest.mark.parametrize("rules", ["end-only", "end-and-low"])
def test_an_ace_above_the_king_leaves_the_wild_at_the_end(rules, wild):
    laid, grade, _ = asked("extend", rules, meld=f"{wild}(=2H) {TO_KING}", add="AH")
    assert laid.endswith("KH AH")
    assert grade == "semi_clean"


@pytest.mark.parametrize(
    ("rules", "meld", "added", "expected"),
    [
        ("end-only", f"JK(=2H) {TO_KING}", "AH", ("semi_clean", 280)),
        ("end-only", f"JK(=2H) {TO_KING[:-3]}", "KH AH", ("semi_clean", 280)),
        ("end-only", TO_KING, "JK AH", ("semi_clean", 280)),
        ("end-only", f"{TO_KING} AH", "JK", ("semi_clean", 280)),
        # Below the two it would be inside, and the joker above it no longer at the end.
        ("end-only", f"2H {TO_KING[:-3]} JK(=KH)", "AH", ("semi_clean", 290)),
        ("low-ace", f"2H {TO_KING}", "AH", ("clean", 320)),
        ("low-ace", "QH KH AH", f"2H {TO_KING[:-6]}", ("clean", 320)),
        ("low-ace", f"2H {TO_KING[:-3]}", "KH AH", ("clean", 320)),
        ("low-ace", TO_KING, "2H AH", ("clean", 320)),
        ("low-ace", TO_KING, "AH 2H", ("royal", 420)),
        ("low-ace", f"AH 2H {TO_KING[:-3]}", "KH", ("royal", 420)),
        # Seven naturals in a row beside the wild; codes need no club for it.
        ("fibur", "2H 3H 4H 5H 6H JK(=7H) 8H 9H 10H JH QH KH", "AH", ("semi_clean", 295)),
        ("fibur", "2H 3H 4H 5H 6H 7H JK(=8H) 9H 10H JH QH KH", "AH", ("semi_clean", 290)),
    ],
)
def test_an_ace_that_is_added_lies_in_the_longer_row_of_naturals(rules, meld, added, expected):
    assert asked("extend", rules, meld=meld, add=added)[1:] == expected


@pytest.mark.parametrize(
    ("rules", "cards", "grade"),
    [
        ("end-only", f"JK(=2H) {TO_KING} AH", "semi_clean"),
        ("end-only", f"AH JK(=2H) {TO_KING}", "dirty"),
        ("end-only", f"{TO_KING} AH JK", "semi_clean"),
        ("end-only", f"3H AH JK {TO_KING[3:]}", "semi_clean"),
        ("low-ace", f"2H {TO_KING} AH", "clean"),
        ("low-ace", f"AH 2H {TO_KING}", "royal"),
        ("low-ace", f"2H 3H AH {TO_KING[3:]}", "royal"),
        ("fibur", "AH 2H 3H 4H 5H 6H JK(=7H) 8H 9H 10H JH QH KH", "dirty"),
        ("fibur", "2H 3H 4H 5H 6H JK(=7H) 8H 9H 10H JH QH KH AH", "semi_clean"),
    ],
)
def test_a_run_of_thirteen_lies_as_it_was_laid(rules, cards, grade):
    assert asked("meld", rules, cards=cards)[1] == grade


def test_where_the_grade_is_the_same_the_ace_lies_low():
    for rules in ("febur", "fibur"):
        assert asked("extend", rules, meld=f"JK(=2H) {TO_KING}", add="AH")[0].startswith("AH JK")
        assert asked("meld", rules, cards=f"2H {TO_KING} AH")[0].startswith("AH 2H")


def test_a_later_card_never_moves_the_ace():
    meld = f"JK(=2H) {TO_KING} AH"
    laid, grade, _ = asked("extend", "end-only", meld=meld, add="2H")
    assert (laid, grade) == (f"JK(=AH) 2H {TO_KING} AH", "royal_dirty")


def _twelve():
    """Yield the words of the two to the King of spades: whole, and with each wild in each place."""
    whole = [f"{rank}S" for rank in brute_force.RANKS[1:]]
    yield whole
    for place, card in enumerate(whole):
        for wild in ("JK", "2D", "2S"):
            if wild != card:
                yield [*whole[:place], f"{wild}(={card})", *whole[place + 1 :]]


@pytest.mark.parametrize("rules", RULES)
def test_sets_of_thirteen_lie_as_the_slow_definition_says(rules):
    random = Random(f"thirteen {rules}")
    for words in _twelve():
        for laid in ([*words, "AS"], ["AS", *words], random.sample([*words, "AS"], 13)):
            written = " ".join(laid)
            slow = brute_force.resolved(brute_force.faces(written), rules)
            assert asked("meld", rules, cards=written)[:2] == (
                brute_force.text(slow),
                brute_force.grade(rules, slow),
            ), f"{rules}: {written}"


@pytest.mark.parametrize("rules", RULES)
def test_an_ace_is_added_as_the_slow_definition_says(rules):
    """The last one to four of thirteen cards are added, the Ace first or last of them."""
    for words in _twelve():
        for start, stop in ((0, 12), (1, 12), (2, 12), (0, 11), (0, 10), (1, 11)):
            meld, late = " ".join(words[start:stop]), words[:start] + words[stop:]
            table = brute_force.resolved(brute_force.faces(meld), rules)
            for added in (" ".join([*late, "AS"]), " ".join(["AS", *late])):
                slow = brute_force.extended(rules, table, brute_force.faces(added))
                assert slow is not None
                assert asked("extend", rules, meld=meld, add=added)[:2] == (
                    brute_force.text(slow),
                    brute_force.grade(rules, slow),
                ), f"{rules}: {meld} + {added}"
