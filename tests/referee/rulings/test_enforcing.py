"""Enforce or judge: what a program refuses beforehand is what a table's code rules on, by the same rules."""

import itertools
from random import Random

import pytest
from tests.referee.rulings.test_rows import CASES, ask
from tests.rules.proofs.small_positions import small_positions

from tallone.referee.rulings.rows.tables import row_kinds
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.hand.judge import judge
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import Discard
from tallone.rules.notation.query import action_text
from tallone.rules.profiles.profile import load_profile

FORGOT = {"seat": "S", "phase": "draw", "hands": {"S": "3H 4H 5H 9C KD"}, "pile": "6D"}
BESIDE = {
    "seat": "S", "phase": "play", "hands": {"S": "7H 7D 7C 8H KD 9C"},
    "melds": {"NS": ["7H 7D 7S", "3H 4H 5H"]}, "pozzetto": {"NS": "discard"},
}  # fmt: skip
CLOSING = {
    "seat": "S", "phase": "play", "melds": {"NS": ["2H 3H 4H 5H 6H 7H 8H"]},
    "pozzetto": {"NS": "direct"},
}  # fmt: skip
OUT = {"seat": "S", "phase": "draw", "hands": {"W": "3C 4C 5C KD"}}


def closing(hand):
    return CLOSING | {"hands": {"S": hand}}


REFUSED = [
    ("missing-draw", FORGOT, "open 3H 4H 5H", "turn.not_drawn"),
    ("missing-draw-unnoticed", FORGOT, "discard KD", "turn.not_drawn"),
    ("draw-out-of-turn", OUT, "", "turn.not_yours"),
    ("take-out-of-turn", OUT, "take", "turn.not_yours"),
    ("out-of-turn-with-play", OUT, "draw; open 3C 4C 5C", "turn.not_yours"),
    ("drew-after-pozzetto", BESIDE, "draw", "turn.already_drawn"),
    (
        "discarded-just-taken",
        {"seat": "S", "phase": "draw", "hands": {"S": "9H KD"}, "pile": "9C"},
        "take; discard 9C",
        "discard.just_taken",
    ),
    ("wrong-meld", BESIDE, "open 8H KD 9C", "meld.mixed"),
    ("wrong-on-group", BESIDE, "add 1 8H", "meld.mixed"),
    ("identical-group", BESIDE, "open 7H 7D 7C", "meld.identical_group"),
    ("close-wild", closing("9H 2S"), "add 1 9H; discard 2S", "close.wild"),
    ("close-last-card-attached", closing("9H 10H"), "add 1 9H 10H", "close.no_discard"),
    ("close-whole-meld", closing("KH KD KS"), "open KH KD KS", "close.no_discard"),
    (
        "close-no-burraco",
        closing("7C 8C KD") | {"melds": {"NS": ["4C 5C 6C"]}},
        "add 1 7C 8C; discard KD",
        "close.no_burraco",
    ),
]


@pytest.mark.parametrize("profile", ["online", "febur"])
@pytest.mark.parametrize(
    ("kind", "position", "act", "code"), REFUSED, ids=lambda one: str(one)[:24]
)
def test_a_program_refuses_the_act_with_the_code_of_the_rules(profile, kind, position, act, code):
    by = "W" if position is OUT else "S"
    facts = {"by": by, "act": act, "noticed": "turn"}
    answer = ask(profile, kind, position, facts, mode="enforce")
    assert (answer["mode"], answer["refused"], answer["irregular"]) == ("enforce", code, True)
    assert (answer["effects"], answer["options"], answer["cites"]) == ([], [], [])


def test_online_codes_refuse_of_their_own_and_table_codes_rule():
    facts = {"by": "S", "act": "open 3H 4H 5H", "noticed": "turn"}
    for profile, mode in (
        ("online", "enforce"), ("classic-en", "enforce"), ("febur", "table"),
        ("fibur", "table"), ("fibur-2026", "table"),
    ):  # fmt: skip
        answer = ask(profile, "missing-draw", FORGOT, facts)
        assert answer["mode"] == mode
        assert ("refused" in answer) is (mode == "enforce")


def test_what_no_program_can_have_is_impossible_there():
    for row, kind in row_kinds().items():
        answer = ask("online", kind.kind, FORGOT, {"by": "S", "noticed": "turn", "cards": "3H",
                     "for": "hands", "said_by": "self", "meld": 1, "acted": ["W"]})  # fmt: skip
        if kind.voice == "c" or row in ("R15", "R19", "R20", "R32", "R36", "R40", "R46", "R57"):
            assert answer["refused"] == "impossible", row


def test_time_and_tournament_follow_the_code_though_a_program_refuses_acts():
    for row, position, facts, *_ in CASES:
        if int(row[1:]) < 66 or row == "R69":
            continue
        kind = row_kinds()[row].kind
        table = ask("febur", kind, position, facts)
        enforced = ask("febur", kind, position, facts, mode="enforce")
        assert enforced["refused"] is None
        assert enforced["effects"] == table["effects"], row
        silent = ask("online", kind, position, facts)
        assert (silent["says"], silent["basis"]) == (False, "silent")


@pytest.mark.parametrize("profile", ["online", "classic-en", "febur", "fibur-2026"])
def test_no_legal_act_is_irregular_in_either_mode_and_what_is_refused_is_what_judge_refuses(
    profile,
):
    random = Random(f"enforce {profile}")
    kinds = ("wrong-meld", "close-no-burraco", "identical-group")
    positions = (
        one
        for one in small_positions(load_profile(profile), random, 6)
        if one.players == 4 and one.just_taken is None
    )
    for state in itertools.islice(positions, 40):
        written = described(state)
        move = random.choice(legal_moves(state))
        facts = {"by": state.seat.value, "act": action_text(state, move), "noticed": "turn"}
        for mode, kind in itertools.product(("table", "enforce"), kinds):
            answer = ask(profile, kind, written, facts, mode=mode)
            assert answer["ok"], (written, facts, answer)
            assert not answer["irregular"], (written, facts, answer)
        card = random.choice(state.holding)
        verdict = judge(state, Discard(state.seat, card))
        facts["act"] = f"discard {card.card}"
        refused = ask(profile, "close-no-burraco", written, facts, mode="enforce")["refused"]
        assert refused == (verdict.code if isinstance(verdict, Illegal) else None)


def described(state):
    """Write a position as queries have it."""
    entries = {"not taken": "none", "direct": "direct", "on discard": "discard"}
    sides = dict(zip(("NS", "EW"), state.side_list, strict=True))
    return {
        "seat": state.seat.value,
        "phase": state.phase.value,
        "hands": {state.seat.value: " ".join(str(copy) for copy in state.holding)},
        "melds": {name: [meld.text() for meld in own.melds] for name, own in sides.items()},
        "pozzetto": {name: entries[own.pozzetto.value] for name, own in sides.items()},
        "pile": " ".join(str(copy) for copy in state.discard_pile),
        "stock": len(state.stock),
    }
