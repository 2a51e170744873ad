# The PIO with its state machines in another process, which assembles the programs itself: a program
# crosses by its name.

import lockstep
from lockstep import ask, post


class PIO:
    OUT_LOW = 0
    SHIFT_RIGHT = 1
    JOIN_TX = 1


def asm_pio(**_config):
    return lambda function: function.__globals__["__name__"] + "." + function.__name__


class StateMachine:
    def __init__(self, number, program, freq, *, set_base):
        content = freq.to_bytes(4, "little") + program.encode()
        self._number = number
        post(lockstep.SM_MAKE, number, set_base.gpio, content)

    def active(self, value):
        post(lockstep.SM_ACTIVE, self._number, value)

    def restart(self):
        post(lockstep.SM_RESTART, self._number)

    def exec(self, instruction):
        post(lockstep.SM_EXEC, self._number, 0, instruction.encode())

    def tx_fifo(self):
        return ask(lockstep.SM_FIFO, self._number)

    def put(self, word):
        post(lockstep.SM_PUT, self._number, 0, word.to_bytes(4, "little"))
