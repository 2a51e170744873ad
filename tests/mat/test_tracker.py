import pytest

from tallone.link.reports import CLASSES
from tallone.mat import (
    CardLifted,
    CardPlaced,
    DuplicateTag,
    InventoryTaken,
    MatTracker,
    PileChanged,
    PileUnclear,
    ReaderBack,
    ReaderLost,
    UnknownTag,
    Zone,
    ZoneLoaded,
    registry_of,
)
from tallone.rules.cards.cards import PACK, CardCopy

ZONES = [zone.value for zone in Zone]


def uid(number):
    return bytes([number, 0, 0, 0, 0x10, 0x01, 0x04, 0xE0])


def card(text):
    return CardCopy.parse(text)


class Board:
    """A mat board as the link hands it on: reports as values."""

    def __init__(self):
        self.tracker = MatTracker(registry_of("one", [(uid(copy), copy) for copy in PACK]))
        self.numbers = dict.fromkeys(ZONES, 0)
        self.sets = {zone: frozenset() for zone in ZONES}
        self.now = 10.0

    def report(self, name, *fields):
        self.now += 0.05
        return self.tracker.hear(CLASSES[name](*fields), self.now)

    def round(self, zone, *tags, flags=0, skip=0):
        before = frozenset() if flags & 4 else self.sets[zone]
        tags = frozenset(tags)
        self.numbers[zone] += 1 + skip
        self.sets[zone] = tags
        new, gone = sorted(tags - before), sorted(before - tags)
        return self.report(
            "ZONE_ROUND", ZONES.index(zone), self.numbers[zone], flags, len(tags), len(new),
            new + gone,
        )  # fmt: skip


@pytest.fixture
def board():
    return Board()


def test_a_card_laid_is_placed_after_two_rounds(board):
    seven = uid(card("7Hb"))
    assert board.round("meld_ns_1", seven) == []
    assert board.round("meld_ns_1", seven) == [
        CardPlaced(card=card("7Hb"), zone=Zone.MELD_NS_1, at=board.now)
    ]
    for _ in range(4):
        assert board.round("meld_ns_1") == []
    assert board.round("meld_ns_1") == [
        CardLifted(card=card("7Hb"), zone=Zone.MELD_NS_1, at=board.now)
    ]


def test_tags_of_no_card_are_unknown_only_when_seen_again(board):
    stranger = uid(200)
    assert board.round("discard", stranger) == []
    assert board.round("discard", stranger) == [
        UnknownTag(uid=stranger, zone=Zone.DISCARD, at=board.now)
    ]


def test_the_stocks_reader_names_no_card(board):
    seven = uid(card("7Hb"))
    assert board.round("stock", seven) + board.round("stock", seven) == []


def test_scales_count(board):
    assert board.report("SCALE_SETTLED", 0, 8400, 5)[0].count == 42
    assert board.report("SCALE_SETTLED", 0, 8200, 5) == [
        PileChanged(
            zone=Zone.STOCK,
            delta=-1,
            count=41,
            certainty=pytest.approx(1, abs=0.01),
            at=board.now,
            grams=82.0,
        )
    ]
    assert board.report("SCALE_SETTLED", 0, 8300, 5) == [
        PileUnclear(zone=Zone.STOCK, grams=83.0, at=board.now)
    ]
    assert board.tracker.counts == {Zone.STOCK: 41}


def test_a_scale_that_is_leaned_on_says_so_until_it_settles(board):
    board.report("SCALE_BUSY", 1, 1)
    assert board.tracker.busy == {Zone.DISCARD}
    board.report("SCALE_SETTLED", 1, 0, 5)
    assert board.tracker.busy == frozenset()
    board.report("SCALE_BUSY", 1, 1)
    board.report("SCALE_BUSY", 1, 0)
    assert board.tracker.busy == frozenset()


