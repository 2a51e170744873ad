"""Each movement's own properties, and the Danish against every pairing tried."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.club.asked import ask, match
from tests.club.pairings import best_by_trying, schedule_faults

CODES = st.sampled_from([0, 1, 2, "all"])


def sides(answer):
    return [(table["a"], table["b"]) for table in answer["tables"]]


@given(st.data())
@settings(max_examples=150)
def test_a_danish_is_the_best_of_all_pairings(data):
    count = 2 * data.draw(st.integers(1, 4), "tables")
    order = data.draw(st.permutations(range(1, count + 1)), "order")
    number = data.draw(st.integers(1, 6), "round")
    results = []
    for earlier in range(1, number):
        seats = data.draw(st.permutations(range(1, count + 1)), f"round {earlier}")
        results += [match(earlier, *seats[place : place + 2]) for place in range(0, count, 2)]
    back = data.draw(CODES, "rematch")
    found = ask(
        "movement",
        movement="danish",
        entrants=count,
        round=number,
        order=order,
        results=results,
        code={"base": "febur", "rematch": back},
    )
    since = 1 if back == "all" else number - back
    meetings, before, ever = {}, set(), set()
    for one in results:
        two = frozenset((one["a"], one["b"]))
        ever.add(two)
        if back and one["round"] >= since:
            meetings[two] = meetings.get(two, 0) + 1
        if back and one["round"] == number - 1:
            before.add(two)
    wanted = best_by_trying(order, meetings, before)
    assert sides(found) == wanted
    assert found["rematches"] == [list(two) for two in wanted if frozenset(two) in ever]


@given(st.integers(13, 25), st.integers(0, 8), st.randoms(use_true_random=False))
@settings(max_examples=10)
def test_nobody_meets_again_in_a_danish_while_a_pairing_avoids_it(tables, rounds, chance):
    count = 2 * tables
    results = []
    for number in range(1, rounds + 1):
        found = ask(
            "movement",
            movement="danish",
            entrants=count,
            round=number,
            order=chance.sample(range(1, count + 1), count),
            results=results,
            code={"base": "febur", "rematch": "all"},
        )
        assert found["rematches"] == []
        assert sorted(one for two in sides(found) for one in two) == list(range(1, count + 1))
        results += [match(number, a, b) for a, b in sides(found)]


@given(st.integers(2, 21), st.integers(1, 8), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_rests_of_a_danish_go_round_from_the_foot(count, rounds, chance):
    results, rests = [], dict.fromkeys(range(1, count + 1), 0)
    for number in range(1, rounds + 1):
        order = chance.sample(range(1, count + 1), count)
        found = ask(
            "movement",
            movement="danish",
            entrants=count,
            round=number,
            order=order,
            results=results,
        )
        assert len(found["byes"]) == count % 2
        for one in found["byes"]:
            fewest = [other for other in order if rests[other] == min(rests.values())]
            assert one == fewest[-1]
            rests[one] += 1
            results.append({"round": number, "entrant": one, "kind": "bye"})
        results += [match(number, a, b) for a, b in sides(found)]
    assert max(rests.values()) - min(rests.values()) <= 1


@given(st.integers(2, 40), st.integers(1, 45), st.booleans())
def test_a_mitchell_brings_every_mobile_pair_to_every_fixed_one_once(count, step, skip):
    found = ask("movement", movement="mitchell", entrants=count, round="all", step=step, skip=skip)
    tables = (count + 1) // 2
    met = [two for one in found["rounds"] for two in sides(one)]
    assert len(set(met)) == len(met)
    if skip:
        fixed = tables - count % 2
        assert len(found["rounds"]) == tables
        assert len(met) == fixed * tables
        rested = [one for number in found["rounds"] for one in number["byes"]]
        assert len(set(rested)) == len(rested) == (tables if count % 2 else 0)
    for one in found["rounds"]:
        assert all(table["table"] == (table["a"] + 1) // 2 for table in one["tables"])


@given(st.integers(4, 20), st.data())
def test_in_a_mitchell_at_most_one_rests_whoever_has_left(count, data):
    out = data.draw(st.sets(st.integers(1, count), max_size=count - 2))
    number = data.draw(st.integers(1, (count + 1) // 2))
    found = ask("movement", movement="mitchell", entrants=count, round=number, out=sorted(out))
    seated = [one for two in sides(found) for one in two] + found["byes"]
    assert sorted(seated) == sorted(set(range(1, count + 1)) - out)
    assert len(found["byes"]) == (count - len(out)) % 2


@given(st.integers(2, 30), st.booleans())
def test_all_italiana_has_everybody_meet_once_and_twice_if_double(count, double):
    found = ask("movement", movement="round_robin", entrants=count, round="all", double=double)
    met = [two for one in found["rounds"] for two in sides(one)]
    once = met[: count * (count - 1) // 2]
    assert len({frozenset(two) for two in once}) == count * (count - 1) // 2
    assert met[len(once) :] == ([(b, a) for a, b in once] if double else [])
    for one in found["rounds"]:
        seated = [player for two in sides(one) for player in two] + one["byes"]
        assert sorted(seated) == list(range(1, count + 1))


@pytest.mark.parametrize("count", [*range(4, 28), 29])
def test_an_individual_has_no_partner_twice_and_no_opponent_three_times(count):
    found = ask("movement", movement="individual", entrants=count, round="all")
    usual = {0: count - 1, 1: count, 2: count // 2, 3: count // 2}[count % 4]
    assert len(found["rounds"]) == usual
    whist = count % 4 < 2 and count <= 24
    players = list(range(1, count + 1))
    assert not schedule_faults(found["rounds"], players, whist=whist)
    for rounds in range(1, usual):
        assert not schedule_faults(found["rounds"][:rounds], players)


@pytest.mark.parametrize(("count", "rounds"), [(50, 8), (61, 10), (99, 7), (100, 11)])
def test_many_individuals_have_the_rounds_they_ask_for(count, rounds):
    found = ask("movement", movement="individual", entrants=count, round="all", rounds=rounds)
    assert len(found["rounds"]) == rounds
    assert not schedule_faults(found["rounds"], list(range(1, count + 1)))


@given(st.integers(1, 7).map(lambda tables: 4 * tables), st.integers(0, 3), st.data())
@settings(max_examples=50)
def test_an_individual_danish_seats_fours_from_the_top(seated, resting, data):
    count = seated + resting
    order = data.draw(st.permutations(range(1, count + 1)))
    way = data.draw(st.sampled_from(["balanced", "top_together"]))
    found = ask(
        "movement",
        movement="danish",
        event="individual",
        entrants=count,
        round=1,
        order=order,
        code={"base": "febur", "individual_danish": way},
    )
    assert found["byes"] == list(order[seated:])
    for number, table in enumerate(found["tables"]):
        w, x, y, z = order[4 * number : 4 * number + 4]
        wanted = ([w, z], [x, y]) if way == "balanced" else ([w, x], [y, z])
        assert (table["a"], table["b"]) == wanted


def test_who_were_partners_are_parted_at_a_table_of_four():
    together = {"round": 1, "a": [1, 4], "b": [2, 3]}
    query = {"movement": "danish", "event": "individual", "entrants": 4, "order": [1, 2, 3, 4]}
    second = ask("movement", **query, round=2, results=[together])
    assert sides(second) == [([1, 3], [2, 4])]
    again = {"round": 2, "a": [1, 3], "b": [2, 4]}
    third = ask("movement", **query, round=3, results=[together, again])
    assert sides(third) == [([1, 2], [3, 4])]
    last = {"round": 3, "a": [1, 2], "b": [3, 4]}
    fourth = ask("movement", **query, round=4, results=[together, again, last])
    assert sides(fourth) == [([1, 4], [2, 3])]


@given(st.integers(2, 6), st.integers(1, 4), st.booleans())
def test_in_a_meeting_of_teams_every_pair_meets_every_pair(teams, pairs, double):
    found = ask(
        "movement",
        movement="teams",
        teams=teams,
        pairs=pairs,
        legs=pairs,
        double=double,
        round="all",
    )
    met = [(tuple(a), tuple(b)) for one in found["rounds"] for a, b in sides(one)]
    assert len(set(met)) == len(met)
    assert len(met) == pairs * pairs * teams * (teams - 1) // 2 * (2 if double else 1)


@given(st.text(max_size=10), st.integers(2, 12), st.integers(1, 5))
def test_the_lot_is_drawn_by_the_published_hash(seed, count, number):
    found = ask("movement", movement="lot", entrants=count, round=number, seed=seed)
    tickets = [
        (hashlib.sha256(f"{seed}/{number}/{one}".encode("utf-8", "replace")).hexdigest(), one)
        for one in range(1, count + 1)
    ]
    order = [one for _, one in sorted(tickets)]
    resting = order[-1:] if count % 2 else []
    seated = [one for one in order if one not in resting]
    assert sides(found) == [(a, b) for a, b in zip(seated[::2], seated[1::2], strict=True)]
    assert found["byes"] == resting


@given(st.data())
@settings(max_examples=40)
def test_clubmates_meet_only_if_they_must(data):
    count = data.draw(st.integers(2, 9))
    clubs = {
        str(one): data.draw(st.sampled_from(["A", "B", "C", None])) for one in range(1, count + 1)
    }
    tables = (count + 1) // 2
    stay = sorted(data.draw(st.sets(st.integers(1, count), max_size=2 if tables > 1 else 1)))
    found = ask("seat", clubs=clubs, rounds=tables, stay=stay)
    fixed, mobile = found["fixed"], found["mobile"]
    seated = [one for one in fixed + mobile if one is not None]
    assert sorted(seated) == list(range(1, count + 1))
    assert set(stay) <= set(fixed)
    assert len(fixed) == len(mobile) == tables

    def meetings(line):
        line = line - {None}
        rest = [one for one in range(1, count + 1) if one not in line]
        return sum(
            clubs[str(one)] == clubs[str(other)] and clubs[str(one)] is not None
            for one in line
            for other in rest
        )

    # Everybody of one line meets everybody of the other, so only who stays matters.
    lines = [
        {one for one in range(1, count + 1) if number >> (one - 1) & 1}
        for number in range(2**count)
    ]
    possible = [
        line for line in lines if set(stay) <= line and count - tables <= len(line) <= tables
    ]
    assert found["same_club"] == meetings(set(fixed)) == min(map(meetings, possible))


def test_a_kept_table_is_used_only_if_it_is_in_use_and_free():
    query = {"movement": "danish", "entrants": 6, "round": 1, "order": [1, 2, 3, 4, 5, 6]}
    found = ask("movement", **query, tables=[7, 9, 4, 2], keep={"1": 2, "3": 4, "6": 4})
    assert [(one["table"], one["a"]) for one in found["tables"]] == [(4, 3), (7, 1), (9, 5)]


def test_a_published_seating_can_be_paired_again_from_earlier_rounds_only():
    results = [match(1, 1, 2, 500, 900), match(2, 1, 2, 900, 0), match(2, 3, 4, 0, 900)]
    query = {"movement": "danish", "entrants": 4, "hands": 3, "round": 2}
    first = ask("movement", **query, results=results[:1])
    assert ask("movement", **query, results=results) == first
