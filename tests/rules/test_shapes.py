"""How a set of faces is found again: by a key that no other set has (decision 9)."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tallone.rules.cards import CARDS, JOKER
from tallone.rules.shapes import MAX_RUN, shapes

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
