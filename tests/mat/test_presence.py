import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallone.mat.presence import Appeared, Doubled, Presence, Vanished
from tallone.mat.rounds import COLLISION, FULL, MORE, Round, RoundAssembler
from tallone.mat.zones import Zone

A, B, C = (bytes([n, 0, 0, 0, 0, 1, 4, 0xE0]) for n in (1, 2, 3))
RUNS, GROUPS, FAR = Zone.MELD_NS_1, Zone.MELD_NS_2, Zone.MELD_EW_1


class Antennas:
    """Feeds rounds as the mat's board would, one by one."""

    def __init__(self):
        self.presence = Presence()
        self.now = 0.0
        self.last = {}

    def rounds(self, zone, *seen, collision=False):
        changes = []
        for tags in map(frozenset, seen):
            self.now += 0.1
            before = self.last.get(zone, frozenset())
            changes += self.presence.hear(Round(zone, tags, collision, 0, before, False), self.now)
            self.last[zone] = tags
        return changes


@pytest.fixture
def antennas():
    return Antennas()


def test_a_card_has_appeared_after_two_reads_of_three(antennas):
    assert antennas.rounds(RUNS, [A]) == []
    assert antennas.rounds(RUNS, []) == []
    assert antennas.rounds(RUNS, [A]) == [Appeared(A, RUNS)]


def test_one_read_is_a_phantom(antennas):
    assert antennas.rounds(RUNS, [A], [], [], [], [], []) == []


def test_two_reads_too_far_apart_are_phantoms(antennas):
    assert antennas.rounds(RUNS, [A], [], [], [A], [], [], [A]) == []


def test_a_card_that_is_read_once_in_five_rounds_stays(antennas):
    antennas.rounds(RUNS, [A], [A])
    assert antennas.rounds(RUNS, *([[], [], [], [], [A]] * 6)) == []


def test_a_card_has_vanished_after_five_rounds_without_it(antennas):
    antennas.rounds(RUNS, [A], [A])
    assert antennas.rounds(RUNS, [], [], [], []) == []
    assert antennas.rounds(RUNS, []) == [Vanished(A, RUNS)]


def test_rounds_with_a_collision_prove_no_absence(antennas):
    antennas.rounds(RUNS, [A], [A])
    assert antennas.rounds(RUNS, *([[]] * 9), collision=True) == []


def test_a_move_needs_no_vanishing(antennas):
    antennas.rounds(RUNS, [A], [A])
    antennas.rounds(RUNS, [], [])
    assert antennas.rounds(FAR, [A], [A]) == [Vanished(A, RUNS), Appeared(A, FAR)]


def test_between_neighbours_the_number_of_reads_decides(antennas):
    antennas.rounds(RUNS, [A], [A], [A], [A], [A])
    assert antennas.rounds(GROUPS, [A], [A], []) == []
    assert antennas.rounds(RUNS, [A], [], [A], [], [A]) == []
    assert antennas.rounds(GROUPS, [A], [A], [A], [A], [A])[-1] == Appeared(A, GROUPS)


def test_a_tag_in_two_far_zones_is_two_tags_after_three_seconds(antennas):
    antennas.rounds(RUNS, *([[A]] * 5))
    antennas.rounds(FAR, *([[A]] * 5))
    assert antennas.presence.wait(antennas.now + 2.0) == []
    antennas.now += 4.0
    changes = antennas.rounds(RUNS, [A]) + antennas.rounds(FAR, [A])
    assert changes == [Doubled(A, (RUNS, FAR))]
    assert antennas.rounds(FAR, [A], [A]) == []


def test_silence_stands_for_rounds_like_the_last(antennas):
    antennas.rounds(RUNS, [A])
    assert antennas.presence.wait(antennas.now + 0.9) == []
    assert antennas.presence.wait(antennas.now + 1.1) == [Appeared(A, RUNS)]
    antennas.rounds(RUNS, [])
    assert antennas.presence.wait(antennas.now + 9.0) == [Vanished(A, RUNS)]


