"""List the messages of the wire in the document of the protocol.

Numbers, layouts and explanations come from firmware/lib/tallone_wire/messages.py. `--check` ends
with status 1 if the list is stale.
"""

import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sections import ROOT, renew

from tallone_wire.fields import FIELDS
from tallone_wire.messages import TABLE, parts_of

SOURCE = ROOT / "firmware" / "lib" / "tallone_wire" / "messages.py"
_KINDS = {
    "B": "u8",
    "H": "u16",
    "I": "u32",
    "i": "i32",
    "8s": "8 bytes",
    "4s": "4 bytes",
    "16s": "16 bytes",
}
_TAILS = {"*": "bytes", "*8": "tags of 8 bytes", "*text": "UTF-8"}


def explanations() -> list[tuple[str, dict[str, str]]]:
    """Return, for each heading of the table's source, the comment above each message."""
    source = SOURCE.read_text(encoding="utf-8")
    table = source[source.index("\nTABLE = {") : source.index("\n}")]
    sections: list[tuple[str, dict[str, str]]] = []
    comment: list[str] = []
    for line in table.splitlines():
        if line.startswith("    # -- "):
            sections.append((line.removeprefix("    # -- "), {}))
        elif line.startswith("    # "):
            comment.append(line.removeprefix("    # "))
        elif found := re.match(r'    "(\w+)": \(', line):
            sections[-1][1][found[1]] = " ".join(comment)
            comment = []
    return sections


def fields(name: str) -> str:
    """Return the fields of a message with their kinds, in order."""
    layout, _count, tail = parts_of(name)
    kinds = [_KINDS[sign] for sign in re.findall(r"\d*[a-zA-Z]", layout)]
    kinds += [_TAILS[tail]] if tail else []
    return ", ".join(
        f"`{field}` {kind}" for field, kind in zip(FIELDS[name].split(), kinds, strict=True)
    )


def make(_argument: str) -> str:
    """Return the lists, one for each heading."""
    lines: list[str] = []
    for heading, messages in explanations():
        lines += [
            f"**{heading}**",
            "",
            "| No. | Message | Fields | Meaning |",
            "|---|---|---|---|",
        ]
        for name, meaning in messages.items():
            lines.append(f"| `{TABLE[name][0]:02x}` | `{name}` | {fields(name)} | {meaning} |")
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    stale = list(renew("messages", make, check="--check" in sys.argv[1:]))
    told = [f"{path} is stale: run tools/list_messages.py" for path in stale]
    print("\n".join(told) or "messages: fresh")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
