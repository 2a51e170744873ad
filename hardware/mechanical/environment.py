"""The mechanics' own environment, made from requirements.txt beside this file; standard library only.

`python -m hardware.mechanical.environment` makes it. With `generate`, `check`, `prove` or `fabricate` it also
makes stale drawings and tables anew, checks the models, proves the checks, or writes print files; `plates`
writes the plates for a laser.
It takes about a gigabyte, and is kept apart from that of the project.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE / ".venv"
PYTHON = FOLDER / "bin" / "python"
_REQUIREMENTS = HERE / "requirements.txt"
_MARK = FOLDER / "requirements.sha256"


def present() -> bool:
    """Return whether the environment is there and can import what is needed."""
    packages = FOLDER.glob("lib/python*/site-packages/*")
    return PYTHON.exists() and {"build123d", "trimesh"} <= {path.name for path in packages}


def make() -> Path:
    """Make the environment where it is missing or its requirements have changed; return its Python."""
    wanted = hashlib.sha256(_REQUIREMENTS.read_bytes()).hexdigest()
    if present() and _MARK.exists() and _MARK.read_text(encoding="utf-8").strip() == wanted:
        return PYTHON
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", str(FOLDER)], check=True)
    install = [
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "-r",
        str(_REQUIREMENTS),
    ]
    subprocess.run([str(PYTHON), *install], check=True)
    _MARK.write_text(wanted + "\n", encoding="utf-8")
    return PYTHON


def run(program: str, *arguments: str, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Run one of the programs beside this file in the environment, quietly warned of nothing."""
    command = [str(PYTHON), "-W", "ignore", str(HERE / program), *arguments]
    return subprocess.run(
        command,
        check=False,
        text=True,
        capture_output=capture,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )


# What a word on the command line runs in the environment.
PROGRAMS = {
    "generate": ("export.py", "--if-stale"),
    "check": ("checks.py", "--quiet"),
    "prove": ("checks.py", "--planted"),
    "fabricate": ("export.py", "--print-files"),
    "plates": ("plates.py",),
}


def main() -> int:
    """Make the environment; with a word, run what it stands for. Return the status."""
    print(make().relative_to(HERE.parent.parent))
    return max((run(*PROGRAMS[word]).returncode for word in sys.argv[1:]), default=0)


if __name__ == "__main__":
    sys.exit(main())
