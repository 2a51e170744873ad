"""The set-up in a real Debian: its own apt, useradd and systemctl, done twice and undone.

`TALLONE_DEBIAN=1 pytest tests/end_to_end/test_setup_debian.py` as root, with debootstrap.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tallone.commands import main

SOURCES = Path("/etc/apt/sources.list.d"), Path("/etc/apt/sources.list")
# What the set-up asks of a machine that has just been written from the imager's card.
PRESENT = "systemd,udev,passwd,python3-minimal,dbus"

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.timeout(600),
    pytest.mark.skipif(
        os.environ.get("TALLONE_DEBIAN") != "1",
        reason="builds a whole Debian, a minute and a half: TALLONE_DEBIAN=1 asks for it",
    ),
    pytest.mark.skipif(os.geteuid() != 0, reason="a chroot needs root"),
    pytest.mark.skipif(shutil.which("debootstrap") is None, reason="debootstrap is not installed"),
]


def mirror():
    """Return where this machine takes its packages from."""
    files = [*sorted(SOURCES[0].glob("*")), SOURCES[1]] if SOURCES[0].is_dir() else [SOURCES[1]]
    for path in files:
        text = path.read_text() if path.is_file() else ""
        found = re.search(r"^(?:URIs:|deb(?: \[.*\])?)\s+(\S+)", text, re.MULTILINE)
        if found:
            return found[1]
    pytest.skip("this machine has no source of packages")


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    """A Debian as it comes out of its imager, with a Pi's boot folder."""
    root = tmp_path_factory.mktemp("debian") / "root"
    command = [
        "debootstrap",
        "--variant=minbase",
        f"--include={PRESENT}",
        "bookworm",
        root,
        mirror(),
    ]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no Debian to be had: {made.stdout[-200:]}")
    boot = root / "boot/firmware"
    boot.mkdir()
    (boot / "config.txt").write_text("[pi4]\narm_boost=1\n")
    (boot / "cmdline.txt").write_text("console=tty1 root=PARTUUID=1-02 rootwait\n")
    return root


def call(capsys, *arguments):
    status = main.run(list(map(str, arguments)))
    out, err = capsys.readouterr()
    return status, out, err


def files(root):
    """Return every file of a system but what apt keeps for itself."""
    found = (path for path in root.rglob("*") if path.is_symlink() or path.is_file())
    names = {str(path.relative_to(root)) for path in found}
    return {
        name
        for name in names
        if not name.startswith(("var/cache", "var/lib/apt", "var/log", "var/lib/dpkg"))
    }


def test_a_debian_becomes_a_table_twice_and_is_a_debian_again(debian, capsys):
    before = files(debian)
    status, out, err = call(capsys, "setup", "--root", debian, "--dry-run")
    assert (status, err) == (0, "")
    assert files(debian) == before

    status, out, err = call(capsys, "setup", "--root", debian, "--mat", "E661A4D41723262A")
    assert (status, err) == (0, "")
    assert "start tallone-table.service with the machine" in out
    groups = subprocess.run(
        ["chroot", debian, "id", "tallone"], capture_output=True, text=True, check=True
    )
    for group in ("dialout", "video", "render", "input", "audio"):
        assert f"({group})" in groups.stdout
    wanted = debian / "etc/systemd/system/multi-user.target.wants/tallone-table.service"
    assert wanted.is_symlink()
    data = debian / "var/lib/tallone"
    assert data.stat().st_mode & 0o777 == 0o700

    status, out, err = call(capsys, "setup", "--root", debian, "--mat", "E661A4D41723262A")
    assert (status, out) == (0, "all is set up already; nothing was changed\n")

    status, out, err = call(capsys, "setup", "undo", "--root", debian)
    assert (status, err) == (0, "")
    assert "left:" not in out
    gone = subprocess.run(["chroot", debian, "id", "tallone"], capture_output=True, check=False)
    assert gone.returncode == 1
    # Packages that others brought along stay; every file of ours is gone.
    assert [name for name in files(debian) - before if "tallone" in name] == []
    assert "tallone" not in (debian / "boot/firmware/config.txt").read_text()
    assert (
        call(capsys, "setup", "undo", "--root", debian)[1] == "there is no set-up to take back\n"
    )


def test_without_root_it_says_how(debian, tmp_path):
    """As nobody: the changes can be looked at, and making them asks for root."""
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv is not installed")
    import sys

    code = "import sys; from tallone.commands.main import run; sys.exit(run(sys.argv[1:]))"
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    command = [*nobody, sys.executable, "-c", code, "setup"]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Permission denied" in asked.stderr:
        pytest.skip("nobody cannot read this checkout")
    assert asked.returncode == 2
    assert "sudo tallone setup" in asked.stderr
