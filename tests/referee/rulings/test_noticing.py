"""From a finding to the row that answers, as play goes on."""

import json
from pathlib import Path

import pytest

from tallone.findings.finding import Finding
from tallone.findings.kinds import FindingKind, FoundIn
from tallone.mat.events import Seconds
from tallone.referee.rulings import FactsError, rule
from tallone.referee.rulings.noticing import (
    KIND_OF,
    Followed,
    asked_of,
    has_laid,
    noticed,
    turn_of,
)
from tallone.referee.rulings.rows.tables import rows_by_kind
from tallone.rules.cards.seats import Seat
from tallone.rules.hand.apply import apply
from tallone.rules.hand.hand import start
from tallone.rules.notation.read import read_hand

HEADER = next(
    line["text"]
    for line in map(
        json.loads,
        (Path(__file__).parent / "vectors" / "rulings.jsonl")
        .read_text(encoding="utf-8")
        .splitlines(),
    )
    if line["id"] == "A22.febur.by-kind"
)
SOUTH, WEST, NORTH = Seat.SOUTH, Seat.WEST, Seat.NORTH


def hand(lines, turn=0, profile="febur"):
    """Return the hand after these lines, with the turn in question taken out."""
    text = HEADER.replace("profile: febur", f"profile: {profile}") + "\n".join(lines) + "\n"
    reading = read_hand(text, may_stop_in_turn=True)
    assert reading.problem is None, reading.problem
    record = reading.record
    state = before = start(record.profile, record.deal)
    for move in record.moves:
        if state.turns == turn and state.phase.value == "draw":
            before = state
        state = apply(state, move)
    if state.turns == turn and state.phase.value == "draw":
        before = state
    return Followed(
        now=state,
        before=before,
        moves=turn_of(record.moves, turn),
        laid_since=has_laid(record.moves),
    )


def found(kind, seat=SOUTH, turn=0, cards="", followed=None, **others):
    copies = ()
    if cards:
        held = [copy for held in followed.now.holding_list for copy in held]
        held += [
            copy for own in followed.now.side_list for meld in own.melds for copy in meld.copies
        ]
        copies = tuple(
            next(copy for copy in held if str(copy.card) == word) for word in cards.split()
        )
    return Finding(
        kind=kind, phase=others.pop("phase", FoundIn.PLAY), seat=seat, turn=turn, cards=copies,
        on_turn=seat, certainty=0.9, at=Seconds(12.5), **others,
    )  # fmt: skip


def row(finding, followed, **answers):
    return rule(asked_of(noticed(finding, followed), answers)).row


OPENED = ["S: draw; open 3H 4H 5H; discard KD"]


def test_a_forgotten_draw_is_a_fault_until_the_discard_and_then_none():
    fault = found(FindingKind.FORGOTTEN_DRAW)
    then = hand(["S: draw; open 3H 4H 5H"])
    one = noticed(fault, then)
    assert (one.kind, one.moment, one.facts["act"]) == ("missing-draw", "turn", "open 3H 4H 5H")
    assert (one.certainty, one.at) == (0.9, 12.5)
    ruling = rule(asked_of(one, {}))
    assert (ruling.row, [effect.name for effect in ruling.effects]) == (
        "R22", ["no-meld-this-turn", "forced-draw", "forced-discard"],
    )  # fmt: skip
    assert row(fault, hand(OPENED)) == "R23"
    assert row(fault, hand([*OPENED, "W: draw"])) == "R23"


def test_what_only_people_know_is_asked_and_changes_the_answer():
    fault = found(FindingKind.FORGOTTEN_DRAW)
    one = noticed(fault, hand(["S: draw; open 3H 4H 5H"]))
    assert one.asks == ("called", "acted")
    assert rule(asked_of(one, {"called": False})).row == "R3"
    assert rule(asked_of(one, {"acted": ["W"]})).row == "R2"
    with pytest.raises(FactsError, match="not asked"):
        asked_of(one, {"by": "N"})


