"""Port, session and reconnection against the Uplink in a real MicroPython process."""

import struct
import time
from pathlib import Path

import pytest
from tests.link.real_board import RealBoard, cpu_seconds

from tallone.link import BoardLog, BoardRestarted, LinkLost, StrayText
from tallone_wire.answers import RESULTS_KEPT

pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(180)]


@pytest.fixture
def board(tmp_path):
    made = RealBoard(tmp_path)
    yield made
    made.close()


def requests(board):
    return [report.said.request for report in board.journal]


def test_reports_come_once_and_in_order(board):
    board.up()
    board.ask("REPORT_ALL", 500)
    board.run_until(lambda: len(board.journal) >= 500)
    assert requests(board) == list(range(500))
    assert [event.text for event in board.seen(BoardLog)] == ["hello"]
    assert board.link.session.reader.bad == 0


def test_every_byte_that_terminals_treat_in_their_own_way_passes(board):
    board.up()
    for tag in ("0003040a0d111300", "1a1c7ffeff030303", "0303030303030303", "0000000000000000"):
        assert board.ask("READ_BLOCK", 3, bytes.fromhex(tag), 0) == bytes.fromhex(tag)


def test_text_printed_between_frames_is_survived_and_shown(board):
    board.up()
    assert board.ask("TARE", 0) == b""
    board.run_until(lambda: board.seen(StrayText))
    assert board.seen(StrayText)[0].text == "Traceback (most recent call last): OSError: 5"
    assert board.ask("READ_BLOCK", 3, b"12345678", 0) == b"12345678"


def test_pulled_cable_loses_nothing(board):
    board.up()
    board.ask("REPORT_ALL", 300)
    board.cable.pull()
    board.run_until(lambda: board.link.port is None)
    assert board.link.trouble
    assert board.seen(LinkLost)
    time.sleep(0.3)
    board.cable.plug()
    board.up(times=2)
    board.run_until(lambda: len(board.journal) >= 300)
    assert requests(board) == list(range(300))


def test_host_that_starts_again_goes_on_where_its_journal_ends(board):
    board.up()
    board.ask("REPORT_ALL", 200)
    board.run_until(lambda: len(board.journal) >= 50)
    board.link.close()
    board.start_host(99, {77: board.journal[-1].event})
    board.up(times=2)
    board.run_until(lambda: len(board.journal) >= 200)
    assert requests(board) == list(range(200))


def test_board_that_starts_again_is_noticed(board):
    board.up()
    board.boot(78)
    board.up(times=2)
    [restarted] = board.seen(BoardRestarted)
    assert (restarted.before, restarted.boot_id) == (77, 78)
    board.ask("REPORT_ALL", 3)
    board.run_until(lambda: len(board.journal) == 3)


def test_board_without_a_host_uses_no_processor_time(board):
    board.up()
    board.link.close()
    before = cpu_seconds(board.process)
    time.sleep(1.0)
    assert cpu_seconds(board.process) - before <= 0.1
    assert board.process.poll() is None


@pytest.mark.timeout(300)
def test_twenty_thousand_frames_leave_the_heap_as_it_was(board):
    board.up()
    board.ask("REPORT_ALL", 500)
    board.run_until(lambda: len(board.journal) >= 500)
    for _ in range(RESULTS_KEPT):
        board.ask("STATS", 0)  # until every place for a result holds one
    heaps = []
    for turn in range(1, 5):
        heaps.append(struct.unpack("<I", board.ask("STATS", 0))[0])
        board.ask("REPORT_ALL", 4900)
        board.run_until(lambda wanted=500 + 4900 * turn: len(board.journal) >= wanted)
    heaps.append(struct.unpack("<I", board.ask("STATS", 0))[0])
    assert len(board.journal) == 20_100
    # A collection may keep a few dead objects for the stack's sake; a byte a frame were 20 kB.
    assert max(heaps) - min(heaps) <= 512, heaps
    assert requests(board)[-4900:] == list(range(4900))


def test_the_path_of_the_port_is_a_link_as_under_dev_serial(board):
    assert Path(board.link.address).is_symlink()
