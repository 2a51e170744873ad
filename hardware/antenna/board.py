"""The three antenna boards: coil, matching, trimmer and plug. Runs under Debian's Python, with pcbnew.

    /usr/bin/python3 -m hardware.antenna.board [FOLDER]

The coil is on the front, which faces the cards; the network is on the back, on a strip above a small coil or
inside a large one. The ladder's two legs are two rows with ground between them; the coil's outer end comes to the
upper row, its inner end to the lower one. Both ends are one net, for the coil is one piece of copper: that no lead
shorts it, KiCad's rules cannot see, and a test of ours looks.
"""

import itertools
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pcbnew
from hardware.antenna import antenna, report
from hardware.antenna.antenna import Coil

FOLDER = Path(__file__).resolve().parent / "boards"
STOCK = Path("/usr/share/kicad/footprints")
# hardware/dimensions.py: board round the copper, and the strip for the network.
MARGIN, STRIP = 1.5, 16.0
# Rows of the ladder above and below ground, and of C1b outside them; places along the strip from the coil's left.
ROW, OUTER = 4.0, 6.3
AT_RQ, AT_CT, AT_C2, AT_C1, AT_J1 = 8.0, 16.0, 23.0, 31.0, 39.0
# Inside a coil the ground line lies so far below its upper side.
INSIDE = 12.0
TRACK = 0.8
C0805 = ("Capacitor_SMD", "C_0805_2012Metric_Pad1.18x1.45mm_HandSolder")
R1206 = ("Resistor_SMD", "R_1206_3216Metric_Pad1.30x1.75mm_HandSolder")
TRIMMER = ("Capacitor_SMD", "C_Trimmer_Murata_TZB4-A")
HEADER = ("Connector_PinHeader_2.54mm", "PinHeader_1x03_P2.54mm_Vertical")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the network: where its middle is, turned how, and its pads' nets."""

    ref: str
    footprint: tuple[str, str]
    value: str
    x: float
    y: float
    turn: float
    nets: tuple[str, ...]


class Board:
    """One board in the making; millimetres from the coil's middle, y down."""

    def __init__(self, coil: Coil) -> None:
        pcbnew.KIID.SeedGenerator(1)
        self.coil = coil
        self.board = pcbnew.BOARD()
        self.board.SetCopperLayerCount(2)
        self.left = -coil.width_mm / 2
        self.top = -coil.height_mm / 2
        # A large coil has room for the network inside; the others carry it on a strip above.
        self.inside = min(coil.width_mm, coil.height_mm) > 100
        # The strip's middle line: ground.
        strip = self.top - coil.track_mm / 2 - MARGIN - STRIP / 2
        self.ground = self.top + INSIDE if self.inside else strip
        self._shift = (coil.width_mm / 2 + 40, coil.height_mm / 2 + 60)
        self.nets = {}
        for name in ("TX1", "TX2", "GND", "A1", "A2", "COIL"):
            self.nets[name] = pcbnew.NETINFO_ITEM(self.board, name)
            self.board.Add(self.nets[name])

    def at(self, x: float, y: float) -> Any:
        dx, dy = self._shift
        return pcbnew.VECTOR2I(pcbnew.FromMM(x + dx), pcbnew.FromMM(y + dy))

    def track(
        self, net: str, *corners: tuple[float, float], width: float = TRACK, front: bool = False
    ) -> None:
        """Lay copper from corner to corner, on the back."""
        for start, end in itertools.pairwise(corners):
            piece = pcbnew.PCB_TRACK(self.board)
            piece.SetStart(self.at(*start))
            piece.SetEnd(self.at(*end))
            piece.SetWidth(pcbnew.FromMM(width))
            piece.SetLayer(pcbnew.F_Cu if front else pcbnew.B_Cu)
            piece.SetNet(self.nets[net])
            self.board.Add(piece)

    def via(self, net: str, x: float, y: float) -> None:
        hole = pcbnew.PCB_VIA(self.board)
        hole.SetPosition(self.at(x, y))
        hole.SetDrill(pcbnew.FromMM(0.4))
        hole.SetWidth(pcbnew.FromMM(0.9))
        hole.SetNet(self.nets[net])
        self.board.Add(hole)

    def put(self, part: Part) -> dict[str, tuple[float, float]]:
        """Place a part; return where its pads are."""
        library, name = part.footprint
        found = pcbnew.FootprintLoad(str(STOCK / f"{library}.pretty"), name)
        if found is None:
            raise SystemExit(f"{part.ref}: there is no footprint {library}:{name}")
        found.SetFPID(pcbnew.LIB_ID(library, name))
        found.SetReference(part.ref)
        found.SetValue(part.value)
        found.SetPosition(self.at(part.x, part.y))
        found.SetOrientationDegrees(part.turn)
        # A footprint that is on no board cannot be turned over.
        self.board.Add(found)
        # Over its horizontal axis: left stays left, upper and lower pads change places.
        found.Flip(self.at(part.x, part.y), pcbnew.FLIP_DIRECTION_TOP_BOTTOM)
        # The legend below names the parts; the library's own texts would cross the tracks of so narrow a strip.
        found.Reference().SetVisible(False)
        found.Value().SetVisible(False)
        places = {}
        dx, dy = self._shift
        for pad in sorted(found.Pads(), key=lambda pad: pad.GetNumber()):
            pad.SetNet(self.nets[part.nets[int(pad.GetNumber()) - 1]])
            place = pad.GetPosition()
            places[pad.GetNumber()] = (pcbnew.ToMM(place.x) - dx, pcbnew.ToMM(place.y) - dy)
        return places

    def text(
        self, text: str, x: float, y: float, size: float = 1.0, *, front: bool = False
    ) -> None:
        label = pcbnew.PCB_TEXT(self.board)
        label.SetText(text)
        label.SetPosition(self.at(x, y))
        label.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(size), pcbnew.FromMM(size)))
        label.SetTextThickness(pcbnew.FromMM(size * 0.15))
        label.SetLayer(pcbnew.F_SilkS if front else pcbnew.B_SilkS)
        label.SetMirrored(not front)
        self.board.Add(label)

    def outline(self) -> None:
        edge = self.coil.track_mm / 2 + MARGIN
        strip = 0.0 if self.inside else STRIP
        shape = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_RECT)
        shape.SetStart(self.at(self.left - edge, self.top - edge - strip))
        shape.SetEnd(self.at(-self.left + edge, -self.top + edge))
        shape.SetLayer(pcbnew.Edge_Cuts)
        shape.SetWidth(pcbnew.FromMM(0.1))
        self.board.Add(shape)


