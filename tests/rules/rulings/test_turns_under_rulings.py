"""What rulings leave a player to do, turn by turn."""

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
    played,
    position,
)

from tallone.rules.cards.seats import Side
from tallone.rules.cards.verdicts import IllegalMoveError
from tallone.rules.hand.apply import apply
from tallone.rules.hand.judge import judge
from tallone.rules.hand.moves import CallTimeOut, Discard, OpenMeld
from tallone.rules.hand.scoring import result, score
from tallone.rules.rulings.lifting import CannotCarryOutError

EDGES = ("cards-to-table-penalised", {"seat": "S", "cards": "KD 4H", "order": "lowest-first"})
NO_CLOSE = ("partner-may-not-close", {"seat": "N", "until": "penalised-gone"})
SEVEN = "2H 3H 4H 5H 6H 7H 8H"
TOP = "3S 4D AC 9C 5S 6S"


def hands(**others):
    return {"S": "4H 5H KD", "W": "8S JC", "N": "6H QD", "E": "10C JS", **others}


def round_of(*lines):
    return ["W: draw; discard JC", "N: draw; discard QD", "E: draw; discard JS", *lines]


def after_s(**others):
    taken = {"NS": "discard", "EW": "discard"}
    return position("W", "draw", hands=hands(), top=TOP, pozzetto=taken, **others)


def test_penalised_cards_go_one_a_turn_in_their_order_and_nothing_else_is_done():
    state = carried(after_s(), EDGES, by="S")
    assert (edge(state, "S"), held(state, "S")) == ("4H KD", ["5H"])
    state = played(state, *round_of("S: draw"))
    assert actions(state) == ["discard 4H"]
    five = move_of(state, "S", "discard 5H")
    assert judge(state, five).code == "ruling.barred"
    with pytest.raises(IllegalMoveError):
        apply(state, five)
    state = played(state, "S: discard 4H")
    assert (edge(state, "S"), pile(state)[-2:]) == ("KD", "4H")


def test_who_has_penalised_cards_lays_nothing_though_it_fits():
    state = carried(after_s(melds={"NS": ["6D 7D 8D"]}), EDGES, by="S")
    state = played(state, *round_of("S: draw"))
    lay = OpenMeld(SEATS["S"], state.holding[:3])
    assert judge(state, lay).code in ("meld.mixed", "card.not_held", "meld.too_short")
    state = position("S", "play", hands={"S": "3C 4C 5C KD QS"}, pozzetto={"NS": "discard"})
    state = carried(state, ("cards-to-table-penalised", EDGES[1] | {"cards": "KD"}))
    assert judge(state, move_of(state, "S", "open 3C 4C 5C")).code == "ruling.barred"


def test_the_partner_may_close_again_when_the_penalised_cards_are_gone():
    at = position(
        "N", "play", hands={"N": "9H KD", "S": "4C QS"}, melds={"NS": [SEVEN]},
        pozzetto={"NS": "discard", "EW": "discard"}, top=TOP,
    )  # fmt: skip
    one = ("cards-to-table-penalised", {"seat": "S", "cards": "4C", "order": "lowest-first"})
    state = carried(at, one, NO_CLOSE, by="S")
    assert bars(state) == [("N", "partner-may-not-close")]
    assert actions(state) == ["discard 9H", "discard KD"]
    gone = carried(at, NO_CLOSE)
    assert gone.imposed is None
    assert "add 1 9H" in actions(gone)


def test_a_close_barred_until_the_next_turn_is_free_then():
    at = position(
        "S", "play", hands={"S": "9H KD", "W": "8S", "N": "7S", "E": "JS"}, top=TOP,
        melds={"NS": [SEVEN]}, pozzetto={"NS": "direct", "EW": "direct"},
    )  # fmt: skip
    free = ("may-not-close", {"seat": "S", "until": "next-turn"})
    state = carried(at, free)
    assert actions(state) == ["discard 9H", "discard KD"]
    rest = ["W: draw; discard 8S", "N: draw; discard 7S", "E: draw; discard JS"]
    then = played(state, "S: discard KD", *rest, "S: draw")
    assert then.imposed is None
    skipped = carried(at, ("may-not-close", {"seat": "S", "until": "skipped-turn"}))
    then = played(skipped, "S: discard KD", *rest, "S: draw")
    assert bars(then) == [("S", "may-not-close")]


