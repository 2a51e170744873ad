"""The host's end: who may talk, what comes out once, what is repeated, what is refused."""

import itertools

import pytest
from tests.link.board_end import BoardEnd

from tallone.errors import LinkError
from tallone.link import (
    BoardLog,
    BoardRestarted,
    CommandDone,
    CommandLost,
    Heartbeat,
    LinkLost,
    LinkState,
    LinkUp,
    NoAnswer,
    Refused,
    Report,
    ReportsLost,
    Status,
    StrayText,
    Unreadable,
)
from tallone.link.messages import MAX_TEXT
from tallone.link.outbox import MAX_OUTGOING
from tallone.link.pending import MAX_WAITING, PATIENCE_S, WINDOW
from tallone.link.reports import ZoneRound
from tallone_wire.messages import OK, TABLE, pack, pack_body

# Greeting


def test_closed_session_sends_and_hears_nothing():
    end = BoardEnd()
    assert end.event(1) == []
    assert end.wait(10, alive=False) == []
    assert end.heard() == []
    assert end.host.next_deadline() == float("inf")


def test_open_port_is_greeted_twice_a_second():
    end = BoardEnd().opened()
    hellos = []
    for _ in range(45):
        end.wait(0.05, alive=False)
        hellos += [name for name, _ in end.heard()]
    assert hellos == ["HELLO"] * 5


def test_greeting_has_no_byte_that_interrupts_a_starting_board():
    for session in (*range(0, 3000, 7), 0x03030303, 0x03000000, 0xFFFFFFFF):
        end = BoardEnd(session=session).opened()
        stream = end.host.take_outgoing()
        assert 3 not in stream
        assert end.decode(stream) == [("HELLO", (1, end.greeting))]


def test_every_greeting_is_another_session():
    end = BoardEnd(session=2**32 - 1)
    sessions = []
    for _ in range(250):
        end.opened()
        end.heard()
        sessions.append(end.greeting)
        end.host.closed()
    assert len(set(sessions)) == 250
    assert all(0 <= session < 2**32 for session in sessions)
    assert all(one & 0xFF != two & 0xFF for one, two in itertools.pairwise(sessions))


def test_welcome_opens_the_link():
    end = BoardEnd().opened()
    end.heard()
    [up] = end.welcome()
    assert isinstance(up, LinkUp)
    assert (up.welcome.role, up.welcome.boot_id, up.welcome.serial) == ("mat", 0xB007, b"TALLONE1")
    assert (up.welcome.firmware_version, up.welcome.firmware_hash) == ("0.1.0", b"hash-of-")
    assert end.host.welcome == up.welcome


def test_welcome_of_another_greeting_is_not_heard():
    end = BoardEnd().opened()
    end.heard()
    assert end.welcome(session=end.greeting + 1) == []
    assert not end.host.is_open
    assert end.host.counters.strays == 1


def test_welcome_that_comes_twice_changes_nothing():
    end = BoardEnd().open()
    end.event(1)
    assert end.welcome() == []
    assert end.event(1) == []
    assert end.host.is_open


@pytest.mark.parametrize("payload", [b"", bytes(10)])
def test_welcome_without_its_head_is_counted(payload):
    end = BoardEnd().opened()
    end.heard()
    assert end.send_raw(TABLE["WELCOME"][0], payload) == []
    assert end.host.counters.bad_messages == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"protocol": 2}, "protocol 2, this program 1: update this program"),
        ({"protocol": 0}, "protocol 0, this program 1: run `tallone firmware install mat`"),
        ({"role": 1}, "this port has the croupier, not the mat"),
        ({"role": 9}, "this port has the board of kind 9, not the mat"),
        ({"firmware_version": "0.0.9"}, "runs firmware 0.0.9, this program needs 0.1.0"),
        ({"firmware_version": "0.x\x07"}, "runs firmware 0.x?, this program needs 0.1.0"),
    ],
)
def test_board_that_does_not_fit_is_refused_with_what_to_do(changes, words):
    end = BoardEnd(minimum_firmware="0.1.0").opened()
    end.heard()
    [refused] = end.welcome(**changes)
    assert isinstance(refused, Refused)
    assert words in refused.sentence
    assert end.host.state is LinkState.REFUSED
    assert end.welcome() == []
    assert end.wait(10) == []
    assert end.heard() == []


def test_later_protocol_is_refused_by_its_head_alone():
    end = BoardEnd().opened()
    end.heard()
    head = pack("WELCOME", 9, 0, 1, end.greeting, 0, 0, 0, 0, bytes(8), bytes(8), "")[:11]
    [refused] = end.send_raw(TABLE["WELCOME"][0], head)
    assert "protocol 9" in refused.sentence


