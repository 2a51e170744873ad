"""The moves that rulings leave, the program against a plain definition that tries everything."""

import itertools
from random import Random

import pytest
from msgspec.structs import replace
from tests.rules.proofs.small_positions import small_of, small_positions, tried_of
from tests.rules.proofs.try_rulings import Orders, any_orders, legal_moves

from tallone.rules.hand import legal
from tallone.rules.hand.hand import HandState
from tallone.rules.hand.imposed import Bar, Imposed, Lasts
from tallone.rules.profiles.profile import PROFILE_NAMES, load_profile
from tallone.rules.rulings.carrying import carry_out
from tallone.rules.rulings.effects import read_effect

POSITIONS = 100


def effects_of(orders: Orders, seat: str) -> list[dict]:
    found = []
    if orders.lays_nothing:
        found.append({"effect": "no-meld-this-turn"})
    if orders.discards:
        found.append({"effect": "forced-discard", "one_of": " ".join(orders.discards)})
    if orders.discards_highest:
        found.append({"effect": "forced-discard", "which": "highest"})
    if orders.closes_not:
        found.append({"effect": "may-not-close", "until": "next-turn"})
    return [{**effect, "seat": seat} for effect in found]


def ordered(state: HandState, orders: Orders) -> HandState:
    """Return the position under the orders; bars on a face go to its first copy that is held."""
    for effect in effects_of(orders, state.seat.value):
        state = carry_out(state, read_effect(effect, state.players))
    imposed = state.imposed or Imposed()
    bars = imposed.bars
    if orders.due:
        due = tuple(copy for copy in state.holding if str(copy.card) in orders.due)
        bars += (
            Bar(
                "must-play",
                state.seat,
                Lasts.THIS_TURN,
                cards=due,
                words=orders.ways,
                now=orders.now,
            ),
        )
    if orders.opens_nothing_for:
        (written,) = orders.opens_nothing_for
        face = read_effect({"effect": "discard-stays", "card": written}).cards("card")
        bars += (Bar("partner-may-not-open", state.seat, Lasts.TO_END, faces=face),)
    return replace(state, imposed=replace(imposed, bars=bars))


def with_edge(state: HandState, orders: Orders) -> HandState:
    """Return the position with an edge card, taken from the next player: it is in no hand."""
    place = (state.place + 1) % state.players
    card, *rest = state.holding_list[place]
    held = list(state.holding_list)
    held[place] = tuple(rest)
    return replace(state, holding_list=tuple(held), imposed=Imposed(edge=((state.seat, (card,)),)))


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_rulings_leave_the_moves_that_a_plain_definition_leaves(name):
    random = Random(f"rulings {name}")
    positions = small_positions(load_profile(name), random, 6)
    for state in itertools.islice(positions, POSITIONS):
        small = small_of(state)
        orders = any_orders(small, random)
        if orders.edge:
            barred = with_edge(state, orders)
            orders = Orders(edge=(str(barred.imposed.edge[0][1][0].card),))
        else:
            barred = ordered(state, orders)
        fast = {tried_of(move) for move in legal.legal_moves(barred)}
        slow = legal_moves(small, orders)
        assert fast == slow, f"{name}: {small} under {orders}"


@pytest.mark.parametrize("name", ["febur", "fibur-2026"])
def test_frozen_melds_and_burrachi_that_do_not_count_are_those_of_the_plain_definition(name):
    random = Random(f"frozen {name}")
    positions = small_positions(load_profile(name), random, 6)
    for state in itertools.islice((one for one in positions if one.own.melds), POSITIONS):
        number = random.randint(1, len(state.own.melds))
        side = "NS" if state.place % 2 == 0 else "EW"
        if state.players == 2:
            side = state.seat.value
        effect = random.choice(
            ({"effect": "frozen-meld", "until": "end"}, {"effect": "no-burraco"})
        )
        written = read_effect({**effect, "side": side, "meld": number}, state.players)
        key = "takes_nothing" if effect["effect"] == "frozen-meld" else "counts_nothing"
        small = small_of(state)._replace(**{key: frozenset((number,))})
        fast = {tried_of(move) for move in legal.legal_moves(carry_out(state, written))}
        assert fast == legal_moves(small, Orders()), f"{name}: {small} after {effect}"
