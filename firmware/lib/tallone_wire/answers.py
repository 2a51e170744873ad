"""What a board has done of its host's commands and what came of them: each is done once, in order.

The last RESULTS_KEPT commands stand by their numbers modulo that, with their results, so that a repeated one
is answered and not done again. Common subset of CPython and MicroPython.
"""

from array import array

from tallone_wire.messages import REFUSED

# Twice the host's window, so that whatever the host may still repeat is among them.
RESULTS_KEPT = 16
MAX_RESULT_BODY = 200
# Of a result, in place of a status: the command is still being carried out.
RUNNING = 255


class Answers:
    """The commands of one boot."""

    def __init__(self) -> None:
        self.last_command = 0
        self.strays = 0
        self._commands = array("I", [0] * RESULTS_KEPT)
        self._status = bytearray(RESULTS_KEPT)
        self._due = bytearray(RESULTS_KEPT)
        self._bodies = [b""] * RESULTS_KEPT
        self._many_due = 0
        self._forgotten = 0

    def is_new(self, command: int) -> bool:
        """Return whether this command is to be done now, and take note that it is being done."""
        at = command % RESULTS_KEPT
        if command == self.last_command + 1:
            if self._commands[at] and (self._status[at] == RUNNING or self._due[at]):
                return False  # its place is taken by one not answered yet; the host repeats it
            self.last_command = self._commands[at] = command
            self._status[at] = RUNNING
            return True
        if command > self.last_command:
            self.strays += 1  # one before it got lost; the host repeats both
        elif self._commands[at] != command:
            self._forgotten = command
        elif self._status[at] != RUNNING and not self._due[at]:
            self._due[at] = 1
            self._many_due += 1
        return False

    def finish(self, command: int, status: int, body: bytes) -> bool:
        """Keep what came of a command, once; return False for one that is not being done."""
        at = command % RESULTS_KEPT
        if self._commands[at] != command or self._status[at] != RUNNING:
            return False
        if len(body) > MAX_RESULT_BODY:
            raise ValueError(f"a result has at most {MAX_RESULT_BODY} bytes")
        self._status[at] = status
        self._bodies[at] = body
        self._due[at] = 1
        self._many_due += 1
        return True

    @property
    def is_due(self) -> bool:
        """Whether a result is to be sent."""
        return self._many_due > 0 or self._forgotten > 0

    def pop(self) -> tuple[object, ...]:
        """Return the fields of the next RESULT; only if one is due."""
        if self._forgotten:
            command = self._forgotten
            self._forgotten = 0
            return command, REFUSED, b""
        at = 0
        while not self._due[at]:
            at += 1
        self._due[at] = 0
        self._many_due -= 1
        return self._commands[at], self._status[at], self._bodies[at]