def test_the_last_card_itself_may_not_close_under_a_bar():
    at = position("S", "play", hands={"S": "KD"}, melds={"NS": [SEVEN]}, pozzetto={"NS": "direct"})
    assert actions(at) == ["discard KD"]
    barred = carried(at, ("may-not-close", {"seat": "S", "until": "next-turn"}))
    assert actions(barred) == []


def test_a_skipped_turn_is_passed_over_once():
    state = carried(after_s(), ("skip-turn", {"seat": "S"}))
    state = played(state, *round_of())
    assert state.seat is SEATS["W"]
    assert state.imposed is None


def test_a_skipped_turn_counts_among_the_last_ones():
    state = carried(after_s(), ("skip-turn", {"seat": "S"}))
    state = apply(state, CallTimeOut())
    state = played(state, *round_of())
    assert (state.phase.value, state.end.value) == ("over", "timeout")


@pytest.mark.parametrize(
    ("draw", "pile_there", "left"),
    [
        ("stock", "6D 10C", ["draw"]),
        ("pile", "6D 10C", ["take"]),
        ("either", "6D 10C", ["draw", "take"]),
        ("pile", "", ["draw"]),
    ],
)
def test_a_draw_is_from_where_the_ruling_says(draw, pile_there, left):
    at = position("S", "draw", hands={"S": "9C KD"}, pile=pile_there)
    assert actions(carried(at, ("forced-draw", {"seat": "S", "from": draw}))) == left
    assert actions(carried(at, ("take-pile", {"seat": "S"}))) == (["take"] if pile_there else left)


def test_a_limited_turn_is_a_draw_and_a_discard_and_then_over():
    at = position(
        "S", "draw", hands={"S": "9C KD", "W": "3C 4C 5C 9D"}, pile="6D", top="7D 8D",
        pozzetto={"NS": "discard", "EW": "discard"},
    )  # fmt: skip
    state = carried(at, ("limited-turn", {"seat": "W", "draw": "stock"}))
    state = played(state, "S: draw; discard KD")
    assert actions(state) == ["draw"]
    state = played(state, "W: draw")
    assert [action for action in actions(state) if not action.startswith("discard")] == []
    assert played(state, "W: discard 9D").imposed is None


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ({"card": "9C"}, ["discard 9C"]),
        ({"one_of": "9C KD"}, ["discard 9C", "discard KD"]),
        ({"which": "highest"}, ["discard KD"]),
        ({"which": "any"}, ["discard 3S", "discard 9C", "discard KD"]),
        ({"card": "JS"}, ["discard 3S", "discard 9C", "discard KD"]),
    ],
)
def test_the_discard_is_the_one_the_ruling_names(choice, left):
    at = position("S", "play", hands={"S": "9C KD 3S"}, pozzetto={"NS": "discard"})
    state = carried(at, ("forced-discard", {"seat": "S", **choice}))
    assert actions(state) == left


def test_the_card_drawn_is_the_discard_and_is_not_laid():
    at = position("S", "draw", hands={"S": "4D 5D 9C KD"}, top="3D", pozzetto={"NS": "discard"})
    state = carried(at, ("forced-discard", {"seat": "S", "which": "drawn"}))
    assert actions(played(state, "S: draw")) == ["discard 3D"]


def test_a_discard_that_must_stay_held_is_not_laid_but_others_are():
    at = position("S", "play", hands={"S": "4D 5D 6D 9C KD 3S"}, pozzetto={"NS": "discard"})
    state = carried(at, ("forced-discard", {"seat": "S", "card": "KD"}))
    assert actions(state) == ["discard KD", "open 4D 5D 6D"]


