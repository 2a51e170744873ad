"""Marked sections of documents that tools write: found, replaced, or found stale.

`<!-- made: NAME -->` begins one and `<!-- end -->` ends it.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SECTION = re.compile(r"(<!-- made: (?P<name>[^>]+?) -->\n).*?(<!-- end -->)", re.DOTALL)


def documents() -> list[Path]:
    """Return every document that may have sections."""
    return sorted((ROOT / "docs").rglob("*.md"))


def renew(kind: str, make: Callable[[str], str], *, check: bool) -> Iterator[str]:
    """Write every section whose name begins with `kind`; when checking, yield the stale documents.

    `make` gets what stands behind the kind in the name, and returns the section's lines.
    """

    def replace(match: re.Match[str]) -> str:
        if not match["name"].startswith(kind):
            return match[0]
        argument = match["name"].removeprefix(kind).strip()
        return f"{match[1]}\n{make(argument).strip()}\n\n{match[3]}"

    for path in documents():
        text = path.read_text(encoding="utf-8")
        fresh = _SECTION.sub(replace, text)
        if fresh == text:
            continue
        if check:
            yield str(path.relative_to(ROOT))
        else:
            path.write_text(fresh, encoding="utf-8")