def test_a_reader_is_lost_once_and_back_with_its_next_round(board):
    assert board.report("READER_FAULT", 4, 1) == [ReaderLost(zone=Zone.MELD_NS_1, at=board.now)]
    assert board.report("READER_FAULT", 4, 1) == []
    assert board.round("meld_ns_1") == [ReaderBack(zone=Zone.MELD_NS_1, at=board.now)]
    board.report("READER_FAULT", 4, 1)
    assert board.report("READER_OK", 4) == [ReaderBack(zone=Zone.MELD_NS_1, at=board.now)]


def test_a_loaded_coil_is_news_only_when_it_changes(board):
    assert board.report("PRESENCE", 2, 1, 300) == [
        ZoneLoaded(zone=Zone.POZZETTO_1, loaded=True, at=board.now)
    ]
    assert board.report("PRESENCE", 2, 1, 310) == []


def test_one_uid_in_two_far_zones_is_reported(board):
    seven = uid(card("7Hb"))
    for _ in range(5):
        board.round("meld_ns_1", seven)
        board.round("meld_ew_1", seven)
    board.now += 4
    events = board.round("meld_ns_1", seven) + board.round("meld_ew_1", seven)
    assert events == [
        DuplicateTag(uid=seven, zones=(Zone.MELD_NS_1, Zone.MELD_EW_1), at=board.now)
    ]


def test_a_full_report_ends_in_an_inventory(board):
    seven, eight = uid(card("7Hb")), uid(card("8Hb"))
    board.report("SCALE_SETTLED", 0, 8200, 5)
    board.round("meld_ns_1", seven)
    board.round("meld_ns_1", seven)
    board.tracker.restart()
    board.round("meld_ns_1", eight, flags=4)
    board.report("REPORT_END", 1)
    events = board.tracker.tick(board.now + 6.0)
    assert CardPlaced(card=card("8Hb"), zone=Zone.MELD_NS_1, at=board.now + 6.0) in events
    assert CardLifted(card=card("7Hb"), zone=Zone.MELD_NS_1, at=board.now + 6.0) in events
    assert events[-1] == InventoryTaken(
        cards=((Zone.MELD_NS_1, (card("8Hb"),)),),
        piles=((Zone.STOCK, 41),),
        lost=(),
        at=board.now + 6.0,
    )
    assert board.tracker.tick(board.now + 9.0) == []


def test_an_inventory_does_not_wait_for_ever(board):
    seven = uid(card("7Hb"))
    board.report("REPORT_END", 1)
    for _ in range(12):
        board.round("meld_ns_1", seven)
        board.round("meld_ns_1")
    assert board.tracker.tick(board.now) == []
    assert isinstance(board.tracker.tick(board.now + 8.1)[-1], InventoryTaken)


def test_rounds_that_do_not_add_up_want_a_report(board):
    assert not board.tracker.wants_report
    board.report("ZONE_ROUND", 4, 1, 0, 5, 1, [uid(1)])
    assert board.tracker.wants_report
    board.round("meld_ns_1", flags=4)
    assert not board.tracker.wants_report


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("ZONE_ROUND", (99, 1, 0, 0, 0, [])),
        ("SCALE_SETTLED", (4, 100, 1)),
        ("SCALE_BUSY", (255, 1)),
        ("PRESENCE", (99, 1, 400)),
        ("READER_FAULT", (99, 1)),
        ("READER_OK", (99,)),
    ],
)
def test_nonsense_is_counted_and_dropped(board, name, fields):
    assert board.report(name, *fields) == []
    assert board.tracker.dropped == 1


def test_reports_of_other_stations_are_not_ours(board):
    assert board.report("CARD_READ", 1, 1, 1, 0, 0, 0, []) == []
    assert board.tracker.dropped == 0


def test_another_pack_reads_the_same_tags_as_other_cards(board):
    board.tracker.use(registry_of("two", [(uid(200), PACK[0])]))
    board.round("discard", uid(200))
    assert board.round("discard", uid(200)) == [
        CardPlaced(card=PACK[0], zone=Zone.DISCARD, at=board.now)
    ]
