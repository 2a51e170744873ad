"""Schematics and boards: what KiCad finds in them, and that it would find what is planted."""

import itertools
import re
import shutil
import subprocess

import pytest
from hardware.antenna import antenna
from hardware.electronics.generate import circuit as circuits
from hardware.electronics.generate import footprints, kicad, outputs, schematic, sources
from hardware.electronics.generate.sexpr import children, parse
from tests.hardware import needs

# KiCad takes seconds for a board, on a busy machine many more.
pytestmark = pytest.mark.timeout(300)
BOARDS = ("mat", "croupier")
COILS = antenna.load()


@pytest.fixture
def tools():
    """KiCad, or a skip that says what is missing."""
    if kicad.missing():
        needs.absent(kicad.missing())


@pytest.fixture
def copy(tmp_path, tools):
    """Return a function that copies one board with its library and gives its schematic and its board."""

    def make(board):
        for name in (board, "library"):
            shutil.copytree(circuits.ELECTRONICS / name, tmp_path / name)
        return tuple(tmp_path / board / f"{board}.kicad_{end}" for end in ("sch", "pcb"))

    return make


def circuit(board):
    return circuits.build(board, circuits.read_pinmap(), circuits.read_kinds())


def edit(path, change):
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")


# Without KiCad.


def test_generated_files_are_current():
    assert sources.stale() == []


@pytest.mark.parametrize("name", ["kicad_sym", "kicad_sch", "kicad_pro", "kicad_mod", "toml"])
def test_generated_file_that_somebody_edited_is_found(name, monkeypatch):
    found = sources.circuits()
    made = sources.text_files(found)
    path = next(path for path in made if path.name.endswith(name))
    monkeypatch.setattr(sources, "text_files", lambda _found: {path: made[path] + "\n"})
    assert any(str(path.name) in problem for problem in sources.stale(found))


def test_board_that_was_routed_from_another_circuit_is_found(monkeypatch):
    pinmap = circuits.read_pinmap()
    pinmap["mat"]["parts"]["bulk_3v3"]["kind"] = "c_470u"
    changed = circuits.build("mat", pinmap, circuits.read_kinds())
    assert sources.board_key(changed) != sources.routed_from("mat")
    assert sources.board_key(circuit("mat")) == sources.routed_from("mat")


@pytest.mark.parametrize("board", BOARDS)
def test_one_circuit_gives_one_drawing(board):
    kinds = circuits.read_kinds()
    assert schematic.draw(circuit(board), kinds) == schematic.draw(circuit(board), kinds)


@pytest.mark.parametrize("name", sorted(COILS.coils))
def test_coil_footprint_gives_the_calculated_l(name):
    coil = COILS.coils[name]
    file = circuits.ELECTRONICS / "library" / "tallone.pretty" / f"coil_{name}.kicad_mod"
    drawn = inductance_of(file.read_text(encoding="utf-8"), coil.track_mm)
    assert drawn == pytest.approx(calculated(coil), rel=1e-6)


def test_coil_with_a_turn_too_few_would_be_found():
    coil = COILS.coils["pile"]
    text = footprints.coil_footprint(coil)
    last = text.rindex("(fp_line")
    end = text.index("(pad", last)
    assert inductance_of(text[:last] + text[end:], coil.track_mm) != pytest.approx(
        calculated(coil), rel=1e-3
    )


def calculated(coil):
    return antenna.inductance(antenna.path(coil), coil.track_mm, COILS.copper.thickness_um / 1000)


def inductance_of(footprint, track_mm):
    """Return the inductance of the copper that a footprint draws on its front, its lead outside left out."""
    lines = children(parse(footprint), "fp_line")
    assert {float(children(children(line, "stroke")[0], "width")[0][1]) for line in lines} == {
        track_mm
    }
    ends = [
        [tuple(map(float, children(line, end)[0][1:])) for end in ("start", "end")]
        for line in lines
    ]
    for (_start, end), (start, _end) in itertools.pairwise(ends):
        assert end == start, "the turns are not one line"
    points = [end for _start, end in ends]
    return antenna.inductance(points, track_mm, COILS.copper.thickness_um / 1000)


# Schematics.


@pytest.mark.parametrize("board", BOARDS)
def test_erc_silent(board, tools):
    assert kicad.erc(circuits.ELECTRONICS / board / f"{board}.kicad_sch") == []


@pytest.mark.parametrize("board", BOARDS)
def test_pins_agree_with_netlist(board, tools, tmp_path):
    drawing = circuits.ELECTRONICS / board / f"{board}.kicad_sch"
    assert kicad.differences(circuit(board), kicad.netlist(drawing, tmp_path / "netlist")) == []


@pytest.mark.parametrize("board", BOARDS)
def test_pins_agree_with_the_netlist_of_which_the_board_is_made(board):
    text = (circuits.ELECTRONICS / board / f"{board}.kicad_pcb").read_text(encoding="utf-8")
    assert kicad.differences(circuit(board), nets_of_board(text)) == []


def nets_of_board(text):
    """Return each net of a board file as the set of (reference, pad)."""
    nets = {}
    for part in children(parse(text), "footprint"):
        fields = {field[1]: field[2] for field in children(part, "property")}
        for pad in children(part, "pad"):
            for net in children(pad, "net"):
                nets.setdefault(net[2], set()).add((fields["Reference"], pad[1]))
    return {name: frozenset(pins) for name, pins in nets.items()}


