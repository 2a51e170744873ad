"""Cards, coils and scales of the simulated room."""

import random

import pytest

from tallone.errors import SimulationError, UsageError
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import PACK
from tallone.simulator.clockwork.conductor import Conductor
from tallone.simulator.faults.faults import NAMES, parse
from tallone.simulator.room.cards import CardPress, enrol
from tallone.simulator.room.noise import TABLE, rates
from tallone.simulator.room.world import World


class Sensed:
    """Senses that remember what they got last."""

    def __init__(self):
        self.coils = {}
        self.plates = {}
        self.trembles = []
        self.loaded = []
        self.lids = []

    def coil(self, zone, cards, load):
        self.coils[zone] = ([(card.name, chance) for card, chance in cards], load)

    def plate(self, zone, grams, *, trembling):
        self.plates[zone] = grams
        self.trembles.append((zone, trembling))

    def hopper(self, cards):
        self.loaded.append([card.name for card in cards])

    def lid(self, *, is_open):
        self.lids.append(is_open)


class Table:
    def __init__(self, factor=0.0, seed=1):
        self.conductor = Conductor()
        self.sensed = Sensed()
        self.pack = CardPress(random.Random(seed)).pack("a")
        self.world = World(self.conductor, self.sensed, random.Random(seed), rates(factor))

    def pass_time(self, seconds):
        end = self.conductor.now + round(seconds * 1e6)
        self.conductor.at(end, lambda: None)
        self.conductor.run(lambda: self.conductor.now >= end)


def test_pack_has_every_card_once_with_its_own_tag():
    press = CardPress(random.Random(1))
    one, other = press.pack("a"), press.pack("b")
    assert [card.copy for card in one] == list(PACK)
    assert len({card.uid for card in one + other}) == 216
    assert all(card.uid[7] == 0xE0 and card.uid[6] == 4 for card in one)
    assert one[0].uid_hex.startswith("e004")


def test_card_nobody_enrolled_is_not_in_the_registry():
    press = CardPress(random.Random(1))
    cards = press.pack("a")
    stranger = press.card(PACK[0], "nobody's", enrolled=False)
    registry = enrol("a", [*cards, stranger])
    assert len(registry.copies) == 108
    assert stranger.uid not in registry.copies


def test_fanned_cards_answer_and_a_face_down_pile_only_loads_the_coil():
    table = Table()
    for card in table.pack[:3]:
        table.world.place(card, Zone.MELD_NS_1)
    table.world.place_pile(table.pack[3:14], Zone.POZZETTO_1)
    assert table.sensed.coils[Zone.MELD_NS_1] == ([("AHb", 1.0), ("2Hb", 1.0), ("3Hb", 1.0)], 3)
    assert table.sensed.coils[Zone.POZZETTO_1] == ([], 11)


def test_scale_trembles_before_it_rests_at_the_weight_of_its_cards():
    table = Table()
    table.world.place_pile(table.pack[:11], Zone.POZZETTO_1)
    assert table.sensed.trembles == [(Zone.POZZETTO_1, True)]
    table.pass_time(1)
    assert table.sensed.trembles == [(Zone.POZZETTO_1, True), (Zone.POZZETTO_1, False)]
    assert table.sensed.plates[Zone.POZZETTO_1] == pytest.approx(22, abs=0.6)


def test_dead_tag_is_silent_but_weighs():
    table = Table()
    table.pack[0].answers = False
    table.world.place(table.pack[0], Zone.DISCARD)
    assert table.sensed.coils[Zone.DISCARD] == ([], 1)
    assert table.sensed.plates[Zone.DISCARD] > 1.5


def test_card_laid_askew_is_read_once_somebody_straightens_it():
    table = Table(factor=100.0)
    table.world.place(table.pack[0], Zone.MELD_EW_2)
    assert table.sensed.coils[Zone.MELD_EW_2] == ([], 1)
    table.world._rates["miss_fanned"] = 0.02
    table.pass_time(4)
    assert table.sensed.coils[Zone.MELD_EW_2] == ([("AHb", 0.98)], 1)


def test_top_cards_leave_from_the_top():
    table = Table()
    table.world.place_pile(table.pack[:5], Zone.STOCK)
    assert [card.name for card in table.world.lift_top(Zone.STOCK, 2)] == ["5Hb", "4Hb"]
    assert [card.name for card in table.world.lift_all(Zone.STOCK)] == ["AHb", "2Hb", "3Hb"]
    assert table.world.lift_top(Zone.STOCK) == []


def test_card_that_does_not_lie_there_cannot_be_lifted():
    table = Table()
    with pytest.raises(SimulationError, match="AHb does not lie at discard"):
        table.world.lift(table.pack[0], Zone.DISCARD)


def test_croupier_delivers_only_what_it_was_given():
    table = Table()
    table.world.load_hopper(table.pack[:3])
    assert table.sensed.lids == [True, False]
    table.world.deliver("N", [table.pack[2].uid_hex, table.pack[0].uid_hex])
    assert [card.name for card in table.world.take_tray("N")] == ["3Hb", "AHb"]
    assert table.world.take_tray("N") == []
    with pytest.raises(SimulationError, match="which it did not have"):
        table.world.deliver("N", [table.pack[0].uid_hex])


def test_every_card_is_somewhere_exactly_once():
    table = Table()
    table.world.load_hopper(table.pack)
    table.world.deliver("stock", [card.uid_hex for card in table.pack[:20]])
    table.world.place_pile(table.world.take_tray("stock"), Zone.STOCK)
    for card in table.world.lift_top(Zone.STOCK, 3):
        table.world.place(card, Zone.DISCARD)
    assert sorted(card.copy for card in table.world.everything()) == list(PACK)


def test_scales_drift_and_elbows_fall_only_with_noise():
    def plates(factor):
        table = Table(factor)
        table.world.begin()
        table.pass_time(1200)
        return table.sensed.trembles

    assert plates(0.0) == []
    assert (Zone.STOCK, True) in plates(1.0)


def test_every_rate_has_a_source_and_scales_with_the_factor():
    assert all(rate.source and rate.unit for rate in TABLE.values())
    assert set(rates(0).values()) == {0.0}
    assert rates(3.0)["late"] == pytest.approx(3 * rates(1.0)["late"])
    assert rates(1000.0)["late"] == 1.0


@pytest.mark.parametrize("name", NAMES)
def test_fault_is_found_by_its_name_and_hand(name):
    assert parse(name).name == name
    assert parse(f"{name}@2").hand == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("jamm", "did you mean jam"),
        ("jam@", None),
        ("jam@0", "WHEN is the number of a hand"),
        ("jam@play", "WHEN is the number of a hand"),
        ("", "there is no fault"),
    ],
)
def test_fault_that_cannot_be_is_refused_with_a_hint(text, problem):
    if problem is None:
        assert parse(text).hand is None
        return
    with pytest.raises(UsageError, match=problem):
        parse(text)


def test_dead_tag_and_unplug_have_a_moment_of_their_own():
    assert parse("dead-tag@play").stage.value == "play"
    assert parse("usb-unplug@deal").stage.value == "deal"
