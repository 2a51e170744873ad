"""Place, route and pour one board from the netlist that KiCad exported. Runs under Debian's Python, with pcbnew.

    /usr/bin/python3 -m hardware.electronics.generate.board NETLIST PLACEMENT OUT [KEY]

The board is built from KiCad's own netlist, not from ours, so that names of nets match and the check of schematic
parity means something.
"""

import hashlib
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pcbnew
from hardware.electronics.generate import maze, router, silk
from hardware.electronics.generate.sexpr import children, parse

STOCK = Path("/usr/share/kicad/footprints")
# What was routed once is kept here: a change of the drawing alone routes nothing again.
ROUTES = Path(__file__).resolve().parents[3] / "build" / "routes"
ORIGIN_MM = 25.4  # the board's upper left corner on the page, on the router's grid
HASH_COMMENT = 8
HOLE = ("MountingHole", "MountingHole_3.2mm_M3")
# Widths by net, millimetres: supplies and motor phases carry amperes.
WIDE = {
    "+24V_IN": 1.2,
    "+24V": 1.2,
    "+24V_F": 1.2,
    "+24V_M": 1.2,
    "+6V_M": 1.2,
    "+5V_IN": 1.2,
    "+5V": 0.8,
    "+3V3": 0.5,
    "+3V3_M": 0.4,
    "+15V": 0.4,
    "BRAKE_ON": 1.2,
    "GND": 0.4,
    "VSYS": 0.8,
}
PHASE_MM, SIGNAL_MM = 0.8, 0.3
PHASES = frozenset(
    [
        "RACK_1A",
        "RACK_1B",
        "RACK_2A",
        "RACK_2B",
        "FEED_A",
        "FEED_B",
        "FEED_SENSE",
        "EXIT_A",
        "EXIT_B",
    ]
)


def width_of(net: str) -> float:
    """Return how wide a net's tracks are."""
    if net in WIDE:
        return WIDE[net]
    return PHASE_MM if net in PHASES else SIGNAL_MM


def mm(value: float) -> int:
    return int(pcbnew.FromMM(value))


def at(x: float, y: float) -> Any:
    return pcbnew.VECTOR2I(mm(x + ORIGIN_MM), mm(y + ORIGIN_MM))


def build(netlist: Path, placement: Path, out: Path, key: str) -> None:
    """Write the finished board; `key` says what it was made from."""
    pcbnew.KIID.SeedGenerator(1)
    places = tomllib.loads(placement.read_text(encoding="utf-8"))
    board = pcbnew.BOARD()
    board.SetFileName(str(out))
    title = board.GetTitleBlock()
    title.SetTitle(places["title"])
    title.SetRevision(places["revision"])
    title.SetComment(HASH_COMMENT, key)
    board.SetCopperLayerCount(2)
    library = out.parent.parent / "library" / "tallone.pretty"
    _outline(board, places)
    parts = _load_parts(board, parse(netlist.read_text(encoding="utf-8")), library, places)
    _check_places(parts, places)
    _holes(board, places)
    _route(board, places)
    silk.label(board, places, at)
    _pour(board, places)
    pcbnew.SaveBoard(str(out), board, True)
    # Filling a board that was never loaded has crashed the interpreter.
    board = pcbnew.LoadBoard(str(out))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(out), board, True)


def _outline(board: Any, places: dict[str, Any]) -> None:
    shape = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_RECT)
    shape.SetStart(at(0, 0))
    shape.SetEnd(at(places["width_mm"], places["height_mm"]))
    shape.SetLayer(pcbnew.Edge_Cuts)
    shape.SetWidth(mm(0.1))
    board.Add(shape)


