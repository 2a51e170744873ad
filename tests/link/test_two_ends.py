"""Both real ends against each other: nothing lost, nothing done twice, whatever the wire does."""

import pytest
from tests.link.fakes import (
    Babbles,
    ByteByByte,
    Cut,
    Doubles,
    Flips,
    Loses,
    Pair,
    Perfect,
    Swaps,
    links_up,
)

from tallone.link import BoardRestarted, LinkLost, LinkUp, ReportsLost

REPORTS = 150
COMMANDS = 40
WIRES = {
    "perfect": [Perfect()],
    "byte by byte": [ByteByByte()],
    "loses 1 %": [Loses(0.01)],
    "loses 20 %": [Loses(0.2)],
    "doubles": [Doubles(0.3)],
    "flips bits": [Flips(0.1)],
    "babbles": [Babbles(0.3)],
    "all of it, byte by byte": [
        Loses(0.05),
        Doubles(0.1),
        Flips(0.05),
        Babbles(0.1),
        ByteByByte(),
    ],
}


def exchange(pair, reports=REPORTS, commands=COMMANDS):
    """Send so many of each while there is room; return when all are through."""
    sent = asked = 0
    pair.up()
    while len(pair.journal) < reports or len(pair.answers) < commands:
        if sent < reports and pair.board.emit("REPORT_END", sent + 1):
            sent += 1
        if asked < commands and pair.session.is_open and pair.rng.random() < 0.2:
            asked += 1
            pair.session.command("REPORT_ALL", asked, now=pair.now)
        pair.step()
        assert pair.now < 700, f"{len(pair.journal)} reports, {len(pair.answers)} answers"


def assert_all_once(pair, reports=REPORTS, commands=COMMANDS):
    assert [number for _, _, number in pair.journal] == list(range(1, reports + 1))
    assert pair.done == list(range(1, commands + 1))
    assert sorted(pair.answers) == list(range(1, commands + 1))
    assert set(pair.answers.values()) == {b"done"}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("wire", WIRES)
def test_every_report_and_command_passes_once_and_in_order(wire, seed):
    pair = Pair(seed, to_host=WIRES[wire], to_board=WIRES[wire], commit=1 + seed * 3)
    exchange(pair)
    assert_all_once(pair)


@pytest.mark.parametrize("seed", range(3))
def test_frames_out_of_order_are_put_right(seed):
    pair = Pair(seed, to_host=[Swaps(0.2)], to_board=[Swaps(0.2)])
    exchange(pair)
    assert_all_once(pair)


def test_slow_journal_only_delays():
    pair = Pair(commit=200)
    exchange(pair)
    assert_all_once(pair)


@pytest.mark.parametrize("length", [1.0, 2.5, 4.0, 10.0])
@pytest.mark.parametrize("directions", [("to_host",), ("to_board",), ("to_host", "to_board")])
def test_cut_of_any_length_loses_nothing(directions, length):
    pair = Pair()
    for direction in directions:
        setattr(pair, direction, [Cut(pair, 100.5, 100.5 + length)])
    exchange(pair)
    assert_all_once(pair)
    assert bool(pair.seen(LinkLost)) == (length > 3)


def test_host_that_restarts_gets_what_it_has_not_written_down():
    pair = Pair(commit=1000).up()
    for number in range(1, 6):
        pair.board.emit("REPORT_END", number)
    pair.commit_every = 3
    pair.until(lambda: len(pair.journal) >= 3)
    for number in range(6, 10):
        pair.board.emit("REPORT_END", number)
    pair.commit_every = 1000
    pair.until(lambda: pair.unacked)
    pair.start_host(pair.journaled())
    pair.commit_every = 1
    pair.until(lambda: len(pair.journal) == 9)
    assert [number for _, _, number in pair.journal] == list(range(1, 10))


def test_host_that_restarts_drops_what_is_journaled_but_not_acknowledged():
    pair = Pair().up()
    pair.to_board = [Cut(pair, 0, 1e9)]
    for number in (1, 2, 3):
        pair.board.emit("REPORT_END", number)
    pair.until(lambda: len(pair.journal) == 3)
    pair.to_board = []
    pair.start_host(pair.journaled())
    pair.board.emit("REPORT_END", 4)
    pair.until(lambda: len(pair.journal) == 4)
    pair.run(0.5)
    assert [number for _, _, number in pair.journal] == [1, 2, 3, 4]
    assert pair.board.waiting == 0


