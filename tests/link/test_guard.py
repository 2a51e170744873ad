"""The host's side of a pairing, against the real board's end: the wrong ones are refused or told."""

import hashlib
import itertools
import os

import pytest
from tests.link.board_end import BoardEnd
from tests.link.fakes import Cut, Flips, Loses, Pair

from tallone.link import CommandDone, LinkLost, LinkUp, NoAnswer, Refused
from tallone.link.guard import Guard
from tallone.link.session import PROOF_S
from tallone.link.session_states import LinkState
from tallone_wire.pairing import PAIRED, Pairing

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


def flash(program):
    return lambda asked: hashlib.sha256(program + asked).digest()[:16]


class PairedPair(Pair):
    """A host with a guard (or none) and a board with a key (or none)."""

    def __init__(self, *, host=KEY, board=KEY, expected=b"program", runs=b"program", **options):
        self._host = host
        self._expected = flash(expected) if expected else lambda _asked: None
        super().__init__(
            pairing=Pairing(board, flash(runs), os.urandom) if board else None, **options
        )

    def start_host(self, journaled=None, **options):
        drawn = itertools.count(1)
        guard = None
        if self._host:
            guard = Guard(
                "mat",
                self._host,
                self._expected,
                lambda count: (next(drawn) + self.rng.getrandbits(64)).to_bytes(count, "big"),
            )
        super().start_host(journaled, guard=guard, **options)


def test_host_and_board_that_share_a_key_come_up_and_work():
    pair = PairedPair().up()
    assert pair.seen(LinkUp)[0].welcome.is_paired
    for request in range(40):
        pair.session.command("REPORT_ALL", request, now=pair.now)
        pair.board.emit("REPORT_END", request)
    pair.run(5)
    assert pair.done == list(range(40))
    assert [request for *_, request in pair.journal] == list(range(40))


@pytest.mark.parametrize("fault", [Loses(0.05), Flips(0.05)])
def test_over_a_bad_cable_nothing_is_lost_or_done_twice(fault):
    pair = PairedPair(seed=3, to_host=[fault], to_board=[fault]).up()
    for request in range(40):
        pair.board.emit("REPORT_END", request)
    asked = 0
    while asked < 40:
        if pair.session.is_open:
            pair.session.command("REPORT_ALL", asked, now=pair.now)
            asked += 1
        pair.run(0.05)
    pair.until(lambda: len(pair.done) == 40 and len(pair.journal) == 40)
    assert pair.done == list(range(40))
    assert [request for *_, request in pair.journal] == list(range(40))


def test_after_a_break_both_prove_themselves_anew_and_go_on():
    pair = PairedPair()
    pair.to_board.append(Cut(pair, 102, 107))
    pair.up().run(3)
    pair.until(lambda: pair.seen(LinkLost) and pair.session.is_open)
    pair.session.command("REPORT_ALL", 9, now=pair.now)
    pair.run(1)
    assert pair.done == [9]
    assert len(pair.seen(LinkUp)) == 2


@pytest.mark.parametrize(
    ("between", "words"),
    [
        ({"host": OTHER}, "not the board that this table was paired with"),  # swapped boards
        ({"runs": b"changed"}, "runs another program than was installed"),
        ({"host": None}, "paired with another table"),  # a second host
        ({"board": None}, "has lost its pairing"),
    ],
)
def test_the_wrong_board_program_or_host_is_refused_within_two_seconds(between, words):
    pair = PairedPair(**between)
    pair.board.emit("LID", 1)
    pair.run(PROOF_S)
    [refused] = pair.seen(Refused)
    assert words in refused.sentence
    assert pair.session.state is LinkState.REFUSED
    assert pair.done == []
    assert pair.journal == []


def test_a_board_of_which_nobody_knows_the_program_is_believed_by_its_key():
    assert PairedPair(expected=None, runs=b"whatever").up().session.is_open


def test_a_session_that_is_played_back_to_another_host_opens_nothing():
    """Every byte the true board sent is recorded and played to a host that asks anew."""
    recorded = []

    class Records:
        def pass_on(self, frame, _rng):
            recorded.append(frame)
            return [frame]

    PairedPair(to_host=[Records()]).up().run(2)
    end = BoardEnd(guard=Guard("mat", KEY, flash(b"program"), os.urandom)).opened()
    end.heard()
    events = []
    for frame in recorded:
        events += end.host.receive(frame, end.now)
    assert not any(isinstance(event, LinkUp) for event in events)
    assert not end.host.is_open


def challenged():
    end = BoardEnd(guard=Guard("mat", KEY, flash(b"program"), os.urandom)).opened()
    end.heard()
    assert end.welcome(boot_reason=1 | PAIRED) == []
    assert end.host.state is LinkState.PROVING
    return end


def test_the_question_is_repeated_and_then_told_that_nobody_answers():
    end = challenged()
    events = end.wait(PROOF_S + 0.1, alive=False)
    [told] = events
    assert isinstance(told, NoAnswer)
    assert "does not prove" in told.sentence
    assert end.host.state is LinkState.GREETING
    assert [name for name, _ in end.heard()][-1] == "HELLO"


def test_a_proof_of_another_session_or_one_that_is_none_is_counted():
    end = challenged()
    end.greeting += 1
    assert end.send("PROOF", bytes(16), bytes(16), bytes(16)) == []
    assert end.host.counters.strays == 1
    end.greeting -= 1
    assert end.send_raw(0x0C, b"short") == []
    assert end.host.counters.bad_messages == 1
    assert end.host.next_deadline() < end.now + 1
    [refused] = end.send("PROOF", bytes(16), bytes(16), bytes(16))
    assert isinstance(refused, Refused)


def test_the_port_may_close_while_it_is_asked():
    end = challenged()
    assert end.host.closed() == []
    assert end.host.state is LinkState.CLOSED


def test_a_proof_that_nobody_asked_for_is_not_heard():
    end = BoardEnd().open()
    assert end.send("PROOF", bytes(16), bytes(16), bytes(16)) == []
    assert end.host.is_open


def test_commands_carry_a_tag_of_their_session_and_answers_come():
    pair = PairedPair().up()
    number = pair.session.command("REPORT_ALL", 4, now=pair.now)
    pair.run(0.5)
    assert [done.command for done in pair.seen(CommandDone)] == [number]
