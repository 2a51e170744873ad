"""The maker's archive: everything in one file, and each file of it read back by another library than its own.

`release.py` makes what is needed (`make hardware`'s files, the boards' bundles, the wheel) and writes
dist/tallone-VERSION-maker.zip; `release.py --check ARCHIVE` only reads one, and needs nothing but that;
`release.py --prove ARCHIVE` also plants a fault of each kind and looks whether it is found.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hardware.archive import contents, pack  # noqa: E402  found from the root

READERS = ROOT / "hardware" / "archive" / "readers.txt"
ENVIRONMENT = ROOT / "build" / "readers"
BIN = Path(sys.executable).parent


def run(*words: str | Path) -> None:
    """Run a program; end this one with its status if it fails."""
    status = subprocess.run([str(word) for word in words], cwd=ROOT, check=False).returncode
    if status:
        sys.exit(status)


def make_program() -> None:
    """Make the wheel and the boards' bundles, from nothing."""
    shutil.rmtree(contents.PROGRAM, ignore_errors=True)
    quiet = ("--disable-pip-version-check", "--quiet", "--no-deps")
    run(sys.executable, "-m", "pip", "wheel", *quiet, "-w", contents.PROGRAM / "wheel", ".")
    run(BIN / "tallone", "firmware", "build", "--out", contents.PROGRAM / "firmware")


def readers() -> Path:
    """Return the Python of the readers' environment; make it where it is missing or stale."""
    python, mark = ENVIRONMENT / "bin" / "python", ENVIRONMENT / "made-from"
    wanted = hashlib.sha256(READERS.read_bytes()).hexdigest()
    if not (mark.exists() and mark.read_text(encoding="utf-8") == wanted):
        run(sys.executable, "-m", "venv", "--clear", ENVIRONMENT)
        run(
            python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "-r", READERS
        )
        mark.write_text(wanted, encoding="utf-8")
    return python


def check(archive: Path, *words: str) -> None:
    """Read an archive back."""
    reading = ROOT / "hardware" / "archive" / "reading.py"
    run(readers(), "-W", "ignore", reading, *words, archive)


def make() -> Path:
    """Write the archive and return its path; what is missing ends the program."""
    make_program()
    files, wrong = pack.collect()
    if wrong:
        print("\n".join(wrong))
        sys.exit(1)
    path = ROOT / "dist" / f"tallone-{contents.version()}-maker.zip"
    pack.pack(path, files, pack.index(contents.version()))
    print(f"{path.relative_to(ROOT)}: {len(files)} files, {path.stat().st_size / 1e6:.0f} MB")
    return path


def main() -> int:
    words = sys.argv[1:]
    if words and (words[0] not in ("--check", "--prove") or len(words) != 2):
        print("release.py [--check|--prove ARCHIVE]")
        return 2
    if words:
        check(Path(words[1]).resolve(), *(["--prove"] if words[0] == "--prove" else []))
    else:
        check(make())
    return 0


if __name__ == "__main__":
    sys.exit(main())
