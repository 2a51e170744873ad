"""Every error code of the notation is met, and when several apply the first of the order counts."""

import re
from pathlib import Path

import pytest
from tests.rules.positions import hand_text, position, verdict

from tallone.rules.notation.read import hand_result

RULES = Path(__file__).parents[2] / "host" / "tallone" / "rules"
CODES = {
    f"{family}.{word}"
    for family, words in {
        "notation": "syntax pack",
        "hand": "over",
        "turn": "not_yours not_drawn already_drawn unfinished empty_pile",
        "card": "not_held",
        "meld": "too_short too_long mixed gap ace_twice too_many_wilds only_wilds role wild_locked "
        "identical_group unknown frozen",
        "discard": "just_taken",
        "close": "wild no_burraco no_pozzetto no_discard too_early",
        "draw": "redraw_needed",
        "score": "not_multiple_of_5",
        "query": "syntax",
    }.items()
    for word in words.split()
}


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_used_by_the_rules_and_met_by_a_test(code):
    quoted = re.compile(rf'"{re.escape(code)}"')
    assert any(quoted.search(file.read_text(encoding="utf-8")) for file in RULES.rglob("*.py"))
    tests = [file for file in Path(__file__).parent.rglob("test_*.py") if file != Path(__file__)]
    assert any(code in file.read_text(encoding="utf-8") for file in tests) or (
        code in (Path(__file__).parent / "vectors" / "illegal_melds.jsonl").read_text()
    )


def test_the_rules_have_no_other_codes():
    used = set()
    for file in RULES.rglob("*.py"):
        used |= set(
            re.findall(
                r'"((?:notation|hand|turn|card|meld|discard|close|draw|score|query)\.\w+)"',
                file.read_text(encoding="utf-8"),
            )
        )
    assert used == CODES


CLEAN = "3H 4H 5H 6H 7H 8H 9H"


# Each row: what is wrong twice, and the one of the two that counts.
@pytest.mark.parametrize(
    ("state", "actions", "code"),
    [
        ({"holding": "3H 4H", "drawn": False}, ["discard KC"], "turn.not_drawn"),
        ({"holding": "3H 4H", "drawn": False}, ["open 3H 4D"], "turn.not_drawn"),
        ({"holding": "3H 4H"}, ["open 3H KC"], "card.not_held"),
        ({"holding": "3H 4H"}, ["add 7 KC"], "card.not_held"),
        ({"holding": "3H 4H 5H"}, ["add 7 3H"], "meld.unknown"),
        ({"holding": "3H 4D"}, ["open 3H 4D"], "meld.too_short"),
        ({"holding": "JK JK"}, ["open JK JK"], "meld.too_short"),
        ({"holding": "3H 4D JK JK"}, ["open 3H 4D JK JK"], "meld.mixed"),
        ({"holding": "3H 9H JK JK"}, ["open 3H 9H JK JK"], "meld.gap"),
        ({"holding": "3H 9H JK"}, ["open 3H 9H JK(=KD)"], "meld.gap"),
        ({"holding": "3H 6H JK JK"}, ["open 3H 6H JK JK(=KD)"], "meld.too_many_wilds"),
        ({"holding": "JK JK 2S"}, ["open JK JK 2S"], "meld.only_wilds"),
        (
            {"holding": "8C 8S JK", "melds": ("8H 8D 8S",)},
            ["open 8C 8S JK(=9)"],
            "meld.role",
        ),
        (
            {"holding": "8C 8S 8D", "melds": ("8H 8D 8S",)},
            ["open 8C 8S 8D"],
            "meld.identical_group",
        ),
        ({"holding": "6D KD", "melds": ("3H 4H 5H",)}, ["add 1 6D"], "meld.mixed"),
        (
            {"holding": "3S 4S 5S", "melds": (CLEAN,), "pile": "JK", "drawn": False},
            ["take", "open 3S 4S 5S"],
            "discard.just_taken",
        ),
        ({"holding": "JK"}, ["discard JK"], "close.wild"),
        ({"holding": "2H", "turns": 0, "profile": "classic-en"}, ["discard 2H"], "close.wild"),
        (
            {"holding": "KH", "turns": 0, "profile": "classic-en"},
            ["discard KH"],
            "close.no_burraco",
        ),
        (
            {"holding": "KH", "turns": 0, "profile": "classic-en", "melds": (CLEAN,)},
            ["discard KH"],
            "close.too_early",
        ),
        (
            {"holding": "10H", "turns": 0, "profile": "classic-en", "melds": (CLEAN,)},
            ["add 1 10H"],
            "close.no_discard",
        ),
    ],
)
def test_of_several_errors_the_first_of_the_order_counts(state, actions, code):
    assert verdict(position(**state), *actions) == code


@pytest.mark.parametrize(
    ("turns", "code"),
    [
        ("E: draw; discard KC", "turn.not_yours"),
        ("E: draw; draw", "turn.not_yours"),
        ("N: draw; draw KC", "turn.already_drawn"),
        ("stall\nE: discard KC", "hand.over"),
        ("stall\nstall", "hand.over"),
        ("stall\ntimeout", "hand.over"),
    ],
)
def test_the_turn_comes_before_the_cards(turns, code):
    assert hand_result(hand_text(turns, profile="classic-en"))["error"] == code


def test_a_role_comes_before_a_wild_that_is_locked():
    state = position("JK KD", melds=("3H 4H 2H(=5H)",))
    assert verdict(state, "add 1 JK(=KH)") == "meld.role"
    assert verdict(state, "add 1 JK") == "meld.wild_locked"