@pytest.mark.parametrize("version", ["0.1.0", "0.1.1", "0.10.0", "1.0", "0.1.0.3"])
def test_firmware_that_is_new_enough_is_taken(version):
    BoardEnd(minimum_firmware="0.1.0").open(firmware_version=version)


def test_refused_board_is_greeted_again_when_its_port_opens_again():
    end = BoardEnd().opened()
    end.heard()
    end.welcome(role=1)
    assert end.host.closed() == []
    end.open()


def test_board_that_does_not_answer_is_told_once():
    end = BoardEnd().opened()
    [no_answer] = end.wait(20, alive=False)
    assert isinstance(no_answer, NoAnswer)
    assert "Unplug it" in no_answer.sentence


# Time


def test_silence_of_three_seconds_breaks_the_link_and_greets_again():
    end = BoardEnd().open()
    assert end.wait(3.0, alive=False) == []
    [lost] = end.wait(0.1, alive=False)
    assert isinstance(lost, LinkLost)
    assert "3 s" in lost.reason
    assert [name for name, _ in end.heard()] == ["HELLO"]
    [up] = end.welcome()
    assert isinstance(up, LinkUp)


def test_program_that_was_busy_greets_again_at_once():
    end = BoardEnd().open()
    end.now += 3.5
    end.event(1)
    [lost] = end.host.poll(end.now)
    assert lost == LinkLost(reason="the program was busy for 4 s")
    assert [name for name, _ in end.heard()] == ["HELLO"]


def test_anything_good_from_the_board_keeps_the_link():
    end = BoardEnd().open()
    for number in range(1, 9):
        assert end.wait(2.0, alive=False) == []
        end.event(number)


def test_host_sends_a_heartbeat_a_second_with_what_is_acknowledged():
    end = BoardEnd().open()
    end.event(1)
    end.host.ack(1)
    assert end.heard() == [("EVENT_ACK", (1,))]
    beats = []
    for _ in range(9):
        end.wait(0.5)
        beats += end.heard()
    assert beats == [("HOST_HEARTBEAT", (1,))] * 4


def test_next_deadline_is_the_moment_something_is_due():
    end = BoardEnd().opened()
    assert end.host.next_deadline() == pytest.approx(end.now + 0.5)
    end.heard()
    end.welcome()
    assert end.host.next_deadline() == pytest.approx(end.now + 1.0)
    end.host.command("TARE", 1, now=end.now)
    assert end.host.next_deadline() == pytest.approx(end.now + 0.2)
    while end.host.is_open:
        end.now = max(end.now, end.host.next_deadline())
        end.host.poll(end.now)
    assert end.now == pytest.approx(53.0, abs=0.1)


# Reports


def test_report_comes_out_with_its_fields_and_times():
    end = BoardEnd().open()
    [report] = end.event(1, "ZONE_ROUND", 4, 9, 0, 1, 1, (b"12345678",))
    assert report == Report(
        boot_id=0xB007,
        event=1,
        said=ZoneRound(zone=4, round=9, flags=0, total=1, n_in=1, tags=(b"12345678",)),
        at_ms=77,
        received_at=end.now,
    )


def test_repeated_report_comes_out_once():
    end = BoardEnd().open()
    assert len(end.event(1)) == 1
    assert end.event(1) == []
    assert end.host.counters.duplicates == 1
    assert end.heard() == []


def test_report_repeated_after_its_ack_is_acknowledged_again():
    end = BoardEnd().open()
    end.event(1)
    end.host.ack(1)
    assert end.heard() == [("EVENT_ACK", (1,))]
    end.event(1)
    assert end.heard() == [("EVENT_ACK", (1,))]


def test_gap_is_asked_for_once_in_a_while():
    end = BoardEnd().open()
    assert end.event(2) == []
    assert end.event(3) == []
    assert end.heard() == [("EVENT_RESEND", (1,))]
    end.wait(0.25)
    assert end.event(3) == []
    assert end.heard() == [("EVENT_RESEND", (1,))]
    assert [report.event for number in (1, 2, 3) for report in end.event(number)] == [1, 2, 3]


def test_acks_are_gathered():
    end = BoardEnd().open()
    for number in (1, 2, 3):
        end.event(number)
        end.host.ack(number)
    end.host.ack(2)
    assert end.heard() == [("EVENT_ACK", (3,))]
    assert end.heard() == []


