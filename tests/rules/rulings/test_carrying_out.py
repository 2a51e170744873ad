"""Where cards go when effects are carried out, after what was done."""

import pytest
from tests.rules.rulings.positions import (
    SEATS,
    actions,
    bars,
    carried,
    done,
    edge,
    held,
    melds,
    move_of,
    pile,
    position,
    turned,
)

from tallone.rules.cards.seats import Side
from tallone.rules.hand.bars import imposed_of
from tallone.rules.hand.hand import Phase
from tallone.rules.hand.moves import DrawFromStock, ExtendMeld
from tallone.rules.hand.scoring import score
from tallone.rules.rulings.deeds import NotThereError, do
from tallone.rules.rulings.lifting import CannotCarryOutError

SEVEN = "2H 3H 4H 5H 6H 7H 8H"


def laying(hand, *laid, phase="play", **others):
    taken = {"pozzetto": {"NS": "discard", "EW": "discard"}} | others
    return position("S", phase, hands={"S": hand}, melds={"NS": list(laid)}, **taken)


def back(cards):
    return ("cards-back-to-hand", {"seat": "S", "cards": cards})


def penalised(cards, order="lowest-first"):
    return ("cards-to-table-penalised", {"seat": "S", "cards": cards, "order": order})


def to_meld(number, cards, name="cards-to-meld", **more):
    return (name, {"side": "NS", "meld": number, "cards": cards, **more})


def merge(into, cards):
    return ("merge-melds", {"side": "NS", "into": into, "cards": cards})


def negative(cards, when="always"):
    return ("cards-count-negative", {"side": "NS", "cards": cards, "when": when})


def frozen(number, until="end"):
    return ("frozen-meld", {"side": "NS", "meld": number, "until": until})


def discard_of(**choice):
    return ("forced-discard", {"seat": "S", **choice})


def test_a_wrong_meld_is_mended_with_held_cards():
    state = done(laying("4H 5H 7H 6H KD 9C"), "S", "open 4H 5H 7H")
    state = carried(state, to_meld(1, "6H", "mend"))
    assert (melds(state), held(state, "S")) == (["4H 5H 6H 7H"], ["9C", "KD"])


def test_a_wrong_addition_is_mended_as_the_meld_would_have_been_extended():
    state = done(laying("9H 8H KD 9C", "5H 6H 7H"), "S", "add 1 9H")
    assert (
        carried(state, to_meld(1, "8H", "mend")).side_list[0].melds[0].text() == "5H 6H 7H 8H 9H"
    )
    state = carried(state, to_meld(1, "9C", "mend"))
    assert not state.side_list[0].melds[0].text().startswith("5H 6H 7H 8H")


def test_a_wrong_card_that_was_laid_with_others_leaves_them():
    state = done(laying("3H 4H 5H 9C KD"), "S", "open 3H 4H 5H 9C")
    state = carried(state, penalised("9C"))
    assert (melds(state), edge(state, "S"), held(state, "S")) == (["3H 4H 5H"], "9C", ["KD"])


def test_a_card_added_to_what_was_wrong_already_stays_wrong():
    state = done(laying("4H 5H 7H 9C KD"), "S", "open 4H 5H 7H; add 1 9C")
    many = done(laying("4H 5H 7H 9C KD 3S 8S QS"), "S", "open 4H 5H 7H 9C KD 3S 8S")
    assert score(many)[Side.NORTH_SOUTH].bonuses == 0
    assert actions(many) == []
    state = carried(state, penalised("4H 5H 7H 9C"))
    assert (melds(state), edge(state, "S")) == ([], "4H 5H 7H 9C")


def test_highest_first_turns_the_order_of_the_edge():
    state = carried(laying("4H 9D KD JK AS QS"), penalised("4H JK AS KD", "highest-first"))
    assert edge(state, "S") == "JK AS KD 4H"


def test_equal_ranks_go_by_suit_hearts_highest():
    state = carried(laying("4H 4S 4D 4C KD"), penalised("4H 4S 4D 4C"))
    assert edge(state, "S") == "4S 4C 4D 4H"


def test_a_close_that_was_none_leaves_the_turn_with_the_next():
    state = done(laying("7H 8H KD", "4H 5H 6H", pile="6D"), "S", "add 1 7H 8H; discard KD")
    state = carried(state, penalised("7H 8H"), ("discard-stays", {"card": "KD"}), by="S")
    assert (state.seat, state.phase) == (SEATS["W"], Phase.TO_DRAW)
    assert (pile(state), edge(state, "S"), held(state, "S")) == ("6D KD", "7H 8H", [])


