"""A board's firmware in a real MicroPython, on a cable that can be pulled."""

import contextlib
import os
import select
import subprocess
import threading
import time
import tty
from pathlib import Path

from tests.firmware import micropython

from tallone.link import CommandDone, HostSession, LinkUp, Report
from tallone.link.line.board_link import BoardLink
from tallone.link.line.port import Wake

SCRIPT = micropython.ROOT / "tests" / "firmware" / "wire_board.py"


class Cable(threading.Thread):
    """Copies bytes between the firmware's terminal and the one behind `path`."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path = path
        self.board, self.board_end = os.openpty()
        tty.setraw(self.board_end)
        self.host = self.host_end = -1
        self._end, self._end_write = os.pipe()
        self.plug()

    def plug(self):
        host, self.host_end = os.openpty()
        tty.setraw(self.host_end)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self.host_end))
        self.host = host

    def pull(self):
        host, self.host = self.host, -1
        time.sleep(0.1)
        os.close(host)
        os.close(self.host_end)

    def run(self):
        while True:
            host = self.host
            waiting = [self.board, self._end, *([host] if host >= 0 else [])]
            readable, _, _ = select.select(waiting, [], [], 0.05)
            if self._end in readable:
                return
            with contextlib.suppress(OSError):
                if host in readable:
                    os.write(self.board, os.read(host, 4096))
                if self.board in readable:
                    chunk = os.read(self.board, 4096)
                    if host >= 0:
                        os.write(host, chunk)

    def close(self):
        os.write(self._end_write, b"x")
        self.join()
        for descriptor in (self.board, self.board_end, self.host, self._end, self._end_write):
            with contextlib.suppress(OSError):
                os.close(descriptor)


class RealBoard:
    def __init__(self, folder, session=7):
        self.cable = Cable(folder / "mat.tty")
        self.cable.start()
        self.wake = Wake()
        self.events, self.journal = [], []
        self.process = None
        self.boot(77)
        self.start_host(session)

    def boot(self, boot_id):
        if self.process is not None:
            self.kill()
        self.process = micropython.start(SCRIPT, str(boot_id), port=self.cable.board_end)

    def start_host(self, session, journaled=None):
        self.link = BoardLink(
            str(self.cable.path), HostSession("mat", session, journaled), self.wake
        )

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def run_until(self, true, limit=120.0):
        end = time.monotonic() + limit
        while not true():
            now = time.monotonic()
            assert now < end, f"it took too long: {self.link.recent.lines()[-5:]}"
            for event in self.link.run(now):
                self.events.append(event)
                if isinstance(event, Report):
                    self.journal.append(event)
                    self.link.session.ack(event.event, event.boot_id)
            self.link.flush(now)
            if true():
                return
            until = min(self.link.next_deadline(), end) - time.monotonic()
            select.select([self.wake.fd], [], [], max(0.0, min(until, 0.2)))
            self.wake.clear()

    def up(self, times=1):
        self.run_until(lambda: len(self.seen(LinkUp)) >= times)

    def ask(self, name, *fields):
        """Send a command and return the body of its answer."""
        number = self.link.session.command(name, *fields, now=time.monotonic())
        known = len(self.events)

        def answers():
            return [
                event
                for event in self.events[known:]
                if isinstance(event, CommandDone) and event.command == number
            ]

        self.run_until(answers)
        return answers()[0].body

    def seen(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def close(self):
        self.link.close()
        self.kill()
        self.cable.close()
        self.wake.close()


def cpu_seconds(process: subprocess.Popen) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
