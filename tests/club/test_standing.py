"""Standings: totals, ties and what decided them; points, acts, prizes, circuits."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.club.asked import ask, match

TABLE = {
    2: (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
    3: (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    4: (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}
POINTS = st.integers(-100, 600).map(lambda fives: 5 * fives)


def ranks(answer):
    return [(row["rank"], row["entrant"], row["by"]) for row in answer["standing"]]


@given(st.sampled_from([2, 3, 4]), POINTS, POINTS)
def test_victory_points_are_those_of_the_printed_table(hands, ours, theirs):
    found = ask("vp", hands=hands, points=[ours, theirs])
    more = sum(abs(ours - theirs) > bound for bound in TABLE[hands])
    winner, loser = 10 + more, 10 - more
    assert found["vp"] == ([winner, loser] if ours >= theirs else [loser, winner])
    assert found["mp"] == [ours - theirs, theirs - ours]


@pytest.mark.parametrize("hands", [2, 3, 4])
@pytest.mark.parametrize("percent", range(0, 101, 5))
def test_the_equivalent_of_victory_points_gives_them_back(hands, percent):
    rest = ask("bye", hands=hands, code={"base": "febur", "bye_percent": percent})["bye"]
    assert rest["vp"] == percent // 5
    assert ask("vp", hands=hands, points=[rest["mp"], 0])["vp"][0] == rest["vp"]
    if rest["vp"] > 10:
        assert ask("vp", hands=hands, points=[rest["mp"] - 5, 0])["vp"][0] == rest["vp"] - 1


def test_an_organisers_own_table_is_taken_for_any_hands():
    bounds = [0, 50, 100, 150, 200, 250, 300, 350, 400, 450]
    found = ask("vp", hands=3, vp_bounds=bounds, points=[205, 0])
    assert found["vp"] == [15, 5]
    assert ask("vp", hands=3, vp_bounds=bounds[:9], points=[5, 0])["error"] == "vp.bad_table"
    assert ask("vp", teams=True, team_bounds=bounds, points=[55, 0])["vp"] == [12, 8]


@pytest.mark.parametrize(
    ("acts", "vp", "mp"),
    [
        ([{"kind": "leave", "side": "a"}], [6, 14], [-355, 355]),
        ([{"kind": "leave", "side": "a", "justified": False}], [0, 14], [0, 355]),
        ([{"kind": "leave", "side": "b"}], [17, 6], [900, -355]),
        ([{"kind": "leave", "side": "a"}, {"kind": "leave", "side": "b"}], [0, 0], [0, 0]),
        (
            [
                {"kind": "late", "side": "a", "minutes": 11},
                {"kind": "late", "side": "b", "minutes": 40},
            ],
            [0, 0],
            [0, 0],
        ),
        # Who came too late does not leave his opponents a better score: they had none.
        ([{"kind": "late", "side": "b", "minutes": 11}], [14, 6], [355, -355]),
        ([{"kind": "arbitral", "vp": [14, 0]}], [14, 0], [355, -1505]),
        ([{"kind": "arbitral", "points": [700, 600]}], [11, 9], [100, -100]),
        ([{"kind": "arbitral", "points": [None, 1000]}], [10, 10], [0, 0]),
        ([{"kind": "average"}], [10, 10], [0, 0]),
        ([{"kind": "penalty", "side": "a", "mp": 600, "scope": "match"}], [13, 7], [300, -300]),
        ([{"kind": "late", "side": "a", "minutes": 10}], [16, 4], [800, -800]),
    ],
)
def test_the_director_acts_on_a_match(acts, vp, mp):
    found = ask("adjust", hands=3, points=[1000, 100], adjust=acts)
    assert (found["vp"], found["mp"]) == (vp, mp)


def test_a_penalty_on_the_standing_takes_what_the_code_says():
    acts = [
        {"kind": "penalty", "side": "b", "vp": 2},
        {"kind": "warning", "side": "b", "times": 5},
    ]
    febur = ask("adjust", hands=4, points=[0, 0], adjust=acts)
    assert (febur["delta_vp"], febur["delta_mp"], febur["warnings"]) == ([0, -4], [0, 0], [0, 5])
    fibur = ask("adjust", hands=4, points=[0, 0], adjust=acts, code="fibur")
    assert (fibur["delta_vp"], fibur["delta_mp"]) == ([0, -4], [0, -800])


@given(st.data())
@settings(max_examples=80)
def test_totals_are_what_a_plain_sum_gives(data):
    count = 2 * data.draw(st.integers(1, 4))
    vp, mp = dict.fromkeys(range(1, count + 1), 0), dict.fromkeys(range(1, count + 1), 0)
    results = []
    for number in range(1, data.draw(st.integers(1, 4)) + 1):
        seats = data.draw(st.permutations(range(1, count + 1)))
        for a, b in zip(seats[::2], seats[1::2], strict=True):
            ours, theirs = data.draw(POINTS), data.draw(POINTS)
            results.append(match(number, a, b, ours, theirs))
            more = sum(abs(ours - theirs) > bound for bound in TABLE[3])
            better = a if ours >= theirs else b
            vp[better] += 10 + more
            vp[b if better == a else a] += 10 - more
            mp[a] += ours - theirs
            mp[b] += theirs - ours
    found = ask("standing", entrants=count, hands=3, results=results)
    assert {row["entrant"]: row["vp"] for row in found["standing"]} == vp
    assert {row["entrant"]: row["mp"] for row in found["standing"]} == mp
    keys = [(-row["vp"], -row["mp"]) for row in found["standing"]]
    assert keys == sorted(keys)
    again = ask("standing", entrants=count, hands=3, results=results[::-1])
    assert again == found


def test_the_lot_parts_whom_nothing_else_does():
    found = ask("standing", entrants=9, lot_seed="Sanremo")
    tickets = sorted(
        range(1, 10), key=lambda one: hashlib.sha256(f"Sanremo/{one}".encode()).hexdigest()
    )
    assert [row["entrant"] for row in found["standing"]] == tickets
    assert [row["by"] for row in found["standing"]] == [None, *["lot"] * 8]


def test_head_to_head_counts_only_if_all_have_met_equally_often():
    code = {"base": "febur", "tiebreak": ["vp", "h2h"]}
    # 1 and 2 have 20 VP each; 1 has won their meeting, 2 the other match.
    once = [match(1, 1, 2, 600, 400), match(2, 1, 3, 400, 600), match(2, 2, 4, 600, 400)]
    found = ask("standing", entrants=4, hands=3, results=once, code=code)
    assert ranks(found)[:3] == [(1, 1, None), (2, 2, "h2h"), (3, 3, "vp")]
    # 1, 2 and 3 have 20 VP each, but 2 and 3 have not met.
    uneven = [
        match(1, 1, 2, 600, 400),
        match(2, 1, 3, 400, 600),
        match(2, 2, 4, 600, 400),
        match(3, 3, 5, 0, 200),
    ]
    found = ask("standing", entrants=5, hands=3, results=uneven, code=code)
    assert ranks(found)[:3] == [(1, 1, None), (1, 2, "equal"), (1, 3, "equal")]


def test_the_last_round_parts_before_the_one_before():
    results = [
        match(1, 1, 2, 600, 400), match(1, 3, 4, 400, 400),
        match(2, 2, 1, 600, 400), match(2, 3, 4, 400, 400),
    ]  # fmt: skip
    found = ask(
        "standing",
        entrants=4,
        hands=3,
        results=results,
        code={"base": "febur", "tiebreak": ["vp", "last"]},
    )
    assert ranks(found) == [(1, 2, None), (2, 3, "last"), (2, 4, "equal"), (4, 1, "last")]


def test_opponents_vp_count_once_for_each_meeting():
    results = [
        match(1, 1, 2, 400, 400),
        match(1, 3, 4, 400, 400),
        match(2, 1, 4, 0, 0),
        match(2, 2, 3, 1000, 0),
    ]
    code = {"base": "febur", "tiebreak": ["opponents"]}
    found = ask("standing", entrants=4, hands=3, results=results, code=code)
    # 1: 2 and 4 = 27 + 20; 2: 1 and 3 = 20 + 13; 3: 4 and 2 = 20 + 27; 4: 3 and 1 = 13 + 20.
    assert ranks(found) == [(1, 1, None), (1, 3, "equal"), (3, 2, "opponents"), (3, 4, "equal")]


def test_a_standing_by_points_has_nothing_for_a_rest():
    query = {"entrants": 3, "hands": 3, "code": {"base": "febur", "tiebreak": ["points", "vp"]}}
    rest = {"round": 1, "entrant": 3, "kind": "bye"}
    assert (
        ask("standing", **query, results=[match(1, 1, 2, 5, 0), rest])["error"] == "bye.undefined"
    )
    assert ask("standing", **query, results=[match(1, 1, 2, 5, 0)])["ok"]


@pytest.mark.parametrize(
    ("carry", "kept"), [("all", (25, -455)), ("none", (0, 0)), (50, (13, -225)), (33, (8, -150))]
)
def test_a_later_phase_keeps_what_the_code_says(carry, kept):
    found = ask(
        "standing",
        entrants=1,
        code={"base": "febur", "carry": carry},
        carry_in={"1": {"vp": 25, "mp": -455}},
    )
    assert (found["standing"][0]["vp"], found["standing"][0]["mp"]) == kept


def test_teams_need_a_table_or_add_up_their_tables():
    query = {
        "entrants": 2,
        "hands": 3,
        "results": [{"round": 1, "a": 1, "b": 2, "tables": [[500, 0], [0, 100]]}],
    }
    assert [row["vp"] for row in ask("standing", **query)["standing"]] == [23, 17]
    assert ask("standing", **query, code="fibur")["error"] == "vp.no_table"
    bounds = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]
    found = ask("standing", **query, code="fibur", team_bounds=bounds)
    assert [row["vp"] for row in found["standing"]] == [13, 7]


def test_who_withdrew_is_passed_over_and_the_others_move_up():
    places = [{"entrant": one, "rank": one} for one in (1, 2, 3, 4)]
    query = {"standing": places, "prizes": [300, 200, 100], "withdrawn": [2]}
    found = ask("prizes", **query)
    assert [(won["entrant"], won["amount"]) for won in found["awards"]] == [
        (1, 300),
        (3, 200),
        (4, 100),
    ]
    kept = ask("prizes", **query, code={"base": "febur", "withdrawn_prizes": True})
    assert [won["entrant"] for won in kept["awards"]] == [1, 2, 3]


def test_a_special_prize_goes_to_who_has_no_other():
    places = [{"entrant": 1, "rank": 1}, *({"entrant": one, "rank": 2} for one in (2, 3, 4))]
    special = [{"name": "ladies", "amount": 100, "among": [1, 2, 3]}]
    found = ask("prizes", standing=places, prizes=[500], special=special)
    assert found["special"] == [
        {"name": "ladies", "entrant": 2, "amount": 50},
        {"name": "ladies", "entrant": 3, "amount": 50},
    ]
    found = ask("prizes", standing=places, prizes=[500], special=special, one_each=False)
    assert [won["entrant"] for won in found["special"]] == [1]


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=12),
    st.lists(st.integers(0, 9999), max_size=8),
)
def test_no_cent_is_made_or_lost(steps, prizes):
    rank, places = 1, []
    for size in steps:
        places += [{"entrant": len(places) + 1 + extra, "rank": rank} for extra in range(size)]
        rank += size
    found = ask("prizes", standing=places, prizes=prizes)
    assert sum(won["amount"] for won in found["awards"]) + found["left"] == sum(prizes)


def test_all_who_tie_at_the_cut_of_a_circuit_qualify():
    nights = [
        {"vp": {"1": 50, "2": 40, "3": 40, "4": 10, "5": 60}},
        {"vp": {"1": 1, "2": 1, "3": 1, "4": 1}},
    ]
    found = ask("circuit", nights=nights, best=1, min=2, qualify_percent=40)
    assert [(row["entrant"], row["eligible"], row["qualified"]) for row in found["rows"]] == [
        (5, False, False), (1, True, True), (2, True, True), (3, True, True), (4, True, False),
    ]  # fmt: skip
    assert [row["rank"] for row in found["rows"]] == [1, 2, 3, 3, 5]
