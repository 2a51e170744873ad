"""The bill of materials: hardware/bom.csv against everything that says what a table needs.

The file holds what only people know: sources, prices, descriptions. Quantities and references are those of
the boards' circuits, the antennas, the harness and the assembly; `problems` names each difference.
`python -m hardware.reckon.bom` prints the totals; `--refresh` takes quantities over and adds missing rows.
"""

import csv
import io
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hardware.antenna import report
from hardware.electronics.generate.circuit import Circuit
from hardware.reckon import harness

HARDWARE = Path(__file__).resolve().parent.parent
BOM = HARDWARE / "bom.csv"
PARTS = HARDWARE / "mechanical" / "parts.csv"
VARIANTS = {
    "full": "full table",
    "mat": "mat only",
    "croupier": "croupier only",
    "score": "score only (computer and screen)",
}
# A tenth more wire than the drawing says.
WASTE = 1.1
# Sections whose rows are on a drawing, or have a name in the assembly.
DRAWN = ("electronics", "antennas", "harness")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of bom.csv. `assembly` is the part's name in the assembly, where it differs."""

    section: str
    part: str
    description: str
    full: float
    mat: float
    croupier: float
    score: float
    unit: str
    source_1: str
    source_2: str
    price_eur: float | None
    priced: str
    estimate: str
    assembly: str
    references: str

    def quantity(self, variant: str) -> float:
        found: float = getattr(self, variant)
        return found


@dataclass(slots=True)
class Want:
    """How many of a part the mat and the croupier need, and where."""

    section: str
    unit: str = "piece"
    counts: Counter[str] = field(default_factory=Counter)
    metres: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    references: list[str] = field(default_factory=list)

    def quantity(self, board: str) -> float:
        if self.unit == "m":
            return math.ceil(self.metres[board] * WASTE * 2) / 2
        # What is counted for both together is bought whole for one alone.
        return self.counts[board] + self.counts["both"]

    @property
    def all(self) -> float:
        if self.unit == "m":
            return self.quantity("mat") + self.quantity("croupier")
        return sum(self.counts.values())


def read(path: Path = BOM) -> list[Row]:
    """Return the rows of the file; raise ValueError for a number that is none."""
    with path.open(encoding="utf-8", newline="") as file:
        return [_row(line) for line in csv.DictReader(file)]


def _row(line: Mapping[str, str]) -> Row:
    fields: dict[str, Any] = {name: line[name] for name in Row.__dataclass_fields__}
    fields |= {name: float(line[name] or 0) for name in VARIANTS}
    fields["price_eur"] = float(line["price_eur"]) if line["price_eur"] else None
    return Row(**fields)


def text(rows: Iterable[Row]) -> str:
    """Return rows as the file has them."""
    out = io.StringIO()
    names = list(Row.__dataclass_fields__)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow(
            [_plain(getattr(row, name)) for name in names],
        )
    return out.getvalue()


def _plain(value: str | float | None) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{value:g}"


# What is needed ------------------------------------------------------------------------------


def wanted(boards: Mapping[str, Circuit] | None = None) -> dict[str, Want]:
    """Return what boards, antennas and harness need, by the part's name in the file."""
    circuits = boards or harness.circuits()
    found: dict[str, Want] = {}
    for board, circuit in circuits.items():
        for device in circuit.devices:
            if not device.kind.order.startswith("none"):
                _add(found, ("electronics", board), device.kind.order, f"{board} {device.ref}")
            for part in device.kind.also:
                _add(found, ("electronics", board), part, f"{board} {device.ref}")
        _add(found, ("electronics", board), f"{board} board")
    _want_antennas(found)
    _want_harness(found, harness.load(boards=circuits), circuits)
    return found


def _add(
    found: dict[str, Want], where: tuple[str, str], part: str, place: str = "", many: int = 1
) -> None:
    section, board = where
    want = found.setdefault(part, Want(section))
    want.counts[board] += many
    if place:
        want.references.append(place)


