"""Run every check in order of speed; stop at the first that fails. `--fast` leaves out whole hands."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
STUBS = "micropython-rp2-stubs"
# Branch coverage of these is 100 %: they decide scores, and whether a message counts.
COVERED = (
    "tallone.rules",
    "tallone_wire",
    "tallone.link.session",
    "tallone.link.session_states",
    "tallone.link.arrivals",
    "tallone.link.guard",
)
COVERED_TESTS = ("tests/rules", "tests/wire", "tests/link")


def run(title: str, *command: str) -> None:
    """Run one check with its output; end the program with its status if it fails."""
    print(f"== {title}", flush=True)
    begun = time.monotonic()
    # The display and sound drivers are the tests' business; they never open a real screen.
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    print(f"   {title}: {time.monotonic() - begun:.0f} s", flush=True)
    if status:
        print(f"== {title} failed (status {status}); the command was: {' '.join(command)}")
        sys.exit(status)


def tool(name: str) -> str:
    return str(BIN / name)


def install_stubs() -> None:
    """Put MicroPython's stubs in typings/, apart from the host's: they replace the standard library's."""
    target = ROOT / "typings"
    if (target / "machine.pyi").exists() or (target / "machine").exists():
        return
    shutil.rmtree(target, ignore_errors=True)
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--no-deps",
    )
    run("MicroPython stubs", *pip, "--target", str(target), *stub_requirements())


def stub_requirements() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [
        line
        for line in lines
        if line.startswith(("micropython-rp2-stubs", "micropython-stdlib-stubs"))
    ]


def static_checks() -> None:
    run("ruff", tool("ruff"), "check", ".")
    run("ruff format", tool("ruff"), "format", "--check", ".")
    run("pins", sys.executable, "tools/pins.py", "--check")
    run("mypy", tool("mypy"))
    run("import contracts", tool("lint-imports"))
    install_stubs()
    run("pyright (firmware)", tool("pyright"), "-p", "firmware/pyrightconfig.json")


def tests(*, fast: bool) -> None:
    pytest = (sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal")
    covered = [f"--cov={name}" for name in COVERED]
    run(
        "rules and wire, every branch",
        *pytest,
        *COVERED_TESTS,
        *covered,
        "--cov-branch",
        "--cov-fail-under=100",
        "--cov-report=term-missing:skip-covered",
    )
    others = sorted(
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").iterdir()
        if (path.match("test_*.py") or (path.is_dir() and any(path.glob("**/test_*.py"))))
        and str(path.relative_to(ROOT)) not in COVERED_TESTS
    )
    marks = ("-m", "not end_to_end") if fast else ()
    run("everything else", *pytest, *others, *marks)


def main() -> None:
    static_checks()
    tests(fast="--fast" in sys.argv[1:])
    print("== all checks passed")


if __name__ == "__main__":
    main()
