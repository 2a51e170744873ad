"""Attacks on a paired board: a real MicroPython with a flash, its own start file and program."""

import contextlib
import json
import os
import time

import pytest
from tests.firmware.flash_board import FlashBoard

from tallone.errors import FirmwareError
from tallone.firmware import ask, build, install, write
from tallone.firmware.install import way_in
from tallone.firmware.pairing import flash_digest, guard_of, pair
from tallone.firmware.shell import Shell
from tallone.link.line.board_link import BoardLink
from tallone.link.line.port import Wake
from tallone.link.messages import CommandDone, LinkUp, NoAnswer, Refused, Status
from tallone.link.session import HostSession
from tallone_wire.frame import FrameWriter
from tallone_wire.messages import TABLE, pack, pack_body

pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300)]
# A pin that nothing drives reads as open in the simulated silicon: the cover's switch of these tests.
DOOR = 28


@pytest.fixture(scope="module")
def mat():
    return build("mat")


def say(_line):
    pass


@pytest.fixture
def paired(tmp_path, mat):
    """A board with its firmware and a key, its inner cover closed, and the table's folder."""
    board = FlashBoard(tmp_path)
    data = tmp_path / "data"
    data.mkdir()
    board.pull()
    write(mat, board.flash)
    board.plug()
    shell = way_in("mat", str(board.path), say, 20)
    pair(mat, shell, data, None)
    shell.reset()
    yield board, data
    board.close()


def talk(board, guard, *, until=(LinkUp, Refused, NoAnswer), seconds=12.0, command=()):
    """Speak to the board as a host with that guard; return the events and how long they took."""
    wake = Wake()
    session = HostSession("mat", int.from_bytes(os.urandom(4), "little"), guard=guard)
    link = BoardLink(str(board.path), session, wake)
    events, begun = [], time.monotonic()
    try:
        while time.monotonic() - begun < seconds:
            for event in link.run(time.monotonic()):
                events.append(event)
                if isinstance(event, LinkUp) and command:
                    session.command(*command, now=time.monotonic())
            link.flush(time.monotonic())
            if any(isinstance(event, until) for event in events):
                return events, time.monotonic() - begun
            time.sleep(0.005)
        return events, seconds
    finally:
        link.close()
        wake.close()


def settled(board, data):
    """Wait until the paired board answers its own host."""
    events, _ = talk(board, guard_of(data, "mat"), until=LinkUp)
    assert isinstance(events[-1], LinkUp), events


def test_the_table_that_paired_it_is_obeyed(paired):
    board, data = paired
    events, _ = talk(board, guard_of(data, "mat"), until=CommandDone, command=("STATS", 255))
    [done] = [event for event in events if isinstance(event, CommandDone)]
    assert done.status is Status.OK
    key = json.loads((board.flash / "pair.json").read_text())["key"]
    assert len(key) == 64
    assert (data / "pairing" / "mat.json").stat().st_mode & 0o777 == 0o600
    assert (data / "pairing").stat().st_mode & 0o777 == 0o700