def misspell(text):
    return text.replace('(global_label "SELECT_EN"', '(global_label "SELECT_EM"', 1)


def open_no_more(text):
    return re.sub(r"\t\(no_connect\n.*?\n\t\)\n", "", text, count=1, flags=re.DOTALL)


def join_supplies(text):
    """Draw a wire from a symbol of +3V3 to one of +5V."""
    places = [
        re.search(
            rf'\(lib_id "tallone:{re.escape(name)}"\)\s*\(at ([-\d.]+) ([-\d.]+)', text
        ).groups()
        for name in ("+3V3", "+5V")
    ]
    points = " ".join(f"(xy {x} {y})" for x, y in places)
    wire = f"(wire (pts {points}) (stroke (width 0) (type default)))\n"
    at = text.index("\t(sheet_instances")
    return text[:at] + wire + text[at:]


@pytest.mark.parametrize(
    ("plant", "finding"),
    [
        (misspell, "label"),
        (open_no_more, "pin_not_connected"),
        (join_supplies, "multiple_net_names"),
    ],
)
def test_planted_schematic_faults_are_found(plant, finding, copy):
    drawing, _board = copy("mat")
    edit(drawing, plant)
    assert any(finding in line for line in kicad.erc(drawing))


def test_planted_exchange_of_two_wires_is_nothing_to_erc_and_found_by_the_comparison(
    copy, tmp_path
):
    drawing, _board = copy("mat")
    labels = ('(global_label "SELECT_A0"', '(global_label "SELECT_A1"')

    def exchange(text):
        first, second = (text.index(label) for label in labels)
        text = text[:first] + labels[1] + text[first + len(labels[0]) :]
        return text[:second] + labels[0] + text[second + len(labels[1]) :]

    edit(drawing, exchange)
    assert kicad.erc(drawing) == []
    found = kicad.differences(circuit("mat"), kicad.netlist(drawing, tmp_path / "netlist"))
    assert any("SELECT_A0" in line for line in found)


# Boards.


@pytest.mark.parametrize("board", BOARDS)
def test_drc_silent_and_board_parity(board, tools):
    assert kicad.drc(circuits.ELECTRONICS / board / f"{board}.kicad_pcb") == []


def segments(text, net):
    """Return the tracks of a net as they stand in the file."""
    number = re.search(rf'\(net (\d+) "{re.escape(net)}"\)', text)[1]
    found = re.findall(r"\t\(segment\n.*?\n\t\)\n", text, re.DOTALL)
    return [track for track in found if f"(net {number})" in track]


def cut(text):
    return text.replace(max(segments(text, "RACK_DIR"), key=len), "", 1)


def shift(text):
    track = segments(text, "RACK_STEP")[0]

    def moved(found):
        return f"({found[1]} {float(found[2]) + 0.6:g} {float(found[3]) + 0.6:g})"

    return text.replace(track, re.sub(r"\((start|end) ([-\d.]+) ([-\d.]+)\)", moved, track), 1)


def exchange_pads(text):
    """Give the nets of two pads of the Schmitt trigger to each other."""
    parts = re.findall(r'\t\(footprint "Package_DIP:DIP-14.*?\n\t\)\n', text, re.DOTALL)
    [part] = [part for part in parts if '"Reference" "U1"' in part]
    nets = re.findall(r'\(net \d+ "SEEN_ENTRY_(?:LEFT|RIGHT)"\)', part)
    assert len(nets) == 2
    changed = part.replace(nets[0], "HERE").replace(nets[1], nets[0]).replace("HERE", nets[1])
    return text.replace(part, changed)


def take_a_part_off(text):
    found = re.search(r'\t\(footprint "Resistor_THT:R_Axial.*?\n\t\)\n', text, re.DOTALL)
    return text.replace(found[0], "", 1)


@pytest.mark.parametrize(
    ("plant", "findings"),
    [
        (cut, {"unconnected_items", "track_dangling"}),
        (shift, {"clearance", "shorting_items", "tracks_crossing", "unconnected_items"}),
        (exchange_pads, {"net_conflict"}),
        (take_a_part_off, {"missing_footprint"}),
    ],
)
def test_planted_board_faults_are_found(plant, findings, copy):
    _drawing, board = copy("croupier")
    edit(board, plant)
    found = {line.split(":", 1)[0] for line in kicad.drc(board)}
    assert found & findings, found


def test_coil_footprints_obey_the_design_rules(tools, tmp_path):
    """Each coil alone on a board has nothing to complain of, its way back included."""
    script = circuits.ELECTRONICS / "generate" / "coil_boards.py"
    subprocess.run([kicad.PYTHON, str(script), str(tmp_path)], check=True, capture_output=True)
    made = sorted(tmp_path.glob("*.kicad_pcb"))
    assert [path.stem for path in made] == [f"coil_{name}" for name in sorted(COILS.coils)]
    for board in made:
        assert kicad.board_rules(board) == [], board.stem


def test_picture_is_smaller_and_has_every_line_left():
    svg = '<text x="1.0000" opacity="0">A</text><path d="M1.0000 2.0000\nL3.0000 2.0000\n" />\n'
    svg += '<path d="M3.0000 2.0000\nL3.0000 4.5050\n" />'
    assert outputs.slim(svg) == '<path d="M1 2l2 0l0 2.5" />'
