"""The boards' end: reports kept, commands done once, sessions opened and lost."""

import pytest
from tests.wire.host_end import SESSION, HostEnd

from tallone_wire import device
from tallone_wire.answers import MAX_RESULT_BODY, RESULTS_KEPT
from tallone_wire.device import EVENT_WINDOW, LOG_LINES
from tallone_wire.messages import BAD, BUSY, OK, REFUSED, TABLE, UNKNOWN, pack, pack_body


class Worker:
    """A handler that notes what it is asked."""

    def __init__(self, outcome=(OK, b"")):
        self.asked = []
        self.outcome = outcome

    def __call__(self, fields):
        self.asked.append(fields)
        return self.outcome


# Greeting


def test_board_says_nothing_before_it_is_greeted():
    end = HostEnd()
    end.board.emit("LID", 1)
    end.board.log(1, "x")
    end.wait(2000, heartbeat=False)
    assert end.heard() == []
    assert not end.board.connected


def test_welcome_tells_versions_first_then_who_and_where():
    end = HostEnd()
    end.board.emit("LID", 1)
    end.hello()
    [(name, fields), *_] = end.heard()
    assert name == "WELCOME"
    assert fields == (1, 0, 0xB007, SESSION, 1, 1, 2, 0, b"TALLONE1", b"hash-of-", "0.1.0")


def test_hello_of_another_protocol_is_answered_and_opens_nothing():
    end = HostEnd().greeted()
    end.board.emit("LID", 1)
    end.hello(protocol=2)
    assert [name for name, _ in end.heard()] == ["WELCOME"]
    assert not end.board.connected


def test_hello_that_a_later_protocol_has_made_longer_is_answered():
    end = HostEnd()
    end.send_raw(TABLE["HELLO"][0], pack("HELLO", 7, SESSION) + b"more")
    assert [name for name, _ in end.heard()] == ["WELCOME"]


def test_hello_cut_short_is_counted():
    end = HostEnd()
    end.send_raw(TABLE["HELLO"][0], b"\1\0")
    assert end.heard() == []
    assert end.board.bad_messages == 1


def test_repeated_hello_is_answered_and_nothing_is_sent_twice():
    end = HostEnd().greeted()
    end.board.emit("LID", 1)
    assert end.heard_events() == [1]
    end.hello()
    assert [name for name, _ in end.heard()] == ["WELCOME"]


def test_new_session_gets_every_report_that_is_still_kept():
    end = HostEnd().greeted()
    for _ in range(3):
        end.board.emit("LID", 1)
    assert end.heard_events() == [1, 2, 3]
    end.send("EVENT_ACK", 1)
    end.session += 1
    end.hello()
    assert end.heard_events() == [2, 3]


def test_frame_of_another_session_is_not_heard():
    worker = Worker()
    end = HostEnd({"TARE": worker}).greeted()
    end.session += 1
    end.command(1, "TARE", 0)
    assert worker.asked == []
    assert end.board.strays == 1


def test_message_that_is_not_for_boards_is_counted():
    end = HostEnd().greeted()
    end.send("LOG", 1, "what?")
    end.send_raw(TABLE["EVENT_ACK"][0], b"\1\2\3")
    end.send_raw(0xEE, b"12345")
    assert end.board.bad_messages == 3


def test_receive_takes_single_bytes_and_buffers():
    end = HostEnd()
    frame = end.writer.frame(SESSION, TABLE["HELLO"][0], pack("HELLO", 1, SESSION))
    for byte in frame[:9]:
        end.board.receive(byte, end.now)
    end.board.receive(memoryview(frame)[9:], end.now)
    assert end.board.connected


# Silence


def test_host_is_silent_until_it_greets_and_after_three_seconds_without_it():
    end = HostEnd()
    assert end.board.host_silent(end.now)
    end.greeted()
    assert not end.board.host_silent(end.now)
    assert not end.board.host_silent(end.now + 3000)
    assert end.board.host_silent(end.now + 3001)


def test_silence_closes_the_session_and_only_a_hello_opens_it():
    end = HostEnd().greeted()
    end.wait(3100, heartbeat=False)
    assert not end.board.connected
    end.send("HOST_HEARTBEAT", 0)
    end.board.emit("LID", 1)
    assert end.heard_events() == []
    end.hello()
    assert end.heard_events() == [1]


def test_heartbeats_of_the_host_keep_the_session():
    end = HostEnd().greeted()
    end.wait(10_000)
    assert end.board.connected


def test_board_sends_a_heartbeat_a_second():
    end = HostEnd().greeted()
    end.board.free_kb = 77
    beats = []
    for _ in range(100):
        end.wait(50)
        beats += [fields for name, fields in end.heard() if name == "HEARTBEAT"]
    assert [fields[0] for fields in beats] == [1000, 2000, 3000, 4000, 5000]
    assert beats[0][1:] == (1, 0, 77)


def test_time_may_wrap():
    end = HostEnd()
    end.now = 2**30 - 200
    end.board.poll(end.now)
    end.hello()
    end.heard()
    end.board.poll(300)
    assert not end.board.host_silent(300)
    assert end.board.connected
    end.board.poll(2800)
    assert end.board.host_silent(2801)


