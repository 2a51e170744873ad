# The board as the firmware sees it, on a PC: pins, buses, converters, watchdog.
#
# First on the path of the simulator, so that `import machine` in unmodified firmware finds it.
# Models of chips stand on the other side: they drive inputs, watch outputs and answer buses. What
# nothing is attached to fails or reads all ones; it never succeeds quietly. Time is the lockstep's
# virtual clock; every byte on a bus costs what it costs on the board.
import sys

import effort
import micropython
from umachine import *  # noqa: F403  Signal, mem32 and what else the port has

try:
    from lockstep import call_at, local_us, spend_us
except ImportError:  # alone: a local clock that only moves when something is spent
    _alone_us = 0

    def spend_us(us):
        global _alone_us
        _alone_us += us

    def local_us():
        return _alone_us

    def call_at(when_us, callback):
        pass


PWRON_RESET = 1
WDT_RESET = 3

# Exit codes by which the launcher tells apart why the board went down.
EXIT_RESET = 85
EXIT_WDT_STARVED = 86

# What a transfer costs beside its bits: the call from MicroPython into the SPI peripheral
# (an 8-byte write_readinto takes 19 us on an RP2040 at 125 MHz).
_SPI_CALL_US = micropython.const(8)
_I2C_CALL_US = micropython.const(20)

_unique_id = b"TALLONE0"
_reset_cause = PWRON_RESET
_freq = 150_000_000


class Pin:
    # One object per GPIO, however often it is constructed. The model's side:
    #   watchers  functions called with the new level when the firmware changes an output
    #   listeners functions called with the new level of an input: the chip's own blocks, before any interrupt
    #   serial    the model whose data line this is, for the block that clocks it
    #   source    function giving the level of an input now, instead of the last one driven
    #   drive     set the level of an input; may schedule the firmware's handler
    #   turns     of a source: function giving when it will change by itself, if nothing is done
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    _all = {}

    def __new__(cls, gpio, *_args, **_kwargs):
        if isinstance(gpio, Pin):
            gpio = gpio.gpio
        if not 0 <= gpio <= 29:
            raise ValueError("invalid pin")
        if gpio not in cls._all:
            pin = super().__new__(cls)
            pin.gpio = gpio
            pin.mode = None
            pin.pull = None
            pin.watchers = []
            pin.listeners = []
            pin.serial = None
            pin.source = None
            pin.turns = None
            pin._level = None
            pin._handler = None
            pin._trigger = 0
            pin._hard = False
            cls._all[gpio] = pin
        return cls._all[gpio]

    def __init__(self, gpio, mode=-1, pull=-1, *, value=None, alt=-1):
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):
        if mode != -1:
            self.mode = mode
            if mode == Pin.OUT and value is None and self._level is None:
                value = 0
        if pull != -1:
            self.pull = pull
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if effort.counts:
            effort.settle()
        if level is None:
            if self.mode != Pin.OUT and self.source is not None:
                return self.source()
            if (
                self._level is None
            ):  # nothing drives it: the pull decides, a floating pin reads high
                return 0 if self.pull == Pin.PULL_DOWN else 1
            return self._level
        level = 1 if level else 0
        if level != self._level:
            self._level = level
            for watcher in self.watchers:
                watcher(level)
        return None

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off

    def toggle(self):
        self.value(not self._level)

    def irq(self, handler=None, trigger=12, hard=False):
        self._handler = handler
        self._trigger = trigger
        self._hard = hard

    def drive(self, level):
        level = 1 if level else 0
        before = self._level
        self._level = level
        if level != before:
            for listener in self.listeners:
                listener(level)
        if self._handler is None or level == before or before is None:
            return
        if self._trigger & (Pin.IRQ_RISING if level else Pin.IRQ_FALLING):
            effort.interrupt(self._handler, self, self._hard)


