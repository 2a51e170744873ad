"""The board's side of a pairing: nothing is heard before the host has proved itself, nothing without a tag."""

import hashlib
import hmac as standard
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.wire.host_end import SESSION, HostEnd

from tallone_wire import pairing
from tallone_wire.messages import OK, TABLE, pack, pack_body
from tallone_wire.pairing import PAIRED, Pairing, bound, command_tag, hmac, is_same, tag

KEY = bytes(range(32))
ASKED = b"a" * 16


@given(st.binary(max_size=64), st.binary(max_size=300))
def test_hmac_is_rfc_2104s(key, message):
    assert hmac(key, message) == standard.digest(key, message, "sha256")


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_bytes_are_the_same_or_not(one, other):
    assert is_same(one, other) == (one == other)
    assert is_same(one, bytes(one))


def paired(key=KEY, **options):
    drawn = itertools.count(1)
    made = Pairing(
        key,
        lambda asked: hashlib.sha256(b"flash" + asked).digest()[:16],
        lambda count: next(drawn).to_bytes(count, "big"),
    )
    return HostEnd(pairing=made, **options)


def proved(end, key=KEY, asked=ASKED):
    """Greet, ask, answer; return the session's key."""
    end.hello()
    end.heard()
    end.send("PROVE", asked)
    [(name, (answered, flash, proof))] = end.heard()
    assert name == "PROOF"
    rest = bound(SESSION, 0xB007, flash)
    assert proof == tag(key, b"board", asked, answered, rest)
    end.send("PROVED", tag(key, b"host", asked, answered, rest))
    return tag(key, b"session", asked, answered, rest)


def command(end, session_key, number, *, name="REPORT_ALL", fields=(5,)):
    body = pack_body(name, *fields)
    end.send("COMMAND", number, body + command_tag(session_key, number, body))


class Worker(list):
    def __call__(self, fields):
        self.append(fields)
        return OK, b""


def test_a_paired_board_says_so_and_says_nothing_else():
    end = paired()
    end.board.emit("LID", 1)
    end.hello()
    [(name, fields)] = end.heard()
    assert name == "WELCOME"
    assert fields[4] == 1 | PAIRED
    end.wait(2000, heartbeat=False)
    assert end.heard() == []
    assert not end.board.connected
    assert end.board.host_silent(0)


def test_the_host_that_has_the_key_gets_reports_and_is_obeyed():
    worker = Worker()
    end = paired(handlers={"REPORT_ALL": worker})
    end.board.emit("LID", 1)
    session_key = proved(end)
    assert end.board.connected
    assert {name for name, _ in end.heard()} == {"HEARTBEAT", "EVENT"}
    command(end, session_key, 1)
    assert worker == [(5,)]
    command(end, session_key, 1)
    assert worker == [(5,)]


@pytest.mark.parametrize("name", ["COMMAND", "EVENT_ACK", "EVENT_RESEND", "HOST_HEARTBEAT"])
def test_who_has_no_key_commands_nothing_and_acknowledges_nothing(name):
    worker = Worker()
    end = paired(handlers={"REPORT_ALL": worker})
    end.board.emit("LID", 1)
    end.hello()
    end.heard()
    fields = (1, pack_body("REPORT_ALL", 5)) if name == "COMMAND" else (1,)
    end.send(name, *fields)
    assert worker == []
    assert end.board.waiting == 1
    assert end.heard() == []
    assert end.board.strays == 1


def test_a_guess_of_the_hosts_tag_opens_nothing():
    end = paired()
    end.hello()
    end.heard()
    end.send("PROVED", bytes(16))  # before any question
    end.send("PROVE", ASKED)
    end.heard()
    for guess in (bytes(16), b"\xff" * 16):
        end.send("PROVED", guess)
    assert not end.board.connected
    assert end.board.strays == 3


@pytest.mark.parametrize("number", ["PROVE", "PROVED"])
@pytest.mark.parametrize("length", [0, 15, 17])
def test_a_question_of_another_length_is_counted(number, length):
    end = paired()
    end.hello()
    end.heard()
    end.send_raw(TABLE[number][0], bytes(length))
    assert end.board.strays == 1
    assert end.heard() == []


def test_a_board_without_a_key_is_asked_in_vain():
    end = HostEnd().greeted()
    end.heard()
    end.send("PROVE", ASKED)
    assert end.heard() == []
    assert end.board.bad_messages == 1


def test_a_replayed_session_opens_nothing_and_commands_nothing():
    worker = Worker()
    end = paired(handlers={"REPORT_ALL": worker})
    session_key = proved(end)
    command(end, session_key, 1)
    end.wait(4000, heartbeat=False)
    assert not end.board.connected
    end.heard()
    # The same bytes again: hello, question, the host's tag of then, and a command that was true then.
    end.hello()
    end.send("PROVE", ASKED)
    [_welcome, (_name, (answered, flash, _proof))] = end.heard()
    old = (1).to_bytes(16, "big")
    assert answered != old
    end.send("PROVED", tag(KEY, b"host", ASKED, old, bound(SESSION, 0xB007, flash)))
    command(end, session_key, 2)
    assert not end.board.connected
    assert worker == [(5,)]


def test_a_command_without_the_tag_or_with_anothers_is_not_done():
    worker = Worker()
    end = paired(handlers={"REPORT_ALL": worker})
    session_key = proved(end)
    body = pack_body("REPORT_ALL", 5)
    for wrong in (
        body,
        body + bytes(8),
        body + command_tag(session_key, 2, body),
        body + command_tag(KEY, 1, body),
        pack_body("REPORT_ALL", 6) + command_tag(session_key, 1, body),
        b"",
        bytes(8),
    ):
        before = end.board.strays
        end.send("COMMAND", 1, wrong)
        assert end.board.strays == before + 1
    assert worker == []
    command(end, session_key, 1)
    assert worker == [(5,)]


def test_another_greeting_ends_what_was_proved():
    end = paired()
    session_key = proved(end)
    assert end.board.connected
    end.heard()
    end.session = SESSION + 1
    end.hello()
    assert not end.board.connected
    command(end, session_key, 1)
    assert [name for name, _ in end.heard()] == ["WELCOME"]


def test_a_repeated_greeting_or_question_changes_nothing():
    end = paired()
    end.hello()
    end.send("PROVE", ASKED)
    end.hello()
    end.send("PROVE", ASKED)
    answers = [fields for name, fields in end.heard() if name == "PROOF"]
    end.send("PROVE", ASKED)
    [(_, again)] = end.heard()
    assert set(answers) == {again}
    rest = bound(SESSION, 0xB007, again[1])
    end.send("PROVED", tag(KEY, b"host", ASKED, again[0], rest))
    assert end.board.connected
    end.hello()
    assert end.board.connected


def test_tags_of_host_board_and_session_are_three_things():
    rest = bound(1, 2, bytes(16))
    tags = {tag(KEY, who, ASKED, ASKED, rest) for who in (b"host", b"board", b"session")}
    tags |= {tag(KEY, b"host", ASKED, ASKED, bound(*of, bytes(16))) for of in ((2, 2), (1, 3))}
    assert len(tags) == 5


def test_the_longest_command_and_the_proof_fit_into_a_frame():
    assert len(pack("PROOF", bytes(16), bytes(16), bytes(16))) == 48
    assert pairing.COMMAND_TAG_BYTES + len(pack("WRITE_BLOCK", 0, bytes(8), 0, bytes(4))) < 200
