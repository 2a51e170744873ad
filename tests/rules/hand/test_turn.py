"""A turn: draw or take, lay, discard; what each step needs (rules rows 19 to 29, 46 to 48)."""

import pytest
from tests.rules.positions import after, position, verdict

from tallone.rules.cards.seats import Seat, Side
from tallone.rules.hand.hand import Phase
from tallone.rules.profiles.profile import PROFILE_NAMES

ALL = pytest.mark.parametrize("profile", PROFILE_NAMES)
RUN = "3H 4H 5H 6H 7H 8H 9H"


def test_the_player_after_the_dealer_draws_first():
    assert position("3H 4H", drawn=False).seat is Seat.NORTH


@pytest.mark.parametrize("action", ["open 3H 4H 5H", "add 1 6H", "discard 3H"])
def test_nothing_is_laid_or_discarded_before_the_draw(action):
    state = position("3H 4H 5H 6H KD", melds=("7D 8D 9D",), drawn=False)
    assert verdict(state, action) == "turn.not_drawn"


@pytest.mark.parametrize("first", ["draw", "take"])
@pytest.mark.parametrize("second", ["draw", "take"])
def test_nobody_draws_twice(first, second):
    state = position("3H 4H", pile="KD QD", drawn=False)
    assert verdict(state, first, second) == "turn.already_drawn"


def test_a_pile_that_is_empty_cannot_be_taken():
    assert verdict(position("3H 4H", drawn=False), "take") == "turn.empty_pile"


def test_taking_the_pile_takes_all_of_it():
    state = after(position("3H 4H", pile="KD QD JD", drawn=False), "take")
    assert (len(state.holding), state.discard_pile, state.phase) == (5, (), Phase.TO_PLAY)


def test_drawing_takes_the_top_of_the_stock():
    state = position("3H 4H", drawn=False)
    drawn = after(state, "draw")
    assert drawn.holding == (*state.holding, state.stock[0])
    assert drawn.stock == state.stock[1:]


@pytest.mark.parametrize("action", ["discard KC", "open 3H 4H KC", "add 1 KC", "open 3H 3H 3H"])
def test_only_held_cards_are_played(action):
    state = position("3H 4H 5D 6D", melds=("KH KD KS",))
    assert verdict(state, action) == "card.not_held"


@ALL
def test_one_card_of_a_larger_pile_may_be_discarded_at_once(profile):
    state = position("3H 4D", profile=profile, pile="9C KD QD", drawn=False)
    assert verdict(state, "take", "discard 9C") == "legal"


@pytest.mark.parametrize(
    ("profile", "code"),
    [
        ("febur", "discard.just_taken"),
        ("online", "discard.just_taken"),
        ("classic-en", "legal"),
        ("fibur", "discard.just_taken"),
        ("fibur-2026", "discard.just_taken"),
    ],
)
def test_the_card_of_a_one_card_pile_is_discarded_at_once_in_the_classic_rules_only(profile, code):
    state = position("3H 4D", profile=profile, pile="9C", drawn=False)
    assert verdict(state, "take", "discard 9C") == code


@pytest.mark.parametrize(
    ("profile", "code"),
    [
        ("febur", "discard.just_taken"),
        ("online", "discard.just_taken"),
        ("classic-en", "legal"),
        ("fibur", "discard.just_taken"),
        ("fibur-2026", "legal"),
    ],
)
def test_an_equal_card_held_before_lifts_the_ban_in_the_2026_code(profile, code):
    state = position("3H 4D 9C", profile=profile, pile="9C", drawn=False)
    assert verdict(state, "take", "discard 9C") == code


def test_another_joker_counts_as_an_equal_card():
    state = position("3H 4D JK", profile="fibur-2026", pile="JK", drawn=False)
    assert verdict(state, "take", "discard JK") == "legal"


@ALL
def test_the_card_of_a_one_card_pile_is_never_the_last_on_the_way_to_the_pozzetto(profile):
    state = position(
        "3H 4H 5H", profile=profile, melds=("3D 4D 5D",), pile="9C", taken=False, drawn=False
    )
    assert verdict(state, "take", "open 3H 4H 5H") == "discard.just_taken"


@ALL
def test_the_card_of_a_one_card_pile_never_closes(profile):
    state = position("3S 4S 5S", profile=profile, melds=(RUN,), pile="9C", drawn=False)
    assert verdict(state, "take", "open 3S 4S 5S") == "discard.just_taken"


@ALL
def test_a_turn_may_go_on_when_the_card_of_the_pile_can_be_laid_too(profile):
    state = position(
        "3S 4S 5S", profile=profile, melds=("6C 7C 8C",), pile="9C", taken=False, drawn=False
    )
    assert verdict(state, "take", "open 3S 4S 5S", "add 1 9C") == "legal"


def test_a_turn_may_go_on_when_the_meld_just_made_takes_the_card():
    state = position("6C 7C 8C", pile="9C", taken=False, drawn=False)
    assert verdict(state, "take", "open 6C 7C 8C", "add 1 9C") == "legal"


def test_a_turn_may_not_go_on_when_only_a_frozen_meld_would_take_the_card():
    from tallone.rules.hand.apply import freeze

    state = position("3S 4S 5S", melds=("6C 7C 8C",), pile="9C", taken=False, drawn=False)
    state = freeze(state, Side.NORTH_SOUTH, 1)
    assert verdict(state, "take", "open 3S 4S 5S") == "discard.just_taken"


