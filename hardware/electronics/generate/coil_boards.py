"""Put each coil footprint alone on a board of its own, for the design rules. Runs under Debian's Python.

/usr/bin/python3 coil_boards.py FOLDER
"""

import sys
from pathlib import Path

import pcbnew

LIBRARY = Path(__file__).resolve().parent.parent / "library" / "tallone.pretty"
MARGIN_MM = 3


def make(name: str, folder: Path) -> None:
    """Write a board with one coil and a rectangle around it."""
    board = pcbnew.BOARD()
    part = pcbnew.FootprintLoad(str(LIBRARY), name)
    part.SetReference("L1")
    part.SetFPID(pcbnew.LIB_ID("tallone", name))
    part.SetPosition(pcbnew.VECTOR2I_MM(150, 150))
    for pad in part.Pads():
        net = pcbnew.NETINFO_ITEM(board, f"TX{pad.GetNumber()}")
        board.Add(net)
        pad.SetNet(net)
    board.Add(part)
    box = part.GetBoundingBox(False)
    box.Inflate(pcbnew.FromMM(MARGIN_MM))
    edge = pcbnew.PCB_SHAPE(board, pcbnew.SHAPE_T_RECT)
    edge.SetStart(box.GetOrigin())
    edge.SetEnd(box.GetEnd())
    edge.SetLayer(pcbnew.Edge_Cuts)
    board.Add(edge)
    pcbnew.SaveBoard(str(folder / f"{name}.kicad_pcb"), board, True)
    table = f'(fp_lib_table (version 7) (lib (name "tallone")(type "KiCad")(uri "{LIBRARY}")))'
    (folder / "fp-lib-table").write_text(table, encoding="utf-8")
    (folder / f"{name}.kicad_pro").write_text("{}", encoding="utf-8")


if __name__ == "__main__":
    for file in sorted(LIBRARY.glob("coil_*.kicad_mod")):
        make(file.stem, Path(sys.argv[1]))