# Reports


def test_reports_are_numbered_from_one_without_gaps():
    end = HostEnd()
    assert [end.board.emit("LID", 1) for _ in range(3)] == [1, 2, 3]


def test_report_carries_its_time_or_the_last_known():
    end = HostEnd().greeted()
    end.board.emit("LID", 1)
    end.board.emit("LID", 0, at_ms=2**30 + 5)
    assert [fields[1:] for _, fields in end.heard()] == [
        (1000, pack_body("LID", 1)),
        (5, pack_body("LID", 0)),
    ]


def test_no_more_than_a_window_of_reports_is_on_its_way():
    end = HostEnd().greeted()
    for _ in range(EVENT_WINDOW + 5):
        end.board.emit("LID", 1)
    assert end.heard_events() == list(range(1, EVENT_WINDOW + 1))
    end.send("EVENT_ACK", 2)
    assert end.heard_events() == [EVENT_WINDOW + 1, EVENT_WINDOW + 2]


def test_ring_that_is_full_takes_no_more_and_counts():
    end = HostEnd(event_slots=4).greeted()
    assert [end.board.emit("LID", 1) for _ in range(6)] == [1, 2, 3, 4, 0, 0]
    assert end.board.lost_events == 2
    assert end.board.room == 0
    end.heard()
    end.send("HOST_HEARTBEAT", 3)
    assert end.board.room == 3
    assert end.board.emit("LID", 1) == 5
    assert end.heard_events() == [5]
    end.wait(1000)
    assert [fields[2] for name, fields in end.heard() if name == "HEARTBEAT"] == [2]


def test_report_without_an_answer_is_sent_again_with_all_that_follow():
    end = HostEnd().greeted()
    end.board.emit("LID", 1)
    end.board.emit("LID", 0)
    assert end.heard_events() == [1, 2]
    end.wait(350)
    assert end.heard_events() == []
    end.wait(50)
    assert end.heard_events() == [1, 2]


def test_waits_for_the_answer_grow_up_to_their_bound():
    end = HostEnd().greeted()
    end.board.emit("LID", 1)
    end.heard()
    waits, last = [], end.now
    while len(waits) < 5:
        end.wait(50)
        if end.heard_events():
            waits.append(end.now - last)
            last = end.now
    assert waits == [400, 800, 1600, 2000, 2000]


def test_answers_set_the_pace():
    end = HostEnd().greeted()
    for _ in range(30):
        end.board.emit("LID", 1)
        [number] = end.heard_events()
        end.now += 20
        end.send("EVENT_ACK", number)
    end.board.emit("LID", 1)
    end.heard()
    end.wait(200)
    assert end.heard_events() == [31]


def test_answer_to_a_repeated_report_says_nothing_about_the_pace():
    end = HostEnd().greeted()
    end.board.emit("LID", 1)
    end.heard()
    end.wait(450)
    end.heard()
    end.send("EVENT_ACK", 1)
    end.board.emit("LID", 1)
    end.heard()
    end.wait(700)
    assert end.heard_events() == []
    end.wait(100)
    assert end.heard_events() == [2]


@pytest.mark.parametrize("number", [0, 3, 2**32 - 1])
def test_word_about_a_report_that_is_not_kept_changes_nothing(number):
    end = HostEnd().greeted()
    end.board.emit("LID", 1)
    end.board.emit("LID", 1)
    end.heard()
    end.send("EVENT_ACK", number)
    end.send("EVENT_RESEND", number)
    assert end.board.waiting == 2
    assert end.heard_events() == []


def test_host_may_acknowledge_what_an_earlier_session_was_sent():
    end = HostEnd().greeted()
    end.board.emit("LID", 1)
    end.board.emit("LID", 1)
    end.heard()
    end.session += 1
    end.hello()
    end.send("EVENT_ACK", 1)
    assert end.heard_events() == [2]


def test_host_may_ask_for_a_report_again():
    end = HostEnd().greeted()
    for _ in range(4):
        end.board.emit("LID", 1)
    end.heard()
    end.send("EVENT_RESEND", 3)
    assert end.heard_events() == [3, 4]


def test_longest_report_fits():
    end = HostEnd().greeted()
    tags = bytes(8 * 28)
    assert end.board.emit("ZONE_ROUND", 1, 2, 3, 28, 28, tags) == 1
    [(_, fields)] = end.heard()
    assert fields[2] == pack_body("ZONE_ROUND", 1, 2, 3, 28, 28, tags)


# Commands


def test_command_is_done_and_answered():
    worker = Worker((OK, b"seven"))
    end = HostEnd({"TARE": worker}).greeted()
    end.command(1, "TARE", 3)
    assert worker.asked == [(3,)]
    assert end.heard() == [("RESULT", (1, OK, b"seven"))]


def test_repeated_command_is_answered_and_not_done_again():
    worker = Worker((BUSY, b"x"))
    end = HostEnd({"TARE": worker}).greeted()
    for _ in range(3):
        end.command(1, "TARE", 3)
    end.command(1, "TARE", 4)
    assert worker.asked == [(3,)]
    assert end.heard() == [("RESULT", (1, BUSY, b"x"))]
    end.command(1, "TARE", 3)
    assert end.heard() == [("RESULT", (1, BUSY, b"x"))]