def _want_antennas(found: dict[str, Want]) -> None:
    for name, design in report.designs().items():
        board = "croupier" if name == "throat" else "mat"
        many, p = len(design.coil.zones), design.parts
        parts = [
            (f"C0G 1 % {p.c1:g} pF 0805 100 V", "C1", 2),
            (f"C0G 1 % {p.c2:g} pF 0805 100 V", "C2", 2),
            (f"thick film 1 % {p.rq:g} ohm 1206 0.5 W", "RQ", 2),
            ("trimmer 6.5 to 30 pF 100 V", "CT", 1),
            ("pin header 1 x 3, 2.54 mm", "J1", 1),
            (f"coil board {name}", "", 1),
        ]
        if p.c1b:
            parts.append((f"C0G 0.1 pF {p.c1b:g} pF 0805 100 V", "C1b", 2))
        for part, place, each in parts:
            _add(found, ("antennas", board), part, f"{name} {place}" if place else "", each * many)


def _want_harness(
    found: dict[str, Want], wires: harness.Harness, circuits: Mapping[str, Circuit]
) -> None:
    for cable in wires.cables:
        kind = circuits[cable.board].device(cable.near).kind.name
        mate, place = wires.mates[kind], f"{cable.board} {cable.ref}"
        if mate["housing"]:
            _add(found, ("harness", cable.board), mate["housing"], place)
        if mate["contacts"]:
            _add(found, ("harness", cable.board), mate["contacts"], many=len(cable.wires))
        if mate["housing"].startswith("servo extension"):
            continue
        if cable.flat:
            far = wires.mates["reader_far"]
            for part in far.values():
                _add(found, ("harness", cable.board), part, place)
            _metres(
                found,
                f"flat cable {len(cable.wires)} x {cable.gauge}",
                cable.board,
                cable.length_mm,
            )
        else:
            length = cable.length_mm * len(cable.wires)
            _metres(found, f"stranded wire {cable.gauge}", cable.board, length)
    for loose in wires.loose:
        if loose.name in ("antenna", "reader_header"):
            for board, many in (("mat", loose.count - 1), ("croupier", 1)):
                length = loose.length_mm * len(loose.wires) * many
                _metres(found, f"stranded wire {loose.gauge}", board, length)
        elif loose.name != "load_cell":  # those wires are the cell's own
            length = loose.length_mm * len(loose.wires) * loose.count
            _metres(found, f"stranded wire {loose.gauge}", "croupier", length)


def _metres(found: dict[str, Want], part: str, board: str, length_mm: float) -> None:
    want = found.setdefault(part, Want("harness", "m"))
    want.metres[board] += length_mm / 1000


def assembly(path: Path = PARTS) -> dict[str, Want]:
    """Return the bought parts and screws of the assembly, by name; electric ones have no section."""
    found: dict[str, Want] = {}
    if not path.exists():
        return found
    with path.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if line["got"] in {"bought", "screw", "cut", "electric"}:
                section = "" if line["got"] == "electric" else "mechanics"
                want = found.setdefault(line["part"], Want(section))
                want.counts[line["group"]] += int(line["quantity"])
    return found


# Checks --------------------------------------------------------------------------------------


def problems(
    rows: list[Row] | None = None, boards: Mapping[str, Circuit] | None = None
) -> list[str]:
    """Return each difference between the file and what is needed, and each row that is not whole."""
    found = read() if rows is None else rows
    return [
        *_against(found, wanted(boards)),
        *_against_assembly(found),
        *_incomplete(found),
    ]


def _against(rows: list[Row], needed: Mapping[str, Want]) -> Iterator[str]:
    by_part = {row.part: row for row in rows}
    for part, want in needed.items():
        row = by_part.get(part)
        if row is None:
            yield f"{part} is not in bom.csv"
        elif message := _differs(row, want):
            yield message
        elif row.references != _references(want):
            yield f"{part}: references in bom.csv are not {_references(want)}"
    for row in rows:
        drawn = row.section in DRAWN and not row.assembly
        if drawn and row.part not in needed:
            yield f"{row.part} is in bom.csv and on no drawing"


def _differs(row: Row, want: Want) -> str:
    mat, croupier = want.quantity("mat"), want.quantity("croupier")
    if (row.mat, row.croupier, row.full) != (mat, croupier, mat + croupier):
        counted = f"{row.mat:g} + {row.croupier:g} = {row.full:g}"
        return f"{row.part}: {counted} in bom.csv, {mat:g} + {croupier:g} needed"
    return ""


def _against_assembly(rows: list[Row]) -> Iterator[str]:
    by_name: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_name[row.assembly or row.part].append(row)
    needed = assembly()
    for name, want in needed.items():
        found = by_name.get(name, [])
        if len(found) != 1:
            yield f"{name} of the assembly is in bom.csv {len(found)} times"
        elif found[0].full != want.all:
            yield f"{name}: {found[0].full:g} in bom.csv, {want.all:g} in the assembly"
    for row in rows:
        named = row.section == "mechanics" or row.assembly
        if needed and named and (row.assembly or row.part) not in needed:
            yield f"{row.part} is in bom.csv and in no assembly"


