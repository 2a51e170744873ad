"""When a port is tried again."""

from tallone.link.line.reconnect import FIRST_DELAY_S, MOST_DELAY_S, STEADY_S, Reconnect


def delays(machine, step, tries):
    now, waits = 0.0, []
    for _ in range(tries):
        machine = step(machine, now)
        waits.append(machine.due_at - now)
        now = machine.due_at
    return waits


def test_first_try_is_at_once():
    assert Reconnect().is_due(0.0)


def test_port_that_stays_away_is_tried_less_and_less_often_up_to_a_bound():
    waits = delays(Reconnect(), Reconnect.failed, 8)
    assert waits[:4] == [FIRST_DELAY_S, 0.5, 1.0, 2.0]
    assert waits[5:] == [MOST_DELAY_S] * 3


def test_try_is_due_at_its_time_and_not_before():
    machine = Reconnect().failed(10.0)
    assert not machine.is_due(10.2)
    assert machine.is_due(10.25)


def test_link_that_held_is_tried_again_quickly():
    machine = Reconnect(delay=MOST_DELAY_S).up(100.0).lost(100.0 + STEADY_S)
    assert machine.due_at == 100.0 + STEADY_S + FIRST_DELAY_S
    assert machine.up_since is None


def test_board_that_dies_at_every_greeting_does_not_spin():
    waits = delays(Reconnect(), lambda machine, now: machine.up(now).lost(now), 8)
    assert waits[-1] == MOST_DELAY_S


def test_port_that_fails_before_any_answer_does_not_spin():
    assert delays(Reconnect(), Reconnect.lost, 8)[-1] == MOST_DELAY_S
