"""Who answers at a desk: somebody at the keyboard, whatever he types."""

import os

import pytest

from tallone.app.edges.desk import OK, QUIT, UNDO
from tallone.commands.packs.desk import TerminalPerson, at_desk, clear_first, help_machine
from tallone.errors import LinkError, UsageError


class Keyboard:
    def __init__(self, number):
        self._number = number

    def fileno(self):
        return self._number


@pytest.fixture
def keyboard(monkeypatch):
    """Return what types into standard input; closing it ends the input."""
    read, write = os.pipe()
    monkeypatch.setattr("sys.stdin", Keyboard(read))
    yield lambda text: os.write(write, text) if text is not None else os.close(write)
    os.close(read)


def test_enter_u_and_q_are_heard_and_nothing_else(keyboard):
    person = TerminalPerson("en")
    assert person.answers() == []
    keyboard(b"\n U \nwhat?\nq\n")
    assert person.answers() == [OK, UNDO, QUIT]


def test_a_line_may_come_in_pieces_and_need_not_be_text(keyboard):
    person = TerminalPerson("en")
    keyboard(b"un")
    assert person.answers() == []
    keyboard(b"do\n\xff\xfe\n")
    assert person.answers() == [UNDO]


def test_who_leaves_has_stopped_and_wakes_nobody_any_more(keyboard):
    person = TerminalPerson("en")
    assert len(person.wake_fds) == 1
    keyboard(None)
    assert person.answers() == [QUIT]
    assert (person.answers(), list(person.wake_fds)) == ([], [])


def test_a_machine_that_stands_still_is_asked_for_in_words():
    ask = help_machine("it")
    assert ask("lid") == ("help", "Chiudete il coperchio della macchina")
    assert "jam" in ask("jam")[1]


class Interrupted:
    """A desk at a machine with an open job and so many cards in its rack."""

    def __init__(self, job, cards):
        self.left = (job, cards)
        self.done = []

    def leftover(self):
        return self.left

    def wait_for_ok(self, what, sentence):
        self.done.append(what)

    def clear(self, job, number, hear):
        self.done.append((job, number > 0))


def test_what_an_interruption_left_is_put_back_after_asking(capsys):
    for left, done in [
        ((0, 0), []),
        ((5, 0), ["clear", (5, True)]),
        ((0, 3), ["clear", (0, True)]),
    ]:
        desk = Interrupted(*left)
        clear_first(desk, "en")
        assert desk.done == done


def test_a_board_that_nobody_named_or_that_is_not_there_is_told(tmp_path):
    with (
        pytest.raises(UsageError, match="which port is the mat"),
        at_desk(("mat",), {"mat": ""}, "en", simulated=False),
    ):
        pass
    with (
        pytest.raises(LinkError, match="is not there"),
        at_desk(("mat",), {"mat": str(tmp_path / "none")}, "en", simulated=False),
    ):
        pass