def test_a_discard_that_stays_is_made_if_it_was_not():
    stays = ("discard-stays", {"card": "KD"})
    state = carried(laying("7H KD", pile="6D"), stays, by="S")
    assert (pile(state), held(state, "S"), state.seat) == ("6D KD", ["7H"], SEATS["W"])
    there = laying("7H 8H", pile="KD")
    assert carried(there, stays, by="S") == there
    early = laying("7H KD", phase="draw")
    assert carried(early, stays) == early


def test_a_discard_taken_back_gives_the_turn_back():
    at = position("S", "draw", hands={"S": "9H KD"}, pile="9C", pozzetto={"NS": "discard"})
    state = done(at, "S", "take; discard 9C")
    assert state.seat is SEATS["W"]
    state = carried(state, back("9C"), discard_of(which="other"))
    assert (state.seat, state.phase, pile(state)) == (SEATS["S"], Phase.TO_PLAY, "")
    assert actions(state) == ["discard 9H", "discard KD"]
    timed = turned(at, last_turns=2)
    again = carried(done(timed, "S", "take; discard 9C"), back("9C"))
    assert again.last_turns == 2
    other = carried(laying("9H KD 3S"), discard_of(which="other"))
    assert actions(other) == ["discard 3S", "discard 9H", "discard KD"]


def test_cards_that_are_held_already_stay_there():
    at = position("S", "draw", hands={"S": "9H"}, pile="4C KD 9D", pozzetto={"NS": "discard"})
    state = carried(done(at, "S", "take"), back("4C"), discard_of(card="KD"))
    assert actions(state) == ["discard KD"]
    assert held(state, "S") == ["4C", "9D", "9H", "KD"]


def test_a_card_left_on_the_pile_comes_to_the_hand():
    at = position("S", "draw", hands={"S": "9H"}, pile="4C KD 9D")
    assert held(carried(at, back("4C")), "S") == ["4C", "9H"]


def test_a_last_play_goes_back_whole():
    state = done(laying("KH KD KS", SEVEN), "S", "open KH KD KS")
    state = carried(
        state, back("KH KD KS"), discard_of(one_of="KH KD KS"),
        ("may-not-close", {"seat": "S", "until": "next-turn"}),
    )  # fmt: skip
    assert actions(state) == ["discard KD", "discard KH", "discard KS"]
    assert melds(state) == [SEVEN]


def test_two_groups_become_one_and_a_frozen_one_stays_so():
    state = done(laying("7H 7D 7C KD", "7H 7D 7S"), "S", "open 7H 7D 7C")
    state = carried(state, merge(1, "7H 7D 7C"), frozen(1), frozen(1, "next-turn"), by="S")
    assert melds(state) == ["7H 7H 7D 7D 7C 7S"]
    assert state.side_list[0].melds[0].frozen
    assert imposed_of(state).thaws == ()
    two = done(laying("7H 7C JK KD", "7H 7D JK"), "S", "open 7H 7C JK")
    assert carried(two, merge(1, "7H 7C JK")).side_list[0].melds[0].size == 6


def test_a_meld_laid_out_of_turn_lies_aside_and_he_finishes():
    at = position("S", "draw", hands={"S": "9C KD", "W": "3C 4C 5C 9D"}, pile="6D", top="9H",
                  pozzetto={"NS": "discard", "EW": "discard"})  # fmt: skip
    state = done(at, "W", "draw; open 3C 4C 5C")
    state = carried(
        state,
        ("no-meld-this-turn", {"seat": "W"}),
        ("meld-aside", {"side": "EW", "cards": "3C 4C 5C"}),
        ("forced-discard", {"seat": "W", "which": "any"}),
        by="W",
    )
    assert (state.seat, actions(state)) == (SEATS["W"], ["discard 9D", "discard 9H"])
    assert state.side_list[1].melds[0].frozen
    wrong = carried(
        done(at, "W", "open 3C 4C 9D"), ("meld-aside", {"side": "EW", "cards": "3C 4C 9D"})
    )
    assert score(wrong)[Side.EAST_WEST].meld_points == 20


def test_who_laid_out_of_turn_without_drawing_still_draws():
    at = position("S", "draw", hands={"S": "9C KD", "W": "3C 4C 5C 9D"},
                  pozzetto={"NS": "discard", "EW": "discard"})  # fmt: skip
    state = carried(
        done(at, "W", "open 3C 4C 5C"), ("forced-discard", {"seat": "W", "which": "any"})
    )
    assert (state.seat, state.phase) == (SEATS["W"], Phase.TO_DRAW)
    over = carried(
        carried(done(at, "W", "draw"), "void-hand"), ("no-meld-this-turn", {"seat": "W"})
    )
    assert over.seat is SEATS["S"]


