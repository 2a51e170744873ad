"""A private PostgreSQL server in a folder of its own, on a socket, as somebody who is not root."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

_DEBIAN = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def program(name):
    """Return where a program of the server is, None where it is not installed."""
    found = [str(folder / name) for folder in _DEBIAN if (folder / name).exists()]
    return found[0] if found else shutil.which(name)


class Server:
    """A server that lives as long as the tests."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tallone-pg-"))
        self.data = self.folder / "data"
        # The server refuses to run as root.
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user:
            owner = pwd.getpwnam(self.user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self._run(
            "initdb", "-D", self.data, "-U", "club", "-A", "trust", "-E", "UTF8", "--no-sync"
        )
        self._start()

    def database(self, name):
        """Make an empty schema, which is quicker than a database, and return its address."""
        with psycopg.connect(f"host={self.folder} user=club dbname=postgres") as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"postgresql://club@/postgres?host={self.folder}&options=-csearch_path%3D{name}"

    def kill(self):
        """End every process of the server as a power cut would, and start it again."""
        self._end()
        self._start()

    def close(self):
        """End the server and remove its folder."""
        self._end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self):
        command = [
            program("postgres"),
            "-D",
            self.data,
            "-k",
            self.folder,
            "-c",
            "listen_addresses=",
        ]
        with (self.folder / "log").open("ab") as log:
            self.running = subprocess.Popen(
                list(map(str, command)), stdout=log, stderr=log, user=self.user, cwd=self.folder,
                start_new_session=True,
            )  # fmt: skip
        for _ in range(600):
            try:
                psycopg.connect(f"host={self.folder} user=club dbname=postgres").close()
            except psycopg.OperationalError:
                assert self.running.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.1)
            else:
                return

    def _end(self):
        # Its processes have groups of their own, but all of them end when the first is gone.
        self.running.kill()
        self.running.wait()
        for number in _children(self.folder):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)

    def _run(self, name, *arguments):
        command = [program(name), *map(str, arguments)]
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, user=self.user, cwd=self.folder,
            env=os.environ | {"LC_ALL": "C", "HOME": str(self.folder)}, timeout=60,
        )  # fmt: skip


def _children(folder):
    """Return the processes that work in the server's folder."""
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if Path(entry / "cwd").resolve().is_relative_to(folder):
                yield int(entry.name)