def test_a_card_that_must_be_discarded_and_lies_in_the_pile_is_taken_with_it():
    at = position("S", "draw", hands={"S": "9C"}, pile="4C KD 9H")
    state = carried(at, ("forced-discard", {"seat": "S", "card": "4C"}))
    assert actions(state) == ["take"]
    assert "discard 4C" in actions(played(state, "S: take"))


def must(when, *ways, cards="6H", **others):
    fields = {"seat": "S", "cards": cards, "ways": list(ways), "when": when, **others}
    return ("must-play", fields)


def beside(hand="6H KD 9C", **others):
    return position(
        "S", "play", hands={"S": hand}, melds={"NS": ["3H 4H 5H"]},
        pozzetto={"NS": "discard"}, **others,
    )  # fmt: skip


def test_a_card_to_be_played_now_comes_before_everything():
    assert actions(carried(beside(), must("now", "add", "discard"))) == ["add 1 6H", "discard 6H"]
    assert actions(carried(beside(), must("now", "add"))) == ["add 1 6H"]
    after = played(carried(beside("6H KD 9C 3S"), must("now", "add")), "S: add 1 6H")
    assert actions(after) == ["discard 3S", "discard 9C", "discard KD"]


def test_a_card_to_be_played_in_the_turn_is_its_discard_if_it_was_not():
    state = carried(beside("6H 7D 8D 9D KD 9C"), must("this-turn", "add", "open", "discard"))
    assert actions(state) == ["add 1 6H", "discard 6H", "open 7D 8D 9D"]
    laid = carried(beside("6H 7D 8D 9D KD 9C"), must("this-turn", "open"))
    assert "add 1 6H" not in actions(laid)
    assert "discard KD" in actions(laid)


def test_a_card_to_be_discarded_in_the_next_turn_is_all_of_it():
    at = position(
        "N", "play", hands={"S": "6H KD", "N": "3H 4H 5H QD KS", "E": "JS QS", "W": "8S 9S"},
        pozzetto={"NS": "discard", "EW": "discard"}, top=TOP,
    )  # fmt: skip
    state = carried(
        at, must("next-turn", "discard"), ("partner-may-not-open", {"seat": "N", "cards": "6H"})
    )
    assert not any(action.startswith("open") for action in actions(state))
    assert actions(carried(at, must("next-turn", "discard")))[-1] == "open 3H 4H 5H"
    state = played(state, "N: discard QD", "E: draw; discard JS", "S: draw")
    assert actions(state) == ["discard 6H"]
    state = played(state, "S: discard 6H")
    assert state.imposed is None


def test_a_joker_goes_to_the_least_important_meld():
    at = position(
        "S", "play", hands={"S": "JK KD 9C"}, pozzetto={"NS": "discard"},
        melds={"NS": ["10H JH QH KH", "3H 4H 5H", "3C 4C 5C 6C JK"]},
    )  # fmt: skip
    state = carried(at, must("now", "add", "discard", cards="JK", on="least-important"))
    assert actions(state) == ["add 2 JK", "discard JK"]


def test_only_the_dropped_card_may_be_laid():
    state = carried(
        beside("6H 7D 8D 9D KD"),
        ("no-meld-this-turn", {"seat": "S"}),
        must("now", "add", "discard"),
    )
    assert actions(state) == ["add 1 6H", "discard 6H"]


def test_no_meld_this_turn_lasts_for_this_turn():
    state = carried(beside("6H KD 9C"), ("no-meld-this-turn", {"seat": "S"}))
    assert actions(state) == ["discard 6H", "discard 9C", "discard KD"]
    assert played(state, "S: discard KD").imposed is None
    waits = carried(beside(), ("pozzetto-next-turn", {"seat": "S"}))
    assert "add 1 6H" not in actions(waits)


