"""The units that a set-up writes, read by systemd itself."""

import shlex
import shutil
import subprocess

import click
import pytest
import typer
from tests.upkeep.skeleton import raspberry_pi

from tallone.commands.main import app
from tallone.upkeep.setup import files
from tallone.upkeep.setup.changes import TextFile
from tallone.upkeep.setup.machine import examine
from tallone.upkeep.setup.plan import plan
from tallone.upkeep.setup.wishes import Wishes

WISHES = Wishes(
    mat="E661A4D41723262A",
    croupier="E661A4D41723262B",
    hub=True,
    data_device="LABEL=tallone-data",
    user="root",  # a user that is there, so that systemd can look it up
)


def units(tmp_path):
    """Write the plan's units with programs that are there; return their paths."""
    changes = [
        change
        for step in plan(examine(raspberry_pi(tmp_path / "pi")), WISHES)
        for change in step.changes
    ]
    folder = tmp_path / "units"
    folder.mkdir()
    for change in changes:
        if isinstance(change, TextFile) and change.path.startswith("/etc/systemd/system/tallone"):
            text = change.text.replace("/opt/tallone/current/bin/tallone", "/bin/true")
            (folder / change.path.rsplit("/", 1)[-1]).write_text(text)
    return sorted(folder.iterdir())


def test_every_program_that_a_unit_starts_takes_its_words():
    """A unit that asks for less than its command needs would start again for ever."""
    commands = typer.main.get_command(app)
    asked = 0
    for unit in (files.hub_unit(WISHES), files.table_unit(WISHES), files.backup_unit(WISHES)):
        for line in unit.splitlines():
            if line.startswith(("ExecStart=", "ExecStartPost=")) and "/tallone " in line:
                words = shlex.split(line.split("/tallone ", 1)[1])
                command = commands
                while isinstance(command, click.Group):
                    command = command.commands[words.pop(0)]
                command.make_context(command.name, words)
                asked += 1
    assert asked >= 2


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)
def test_systemd_understands_every_line_of_every_unit(tmp_path):
    found = units(tmp_path)
    assert [path.name for path in found] == [
        "tallone-backup@.service",
        "tallone-hub.service",
        "tallone-table.service",
    ]
    asked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *found],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in (asked.stdout + asked.stderr).splitlines() if "tallone" in line]
    assert ours == []


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)
def test_a_wrong_line_in_a_unit_would_be_seen(tmp_path):
    path = next(path for path in units(tmp_path) if "table" in path.name)
    path.write_text(path.read_text().replace("WatchdogSec=60", "WatchdogSecs=60"))
    asked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "WatchdogSecs" in asked.stdout + asked.stderr


def test_every_line_of_the_udev_rules_is_a_row_of_matches_and_settings():
    lines = [line for line in files.udev_rules(WISHES).splitlines() if not line.startswith("#")]
    assert len(lines) == 5
    for line in lines:
        for part in line.split(", "):
            key, quoted = part.split('"', 1)
            assert key.rstrip("=+")
            assert key[-1] == "="
            assert quoted.endswith('"')


def test_the_table_keeps_its_secrets_in_memory_and_may_write_in_one_place():
    text = files.table_unit(WISHES)
    for line in ("LimitCORE=0", "MemorySwapMax=0", "UMask=0077", "ProtectSystem=strict"):
        assert line in text.splitlines()
    assert [line for line in text.splitlines() if line.startswith("ReadWritePaths")] == [
        f"ReadWritePaths={files.DATA}"
    ]
