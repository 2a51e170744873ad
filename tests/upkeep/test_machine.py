"""What a machine is, and why a table cannot be set up on some; what may be wished."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.upkeep.skeleton import CMDLINE, CONFIG, raspberry_pi

from tallone.errors import ConfigError
from tallone.upkeep.setup.changes import with_line, with_word
from tallone.upkeep.setup.machine import examine, problems
from tallone.upkeep.setup.wishes import Wishes, checked


def test_a_raspberry_pi_is_known_by_its_files(tmp_path):
    machine = examine(raspberry_pi(tmp_path / "pi", "trixie", desktop=True))
    assert (machine.release, machine.bits, machine.processor) == ("trixie", 64, "aarch64")
    assert machine.is_pi
    assert machine.has_desktop
    assert problems(machine) == []


def test_a_machine_that_cannot_be_a_table_is_told_why_and_what_to_do(tmp_path):
    root = raspberry_pi(tmp_path / "pi", "bullseye")
    (root / "usr/bin/dash").write_bytes(b"\x7fELF\x01\x01\x01" + bytes(11) + b"\x28\x00")
    (root / "usr/lib/systemd/systemd").unlink()
    release, bits, systemd = problems(examine(root))
    assert "bullseye" in release
    assert "64-bit" in bits
    assert "install the package systemd" in systemd


def test_an_empty_folder_is_no_machine(tmp_path):
    assert len(problems(examine(tmp_path))) == 3


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"user": "root"}, "--user root"),
        ({"user": ""}, "--user"),
        ({"user": "x; rm"}, "--user 'x; rm'"),
        ({"mat": "E661\nKERNEL"}, "--mat"),
        ({"mat": "E6614103", "croupier": "E6614103"}, "the same board"),
        ({"output": "VGA"}, "--output"),
        ({"rotation": 45}, "--rotation 45"),
        ({"clock": "sundial"}, "--clock 'sundial'"),
        ({"button": 40}, "--button 40"),
        ({"read_only": True}, "--data-device"),
        ({"data_device": "../../dev/sda"}, "--data-device"),
        ({"release_key": "abc"}, "--release-key"),
    ],
)
def test_a_wish_that_cannot_be_is_named(wish, says):
    with pytest.raises(ConfigError, match=says.replace("(", r"\(")):
        checked(Wishes(**wish))


def test_the_defaults_can_be():
    assert checked(Wishes()) == Wishes()


def test_a_boot_line_is_added_once_and_holds_for_every_pi():
    once = with_line(CONFIG, "dtparam=watchdog=on")
    assert once == CONFIG + "[all]\ndtparam=watchdog=on\n"
    assert with_line(once, "dtparam=watchdog=on") == once
    # The same line under [pi4] holds on a Pi 4 only.
    assert with_line("[pi4]\nx=1\n", "x=1") == "[pi4]\nx=1\n[all]\nx=1\n"


def test_a_kernel_word_takes_the_place_of_another_value():
    assert (
        with_word("a=1 quiet consoleblank=60\n", "consoleblank=0") == "a=1 quiet consoleblank=0\n"
    )
    assert with_word(CMDLINE, "quiet") == CMDLINE


WORDS = st.lists(st.from_regex(r"[a-z.]{1,6}(=[a-z0-9]{0,4})?", fullmatch=True), max_size=8)


@given(WORDS, st.from_regex(r"[a-z.]{1,6}(=[a-z0-9]{0,4})?", fullmatch=True))
def test_a_kernel_command_line_stays_one_line_and_keeps_every_other_word(words, word):
    changed = with_word(" ".join(words) + "\n", word)
    assert changed.count("\n") == 1
    assert word in changed.split()
    assert with_word(changed, word) == changed
    name = word.partition("=")[0]
    others = [seen for seen in words if seen.partition("=")[0] != name]
    assert [seen for seen in changed.split() if seen.partition("=")[0] != name] == others