def _incomplete(rows: list[Row]) -> Iterator[str]:
    parts = Counter(row.part for row in rows)
    for row in rows:
        if parts[row.part] > 1:
            yield f"{row.part} is in bom.csv twice"
        if not (
            row.description and row.source_1 and row.source_2 and row.source_1 != row.source_2
        ):
            yield f"{row.part} has no two sources, or no description"
        if row.price_eur is None or not row.priced or row.estimate != "yes":
            yield f"{row.part} has no dated price that is marked as an estimate"
        if not any(row.quantity(variant) for variant in VARIANTS):
            yield f"{row.part} is in no variant"


def _references(want: Want) -> str:
    return " ".join(sorted({place.replace(" ", ":") for place in want.references}, key=_order))


def _order(place: str) -> tuple[str, str, int]:
    board, _, ref = place.partition(":")
    letters = ref.rstrip("0123456789")
    return board, letters, int(ref.removeprefix(letters) or 0)


# Totals --------------------------------------------------------------------------------------


def totals(rows: list[Row] | None = None) -> dict[str, float]:
    """Return the price of each variant in euro."""
    found = read() if rows is None else rows
    return {
        variant: sum(row.quantity(variant) * (row.price_eur or 0) for row in found)
        for variant in VARIANTS
    }


def table() -> str:
    """Return what each variant costs, by section, in Markdown."""
    rows = read()
    sections = list(dict.fromkeys(row.section for row in rows))
    lines = [
        "| Section | " + " | ".join(VARIANTS.values()) + " |",
        "|---|" + "---:|" * len(VARIANTS),
    ]
    for section in sections:
        prices = totals([row for row in rows if row.section == section]).values()
        lines.append(f"| {section} | " + " | ".join(f"{price:,.0f} €" for price in prices) + " |")
    lines.append(
        "| **sum** | "
        + " | ".join(f"**{price:,.0f} €**" for price in totals(rows).values())
        + " |"
    )
    return "\n".join(lines)


def list_table() -> str:
    """Return every row in Markdown: how many of what, for which variant, what it may cost."""
    lines = [
        "| Part | What it is | Full | Mat | Croupier | Each |",
        "|---|---|---:|---:|---:|---:|",
    ]
    section = ""
    for row in read():
        if row.section != section:
            section = row.section
            lines.append(f"| **{section}** | | | | | |")
        counts = " | ".join(f"{row.quantity(name):g}" for name in ("full", "mat", "croupier"))
        lines.append(f"| {row.part} | {row.description} | {counts} | {row.price_eur or 0:.2f} € |")
    return "\n".join(lines)


def refreshed(rows: list[Row]) -> list[Row]:
    """Return the rows with the quantities and references that are needed; new parts at the end."""
    needed, made = wanted(), assembly()
    found = []
    for row in rows:
        want = needed.get(row.part) or made.get(row.assembly or row.part)
        if want is None and row.section == "mechanics":
            continue  # the assembly has lost it
        if want is None or (row.assembly and row.full == want.all):
            found.append(row)
            continue
        mat, croupier = want.quantity("mat"), want.quantity("croupier")
        places = _references(want) if want.references else row.references
        found.append(replace(row, full=want.all, mat=mat, croupier=croupier, references=places))
    names = {row.assembly or row.part for row in found}
    missing = {name: want for name, want in {**made, **needed}.items() if name not in names}
    return [*found, *(_new(part, want) for part, want in missing.items())]


def _new(part: str, want: Want) -> Row:
    mat, croupier = want.quantity("mat"), want.quantity("croupier")
    return Row(
        section=want.section or "electronics",
        part=part,
        description="",
        full=want.all,
        mat=mat,
        croupier=croupier,
        score=0,
        unit=want.unit,
        source_1="",
        source_2="",
        price_eur=None,
        priced="",
        estimate="",
        assembly="",
        references=_references(want),
    )


def main() -> int:
    if "--refresh" in sys.argv[1:]:
        rows = read() if BOM.exists() else []
        BOM.write_text(text(refreshed(rows)), encoding="utf-8")
    print(table())
    wrong = problems()
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