def test_unreported_rounds_between_two_reports_count_as_the_first(antennas):
    presence = antennas.presence
    presence.hear(Round(RUNS, frozenset([A]), False, 0, frozenset(), False), 0.1)
    heard = Round(RUNS, frozenset(), False, 3, frozenset([A]), False)
    assert presence.hear(heard, 0.5) == [Appeared(A, RUNS)]


def test_a_dead_reader_keeps_its_cards_until_another_zone_reads_them(antennas):
    antennas.rounds(RUNS, [A, B], [A, B])
    antennas.presence.lose(RUNS)
    assert antennas.presence.wait(antennas.now + 60) == []
    assert antennas.presence.places == {A: RUNS, B: RUNS}
    assert antennas.rounds(FAR, [A], [A]) == [Vanished(A, RUNS), Appeared(A, FAR)]


def test_a_reader_that_is_back_starts_with_an_empty_window(antennas):
    antennas.rounds(RUNS, [A], [A])
    antennas.presence.lose(RUNS)
    antennas.presence.regain(RUNS)
    assert antennas.rounds(RUNS, [], [], [], []) == []
    assert antennas.rounds(RUNS, []) == [Vanished(A, RUNS)]


def test_a_reader_that_invents_tags_is_bounded(antennas):
    flood = [bytes([n % 256, n // 256, 0, 0, 0, 1, 4, 0xE0]) for n in range(600)]
    for zone, part in ((RUNS, flood[:300]), (FAR, flood[300:])):
        antennas.rounds(zone, part, part)
    assert len(antennas.presence.places) == 512


@given(st.integers(0, 2**32), st.floats(0, 0.2))
def test_a_card_at_rest_is_never_reported_twice(seed, missed):
    rng = random.Random(seed)
    antennas = Antennas()
    changes = antennas.rounds(
        RUNS, *([card for card in (A, B, C) if rng.random() > missed] for _ in range(30))
    )
    appeared = [change.uid for change in changes if isinstance(change, Appeared)]
    vanished = [change.uid for change in changes if isinstance(change, Vanished)]
    for uid in (A, B, C):
        assert appeared.count(uid) - vanished.count(uid) in (0, 1)


def test_a_card_at_rest_read_nineteen_times_of_twenty_never_flickers():
    rng = random.Random(4)
    antennas = Antennas()
    changes = antennas.rounds(
        RUNS, *([card for card in (A, B, C) if rng.random() < 0.95] for _ in range(20_000))
    )
    assert [change for change in changes if isinstance(change, Vanished)] == []


def test_a_report_carries_the_difference_to_the_set_before():
    rounds = RoundAssembler(RUNS)
    assert rounds.feed(1, FULL, 2, 2, [A, B]).tags == {A, B}
    heard = rounds.feed(2, 0, 2, 1, [C, A])
    assert (heard.tags, heard.before, heard.silent) == ({B, C}, {A, B}, 0)
    assert rounds.feed(9, COLLISION, 2, 0, []).silent == 6


def test_round_numbers_wrap():
    rounds = RoundAssembler(RUNS)
    rounds.feed(65535, FULL, 0, 0, [])
    assert rounds.feed(0, 0, 0, 0, []).silent == 0


def test_a_long_round_comes_in_several_messages():
    rounds = RoundAssembler(RUNS)
    assert rounds.feed(1, FULL | MORE, 3, 2, [A, B]) is None
    assert rounds.feed(1, 0, 3, 1, [C]).tags == {A, B, C}


def test_a_round_that_does_not_add_up_waits_for_a_full_report():
    rounds = RoundAssembler(RUNS)
    assert rounds.feed(1, 0, 2, 1, [A]) is None
    assert rounds.is_broken
    assert rounds.feed(2, 0, 1, 1, [A]) is None
    assert rounds.feed(3, FULL, 1, 1, [A]).tags == {A}
    assert not rounds.is_broken


def test_an_endless_round_is_cut_off():
    rounds = RoundAssembler(RUNS)
    for _ in range(12):
        rounds.feed(1, MORE, 0, 24, [A] * 24)
    assert rounds.is_broken
