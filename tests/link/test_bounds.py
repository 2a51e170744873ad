"""Every field of every report and welcome, with the values at the edges of its place in the message."""

import itertools
import struct

import pytest

from tallone.link.bounds import MOST
from tallone.link.reports import decode, name_of_report
from tallone.link.welcome import number_misfit
from tallone_wire.fields import FIELDS
from tallone_wire.messages import TABLE, MessageError, pack_body, parts_of

EDGES = {"B": (0, 1, 254, 255), "H": (0, 1, 65_535), "I": (0, 1, 2**31, 2**32 - 1)}
EDGES["i"] = (-(2**31), -1, 0, 2**31 - 1)
REPORTS = [name for name, (number, _) in TABLE.items() if 0x10 <= number < 0x50]
TAILS = {"*8": ((), (b"12345678",), (b"12345678",) * 26), "*": (b"", bytes(12), b"\xff" * 12)}


def hostile_bodies(name):
    """Yield bodies with every field at every edge, the others at nought, and with all at one edge."""
    layout, _, tail = parts_of(name)
    kinds = [kind for kind in layout if kind.isalpha()]
    tails = TAILS.get(tail, (None,))
    low = [EDGES[kind][0] if kind != "i" else 0 for kind in kinds]
    rows = [low, [EDGES[kind][-1] for kind in kinds], [EDGES[kind][1] for kind in kinds]]
    for place, kind in enumerate(kinds):
        rows += [[*low[:place], value, *low[place + 1 :]] for value in EDGES[kind]]
    for row, rest in itertools.product(rows, tails):
        yield pack_body(name, *row, *([] if rest is None else [rest]))


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_taken_exactly_if_every_field_is_within_its_bounds(name):
    taken = 0
    for body in hostile_bodies(name):
        try:
            report = decode(body)
        except MessageError:
            continue
        taken += 1
        assert name_of_report(report) == name
        for field, most in MOST.get(name, {}).items():
            assert 0 <= getattr(report, field) <= most, field
        if name == "ZONE_ROUND":
            assert report.n_in <= len(report.tags)
        if name == "CROUPIER_STATE":
            assert len(report.slot_loads) == 12
    assert taken


@pytest.mark.parametrize("name", MOST)
def test_one_more_than_the_most_is_refused(name):
    names = FIELDS[name].split()
    _layout, _, tail = parts_of(name)
    for field, most in MOST[name].items():
        for value, fits in ((most, True), (most + 1, False)):
            row = dict.fromkeys(names, 0) | {field: value}
            if tail:
                row[names[-1]] = bytes(12) if tail == "*" else ()
            body = pack_body(name, *(row[other] for other in names))
            if fits:
                decode(body)
            else:
                with pytest.raises(MessageError, match=field):
                    decode(body)


def test_every_number_that_ends_in_a_list_of_names_is_bounded():
    """A field that a table of names is asked for must not be able to miss it."""
    indexed = {"zone", "scale", "tray", "state", "fault", "slot"}
    for name in REPORTS:
        for field in set(FIELDS[name].split()) & indexed:
            if (name, field) == ("READER_FAULT", "fault"):
                continue  # a number of the chip's driver, which is only shown
            assert field in MOST[name], f"{name}.{field}"


@pytest.mark.parametrize(
    "numbers",
    [(0, 1, 0), (0, 0, 0), (2, 1, 0), (1, 2**32 - 1, 0), (1, 1, 2**32 - 1), (1, 1, 2**32 - 2)],
)
def test_a_welcome_with_numbers_that_no_board_has_is_refused(numbers):
    assert "which it cannot have" in number_misfit("mat", *numbers)


def test_a_welcome_of_a_board_is_not_refused():
    for numbers in ((1, 1, 0), (1, 5, 3), (70_000, 70_200, 9_000), (1, 2**31, 2**31)):
        assert number_misfit("mat", *numbers) is None
        struct.pack("<III", *numbers)