def test_ack_of_a_report_that_was_not_delivered_is_an_error():
    end = BoardEnd().open()
    with pytest.raises(LinkError, match="event 1 of the mat"):
        end.host.ack(1)


def test_ack_of_an_earlier_boot_is_ignored():
    end = BoardEnd().open()
    end.event(1)
    end.host.ack(1, boot_id=0xDEAD)
    assert end.heard() == []
    end.host.ack(1, boot_id=0xB007)
    assert end.heard() == [("EVENT_ACK", (1,))]


def test_ack_waits_while_the_link_is_broken():
    end = BoardEnd().open()
    end.event(1)
    end.wait(4, alive=False)
    end.host.ack(1)
    assert {name for name, _ in end.heard()} == {"HELLO"}
    end.welcome()
    assert end.heard() == [("EVENT_ACK", (1,))]


def test_what_the_journal_has_is_acknowledged_and_not_delivered():
    end = BoardEnd(journaled={0xB007: 4, 0xBEEF: 9}).opened()
    end.heard()
    end.welcome(first_event=3, next_event=7)
    assert end.heard() == [("EVENT_ACK", (4,))]
    assert end.event(3) == []
    assert end.event(4) == []
    assert [report.event for report in end.event(5)] == [5]


@pytest.mark.parametrize("known", [0, 1, 7, 99])
def test_journal_that_does_not_agree_with_the_board_begins_with_what_is_kept(known):
    end = BoardEnd(journaled={0xB007: known}).opened()
    end.heard()
    end.welcome(first_event=3, next_event=7)
    assert end.heard() == []
    assert [report.event for report in end.event(3)] == [3]


def test_report_that_the_table_does_not_explain_comes_out_unread():
    end = BoardEnd().open()
    events = end.send("EVENT", 1, 5, b"\xeejunk")
    assert events == [Unreadable(boot_id=0xB007, event=1, body=b"\xeejunk")]
    end.host.ack(1)
    assert end.heard() == [("EVENT_ACK", (1,))]


def test_lost_reports_are_told_once_for_each_boot():
    end = BoardEnd().open()
    assert end.send("HEARTBEAT", 1, 1, 3, 50)[0] == ReportsLost(count=3)
    beat = Heartbeat(uptime_ms=2, lost_events=3, free_kb=50)
    assert end.send("HEARTBEAT", 2, 1, 3, 50) == [beat]
    assert end.send("HEARTBEAT", 3, 1, 5, 50)[0] == ReportsLost(count=2)
    end.welcome(boot_id=2)
    end.heard()
    end.welcome(boot_id=2)
    assert end.send("HEARTBEAT", 1, 1, 1, 50)[0] == ReportsLost(count=1)


# Commands


def test_command_is_sent_and_answered_once():
    end = BoardEnd().open()
    assert end.host.command("TARE", 2, now=end.now) == 1
    assert end.heard() == [("COMMAND", (1, pack_body("TARE", 2)))]
    assert end.send("RESULT", 1, OK, b"x") == [
        CommandDone(command=1, name="TARE", status=Status.OK, body=b"x")
    ]
    assert end.send("RESULT", 1, OK, b"x") == []
    assert end.send("RESULT", 9, OK, b"x") == []


def test_numbers_go_on_from_the_last_command_the_board_knows():
    end = BoardEnd().open(last_command=41)
    assert end.host.command("TARE", 2, now=end.now) == 42


def test_command_is_repeated_until_it_is_answered():
    end = BoardEnd().open()
    end.host.command("TARE", 2, now=end.now)
    sent = []
    for _ in range(50):
        end.wait(0.1)
        sent += [fields for name, fields in end.heard() if name == "COMMAND"]
    assert sent == [(1, pack_body("TARE", 2))] * len(sent)
    assert 4 <= len(sent) <= 7
    assert end.host.repeated_commands == len(sent) - 1
    assert len(end.send("RESULT", 1, OK, b"")) == 1


def test_only_a_window_of_commands_is_on_its_way():
    end = BoardEnd().open()
    for _ in range(WINDOW + 3):
        end.host.command("TARE", 0, now=end.now)
    assert [fields[0] for _, fields in end.heard()] == list(range(1, WINDOW + 1))
    end.send("RESULT", 2, OK, b"")
    assert end.heard() == []
    end.send("RESULT", 1, OK, b"")
    assert [fields[0] for _, fields in end.heard()] == [WINDOW + 1, WINDOW + 2]


def test_too_many_commands_are_an_error_of_the_program():
    end = BoardEnd().open()
    for _ in range(MAX_WAITING):
        end.host.command("TARE", 0, now=end.now)
    with pytest.raises(LinkError, match=r"TARE is one too many"):
        end.host.command("TARE", 0, now=end.now)


