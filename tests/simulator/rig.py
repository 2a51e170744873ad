"""A conductor with one echo board and the small app: the parts of the lockstep tests."""

import random
import signal
import subprocess
import sys
from pathlib import Path

from tallone.paths import firmware_folder, micropython
from tallone.simulator.clockwork.boards import Board
from tallone.simulator.clockwork.cable import CableNoise
from tallone.simulator.clockwork.conductor import Conductor
from tallone.simulator.clockwork.host_gate import HostGate

PROGRAMS = Path(__file__).parent / "programs"


class Rig:
    def __init__(self, folder, *, slowness_ms=0.0, life=3.0, noise=None, seed=1):
        self.folder = folder
        self.notes = folder / "notes"
        self.told = []
        self.conductor = Conductor()
        self.left = False
        self._life = life
        self._slowness = slowness_ms
        self.board = Board(
            "mat",
            self.conductor,
            folder,
            rng=random.Random(seed),
            told=lambda report: self.told.append((self.conductor.now, report)),
            noise=noise or CableNoise(),
            command=[
                str(micropython()),
                "-X",
                "heapsize=180k",
                str(PROGRAMS / "echo_board.py"),
                str(firmware_folder() / "sim"),
            ],
        )
        self.gate = HostGate(self.conductor, folder, {"mat": self.board}, left=self._leave)
        self.app = None

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.board.stop()
        self.gate.close()
        if self.app is not None and self.app.poll() is None:
            self.app.kill()
        if self.app is not None:
            self.app.wait()

    def start_app(self):
        self.app = subprocess.Popen(
            [
                sys.executable,
                str(PROGRAMS / "small_app.py"),
                str(self.folder),
                str(self.notes),
                str(self._slowness),
                str(self._life),
            ]
        )
        self.gate.attach(lambda: self.app.poll() is None)

    def kill_app(self):
        self.app.send_signal(signal.SIGKILL)
        self.app.wait()
        self.gate.detach()

    def run(self, seconds=60.0):
        end = self.conductor.now + round(seconds * 1e6)
        self.conductor.at(end, lambda: None)
        self.conductor.run(lambda: self.left or self.conductor.now >= end)

    def _leave(self):
        self.left = True
