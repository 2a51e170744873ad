"""The agreed examples, asked as queries of every profile."""

import json
from pathlib import Path

import pytest
from tests.rules.proofs.brute_force import BONUSES

from tallone.rules.notation.query import answer
from tallone.rules.profiles.profile import PROFILE_NAMES

VECTORS = Path(__file__).parent / "vectors"


def lines(name):
    text = (VECTORS / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def named(*keys):
    return lambda line: " + ".join(str(line[key]) for key in keys)


@pytest.mark.parametrize("line", lines("melds"), ids=named("cards"))
def test_melds_have_their_kind_points_and_grade(line):
    for profile, grade in zip(PROFILE_NAMES, line["grades"], strict=True):
        found = answer({"op": "meld", "profile": profile, "cards": line["cards"]})
        assert found == {
            "ok": True,
            "kind": line["kind"],
            "cards": line["laid"],
            "points": line["points"],
            "grade": grade,
            "bonus": BONUSES[grade],
            "total": line["points"] + BONUSES[grade],
        }


@pytest.mark.parametrize("line", lines("illegal_melds"), ids=named("cards"))
def test_sets_that_are_no_meld_are_refused_for_their_reason(line):
    for profile in PROFILE_NAMES:
        found = answer({"op": "meld", "profile": profile, "cards": line["cards"]})
        assert (found["ok"], found["error"]) == (False, line["error"])


@pytest.mark.parametrize("line", lines("extensions"), ids=named("meld", "add"))
def test_melds_are_extended_as_the_profile_lets_wilds_move(line):
    for profile in PROFILE_NAMES:
        laid = line["laid"].get("all", line["laid"].get(profile))
        query = {"op": "extend", "profile": profile, "meld": line["meld"], "add": line["add"]}
        assert answer(query).get("cards") == laid


@pytest.mark.parametrize("line", lines("victory_points"), ids=named("hands", "ns", "ew"))
def test_victory_points_are_those_of_the_tables(line):
    found = answer({"op": "vp", "hands": line["hands"], "ns": line["ns"], "ew": line["ew"]})
    if "error" in line:
        assert found["error"] == line["error"]
    else:
        ours, theirs = line["vp"]
        assert found["vp"] == {"NS": ours, "EW": theirs}
        assert found["mp"] == abs(line["ns"] - line["ew"])


@pytest.mark.parametrize("line", lines("seat_draws"), ids=named("profile", "draws"))
def test_seat_draws_give_the_order_and_the_dealer(line):
    found = answer({"op": "seat_draw", "profile": line["profile"], "draws": line["draws"]})
    if "error" in line:
        assert found["error"] == line["error"]
    else:
        order = list(line["order"])
        assert found == {
            "ok": True,
            "order": order,
            "highest": order[0],
            "dealer": line["dealer"],
        }
