"""Victory points: the tables, their edges, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallone.rules.cards.seats import Side
from tallone.rules.match.victory_points import (
    TABLES,
    NotMultipleOfFiveError,
    NoVictoryPointTableError,
    VictoryPointTable,
    bye_points,
    leaver_points,
    table_for,
    team_table,
    victory_points,
)

# First and last difference of each band, 10-10 first, as printed.
PRINTED = {
    2: "0-40 45-120 125-200 205-300 305-400 405-500 505-620 625-740 745-870 875-1000 1005-9000",
    3: "0-50 55-150 155-250 255-350 355-500 505-650 655-800 805-1000 1005-1250 "
    "1255-1500 1505-9000",
    4: "0-100 105-300 305-500 505-700 705-900 905-1100 1105-1300 1305-1500 1505-1700 "
    "1705-2000 2005-9000",
}
EDGES = [
    (hands, int(edge), 10 + band)
    for hands, text in PRINTED.items()
    for band, edges in enumerate(text.split())
    for edge in edges.split("-")
]


@pytest.mark.parametrize(("hands", "difference", "expected"), EDGES)
def test_every_band_begins_and_ends_where_it_is_printed(hands, difference, expected):
    shared = victory_points(table_for(hands), difference - 35, -35)
    assert shared.difference == difference
    assert shared.of == {Side.NORTH_SOUTH: expected, Side.EAST_WEST: 20 - expected}


@settings(deadline=None)
@given(
    st.sampled_from(sorted(TABLES)),
    st.integers(-900, 900).map(lambda fives: fives * 5),
    st.integers(-900, 900).map(lambda fives: fives * 5),
)
def test_twenty_points_are_shared_and_changing_sides_changes_the_shares(hands, ours, theirs):
    table = table_for(hands)
    one, other = victory_points(table, ours, theirs), victory_points(table, theirs, ours)
    assert sum(one.of.values()) == 20
    assert one.of[Side.NORTH_SOUTH] == other.of[Side.EAST_WEST]
    assert (one.of[Side.NORTH_SOUTH] >= 10) or ours < theirs


@settings(deadline=None)
@given(st.sampled_from(sorted(TABLES)), st.integers(0, 600))
def test_more_match_points_never_give_fewer_victory_points(hands, fives):
    table = table_for(hands)
    assert table.winner_points(fives * 5) <= table.winner_points(fives * 5 + 5)


@pytest.mark.parametrize(("ours", "theirs"), [(101, 0), (0, -3), (1_000_005, 0), (0, -1_000_005)])
def test_a_total_no_cards_can_give_is_refused(ours, theirs):
    with pytest.raises(NotMultipleOfFiveError, match="is no total"):
        victory_points(table_for(3), ours, theirs)


def test_the_largest_total_is_accepted():
    assert victory_points(table_for(3), 1_000_000, -1_000_000).of[Side.NORTH_SOUTH] == 20


@pytest.mark.parametrize("hands", [0, 1, 5, -3])
def test_there_is_no_table_for_other_numbers_of_hands(hands):
    for ask in (table_for, bye_points, leaver_points):
        with pytest.raises(NoVictoryPointTableError, match=f"for {hands} hands"):
            ask(hands)


def test_the_team_table_is_not_invented():
    with pytest.raises(NoVictoryPointTableError, match="none is"):
        team_table()


def test_the_team_table_of_an_organiser_is_used():
    table = team_table(range(50, 550, 50))
    assert victory_points(table, 55, 0).of[Side.NORTH_SOUTH] == 11


@pytest.mark.parametrize(
    ("bounds", "complaint"),
    [
        ((5, 10), "10 rising"),
        ((5, 5, 10, 15, 20, 25, 30, 35, 40, 45), "10 rising"),
        ((-5, 5, 10, 15, 20, 25, 30, 35, 40, 45), "10 rising"),
        ((1, 5, 10, 15, 20, 25, 30, 35, 40, 45), "multiple of 5"),
    ],
)
def test_bounds_that_are_no_table_are_refused(bounds, complaint):
    with pytest.raises(NoVictoryPointTableError, match=complaint):
        VictoryPointTable("club", bounds)


def test_a_table_may_begin_at_no_difference_at_all():
    assert VictoryPointTable("club", (0, 5, 10, 15, 20, 25, 30, 35, 40, 45)).winner_points(5) == 11


@pytest.mark.parametrize(("hands", "bye", "leaver"), [(2, 14, 6), (3, 14, 6), (4, 12, 8)])
def test_a_bye_and_a_justified_leave_depend_on_the_number_of_hands(hands, bye, leaver):
    assert bye_points(hands) == bye
    assert leaver_points(hands) == leaver
