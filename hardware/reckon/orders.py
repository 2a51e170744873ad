"""Files that distributors read: maker's part numbers with quantities, for each variant of the table.

`python -m hardware.reckon.orders [FOLDER]` writes them. Only parts with a maker's number go in; what is bought
by a description is listed in a file of its own, with what it is and where it may be had. No distributor's own
number stands here: their importers find the maker's, and theirs change.
"""

import csv
import io
import math
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from hardware.reckon import bom
from hardware.reckon.bom import Row

FOLDER = bom.BOM.parent.parent / "build" / "hardware" / "orders"
# What a maker's name in the parts list begins with; the rest of the cell is its part number.
MAKERS = (
    "Amphenol", "Bourns", "Diodes", "Infineon", "JST", "KEMET", "Littelfuse", "Microchip", "Molex", "Nexperia",
    "Ohmite", "Omron", "Panasonic", "Raspberry Pi", "Schurter", "SparkFun", "Texas Instruments", "Traco", "Vishay",
    "Wuerth", "onsemi",
)  # fmt: skip
# The two importers: the columns that each names, in its order.
COLUMNS = {
    "mouser": ("Mfr Part Number", "Manufacturer", "Quantity", "Customer Reference"),
    "digikey": ("Manufacturer Part Number", "Manufacturer", "Quantity", "Customer Reference"),
}
# Of cheap small parts one and a half times as many, at least two more: they roll away.
SPARE_UNDER_EUR, SPARE = 0.3, 1.5
REFERENCE_MOST = 48


def named(row: Row) -> tuple[str, str] | None:
    """Return maker and part number of a row; None where it is bought by a description."""
    for maker in MAKERS:
        number = row.part.removeprefix(f"{maker} ")
        if number != row.part and any(sign.isdigit() for sign in number):
            return maker, number
    return None


def quantity(row: Row, variant: str) -> int:
    """Return how many to order for a variant: what is needed, and spares of what is small and cheap."""
    needed = math.ceil(row.quantity(variant))
    if needed and (row.price_eur or 0) < SPARE_UNDER_EUR:
        return max(math.ceil(SPARE * needed), needed + 2)
    return needed


def lines(rows: Iterable[Row], variant: str) -> Iterator[tuple[str, str, int, str]]:
    """Yield part number, maker, quantity and reference of every row that a distributor can be asked for."""
    for row in rows:
        known = named(row)
        if known and (count := quantity(row, variant)):
            yield known[1], known[0], count, row.references[:REFERENCE_MOST].strip()


def by_hand(rows: Iterable[Row], variant: str) -> Iterator[tuple[str, str, float, str, str, str]]:
    """Yield what no importer finds: part, what it is, quantity, unit and two sources."""
    for row in rows:
        if named(row) is None and row.quantity(variant):
            yield (
                row.part,
                row.description,
                row.quantity(variant),
                row.unit,
                row.source_1,
                row.source_2,
            )


def files(rows: list[Row] | None = None) -> dict[str, str]:
    """Return every file by its name."""
    found = bom.read() if rows is None else rows
    texts: dict[str, str] = {}
    for variant in ("full", "mat", "croupier"):
        for shop, columns in COLUMNS.items():
            texts[f"{variant}_{shop}.csv"] = _text(columns, lines(found, variant))
        header = ("Part", "What it is", "Quantity", "Unit", "Source", "Another source")
        texts[f"{variant}_by_hand.csv"] = _text(header, by_hand(found, variant))
    return texts


def _text(header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