def test_a_bar_on_who_is_not_on_turn_waits_for_his_turn():
    at = position("E", "play", hands={"E": "JS QS", "S": "3H 4H 5H KD"}, top=TOP,
                  pozzetto={"NS": "discard", "EW": "discard"})  # fmt: skip
    state = carried(at, ("no-meld-this-turn", {"seat": "S"}))
    state = played(state, "E: discard JS", "S: draw")
    assert all(action.startswith("discard") for action in actions(state))


def test_he_adds_nothing_to_what_his_partner_opens_from_now_on():
    at = position(
        "N", "play", hands={"S": "6H KD", "N": "3H 4H 5H QD KS", "E": "JS QS"}, top=TOP,
        melds={"NS": ["3C 4C 5C"]}, pozzetto={"NS": "discard", "EW": "discard"},
    )  # fmt: skip
    state = carried(at, ("may-not-add", {"seat": "S", "to": "partner-melds"}))
    state = played(state, "N: open 3H 4H 5H; discard QD", "E: draw; discard JS", "S: draw")
    assert "add 2 6H" not in actions(state)
    assert bars(state) == [("S", "may-not-add")]
    free = played(at, "N: open 3H 4H 5H; discard QD", "E: draw; discard JS", "S: draw")
    assert "add 2 6H" in actions(free)


def test_a_bar_on_opening_leaves_what_could_not_take_the_card():
    at = position(
        "N", "play", hands={"S": "6H KD", "N": "3H 4H 5H QD KD QS QC JS"},
        pozzetto={"NS": "discard"},
    )  # fmt: skip
    state = carried(at, ("partner-may-not-open", {"seat": "N", "cards": "6H"}))
    assert "open QD QC QS" in actions(state)
    assert "open 3H 4H 5H" not in actions(state)
    wrong = OpenMeld(SEATS["N"], state.holding[:2])
    assert judge(state, wrong).code == "meld.too_short"


def test_nobody_plays_until_the_arbiter_lets_them():
    state = carried(beside(), "nobody-plays")
    assert actions(state) == []
    assert judge(state, move_of(state, "S", "discard KD")).code == "ruling.barred"
    assert judge(state, CallTimeOut()).code == "ruling.barred"
    free = carried(beside(), ("no-meld-this-turn", {"seat": "S"}))
    assert judge(free, CallTimeOut()).__class__.__name__ == "Legal"


def test_what_the_rules_refuse_is_refused_for_their_reason():
    state = carried(after_s(), EDGES, by="S")
    assert judge(state, move_of(state, "N", "discard QD")).code == "turn.not_yours"
    state = played(state, *round_of("S: draw"))
    assert judge(state, move_of(state, "S", "open 4H KD")).code == "card.not_held"
    assert judge(state, Discard(SEATS["W"], state.holding[0])).code == "turn.not_yours"


def test_a_meld_frozen_until_the_next_turn_thaws_then_and_its_cards_count_again():
    at = position(
        "S", "draw", hands={"S": "3H 4H 5H 9C KD 6H", "W": "8S", "N": "7S", "E": "JS"}, top=TOP,
        melds={"EW": [SEVEN.replace("H", "C")], "NS": ["9D 10D JD"]},
        pozzetto={"NS": "discard", "EW": "discard"},
    )  # fmt: skip
    state = done(at, "S", "open 3H 4H 5H")
    state = carried(
        state,
        ("frozen-meld", {"side": "NS", "meld": 2, "until": "next-turn"}),
        ("cards-count-negative", {"side": "NS", "cards": "3H 4H 5H", "when": "if-closed"}),
        by="S",
    )
    assert [meld.frozen for meld in state.side_list[0].melds] == [False, True]
    assert score(state)[Side.NORTH_SOUTH].negative == 0
    closed = carried(state, "close-stands", by="W")
    assert score(closed)[Side.NORTH_SOUTH].negative == -15
    assert score(closed)[Side.NORTH_SOUTH].meld_points == 30
    state = played(state, "S: draw; discard KD", "W: draw; discard 8S", "N: draw; discard 7S")
    state = played(state, "E: draw; discard JS")
    assert state.imposed is None
    assert [meld.frozen for meld in state.side_list[0].melds] == [False, False]


