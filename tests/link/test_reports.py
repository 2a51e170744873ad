"""Every report of the message table has its class, and each says what the table says."""

import typing

import msgspec
import pytest

from tallone.link.bounds import MOST
from tallone.link.messages import Role
from tallone.link.reports import CLASSES, CroupierReport, MatReport, decode, encode
from tallone_wire.fields import FIELDS
from tallone_wire.messages import ROLES, TABLE, MessageError, pack_body, parts_of

# The numbers of reports, as the head of the table gives them.
MAT_NUMBERS = range(0x10, 0x30)
CROUPIER_NUMBERS = range(0x30, 0x50)


def test_every_report_of_the_table_has_a_class_and_no_other_message_has():
    reports = {
        name for name, (number, _) in TABLE.items() if number in (*MAT_NUMBERS, *CROUPIER_NUMBERS)
    }
    assert CLASSES.keys() == reports


def test_the_classes_of_a_board_are_those_of_its_numbers():
    for numbers, union in ((MAT_NUMBERS, MatReport), (CROUPIER_NUMBERS, CroupierReport)):
        made = {CLASSES[name] for name, (number, _) in TABLE.items() if number in numbers}
        assert set(typing.get_args(union)) == made


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_a_class_has_the_fields_of_the_table_and_their_types(name):
    layout, fixed, tail = parts_of(name)
    types = [int] * fixed + {"": [], "*8": [tuple[bytes, ...]], "*": [bytes]}[tail]
    assert set(layout) <= set("<IHBi"), "every fixed field of a report is a number"
    hints = typing.get_type_hints(CLASSES[name])
    assert list(hints) == FIELDS[name].split()
    assert list(hints.values()) == types


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_a_report_comes_back_from_its_bytes_as_it_was(name):
    _layout, fixed, tail = parts_of(name)
    last = {"": [], "*8": [(b"12345678", b"87654321")], "*": [bytes(range(12))]}[tail]
    most = MOST.get(name, {}) | ({"n_in": 2} if name == "ZONE_ROUND" else {})
    names = FIELDS[name].split()[:fixed]
    report = CLASSES[name](
        *(min(place, most.get(field, place)) for place, field in enumerate(names, 1)), *last
    )
    assert decode(encode(report)) == report
    # The second witness: the table's own packing.
    assert encode(report) == pack_body(name, *msgspec.structs.astuple(report))


@pytest.mark.parametrize("body", [b"", b"\xff\x00", pack_body("RESTART", 1), b"\x37"])
def test_what_is_no_report_is_refused(body):
    with pytest.raises(MessageError):
        decode(body)


def test_roles_are_those_of_the_wire():
    assert tuple(Role) == ROLES
