"""The tables of docs/build that are calculated: written, or found stale.

`python -m hardware.reckon.pages` writes them; `--check` ends with status 1 if one is stale.
"""

import sys
from collections.abc import Callable

from hardware.antenna import fans, lanes, report
from hardware.reckon import bom, budget, croupier_b, guide, harness, review, scan_plan
from tools import sections

# What stands behind "made: hardware" in a document, and who makes it from what follows in the name.
TABLES: dict[str, Callable[[str], str]] = {
    "antennas": lambda _: report.tables(),
    "fans": lambda _: fans.tables(),
    "inlay": lambda _: fans.specification(),
    "lanes": lambda _: lanes.tables(),
    "scan": lambda _: scan_plan.table(),
    "croupier_b": croupier_b.tables,
    "errata": lambda _: review.table(),
    "power": lambda _: budget.table(),
    "harness": lambda _: harness.table(),
    "bom": lambda _: bom.table(),
    "rows": lambda _: bom.list_table(),
    "prints": lambda _: guide.print_list(),
    "tools": lambda _: guide.tool_list(),
    "steps": guide.page,
}


def stale(*names: str) -> list[str]:
    """Return the documents with a stale table of these names, or of any."""
    return [path for name in names or TABLES for path in _renew(name, check=True)]


def renew() -> None:
    """Write every table."""
    for name in TABLES:
        _renew(name, check=False)


def _renew(name: str, *, check: bool) -> list[str]:
    return list(sections.renew(f"hardware {name}", TABLES[name], check=check))


def main() -> int:
    if "--check" not in sys.argv[1:]:
        renew()
        return 0
    found = stale()
    for path in found:
        print(f"{path} is stale: python -m hardware.reckon.pages")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
