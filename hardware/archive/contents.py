"""What a maker's archive holds: for each folder in it the files, what they are for, and how many there must be."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
BUILT: Final = ROOT / "build" / "hardware"
PRINTS: Final = ROOT / "hardware" / "mechanical" / "build"
# Made for the archive only.
PROGRAM: Final = ROOT / "build" / "archive"


@dataclass(frozen=True, slots=True)
class Part:
    """Files of one kind: `pattern` below `source` goes to `folder`; fewer than `least` is a fault.

    `kept` are the levels of folders that a file keeps below `folder`.
    """

    folder: str
    source: Path
    pattern: str
    use: str
    least: int = 1
    kept: int = 0

    def files(self) -> Iterator[tuple[str, Path]]:
        """Yield the name in the archive and the path of each file, in the order of the names."""
        for path in sorted(self.source.glob(self.pattern)):
            if path.is_file():
                kept = path.relative_to(self.source).parts[-1 - self.kept :]
                yield "/".join((self.folder, *kept)), path


def _board(name: str, what: str) -> tuple[Part, ...]:
    made = BUILT / name
    return (
        Part(f"boards/{name}/gerber", made / "gerber", "*.*", f"{what}: one zip of this for the board house", 9),
        Part(f"boards/{name}", made, "*-positions.csv", "where a machine places the parts"),
        Part(f"boards/{name}", made, "*-bom.csv", "what is placed"),
        Part(f"boards/{name}", made, "*.pdf", "schematic and top side, to print", 2),
        Part(f"boards/{name}", made, "*.step", "the board as a solid"),
        Part(f"boards/{name}", made, "*.png", "what it looks like", 2),
        Part(f"boards/{name}", made, "*.html", "click a part and see where it goes; opens in any browser"),
    )  # fmt: skip


def _coil(name: str) -> tuple[Part, ...]:
    made = BUILT / name
    return (
        Part(f"coils/{name}/gerber", made / "gerber", "*.*", f"{name}: for the board house", 8),
        Part(f"coils/{name}", made, "*.png", "where its few parts are soldered"),
    )


CONTENTS: Final = (
    *_board("mat", "the mat's board"),
    *_board("croupier", "the croupier's board"),
    *_coil("coil_throat"),
    *_coil("coil_pile"),
    *_coil("coil_meld"),
    Part("mechanics/print", PRINTS, "*.stl", "for any slicer", 20),
    Part("mechanics/print", PRINTS, "*.3mf", "the same, in millimetres by themselves", 20),
    Part("mechanics/step", PRINTS, "*.step", "to change a part; *_assembly is a whole machine", 20),
    Part("mechanics/plates", PRINTS, "*.dxf", "for a laser or a mill, layer CUT, mm", 5),
    Part("mechanics/plates", PRINTS, "*_full_size.svg", "the same at full size, to glue on and drill", 5),
    Part("mechanics/plates", ROOT / "hardware" / "mechanical", "holes.csv", "each hole, to drill by hand"),
    Part("mechanics", ROOT / "hardware" / "mechanical", "parts.csv", "each part, printed, cut or bought"),
    Part("orders", BUILT / "orders", "*.csv", "parts to order: import them at a distributor", 3),
    Part("orders", ROOT / "hardware", "bom.csv", "everything to buy, with prices estimated"),
    Part("cables", ROOT / "hardware" / "wiring", "*.svg", "each cable", 5),
    Part("firmware", PROGRAM / "firmware", "*/**/*.*", "what `tallone firmware install` puts on a board", 20, 3),
    Part("program", PROGRAM / "wheel", "*.whl", "the program: `pipx install` this file"),
    Part("guide", ROOT / "docs" / "build", "*.md", "the build guide, begin with index.md", 10),
    Part("guide", ROOT / "docs", "install.md", "from an empty SD card to the first hand"),
    Part("guide/pictures", ROOT / "hardware" / "mechanical" / "drawings", "*.svg", "each part and each step", 40),
    Part(".", ROOT, "LICENSE*", "MIT for the program, CERN-OHL-P for the hardware", 2),
    Part(".", ROOT, "CHANGELOG.md", "what has changed"),
)  # fmt: skip


def version() -> str:
    """Return the project's version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])
