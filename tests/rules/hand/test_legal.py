"""`legal_moves` against trying everything, and against `judge`."""

import itertools
from random import Random

import pytest
from tests.rules.positions import after, move, position, take
from tests.rules.proofs.small_positions import disagreement, small_positions
from tools.prove_rules import any_club

from tallone.rules.cards.cards import JOKER, PACK
from tallone.rules.cards.seats import Side
from tallone.rules.cards.verdicts import LEGAL, IllegalMoveError
from tallone.rules.hand.apply import apply, follow, freeze
from tallone.rules.hand.judge import judge
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import Discard, ExtendMeld, OpenMeld
from tallone.rules.melds.held_sets import hold, openings
from tallone.rules.melds.run_places import additions_to_run
from tallone.rules.melds.shapes import face_at, run_shape, shapes
from tallone.rules.profiles.profile import PROFILE_NAMES, WildRules, load_profile

POSITIONS = 25


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_the_legal_moves_are_those_that_trying_everything_finds(name):
    rng = Random(f"legal {name}")
    states = small_positions(load_profile(name), rng, 7)
    few = itertools.islice(itertools.islice(states, 0, None, 5), POSITIONS)
    assert [difference for state in few if (difference := disagreement(state))] == []


@pytest.mark.parametrize("seed", range(8))
def test_the_legal_moves_are_those_that_are_judged_so_whatever_a_clubs_switches(seed):
    rng = Random(f"clubs {seed}")
    states = itertools.islice(small_positions(any_club(rng), rng, 6), 0, None, 5)
    for state in itertools.islice(states, 3):
        found = [_by_faces(legal) for legal in legal_moves(state)]
        assert len(found) == len(set(found))
        assert set(found) == {
            _by_faces(tried) for tried in _tried(state) if judge(state, tried) is LEGAL
        }, f"clubs {seed}"


def _tried(state):
    """Yield every set of held cards as a new meld and on every meld, and every discard."""
    yield from (Discard(state.seat, card) for card in state.holding)
    for size in range(1, len(state.holding) + 1):
        for cards in itertools.combinations(sorted(state.holding), size):
            yield OpenMeld(state.seat, cards)
            for number in range(1, len(state.own.melds) + 1):
                yield ExtendMeld(state.seat, number, cards)


def _by_faces(move):
    if isinstance(move, Discard):
        return "discard", 0, (move.card.card,)
    faces = tuple(sorted(copy.card for copy in move.cards))
    return type(move).__name__, getattr(move, "meld", 0), faces


def test_nothing_is_legal_after_the_end():
    state = after(position("KH", melds=("3H 4H 5H 6H 7H 8H 9H",)), "discard KH")
    assert legal_moves(state) == []


def test_nothing_is_added_to_a_frozen_meld():
    state = freeze(position("6H 4D 5D", melds=("3H 4H 5H",)), Side.NORTH_SOUTH, 1)
    assert not any(isinstance(move, ExtendMeld) for move in legal_moves(state))


@pytest.mark.parametrize("rule", ["allowed", "banned"])
def test_an_equal_run_is_a_legal_opening_only_where_the_switch_allows_it(rule):
    rules = {"base": "febur", "identical_runs": rule}
    state = position("3H 4H 5H 6H KD KC", melds=("3H 4H 5H",), profile=rules)
    opened = [move for move in legal_moves(state) if isinstance(move, OpenMeld)]
    equal = move(state, "open 3H 4H 5H")
    assert (equal in opened) == (judge(state, equal) is LEGAL) == (rule == "allowed")
    assert len(opened) == 2 + (rule == "allowed")


def test_a_switch_on_equal_runs_says_nothing_of_groups():
    rules = {"base": "febur", "identical_runs": "banned", "identical_groups": "allowed"}
    state = position("8H 8D 8C KD KC", melds=("8H 8D 8C",), profile=rules)
    equal = move(state, "open 8H 8D 8C")
    assert equal in legal_moves(state)
    assert judge(state, equal) is LEGAL


def test_moves_that_are_found_are_moves_like_any_other():
    state = position("3H 4H 5H 6H KD KC", melds=("7H 8H 9H",))
    found = legal_moves(state)
    assert move(state, "open 3H 4H 5H") in found
    assert {repr(move(state, "add 1 6H")), repr(move(state, "open 4H 5H 6H"))} <= set(
        map(repr, found)
    )


def test_equal_cards_are_one_discard_of_the_lower_copy():
    state = position("6Hb 6Hr 4D")
    assert [str(move.card) for move in legal_moves(state) if isinstance(move, Discard)] == [
        "6Hb",
        "4Db",
    ]


def test_every_legal_move_can_be_made():
    state = position("3H 4H 5H 6H 7H 8H 8D 8S JK 2H KD KC", melds=("9H 10H JH", "5D 5C JK"))
    for legal in legal_moves(state):
        assert apply(state, legal) != state


@pytest.mark.parametrize("missing", ["6H", "2H", "KH", ""])
def test_an_ace_and_almost_its_whole_suit_open_runs_of_at_most_fourteen(missing):
    words = [f"{rank}H" for rank in ("A", *range(2, 11), "J", "Q", "K")]
    held = take(list(PACK), " ".join(word for word in (*words, "JK") if word != missing))
    sets = [[copy.card for copy in copies] for copies in openings(hold(held))]
    assert all(shapes(faces) for faces in sets)
    assert max(map(len, sets)) == (13 if missing else 14)
    assert len({tuple(sorted(faces)) for faces in sets}) == len(sets)


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_following_a_legal_move_leads_where_applying_it_leads(name):
    rng = Random(f"follow {name}")
    states = itertools.islice(small_positions(load_profile(name), rng, 9), 0, None, 5)
    for state in itertools.islice(states, 20):
        for legal in legal_moves(state):
            assert follow(state, legal) == apply(state, legal), f"follow {name}"


def test_cards_that_make_no_meld_are_not_followed():
    state = position("3H 4H 6H KD KC")
    with pytest.raises(IllegalMoveError, match=r"meld\."):
        follow(state, OpenMeld(state.seat, state.holding[:3]))


@pytest.mark.parametrize("free_wild_moves", [False, True])
@pytest.mark.parametrize("natural_two_becomes_wild", [False, True])
def test_a_run_takes_nothing_without_a_wild_or_a_card_near_it(
    free_wild_moves, natural_two_becomes_wild
):
    rules = WildRules(free_wild_moves, natural_two_becomes_wild)
    all_but_two = 0b1_1111_1111_1101
    for run in _runs_of_hearts():
        far = all_but_two & ~run.near
        assert additions_to_run(rules, run, far, False).whole == (), run.text()


def _runs_of_hearts():
    """Yield every run of hearts: without a wild, and with a joker or the own two in every place it may have."""
    for low, high in itertools.combinations(range(1, 15), 2):
        if 3 <= high - low + 1 <= 13:
            yield run_shape(0, low, high, None, 0)
        if high - low >= 2:
            for place, wild in itertools.product(range(low, high + 1), (JOKER, face_at(0, 2))):
                both_aces = (low, high) == (1, 14)
                two_in_place = wild != JOKER and place == 2
                if not two_in_place and (not both_aces or place in (low, high)):
                    yield run_shape(0, low, high, wild, place)