@pytest.mark.parametrize("seed", range(4))
def test_host_that_restarts_at_any_moment_on_a_bad_wire_loses_and_repeats_nothing(seed):
    wire = [Loses(0.1), Doubles(0.1)]
    pair = Pair(seed, to_host=wire, to_board=wire, commit=4)
    sent = 0
    while len(pair.journal) < REPORTS:
        if sent < REPORTS and pair.board.emit("REPORT_END", sent + 1):
            sent += 1
        pair.step()
        if pair.rng.random() < 0.01:
            pair.start_host(pair.journaled())
    assert [number for _, _, number in pair.journal] == list(range(1, REPORTS + 1))


def test_port_that_closes_and_opens_again_loses_nothing():
    pair = Pair().up()
    pair.board.emit("REPORT_END", 1)
    pair.session.command("REPORT_ALL", 1, now=pair.now)
    assert pair.session.closed()
    pair.run(1)
    pair.session.opened(pair.now)
    pair.until(lambda: pair.journal and pair.answers)
    assert_all_once(pair, 1, 1)


def test_board_that_restarts_is_noticed_and_its_commands_are_given_up():
    pair = Pair().up()
    pair.board.emit("REPORT_END", 1)
    pair.until(lambda: pair.journal)
    pair.to_board = [Cut(pair, 0, 1e9)]
    lost = pair.session.command("REPORT_ALL", 1, now=pair.now)
    pair.boot(0xB008, boot_reason=3)
    pair.to_board = []
    pair.board.emit("REPORT_END", 1)
    pair.until(lambda: len(pair.journal) == 2)
    assert pair.seen(BoardRestarted) == [
        BoardRestarted(before=0xB007, boot_id=0xB008, boot_reason=3)
    ]
    assert pair.lost_commands == [lost]
    assert pair.journal == [(0xB007, 1, 1), (0xB008, 1, 1)]
    assert [event.welcome.boot_id for event in pair.seen(LinkUp)] == [0xB007, 0xB008]


@pytest.mark.parametrize("seed", range(4))
def test_board_that_restarts_at_any_moment_never_does_a_command_twice(seed):
    wire = [Loses(0.05), Doubles(0.2), Swaps(0.1)]
    pair = Pair(seed, to_host=wire, to_board=wire)
    asked, boots = 0, 0
    while boots < 5:
        pair.step()
        if pair.session.is_open and pair.rng.random() < 0.1:
            asked += 1
            pair.session.command("REPORT_ALL", asked, now=pair.now)
        if pair.rng.random() < 0.003:
            boots += 1
            pair.boot(0xB100 + boots)
    pair.run(8)
    assert asked > 20
    assert len(pair.done) == len(set(pair.done))
    assert pair.answered + len(pair.answers) <= len(pair.done)
    assert pair.answered + len(pair.answers) + len(pair.lost_commands) == asked


def test_reports_that_found_no_room_are_told_to_the_program():
    pair = Pair(event_slots=4)
    assert [bool(pair.board.emit("REPORT_END", 1)) for _ in range(7)] == [True] * 4 + [False] * 3
    pair.until(lambda: pair.seen(ReportsLost))
    pair.run(3)
    assert pair.seen(ReportsLost) == [ReportsLost(count=3)]


def test_silent_host_stops_the_board_within_three_seconds_and_a_bit():
    pair = Pair().up()
    start = pair.now
    while not pair.board.host_silent(round(pair.now * 1000)):
        pair.now += 0.01
        pair.board.poll(round(pair.now * 1000))
    assert 2.9 < pair.now - start < 3.1


def test_frames_from_before_a_restart_are_not_heard():
    pair = Pair().up()
    pair.session.command("REPORT_ALL", 1, now=pair.now)
    pair.board.emit("REPORT_END", 1)
    old_events = bytes(pair.board.next_frame())
    pair.session.receive(old_events, pair.now)
    pair.session.ack(1)
    old = pair.session.take_outgoing()
    pair.boot(0xB008)
    pair.board.emit("REPORT_END", 1)
    pair.until(lambda: links_up(pair) == 2)
    pair.board.receive(old, round(pair.now * 1000))
    assert pair.session.receive(old_events, pair.now) == []
    pair.run(1)
    assert pair.done == []
    assert pair.board.waiting == 0
    assert pair.journal == [(0xB008, 1, 1)]
    assert pair.board.strays >= 2
