"""The control channel to the conductor, in the place of MicroPython's file on a descriptor."""

import socket


class Channel:
    """Lines both ways; what is written is sent at once."""

    def __init__(self, descriptor: int, _mode: str) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._lines = self._socket.makefile("rb")

    def write(self, line: bytes) -> None:
        self._socket.sendall(line)

    def readline(self) -> bytes:
        return self._lines.readline()