def test_two_equal_cards_left_must_both_be_laid():
    melds = ("9D 9S 9H", "6C 7C 8C")
    state = position("3S 4S 5S 9C", melds=melds, pile="9C", taken=False, drawn=False)
    assert verdict(state, "take", "open 3S 4S 5S", "add 1 9C", "add 2 9C") == "legal"
    runs_only = position("3S 4S 5S 9C", melds=melds[1:], pile="9C", taken=False, drawn=False)
    assert verdict(runs_only, "take", "open 3S 4S 5S") == "discard.just_taken"


def test_extending_the_only_meld_that_takes_the_card_bars_the_rest():
    state = position("9C 3D", melds=("6C 7C 8C",), pile="9C", taken=False, drawn=False)
    assert verdict(state, "take", "add 1 9C") == "legal"
    stuck = position("9C", melds=("6C 7C 8C",), pile="9C", taken=False, drawn=False)
    assert verdict(stuck, "take") == "discard.just_taken"


def test_a_pile_that_leaves_no_discard_is_not_taken_unless_all_can_be_laid():
    group = position("9C", melds=("9D 9S 9H",), pile="9C", taken=False, drawn=False)
    assert verdict(group, "take", "add 1 9C 9C") == "legal"
    assert verdict(position("9C", melds=("9D 9S 9H",), pile="9C", drawn=False), "take") == (
        "discard.just_taken"
    )
    assert verdict(position("9C", pile="9C", taken=False, drawn=False), "take") == (
        "discard.just_taken"
    )


def test_three_jokers_and_the_joker_of_the_pile_leave_no_discard():
    state = position("JK JK JK 3S 4S 5S", pile="JK", taken=False, drawn=False)
    assert verdict(state, "take", "open 3S 4S 5S") == "discard.just_taken"


@ALL
def test_a_wild_may_be_discarded_in_ordinary_play(profile):
    for card in ("JK", "2H"):
        assert verdict(position(f"{card} 4D", profile=profile), f"discard {card}") == "legal"


def test_the_discard_ends_the_turn():
    state = after(position("3H 4D"), "discard 3H")
    assert (state.seat, state.phase, state.turns) == (Seat.EAST, Phase.TO_DRAW, 9)
    assert str(state.discard_pile[-1].card) == "3H"


def test_a_player_adds_to_the_melds_of_the_own_side_only():
    state = position("6H 4D 5D", theirs=("3H 4H 5H",))
    assert verdict(state, "add 1 6H") == "meld.unknown"
    ours = position("6H 4D 5D", melds=("3H 4H 5H",))
    assert verdict(ours, "add 1 6H") == "legal"
    assert verdict(ours, "add 2 6H") == verdict(ours, "add 0 6H") == "meld.unknown"


def test_melds_keep_the_number_in_which_they_were_opened():
    state = position("3H 4H 5H 8H 8D 8S 6H 9D 10D", melds=("KD KC KS",))
    state = after(state, "open 3H 4H 5H", "open 8H 8D 8S", "add 2 6H")
    laid = [meld.text() for meld in state.own.melds]
    assert laid == ["KD KC KS", "3H 4H 5H 6H", "8H 8D 8S"]


@ALL
def test_a_second_group_of_a_rank_is_banned(profile):
    state = position("8C 8S 8D 9D", profile=profile, melds=("8H 8D JK",))
    assert verdict(state, "open 8C 8S 8D") == "meld.identical_group"


def test_a_second_group_of_a_rank_is_a_switch():
    rules = {"base": "febur", "identical_groups": "allowed"}
    state = position("8C 8S 8D 9D QC", profile=rules, melds=("8H 8D JK",))
    assert verdict(state, "open 8C 8S 8D") == "legal"


@ALL
def test_a_second_equal_run_is_allowed(profile):
    state = position("3H 4H 5H 9D 10C", profile=profile, melds=("3H 4H 5H 6H", "3D 4D 5D"))
    assert verdict(state, "open 3H 4H 5H") == "legal"


def test_a_second_equal_run_is_a_switch():
    rules = {"base": "febur", "identical_runs": "banned"}
    state = position("3H 4H 5H 9D 10C", profile=rules, melds=("3H 4H 5H",))
    assert verdict(state, "open 3H 4H 5H") == "meld.identical_group"
    other = position("3H 4H 5H 9D 10C", profile=rules, melds=("3H 4H 5H 6H",))
    assert verdict(other, "open 3H 4H 5H") == "legal"


def test_a_frozen_meld_takes_no_card():
    from tallone.rules.hand.apply import freeze

    state = freeze(position("6H 4D 5D", melds=("3H 4H 5H",)), Side.NORTH_SOUTH, 1)
    assert verdict(state, "add 1 6H") == "meld.frozen"


@pytest.mark.parametrize(
    ("rule", "at_once", "with_an_equal_one", "last"),
    [
        ("never", "discard.just_taken", "discard.just_taken", "discard.just_taken"),
        ("not_to_go_out", "legal", "legal", "discard.just_taken"),
        ("equal_held", "discard.just_taken", "legal", "discard.just_taken"),
    ],
)
def test_what_becomes_of_a_one_card_pile_is_a_switch(rule, at_once, with_an_equal_one, last):
    rules = {"base": "febur", "single_pile_card": rule}
    state = position("3H 4D", profile=rules, pile="9C", drawn=False)
    assert verdict(state, "take", "discard 9C") == at_once
    equal = position("3H 4D 9C", profile=rules, pile="9C", drawn=False)
    assert verdict(equal, "take", "discard 9C") == with_an_equal_one
    going_out = position("3S 4S 5S", profile=rules, melds=(RUN,), pile="9C", drawn=False)
    assert verdict(going_out, "take", "open 3S 4S 5S") == last
