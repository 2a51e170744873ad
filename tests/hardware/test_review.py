"""Rules that read the drawn boards: what they find in revision A, and that each finds what is planted."""

import dataclasses
import itertools

import pytest
from hardware.reckon import drawn, review
from hardware.reckon.drawn import Board, Pad, Track

BOARDS = {board.name: board for board in review.old_boards()}
NEW = {board.name: board for board in review.boards()}


def found(board, rule):
    return list(review.RULES[rule](board))


def changed(board, **values):
    return dataclasses.replace(board, values={**board.values, **values})


# Revision A: the points of an outside review, as the drawings themselves show them.
REVISION_A = [
    ("mat", "100 nF at each supply pin", "U7.20", "25 mm"),
    ("croupier", "100 nF at each supply pin", "U1.14", "23 mm"),
    ("croupier", "100 nF on each rail", "+24V_M", "no 100 nF"),
    ("mat", "pull-downs within erratum E9", "BUSY", "8200"),
    ("croupier", "pull-downs within erratum E9", "READER_IRQ", "8200"),
    ("croupier", "shunts measured at their pads", "R6.1", "10 %"),
    ("croupier", "shunts measured at their pads", "R6.2", "15 %"),
    ("croupier", "fuses that their supply trips", "F1", "trips at 4 A"),
    ("croupier", "a clamp behind each contact", "+24V_M", "no clamp"),
    ("croupier", "VIO goes with VM", "A2", "VIO"),
    ("croupier", "terminals that cannot be exchanged", "+24V and +5V", "one shape"),
    ("mat", "parts under their cover", "F1 (1A hold)", "24.4 mm"),
    ("mat", "SPI within its half period", "SPI", "120 ns"),
    ("croupier", "an open lid stops the motors without a program", "A2", "RACK_ENABLE"),
    ("croupier", "an open lid stops the motors without a program", "A3", "STBY"),
    ("croupier", "a contact that carries no motor", "J4", "inrush"),
    ("croupier", "the switched rail is seen", "+24V_M", "hidden"),
    ("croupier", "exchanged wires", "+24V", "exchanged"),
    ("mat", "ground between fast wires", "J1", "5 and 6"),
]


@pytest.mark.parametrize(("name", "rule", "where", "what"), REVISION_A)
def test_revision_a_has_what_the_review_saw(name, rule, where, what):
    lines = found(BOARDS[name], rule)
    assert any(where in line and what in line for line in lines), lines


def test_every_rule_has_found_something():
    seen = {rule for _, rule, _, _ in REVISION_A}
    assert seen == set(review.RULES)


@pytest.mark.parametrize("name", review.BOARDS)
def test_revision_b_as_drawn_breaks_no_rule(name):
    assert review.findings(NEW[name]) == []


def renamed(board, part, number, net):
    """The board with one pad on another net."""
    pads = [
        dataclasses.replace(pad, net=net) if (pad.part, pad.number) == (part, number) else pad
        for pad in board.pads
    ]
    return dataclasses.replace(board, pads=pads)


PLANTED = [
    ("an open lid stops the motors without a program", "A2", "9", "RACK_ENABLE"),
    ("an open lid stops the motors without a program", "A3", "4", "+3V3"),
    ("VIO goes with VM", "A2", "2", "+3V3"),
    ("ground between fast wires", "J1", "4", "IRQ_SPARE"),
]


@pytest.mark.parametrize(("rule", "part", "number", "net"), PLANTED)
def test_a_pin_of_revision_b_led_as_in_revision_a_is_found(rule, part, number, net):
    assert found(NEW["croupier"], rule) == []
    planted = renamed(NEW["croupier"], part, number, net)
    # Between clock and data a wire that is no ground: what lies there may be fast itself.
    if rule.startswith("ground"):
        planted = renamed(planted, part, number, "MISO_SPARE")
    assert found(planted, rule) != []


def test_a_part_of_revision_b_left_out_is_found():
    board = NEW["croupier"]
    gone = {
        "the switched rail is seen": lambda nets: nets == {"+24V_M", "RAIL_SEEN"},
        "a clamp behind each contact": lambda nets: nets == {"+24V_M", "GND"},
        "100 nF on each rail": lambda nets: nets == {"+6V_M", "GND"},
    }
    for rule, fits in gone.items():
        out = {part for part in board.values if fits(set(board.nets(part).values()))}
        assert out
        pads = [pad for pad in board.pads if pad.part not in out]
        assert found(dataclasses.replace(board, pads=pads), rule) != [], rule