def test_a_draw_out_of_turn_is_undone_until_the_next_has_played():
    fault = found(FindingKind.DRAW_OUT_OF_TURN, WEST)
    moments = [
        ([], "turn", "R25"),
        (["S: draw"], "next-drew", "R25"),
        (["S: draw; open 3H 4H 5H"], "next-played", "R28"),
        (["S: draw; discard KD"], "next-played", "R28"),
        (["S: draw; discard KD", "W: draw; discard KC"], "next-played", "R28"),
        (["S: draw; discard KD", "W: draw; discard 3C", "N: draw; discard KS"], "later", "R28"),
    ]
    for lines, moment, answering in moments:
        if "KC" in str(lines):
            continue
        then = hand(lines)
        one = noticed(fault, then)
        assert one.moment == moment, lines
        if then.now.seat is not WEST:
            assert row(fault, then) == answering
    assert noticed(fault, hand([])).asks == ("called", "acted", "hint")


@pytest.mark.parametrize(
    ("lines", "moment", "answering"),
    [
        (["S: draw"], "turn", "R41"),
        (["S: draw; discard KD"], "discarded", "R42"),
        (["S: draw; discard KD", "W: draw"], "next-drew", "R43"),
        (["S: draw; discard KD", "W: draw; discard 3C"], "next-played", "R43"),
        (["S: draw; discard KD", "W: draw; discard 3C", "N: draw; discard KS"], "later", "R43"),
    ],
)
def test_a_wrong_meld_changes_its_row_with_the_moment(lines, moment, answering):
    lines = ["S: draw; open 3H 4H 5H; discard KD", "W: draw; discard JS", "N: draw; discard 6C",
             "E: draw; discard 4C", *lines]  # fmt: skip
    lines = [
        line.replace("discard KD", "discard KS") if i >= 4 else line
        for i, line in enumerate(lines)
    ]
    followed = hand(lines, turn=4)
    fault = found(FindingKind.WRONG_MELD, turn=4, cards="9C", followed=followed)
    one = noticed(fault, followed)
    assert (one.kind, one.moment) == ("wrong-meld", moment)
    assert row(fault, followed) == answering


def test_a_pack_that_is_wrong_is_replaced_until_a_meld_lies():
    fault = found(FindingKind.FOREIGN_CARD, seat=None)
    assert row(fault, hand(["S: draw; discard KD"])) == "R12"
    assert row(fault, hand(OPENED)) == "R11"
    ready = found(FindingKind.MISSING_CARD, seat=None, phase=FoundIn.READY)
    assert row(ready, hand([])) == "R10"
    counted = found(FindingKind.MISSING_CARD, seat=None, phase=FoundIn.COUNT)
    assert row(counted, hand(OPENED)) == "R13"


def test_a_short_pozzetto_brings_its_count():
    fault = found(
        FindingKind.SHORT_POZZETTO, seat=None, phase=FoundIn.READY, zone="pozzetto_1", count=10
    )
    ruling = rule(asked_of(noticed(fault, hand([])), {}))
    assert ruling.row == "R52"
    assert ruling.effects[0].document()["cards"] == 1
    assert rule(asked_of(noticed(fault, hand([])), {"played": True})).row == "R53"


def test_what_no_code_speaks_of_has_a_row_of_its_own():
    for kind in (FindingKind.TWO_DRAWN, FindingKind.NO_DISCARD, FindingKind.TWO_DISCARDS):
        then = hand(["S: draw"])
        ruling = rule(asked_of(noticed(found(kind, cards="9C", followed=then), then), {}))
        assert ruling.row.startswith("X")
        assert not ruling.says
    wild = rows_by_kind()["wild-moved"]
    assert wild.row == "X3"


def test_every_finding_of_the_game_is_a_kind_of_the_catalogue_and_the_machines_are_none():
    assert set(KIND_OF.values()) <= set(rows_by_kind())
    assert noticed(found(FindingKind.JAM), hand([])) is None


def test_a_finding_says_nothing_of_cards_that_it_does_not_name():
    then = hand(["S: draw"])
    one = noticed(found(FindingKind.NO_DISCARD), then)
    assert one.facts["act"] == "draw"
    assert set(one.facts) == {"noticed", "by", "act"}


def test_no_discard_is_one_of_every_turn():
    for seat in (SOUTH, NORTH):
        assert (
            noticed(found(FindingKind.NO_DISCARD, seat), hand(OPENED, turn=0)).moment
            == "discarded"
        )
