"""The slow definition agrees with the printed examples; it is the yardstick for the fast one."""

import pytest
from tests.rules.proofs import brute_force


def resolved(text):
    meld = brute_force.resolved(brute_force.faces(text))
    return meld and brute_force.text(meld)


@pytest.mark.parametrize(
    ("cards", "laid"),
    [
        ("4H 3H 2H", "2H 3H 4H"),
        ("3H AH 2H", "AH 2H 3H"),
        ("KH AH 2H", "2H(=QH) KH AH"),
        ("KH AH QH", "QH KH AH"),
        ("AH 3H JK", "AH JK(=2H) 3H"),
        ("2H JK 4H", "2H JK(=3H) 4H"),
        ("2H 3H JK 4H", "JK(=AH) 2H 3H 4H"),
        ("2H 3H JK(=5H) 4H", "2H 3H 4H JK(=5H)"),
        ("AH 2H 3H JK", "AH 2H 3H JK(=4H)"),
        ("QH KH AH JK", "JK(=JH) QH KH AH"),
        ("5H 2H 7H", "5H 2H(=6H) 7H"),
        ("JK 8D 8H", "8H 8D JK(=8)"),
        ("2H 6S 6S", "6S 6S 2H(=6)"),
        ("2Hb 3HR 4hb", "2H 3H 4H"),
        ("3H 4H", None),
        ("3H 4D 5H", None),
        ("3H JK 2S 6H", None),
        ("2H 2D 2S", None),
        ("KH AH 2H 3H", None),
        ("3H JK(=5H) 5H", None),
    ],
)
def test_the_slow_definition_lays_the_examples(cards, laid):
    assert resolved(cards) == laid