def test_command_without_a_link_is_an_error():
    with pytest.raises(LinkError, match="the mat is not connected: TARE"):
        BoardEnd().host.command("TARE", 0, now=0.0)


def test_command_with_a_value_out_of_range_is_an_error():
    end = BoardEnd().open()
    with pytest.raises(LinkError, match="TARE with fields out of range"):
        end.host.command("TARE", 256, now=end.now)


def test_command_that_is_never_answered_breaks_the_link_and_is_kept():
    end = BoardEnd().open()
    end.host.command("TARE", 0, now=end.now)
    assert end.wait(PATIENCE_S - 0.5) == []
    [lost] = end.wait(1.0)
    assert "does not answer TARE" in lost.reason
    end.heard()
    end.welcome()
    assert end.heard() == [("COMMAND", (1, pack_body("TARE", 0)))]


def test_command_waits_for_the_same_boot_and_is_lost_with_another():
    end = BoardEnd().open()
    end.host.command("TARE", 0, now=end.now)
    assert end.host.closed() == [LinkLost(reason="the port of the mat is closed")]
    assert end.heard() == []
    end.opened()
    end.heard()
    end.welcome(last_command=1)
    assert [name for name, _ in end.heard()] == ["COMMAND"]
    assert end.host.command("FOCUS", 0, now=end.now) == 2
    [lost] = end.welcome(boot_id=7)
    assert isinstance(lost, LinkLost)
    end.heard()
    assert end.welcome(boot_id=7, boot_reason=2)[:-1] == [
        BoardRestarted(before=0xB007, boot_id=7, boot_reason=2),
        CommandLost(command=1, name="TARE"),
        CommandLost(command=2, name="FOCUS"),
    ]
    assert end.host.command("TARE", 0, now=end.now) == 1


def test_status_beyond_the_table_is_counted_and_the_command_goes_on():
    end = BoardEnd().open()
    end.host.command("TARE", 0, now=end.now)
    assert end.send("RESULT", 1, 99, b"") == []
    assert end.host.counters.bad_messages == 1
    assert len(end.send("RESULT", 1, OK, b"")) == 1


# Bounds and noise


def test_messages_of_the_host_and_unknown_ones_are_counted():
    end = BoardEnd().open()
    assert end.send("EVENT_ACK", 1) == []
    assert end.send_raw(0xEE, b"") == []
    assert end.send_raw(TABLE["EVENT"][0], b"123") == []
    assert end.host.counters.bad_messages == 3


def test_frame_of_another_session_is_not_heard():
    end = BoardEnd().open()
    end.greeting += 1
    assert end.event(1) == []
    assert end.host.counters.strays == 1


def test_log_lines_are_cleaned_and_cut():
    end = BoardEnd().open()
    [line] = end.send("LOG", 2, "a\n b\x1b[31m\tc" + "x" * 200)
    assert isinstance(line, BoardLog)
    assert line.text.startswith("a b?[31m c")
    assert len(line.text) == MAX_TEXT


def test_traceback_between_frames_comes_out_as_text():
    end = BoardEnd().open()
    frame = end.writer.frame(end.greeting, 5, pack("EVENT", 1, 5, pack_body("LID", 1)))
    events = end.host.receive(b"Traceback:\r\n  OSError: 5\r\n" + frame, end.now)
    assert events[0] == StrayText(text="Traceback: OSError: 5")
    assert isinstance(events[1], Report)


def test_endless_text_comes_out_in_pieces_and_binary_noise_does_not():
    end = BoardEnd().open()
    events = end.host.receive(b"spam " * 1000, end.now)
    assert 5 < len(events) < 20
    assert end.host.receive(b"\0" + bytes(range(1, 200)) + b"\0hm\0", end.now)[1:] == []
    assert end.host.reader.bad >= 2


def test_program_that_never_writes_does_not_fill_the_memory():
    end = BoardEnd().open()
    while not end.host.dropped_frames:
        end.now += 1.0
        end.send("HEARTBEAT", 0, 1, 0, 0)
        end.host.poll(end.now)
    assert MAX_OUTGOING - 20 < len(end.host.take_outgoing()) <= MAX_OUTGOING
    end.now += 1.0
    end.host.poll(end.now)
    assert end.heard() == [("HOST_HEARTBEAT", (0,))]


def test_missed_frames_are_counted():
    end = BoardEnd().open()
    end.event(1)
    end.writer.sequence += 2
    end.event(2)
    assert (end.host.reader.good, end.host.reader.missed) == (3, 2)
