"""The replay of a log: any order, any repetition, and each rule of corrections and leavers."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.club.asked import ask

from tallone.club.invented import InventedEvent, mixed, plain_event
from tallone.club.rules.record.facts import fact_object, read_fact

SEATED = {
    "id": "s",
    "at": 0,
    "kind": "seating",
    "round": 1,
    "tables": [{"table": 1, "a": 1, "b": 2}],
}


def result(at, points=(900, 700), name=None, **more):
    written = {
        "id": name or f"r{at}",
        "at": at,
        "kind": "result",
        "round": 1,
        "table": 1,
        "signed": [1],
    }
    by_side = points if isinstance(points, dict) else {"1": points[0], "2": points[1]}
    return {**written, "points": by_side, **more}


def said(kind, at, **more):
    return {"id": f"{kind}{at}", "at": at, "kind": kind, "round": 1, "table": 1, **more}


def correct(at, reason, **more):
    return said("correct", at, reason=reason, **more)


def replay(*log, entrants=2, **event):
    return ask("replay", event={"entrants": entrants, "hands": 3, **event}, log=[SEATED, *log])


def rejected(answer):
    return {one["id"]: one["error"] for one in answer["rejected"]}


def matters(answer):
    return [one["code"] for one in answer["issues"]]


@given(st.integers(0, 10**9), st.integers(2, 11), st.integers(1, 4), st.integers(0, 10**6))
@settings(max_examples=150)
def test_any_order_and_repetition_of_a_log_gives_the_same_state(seed, entrants, rounds, order):
    log = InventedEvent(seed, entrants=entrants, rounds=rounds).log()
    event = {"entrants": entrants, "hands": 3, "lot_seed": str(seed)}
    plain = ask("replay", event=event, log=log)
    other = ask("replay", event=event, log=mixed(order, log))
    plain.pop("duplicates")
    other.pop("duplicates")
    assert plain["ok"]
    assert other == plain


@given(st.integers(0, 10**9))
def test_a_fact_reads_back_as_it_was_written(seed):
    for written in InventedEvent(seed).log():
        fact = read_fact(written)
        assert read_fact(fact_object(fact)) == fact


def test_what_is_replayed_is_left_as_it_was():
    log = InventedEvent(3).log()
    before = copy.deepcopy(log)
    ask("replay", event={"entrants": 8, "hands": 3}, log=log)
    assert log == before


@pytest.mark.parametrize("entrants", [600])
def test_a_whole_federal_event_is_replayed(entrants):
    log = plain_event(1, entrants, 11)
    found = ask("replay", event={"entrants": entrants, "hands": 3}, log=mixed(2, log))
    assert found["ok"]
    assert len(found["results"]) == 3300


def test_a_slip_is_in_force_when_each_side_has_signed():
    assert replay(result(1))["results"][0]["state"] == "proposed"
    found = replay(result(1), said("confirm", 2, by=2))
    assert found["results"][0]["state"] == "confirmed"
    assert not found["provisional"]


@pytest.mark.parametrize(
    ("facts", "errors", "codes"),
    [
        ([result(1), result(2, (5, 0))], {"r2": "result.rev_reused"}, ["result.unconfirmed"]),
        ([result(1), result(2, signed=[2])], {}, []),
        ([result(1, rev=3), result(2, rev=2)], {"r2": "confirm.stale"}, ["result.unconfirmed"]),
        (
            [result(1), said("confirm", 2, by=2, rev=2)],
            {"confirm2": "confirm.stale"},
            ["result.unconfirmed"],
        ),
        (
            [said("confirm", 1, by=2), result(2)],
            {"confirm1": "confirm.stale"},
            ["result.unconfirmed"],
        ),
        (
            [result(1), said("confirm", 2, by=3)],
            {"confirm2": "confirm.not_at_table"},
            ["result.unconfirmed"],
        ),
        (
            [result(1), said("dispute", 2, by=2), said("confirm", 3, by=2)],
            {"confirm3": "confirm.disputed"},
            ["result.disputed", "result.unconfirmed"],
        ),
        ([result(1), said("dispute", 2, by=2), result(3, rev=2, signed=[1, 2])], {}, []),
        ([result(1, signed=[1, 2]), said("dispute", 2, by=2)], {}, ["result.disputed"]),
        ([result(1, signed=[1, 2]), result(2, (5, 0), rev=2)], {}, ["result.reentered"]),
        ([result(1, signed=[1, 2]), result(2, rev=2), said("dispute", 3, by=1, rev=2)], {}, []),
        ([result(1, (9005, 0), signed=[1, 2])], {}, ["score.implausible"]),
        ([result(1, (1_000_005, 0))], {"r1": "score.out_of_range"}, []),
        ([result(1, (3, 0))], {"r1": "score.not_multiple_of_5"}, []),
        ([result(1, points={"1": 5, "3": 0})], {"r1": "result.wrong_seat"}, []),
        ([result(1, table=2)], {"r1": "result.no_seating"}, []),
        (
            [result(1, signed=[1, 2]), result(2, (5, 0), source="paper", signed=[1, 2])],
            {},
            ["result.conflict"],
        ),
        ([result(1, signed=[1, 2]), result(2, source="paper", signed=[1, 2])], {}, []),
    ],
)
def test_slips_settle_or_wait(facts, errors, codes):
    found = replay(*facts, entrants=3)
    assert rejected(found) == errors
    assert matters(found) == codes


def test_the_directors_decision_closes_what_was_open():
    slips = [result(1, signed=[1, 2]), result(2, (5, 0), source="paper", signed=[1, 2])]
    decided = correct(3, "entry", points={"1": 5, "2": 0})
    found = replay(*slips, decided)
    assert matters(found) == []
    assert found["results"][0]["state"] == "corrected"
    struck = said("annul", 4, of="correct3", why="the other slip was right")
    found = replay(*slips, decided, struck)
    assert matters(found) == ["result.conflict"]
    assert found["results"][0]["points"] == [900, 700]


@pytest.mark.parametrize(
    ("facts", "error"),
    [
        ([correct(9, "sum", points={"1": 5, "2": 0})], "correction.no_result"),
        ([correct(9, "arbitral", vp={"1": 12, "2": 5})], "event.no_why"),
        ([result(1, signed=[1, 2]), correct(9, "swapped", agreed=[1])], "correction.not_agreed"),
        ([result(1, signed=[1, 2]), correct(9, "guess", points={})], "event.field"),
        ([result(1, signed=[1, 2]), correct(9, "sum")], "event.field"),
        (
            [
                result(1, signed=[1, 2]),
                {
                    "id": "s2",
                    "at": 5,
                    "kind": "seating",
                    "round": 2,
                    "movement": "danish",
                    "tables": [],
                },
                correct(9, "sum", points={"1": 5, "2": 0}),
            ],
            "correction.window_closed",
        ),
        (
            [
                {"id": "end", "at": 5, "kind": "final"},
                correct(9, "arbitral", vp={"1": 1, "2": 1}, why="x"),
            ],
            "event.final",
        ),
    ],
)
def test_a_correction_is_refused_with_its_reason(facts, error):
    assert rejected(replay(*facts)) == {"correct9": error}


def test_the_window_of_some_codes_is_open_until_the_end():
    out = {"id": "o", "at": 5, "kind": "standing", "round": 1}
    facts = [result(1, signed=[1, 2]), out, correct(9, "sum", points={"1": 905, "2": 700})]
    assert rejected(replay(*facts)) == {"correct9": "correction.window_closed"}
    code = {"base": "febur", "correction": "until_final"}
    assert rejected(replay(*facts, code=code)) == {}
    typed = correct(9, "entry", points={"1": 905, "2": 700})
    assert replay(*facts[:2], typed)["results"][0]["points"] == [905, 700]


def test_a_result_counts_if_its_seating_comes_later():
    seating = {**SEATED, "id": "late", "at": 50, "round": 2}
    found = replay(result(1, round=2, signed=[1, 2]), seating)
    assert rejected(found) == {}
    assert found["results"][1]["state"] == "confirmed"


def test_of_a_rounds_revisions_the_highest_counts():
    swapped = {
        **SEATED,
        "id": "s2",
        "at": 1,
        "rev": 2,
        "tables": [{"table": 1, "a": 1, "b": 3}],
        "byes": [2],
    }
    found = replay(swapped, {**SEATED, "id": "s3", "at": 2}, entrants=3)
    assert found["results"][0]["b"] == 3
    assert {row["entrant"]: row["rests"] for row in found["standing"]} == {1: 0, 2: 1, 3: 0}


def leave(at, entrant, **more):
    return {"id": f"leave{at}", "at": at, "kind": "leave", "entrant": entrant, "round": 1, **more}


@pytest.mark.parametrize(
    ("facts", "vp", "status"),
    [
        ([leave(1, 2)], [14, 6], "withdrawn"),
        ([leave(1, 2, justified=False)], [14, 0], "withdrawn"),
        ([leave(1, 2, returns=True)], [14, 6], "absent"),
        ([leave(1, 1), leave(2, 2)], [0, 0], "withdrawn"),
        # The better of a rest and the score in force.
        ([result(1, (1000, 0), signed=[1, 2]), leave(2, 2)], [17, 6], "withdrawn"),
        ([result(1, (0, 1000), signed=[1, 2]), leave(2, 2)], [14, 6], "withdrawn"),
        (
            [correct(1, "arbitral", vp={"1": 9, "2": 3}, why="stopped"), leave(2, 2)],
            [9, 3],
            "withdrawn",
        ),
    ],
)
def test_who_leaves_is_rested_against(facts, vp, status):
    found = replay(*facts)
    assert found["results"][0]["vp"] == vp
    assert {row["entrant"]: row["status"] for row in found["standing"]}[2] == status
    assert {row["entrant"]: row["vp"] for row in found["standing"]} == {1: vp[0], 2: vp[1]}


def test_who_left_for_good_has_nothing_for_later_rounds():
    second = {**SEATED, "id": "s2", "round": 2}
    found = replay(second, leave(5, 2))
    assert [one["vp"] for one in found["results"]] == [[14, 6], [14, 0]]
    rows = {row["entrant"]: row for row in found["standing"]}
    assert (rows[1]["vp"], rows[1]["rests"], rows[2]["vp"]) == (28, 2, 6)


def test_in_an_individual_the_other_three_rest():
    seating = {
        "id": "s1",
        "at": 1,
        "kind": "seating",
        "round": 2,
        "tables": [{"table": 1, "a": [1, 4], "b": [2, 3]}],
    }
    found = replay(seating, leave(5, 4, round=2), entrants=4)
    rows = {row["entrant"]: (row["vp"], row["rests"]) for row in found["standing"]}
    assert rows == {1: (14, 1), 2: (14, 1), 3: (14, 1), 4: (6, 0)}
    assert found["results"][1]["vp"] == [14, 14]
    slip = result(3, round=2, points={"1+4": 500, "2+3": 100}, signed=[4, 2])
    found = replay(seating, slip, entrants=4)
    rows = {row["entrant"]: row["vp"] for row in found["standing"]}
    assert rows == {1: 14, 4: 14, 2: 6, 3: 6}


@pytest.mark.parametrize(
    ("entrants", "facts", "error"),
    [
        (3, [], None),
        (4, [], "entry.tables_complete"),
        (3, [{"id": "o", "at": 5, "kind": "open", "round": 2}], "entry.too_late"),
        (3, [{"id": "o", "at": 5, "kind": "standing", "round": 1}], "entry.too_late"),
        (
            3,
            [
                {
                    "id": "o",
                    "at": 5,
                    "kind": "seating",
                    "round": 2,
                    "movement": "danish",
                    "tables": [],
                }
            ],
            "entry.too_late",
        ),
        (
            3,
            [
                {
                    "id": "o",
                    "at": 5,
                    "kind": "seating",
                    "round": 2,
                    "movement": "mitchell",
                    "tables": [],
                }
            ],
            None,
        ),
        (
            3,
            [
                {"id": "o", "at": 5, "kind": "open", "round": 2},
                {"id": "x", "at": 50, "kind": "open", "round": 2},
            ],
            "entry.too_late",
        ),
    ],
)
def test_a_late_pair_enters_only_where_a_table_is_incomplete_and_round_one_runs(
    entrants, facts, error
):
    enter = {"id": "e", "at": 9, "kind": "enter", "entrant": entrants + 1}
    found = replay(enter, *facts, entrants=entrants)
    assert rejected(found) == ({} if error is None else {"e": error})
    assert len(found["standing"]) == entrants + (error is None)
    twice = replay({**enter, "entrant": 1}, entrants=entrants)
    assert rejected(twice) == {"e": "entry.taken"}


def test_an_id_used_again_for_something_else_is_refused():
    found = replay(result(5, name="x"), result(3, (5, 0), name="x"), result(3, (5, 0), name="x"))
    assert rejected(found) == {"x": "event.id_reused"}
    assert found["duplicates"] == ["x"]
    found = replay(result(5, name="x", signed=[1, 2]), result(3, (5, 0), name="x", signed=[1, 2]))
    assert found["results"][0]["points"] == [5, 0]


@pytest.mark.parametrize(
    "broken",
    [
        3,
        None,
        [],
        {},
        {"id": "x", "at": 1},
        {"id": 1, "at": 1, "kind": "open"},
        {"id": "x", "at": True, "kind": "open"},
    ],
)
def test_what_is_no_fact_is_no_log(broken):
    assert replay(broken)["error"] == "query.syntax"


@pytest.mark.parametrize(
    ("fact", "error"),
    [
        ({"kind": "opened"}, "event.unknown_kind"),
        ({"kind": "open"}, "event.field"),
        ({"kind": "open", "round": 1.5}, "event.field"),
        ({"kind": "leave", "entrant": 9, "round": 1}, "entrant.unknown"),
        ({"kind": "adjust", "entrant": 9, "vp": 1, "why": "x"}, "entrant.unknown"),
        ({"kind": "adjust", "entrant": 1, "vp": 1, "why": " "}, "event.no_why"),
        ({"kind": "annul", "of": "s"}, "event.no_why"),
        ({"kind": "annul", "of": "nothing", "why": "x"}, "annul.unknown"),
        ({"kind": "annul", "of": "s", "why": "x"}, "annul.not_allowed"),
        (
            {"kind": "seating", "round": 2, "tables": [{"table": 1, "a": 1, "b": 9}]},
            "entrant.unknown",
        ),
        (
            {"kind": "seating", "round": 2, "tables": [{"table": 1, "a": 1, "b": 1}]},
            "entrant.twice",
        ),
        (
            {"kind": "seating", "round": 2, "tables": [{"table": 1, "a": 1, "b": 2}], "byes": [2]},
            "entrant.twice",
        ),
        ({"kind": "seating", "round": 2, "tables": [{"table": 1, "a": 1}]}, "event.field"),
    ],
)
def test_a_crooked_fact_is_kept_and_told(fact, error):
    assert rejected(replay({"id": "x", "at": 5, **fact})) == {"x": error}


def test_after_round_looks_back():
    second = {**SEATED, "id": "s2", "round": 2}
    later = {"kind": "adjust", "entrant": 1, "vp": -1, "why": "x"}
    log = [
        result(1, signed=[1, 2]), second,
        {"id": "a", "at": 3, **later, "round": 2}, {"id": "b", "at": 3, **later},
    ]  # fmt: skip
    found = ask("replay", event={"entrants": 2, "hands": 3}, log=[SEATED, *log], after_round=1)
    assert [row["vp"] for row in found["standing"]] == [11, 8]
    assert found["missing"] == []
