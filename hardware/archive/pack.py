"""One archive with everything that a maker orders, prints, cuts, installs and reads.

The same files give the same bytes: names in order, one fixed date. `SHA256SUMS` is what `sha256sum --check` reads.
"""

import hashlib
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from hardware.archive.contents import CONTENTS, Part

SUMS, INDEX = "SHA256SUMS", "CONTENTS.md"
_DATE = (1980, 1, 1, 0, 0, 0)
_INTRODUCTION = """\
# Tallone {version}: what a maker needs

**Calculated and simulated, never built.** Read `guide/index.md` first, and `guide/errata.md` before you
order anything: it says what is known to be wrong. To see whether all files are whole: `sha256sum --check {sums}`.

| What | Files | For |
|---|---|---|
"""


def collect(parts: Iterable[Part] = CONTENTS) -> tuple[dict[str, Path], list[str]]:
    """Return the files by their names in the archive, and what is missing or stands there twice."""
    files: dict[str, Path] = {}
    wrong = []
    for part in parts:
        found = dict(part.files())
        if len(found) < part.least:
            wrong.append(
                f"{part.folder}: {len(found)} of {part.pattern} in {part.source}, {part.least} or more are"
                " wanted; `make hardware` makes them"
            )
        wrong += [
            f"{name}: there are two"
            for name in found
            if files.get(name, found[name]) != found[name]
        ]
        files |= found
    return {name.removeprefix("./"): path for name, path in files.items()}, wrong


def index(version: str, parts: Iterable[Part] = CONTENTS) -> str:
    """Return the archive's table of contents."""
    rows = [
        f"| `{part.folder}/{part.pattern.rpartition('/')[2]}` | {len(list(part.files()))} | {part.use} |"
        for part in parts
    ]
    return _INTRODUCTION.format(version=version, sums=SUMS) + "\n".join(rows) + "\n"


def pack(path: Path, files: Mapping[str, Path], contents: str) -> None:
    """Write the archive."""
    texts = {INDEX: contents.encode()}
    blobs = texts | {name: source.read_bytes() for name, source in files.items()}
    sums = "".join(
        f"{hashlib.sha256(blobs[name]).hexdigest()}  {name}\n" for name in sorted(blobs)
    )
    blobs[SUMS] = sums.encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(blobs):
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, blobs[name])