class SPI:
    # The model's side: `SPI.devices[bus]`, one object with exchange(out, into); either may be None.
    # A bus shared by several chips is one such object that looks at their chip selects.
    MSB = 0
    LSB = 1
    # `SPI.foretell[bus]`, if there is one: see chips.py.
    devices = {}
    foretell = {}

    def __init__(
        self,
        bus,
        baudrate=1_000_000,
        *,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=MSB,
        sck=None,
        mosi=None,
        miso=None,
    ):
        if bus not in (0, 1):
            raise ValueError("no such SPI")
        self.bus = bus
        self.baudrate = baudrate
        self._bit_ns = 1_000_000_000 // baudrate

    def _exchange(self, out, into, length):
        effort.masked(spend_us, _SPI_CALL_US + length * 8 * self._bit_ns // 1000)
        device = self.devices.get(self.bus)
        if device is not None:
            device.exchange(out, into)
        elif into is not None:
            for i in range(length):
                into[i] = 0xFF

    def write(self, out):
        self._exchange(out, None, len(out))

    def readinto(self, into, write=0):
        self._exchange(None, into, len(into))

    def read(self, length, write=0):
        into = bytearray(length)
        self._exchange(None, into, length)
        return bytes(into)

    def write_readinto(self, out, into):
        if len(out) != len(into):
            raise ValueError("buffers must be the same length")
        self._exchange(out, into, len(out))

    def deinit(self):
        pass


class I2C:
    # The model's side: I2C.devices[(bus, address)], with write(bytes) and read_into(buffer).
    devices = {}
    _EIO = 5

    def __init__(self, bus, *, scl=None, sda=None, freq=400_000, timeout=50_000):
        self.bus = bus
        self._byte_ns = 9_000_000_000 // freq

    def _device(self, address, length):
        effort.masked(spend_us, _I2C_CALL_US + (length + 1) * self._byte_ns // 1000)
        device = self.devices.get((self.bus, address))
        if device is None:
            raise OSError(self._EIO)
        return device

    def scan(self):
        return sorted(address for bus, address in self.devices if bus == self.bus)

    def writeto(self, address, out, stop=True):
        self._device(address, len(out)).write(bytes(out))
        return len(out) + 1

    def readfrom_into(self, address, into, stop=True):
        self._device(address, len(into)).read_into(into)

    def readfrom(self, address, length, stop=True):
        into = bytearray(length)
        self.readfrom_into(address, into)
        return bytes(into)

    def writeto_mem(self, address, memory, out, *, addrsize=8):
        self.writeto(address, memory.to_bytes(addrsize // 8, "big") + bytes(out))

    def readfrom_mem_into(self, address, memory, into, *, addrsize=8):
        self.writeto(address, memory.to_bytes(addrsize // 8, "big"), False)
        self.readfrom_into(address, into)

    def readfrom_mem(self, address, memory, length, *, addrsize=8):
        into = bytearray(length)
        self.readfrom_mem_into(address, memory, into, addrsize=addrsize)
        return bytes(into)


class PWM:
    # The model's side: PWM.watchers[gpio], functions called with the PWM after every change.
    watchers = {}
    made = []

    def __init__(self, pin, *, freq=None, duty_u16=None, duty_ns=None, invert=False):
        self.gpio = pin.gpio
        self._freq = 0
        self._duty_u16 = 0
        PWM.made.append(self)
        self.init(freq=freq, duty_u16=duty_u16, duty_ns=duty_ns)

    def init(self, *, freq=None, duty_u16=None, duty_ns=None, invert=False):
        if freq is not None:
            self._freq = freq
        if duty_u16 is not None:
            self._duty_u16 = duty_u16
        if duty_ns is not None:
            self._duty_u16 = duty_ns * self._freq * 65535 // 1_000_000_000
        self._changed()

    def freq(self, value=None):
        if value is None:
            return self._freq
        self._freq = value
        self._changed()
        return None

    def duty_u16(self, value=None):
        if value is None:
            return self._duty_u16
        if not 0 <= value <= 65535:
            raise ValueError("duty_u16 must be 0 to 65535")
        self._duty_u16 = value
        self._changed()
        return None

    def duty_ns(self, value=None):
        if value is None:
            return self._duty_u16 * 1_000_000_000 // (65535 * self._freq) if self._freq else 0
        self._duty_u16 = value * self._freq * 65535 // 1_000_000_000
        self._changed()
        return None

    def deinit(self):
        self._duty_u16 = 0
        self._changed()

    def compare(self, value):
        # DMA writes the compare register; nought is off whatever the period.
        if value:
            raise ValueError("only nought is modelled")
        self._duty_u16 = 0
        for watcher in self.watchers.get(self.gpio, ()):
            watcher(self)

    def _changed(self):
        effort.settle()
        for watcher in self.watchers.get(self.gpio, ()):
            watcher(self)


class ADC:
    # The model's side: ADC.sources[gpio], a function giving 0 to 65535.
    sources = {}

    def __init__(self, pin):
        self.gpio = pin.gpio if isinstance(pin, Pin) else pin

    def read_u16(self):
        effort.masked(spend_us, 4)
        source = self.sources.get(self.gpio)
        return 65535 if source is None else source()


class WDT:
    # Records its feeds. Starving it ends the process as it would restart the board, in the middle of
    # whatever it does.
    current = None

    def __init__(self, id=0, timeout=5000):  # noqa: A002  the port's own name
        if not 1 <= timeout <= 8388:
            raise ValueError("watchdog timeout must be 1 to 8388 ms")
        self.timeout_us = timeout * 1000
        self.feeds = 0
        self.fed_at = local_us()
        WDT.current = self
        call_at(self.fed_at + self.timeout_us + 1, self._look)

    def _look(self):
        self.check(local_us())
        call_at(self.fed_at + self.timeout_us + 1, self._look)

    def feed(self):
        self.check(local_us())
        self.feeds += 1
        self.fed_at = local_us()

    def check(self, now_us):
        if now_us - self.fed_at > self.timeout_us:
            sys.stderr.write("wdt starved\n")
            sys.exit(EXIT_WDT_STARVED)


def unique_id():
    return _unique_id


def reset_cause():
    return _reset_cause


def reset():
    sys.exit(EXIT_RESET)


def soft_reset():
    sys.exit(0)


def freq(hz=None):
    global _freq
    if hz is None:
        return _freq
    _freq = hz
    return None


def configure(unique, cause=PWRON_RESET):
    # The simulator's launcher says which board this is and why it started.
    global _unique_id, _reset_cause
    _unique_id = unique
    _reset_cause = cause


# True where disable_irq() is in force: the models' moments in which nothing else may run.
_irq_depth = 0


def disable_irq():
    global _irq_depth
    _irq_depth += 1
    return _irq_depth - 1


def enable_irq(state):
    global _irq_depth
    _irq_depth = state
