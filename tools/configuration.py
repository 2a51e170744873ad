"""Make docs/configuration.md from host/tallone/config.py.

`--check` ends with status 1 if the document is stale.
"""

import dataclasses
import enum
import sys
from pathlib import Path
from typing import Any

from tallone.config import Config

ROOT = Path(__file__).resolve().parent.parent
_KINDS = {bool: "true or false", int: "whole number", str: "text"}
_HEAD = """\
# Configuration

Made by `tools/configuration.py` from `host/tallone/config.py`; a test keeps both equal.

The table's settings are one TOML file, given with `tallone run --config table.toml`. Every option may be
left out; a table needs no file at all. It is read once, at the start, and written into the journal.
An option that does not exist, a value of another kind or out of its bounds is told with its name and,
for a typing mistake, the nearest option; the exit status is 2.

```toml
"""
_TABLE = """\
```

The options above have their defaults.

| Option | Kind | Default | Bounds | Meaning |
|---|---|---|---|---|
"""


def written(value: object) -> str:
    """Return a default as a TOML file has it."""
    if isinstance(value, enum.Enum):
        value = value.value
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def row(field: "dataclasses.Field[Any]") -> str:
    """Return an option's line of the table."""
    low, high = field.metadata["low"], field.metadata["high"]
    bounds = "" if low is None else f"{low} to {high}"
    kind = _KINDS.get(type(field.default), "text")
    default, text = written(field.default), field.metadata["help"]
    return f"| `{field.name}` | {kind} | `{default}` | {bounds} | {text} |\n"


def document() -> str:
    """Return the text of docs/configuration.md."""
    fields = dataclasses.fields(Config)
    example = "".join(f"{field.name} = {written(field.default)}\n" for field in fields)
    return _HEAD + example + _TABLE + "".join(map(row, fields))


def main() -> int:
    path = ROOT / "docs" / "configuration.md"
    text = document()
    if "--check" not in sys.argv[1:]:
        path.write_text(text, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != text:
        print(f"{path.relative_to(ROOT)} is stale: run tools/configuration.py")
        return 1
    print("configuration: fresh")
    return 0


if __name__ == "__main__":
    sys.exit(main())