def test_a_drawn_card_goes_back_on_the_stock():
    at = position("S", "draw", hands={"W": "3C 9D"}, pile="6D", top="9H")
    state = carried(done(at, "W", "draw"), ("draw-back", {"shown_to": "S"}))
    assert (str(state.stock[0].card), held(state, "W")) == ("9H", ["3C", "9D"])
    assert (state.seat, state.phase) == (SEATS["S"], Phase.TO_DRAW)
    own = position("S", "draw", hands={"S": "3C 9D"}, top="9H")
    undone = carried(done(own, "S", "draw"), ("draw-back", {"shown_to": "W"}))
    assert (undone.phase, undone.seat) == (Phase.TO_DRAW, SEATS["S"])
    assert carried(at, ("draw-back", {"shown_to": "S"})) == at


def test_a_second_draw_goes_back_and_the_turn_goes_on():
    at = position("S", "play", hands={"S": "3C 9D"}, top="9H", pozzetto={"NS": "direct"})
    state = carried(done(at, "S", "draw"), ("draw-back", {"shown_to": "W"}))
    assert (state.phase, held(state, "S")) == (Phase.TO_PLAY, ["3C", "9D"])


def test_a_pile_taken_out_of_turn_is_restored():
    at = position("S", "draw", hands={"W": "3C 9D"}, pile="6D 10C")
    state = carried(done(at, "W", "take"), "restore-pile")
    assert (pile(state), held(state, "W")) == ("6D 10C", ["3C", "9D"])
    assert carried(at, "restore-pile") == at


def test_a_misplaced_card_goes_where_it_fits_or_counts_against():
    at = laying("9S KD", "7H 8H 9H", "5C 6C 7C")
    assert melds(carried(at, to_meld(2, "4C"))) == ["7H 8H 9H", "4C 5C 6C 7C"]
    state = carried(at, frozen(1), negative("4D"))
    assert score(state)[Side.NORTH_SOUTH].negative == -5
    assert melds(state) == ["7H 8H 9H", "5C 6C 7C"]
    heap = carried(at, to_meld(1, "4D"))
    assert score(heap)[Side.NORTH_SOUTH].meld_points == 45
    again = carried(heap, to_meld(1, "10H"))
    assert len(again.side_list[0].melds[0].copies) == 5
    assert melds(carried(again, negative("4D"))) == ["7H 8H 9H 10H", "5C 6C 7C"]


def test_what_was_laid_wrong_counts_against_and_leaves_the_meld():
    state = done(laying("4D 9S KD", "7H 8H 9H"), "S", "add 1 4D")
    state = carried(state, negative("4D"))
    assert melds(state) == ["7H 8H 9H"]
    assert score(state)[Side.NORTH_SOUTH].negative == -5
    whole = done(laying("4D 9S KD 3C"), "S", "open 4D 9S KD")
    assert melds(carried(whole, negative("4D 9S KD"))) == []
    right = done(laying("4D 5D 6D 3C 9H"), "S", "open 4D 5D 6D")
    assert melds(carried(right, negative("5D"))) == ["4D 5D 6D"]


def test_a_card_of_which_the_pack_has_no_more_is_taken_where_it_lies():
    at = laying("4D KD", "3D 4D 5D")
    state = carried(at, to_meld(1, "6D"))
    assert melds(state) == ["3D 4D 5D 6D"]
    lifted = carried(at, penalised("5D"))
    assert edge(lifted, "S") == "5D"
    third = carried(at, negative("4D"), negative("4D"), negative("4D"))
    assert score(third)[Side.NORTH_SOUTH].negative == -15


@pytest.mark.parametrize(
    "effect",
    [
        to_meld(3, "4C"),
        to_meld(3, "4C", "mend"),
        merge(3, "4C"),
        frozen(3),
        ("no-burraco", {"side": "NS", "meld": 0}),
        ("pozzetto-fill", {"pozzetto": 1, "cards": 99, "from": "stock-bottom"}),
    ],
)
def test_an_effect_on_what_is_not_there_is_refused(effect):
    with pytest.raises(CannotCarryOutError):
        carried(laying("9S KD", "7H 8H 9H"), effect)


def test_a_bar_is_on_the_seat_it_names_and_others_are_free():
    state = carried(
        laying("9S KD"),
        ("skip-turn", {"seat": "E"}),
        ("limited-turn", {"seat": "N", "draw": "pile"}),
    )
    assert bars(state) == [("E", "skip-turn"), ("N", "limited-turn")]


def waiting(first=11, second=11, **others):
    return position(
        "W", "draw", hands={"S": "3C 9D"}, pozzetti={"1": first, "2": second},
        stock=others.pop("stock", 20), **others,
    )  # fmt: skip


def fill(number, cards, source="stock-bottom"):
    return ("pozzetto-fill", {"pozzetto": number, "cards": cards, "from": source})


def counts(state):
    return [len(pozzetto) for pozzetto in state.pozzetti], len(state.stock)


