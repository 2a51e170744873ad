"""The table of messages, and packing both ways."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallone_wire.fields import FIELDS
from tallone_wire.frame import MAX_PAYLOAD
from tallone_wire.messages import (
    TABLE,
    MessageError,
    name_of,
    pack,
    pack_body,
    pack_into,
    parts_of,
    unpack,
    unpack_body,
)
from tallone_wire.ring import MAX_BODY

_RANGES = {"B": (0, 255), "H": (0, 65_535), "I": (0, 2**32 - 1), "i": (-(2**31), 2**31 - 1)}


def field_values(layout):
    values, digits = [], ""
    for sign in layout[1:]:
        if sign.isdigit():
            digits += sign
        elif sign == "s":
            values.append(st.binary(min_size=int(digits), max_size=int(digits)))
            digits = ""
        else:
            values.append(st.integers(*_RANGES[sign]))
    return values


def tail_values(tail):
    if tail == "*text":
        return [st.text(max_size=40)]
    if tail == "*8":
        return [st.lists(st.binary(min_size=8, max_size=8), max_size=20).map(tuple)]
    return [st.binary(max_size=150)] if tail else []


messages = st.sampled_from(sorted(TABLE)).flatmap(
    lambda name: st.tuples(
        st.just(name), st.tuples(*field_values(parts_of(name)[0]), *tail_values(parts_of(name)[2]))
    )
)


@given(messages)
def test_what_is_packed_is_unpacked(message):
    name, fields = message
    assert unpack(name, pack(name, *fields)) == fields
    assert unpack_body(pack_body(name, *fields)) == (name, fields)


@pytest.mark.parametrize("name", TABLE)
def test_row_of_the_table_is_whole(name):
    number = TABLE[name][0]
    layout, count, tail = parts_of(name)
    names = FIELDS[name].split(" ")
    assert 0 < number < 256
    assert layout.startswith("<")
    assert len(field_values(layout)) == count == len(names) - bool(tail)
    assert tail in ("", "*", "*8", "*text")
    assert len({*names}) == len(names)
    assert all(names)
    limit = MAX_PAYLOAD if number < 0x10 else MAX_BODY - 1
    assert struct.calcsize(layout) <= limit


def test_every_number_belongs_to_one_name():
    assert [name_of(row[0]) for row in TABLE.values()] == list(TABLE)
    assert name_of(0) is None


def test_tags_may_come_as_one_buffer():
    tags = (b"12345678", b"abcdefgh")
    expected = pack("ZONE_ROUND", 1, 2, 3, 4, 5, tags)
    assert pack("ZONE_ROUND", 1, 2, 3, 4, 5, b"".join(tags)) == expected
    assert pack("ZONE_ROUND", 1, 2, 3, 4, 5, memoryview(b"".join(tags))) == expected
    assert pack("ZONE_ROUND", 1, 2, 3, 4, 5, list(tags)) == expected


@pytest.mark.parametrize(
    ("name", "fields", "complaint"),
    [
        ("LID", (), "0 fields"),
        ("LID", (1, 2), "2 fields"),
        ("LOG", (1,), "1 fields"),
        ("LOG", (1, 2), "tail of another kind"),
        ("ZONE_ROUND", (1, 2, 3, 4, 5, b"1234567"), "other than 8"),
        ("EVENT", (1, 2, "text"), "tail of another kind"),
        ("LOG", (1, "x" * 256), "too long"),
    ],
)
def test_fields_that_do_not_fit_are_refused(name, fields, complaint):
    with pytest.raises(MessageError, match=complaint):
        pack(name, *fields)


def test_nothing_is_written_past_the_end_of_a_buffer():
    with pytest.raises(MessageError, match="does not fit"):
        pack_into(bytearray(20), 17, "EVENT_ACK", (1,))


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("LID", b""),
        ("LID", b"\1\2"),
        ("EVENT", b"1234567"),
        ("ZONE_ROUND", bytes(6) + b"1234567"),
        ("LOG", b"\1\xff"),
    ],
)
def test_bytes_that_are_no_message_are_refused(name, payload):
    with pytest.raises(MessageError, match=name):
        unpack(name, payload)


@pytest.mark.parametrize("body", [b"", b"\xee123"])
def test_body_without_a_known_number_is_refused(body):
    with pytest.raises(MessageError, match="unknown number"):
        unpack_body(body)
