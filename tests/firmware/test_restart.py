"""RESTART: a board starts anew when it is asked to, but not while it moves cards."""

import pytest

from tallone.firmware.timing.rehearsal import Rehearsal
from tallone.link.messages import BoardRestarted, CommandDone, LinkUp, Report, Status
from tallone.link.reports import CardRead, CardStored, PassDone
from tallone_wire.messages import JOB_KINDS

pytestmark = pytest.mark.needs_micropython


@pytest.fixture(params=["mat", "croupier"])
def board(request, tmp_path):
    rehearsal = Rehearsal(request.param, tmp_path)
    rehearsal.heard = []
    rehearsal.take = rehearsal.heard.append
    rehearsal.run(lambda: of_kind(rehearsal, LinkUp), 10)
    yield rehearsal
    rehearsal.close()


def of_kind(rehearsal, kind):
    return [event for event in rehearsal.heard if isinstance(event, kind)]


def test_idle_board_answers_and_starts_anew(board):
    board.command("RESTART", 0)
    board.run(lambda: of_kind(board, BoardRestarted), 20)
    [answer] = of_kind(board, CommandDone)
    assert answer.status is Status.OK
    board.run(lambda: len(of_kind(board, LinkUp)) == 2, 10)


@pytest.mark.parametrize("board", ["croupier"], indirect=True)
def test_croupier_restarts_only_after_it_has_moved_its_cards(board):
    asked = []

    def hear(event):
        board.heard.append(event)
        if isinstance(event, Report) and isinstance(event.said, CardRead):
            index = event.said.index
            board.command("ROUTE", 1, 1, index, index % 12)
            if index == 3:
                asked.append(board.command("RESTART", 0))

    board.take = hear
    board.board.send({"hopper": [f"e0040150{card:08x}" for card in range(12)]})
    board.pause(2)
    board.command("JOB_BEGIN", 1, JOB_KINDS.index("deal"), 12, 5)
    board.command("FEED", 1, 1)
    board.run(lambda: of_kind(board, BoardRestarted), 60)
    answers = [event.status for event in of_kind(board, CommandDone) if event.name == "RESTART"]
    assert set(answers[:-1]) == {Status.BUSY}
    assert answers[-1] is Status.OK
    kinds = [type(event.said) for event in of_kind(board, Report)]
    assert kinds.count(CardStored) == 12
    assert PassDone in kinds
    assert asked == [True]
