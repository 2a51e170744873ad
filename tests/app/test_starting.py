"""What a table says before its first card: boards that are not there, packs that cannot be dealt."""

import dataclasses

from tests.app.standing import evening_at, seen
from tests.app.test_acknowledged import Link

from tallone.app.edges.boards import Boards
from tallone.app.evening.phases import Phase
from tallone.display.views.values import LinkState
from tallone.display.views.view import Connecting
from tallone.link.messages import Refused, Role
from tallone.rules.cards.cards import PACK


def fresh():
    evening = evening_at(Phase.CONNECT)
    evening.phase = Phase.CONNECT
    evening.up.clear()
    return evening


def silent(*events, trouble=""):
    link = Link(*events)
    link.trouble, link.role = trouble, "croupier"
    return link


def test_a_port_that_is_not_there_is_named_on_the_screen():
    evening = fresh()
    Boards({Role.MAT: silent(trouble="/dev/null: there is no such port")}).run(evening, 1.0)
    shown = seen(evening, 1.0)
    assert shown.notice.message.key == "notice.mat_missing"
    assert dict(shown.notice.detail.fields) == {"port": "/dev/null"}
    assert shown.body == Connecting(mat=LinkState.LOST, croupier=LinkState.LOST)


def test_a_board_that_cannot_be_used_is_not_one_that_is_missing():
    evening = fresh()
    Boards({Role.CROUPIER: silent(Refused(sentence="too old"))}).run(evening, 1.0)
    shown = seen(evening, 1.0)
    assert shown.notice.message.key == "notice.croupier_refused"
    assert shown.body.croupier is LinkState.WEAK


def test_until_a_board_has_had_the_time_to_answer_nothing_is_wrong():
    shown = seen(fresh(), 0.0)
    assert shown.notice is None
    assert isinstance(shown.body, Connecting)


def test_a_board_that_comes_takes_its_notice_with_it():
    evening = fresh()
    evening.board_missing(Role.MAT, "/dev/ttyACM0", "no such port")
    evening.board_missing(Role.CROUPIER, "/dev/ttyACM1", "no such port")
    evening.board_up(Role.MAT, "ab" * 32, 1.0)
    assert seen(evening, 1.0).notice.message.key == "notice.croupier_missing"
    evening.board_up(Role.CROUPIER, "ab" * 32, 2.0)
    assert evening.phase is Phase.LOAD
    assert seen(evening, 2.0).notice is None


def test_a_pack_that_lacks_tags_opens_the_window_and_cannot_be_dealt():
    evening = evening_at(Phase.LOAD)
    index = evening.setup.tags(evening.hand)
    tags = {copy: uid for copy, uid in index.own.tags.items() if copy != PACK[5]}
    poor = dataclasses.replace(index, own=dataclasses.replace(index.own, tags=tags))
    evening.setup = dataclasses.replace(evening.setup, packs=(poor,))
    shown = seen(evening)
    assert shown.notice.message.key == "notice.pack_incomplete"
    assert [button.name for button in shown.buttons] == ["arbiter"]
    evening.load(1e6)
    assert evening.phase is Phase.LOAD


def test_at_the_end_of_a_match_the_strip_counts_no_hand_that_is_not_played():
    evening = evening_at(Phase.MATCH_END)
    hands = len(evening.standings.match.hands)
    assert seen(evening).header.hand == max(1, hands)
    assert seen(evening).buttons[-1].label.key == "button.next_match"
