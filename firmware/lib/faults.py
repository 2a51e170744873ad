# What can go wrong with the hardware, as numbers that travel, and the way to make the board safe.
from micropython import const

NO_FAULT = const(0)
# Readers: 0x01-0x0f, carried by READER_FAULT; the croupier says "reader" in its MACHINE_FAULT.
BUSY_STUCK = const(0x01)  # BUSY did not change in time
NO_CHIP = const(0x02)  # the version words are all zeros or all ones: nothing answers
NO_IDLE = const(0x03)  # the chip did not come up after a reset
TRANSCEIVE_STUCK = const(0x04)  # the state "wait for transmission" was not reached
NOT_SENT = const(0x05)  # a request was accepted but never left
FIELD_STUCK = const(0x06)  # the field did not come on, or not go off
FIELD_CONFLICT = const(0x07)  # a second field was asked for while one is on
BROWN_OUT = const(0x08)  # the chip lost its settings: it restarted by itself
# Scales: 0x10-0x17 is scale 0-7 that gives no samples, carried by LOG.
SCALE_SILENT = const(0x10)
# Tasks: a task of the firmware ended.
TASK_DIED = const(0x18)


class ReaderFault(Exception):  # noqa: N818  a fault, as the glossary has it
    # The reader cannot do it; `code` says why. What tags do or fail to do is a value, never this.
    def __init__(self, code):
        super().__init__(code)
        self.code = code


class SafeStop:
    # What has to happen for the board to be harmless, whoever finds that it must be.

    def __init__(self):
        self._actions = []
        self.stops = 0
        self.last_fault = NO_FAULT

    def add(self, action):
        # `action` takes no argument, does not wait long and can be run twice.
        self._actions.append(action)

    def stop(self, fault):
        # Runs every action, also when an earlier one fails.
        self.stops += 1
        self.last_fault = fault
        for action in self._actions:
            try:
                action()
            except Exception:  # noqa: S112  the others must still run
                continue
