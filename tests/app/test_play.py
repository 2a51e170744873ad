"""What is noticed in play waits for the end of its turn, and is written with what players are told of it."""

import pytest
from tests.app.standing import evening_at, found, notice, recorded

from tallone.app.evening.phases import Phase
from tallone.assist import Assist
from tallone.findings import FindingKind
from tallone.journal.mat_events import event_of
from tallone.journal.records import Found, MatSettled
from tallone.mat.events import ReaderLost, Seconds, UnknownTag
from tallone.mat.zones import Zone


def going_on(phase):
    """Yield the evening at the beginning of play after each further mat event, and its time."""
    evening = evening_at(phase)
    _, before = recorded(phase)
    _, records = recorded(Phase.COUNT)
    for record in records[len(before) :]:
        if isinstance(record, MatSettled):
            evening.mat_event(event_of(record), record.at)
            evening.effects.take()
            yield evening, record.at


def test_a_turn_has_ended_for_the_screen_when_the_referee_has_settled_it():
    steps = going_on(Phase.PLAY)
    evening, at = next(steps)
    for turn in (0, 1):
        notice(evening, found(FindingKind.WRONG_MELD, turn=turn), at=at, ended=None)
    ended = [None, None]
    for _, at in steps:
        turns = evening.play.referee.hand.turns
        for turn, noticed in enumerate(evening.play.noticed):
            assert (noticed.ended is not None) is (turns > turn)
            if noticed.ended is not None:
                ended[turn] = ended[turn] or at
                assert noticed.ended == ended[turn]
        if turns > 2:
            break
    assert None not in ended
    assert ended[0] < ended[1]


def test_what_the_last_turn_left_open_is_told_when_the_hand_is_over():
    evening = evening_at(Phase.PLAY)
    notice(evening, found(FindingKind.WRONG_MELD, turn=10**6), at=0.0, ended=None)
    _, before = recorded(Phase.PLAY)
    _, records = recorded(Phase.COUNT)
    for record in records[len(before) :]:
        if isinstance(record, MatSettled):
            evening.mat_event(event_of(record), record.at)
    evening.tick(records[-1].at + 1)
    assert evening.phase is Phase.COUNT
    assert evening.play.noticed[0].ended is not None


@pytest.mark.parametrize(
    ("assist", "said"),
    [(Assist.GARA, "count"), (Assist.CIRCOLO, "count"), (Assist.DIDATTICA, "rule")],
)
def test_a_finding_is_written_with_what_players_are_told_at_this_table(assist, said):
    evening = evening_at(Phase.PLAY, assist=assist)
    evening.mat_event(UnknownTag(uid=b"stranger", zone=Zone.DISCARD, at=Seconds(1e5)), 1e5)
    records, _ = evening.effects.take()
    [written] = [record for record in records if isinstance(record, Found)]
    assert written.what == "unknown-card"
    assert written.told == {"players": said, "arbiter": "cards"}
    assert written.article["ref"] == "deck-cards"
    assert written.remedies == ("remove-card", "replace-deck")


@pytest.mark.parametrize("assist", Assist)
def test_what_the_evening_finds_itself_is_written_in_the_same_way(assist):
    evening = evening_at(Phase.LOAD, assist=assist)
    evening.board_lost("mat", "unplugged", 10.0)
    evening.mat_event(ReaderLost(zone=Zone.STOCK, at=Seconds(11.0)), 11.0)
    records, _ = evening.effects.take()
    written = {record.what: record.told for record in records if isinstance(record, Found)}
    players = "rule" if assist is Assist.DIDATTICA else "fact"
    told = {"players": players, "arbiter": "cards"}
    assert written == {"link-lost": told, "reader-dead": told}
