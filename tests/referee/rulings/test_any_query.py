"""Whatever a query holds, an answer comes back, and one that is an answer in JSON."""

import copy
import json
from pathlib import Path
from random import Random

import pytest

from tallone.referee.rulings.query import answer_ruling
from tallone.referee.rulings.rows.tables import rows_by_kind

LINES = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "rulings.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
ROUNDS = 1500
STRANGE = [
    None, True, -1, 0, 3, 10**12, 1.5, "", "N", "NS", "9C", "JK JK JK JK JK", "open 9C", "discard",
    "count", "draw", "play", [], ["W"], ["NS"], [None], {}, {"S": "9C"}, {"NS": ["3H 4H 5H"]},
]  # fmt: skip


def changed(value, random):
    """Return a query with something of it lost or strange."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(list(value))
        if random.random() < 0.2:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: changed(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.7:
        place = random.randrange(len(value))
        return [*value[:place], changed(value[place], random), *value[place + 1 :]]
    return copy.deepcopy(random.choice(STRANGE))


@pytest.mark.parametrize("seed", range(4))
def test_strange_queries_are_answered(seed):
    random = Random(seed)
    kinds = list(rows_by_kind())
    for number in range(ROUNDS // 4):
        query = {key: value for key, value in random.choice(LINES).items() if key != "expect"}
        if "kind" in query and random.random() < 0.5:
            query["kind"] = random.choice(kinds)
        if random.random() < 0.3:
            query["profile"] = random.choice(
                ["febur", "fibur", "fibur-2026", "online", "classic-en"]
            )
        kept = query["op"]
        for _ in range(random.randint(0, 3)):
            query = changed(query, random)
            query = query if isinstance(query, dict) else {}
        query["op"] = kept
        answer = answer_ruling(query)
        json.dumps(answer)
        assert answer["ok"] or answer["error"], (seed, number, query)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"kind": "murder"}, "ruling.unknown_kind"),
        ({"kind": None}, "query.syntax"),
        ({"profile": "whist"}, "query.syntax"),
        ({"mode": "later"}, "query.syntax"),
        ({"facts": {"noticed": "turn"}}, "ruling.facts"),
        ({"facts": {"by": "S", "noticed": "turn"}}, "ruling.facts"),
        ({"facts": {"by": "S", "act": "open 3H 4H 6H"}}, "ruling.facts"),
        ({"facts": {"by": "S", "act": "meld 3H"}}, "notation.syntax"),
        ({"facts": {"by": "W", "act": "open 3H 4H 5H"}}, "ruling.facts"),
        (
            {"position": {"seat": "S", "phase": "draw", "hands": {"S": "3H 3H 3H"}}},
            "notation.pack",
        ),
        (
            {"position": {"seat": "S", "phase": "draw", "melds": {"NS": ["3H 4H 6D"]}}},
            "meld.mixed",
        ),
        ({"position": {"seat": "S", "phase": "draw", "hands": {"S": "3X"}}}, "notation.syntax"),
        ({"position": {"seat": "S", "phase": "later"}}, "ruling.facts"),
        ({"text": "BGN 2"}, "notation.syntax"),
    ],
)
def test_a_wrong_query_is_told_what_is_wrong(change, error):
    query = next(line for line in LINES if line["id"] == "R22.febur") | change
    assert answer_ruling(query)["error"] == error


def after(**change):
    query = next(line for line in LINES if line["id"] == "A36.febur")
    return answer_ruling({**query, **change})


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"effects": [{"effect": "hang-him"}]}, "ruling.unknown_effect"),
        ({"effects": [{"effect": "skip-turn"}]}, "ruling.facts"),
        ({"effects": {}}, "ruling.facts"),
        ({"position": None}, "ruling.facts"),
        ({"then": ["S: discard KD"]}, "ruling.barred"),
        ({"then": ["W: draw"]}, "turn.not_yours"),
        ({"then": "S: draw"}, "query.syntax"),
        ({"then": ["timeout"]}, "notation.syntax"),
        ({"then": ["S: add 1 6H", "S: discard KD"]}, "turn.unfinished"),
        ({"end": "close:X"}, "query.syntax"),
    ],
)
def test_what_cannot_be_carried_out_is_told(change, error):
    assert after(**change)["error"] == error


RULED = next(line for line in LINES if line["id"] == "R22.fibur-2026.open")


def test_other_effects_than_the_codes_are_refused_where_the_code_forbids_them():
    query = {**RULED, "op": "after-ruling", "effects": [{"effect": "warning", "side": "NS"}]}
    assert answer_ruling(query)["error"] == "ruling.not_in_code"
    febur = answer_ruling({**query, "profile": "febur"})
    assert (febur["ok"], febur["in_code"]) == (True, False)
    asked = {key: value for key, value in RULED.items() if key != "expect"}
    own = answer_ruling(asked)["effects"]
    again = answer_ruling({**query, "effects": own})
    assert again["ok"]
    assert "in_code" not in again


def test_an_option_and_a_card_are_picked():
    query = {
        "op": "after-ruling", "profile": "febur", "kind": "face-up-on-stock", "facts": {},
        "position": {"seat": "S", "phase": "draw", "pile": "6D", "top": "9H"},
    }  # fmt: skip
    assert answer_ruling({**query, "option": "take-pile"})["actions"] == ["take"]
    assert answer_ruling({**query, "option": "forced-draw"})["actions"] == ["draw"]
    assert answer_ruling({**query, "option": "sleep"})["error"] == "ruling.facts"
    whole = next(line for line in LINES if line["id"] == "R64.febur")
    whole = {**whole, "op": "after-ruling", "pick": "KD"}
    assert answer_ruling(whole)["actions"] == ["discard KD"]
    for wrong in ({"pick": 3}, {"option": 3}):
        assert answer_ruling({**whole, **wrong})["error"] == "ruling.facts"


def test_no_answer_depends_on_a_card_that_is_not_written():
    query = {
        "op": "after-ruling", "profile": "febur", "effects": [{"effect": "hand-stands"}],
        "position": {"seat": "S", "phase": "draw", "hands": {"S": "3H 4H 9C"}, "stock": 20},
    }  # fmt: skip
    drawn = answer_ruling({**query, "then": ["S: draw"]})
    assert drawn["hands"] == {"S": "3H 4H 9C"}
    assert all("5H" not in action for action in drawn["actions"])
    assert drawn["score"]["NS"]["held"] == -20
    shown = answer_ruling({**query, "then": ["S: draw 5H"]})
    assert "open 3H 4H 5H" in shown["actions"]
    west = answer_ruling({**query, "then": ["S: draw; discard 9C", "W: draw; discard JC"]})
    assert (west["pile"], west["seat"]) == ("9C JC", "N")


def test_as_if_a_seat_had_just_closed():
    closed = after(end="close:E")
    assert closed["score"]["EW"]["closing"] == 100
    assert after()["score"]["EW"]["closing"] == 0


def test_what_a_ruling_costs_in_the_match_is_added_up():
    effects = [
        {"effect": "warning", "side": "NS"},
        {"effect": "vp", "side": "NS", "vp": -1},
        {"effect": "award", "side": "EW", "vp": 14},
        {"effect": "points", "side": "NS", "mp": -100},
    ]
    assert after(effects=effects)["match"] == {
        "NS": {"vp": -1, "mp": -100, "warnings": 1},
        "EW": {"vp": 14, "mp": 0, "warnings": 0},
    }


def test_pozzetti_that_were_counted_are_counted_on():
    query = {
        "op": "after-ruling", "profile": "febur", "kind": "short-pozzetto", "facts": {"by": "S"},
        "position": {
            "seat": "W", "phase": "draw", "pozzetto": {"NS": "discard"},
            "pozzetti": {"1": 10, "2": 11},
        },
    }  # fmt: skip
    assert answer_ruling(query)["pozzetti"] == {"1": 11, "2": 11}
    fibur = answer_ruling({**query, "profile": "fibur"})
    assert (fibur["pozzetti"], fibur["stock"]) == ({"1": 11, "2": 11}, 29)
    long = {**query, "kind": "long-pozzetto"}
    long["position"] = {**query["position"], "pozzetti": {"1": 12, "2": 11}}
    assert answer_ruling(long)["pozzetti"] == {"1": 11, "2": 11}
