"""Ports on pseudo terminals: opened once, always read, lost and found again."""

import errno
import os
import select
import time
import tty

import pytest
from serial.tools import list_ports

from tallone.errors import LinkError
from tallone.link.line import port as port_module
from tallone.link.line.port import MAX_UNWRITTEN, Port, Wake, find_boards, find_path


class Terminal:
    """The board's end of a pseudo terminal."""

    def __init__(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)

    def close(self):
        for descriptor in (self.master, self.slave):
            if descriptor >= 0:
                os.close(descriptor)
        self.master = self.slave = -1


@pytest.fixture
def terminal():
    made = Terminal()
    yield made
    made.close()


@pytest.fixture
def wake():
    made = Wake()
    yield made
    made.close()


@pytest.fixture
def port(terminal, wake):
    made = Port(terminal.path, wake)
    yield made
    made.close()


def wait(wake, true, limit=60.0):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if true():
            return
        select.select([wake.fd], [], [], 0.01)
        wake.clear()
    raise AssertionError("it took too long")


def test_every_byte_value_passes_both_ways(terminal, wake, port):
    every = bytes(range(256))
    os.write(terminal.master, every)
    wait(wake, lambda: port.rx_total == 256)
    assert port.take() == every
    assert port.take() == b""
    port.write(every)
    assert os.read(terminal.master, 999) == every
    assert (port.rx_total, port.tx_total) == (256, 256)


def test_bytes_wake_the_main_loop(terminal, wake, port):
    assert not select.select([wake.fd], [], [], 0)[0]
    os.write(terminal.master, b"x")
    assert select.select([wake.fd], [], [], 2)[0]
    wake.clear()
    assert not select.select([wake.fd], [], [], 0)[0]


def test_wake_that_nobody_clears_blocks_nobody(wake):
    for _ in range(70_000):
        wake.signal()
    wake.clear()
    assert not select.select([wake.fd], [], [], 0)[0]


def test_second_program_cannot_open_the_port(terminal, wake, port):
    with pytest.raises(LinkError, match="does another program hold it"):
        Port(terminal.path, wake)


def test_port_that_is_not_there_says_so(wake):
    with pytest.raises(LinkError, match="is the board plugged in"):
        Port("/dev/no-such-port", wake)


def test_path_that_is_no_port_says_so(wake, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(LinkError, match="cannot be opened"):
        Port(str(tmp_path / "file"), wake)


def test_unplugging_is_noticed(terminal, wake, port):
    os.write(terminal.master, b"last words")
    wait(wake, lambda: port.rx_total == 10)
    terminal.close()
    wait(wake, lambda: port.failure is not None)
    assert port.failure.errno in (errno.EIO, errno.ENXIO)
    assert port.take() == b"last words"
    port.write(b"anyone?")
    assert port.tx_total == 0
    port.close()
    port.close()


class FailingSystem:
    """The system's calls, but what touches the port fails as it does for a pulled USB device."""

    def __init__(self, name, failure, port):
        self.name, self.failures, self.port = name, [failure], port._fd

    def __getattr__(self, name):
        return self._fail if name == self.name and self.failures else getattr(os, name)

    def _fail(self, descriptor, *arguments):
        # The pipe that wakes the main loop is no device.
        if descriptor != self.port or not self.failures:
            return getattr(os, self.name)(descriptor, *arguments)
        raise self.failures.pop()


def test_input_error_of_a_pulled_device_is_noticed(terminal, wake, port, monkeypatch):
    monkeypatch.setattr(port_module, "os", FailingSystem("read", OSError(errno.EIO, "gone"), port))
    os.write(terminal.master, b"x")
    wait(wake, lambda: port.failure is not None)
    assert port.failure.errno == errno.EIO


def test_output_error_of_a_pulled_device_is_noticed(terminal, wake, port, monkeypatch):
    monkeypatch.setattr(
        port_module, "os", FailingSystem("write", OSError(errno.EIO, "gone"), port)
    )
    port.write(b"x")
    assert port.failure.errno == errno.EIO
    assert port.tx_total == 0


def test_wake_up_without_bytes_is_no_error(terminal, wake, port, monkeypatch):
    monkeypatch.setattr(port_module, "os", FailingSystem("read", BlockingIOError(), port))
    os.write(terminal.master, b"x")
    wait(wake, lambda: port.rx_total == 1)
    assert port.failure is None


def test_board_that_does_not_read_never_holds_up_the_program(terminal, wake, port):
    for _ in range(60):
        port.write(bytes(2000))
    assert 0 < port.tx_total < 60 * 2000
    assert port.dropped_bytes > 0
    assert port.tx_total + MAX_UNWRITTEN + port.dropped_bytes >= 60 * 2000
    sent = 0
    while sent < port.tx_total:
        sent += len(os.read(terminal.master, 65_536))
        port.write(b"")
    assert sent == 60 * 2000 - port.dropped_bytes


def test_program_that_does_not_take_loses_bytes_and_the_board_is_read_on(
    terminal, wake, port, monkeypatch
):
    monkeypatch.setattr(port_module, "MAX_QUEUED", 1000)
    for _ in range(20):
        os.write(terminal.master, bytes(500))
    wait(wake, lambda: port.rx_total == 10_000)
    taken = port.take()
    assert len(taken) <= 1000
    assert len(taken) + port.dropped_bytes == 10_000


class FakePort:
    def __init__(self, device, serial_number, vid=0x2E8A):
        self.device, self.serial_number, self.vid = device, serial_number, vid
        self.description = "Board in FS mode"


@pytest.fixture
def plugged(monkeypatch):
    ports = [
        FakePort("/dev/ttyACM1", "E661B"),
        FakePort("/dev/ttyACM0", "A7F00"),
        FakePort("/dev/ttyUSB0", "FT232", vid=0x0403),
        FakePort("/dev/ttyS0", None, vid=None),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: ports)


@pytest.mark.usefixtures("plugged")
def test_only_boards_of_ours_are_found():
    assert list(map(str, find_boards())) == ["A7F00 at /dev/ttyACM0", "E661B at /dev/ttyACM1"]


@pytest.mark.usefixtures("plugged")
def test_board_is_found_by_its_serial_number():
    assert find_path("e661b") == "/dev/ttyACM1"


@pytest.mark.usefixtures("plugged")
def test_board_that_is_not_plugged_in_is_told_with_those_that_are():
    with pytest.raises(LinkError, match="FT232 is plugged in; seen: A7F00, E661B"):
        find_path("FT232")


def test_no_board_at_all_is_told(monkeypatch):
    monkeypatch.setattr(list_ports, "comports", list)
    with pytest.raises(LinkError, match="seen: none"):
        find_path("E661B")
