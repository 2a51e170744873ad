"""The host as a closed machine: core files, foreign looks, rights of what it writes."""

import os
import stat
import subprocess
import sys

import pytest

from tallone.closed import make_own
from tallone.dealing.packs.registry_db import RegistryDb
from tallone.journal import JournalWriter

ASKED = """
import ctypes, os, resource, sys
from tallone.closed import close_process
close_process()
print(resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3), oct(os.umask(0)))
"""


def rights(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_the_program_leaves_no_core_and_lets_nobody_look():
    said = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, text=True, check=True
    ).stdout
    assert said == "(0, 0) 0 0o77\n"


@pytest.mark.parametrize("before", [None, 0o644, 0o666])
def test_journal_and_registry_are_their_owners_alone(tmp_path, before):
    old = os.umask(0o022)
    try:
        for name, opened in (("night.journal", JournalWriter), ("registry.sqlite", RegistryDb)):
            path = tmp_path / name
            if before is not None:
                path.touch()
                path.chmod(before)
            with opened(path) as content:
                if isinstance(content, RegistryDb):
                    content.add_pack("A")
                written = list(tmp_path.glob(f"{name}*"))
                assert path in written
                assert {rights(file) for file in written} == {0o600}, written
    finally:
        os.umask(old)


def test_a_folder_and_what_is_no_file_stay_as_they_are(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    folder.chmod(0o755)
    make_own(folder)
    assert rights(folder) == 0o755
    make_own(tmp_path / "nowhere" / "file")
    assert not (tmp_path / "nowhere").exists()
