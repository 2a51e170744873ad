"""Roles that a player writes beside a card."""

import pytest

from tallone.rules.notation.query import answer


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


def _read(cards):
    found = answer({"op": "meld", "profile": "fibur", "cards": cards})
    return found["cards"] if found["ok"] else found["error"]
