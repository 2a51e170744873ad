"""What a shape says of itself, and how it is found again: by a key that no other set has (decision 9)."""

import itertools
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallone.rules.cards.cards import CARDS, JOKER, Card
from tallone.rules.melds.shapes import MAX_RUN, MeldKind, run_shape, shapes

TWOS = [face for face in CARDS if face.is_pinella]


def every_meld():
    """Yield the faces of every meld: runs with a wild in each place or beside, groups with and without."""
    wilds = [None, JOKER, *TWOS]
    for suit, wild in itertools.product(range(4), wilds):
        line = [CARDS[suit * 13 + place % 13] for place in range(14)]
        for low, high in itertools.combinations(range(15), 2):
            window = line[low:high]
            if wild is None:
                yield window
            else:
                yield [*window, wild]
                yield from ([*window[:at], wild, *window[at + 1 :]] for at in range(len(window)))
    for rank, wild in itertools.product([0, *range(2, 13)], wilds):
        pack = [CARDS[suit * 13 + rank] for suit in range(4)] * 2
        for size in range(1, 9):
            for some in set(itertools.combinations(sorted(pack), size)):
                yield [*some] if wild is None else [*some, wild]


MELDS = sorted({tuple(sorted(faces)) for faces in every_meld() if shapes(faces)})


def test_there_are_some_sixteen_thousand_melds():
    assert 15_000 < sum(len(shapes(faces)) for faces in MELDS) < 18_000


def test_every_meld_is_found_again_as_itself():
    for faces in MELDS:
        assert all(tuple(sorted(shape.faces)) == faces for shape in shapes(faces)), faces


def test_each_shape_exists_once():
    for words in ("8H 8D 8C", "8H 8D JK", "3H 4H 5H", "3H JK 5H"):
        faces = [Card.parse(word) for word in words.split()]
        assert all(map(operator.is_, shapes(faces), shapes(faces[::-1])))
    assert shapes([Card.parse(word) for word in ("3H", "4H", "5H")]) == (
        run_shape(0, 3, 5, None, 0),
    )


def test_a_shape_says_where_its_wild_lies():
    for shape in itertools.chain.from_iterable(map(shapes, MELDS)):
        if shape.role is None:
            assert (shape.wild, shape.wild_position, shape.naturals) == (-1, 0, shape.size)
        else:
            assert shape.faces[shape.wild].can_be_wild
            assert shape.naturals == shape.size - 1
            index = shape.wild if shape.kind is MeldKind.RUN else 0
            assert shape.wild_position == shape.low + index


def test_a_group_has_no_suit_no_place_for_its_ace_and_no_natural_two():
    for shape in itertools.chain.from_iterable(map(shapes, MELDS)):
        if shape.kind is MeldKind.GROUP:
            assert (shape.suit, shape.ace, shape.own_two) == (-1, 0, False)


def test_three_of_a_face_are_no_group():
    for face in CARDS:
        assert shapes([face] * 3) == ()


@pytest.mark.parametrize("suit", "DCS")
def test_three_twos_are_not_taken_for_one_of_the_next_suit(suit):
    before = "HDCS"["HDCS".index(suit) - 1]
    run = [Card.parse(f"{rank}{suit}") for rank in (2, 3, 4)]
    assert shapes(run)
    assert shapes([*[Card.parse(f"2{before}")] * 3, *run[1:]]) == ()


def test_no_four_cards_are_taken_for_others():
    for some in itertools.combinations_with_replacement(CARDS, 4):
        assert all(sorted(shape.faces) == [*some] for shape in shapes(some)), some


faces = st.sampled_from(CARDS)


@given(st.sampled_from(MELDS), st.data())
def test_a_meld_with_other_cards_in_it_is_never_taken_for_another_meld(meld, data):
    kept = data.draw(st.integers(0, len(meld)), label="cards kept")
    others = data.draw(st.lists(faces, max_size=MAX_RUN - kept), label="other cards")
    changed = [*meld[:kept], *others]
    for shape in shapes(changed):
        assert sorted(shape.faces) == sorted(changed)


@given(st.lists(st.tuples(faces, st.integers(1, 16)), min_size=1, max_size=4))
def test_more_copies_than_a_pack_has_are_never_taken_for_a_meld(copies):
    many = [face for face, count in copies for _ in range(count)]
    for shape in shapes(many):
        assert sorted(shape.faces) == sorted(many)
