"""The draw for seats: ranks, ties, redraws and the first dealer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallone.rules.cards.cards import CARDS, JOKER, Card
from tallone.rules.cards.seats import SEATS_4, Seat, side_of
from tallone.rules.match.seat_draw import (
    FirstDealer,
    NoSuchDrawError,
    RedrawNeeded,
    SeatOrder,
    draw_rank,
    rank_draws,
)

OPPONENT, LOWEST = FirstDealer.LOWEST_OPPONENT, FirstDealer.LOWEST


def ranked(text, first_dealer=OPPONENT):
    """Rank `N 2S / E AH 3D / ...`; the result as text: the order, the dealer."""
    draws = {}
    for part in text.split("/"):
        seat, *cards = part.split()
        draws[Seat(seat)] = [Card.parse(card) for card in cards]
    match rank_draws(draws, first_dealer):
        case SeatOrder() as settled:
            assert settled.highest is settled.order[0]
            return "".join(seat.value for seat in settled.order) + " " + settled.dealer.value
        case RedrawNeeded(seats=again):
            return "redraw " + "".join(seat.value for seat in again)


def test_jokers_twos_and_aces_lead_and_the_three_is_last():
    high_to_low = "JK 2H AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H"
    ranks = [draw_rank(Card.parse(card)) for card in high_to_low.split()]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 14


def test_hearts_lead_diamonds_clubs_and_spades_within_a_rank_only():
    assert ranked("N 9S / E 9C / S 9D / W 9H") == "WSEN N"
    assert ranked("N 9S / E 8H / S 7H / W 6H")[:4] == "NESW"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("N 2S / E AH / S KD / W 9C", "NESW W"),
        ("N JK 4C / E AH / S JK 9D / W KC", "SNEW W"),
        ("N QH 3D / E 9S / S QH 4D / W 10C", "SNWE E"),
    ],
)
def test_the_lower_opponent_of_the_highest_deals(text, expected):
    assert ranked(text) == expected


def test_the_lower_opponent_deals_though_the_partner_drew_lower():
    assert ranked("N AH / E KH / S 3S / W QH") == "NEWS W"


def test_classic_rules_let_the_lowest_of_all_deal():
    assert ranked("N AH / E KH / S 3S / W QH", LOWEST) == "NEWS S"


@pytest.mark.parametrize("first_dealer", list(FirstDealer))
def test_of_two_players_the_lower_deals(first_dealer):
    assert ranked("N 3S / S 4H", first_dealer) == "SN N"
    assert ranked("N AS / S 4H", first_dealer) == "NS S"


def test_equal_cards_are_drawn_again_until_they_differ():
    assert ranked("N QH 5S 7D / E 3C / S QH 5S 8D / W 4C") == "SNWE E"


def test_players_who_draw_again_keep_their_place_before_the_others():
    assert ranked("N JK 3S / E 2H / S JK 3C / W 2D")[:4] == "SNEW"
    assert ranked("N 4H 3S / E 2H / S 4H 3C / W 2D")[:4] == "EWSN"


def test_a_joker_drawn_by_one_player_only_needs_no_second_card():
    assert ranked("N JK / E 2H / S 3H / W 2D") == "NEWS W"


def test_all_four_jokers_draw_again():
    assert ranked("N JK 3S / E JK 2S / S JK AS / W JK JK") == "WESN N"


def test_two_pairs_of_equal_cards_draw_again_apart():
    assert ranked("N KH 3S / E 9D JK / S KH 4S / W 9D JK") == "redraw EW"
    assert ranked("N KH 3S / E 9D 7C / S KH 4S / W 9D 8C") == "SNWE E"


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("N JK / E AH / S JK / W KC", "NS"),
        ("N JK 3H / E AH / S JK / W KC", "S"),
        ("N 5C / E 5C / S 6H / W 7D", "NE"),
        ("N JK 8D / E JK 8D / S 6H / W 7D", "NE"),
        ("N / E 5C / S 6H / W 7D", "N"),
    ],
)
def test_a_tie_without_the_cards_that_break_it_asks_who_must_draw(text, again):
    assert ranked(text) == f"redraw {again}"


def test_cards_drawn_without_need_change_nothing():
    assert ranked("N 2S 3H / E AH JK / S KD / W 9C 2H") == "NESW W"


@pytest.mark.parametrize("drew", ["", "N", "NE", "NES", "ESW", "EW"])
def test_other_tables_cannot_draw(drew):
    draws = {Seat(seat): [JOKER] for seat in drew}
    with pytest.raises(NoSuchDrawError, match="the seats that drew"):
        rank_draws(draws, OPPONENT)


def test_nobody_draws_more_than_the_pack():
    draws = {Seat.NORTH: [JOKER] * 109, Seat.SOUTH: [JOKER] * 108}
    with pytest.raises(NoSuchDrawError, match="108"):
        rank_draws(draws, OPPONENT)
    assert isinstance(rank_draws({seat: [JOKER] * 108 for seat in SEATS_4}, LOWEST), RedrawNeeded)


@settings(deadline=None)
@given(st.permutations(CARDS[:52]), st.sampled_from(FirstDealer))
def test_different_cards_always_settle_the_order(cards, first_dealer):
    draws = {seat: [card] for seat, card in zip(SEATS_4, cards, strict=False)}
    settled = rank_draws(draws, first_dealer)
    ranks = [draw_rank(draws[seat][0]) for seat in settled.order]
    assert ranks == sorted(ranks, reverse=True)
    if first_dealer is OPPONENT:
        assert side_of(settled.dealer, 4) is not side_of(settled.highest, 4)
    else:
        assert settled.dealer is settled.order[3]


def test_nobody_draws_a_third_copy_of_a_card_in_one_drawing():
    faces = ("7H", "7H", "7H", "3C")
    draws = {seat: [Card.parse(face)] for seat, face in zip(SEATS_4, faces, strict=True)}
    with pytest.raises(NoSuchDrawError, match="7H was drawn 3 times; a pack has 2 of it"):
        rank_draws(draws, OPPONENT)
