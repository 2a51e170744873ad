"""Port, session and reconnection together, with a board's end played on a pseudo terminal."""

import logging
import os
import select
import tty

import pytest

from tallone.errors import LinkError
from tallone.link import HostSession, LinkLost, LinkUp, NoAnswer, Refused, Report
from tallone.link.line.board_link import BoardLink
from tallone.link.line.capture import CaptureWriter, Direction, read_capture
from tallone.link.line.port import Wake
from tallone.link.reports import Lid
from tallone_wire.device import DeviceSession
from tallone_wire.messages import OK


class Table:
    """A link, a board's end, the terminal between them, and a clock."""

    def __init__(self, folder, **options):
        self.path = folder / "mat.tty"
        self.wake = Wake()
        self.now = 10.0
        self.master = self.slave = -1
        self.session = HostSession("mat", 5, minimum_firmware="0.1.0")
        self.link = BoardLink(str(self.path), self.session, self.wake, **options)
        self.events = []
        self.boot()

    def boot(self, version="0.1.0"):
        self.board = DeviceSession(
            role="mat",
            boot_id=1,
            boot_reason=1,
            serial=b"TALLONE1",
            firmware_version=version,
            firmware_hash=bytes(8),
            handlers={"TARE": lambda fields: (OK, b"")},
        )

    def plug(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.path.symlink_to(os.ttyname(self.slave))

    def unplug(self):
        self.path.unlink()
        os.close(self.master)
        os.close(self.slave)
        self.master = -1

    def step(self, seconds=0.05, board=True):
        self.now += seconds
        before = self.link.traffic[1]
        self.events += self.link.run(self.now)
        self.link.flush(self.now)
        if board and self.master >= 0:
            ticks = round(self.now * 1000)
            # What was written takes a moment of real time to come through.
            patience = 1.0 if self.link.traffic[1] > before else 0.0
            while select.select([self.master], [], [], patience)[0]:
                self.board.receive(os.read(self.master, 4096), ticks)
                patience = 0.0
            self.board.poll(ticks)
            while (frame := self.board.next_frame()) is not None:
                self._write(bytes(frame))

    def _write(self, frame):
        expected = self.link.traffic[0] + len(frame)
        os.write(self.master, frame)
        while self.link.port and self.link.traffic[0] < expected:
            assert select.select([self.wake.fd], [], [], 2.0)[0], "the port has not read"
            self.wake.clear()

    def until(self, kind, steps=400):
        for _ in range(steps):
            found = [event for event in self.events if isinstance(event, kind)]
            if found:
                return found
            self.step()
            # The reader thread may need a moment of real time.
            select.select([self.wake.fd], [], [], 0.005)
        raise AssertionError(f"no {kind.__name__}: {self.events[-3:]}")

    def close(self):
        self.link.close()
        self.link.close()
        if self.master >= 0:
            self.unplug()
        self.wake.close()


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.close()


def test_port_that_is_not_there_is_tried_again_and_the_trouble_is_told(table):
    table.step()
    assert "is the board plugged in" in table.link.trouble
    assert table.link.next_deadline() == pytest.approx(table.now + 0.25)
    assert table.link.traffic == (0, 0)
    table.plug()
    table.step(0.1)
    assert table.link.port is None
    table.step(0.2)
    assert table.link.trouble == ""
    table.until(LinkUp)


def test_reports_and_commands_pass(table):
    table.plug()
    table.until(LinkUp)
    table.board.emit("LID", 1)
    [report] = table.until(Report)
    assert report.said == Lid(open=1)
    table.session.command("TARE", 1, now=table.now)
    table.link.flush(table.now)
    received, written = table.link.traffic
    assert received > 50
    assert written > 25
    assert table.link.next_deadline() == table.session.next_deadline()


def test_unplugged_board_is_lost_and_found(table):
    table.plug()
    table.until(LinkUp)
    table.unplug()
    [lost] = table.until(LinkLost)
    assert "closed" in lost.reason
    assert str(table.path) in table.link.trouble
    with pytest.raises(LinkError):
        table.session.command("TARE", 1, now=table.now)
    table.events.clear()
    table.plug()
    table.until(LinkUp)


def test_board_that_does_not_answer_has_its_port_opened_again(table):
    table.plug()
    while not table.events:
        table.step(board=False)
    assert isinstance(table.events[0], NoAnswer)
    assert table.link.port is None
    assert "no answer" in table.link.trouble
    os.read(table.master, 65_536)
    table.until(LinkUp)


def test_last_frames_are_logged_when_the_link_is_lost(table, caplog):
    table.plug()
    table.until(LinkUp)
    table.board.emit("LID", 1)
    table.until(Report)
    with caplog.at_level(logging.WARNING):
        table.unplug()
        table.until(LinkLost)
    assert "EVENT event=1 at_ms=" in caplog.text
    assert "LID open=1" in caplog.text


def test_refused_board_is_logged_with_what_to_do(table, caplog):
    table.boot(version="0.0.1")
    table.plug()
    [refused] = table.until(Refused)
    assert refused.sentence in caplog.text
    assert "tallone firmware install mat" in caplog.text


def test_capture_has_every_byte_with_its_time(tmp_path):
    path = tmp_path / "evening.cap"
    capture = CaptureWriter(path)
    table = Table(tmp_path, capture=capture)
    table.plug()
    table.until(LinkUp)
    table.board.emit("LID", 1)
    table.until(Report)
    received, written = table.link.traffic
    table.close()
    capture.close()
    chunks = list(read_capture(path))
    sizes = dict.fromkeys(Direction, 0)
    for chunk in chunks:
        sizes[chunk.direction] += len(chunk.raw)
    assert sizes == {Direction.FROM_BOARD: received, Direction.TO_BOARD: written}
    assert [chunk.at for chunk in chunks] == sorted(chunk.at for chunk in chunks)
