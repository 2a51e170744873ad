"""A journal becomes its hands again, and its story."""

import os
import random

import msgspec
import pytest
from tests.journal.night import played, sealing, session

from tallone.assist import Assist
from tallone.dealing.promise.sealed import Purpose
from tallone.findings import Finding, FindingKind, FoundIn
from tallone.journal import HandKey, JournalWriter, read
from tallone.journal.outcomes import finding_record, move_text, outcome_record
from tallone.journal.records import (
    CutMade,
    DealAborted,
    DealRevealed,
    Found,
    MoveSeen,
    MovesRevised,
    MoveText,
)
from tallone.journal.replay import hands, story
from tallone.mat.zones import Zone
from tallone.referee.outcomes import (
    HandEnded,
    MoveMade,
    Option,
    Question,
    Resolved,
    Revised,
)
from tallone.rules import (
    PACK,
    CallStall,
    CallTimeOut,
    Discard,
    DrawFromStock,
    OpenMeld,
    load_profile,
)
from tallone.rules.cards.cards import JOKER
from tallone.rules.cards.seats import Seat
from tallone.rules.notation.read import read_hand


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_comes_back_as_a_notation_that_replays_to_the_same_state(tmp_path, seed):
    records, state, deal = played(seed, moves=120)
    with JournalWriter(tmp_path / "night.journal") as writer:
        writer.append([session(), *records])
    [hand] = hands(read(tmp_path / "night.journal"))
    reading = read_hand(hand.bgn(), may_stop_in_turn=True)
    assert reading.problem is None
    assert reading.record.deal == deal
    assert reading.state == state


def test_only_the_first_turns_are_told_if_so_asked():
    records, *_ = played(2)
    [hand] = hands([session(), *records])
    for turns in (0, 1, 5):
        body = hand.bgn(turns).partition("---\n")[2]
        assert len(body.splitlines()) == turns


def test_a_hand_that_is_not_revealed_has_no_deal_to_tell():
    records, _, deal = played(2, seal=lambda content: b"sealed")
    [hand] = hands([session(), *records])
    assert "not revealed" in hand.bgn()
    assert not any(line and not line.startswith("#") for line in hand.bgn().splitlines())
    shown = " ".join(story([session(), *records])) + hand.bgn()
    drawn = {str(copy) for copy in deal.stock[40:]}
    assert not [card for card in drawn if card in shown]


def test_a_revision_takes_the_place_of_the_moves_it_revises():
    texts = [MoveText(seat="N", action=action) for action in ("draw", "open 3H", "discard 4H")]
    seen = [MoveSeen(at=1.0, hand=1, index=i, move=text) for i, text in enumerate(texts)]
    now = (MoveText(seat="N", action="add 1 3H"), texts[2])
    [hand] = hands([session(), *seen, MovesRevised(at=2.0, hand=1, index=1, moves=now)])
    assert hand.turns() == ["N: draw; add 1 3H; discard 4H"]


@pytest.mark.parametrize(
    ("profile", "lines"),
    [
        (
            {"base": "febur", "time_out": "next_lap"},
            ["N: draw; discard 4Hb", "timeout", "E: draw"],
        ),
        ({"base": "febur"}, ["timeout", "N: draw; discard 4Hb", "E: draw"]),
    ],
)
def test_time_called_in_a_turn_is_written_where_it_counts_the_same(profile, lines):
    moves = [
        DrawFromStock(Seat.NORTH),
        CallTimeOut(),
        Discard(Seat.NORTH, PACK[3]),
        DrawFromStock(Seat.EAST),
    ]
    seen = [
        MoveSeen(at=1.0, hand=1, index=i, move=move_text(move)) for i, move in enumerate(moves)
    ]
    [hand] = hands([session(profile=profile), *seen])
    assert hand.turns() == lines


def test_a_profile_with_changes_is_written_as_an_object():
    records, *_ = played(2)
    [hand] = hands([session(profile={"base": "fibur", "title": "a # b"}), *records])
    line = hand.bgn().splitlines()[1]
    assert line.startswith('profile: {"base": "fibur"')
    assert "#" not in line


def test_a_deal_that_was_aborted_is_not_the_hands_deal():
    first, *_ = played(2)
    second, _, deal = played(3)
    aborted = first[-1].reveal | {"aborted": "jam"}
    records = [
        session(),
        first[0],
        DealAborted(at=3.0, hand=1, job=1, commitment=first[0].commitment, reason="jam"),
        DealRevealed(at=4.0, hand=1, reveal=aborted),
        *second,
    ]
    [hand] = hands(records)
    assert read_hand(hand.bgn(), may_stop_in_turn=True).record.deal == deal