def _load_parts(
    board: Any, tree: list[Any], library: Path, places: dict[str, Any]
) -> dict[str, Any]:
    nets = {}
    pads: dict[tuple[str, str], str] = {}
    for net in children(children(tree, "nets")[0], "net"):
        name = children(net, "name")[0][1]
        nets[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(nets[name])
        for node in children(net, "node"):
            pads[children(node, "ref")[0][1], children(node, "pin")[0][1]] = name
    parts = {}
    comps = children(children(tree, "components")[0], "comp")
    for comp in sorted(comps, key=lambda item: item[1][1]):
        ref = children(comp, "ref")[0][1]
        part = _load_part(comp, ref, library)
        device = part.GetFieldText("Device")
        if device not in places["parts"]:
            raise SystemExit(f"{device} ({ref}) has no place")
        _put(part, *places["parts"][device])
        for pad in sorted(part.Pads(), key=lambda pad: pad.GetNumber()):
            name = pads.get((ref, pad.GetNumber()))
            if name:
                pad.SetNet(nets[name])
        board.Add(part)
        parts[ref] = part
    return parts


def _load_part(comp: list[Any], ref: str, library: Path) -> Any:
    name, footprint = children(comp, "footprint")[0][1].split(":")
    folder = library if name == "tallone" else STOCK / f"{name}.pretty"
    part = pcbnew.FootprintLoad(str(folder), footprint)
    if part is None:
        raise SystemExit(f"{ref}: there is no footprint {name}:{footprint}")
    part.SetFPID(pcbnew.LIB_ID(name, footprint))
    part.SetReference(ref)
    part.SetValue(children(comp, "value")[0][1])
    sheet = children(children(comp, "sheetpath")[0], "tstamps")[0][1]
    part.SetPath(pcbnew.KIID_PATH(sheet + children(comp, "tstamps")[0][1]))
    for entry in children(children(comp, "fields")[0], "field"):
        key = children(entry, "name")[0][1]
        value = entry[2] if len(entry) > 2 else ""
        if key not in ("Footprint", "Reference", "Value"):
            part.SetField(key, value)
            part.GetFieldByName(key).SetVisible(False)
    properties = {children(p, "name")[0][1] for p in children(comp, "property")}
    if "exclude_from_bom" in properties:
        part.SetAttributes(part.GetAttributes() | pcbnew.FP_EXCLUDE_FROM_BOM)
    else:
        part.SetAttributes(part.GetAttributes() & ~pcbnew.FP_EXCLUDE_FROM_BOM)
    return part


def _box(part: Any) -> tuple[float, float, float, float]:
    """Return the courtyard's box on the board: left, top, right, bottom in mm."""
    outline = part.GetCourtyard(pcbnew.F_CrtYd)
    found = outline.BBox() if outline.OutlineCount() else part.GetBoundingBox(False)
    edges = (found.GetLeft(), found.GetTop(), found.GetRight(), found.GetBottom())
    left, top, right, bottom = (pcbnew.ToMM(edge) - ORIGIN_MM for edge in edges)
    return left, top, right, bottom


def _put(part: Any, x: float, y: float, turn: float) -> None:
    """Turn a part and put the middle of its courtyard at a place, its first pad on the grid of 1.27 mm."""
    part.SetPosition(at(0, 0))
    part.SetOrientationDegrees(turn)
    left, top, right, bottom = _box(part)
    dx, dy = x - (left + right) / 2, y - (top + bottom) / 2
    first = min(
        part.Pads(), key=lambda pad: (pad.GetNumber() != "1", pad.GetNumber())
    ).GetPosition()
    px, py = (pcbnew.ToMM(v) - ORIGIN_MM for v in (first.x, first.y))
    dx = round((px + dx) / 1.27) * 1.27 - px
    dy = round((py + dy) / 1.27) * 1.27 - py
    part.SetPosition(at(dx, dy))


def _check_places(parts: dict[str, Any], places: dict[str, Any]) -> None:
    unknown = sorted(set(places["parts"]) - {p.GetFieldText("Device") for p in parts.values()})
    if unknown:
        raise SystemExit(f"placed but not in the netlist: {', '.join(unknown)}")
    boxes = sorted((ref, _box(part)) for ref, part in parts.items())
    wrong = []
    for index, (ref, box) in enumerate(boxes):
        for other, second in boxes[index + 1 :]:
            if (
                box[0] < second[2]
                and second[0] < box[2]
                and box[1] < second[3]
                and second[1] < box[3]
            ):
                wrong.append(f"{ref} and {other} overlap")
    if wrong:
        sizes = [
            f"{ref} {b[2] - b[0]:.1f} x {b[3] - b[1]:.1f} at {b[0]:.1f}, {b[1]:.1f}"
            for ref, b in boxes
        ]
        raise SystemExit("\n".join([*sizes, *wrong]))


def _holes(board: Any, places: dict[str, Any]) -> None:
    for number, (x, y) in enumerate(places["holes"], 1):
        hole = pcbnew.FootprintLoad(str(STOCK / f"{HOLE[0]}.pretty"), HOLE[1])
        hole.SetFPID(pcbnew.LIB_ID(*HOLE))
        hole.SetReference(f"H{number}")
        hole.SetValue("M3")
        hole.Reference().SetVisible(False)
        hole.SetPosition(at(x, y))
        hole.SetAttributes(
            pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES
        )
        board.Add(hole)


def _obstacles(board: Any) -> tuple[list[maze.Pad], list[maze.Hole]]:
    pads, holes = [], []
    footprints = sorted(board.GetFootprints(), key=lambda part: part.GetReference())
    for part in footprints:
        for pad in sorted(
            part.Pads(), key=lambda p: (p.GetNumber(), p.GetPosition().x, p.GetPosition().y)
        ):
            box = pad.GetBoundingBox()
            centre = box.GetCenter()
            x, y = (pcbnew.ToMM(v) - ORIGIN_MM for v in (centre.x, centre.y))
            half_w, half_h = pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2
            if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
                holes.append(maze.Hole(x, y, half_w, half_h))
                continue
            layers = tuple(
                index
                for index, layer in enumerate((pcbnew.F_Cu, pcbnew.B_Cu))
                if pad.IsOnLayer(layer)
            )
            net = pad.GetNetname()
            if net.startswith("unconnected-"):
                net = ""
            rounded = pad.GetShape() in (pcbnew.PAD_SHAPE_CIRCLE, pcbnew.PAD_SHAPE_OVAL)
            pads.append(maze.Pad(net, x, y, half_w, half_h, layers, rounded))
        for zone in part.Zones():
            if zone.GetIsRuleArea() and zone.GetDoNotAllowTracks():
                box = zone.GetBoundingBox()
                centre = box.GetCenter()
                holes.append(
                    maze.Hole(
                        pcbnew.ToMM(centre.x) - ORIGIN_MM,
                        pcbnew.ToMM(centre.y) - ORIGIN_MM,
                        pcbnew.ToMM(box.GetWidth()) / 2,
                        pcbnew.ToMM(box.GetHeight()) / 2,
                        round=False,
                        keep=0.05,
                    )
                )
    return pads, holes


def _route(board: Any, places: dict[str, Any]) -> None:
    pads, holes = _obstacles(board)
    own = places.get("widths_mm", {})
    widths = {pad.net: own.get(pad.net, width_of(pad.net)) for pad in pads if pad.net}
    tracks, vias = _routes(places, pads, holes, widths)
    nets = board.GetNetsByName()
    for net, layer, start, end in tracks:
        track = pcbnew.PCB_TRACK(board)
        track.SetStart(at(*start))
        track.SetEnd(at(*end))
        track.SetWidth(mm(widths[net]))
        track.SetLayer(pcbnew.B_Cu if layer else pcbnew.F_Cu)
        track.SetNet(nets[net])
        board.Add(track)
    for net, place in vias:
        via = pcbnew.PCB_VIA(board)
        via.SetPosition(at(*place))
        via.SetWidth(mm(0.8))
        via.SetDrill(mm(0.4))
        via.SetNet(nets[net])
        board.Add(via)


def _routes(
    places: dict[str, Any],
    pads: list[maze.Pad],
    holes: list[maze.Hole],
    widths: dict[str, float],
) -> tuple[list[Any], list[Any]]:
    """Return tracks and vias, from the last time when pads, nets, widths and router were the same."""
    size = places["width_mm"], places["height_mm"]
    digest = hashlib.sha256(repr((size, pads, holes, sorted(widths.items()))).encode())
    for name in ("maze.py", "router.py"):
        digest.update((Path(__file__).parent / name).read_bytes())
    kept = ROUTES / f"{digest.hexdigest()[:16]}.json"
    if not kept.exists():
        found = router.Board(*size, pads, holes, widths)
        found.route(_say)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps([list(found.tracks()), list(found.vias())]), encoding="utf-8")
    tracks, vias = json.loads(kept.read_text(encoding="utf-8"))
    return tracks, vias


def _say(number: int, nets: int, cells: int) -> None:
    print(f"round {number}: {nets} nets at odds about {cells} cells", flush=True)


def _pour(board: Any, places: dict[str, Any]) -> None:
    ground = board.GetNetsByName()["GND"]
    for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
        zone = pcbnew.ZONE(board)
        zone.SetLayer(layer)
        zone.SetNet(ground)
        zone.SetLocalClearance(mm(0.3))
        zone.SetMinThickness(mm(0.25))
        zone.SetThermalReliefGap(mm(0.3))
        zone.SetThermalReliefSpokeWidth(mm(0.5))
        zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
        inset = 0.6
        w, h = places["width_mm"] - inset, places["height_mm"] - inset
        corners = pcbnew.VECTOR_VECTOR2I([at(inset, inset), at(w, inset), at(w, h), at(inset, h)])
        zone.AddPolygon(corners)
        board.Add(zone)


def main() -> None:
    netlist, placement, out = (Path(word) for word in sys.argv[1:4])
    build(netlist, placement, out, "".join(sys.argv[4:5]))


if __name__ == "__main__":
    main()
