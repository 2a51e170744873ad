"""The reports that wait, in a circle of bytes: the same as a plain queue of the same room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallone_wire.ring import MAX_BODY, EventRing

STEPS = st.lists(
    st.one_of(st.integers(1, MAX_BODY), st.integers(1, 12), st.integers(-12, 0)), max_size=200
)


def put(ring, body, at_ms=0):
    room = ring.room()
    if room is None:
        return 0
    assert len(room) == MAX_BODY
    room[: len(body)] = body
    return ring.add(len(body), at_ms)


@given(st.integers(1, 20), st.integers(MAX_BODY, 6 * MAX_BODY), STEPS)
def test_every_body_waits_unchanged_until_it_is_forgotten(slots, capacity, steps):
    ring = EventRing(slots, capacity)
    waiting = {}
    lost = 0
    for step in steps:
        if step > 0:
            body = bytes((step * 7 + ring.next + i) & 255 for i in range(step))
            promised = ring.free()
            number = put(ring, body, at_ms=step)
            assert number or not promised
            if number:
                waiting[number] = body
            else:
                lost += 1
        elif waiting:
            oldest = min(waiting)
            last = min(oldest - step, max(waiting))
            ring.forget(last)
            waiting = {number: body for number, body in waiting.items() if number > last}
        assert ring.lost == lost
        assert len(waiting) == ring.next - ring.first <= slots
        assert {number: bytes(ring.body(number)) for number in waiting} == waiting


@given(st.integers(1, 30), st.integers(1, 12))
def test_promised_room_is_there_for_the_longest_bodies(slots, bodies):
    ring = EventRing(slots, bodies * MAX_BODY)
    promised = ring.free()
    assert promised == min(slots, bodies)
    assert all(put(ring, bytes(MAX_BODY)) for _ in range(promised))
    assert put(ring, b"x") == 0
    assert ring.lost == 1


def test_empty_ring_starts_over_at_its_beginning():
    ring = EventRing(4, MAX_BODY)
    for number in range(1, 20):
        assert put(ring, bytes(MAX_BODY)) == number
        ring.forget(number)


def test_ring_without_room_for_one_body_is_refused():
    with pytest.raises(ValueError, match="one body"):
        EventRing(4, MAX_BODY - 1)


def test_ring_of_short_bodies_is_full_when_every_slot_waits():
    ring = EventRing(3, 6 * MAX_BODY)
    assert [put(ring, b"x") for _ in range(4)] == [1, 2, 3, 0]
    assert ring.free() == 0
    assert ring.lost == 1


def test_body_that_does_not_fit_at_the_end_begins_at_the_start():
    ring = EventRing(4, 2 * MAX_BODY)
    assert put(ring, bytes(MAX_BODY)) == 1
    assert put(ring, b"short") == 2
    assert put(ring, b"none") == 0
    ring.forget(1)
    assert put(ring, b"again") == 3
    assert put(ring, b"none") == 0
    assert bytes(ring.body(2)) == b"short"
    assert bytes(ring.body(3)) == b"again"
