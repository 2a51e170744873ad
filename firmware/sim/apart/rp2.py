# The PIO with its state machines in another process, which assembles the programs itself: a program
# crosses by its name.

from lockstep import ask, post
from micropython import const

# Operations, as listed in chips.py.
_SM_MAKE = const(20)
_SM_ACTIVE = const(21)
_SM_RESTART = const(22)
_SM_EXEC = const(23)
_SM_FIFO = const(24)
_SM_PUT = const(25)


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
        post(_SM_MAKE, number, set_base.gpio, content)

    def active(self, value):
        post(_SM_ACTIVE, self._number, value)

    def restart(self):
        post(_SM_RESTART, self._number)

    def exec(self, instruction):
        post(_SM_EXEC, self._number, 0, instruction.encode())

    def tx_fifo(self):
        return ask(_SM_FIFO, self._number)

    def put(self, word):
        post(_SM_PUT, self._number, 0, word.to_bytes(4, "little"))
