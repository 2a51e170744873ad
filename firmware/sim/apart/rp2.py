# The PIO and its DMA with their models in another process, which assembles the programs itself: a program
# crosses by its name.

import struct

from lockstep import ask, post
from micropython import const

# Operations, as listed in chips.py.
_SM_MAKE = const(20)
_SM_ACTIVE = const(21)
_SM_RESTART = const(22)
_SM_EXEC = const(23)
_SM_TX = const(24)
_SM_PUT = const(25)
_SM_RX = const(28)
_SM_GET = const(29)
_DMA_CONFIG = const(30)
_DMA_ACTIVE = const(31)
_NONE = const(255)

_channels = 0


class PIO:
    OUT_LOW = 0
    SHIFT_RIGHT = 1
    JOIN_TX = 1
    JOIN_RX = 2


def asm_pio(**_config):
    return lambda function: function.__globals__["__name__"] + "." + function.__name__


class StateMachine:
    def __init__(self, number, program, freq, *, in_base=None, set_base=None, jmp_pin=None):
        pins = bytes(_NONE if pin is None else pin.gpio for pin in (in_base, set_base, jmp_pin))
        self.number = number
        post(_SM_MAKE, number, 0, freq.to_bytes(4, "little") + pins + program.encode())

    def active(self, value):
        post(_SM_ACTIVE, self.number, value)

    def restart(self):
        post(_SM_RESTART, self.number)

    def exec(self, instruction):
        post(_SM_EXEC, self.number, instruction)

    def tx_fifo(self):
        return ask(_SM_TX, self.number)

    def rx_fifo(self):
        return ask(_SM_RX, self.number)

    def get(self):
        return ask(_SM_GET, self.number)

    def put(self, word):
        post(_SM_PUT, self.number, 0, word.to_bytes(4, "little"))


class DMA:
    def __init__(self):
        global _channels
        self.channel = _channels
        _channels += 1
        self.count = 0

    def pack_ctrl(self, *, inc_read=True, inc_write=True, treq_sel=63, chain_to=-1):
        chain = self.channel if chain_to < 0 else chain_to
        steps = (1 << 4 if inc_read else 0) | (1 << 5 if inc_write else 0)
        return 1 | 2 << 2 | steps | chain << 11 | treq_sel << 15 | 1 << 21

    def config(self, *, read=None, write=None, count=0, ctrl=0, trigger=False):
        source = read.number if isinstance(read, StateMachine) else _NONE
        target = write.number if isinstance(write, StateMachine) else _NONE
        address = 0 if write is None or target != _NONE else write
        head = struct.pack("<BBHiq", source, target, trigger, address, ctrl)
        words = b"" if read is None or source != _NONE else bytes(memoryview(read)[:count])
        post(_DMA_CONFIG, self.channel, count, head + words)

    def active(self, value=None):
        if value is None:
            return ask(_DMA_ACTIVE, self.channel, -1)
        return post(_DMA_ACTIVE, self.channel, value)