def test_a_burraco_that_does_not_count_neither_pays_nor_closes():
    at = position(
        "S", "play", hands={"S": "KD 9S 10S"}, melds={"NS": [SEVEN, "6S 7S 8S"]},
        pozzetto={"NS": "discard"},
    )  # fmt: skip
    assert "add 2 9S 10S" in actions(at)
    state = carried(at, ("no-burraco", {"side": "NS", "meld": 1}))
    assert "add 2 9S 10S" not in actions(state)
    assert "add 2 9S" in actions(state)
    assert score(state)[Side.NORTH_SOUTH].bonuses == 0
    shown = result(state)["sides"]["NS"]
    assert (shown["melds"][0]["grade"], shown["melds"][0]["bonus"]) == (None, 0)
    assert shown["negative"] == 0
    last = carried(
        position("S", "play", hands={"S": "KD"}, melds={"NS": [SEVEN]}, pozzetto={"NS": "direct"}),
        ("no-burraco", {"side": "NS", "meld": 1}),
    )
    assert actions(last) == []
    opening = position(
        "S", "play", hands={"S": "3C 4C 5C KD"}, melds={"NS": [SEVEN]}, pozzetto={"NS": "direct"}
    )
    assert "open 3C 4C 5C" in actions(opening)
    assert "open 3C 4C 5C" not in actions(
        carried(opening, ("no-burraco", {"side": "NS", "meld": 1}))
    )


def test_penalised_cards_count_against_and_a_void_hand_counts_for_nobody():
    state = carried(after_s(melds={"NS": ["6D 7D 8D"]}), EDGES, by="S")
    ours = score(state)[Side.NORTH_SOUTH]
    assert (ours.negative, ours.meld_points) == (-15, 20)
    for ends in ("void-hand", "redeal"):
        assert score(carried(state, ends))[Side.NORTH_SOUTH].total == 0
    ended = carried(state, "close-hand")
    assert (ended.end.value, score(ended)[Side.NORTH_SOUTH].closing) == ("arbiter", 0)


def test_last_turns_are_counted_from_who_is_on_turn():
    at = after_s()
    named = carried(at, ("last-turns", {"seats": ["W", "N", "E", "S"]}))
    assert named.last_turns == 4
    after = carried(at, ("last-turns", {"seats": ["N", "E", "S", "W"]}))
    assert after.last_turns == 5
    with pytest.raises(CannotCarryOutError):
        carried(at, ("last-turns", {"seats": []}))
    with pytest.raises(CannotCarryOutError):
        carried(at, "close-stands")


def test_what_is_of_the_match_leaves_the_position_as_it_is():
    at = after_s(melds={"NS": ["6D 7D 8D"]})
    for effect in ("hand-stands", "cover-card", "no-penalty", ("warning", {"side": "NS"})):
        assert carried(at, effect) == at
    assert melds(at) == ["6D 7D 8D"]


def test_a_lap_that_everybody_skips_comes_back_to_who_was_to_play():
    skips = [("skip-turn", {"seat": seat}) for seat in "WNES"]
    state = played(carried(after_s(), *skips[1:]), "W: draw; discard JC")
    assert state.seat is SEATS["W"]
    two = played(carried(after_s(), *skips, ("skip-turn", {"seat": "N"})), "W: draw; discard JC")
    assert two.seat is SEATS["N"]


def test_a_card_that_must_be_played_and_is_not_held_asks_nothing():
    state = carried(beside(), must("now", "add", "discard", cards="6H 7S"))
    assert actions(state) == ["add 1 6H", "discard 6H"]
    nothing = carried(beside(), must("now", "add", "discard", cards="7S"))
    assert "discard KD" in actions(nothing)


def test_bars_on_turns_to_come_are_told_from_those_of_this_turn():
    state = carried(beside(), must("now", "add"), ("limited-turn", {"seat": "W", "draw": "stock"}))
    assert [bar.is_next_turns for bar in state.imposed.bars] == [False, True]
