"""Cards, copies, seats: 53 faces, 108 copies, all written and read back."""

import copy as copying

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallone.rules.cards.cards import (
    CARDS,
    FACES,
    JOKER,
    PACK,
    SUITS,
    Card,
    CardCopy,
    Deck,
    NoSuchCardError,
    Suit,
)
from tallone.rules.cards.seats import (
    SEATS_2,
    SEATS_4,
    Seat,
    Side,
    next_seat,
    seats,
    side_name,
    side_of,
)


def test_the_pack_has_two_of_every_face_and_four_jokers():
    counts = {face: sum(copy.card == face for copy in PACK) for face in CARDS}
    assert counts.pop(JOKER) == 4
    assert set(counts.values()) == {2}
    assert len({str(copy) for copy in PACK}) == 108
    assert tuple(copy.card for copy in PACK) == FACES


@settings(deadline=None)
@given(st.sampled_from(CARDS))
def test_faces_are_written_and_read_back_in_any_case(face):
    assert Card.parse(str(face)) is face
    assert Card.parse(str(face).lower()) is face
    assert repr(face) == f"Card({face})"


@pytest.mark.parametrize(
    "text", ["7\u017f", "A\u017f", "\uff17S", "\u0667S", "JK1\u0299", "7\u017fb"]
)
def test_letters_and_digits_of_other_alphabets_name_no_card(text):
    for kind in (Card, CardCopy):
        with pytest.raises(NoSuchCardError):
            kind.parse(text)


@settings(deadline=None)
@given(st.sampled_from(PACK))
def test_copies_are_written_and_read_back_in_any_case(copy):
    assert CardCopy.parse(str(copy)) is copy
    assert CardCopy.parse(str(copy).upper()) is copy
    assert repr(copy) == f"CardCopy({copy})"
    assert copying.copy(copy) is copy


@settings(deadline=None)
@given(st.sampled_from(PACK))
def test_every_copy_has_a_twin_in_the_other_deck(copy):
    assert copy.twin.twin == copy
    assert copy.twin.card == copy.card
    assert {copy.deck, copy.twin.deck} == set(Deck)


def test_a_ten_may_be_read_as_t():
    assert Card.parse("td") == Card.parse("10D")
    assert CardCopy.parse("TSb") == CardCopy.parse("10Sb")


@pytest.mark.parametrize("text", ["", "7", "H7", "1H", "7HB", "JKB", "J K"])
def test_what_is_no_face_is_refused(text):
    with pytest.raises(NoSuchCardError, match="is not a card"):
        Card.parse(text)


@pytest.mark.parametrize("text", ["", "7H", "JK1", "JK3b", "7Hx"])
def test_what_is_no_copy_is_refused(text):
    with pytest.raises(NoSuchCardError, match="is not a physical card"):
        CardCopy.parse(text)


def test_faces_know_their_suit_rank_and_points():
    assert Card.of(Suit.SPADES, 12) == Card.parse("QS")
    points = {
        word: Card.parse(word).points
        for word in ["JK", "2C", "AH", "KD", "QD", "JD", "10D", "9D", "8D", "7D", "4D", "3D"]
    }
    assert list(points.values()) == [30, 20, 15, 10, 10, 10, 10, 10, 10, 5, 5, 5]
    assert sum(copy.card.points for copy in PACK) == 4 * 30 + 8 * (20 + 15 + 6 * 10 + 5 * 5)
    assert (JOKER.rank, JOKER.suit, JOKER.is_joker, JOKER.is_pinella) == (0, None, True, False)
    two = Card.parse("2D")
    assert (two.rank, two.suit, two.is_joker, two.is_pinella) == (2, SUITS[1], False, True)
    wilds = {str(face) for face in CARDS if face.can_be_wild}
    assert wilds == {"2H", "2D", "2C", "2S", "JK"}


def test_seats_go_round_in_the_order_of_play():
    assert [next_seat(seat, 4) for seat in SEATS_4] == [*SEATS_4[1:], SEATS_4[0]]
    assert [next_seat(seat, 2) for seat in SEATS_2] == [Seat.SOUTH, Seat.NORTH]
    assert (seats(2), seats(4)) == (SEATS_2, SEATS_4)


def test_partners_sit_opposite_and_two_players_are_two_sides():
    assert [side_of(seat, 4) for seat in SEATS_4] == [
        Side.NORTH_SOUTH,
        Side.EAST_WEST,
        Side.NORTH_SOUTH,
        Side.EAST_WEST,
    ]
    assert [side_of(seat, 2) for seat in SEATS_2] == [Side.NORTH_SOUTH, Side.EAST_WEST]
    assert [side_name(side, 4) for side in Side] == ["NS", "EW"]
    assert [side_name(side, 2) for side in Side] == ["N", "S"]
    assert all(side.other.other is side for side in Side)
