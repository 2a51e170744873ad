"""A real Mosquitto on loopback, with the program's own files."""

import contextlib
import datetime as dt
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time

import pytest

from tallone.club.hall import broker

MOSQUITTO = shutil.which(
    "mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"
)
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="Mosquitto is not installed")


def free_port():
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


class Broker:
    """One broker, which can be killed and started again."""

    def __init__(self, folder, tables):
        self.folder, self.port = folder / "broker", free_port()
        self.passwords = {broker.user_of(number): broker.new_password() for number in tables}
        self.passwords[broker.HUB] = broker.new_password()
        self.configuration = broker.write_files(
            self.folder,
            self.passwords,
            address="127.0.0.1",
            port=self.port,
            names=("127.0.0.1", "localhost"),
            now=dt.datetime.now(dt.UTC),
        )
        self._child = None

    def start(self):
        as_user = {}
        if os.geteuid() == 0:
            # As root Mosquitto becomes another user, who must be able to read its files.
            with contextlib.suppress(KeyError):
                user = pwd.getpwnam("mosquitto")
                for path in (self.folder, *self.folder.iterdir()):
                    os.chown(path, user.pw_uid, user.pw_gid)
        self._child = subprocess.Popen(
            [MOSQUITTO, "-c", self.configuration],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            **as_user,
        )
        for _ in range(200):
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", self.port), 0.2),
            ):
                return self
            time.sleep(0.02)
        raise AssertionError(self._child.stderr.read1(2000))

    def kill(self):
        self._child.send_signal(signal.SIGKILL)
        self._child.wait()
        self._child.stderr.close()
