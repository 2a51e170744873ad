"""`answer`: every op, every way a query can be wrong, nothing ever raised."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.positions import hand_text

from tallone.rules.notation.query import MAX_CARDS, answer

MELD = {"op": "meld", "profile": "febur", "cards": "3H 4H 5H"}


def error(query):
    found = answer(query)
    assert found["ok"] is False
    assert found["message"]
    return found["error"]


def test_an_id_comes_back_and_other_unknown_keys_are_ignored():
    found = answer({**MELD, "id": [1, "x"], "expect": {}, "basis": "stated"})
    assert (found["id"], found["ok"]) == ([1, "x"], True)
    assert "id" not in answer(MELD)
    assert answer({"id": None})["id"] is None
    assert error({"id": 7, "op": "meld"}) == "query.syntax"


def test_a_profile_may_be_an_object_of_a_base_and_switches():
    cards = "3H 4H 5H 6H 7H 8H 9H JK(=10H) JH"
    query = {"op": "meld", "profile": {"base": "fibur"}, "cards": cards}
    assert answer(query)["grade"] == "semi_clean"
    query["profile"] = {"base": "fibur", "semi_run": "end_only"}
    assert answer(query)["grade"] == "dirty"


@pytest.mark.parametrize(
    "change",
    [
        {"op": None},
        {"op": "melt"},
        {"op": 3},
        {"profile": "fibru"},
        {"profile": None},
        {"profile": ["febur"]},
        {"profile": {"semi_run": "off"}},
        {"profile": {"base": "febur", "semi_rum": "off"}},
        {"profile": {"base": "febur", "semi_run": "sometimes"}},
        {"profile": {"base": "febur", "clean": "200"}},
        {"cards": ["3H"]},
        {"cards": "3H " * (MAX_CARDS + 1)},
    ],
)
def test_queries_of_the_wrong_kind_are_told_so(change):
    assert error({**MELD, **change}) == "query.syntax"


@pytest.mark.parametrize(
    "query",
    [
        MELD,
        {"op": "extend", "profile": "febur", "meld": "3H 4H 5H", "add": "6H"},
        {"op": "hand", "text": ""},
        {"op": "vp", "hands": 3, "ns": 0, "ew": 0},
        {"op": "seat_draw", "profile": "febur", "draws": {"N": ["3H"], "S": ["4H"]}},
        {"op": "legal", "text": ""},
    ],
    ids=lambda query: query["op"],
)
def test_every_field_of_every_op_is_required(query):
    for field in query:
        lacking = {key: value for key, value in query.items() if key != field}
        assert error(lacking) == "query.syntax"
        assert field in answer(lacking)["message"]
        assert error({**query, field: True}) == "query.syntax"


@pytest.mark.parametrize("query", [None, 3, "meld", [MELD], True])
def test_what_is_no_object_is_no_query(query):
    assert error(query) == "query.syntax"


@pytest.mark.parametrize("cards", ["3H 4H 5Q", "JK(=JK) 3H 4H", "7Hb 7Hb 7D", "3H JK( 5H"])
def test_cards_that_do_not_exist_are_told_as_in_a_hand(cards):
    assert error({**MELD, "cards": cards}) == "notation.syntax"


def test_nothing_is_too_short():
    assert error({**MELD, "cards": ""}) == "meld.too_short"


def test_physical_cards_count_by_their_faces():
    found = answer({**MELD, "cards": "5hB JK1r(=4H) 3H"})
    assert found["cards"] == "3H JK(=4H) 5H"


def test_nine_naturals_and_three_copies_are_too_long():
    sevens = "7H 7D 7S 7C 7H 7D 7S 7C 7H"
    assert error({**MELD, "cards": sevens}) == "meld.too_long"
    assert error({**MELD, "cards": "7H 7H 7H"}) == "meld.too_long"


@pytest.mark.parametrize(
    ("meld", "add", "code"),
    [
        ("3H 4H", "5H", "meld.too_short"),
        ("3H 4H 6D", "5H", "meld.mixed"),
        ("3H 4H 5H", "7H", "meld.gap"),
        ("3H 4H 5H", "6D", "meld.mixed"),
        ("8H 8D 8S", "9S", "meld.mixed"),
        ("6H JK(=7H) 8H", "10H", "meld.gap"),
        ("2H(=4H) 5H 6H", "8H", "meld.wild_locked"),
        ("2H 3H 4H JK(=5H)", "2S", "meld.too_many_wilds"),
        ("8H 8D JK", "2S", "meld.too_many_wilds"),
        ("AH 2H 3H", "KH", "meld.gap"),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", "AH", "meld.ace_twice"),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK", "2S", "meld.too_many_wilds"),
        ("3H 4H 5H", "JK(=9H)", "meld.role"),
        ("3H 4H 5H", "5H", "meld.mixed"),
        ("7H 7D 7S 7C 7H 7D 7S 7C JK", "7H", "meld.too_long"),
        ("8Hb 8D 8S", "8Hb", "notation.syntax"),
    ],
)
def test_extensions_are_refused_for_their_reason(meld, add, code):
    assert error({"op": "extend", "profile": "febur", "meld": meld, "add": add}) == code


def test_extending_by_nothing_is_no_query():
    assert error({"op": "extend", "profile": "febur", "meld": "3H 4H 5H", "add": " "}) == (
        "query.syntax"
    )


def test_an_added_wild_takes_the_role_written_for_it():
    query = {"op": "extend", "profile": "febur", "meld": "3H 4H 5H", "add": "JK(=6H)"}
    assert answer(query)["cards"] == "3H 4H 5H JK(=6H)"


@pytest.mark.parametrize("hands", [0, 1, 5, 2.0, True, "3"])
def test_other_numbers_of_hands_have_no_table(hands):
    assert error({"op": "vp", "hands": hands, "ns": 0, "ew": 0}) == "query.syntax"


def test_totals_that_no_cards_give_are_an_answer():
    assert error({"op": "vp", "hands": 3, "ns": 3, "ew": 0}) == "score.not_multiple_of_5"


@pytest.mark.parametrize("total", [1_000_005, -1_000_005, 10**400])
def test_a_multiple_of_5_beyond_every_total_is_not_told_to_be_none(total):
    assert error({"op": "vp", "hands": 3, "ns": total, "ew": 0}) == "query.syntax"
    assert error({"op": "vp", "hands": 3, "ns": 0, "ew": total}) == "query.syntax"


@pytest.mark.parametrize(
    ("draws", "code"),
    [
        ({}, "query.syntax"),
        ({"N": ["3H"]}, "query.syntax"),
        ({"N": ["3H"], "E": ["4H"]}, "query.syntax"),
        ({"N": ["3H"], "Q": ["4H"]}, "query.syntax"),
        ({"N": ["3H"], "S": [4]}, "query.syntax"),
        ({"N": ["3H"], "S": 4}, "query.syntax"),
        ({"N": ["3H"], "S": ["4X"]}, "notation.syntax"),
        ({"N": ["3H"], "S": ["JK(=4H)"]}, "notation.syntax"),
        ({"N": ["3H"], "S": []}, "draw.redraw_needed"),
        ({"N": ["3Hb"], "S": ["3Hr"]}, "draw.redraw_needed"),
    ],
)
def test_draws_that_settle_nothing_are_refused(draws, code):
    assert error({"op": "seat_draw", "profile": "febur", "draws": draws}) == code


def test_draws_may_be_written_in_one_text():
    query = {"op": "seat_draw", "profile": "online", "draws": {"N": "JK 3H", "S": "jk 4h"}}
    assert answer(query)["order"] == ["S", "N"]


def legal(turns="", **cards):
    found = answer({"op": "legal", "text": hand_text(turns, **cards)})
    assert found["ok"], found
    return found


def test_before_the_draw_the_stock_and_the_pile_are_legal():
    found = legal()
    assert (found["seat"], found["phase"], found["actions"]) == ("N", "draw", ["draw", "take"])


def test_an_empty_pile_is_not_listed():
    with_pile = legal("N: draw; discard 3H", N="3H")
    assert with_pile["actions"] == ["draw", "take"]
    assert (with_pile["seat"], with_pile["phase"]) == ("E", "draw")


def test_after_the_draw_every_open_add_and_discard_is_listed_once_and_sorted():
    found = legal(
        "N: draw; open 3H 4H 5H",
        N="3H 4H 5H 6H 8H 8D 8S JK KC QD JD",
        stock="9C 10S",
    )
    assert (found["seat"], found["phase"]) == ("N", "play")
    actions = found["actions"]
    assert actions == sorted(set(actions))
    assert [action for action in actions if action.startswith("add")] == [
        "add 1 6H",
        "add 1 6H 8H JK" if "add 1 6H 8H JK" in actions else "add 1 6H JK 8H",
        "add 1 JK",
        "add 1 JK 6H",
    ]
    assert "open 8H 8D 8S" in actions
    assert "open 8H 8D 8S JK" in actions
    assert "open 8H 8D JK" in actions
    assert "open JK JD QD" in actions
    assert {action for action in actions if action.startswith("discard")} == {
        f"discard {card}" for card in ["6H", "8H", "8D", "8S", "JK", "KC", "QD", "JD", "10S"]
    }


def test_every_listed_action_can_be_written_into_the_hand():
    cards = {"N": "3H 4H 5H 6H 8H 8D 8S 2H KC QD JD", "stock": "9C 10S"}
    for action in legal("N: draw; open 3H 4H 5H", **cards)["actions"]:
        turn = f"N: draw; open 3H 4H 5H; {action}"
        found = answer({"op": "legal", "text": hand_text(turn, **cards)})
        assert found["ok"], (action, found)


def test_nothing_is_legal_when_the_hand_is_over():
    found = legal("stall", profile="classic-en")
    assert (found["phase"], found["seat"], found["actions"]) == ("over", None, [])


def test_a_hand_with_a_problem_has_no_legal_moves():
    found = answer({"op": "legal", "text": hand_text("N: draw; take"), "id": 1})
    assert (found["id"], found["error"], found["seat"]) == (1, "turn.already_drawn", "N")


FIELDS = [
    *"NESW",
    "op",
    "profile",
    "cards",
    "meld",
    "add",
    "text",
    "hands",
    "ns",
    "ew",
    "draws",
    "id",
    "base",
]
VALUES = [
    None,
    True,
    0,
    3,
    -5,
    1e9,
    "",
    "x",
    "febur",
    "3H 4H 5H",
    "JK(=",
    "6H",
    [],
    ["3H"],
    {"N": ["3H"]},
    {"base": "fibur"},
]
OPS = ["meld", "extend", "hand", "vp", "seat_draw", "legal", "melt"]
QUERIES = st.dictionaries(
    st.sampled_from(FIELDS),
    st.sampled_from(VALUES)
    | st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(VALUES), max_size=3),
    max_size=6,
)


@settings(deadline=None)
@given(QUERIES, st.sampled_from(OPS), st.booleans())
def test_any_query_is_answered_with_plain_values(query, op, with_op):
    if with_op:
        query["op"] = op
    found = answer(query)
    assert isinstance(found["ok"], bool)
    assert json.loads(json.dumps(found)) == found
    if not found["ok"]:
        assert found["error"].count(".") == 1


@pytest.mark.parametrize("cards", [5, None, {"a": 1}, [1, 2], [["7H"]], True])
def test_draws_that_are_no_list_of_cards_are_no_query(cards):
    query = {"op": "seat_draw", "profile": "fibur", "draws": {"N": cards, "S": "7H"}}
    assert error(query) == "query.syntax"


def test_nobody_draws_more_cards_for_a_seat_than_a_pack_has():
    draws = {"N": ["7H"] * (MAX_CARDS + 1), "S": "8H"}
    assert error({"op": "seat_draw", "profile": "fibur", "draws": draws}) == "query.syntax"
