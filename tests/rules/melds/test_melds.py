"""Which card lies where in a meld, and what a meld says of itself."""

import pytest

from tallone.rules.cards.cards import CardCopy
from tallone.rules.melds.meld import Meld, extend, resolve
from tallone.rules.melds.shapes import MeldKind
from tallone.rules.profiles.profile import load_profile

PROFILE = load_profile("febur")


TWOS = pytest.mark.parametrize(("wild", "natural"), [("2Hb", "2Hr"), ("2Hr", "2Hb")])


@TWOS
def test_of_two_equal_twos_the_one_that_lay_as_a_wild_stays_it(wild, natural):
    inside = _extended(f"3Hb 4Hb {wild} 6Hb", natural)
    assert _written(inside) == f"{natural} 3Hb 4Hb {wild}(=5H) 6Hb"
    lowest = _extended(f"{wild} 5Hb 6Hb", f"{natural} 3Hb")
    assert _written(lowest) == f"{natural} 3Hb {wild}(=4H) 5Hb 6Hb"


@TWOS
def test_of_two_equal_twos_the_one_that_lay_in_its_place_stays_there(wild, natural):
    meld = _extended(f"{natural} 3Hb 4Hb", f"{wild} 6Hb")
    assert _written(meld) == f"{natural} 3Hb 4Hb {wild}(=5H) 6Hb"


@TWOS
def test_of_two_equal_twos_laid_at_once_the_last_is_the_wild(wild, natural):
    meld = _laid(f"{natural} 3Hb 4Hb {wild} 6Hb")
    assert _written(meld) == f"{natural} 3Hb 4Hb {wild}(=5H) 6Hb"


@pytest.mark.parametrize(("first", "second"), [("8Hb", "8Hr"), ("8Hr", "8Hb")])
def test_equal_cards_lie_in_the_order_in_which_they_came(first, second):
    assert _written(_extended(f"{first} 8Db 8Cb", second)) == f"{first} {second} 8Db 8Cb"
    assert _written(_laid(f"8Db {first} {second}")) == f"{first} {second} 8Db"


def test_a_meld_has_the_size_and_points_of_its_cards():
    group, run = _laid("8Hb 8Db 8Cb 8Sb JK1b"), _laid("QHb KHb AHb")
    assert (group.kind, group.size, group.points) == (MeldKind.GROUP, 5, 70)
    assert (run.kind, run.size, run.points) == (MeldKind.RUN, 3, 35)


def test_cards_that_do_not_fit_are_refused_by_a_verdict():
    assert resolve(PROFILE, _copies("8Hb 8Db")).code == "meld.too_short"
    assert extend(PROFILE, _laid("8Hb 8Db 8Cb"), _copies("9Hb")).code == "meld.mixed"


@pytest.mark.parametrize(
    ("cards", "rank"),
    [("8Hb 8Db 8Cb", 8), ("AHb ADb JK1b", 1), ("8Hb 9Hb 10Hb", 0), ("JK1b 9Hb 10Hb", 0)],
)
def test_only_a_group_has_a_rank(cards, rank):
    assert _laid(cards).rank == rank


def test_a_meld_is_a_value_that_nobody_changes():
    meld = _laid("8Hb 8Db 8Cb")
    assert {meld, _laid("8Hb 8Db 8Cb")} == {meld}
    with pytest.raises(AttributeError):
        meld.frozen = True


def _laid(cards):
    meld = resolve(PROFILE, _copies(cards))
    assert isinstance(meld, Meld), meld
    return meld


def _extended(cards, added):
    meld = extend(PROFILE, _laid(cards), _copies(added))
    assert isinstance(meld, Meld), meld
    return meld


def _copies(cards):
    return [CardCopy.parse(word) for word in cards.split()]


def _written(meld):
    """Return the cards in their order with their backs, and with its role the one that is a wild."""
    words = [str(copy) for copy in meld.copies]
    if meld.shape.role is not None:
        words[meld.shape.wild] += f"(={meld.shape.role})"
    return " ".join(words)
