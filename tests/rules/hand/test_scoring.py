"""The score sheet of a hand: what counts for, what counts against (rows 60 to 64, section 4e)."""

import pytest
from msgspec.structs import replace
from tests.rules.positions import after, position

from tallone.rules.cards.seats import Seat, Side
from tallone.rules.hand.apply import apply, freeze
from tallone.rules.hand.hand import End, PozzettoEntry, SideState
from tallone.rules.hand.moves import CallStall
from tallone.rules.hand.scoring import result, score
from tallone.rules.match.victory_points import table_for, victory_points
from tallone.rules.profiles.profile import PROFILE_NAMES, load_profile

NS, EW = Side.NORTH_SOUTH, Side.EAST_WEST
CLEAN = "3H 4H 5H 6H 7H 8H 9H"


def with_holdings(state, **words):
    """Give seats exactly those cards, written as in the notation; others hold nothing."""
    from tests.rules.positions import PACK, take

    laid = {copy for side in state.side_list for meld in side.melds for copy in meld.copies}
    left = [copy for copy in PACK if copy not in laid]
    holdings = [tuple(take(left, words.get(seat.value, ""))) for seat in state.holdings]
    return replace(state, holding_list=tuple(holdings))


def test_a_side_that_closes_counts_melds_burraco_and_close_less_the_partners_cards():
    state = position("KD", melds=(CLEAN, "4H 4C 4D"), theirs=("8H 8D 8S",))
    state = with_holdings(after(state, "discard KD"), S="KH", E="AH 2S JK", W="3C")
    ours, theirs = score(state)[NS], score(state)[EW]
    assert (ours.bonuses, ours.closing, ours.meld_points, ours.held) == (200, 100, 60, -10)
    assert (ours.pozzetto, ours.total) == (0, 350)
    assert (theirs.meld_points, theirs.held, theirs.pozzetto) == (30, -70, -100)
    assert theirs.total == -140


def test_a_royal_run_and_a_close_are_520_before_negatives():
    royal = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    state = after(position("KD", profile="fibur", melds=(royal,)), "discard KD")
    assert score(with_holdings(state))[NS].total == 520


@pytest.mark.parametrize(("hands", "shares"), [(2, (15, 5)), (3, (14, 6)), (4, (12, 8))])
def test_the_difference_of_485_gives_its_victory_points(hands, shares):
    shared = victory_points(table_for(hands), 350, -135)
    assert shared.difference == 485
    assert (shared.of[NS], shared.of[EW]) == shares


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_no_pozzetto_costs_a_hundred_but_nothing_in_2026_if_nobody_took_one(profile):
    state = with_holdings(position("3H 4D", profile=profile, taken=False))
    malus = 0 if profile == "fibur-2026" else -100
    assert [score(state)[side].pozzetto for side in Side] == [malus, malus]


@pytest.mark.parametrize("profile", PROFILE_NAMES)
def test_the_side_without_pozzetto_pays_when_the_other_took_one(profile):
    state = with_holdings(position("3H 4D", profile=profile, taken=True))
    assert [score(state)[side].pozzetto for side in Side] == [0, -100]


def test_a_pozzetto_taken_and_not_played_costs_its_cards_only():
    state = after(position("KH", taken=False), "discard KH")
    pozzetto = sum(copy.card.points for copy in state.holdings[Seat.NORTH])
    state = replace(state, holding_list=(state.holding_list[0], (), (), ()))
    assert (score(state)[NS].held, score(state)[NS].pozzetto) == (-pozzetto, 0)


@pytest.mark.parametrize(
    ("word", "points"),
    [("JK", 30), ("2S", 20), ("AC", 15), ("KD", 10), ("8D", 10), ("7D", 5), ("3D", 5)],
)
def test_cards_held_count_their_points_against(word, points):
    state = with_holdings(position("3H"), N=word)
    assert score(state)[NS].held == -points
    assert score(with_holdings(position("3H"), W=word))[EW].held == -points


def test_a_frozen_meld_keeps_its_points_and_bonus():
    state = position("KD", melds=(CLEAN,))
    frozen = freeze(state, NS, 1)
    assert score(frozen) == score(state)
    assert result(frozen)["sides"]["NS"]["melds"][0]["frozen"] is True


def test_freezing_touches_one_meld_only():
    state = position("KD", melds=(CLEAN, "8H 8D 8S"), theirs=("9H 9D 9S",))
    after_it = freeze(state, NS, 2)
    assert [meld.frozen for meld in after_it.side_list[0].melds] == [False, True]
    theirs = freeze(state, EW, 1)
    assert theirs.side_list[1].melds[0].frozen
    assert not theirs.side_list[0].melds[0].frozen


def test_a_void_hand_counts_for_nobody():
    state = apply(position("KD", profile="classic-en", melds=(CLEAN,), drawn=False), CallStall())
    for side in result(state)["sides"].values():
        assert side["total"] == side["meld_points"] == side["held"] == side["pozzetto"] == 0


def test_the_result_tells_the_end_the_turns_and_every_meld():
    state = after(position("KD", melds=(CLEAN,)), "discard KD")
    found = result(with_holdings(state))
    assert found["ok"] is True
    assert (found["end"], found["closed_by"], found["turns"]) == ("close", "N", 9)
    assert found["sides"]["NS"] == {
        "melds": [
            {
                "cards": CLEAN,
                "kind": "run",
                "points": 45,
                "grade": "clean",
                "bonus": 200,
                "frozen": False,
            }
        ],
        "meld_points": 45,
        "bonuses": 200,
        "closing": 100,
        "held": 0,
        "pozzetto": 0,
        "total": 345,
    }


def test_an_open_hand_is_scored_as_if_it_stopped_without_a_close():
    found = result(position("KD", melds=(CLEAN,)))
    assert (found["end"], found["closed_by"]) == ("open", None)
    assert found["sides"]["NS"]["closing"] == 0


def test_two_players_are_two_sides():
    state = position("KD", players=2, melds=(CLEAN,))
    found = result(after(state, "discard KD"))
    assert list(found["sides"]) == ["N", "S"]
    assert found["closed_by"] == "N"


@pytest.mark.parametrize("points", [0, 50, 10_000])
def test_the_closing_bonus_and_the_malus_are_switches(points):
    rules = {"base": "febur", "closing_bonus": points, "pozzetto_malus": points}
    state = with_holdings(after(position("KD", profile=rules, melds=(CLEAN,)), "discard KD"))
    assert score(state)[NS].closing == points
    assert score(state)[EW].pozzetto == -points


def test_side_states_know_whether_a_pozzetto_was_taken():
    assert not SideState().pozzetto_taken
    assert all(
        SideState((), entry).pozzetto_taken
        for entry in (PozzettoEntry.DIRECT, PozzettoEntry.ON_DISCARD)
    )


def test_profiles_are_values():
    assert load_profile("febur") == load_profile({"base": "febur"})
    assert End("open") is End.OPEN


@pytest.mark.parametrize(("when", "neither"), [("always", -100), ("unless_neither", 0)])
def test_when_the_malus_falls_is_a_switch(when, neither):
    rules = {"base": "febur", "pozzetto_malus_when": when}
    untaken = with_holdings(position("3H 4D", profile=rules, taken=False))
    assert [score(untaken)[side].pozzetto for side in Side] == [neither, neither]
    taken = with_holdings(position("3H 4D", profile=rules, taken=True))
    assert [score(taken)[side].pozzetto for side in Side] == [0, -100]