def test_a_second_host_is_told_within_two_seconds_and_commands_nothing(paired):
    board, data = paired
    settled(board, data)
    events, took = talk(board, None)
    assert isinstance(events[-1], Refused)
    assert "paired with another table" in events[-1].sentence
    assert took < 2
    with pytest.raises(FirmwareError, match="paired with another table"):
        ask(str(board.path), "mat")
    # A greeting and a command by hand, as a laptop would send them.
    writer = FrameWriter()
    port = os.open(board.path, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(port, writer.frame(7, TABLE["HELLO"][0], pack("HELLO", 1, 7)))
        starts = board.starts
        for number in range(1, 4):
            body = pack_body("RESTART", 30)
            os.write(port, writer.frame(7, TABLE["COMMAND"][0], pack("COMMAND", number, body)))
        time.sleep(1.5)
        assert board.starts == starts
    finally:
        os.close(port)
    settled(board, data)


def test_break_and_soft_reset_do_nothing_also_after_power_on(paired):
    board, data = paired
    settled(board, data)
    for when in ("in play", "after power-on"):
        if when == "after power-on":
            board.pull()
            board.plug()
        port = os.open(board.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            heard = b""
            for _ in range(20):
                os.write(port, b"\r\x03\x03\x04\x01\x02print(6*7)\r\x04")
                time.sleep(0.15)
                with contextlib.suppress(BlockingIOError):
                    heard += os.read(port, 4096)
        finally:
            os.close(port)
        for shown in (b">>>", b"raw REPL", b"42", b"MPY"):
            assert shown not in heard, (when, heard)
        with pytest.raises(FirmwareError):
            Shell(str(board.path)).close()
        settled(board, data)


def test_changed_files_with_a_genuine_manifest_do_not_start(paired, mat):
    """What a change of one file on the flash does, the manifest left as it is, and with one that fits."""
    board, data = paired
    settled(board, data)
    board.pull()
    zone = board.flash / "zone.mpy"
    zone.write_bytes(zone.read_bytes() + b"\0")
    board.plug()
    events, _ = talk(board, guard_of(data, "mat"), seconds=4)
    assert not any(isinstance(event, LinkUp) for event in events)
    with pytest.raises(FirmwareError):
        Shell(str(board.path)).close()


def test_a_whole_other_bundle_does_not_start_without_its_hosts_seal(paired, mat):
    board, data = paired
    settled(board, data)
    from tests.firmware.test_install import changed

    board.pull()
    key, mac = ((board.flash / name).read_bytes() for name in ("pair.json", "bundle.mac"))
    write(changed(mat, zone_mpy=mat.contents["zone.mpy"] + b"\0"), board.flash)
    (board.flash / "pair.json").write_bytes(key)
    (board.flash / "bundle.mac").write_bytes(mac)
    board.plug()
    events, _ = talk(board, guard_of(data, "mat"), seconds=4)
    assert not any(isinstance(event, LinkUp) for event in events)


def test_a_file_more_on_the_flash_is_told(paired):
    """A boot.py runs before everything: the start cannot see it, the keyed digest can."""
    board, data = paired
    settled(board, data)
    board.pull()
    (board.flash / "extra.py").write_text("x = 1\n")
    board.plug()
    events, _ = talk(board, guard_of(data, "mat"))
    assert isinstance(events[-1], Refused)
    assert "another program" in events[-1].sentence


def test_swapped_boards_are_refused(paired, tmp_path, mat):
    board, data = paired
    other = tmp_path / "other"
    other.mkdir()
    stranger = guard_of(data, "mat")
    # Another table's key for the same role.
    place = data / "pairing" / "mat.json"
    text = json.loads(place.read_text())
    place.write_text(json.dumps(text | {"key": "11" * 32}))
    settled_guard, stranger = stranger, guard_of(data, "mat")
    events, _ = talk(board, stranger)
    assert isinstance(events[-1], Refused)
    assert "not the board" in events[-1].sentence
    events, _ = talk(board, settled_guard)
    assert isinstance(events[-1], LinkUp)


def test_the_switch_of_the_inner_cover_is_the_way_back(paired, mat):
    board, data = paired
    settled(board, data)
    board.pull()
    told = json.loads((board.flash / "pair.json").read_text())
    (board.flash / "pair.json").write_text(json.dumps(told | {"door": DOOR}))
    board.plug()
    said = []
    done = install(mat, str(board.path), said.append, way_in_s=20)
    assert done.welcome.firmware_hash == mat.short_hash
    assert any("pair it again" in line for line in said)
    assert not (board.flash / "pair.json").exists()
    events, _ = talk(board, guard_of(data, "mat"))
    assert "lost its pairing" in events[-1].sentence


@pytest.mark.parametrize("damage", ["mode", "json", "key", "bundle", "role"])
def test_a_key_that_cannot_be_used_is_told_in_one_sentence(tmp_path, mat, damage):
    folder = tmp_path / "pairing"
    folder.mkdir()
    write(mat, folder / "mat")
    place = folder / "mat.json"
    content = {"role": "mat", "key": "00" * 32, "hash": mat.manifest.hash}
    content |= {"key": {"key": "00"}, "role": {"role": "croupier"}}.get(damage, {})
    if damage == "bundle":
        content["hash"] = "00" * 32
    place.write_text("{" if damage == "json" else json.dumps(content))
    place.chmod(0o644 if damage == "mode" else 0o600)
    with pytest.raises(FirmwareError, match="pair"):
        guard_of(tmp_path, "mat")
    assert guard_of(tmp_path, "croupier") is None


def test_the_digest_is_another_for_each_question_key_and_file(mat):
    seen = {flash_digest(key, asked, mat) for key in (b"k", b"l") for asked in (b"a", b"b")}
    assert len(seen) == 4