def test_the_drawn_card_is_never_written():
    assert move_text(DrawFromStock(Seat.NORTH, PACK[5])).action == "draw"
    assert move_text(CallStall()) == MoveText(seat=None, action="stall")
    wild = OpenMeld(Seat.NORTH, (PACK[2], PACK[52], PACK[53]), pins=((JOKER, "4H"),))
    assert move_text(wild).action == "open 3Hb JK1b(=4H) JK2b"


# Records of what the referee gives back.


def found_at(finding, at, seal=None):
    rules = load_profile("febur")
    return finding_record(finding, 1, at, profile=rules, assist=Assist.GARA, seal=seal)


def test_cards_of_findings_and_options_are_sealed_while_they_are_hidden(tmp_path):
    journal = tmp_path / "night.journal"
    key = HandKey.create(journal, 1, os.urandom)
    finding = Finding(
        id=4, kind=FindingKind.FORGOTTEN_DRAW, phase=FoundIn.PLAY, at=9.0, certainty=0.99, seat=Seat.EAST,
        zone=Zone.MELD_EW_1, cards=(PACK[5], PACK[107]),
    )  # fmt: skip
    question = Question(
        id=1, text_key="which-discard", seat=Seat.EAST, card=PACK[7], at=9.0,
        options=(Option(text="discard 9Kb", cards=frozenset([PACK[8]])),),
    )  # fmt: skip
    short = Finding(kind=FindingKind.SHORT_POZZETTO, phase=FoundIn.READY, cards=(PACK[9],))
    records = [
        found_at(finding, 9.0, key.seal_bytes),
        outcome_record(question, 1, key.seal_bytes),
        found_at(short, 9.0, key.seal_bytes),
    ]
    with JournalWriter(journal) as writer:
        writer.append(records)
    for card in ("6Hb", "JK2r", "10Hb"):
        assert card not in repr(records)
    assert b"discard" not in records[1].sealed_options
    again = HandKey.load(journal, 1, os.urandom)
    found = [record for record in read(journal) if isinstance(record, Found)]
    opened = [
        again.open(record.sealed_cards, "cards").open_for(Purpose.REVEAL, bytes)
        for record in found
    ]
    assert opened == [b"6Hb JK2r", b"10Hb"]
    assert found_at(finding, 9.0).cards == ("6Hb", "JK2r")
    edition = load_profile("febur").edition
    assert records[0].article == {"code": "febur", "edition": edition, "ref": "missing-draw"}
    assert records[2].article == {"code": "febur", "edition": edition, "ref": "pozzetti-short"}
    assert records[0].told == {"players": "nothing", "arbiter": "cards"}
    assert records[2].told == {"players": "count", "arbiter": "cards"}


def test_every_outcome_has_its_record():
    at = 5.0
    move = DrawFromStock(Seat.WEST)
    kinds = [
        outcome_record(outcome, 2).__class__.__name__
        for outcome in (
            MoveMade(move=move, index=0, certainty=1.0, at=at),
            Revised(index=0, moves=(move,), at=at),
            Resolved(id=1, by_people=True, at=at),
            HandEnded(end="close", closed_by=Seat.EAST, at=at),
        )
    ]
    assert kinds == ["MoveSeen", "MovesRevised", "Settled", "PlayEnded"]


def test_a_journal_during_the_hand_holds_no_hidden_card(tmp_path):
    """The files of a table that loses power: nothing dealt and not yet played can be read."""
    journal = tmp_path / "night.journal"
    # The same cipher text every time: three letters of a card can turn up in base64 by chance.
    key = HandKey.create(journal, 1, random.Random(1).randbytes)
    records, _, deal = played(9, moves=40, seal=sealing(key))
    with JournalWriter(journal) as writer:
        writer.append([session(), *records])
        content = b"".join(
            file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".key"
        )
    public = {
        str(copy)
        for record in records
        if isinstance(record, MoveSeen)
        for copy in PACK
        if str(copy) in record.move.action
    }
    hidden = {str(copy) for copy in deal.stock[30:]} - public
    assert [card for card in hidden if card.encode() in content] == []
    assert not any(bytes(hand) in content for hand in deal.hands)
    assert bytes(deal.stock[:8]) not in content


def test_findings_without_cards_need_no_key():
    record = found_at(Finding(kind=FindingKind.JAM, phase=FoundIn.DEAL), 2.0)
    assert isinstance(record, Found)
    assert msgspec.json.decode(msgspec.json.encode(record), type=Found) == record


def test_a_cut_is_told_in_the_story():
    assert "cut at 7" in "".join(story([CutMade(at=61.5, hand=1, value=7)]))
    assert next(story([CutMade(at=61.5, hand=1, value=7)])).startswith("   1:01.5")
