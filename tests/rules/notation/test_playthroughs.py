"""Whole hands as readable text; `python tools/renew_playthroughs.py` draws them again."""

import importlib.util
from pathlib import Path

import pytest

from tallone.rules import hand_result, read_hand, write_hand
from tallone.rules.notation.drawing import draw_problem

ROOT = Path(__file__).parents[3]
HANDS = sorted((ROOT / "tests" / "playthroughs").glob("*.bgn"))
TOOL = importlib.util.spec_from_file_location("renew", ROOT / "tools" / "renew_playthroughs.py")
renew = importlib.util.module_from_spec(TOOL)
TOOL.loader.exec_module(renew)


def test_there_are_a_dozen_playthroughs_of_every_profile_and_end():
    found = [read_hand(hand.read_text(encoding="utf-8")) for hand in HANDS]
    assert len(found) >= 12
    assert {reading.state.end.value for reading in found} >= {"close", "stock", "timeout", "stall"}
    assert {reading.record.deal.players for reading in found} == {2, 4}
    bases = {"febur", "online", "classic-en", "fibur", "fibur-2026"}
    assert {reading.record.profile.name for reading in found} >= bases


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.stem)
def test_a_playthrough_is_drawn_as_it_was_reviewed(hand):
    text = hand.read_text(encoding="utf-8")
    assert renew.drawn(text) == hand.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.stem)
def test_a_playthrough_is_written_as_it_is_read(hand):
    text = hand.read_text(encoding="utf-8")
    assert hand_result(text)["ok"] is True
    assert write_hand(read_hand(text).record) == text


def test_a_hand_with_a_problem_is_drawn_up_to_it():
    text = HANDS[0].read_text(encoding="utf-8") + "N: draw\n"
    drawn = renew.drawn(text)
    assert drawn.endswith(
        f"line {len(text.splitlines())}, N: draw: the hand is over (hand.over)\n"
    )
    assert draw_problem(read_hand("").problem) == (
        "line 1: a hand begins with the line 'BGN 1' (notation.syntax)"
    )
    with pytest.raises(ValueError, match="no hand"):
        renew.drawn("")