def test_a_short_pozzetto_is_filled_from_under_the_stock_or_from_the_second():
    at = waiting(10)
    bottom = at.stock[-1]
    state = carried(at, fill(1, 1))
    assert counts(state) == ([11, 11], 19)
    assert state.pozzetti[0][-1] == bottom
    state = carried(at, fill(1, 1, "pozzetto-2-top"), fill(2, 1))
    assert counts(state) == ([11, 11], 19)
    with pytest.raises(CannotCarryOutError):
        carried(waiting(10, stock=1), fill(1, 2))
    with pytest.raises(CannotCarryOutError):
        carried(waiting(10, 0), fill(1, 1, "pozzetto-2-top"))


def test_a_pozzetto_taken_with_the_last_discard_is_filled_in_the_hand():
    at = waiting(10, pozzetto={"NS": "discard"})
    assert len(carried(at, fill(1, 1)).holding_list[2]) == 3
    later = turned(at, phase=Phase.TO_PLAY)
    assert carried(later, fill(1, 1)).holding_list == later.holding_list
    both = waiting(10, pozzetto={"NS": "discard", "EW": "discard"})
    with pytest.raises(CannotCarryOutError):
        carried(both, fill(1, 1, "pozzetto-2-top"))


def test_what_is_too_much_goes_from_the_tops_in_turn_under_the_stock():
    state = carried(waiting(13, 12), "pozzetto-trim")
    assert counts(state) == ([11, 11], 23)
    many = "3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
    at = position("W", "draw", hands={"S": many}, pozzetto={"NS": "discard"}, pozzetti={"2": 12})
    state = carried(at, "pozzetto-trim")
    assert (len(state.holding_list[2]), counts(state)[0]) == (11, [11])


def test_what_is_not_there_cannot_be_done():
    at = laying("9S KD", "7H 8H 9H", phase="draw")
    for act in ("take", "add 2 9S"):
        with pytest.raises(NotThereError):
            done(at, "S", act)
    with pytest.raises(NotThereError):
        do(at, move_of(carried(at, back("4C")), "S", "discard 4C"))
    with pytest.raises(NotThereError):
        do(at, ExtendMeld(SEATS["S"], 1, (at.stock[0],)))
    with pytest.raises(NotThereError):
        do(turned(at, stock=()), DrawFromStock(SEATS["S"]))
    with pytest.raises(NotThereError):
        do(turned(at, phase=Phase.OVER), DrawFromStock(SEATS["S"]))


def test_deeds_end_a_hand_as_plays_do():
    at = laying("9S KD", stock=2)
    assert done(at, "S", "discard KD").end.value == "stock"
    timed = turned(laying("9S KD"), last_turns=1)
    assert done(timed, "S", "discard KD").end.value == "timeout"


def test_who_is_out_of_cards_takes_the_pozzetto_that_his_side_may_have():
    at = laying("3C 4C 5C", pozzetto={})
    state = done(at, "S", "open 3C 4C 5C")
    assert (len(state.holding), state.own.pozzetto.value) == (11, "direct")
    on = done(laying("KD", pozzetto={}), "S", "discard KD")
    assert on.side_list[0].pozzetto.value == "on discard"
    assert len(on.pozzetti) == 1


def test_a_meld_that_was_frozen_stays_so_under_what_is_added_to_it():
    state = carried(laying("10H KD 9S", "7H 8H 9H"), frozen(1))
    after = done(state, "S", "add 1 10H")
    assert (melds(after), after.side_list[0].melds[0].frozen) == (["7H 8H 9H 10H"], True)


def test_a_pile_taken_on_his_turn_brings_the_bar_of_its_one_card():
    at = position("S", "draw", hands={"S": "9H KD"}, pile="9C")
    assert str(done(at, "S", "take").just_taken.card) == "9C"
    two = position("S", "draw", hands={"S": "9H KD"}, pile="9C 8C")
    assert done(two, "S", "take").just_taken is None


def test_with_two_players_the_other_is_no_partner():
    at = position("N", "play", "online", players=2, hands={"N": "9S KD", "S": "3C"}, top="5D 6D")
    state = carried(at, penalised("3C"), by="S")
    assert edge(state, "S") == "3C"
    assert state.seat is SEATS["N"]


def test_a_card_is_out_only_for_who_put_it_down():
    state = done(laying("3C 4C 5C KD 9S"), "S", "open 3C 4C 5C")
    north = ("cards-back-to-hand", {"seat": "N", "cards": "9D"})
    other = position("S", "play", hands={"S": "3C 4C 5C KD 9S", "N": "9D QD"})
    after = carried(done(other, "S", "open 3C 4C 5C"), north)
    assert held(after, "N") == ["9D", "QD"]
    assert carried(state, back("KD")) == state
