"""Whatever a query is, it has an answer: its own, or one of the published codes."""

import copy
import json
import random
from pathlib import Path

import pytest
from tests.club.asked import ask, match

from tallone.club.rules.asking.query import answer

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "club.jsonl").read_text("utf-8").splitlines()
]
QUERIES = [
    {key: value for key, value in vector.items() if key not in {"expect", "check", "id"}}
    for vector in VECTORS
    if "raw" not in vector
]
CODES = {
    "query.syntax", "code.unknown", "code.unknown_switch", "code.bad_value", "vp.no_table", "vp.bad_table",
    "score.out_of_range", "score.not_multiple_of_5", "entrant.unknown", "entrant.twice", "movement.too_few",
    "movement.round", "movement.exhausted", "movement.tables", "split.sizes", "seat.too_many_fixed",
    "bye.undefined", "result.missing",
}  # fmt: skip
ODD = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    3,
    5,
    7,
    1.5,
    10**6 + 5,
    10**12,
    -(10**30),
    "",
    "1",
    "x",
    "a" * 2000,
    "\0",
    [],
    {},
    [1],
    [[1, 2]],
    [None],
    [1, 1],
    {"1": 1},
    {"x": None},
    [[]],
    "all",
    [1, 2, 3],
    {"base": "fibur", "rematch": "some"},
    {"kind": "late"},
]


def twisted(chance, value, depth=0):
    """Return a value with something of it changed, taken away or doubled."""
    if depth > 6 or chance.random() < 0.15:
        return copy.deepcopy(chance.choice(ODD))
    if isinstance(value, dict) and value:
        key = chance.choice(sorted(value))
        act = chance.random()
        if act < 0.15:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: twisted(chance, value[key], depth + 1)}
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        act = chance.random()
        if act < 0.2:
            return value[:place] + value[place + 1 :]
        if act < 0.4:
            return [*value, value[place]]
        return [*value[:place], twisted(chance, value[place], depth + 1), *value[place + 1 :]]
    return copy.deepcopy(chance.choice(ODD))


