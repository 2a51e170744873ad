"""The tables of docs/build that are calculated: written, or found stale.

`python -m hardware.reckon.pages` writes them; `--check` ends with status 1 if one is stale.
"""

import sys
from collections.abc import Callable

from hardware.antenna import report
from hardware.reckon import budget
from tools import sections

# What stands behind "made: hardware" in a document, and who makes it.
TABLES: dict[str, Callable[[], str]] = {
    "antennas": report.tables,
    "power": budget.table,
}


def stale(*names: str) -> list[str]:
    """Return the documents with a stale table of these names, or of any."""
    return [path for name in names or TABLES for path in _renew(name, check=True)]


def renew() -> None:
    """Write every table."""
    for name in TABLES:
        _renew(name, check=False)


def _renew(name: str, *, check: bool) -> list[str]:
    return list(sections.renew(f"hardware {name}", lambda _: TABLES[name](), check=check))


def main() -> int:
    if "--check" not in sys.argv[1:]:
        renew()
        return 0
    found = stale()
    for path in found:
        print(f"{path} is stale: python -m hardware.reckon.pages")  # noqa: T201  a command
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
