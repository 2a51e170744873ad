"""A dead reader costs the certainty that it gave and nothing else: the sheet says so, and the evening goes on."""

import pytest
from tests.app.standing import evening_at, recorded

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.evening.presses import press
from tallone.app.headless.direct import DirectEvening
from tallone.app.recovery import Recovery
from tallone.app.screen.buttons import shown_of
from tallone.app.screen.views import view_of
from tallone.display.views.values import HandEnd
from tallone.journal.records import HandOver
from tallone.mat.events import CardPlaced, ReaderBack, ReaderLost, Seconds
from tallone.mat.zones import Zone
from tallone.press import Button, Press
from tallone.rules.cards.cards import PACK
from tallone.rules.cards.seats import Side
from tallone.rules.hand.hand import End
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse

LATE = 5_000.0


def lose(evening, zone, at=LATE):
    evening.mat_event(ReaderLost(zone=zone, at=Seconds(at)), at)


def say_over(evening, at=LATE + 1):
    press(evening, Press(Button.OK), at)


def over_of(evening):
    return [record for record in evening.effects.take()[0] if isinstance(record, HandOver)]


@pytest.mark.parametrize("zone", [Zone.DISCARD, Zone.LANE_NS_3, Zone.MELD_EW_1])
def test_people_say_twice_that_the_hand_is_over_and_each_side_confirms_alone(zone):
    evening = evening_at(Phase.PLAY)
    assert Button.OK not in shown_of(evening, LATE).buttons
    say_over(evening)
    say_over(evening)
    assert evening.phase is Phase.PLAY
    lose(evening, zone)
    assert Button.OK in shown_of(evening, LATE).buttons
    say_over(evening)
    assert evening.phase is Phase.PLAY
    say_over(evening)
    assert evening.phase is Phase.COUNT
    [over] = over_of(evening)
    assert over.unread == (zone.value,)
    sheet = view_of(evening, LATE, "it").body
    assert sheet.unread
    say_over(evening)
    assert evening.phase is Phase.COUNT
    press(evening, Press(Button.CONFIRM, side=Side.EAST_WEST), LATE)
    assert evening.phase is Phase.COUNT
    press(evening, Press(Button.CONFIRM, side=Side.NORTH_SOUTH), LATE)
    assert evening.phase is not Phase.COUNT


def test_a_card_that_moves_takes_back_that_the_hand_is_over():
    evening = evening_at(Phase.PLAY)
    lose(evening, Zone.LANE_NS_3)
    say_over(evening)
    evening.mat_event(CardPlaced(card=PACK[0], zone=Zone.LANE_NS_1, at=Seconds(LATE)), LATE)
    say_over(evening)
    assert evening.phase is Phase.PLAY


@pytest.mark.parametrize("zone", [Zone.STOCK, Zone.POZZETTO_1])
def test_a_reader_that_names_no_card_costs_no_points(zone):
    evening = evening_at(Phase.PLAY)
    lose(evening, zone)
    say_over(evening)
    say_over(evening)
    assert evening.phase is Phase.PLAY
    assert not evening.play.unread


def test_a_reader_that_was_dead_before_is_dead_in_the_next_hand_and_bars_no_deal():
    evening = evening_at(Phase.LOAD)
    evening.mat_event(CardPlaced(card=PACK[0], zone=Zone.LANE_NS_3, at=Seconds(1)), 1.0)
    assert evening.watch.occupied == {Zone.LANE_NS_3: 1}
    lose(evening, Zone.LANE_NS_3)
    assert evening.watch.occupied == {}
    evening.mat_event(ReaderBack(zone=Zone.LANE_NS_3, at=Seconds(2)), 2.0)
    assert evening.watch.occupied == {Zone.LANE_NS_3: 1}
    playing = evening_at(Phase.PLAY)
    playing.watch.lost_readers.add(Zone.LANE_NS_3)
    playing.begin_play()
    assert playing.play.unread == {Zone.LANE_NS_3}


def test_a_program_that_starts_again_knows_that_the_reader_was_dead():
    _, records = recorded(Phase.PLAY)
    evening = evening_at(Phase.PLAY)
    evening.effects.take()
    lose(evening, Zone.DISCARD)
    more = evening.effects.take()[0]
    again = Evening(evening.setup)
    Recovery(again).run([*records, *more])
    assert again.phase is Phase.PLAY
    assert again.play.unread == {Zone.DISCARD}


@pytest.mark.parametrize("end", [end for end in End if end is not End.OPEN])
def test_every_end_has_a_sheet(end):
    """An arbiter's end has no name of its own there, and must not end the program."""
    evening = evening_at(Phase.PLAY)
    from msgspec import structs

    from tallone.rules.hand.hand import OVER

    hand = evening.play.referee.hand
    evening.play.impose(structs.replace(hand, phase=OVER, end=end, closed_by=None), LATE)
    evening.after_play(LATE)
    assert evening.phase is Phase.COUNT
    assert view_of(evening, LATE, "en").body.end in tuple(HandEnd)


def test_an_evening_with_a_dead_reader_goes_on_and_no_wrong_score_passes_for_known():
    options = Options(
        level="events", hands=2, seed=900001, profile="febur", faults=(parse("reader-dead"),)
    )
    report = simulate(options, open_host=DirectEvening).report
    assert report["injected"]
    assert len(report["hands"]) == 2
    for hand in report["hands"]:
        assert hand["score"]
        assert hand["unread"] or hand["score"] == hand["truth"]
    assert any(hand["unread"] for hand in report["hands"])