@pytest.mark.parametrize("seed", range(12))
def test_every_twisted_query_has_an_answer(seed):
    chance = random.Random(seed)
    for _ in range(150):
        query = chance.choice(QUERIES)
        for _ in range(chance.randint(1, 3)):
            changed = twisted(chance, query)
            query = changed if isinstance(changed, dict) else query
        before = copy.deepcopy(query)
        found = answer(query)
        assert query == before
        json.dumps(found, allow_nan=False)
        assert found["ok"] is True or found["error"] in CODES, (query, found)


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"op": "vp", "hands": 3, "points": [1.0, 2]}, "query.syntax"),
        ({"op": "vp", "hands": True, "points": [5, 0]}, "query.syntax"),
        ({"op": "vp", "hands": 5, "points": [5, 0]}, "vp.no_table"),
        ({"op": "vp", "hands": 3, "points": [1_000_001, 3]}, "score.out_of_range"),
        ({"op": "vp", "hands": 3, "points": [5, 0], "code": "febru"}, "code.unknown"),
        (
            {"op": "bye", "hands": 3, "code": {"base": "febur", "rematches": 1}},
            "code.unknown_switch",
        ),
        (
            {"op": "bye", "hands": 3, "code": {"base": "febur", "bye_percent": 101}},
            "code.bad_value",
        ),
        (
            {"op": "bye", "hands": 3, "code": {"base": "febur", "tiebreak": ["vp", "luck"]}},
            "code.bad_value",
        ),
        ({"op": "nothing"}, "query.syntax"),
        (
            {
                "op": "standing",
                "entrants": 1,
                "results": [{"round": 1, "entrant": 1, "kind": "bye"}],
            },
            "query.syntax",
        ),
        ({"op": "movement", "movement": "danish", "entrants": 4, "round": "all"}, "query.syntax"),
        ({"op": "movement", "movement": "danish", "entrants": 1, "round": 1}, "movement.too_few"),
        ({"op": "movement", "movement": "danish", "entrants": 4, "round": 0}, "movement.round"),
        (
            {"op": "movement", "movement": "danish", "entrants": 4, "round": 4, "rounds": 3},
            "movement.round",
        ),
        (
            {"op": "movement", "movement": "danish", "entrants": [1, 1], "round": 1},
            "entrant.twice",
        ),
        (
            {"op": "movement", "movement": "danish", "entrants": 2, "round": 1, "out": [3]},
            "entrant.unknown",
        ),
        (
            {
                "op": "movement",
                "movement": "danish",
                "entrants": 4,
                "round": 1,
                "order": [1, 2, 3],
            },
            "query.syntax",
        ),
        (
            {"op": "movement", "movement": "danish", "entrants": 4, "round": 1, "tables": [1]},
            "movement.tables",
        ),
        (
            {"op": "movement", "movement": "danish", "entrants": 4, "round": 1, "tables": [1, 1]},
            "movement.tables",
        ),
        (
            {
                "op": "movement",
                "movement": "danish",
                "entrants": 4,
                "round": 1,
                "groups": [[1, 2]],
            },
            "split.sizes",
        ),
        (
            {
                "op": "movement",
                "movement": "danish",
                "entrants": 4,
                "round": 2,
                "results": [match(1, 1, 2, 5, 0)],
            },
            "query.syntax",
        ),
        (
            {"op": "movement", "movement": "individual", "entrants": 3, "round": 1},
            "movement.too_few",
        ),
        (
            {"op": "movement", "movement": "individual", "entrants": 8, "round": 8},
            "movement.exhausted",
        ),
        (
            {"op": "movement", "movement": "individual", "entrants": 8, "round": 4, "rounds": 3},
            "movement.round",
        ),
        (
            {"op": "movement", "movement": "mitchell", "fixed": [1], "mobile": [2, 3], "round": 1},
            "query.syntax",
        ),
        (
            {"op": "movement", "movement": "mitchell", "fixed": [1], "mobile": [1], "round": 1},
            "entrant.twice",
        ),
        ({"op": "movement", "movement": "lot", "entrants": 4, "round": 1}, "query.syntax"),
        ({"op": "split", "order": [1, 2, 3, 4], "tables": [1]}, "split.sizes"),
        ({"op": "split", "order": [1, 1], "tables": [1]}, "entrant.twice"),
        (
            {"op": "seat", "clubs": {"1": None, "2": None}, "rounds": 1, "stay": [1, 2]},
            "seat.too_many_fixed",
        ),
        (
            {"op": "standing", "entrants": 2, "hands": 3, "results": [match(1, 1, 3, 5, 0)]},
            "entrant.unknown",
        ),
        (
            {
                "op": "standing",
                "entrants": 3,
                "hands": 3,
                "results": [match(1, 1, 2, 5, 0), match(1, 1, 3, 5, 0)],
            },
            "entrant.twice",
        ),
        ({"op": "adjust", "hands": 3, "points": None, "adjust": []}, "result.missing"),
        ({"op": "import", "shape": "letters", "text": ""}, "query.syntax"),
        ({"op": "replay", "event": {"entrants": 2, "hands": 3}, "log": [3]}, "query.syntax"),
    ],
)
def test_a_wrong_query_has_its_code(query, error):
    found = answer(query)
    assert (found["ok"], found["error"]) == (False, error)
    assert found["message"]


@pytest.mark.parametrize("query", [None, 3, "vp", [], [{"op": "vp"}]])
def test_what_is_no_object_is_no_query(query):
    assert answer(query)["error"] == "query.syntax"


def test_an_id_comes_back_with_an_error_too():
    assert ask("nothing", id={"my": 1})["id"] == {"my": 1}


def test_who_met_can_be_told_without_hands_where_an_order_is_given():
    query = {
        "movement": "danish",
        "entrants": 4,
        "round": 2,
        "order": [1, 2, 3, 4],
        "code": "fibur",
    }
    found = ask("movement", **query, results=[match(1, 1, 2, 5, 0), match(1, 3, 4, 5, 0)])
    assert [(one["a"], one["b"]) for one in found["tables"]] == [(1, 3), (2, 4)]
