import random
import tomllib
from pathlib import Path

import pytest

from tallone.dealing.croupier.plan import DealPlan, copies_by_place
from tallone.dealing.layout import RACK_ORDER, SLOT_CAPACITY, SlotOrder, layout
from tallone.dealing.promise.sealed import Sealed
from tallone.rules.cards.cards import PACK, CardCopy

PLANS = 2000


class Rack:
    """Twelve slots that cards are laid into and pushed out of; nothing else."""

    def __init__(self, fifo):
        self.slots = [[] for _ in range(12)]
        self.fifo = fifo
        self.highest = 0

    def lay(self, slot, card):
        self.slots[slot].append(card)
        self.highest = max(self.highest, len(self.slots[slot]))

    def push_out(self, slot):
        packet, self.slots[slot] = self.slots[slot], []
        return packet if self.fifo else packet[::-1]


def realise(plan, pack, rack):
    """Deal as the plan says and return the trays, lowest card first, and the number of feeds."""
    trays, feeds = {}, 0
    for card in pack:
        rack.lay(plan.first_slot(card), card)
        feeds += 1
    for delivery in plan.first_deliveries:
        trays.setdefault(delivery.tray, []).extend(rack.push_out(delivery.slot))
    for card in trays.pop("return"):
        rack.lay(plan.second_slot(card), card)
        feeds += 1
    for delivery in plan.second_deliveries:
        trays.setdefault(delivery.tray, []).extend(rack.push_out(delivery.slot))
    return trays, feeds


@pytest.mark.parametrize("rack_order", SlotOrder)
@pytest.mark.parametrize(("players", "feeds", "highest"), [(4, 150, 11), (2, 172, 11)])
def test_every_card_of_random_plans_lands_in_its_place(players, rack_order, feeds, highest):
    chance = random.Random(f"{players} {rack_order}")
    seen = 0
    for _ in range(PLANS // 4):
        numbers, pack = list(range(108)), list(PACK)
        chance.shuffle(numbers)
        chance.shuffle(pack)
        order = Sealed(bytes(numbers), label="order")
        plan, rack = DealPlan(order, players, rack_order), Rack(rack_order is SlotOrder.FIFO)
        trays, fed = realise(plan, pack, rack)
        wanted = copies_by_place(order, players)
        assert fed == feeds
        assert trays["stock"][::-1] == list(wanted.pop("stock"))  # the stock is told from the top
        assert {place: set(cards) for place, cards in trays.items() if place != "stock"} == {
            place: set(cards) for place, cards in wanted.items()
        }
        seen = max(seen, rack.highest)
    assert seen == highest


@pytest.mark.parametrize(("players", "digit_load"), [(4, 7), (2, 8)])
def test_stock_slots_hold_the_known_number_of_cards(players, digit_load):
    shape = layout(players)
    assert shape.low_digits * shape.high_digits == shape.stock_cards
    assert shape.stock_cards // shape.low_digits == digit_load
    assert len(shape.piles) + shape.low_digits <= 12
    assert shape.high_digits <= 12
    assert max(11, digit_load) < SLOT_CAPACITY


def test_piles_are_handed_out_before_the_stock_goes_back():
    plan = DealPlan(Sealed(bytes(range(108)), label="order"), 4)
    trays = [delivery.tray for delivery in plan.first_deliveries]
    assert trays == ["N", "E", "S", "W", "pozzetto_1", "pozzetto_2", *["return"] * 6]
    two = DealPlan(Sealed(bytes(range(108)), label="order"), 2)
    assert [delivery.tray for delivery in two.first_deliveries[:4]] == [
        "N",
        "S",
        "pozzetto_1",
        "pozzetto_2",
    ]


def test_three_players_are_not_dealt_to():
    with pytest.raises(ValueError, match="2 or 4"):
        layout(3)


def test_the_second_pass_is_known_card_by_card():
    for rack_order in SlotOrder:
        chance = random.Random(str(rack_order))
        numbers, pack = list(range(108)), list(PACK)
        chance.shuffle(numbers)
        chance.shuffle(pack)
        plan, rack = (
            DealPlan(Sealed(bytes(numbers), label="order"), 4, rack_order),
            Rack(rack_order is SlotOrder.FIFO),
        )
        for card in pack:
            rack.lay(plan.first_slot(card), card)
        back = [
            card
            for delivery in plan.first_deliveries
            if delivery.tray == "return"
            for card in rack.push_out(delivery.slot)
        ]
        expected = plan.second_feed(Sealed(bytes(pack), label="passed cards"))
        from tallone.dealing.promise.sealed import Purpose

        assert expected.open_for(Purpose.CHECK, list) == back


def test_a_card_that_is_not_the_stocks_has_no_slot_in_the_second_pass():
    plan = DealPlan(Sealed(bytes(range(108)), label="order"), 4)
    assert plan.second_slot(CardCopy(0)) is None
    assert plan.second_slot(CardCopy(107)) == 0  # the lowest card of the stock


def test_the_rack_of_the_drawings_gives_cards_in_arrival_order():
    pins = Path(__file__).parents[2] / "hardware" / "pinmap.toml"
    constants = tomllib.loads(pins.read_text())["croupier"]["constants"]
    assert (RACK_ORDER is SlotOrder.FIFO) == bool(constants["SLOT_FIFO"]["value"])
    assert constants["SLOT_CAPACITY"]["value"] == SLOT_CAPACITY
    assert constants["SLOTS"]["value"] == 12


# The general radix shuffle, of which the deal is a variant: two passes of K slots on 108 cards.


def radix(target, pack, first, second, fifo):
    slots = [[] for _ in range(first)]
    for card in pack:
        slots[target[card] % first].append(card)
    highest_first = max(map(len, slots))
    collected = slots if fifo else [slot[::-1] for slot in reversed(slots)]
    again = [[] for _ in range(second)]
    for card in (card for slot in collected for card in slot):
        if target[card] // first >= second:
            return None, highest_first, 0
        again[target[card] // first].append(card)
    result = [card for slot in again for card in (slot if fifo else slot[::-1])]
    return result, highest_first, max(map(len, again))


@pytest.mark.parametrize("fifo", [True, False])
@pytest.mark.parametrize(
    ("first", "second", "loads"),
    [
        (11, 11, (10, 11)),
        (12, 12, (9, 12)),
        (11, 10, (10, 11)),
        (10, 11, (11, 10)),
        (12, 9, (9, 12)),
        (9, 12, (12, 9)),
    ],
)
def test_two_radix_passes_give_any_order_from_any_order(first, second, loads, fifo):
    chance = random.Random(first * 100 + second)
    for _ in range(200):
        target, pack = list(range(108)), list(range(108))
        chance.shuffle(target)
        chance.shuffle(pack)
        result, *seen = radix(target, pack, first, second, fifo)
        assert [target[card] for card in result] == list(range(108))
        assert tuple(seen) == loads


def test_ten_slots_are_too_few_for_two_passes():
    target = list(range(108))
    random.Random(10).shuffle(target)
    assert radix(target, list(range(108)), 10, 10, fifo=True)[0] is None


def test_every_permutation_of_seven_cards_occurs_exactly_once():
    from itertools import permutations

    orders = {
        tuple(radix(target, range(7), 3, 3, fifo=False)[0]) for target in permutations(range(7))
    }
    assert len(orders) == 5040