def test_commands_are_done_in_order_even_when_one_gets_lost():
    worker = Worker()
    end = HostEnd({"TARE": worker}).greeted()
    end.command(2, "TARE", 2)
    assert end.heard() == []
    end.command(1, "TARE", 1)
    end.command(2, "TARE", 2)
    assert worker.asked == [(1,), (2,)]


def test_command_whose_result_is_forgotten_is_refused_and_not_done():
    worker = Worker()
    end = HostEnd({"TARE": worker}).greeted()
    for number in range(1, RESULTS_KEPT + 2):
        end.command(number, "TARE", 0)
        end.heard()
    end.command(2, "TARE", 0)
    end.command(1, "TARE", 0)
    assert len(worker.asked) == RESULTS_KEPT + 1
    assert end.heard() == [("RESULT", (1, REFUSED, b"")), ("RESULT", (2, OK, b""))]


def test_last_command_is_known_to_the_next_session():
    end = HostEnd({"TARE": Worker()}).greeted()
    end.command(1, "TARE", 0)
    end.heard()
    end.session += 1
    end.hello()
    assert [fields[7] for _, fields in end.heard()] == [1]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", UNKNOWN),
        (b"\xee", UNKNOWN),
        (pack_body("FOCUS", 1), UNKNOWN),
        (pack_body("TARE", 1) + b"x", BAD),
    ],
)
def test_command_that_cannot_be_read_is_answered(body, status):
    end = HostEnd({"TARE": Worker()}).greeted()
    end.send("COMMAND", 1, body)
    assert end.heard() == [("RESULT", (1, status, b""))]


def test_command_may_be_completed_later():
    worker = Worker(None)
    end = HostEnd({"TARE": worker}).greeted()
    end.command(1, "TARE", 0)
    end.command(1, "TARE", 0)
    assert end.heard() == []
    assert end.board.command == 1
    end.board.complete(1, OK, b"later")
    end.board.complete(1, BAD, b"and again")
    end.board.complete(2, OK, b"never asked")
    assert end.heard() == [("RESULT", (1, OK, b"later"))]
    assert worker.asked == [(0,)]


def test_command_may_be_completed_by_its_own_handler():
    end = HostEnd({"TARE": lambda fields: end.board.complete(1, OK, b"now")}).greeted()
    end.command(1, "TARE", 0)
    assert end.heard() == [("RESULT", (1, OK, b"now"))]


def test_handler_that_completes_and_also_answers_is_answered_once():
    def both(fields):
        end.board.complete(1, OK, b"first")
        return BAD, b"second"

    end = HostEnd({"TARE": both}).greeted()
    end.command(1, "TARE", 0)
    assert end.heard() == [("RESULT", (1, OK, b"first"))]


def test_no_more_commands_are_open_at_once_than_results_are_kept():
    worker = Worker(None)
    end = HostEnd({"TARE": worker}).greeted()
    for number in range(1, RESULTS_KEPT + 3):
        end.command(number, "TARE", 0)
    assert len(worker.asked) == RESULTS_KEPT
    end.board.complete(1, OK)
    end.heard()
    end.command(RESULTS_KEPT + 1, "TARE", 0)
    assert len(worker.asked) == RESULTS_KEPT + 1


def test_command_waits_until_the_result_in_its_place_is_sent():
    worker = Worker()
    end = HostEnd({"TARE": worker}).greeted()
    for number in range(1, RESULTS_KEPT + 2):
        end.command(number, "TARE", 0)
    assert len(worker.asked) == RESULTS_KEPT
    assert len(end.heard()) == RESULTS_KEPT
    end.command(RESULTS_KEPT + 1, "TARE", 0)
    assert len(worker.asked) == RESULTS_KEPT + 1


def test_result_beyond_the_bound_is_an_error_of_the_firmware():
    end = HostEnd({"TARE": Worker((OK, bytes(MAX_RESULT_BODY + 1)))}).greeted()
    with pytest.raises(ValueError, match=str(MAX_RESULT_BODY)):
        end.command(1, "TARE", 0)


# Log lines


def test_log_lines_are_cut_and_bounded():
    end = HostEnd().greeted()
    for number in range(LOG_LINES + 2):
        end.board.log(2, f"{number}" + "è" * 150)
    lines = [fields for name, fields in end.heard() if name == "LOG"]
    assert len(lines) == LOG_LINES
    assert all(len(text.encode()) <= device.MAX_LOG_BYTES for _, text in lines)
    assert end.board.lost_logs == 2


def test_wake_is_called_when_there_is_something_to_send():
    calls = []
    end = HostEnd().greeted()
    end.board.wake = lambda: calls.append(1)
    end.board.emit("LID", 1)
    end.board.log(1, "x")
    assert len(calls) == 2
    end.board.poll(end.now)
    assert len(calls) == 2
    end.heard()
    end.wait(450)
    assert len(calls) == 3
