"""Make docs/irregularities.md from the tables of rulings, in Italian and in English.

`--check` ends with status 1 if the document is stale.
"""

import sys
from pathlib import Path

from tallone.display.texts.phrases import text
from tallone.display.texts.rulings_page import rulings_page
from tallone.referee.rulings.rows.tables import FAMILIES, table

ROOT = Path(__file__).resolve().parent.parent
_HEAD = """\
# Irregolarità / Irregularities

Made by `tools/irregularities.py` from `host/tallone/referee/rulings/rows/tables/`; a test keeps both equal.

What two code families say when something goes wrong. The table decides nothing: an arbiter does. Where a code
is silent this page says so. The F.I.Bur. codes are known by their commentary, not by their text. Rows X1 to X7
are what the table can see and no code that was read speaks of. A club's own file may say otherwise
([judge.md](judge.md)).
"""
_NAMES = {"it": "Italiano", "en": "English"}


def section(lang: str) -> str:
    """Return the table of one language."""
    codes = " | ".join(f"{table(family).code}, {table(family).edition}" for family in FAMILIES)
    kind, told, moments = (text(f"ruling.page.{key}", lang) for key in ("kind", "told", "moments"))
    lines = [
        f"\n## {_NAMES[lang]}\n",
        f"| | {kind} | {moments} | {codes} | {told} |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.row} | {row.title} `{row.kind}` | {row.moments} | {' | '.join(row.codes)} | {row.told} |"
        for row in rulings_page(lang)
    ]
    return "\n".join(lines) + "\n"


def document() -> str:
    """Return the text of docs/irregularities.md."""
    return _HEAD + "".join(section(lang) for lang in _NAMES)


def main() -> int:
    path = ROOT / "docs" / "irregularities.md"
    made = document()
    if "--check" not in sys.argv[1:]:
        path.write_text(made, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != made:
        print(f"{path.relative_to(ROOT)} is stale: run tools/irregularities.py")
        return 1
    print("irregularities: fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
