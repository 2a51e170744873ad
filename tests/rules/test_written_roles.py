"""Roles that a player writes beside a card, and the role that a wild keeps."""

import pytest

from tallone.rules.cards import CardCopy
from tallone.rules.meld import extend, resolve
from tallone.rules.profile import load_profile
from tallone.rules.query import answer


@pytest.mark.parametrize(
    ("cards", "read"),
    [
        ("AH 2H(=2H) 3H", "AH 2H 3H"),
        ("2H(=2H) 3H JK", "JK(=AH) 2H 3H"),
        ("2H(=2H) 3H JK(=4H)", "2H 3H JK(=4H)"),
        ("8H 8D 2H(=8)", "8H 8D 2H(=8)"),
        ("3H 4H 5H(=5H)", "3H 4H 5H"),
        ("8H 8D 8S(=8S)", "8H 8D 8S"),
    ],
)
def test_a_card_has_the_role_that_is_written(cards, read):
    assert _read(cards) == read


@pytest.mark.parametrize(
    "cards",
    [
        "2H(=4H) 3H JK",
        "2H(=2H) 4H 5H",
        "2H(=2H) 8H 8D",
        "AH 2H(=A) 3H",
        "8H 8D 2H(=9)",
        "8H 8D 2H(=8H)",
        "3H 4H 5H(=3)",
        "8H 8D 8S(=8)",
    ],
)
def test_a_role_that_the_card_cannot_have_there_is_refused(cards):
    assert _read(cards) == "meld.role"


@pytest.mark.parametrize(("wild", "natural"), [("2Hb", "2Hr"), ("2Hr", "2Hb")])
def test_of_two_equal_twos_the_one_that_lay_as_a_wild_stays_it(wild, natural):
    profile = load_profile("febur")
    laid = [CardCopy.parse(word) for word in ("3Hb", "4Hb", wild, "6Hb")]
    meld = extend(profile, resolve(profile, laid), [CardCopy.parse(natural)])
    assert meld.text() == "2H 3H 4H 2H(=5H) 6H"
    assert [str(copy) for copy in meld.copies] == [natural, "3Hb", "4Hb", wild, "6Hb"]


def _read(cards):
    found = answer({"op": "meld", "profile": "fibur", "cards": cards})
    return found["cards"] if found["ok"] else found["error"]