def draw(coil: Coil, out: Path) -> None:
    """Write one antenna board."""
    board = Board(coil)
    board.outline()
    board.track("COIL", *antenna.path(coil), width=coil.track_mm, front=True)
    _network(board)
    _ends(board)
    _legend(board)
    out.parent.mkdir(parents=True, exist_ok=True)
    pcbnew.SaveBoard(str(out), board.board, True)


def _network(board: Board) -> None:
    parts, x, middle = report.designs()[board.coil.name].parts, board.left, board.ground
    c1, c2, rq = f"{parts.c1:g}p", f"{parts.c2:g}p", f"{parts.rq:g}R"
    c1b = f"{parts.c1b:g}p" if parts.c1b else "empty"
    for leg, way in (("1", -1), ("2", 1)):
        y, outside, inner, outer = middle + way * ROW, middle + way * OUTER, f"A{leg}", f"TX{leg}"
        resistor = board.put(Part(f"RQ{leg}", R1206, rq, x + AT_RQ, y, 0, ("COIL", inner)))
        series = board.put(Part(f"C1{leg}", C0805, c1, x + AT_C1, y, 0, (inner, outer)))
        beside = board.put(Part(f"C1b{leg}", C0805, c1b, x + AT_C1, outside, 0, (inner, outer)))
        down = board.put(
            Part(
                f"C2{leg}", C0805, c2, x + AT_C2, middle + way * ROW / 2, 90 * way, ("GND", inner)
            )
        )
        board.track(inner, resistor["2"], series["1"])
        board.track(inner, series["1"], beside["1"])
        board.track(outer, series["2"], beside["2"])
        board.track(inner, down["2"], (down["2"][0], y))
        board.track("GND", down["1"], (down["1"][0], middle))
        board.track(outer, series["2"], (x + AT_J1, y), (x + AT_J1, middle + way * 2.54))
    trimmer = board.put(Part("CT", TRIMMER, "6.5-30p", x + AT_CT, middle, -90, ("A2", "A1")))
    for pad, way in (("1", 1), ("2", -1)):
        end = trimmer[pad]
        board.track(f"A{1 if way < 0 else 2}", end, (end[0], middle + way * ROW))
    board.put(Part("J1", HEADER, "antenna", x + AT_J1, middle - 2.54, 180, ("TX1", "GND", "TX2")))
    board.track("GND", (x + AT_C2, middle), (x + AT_J1, middle))


def _ends(board: Board) -> None:
    """Lead both ends of the coil to the rows."""
    corners = antenna.path(board.coil)
    (outer_x, outer_y), (inner_x, inner_y) = corners[0], corners[-1]
    pad = board.left + AT_RQ - 1.55
    low, high = board.ground + ROW, board.ground - ROW
    board.via("COIL", outer_x, outer_y)
    board.via("COIL", inner_x, inner_y)
    if board.inside:
        aside = (outer_x + 3.0, outer_y + 3.0)
        board.track("COIL", (outer_x, outer_y), aside, (aside[0], high), (pad, high))
    else:
        board.track("COIL", (outer_x, outer_y), (outer_x, high), (pad, high))
    board.track("COIL", (inner_x, inner_y), (inner_x, low), (pad, low))


def _legend(board: Board) -> None:
    coil, x, y = board.coil, board.left, board.ground
    board.text("this side to the cards", 0, 0, 1.5, front=True)
    board.text(f"Tallone antenna {coil.name}", 0, 6, 2.0 if coil.width_mm > 100 else 1.5)
    board.text("calculated, never built: tune it", 0, 10, 1.2)
    parts = report.designs()[coil.name].parts
    board.text(
        f"C1 {parts.c1:g}p + {parts.c1b:g}p   C2 {parts.c2:g}p   RQ {parts.rq:g}R", 0, 14, 1.2
    )
    board.text("TX1", x + AT_J1 + 3.2, y - 2.54)
    board.text("GND", x + AT_J1 + 3.2, y)
    board.text("TX2", x + AT_J1 + 3.2, y + 2.54)
    for name, place in (("RQ", AT_RQ), ("C2", AT_C2 - 2.6), ("C1", AT_C1)):
        board.text(name, x + place, y)
    board.text("CT", x + AT_CT - 3.4, y)
    board.text("C1b", x + AT_C1 - 4.2, y - OUTER, 0.9)
    board.text("C1b", x + AT_C1 - 4.2, y + OUTER, 0.9)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for coil in antenna.load().coils.values():
        draw(coil, folder / f"coil_{coil.name}.kicad_pcb")


if __name__ == "__main__":
    main()
