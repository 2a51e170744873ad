"""ngspice, Graphviz and WireViz: installed where that may be done, named where it may not.

The first two come from Debian, when root. WireViz gets an environment of its own beside
wiring/requirements.txt, so that nothing of the program depends on it.
"""

import os
import shutil
import subprocess
import sys
import venv

from hardware.reckon import harness

DEBIAN = {"ngspice": "ngspice", "dot": "graphviz"}


def ensure() -> list[str]:
    """Install what is missing; return a sentence for each program that could not be."""
    missing = [package for program, package in DEBIAN.items() if shutil.which(program) is None]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        _apt(missing)
        missing = [package for program, package in DEBIAN.items() if shutil.which(program) is None]
    if harness.wireviz() is None:
        _wireviz()
    found = [f"{package} is missing: apt-get install {package}" for package in missing]
    if harness.wireviz() is None:
        found.append(f"WireViz is missing: pip install -r {harness.FOLDER / 'requirements.txt'}")
    return found


def _apt(packages: list[str]) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for words in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
    ):
        subprocess.run(words, env=environment, check=False, capture_output=True)


def _wireviz() -> None:
    folder = harness.FOLDER / ".venv"
    venv.create(folder, with_pip=True, clear=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "install", "--quiet", "-r", str(harness.FOLDER / "requirements.txt")],
        check=False,
        capture_output=True,
    )


def main() -> int:
    found = ensure()
    for sentence in found:
        print(sentence)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