def test_a_fuse_that_its_supply_does_not_open_is_found():
    assert found(changed(NEW["croupier"], F1="T4A"), "fuses that their supply trips") != []


# The same boards mended: each rule falls silent, so it is not silent by accident.


def test_smaller_pull_downs_are_right():
    board = BOARDS["mat"]
    mended = changed(
        board, **{part: "4k7" for part, value in board.values.items() if value == "10k"}
    )
    assert found(mended, "pull-downs within erratum E9") == []


def test_faster_logic_is_right():
    fast = {
        part: value.replace("74HC", "74AHC")
        for part, value in BOARDS["mat"].values.items()
        if value in ("74HC244", "74HC125")
    }
    assert found(changed(BOARDS["mat"], **fast), "SPI within its half period") == []


def test_lower_parts_are_right():
    low = {
        part: "T1A" if value.endswith("hold") else "220u 35V"
        for part, value in BOARDS["mat"].values.items()
        if value.endswith("hold") or value == "470u 35V"
    }
    mended = changed(BOARDS["mat"], **low)
    assert found(mended, "parts under their cover") == []
    assert found(mended, "fuses that their supply trips") == []


def test_a_capacitor_at_the_pin_and_a_clamp_are_right():
    board = BOARDS["croupier"]
    pin = next(pad for pad in board.pads if (pad.part, pad.number) == ("U1", "14"))
    more = [
        Pad(part="C99", number="1", net="+3V3", at=(pin.at[0] + 3, pin.at[1])),
        Pad(part="C99", number="2", net="GND", at=(pin.at[0] + 5, pin.at[1])),
        Pad(part="D99", number="1", net="+24V_M", at=(0, 0)),
        Pad(part="D99", number="2", net="GND", at=(5, 0)),
    ]
    values = {**board.values, "C99": "100n", "D99": "SMBJ26A"}
    mended = dataclasses.replace(board, values=values, pads=[*board.pads, *more])
    assert not any("U1.14" in line for line in found(mended, "100 nF at each supply pin"))
    assert found(mended, "a clamp behind each contact") == []


def test_vio_from_vm_and_terminals_of_three_shapes_are_right():
    board = BOARDS["croupier"]
    pads = [
        dataclasses.replace(pad, net="+3V3_M") if (pad.part, pad.net) == ("A2", "+3V3") else pad
        for pad in board.pads
    ]
    shapes = {**board.footprints, "J2": "Connector_JST:JST_VH", "J4": "Connector_JST:JST_XH"}
    mended = dataclasses.replace(board, pads=pads, footprints=shapes)
    assert found(mended, "VIO goes with VM") == []
    assert found(mended, "terminals that cannot be exchanged") == []


# Copper in common ---------------------------------------------------------------------------------


def line(*points, width=1.0):
    return [
        Track(net="N", start=a, end=b, width=width, layer="F.Cu")
        for a, b in itertools.pairwise(points)
    ]


def pads():
    spots = {"source": (0.0, 0.0), "sense": (10.0, 10.0), "load": (20.0, 0.0)}
    return {name: Pad(part=name, number="1", net="N", at=at) for name, at in spots.items()}


def test_a_sense_track_of_its_own_sees_no_copper():
    on = pads()
    tracks = [*line((0, 0), (20, 0)), *line((20, 0), (20, 10), (10, 10))]
    board = Board("b", {}, {}, list(on.values()), tracks)
    assert drawn.shared_ohm(board, on["source"], on["sense"], on["load"]) == 0


def test_a_sense_track_from_the_middle_sees_the_rest_of_the_way():
    on = pads()
    # Its foot lies in the middle of a track that has no end there.
    tracks = [*line((0, 0), (20, 0), width=0.5), *line((10, 0), (10, 10))]
    board = Board("b", {}, {}, list(on.values()), tracks)
    seen = drawn.shared_ohm(board, on["source"], on["sense"], on["load"])
    assert seen == pytest.approx(drawn.SHEET_OHM * 10 / 0.5)


def test_a_net_that_is_not_joined_is_no_measurement():
    on = pads()
    board = Board("b", {}, {}, list(on.values()), line((0, 0), (5, 0)))
    assert drawn.shared_ohm(board, on["source"], on["sense"], on["load"]) == float("inf")


@pytest.mark.parametrize("text", ["(a (b)", "(a))", "", "a"])
def test_a_torn_file_is_refused(text):
    with pytest.raises(ValueError, match="bracket"):
        drawn.parse(text)
