# The board as the firmware sees it, with its chips in another process: see lockstep.py here.
#
# Has what the firmware uses of the real module and no more. The rules of pins and buses, and what a
# transfer costs, are those of sim/machine.py, which serves the other end.

import sys

import lockstep
from lockstep import ask, post
from micropython import const

# Operations, as listed in chips.py.
_PIN_INIT = const(6)
_PIN_IRQ = const(8)
_SPI_INIT = const(9)
_SPI_READ = const(11)
_SPI_BOTH = const(12)
_I2C_INIT = const(13)
_I2C_WRITE = const(14)
_I2C_READ = const(15)
_PWM_SET = const(16)
_ADC_READ = const(17)
_WDT_INIT = const(18)
_WDT_FEED = const(19)

# As in sim/machine.py.
_SPI_CALL_US = const(8)

PWRON_RESET = 1
WDT_RESET = 3
_EXIT_RESET = const(85)

_unique_id = b""
_reset_cause = PWRON_RESET
_irq_depth = 0


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, gpio, mode=-1, pull=-1, *, value=None):
        self.gpio = gpio
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        # The level of an output; None of an input.
        self._level = (1 if value else 0) if mode == Pin.OUT else None
        post(_PIN_INIT, self.gpio, (mode + 1) << 8 | (pull + 1) << 4 | (self._level or 0))

    def value(self, level=None):
        if level is None:
            if self._level is None:
                return lockstep.level(self.gpio)
            return self._level
        level = 1 if level else 0
        if level != self._level:
            self._level = level
            lockstep.write(self.gpio, level)
        return None

    def irq(self, handler, trigger, *, hard=False):
        lockstep.handlers[self.gpio] = lambda _gpio: handler(self)
        post(_PIN_IRQ, self.gpio, trigger)


class SPI:
    def __init__(self, bus, baudrate, *, sck, mosi, miso):
        self._bus = bus
        self._bit_ns = 1_000_000_000 // baudrate
        post(_SPI_INIT, bus, baudrate)

    def write(self, out):
        lockstep.transfer(self._bus, out, _SPI_CALL_US + len(out) * 8 * self._bit_ns // 1000)

    def readinto(self, into, write=0):
        ask(_SPI_READ, self._bus, len(into), b"", into)

    def write_readinto(self, out, into):
        ask(_SPI_BOTH, self._bus, 0, out, into)


class I2C:
    def __init__(self, bus, *, scl, sda, freq):
        self._bus = bus
        post(_I2C_INIT, bus, freq)

    def writeto_mem(self, address, memory, out, *, addrsize):
        content = memory.to_bytes(addrsize // 8, "big") + bytes(out)
        self._done(ask(_I2C_WRITE, self._bus, address, content))

    def readfrom_mem_into(self, address, memory, into, *, addrsize):
        self._done(ask(_I2C_WRITE, self._bus, address, memory.to_bytes(addrsize // 8, "big")))
        self._done(ask(_I2C_READ, self._bus, len(into) << 8 | address, b"", into))

    def _done(self, status):
        if status:
            raise OSError(status)


class PWM:
    def __init__(self, pin, *, freq=0, duty_u16=0):
        self._gpio = pin.gpio
        self._freq = freq
        self.duty_u16(duty_u16)

    def freq(self, value):
        self._freq = value
        self._set()

    def duty_u16(self, value):
        if not 0 <= value <= 65535:
            raise ValueError("duty_u16 must be 0 to 65535")
        self._duty = value
        self._set()

    def duty_ns(self, value):
        self._duty = value * self._freq * 65535 // 1_000_000_000
        self._set()

    def _set(self):
        post(_PWM_SET, self._gpio, self._duty, self._freq.to_bytes(4, "little"))


class ADC:
    def __init__(self, pin):
        self._gpio = pin.gpio

    def read_u16(self):
        return ask(_ADC_READ, self._gpio)


class WDT:
    def __init__(self, timeout):
        post(_WDT_INIT, 0, timeout)

    def feed(self):
        post(_WDT_FEED)


def unique_id():
    return _unique_id


def reset_cause():
    return _reset_cause


def reset():
    sys.exit(_EXIT_RESET)


def configure(unique, cause):
    # The launcher says which board this is and why it started.
    global _unique_id, _reset_cause
    _unique_id = unique
    _reset_cause = cause


def disable_irq():
    global _irq_depth
    _irq_depth += 1
    return _irq_depth - 1


def enable_irq(state):
    global _irq_depth
    _irq_depth = state
