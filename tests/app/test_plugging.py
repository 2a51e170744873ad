"""Boards are plugged in and pulled in any order; the evening begins when both are there."""

import itertools

import pytest
from tests.app.test_recovery import played

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.table_options import setup_of, simulation_options

BOARDS = ("mat", "croupier")
# What happens to a board: plugged in, pulled, plugged in again after a restart.
STORIES = [
    story
    for length in (2, 3, 4)
    for story in itertools.product(
        [(board, what) for board in BOARDS for what in "+-"], repeat=length
    )
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    played(folder, seed=4, until="ready")
    return folder


def test_the_evening_begins_when_both_boards_have_come_in_whatever_order(folder):
    setup = setup_of(simulation_options(folder, folder / "none.sqlite", window=False))
    for story in STORIES:
        evening, there, begun = Evening(setup), set(), False
        for now, (board, what) in enumerate(story, start=1):
            if what == "+":
                there.add(board)
                evening.board_up(board, "0badc0de", float(now))
            else:
                there.discard(board)
                evening.board_lost(board, "pulled", float(now))
            begun = begun or there == set(BOARDS)
            assert evening.up == there, story
            # Once begun, a board that is pulled is waited for where the evening stands.
            assert evening.phase is (Phase.LOAD if begun else Phase.CONNECT), story
            assert set(evening.trouble) == {
                one for one in BOARDS if one not in there and (one, "-") in story[:now]
            }, story


def test_a_mat_that_comes_back_is_asked_for_everything(folder):
    evening = Evening(setup_of(simulation_options(folder, folder / "none.sqlite", window=False)))
    for now, board in enumerate(("croupier", "mat"), start=1):
        evening.board_up(board, "0badc0de", float(now))
    evening.effects.take()
    evening.board_lost("mat", "pulled", 10.0)
    evening.board_restarted("mat", 20.0)
    evening.board_up("mat", "0badc0de", 20.0)
    _records, commands = evening.effects.take()
    assert ("mat", "REPORT_ALL") in [(one.role, one.name) for one in commands]
