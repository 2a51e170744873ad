from tallone.app.watching.mat_watch import MatWatch
from tallone.mat.events import (
    CardLifted,
    CardPlaced,
    InventoryTaken,
    PileChanged,
    PileUnclear,
    ReaderBack,
    ReaderLost,
    Seconds,
    ZoneLoaded,
)
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import PACK

AT = Seconds(1.0)


def weigh(watch, zone, count, at=1.0):
    watch.look(PileChanged(zone=zone, delta=count, count=count, certainty=1.0, at=Seconds(at)), at)


def test_melds_are_counted_card_by_card_and_piles_by_weight():
    watch = MatWatch()
    watch.look(CardPlaced(card=PACK[0], zone=Zone.MELD_NS_1, at=AT), 1.0)
    watch.look(CardPlaced(card=PACK[1], zone=Zone.DISCARD, at=AT), 1.0)
    weigh(watch, Zone.DISCARD, 1)
    assert watch.occupied == {Zone.MELD_NS_1: 1, Zone.DISCARD: 1}


def test_a_card_lifted_twice_leaves_nothing_negative():
    watch = MatWatch()
    for _ in range(2):
        watch.look(CardLifted(card=PACK[0], zone=Zone.MELD_EW_2, at=AT), 1.0)
    assert watch.occupied == {}


def test_an_inventory_replaces_what_was_believed():
    watch = MatWatch()
    weigh(watch, Zone.STOCK, 42)
    watch.look(
        InventoryTaken(
            cards=((Zone.MELD_NS_2, PACK[:3]),), piles=((Zone.STOCK, 41),), lost=(), at=AT
        ),
        1.0,
    )
    assert watch.occupied == {Zone.MELD_NS_2: 3, Zone.STOCK: 41}


def test_piles_rest_when_all_three_lie_and_none_has_moved():
    watch = MatWatch()
    weigh(watch, Zone.STOCK, 42, at=1.0)
    weigh(watch, Zone.POZZETTO_1, 11, at=2.0)
    assert not watch.rested(10.0, 2.0)
    weigh(watch, Zone.POZZETTO_2, 11, at=3.0)
    assert not watch.rested(4.9, 2.0)
    assert watch.rested(5.0, 2.0)
    assert watch.dealt_grams == {"stock": 84.0, "pozzetto_1": 22.0, "pozzetto_2": 22.0}


def test_a_lost_reader_is_remembered_until_it_is_back():
    watch = MatWatch()
    watch.look(ReaderLost(zone=Zone.MELD_NS_1, at=AT), 1.0)
    watch.look(ZoneLoaded(zone=Zone.STOCK, loaded=True, at=AT), 1.0)
    assert watch.lost_readers == {Zone.MELD_NS_1}
    watch.look(ReaderBack(zone=Zone.MELD_NS_1, at=AT), 1.0)
    assert watch.lost_readers == set()


def test_a_pile_whose_weight_is_no_whole_number_of_cards_rests_all_the_same():
    watch = MatWatch()
    weigh(watch, Zone.POZZETTO_1, 11, at=1.0)
    weigh(watch, Zone.POZZETTO_2, 11, at=1.0)
    watch.look(PileUnclear(zone=Zone.STOCK, grams=83.2, at=Seconds(2.0)), 2.0)
    assert watch.rested(4.0, 2.0)
    # Weighed again it has not moved.
    watch.look(PileUnclear(zone=Zone.STOCK, grams=83.1, at=Seconds(5.0)), 5.0)
    assert watch.rested(5.0, 2.0)
    watch.accept({"stock": 42, "pozzetto_1": 11, "pozzetto_2": 11, "N": 11})
    assert watch.piles[Zone.STOCK] == 42
