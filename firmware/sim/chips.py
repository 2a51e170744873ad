# The chips of a board whose firmware runs in another process: chips.py ROLE STRAIT_FD CONTROL_FD STATE_DIR.
#
# Serves what crosses the strait (apart/lockstep.py says how) with the same models, the same `machine`
# and the same clock as in sim_main.py; this side speaks to the conductor. A crossing costs more than what
# it carries, so an answer also says what is certain to come; that changes no time and no level.

import struct
import sys
from array import array

from micropython import const

_EIO = const(5)
# The end of an interrupt; every other operation is in the table.
_RETURN = const(4)
_WITH_ANSWER = const(0x80)
_OPERATION = "<BBHiq"
_OPERATION_BYTES = const(16)
_PIN_WRITE = const(7)
_ANSWER = "<qqqqqqqqqqqqqqq"
_ANSWER_BYTES = const(120)
_NEVER = const(1 << 60)
_BATCH_BYTES = const(4)
_BUFFER_BYTES = const(512)


_NO_OFFER = (-1, -1, 0, 0, 0)


class Strait:
    def __init__(self, fd, lockstep, machine, rp2):
        self._channel = open(fd, "r+b")  # noqa: SIM115  open as long as the program runs
        self._clock = lockstep
        self._machine = machine
        self._rp2 = rp2
        self._inputs = []
        self._pins = {}
        self._offer = _NO_OFFER
        self._buses = {}
        self._pwms = {}
        self._machines = {}
        self._dog = None
        self._size = bytearray(_BATCH_BYTES)
        self._batch = bytearray(_BUFFER_BYTES)
        self._at = self._end = 0
        self._answer = bytearray(_ANSWER_BYTES)
        self.written = 0
        self._serve_one = self._table()

    def serve(self):
        # Until the firmware says that an interrupt is over, or for ever.
        clock, batch, pins, table = self._clock, self._batch, self._pins, self._serve_one
        unpack = struct.unpack_from
        while True:
            if self._at == self._end:
                self._take_batch()
            number, gpio, length, argument, now = unpack(_OPERATION, batch, self._at)
            at = self._at + _OPERATION_BYTES
            self._at = at + length
            if now > clock.local_us():
                clock.pass_until(now)
            if number == _PIN_WRITE:
                pin = pins[gpio]
                pin.value(argument)
                continue
            kind = number & ~_WITH_ANSWER
            if kind == _RETURN:
                return
            content = bytes(batch[at : at + length]) if length else b""
            value, back = table[kind](gpio, argument, content) or (0, b"")
            if number & _WITH_ANSWER:
                self._send(0, value, back)
            else:
                self._offer = _NO_OFFER

    def _take_batch(self):
        channel = self._channel
        if channel.readinto(self._size) != _BATCH_BYTES:
            raise SystemExit(0)  # the firmware has ended
        self._at = 0
        self._end = int.from_bytes(self._size, "little")
        channel.readinto(self._batch, self._end)

    def interrupt(self, pin):
        # In the middle of whatever a model does, as it comes on a board.
        self._send(1, pin.gpio, b"")
        self.serve()

    def weigh(self, news):
        # The world asks how much heap the firmware has in use.
        if "heap" in news:
            self._send(3, 0, b"")
            self.serve()

    def end(self, status):
        try:  # noqa: SIM105  MicroPython has no contextlib
            self._send(2, status, b"")
        except OSError:  # it is the firmware that has ended
            pass

    def _send(self, kind, value, back):
        # The inputs are looked at before each answer, and asked when they will change by themselves;
        # after a transfer only the one that is sure to be high, for nobody looks at another.
        clock = self._clock
        offer, high, delay, slow, usual = self._offer
        if offer >= 0:
            self._offer = _NO_OFFER
            levels = later = 0
            until = then_until = -1
        else:
            levels, until, later, then_until = self._look()
        timer, grant = clock.horizon()
        struct.pack_into(
            _ANSWER, self._answer, 0,
            kind, len(back), value, levels, clock.local_us(), timer, grant,
            until, levels ^ later, then_until, offer, high, delay, slow, usual,
        )  # fmt: skip
        self._channel.write(self._answer + back if back else self._answer)

    def _look(self):
        levels = later = 0
        until = then_until = _NEVER
        for pin in self._inputs:
            levels |= pin.value() << pin.gpio
            if pin.turns is None:
                continue
            turn = pin.turns()
            if turn < until:
                then_until = until
                until = turn
                later = 1 << pin.gpio
            elif turn == until and turn != _NEVER:
                later |= 1 << pin.gpio
            elif turn < then_until:
                then_until = turn
        return levels, until, later, then_until

    def _table(self):
        clock, machines = self._clock, self._machines
        return {
            0: lambda _gpio, cost, _content: clock.advance(cost),
            1: lambda _gpio, cost, _content: clock.spend_us(cost),
            2: lambda _gpio, duration, _content: clock.sleep_us(duration),
            3: self._wait,
            5: lambda _gpio, _argument, _content: (0, self._machine.unique_id()),
            6: self._pin_init,
            8: self._pin_irq,
            9: self._spi_init,
            10: self._spi_write,
            11: self._spi_read,
            12: self._spi_both,
            13: self._i2c_init,
            14: self._i2c_write,
            15: self._i2c_read,
            16: self._pwm_set,
            17: self._adc_read,
            18: self._wdt,
            19: lambda _gpio, _argument, _content: self._dog.feed(),
            20: self._sm_make,
            21: self._sm_active,
            22: lambda number, _argument, _content: machines[number].restart(),
            23: lambda number, argument, _content: machines[number].exec(argument),
            24: lambda number, _argument, _content: (machines[number].tx_fifo(), b""),
            25: self._sm_put,
            28: lambda number, _argument, _content: (machines[number].rx_fifo(), b""),
            29: lambda number, _argument, _content: (machines[number].get(), b""),
            30: self._dma_config,
            31: self._dma_active,
            26: lambda _gpio, heap, _content: clock.tell({"heap": heap}),
        }

    def _wait(self, _gpio, total, content):
        self.written = total
        self._clock.wait_once(struct.unpack("<q", content)[0])

    def _wdt(self, _gpio, timeout, _content):
        self._dog = self._machine.WDT(timeout=timeout)

    def _pin_init(self, gpio, argument, _content):
        mode, pull = (argument >> 8) - 1, (argument >> 4 & 15) - 1
        pin = self._machine.Pin(gpio)
        output = mode == self._machine.Pin.OUT
        pin.init(mode, pull, value=argument & 1 if output else None)
        self._pins[gpio] = pin
        if not output and pin not in self._inputs:
            self._inputs.append(pin)

    def _pin_irq(self, gpio, trigger, _content):
        self._machine.Pin(gpio).irq(self.interrupt, trigger)

    def _spi_init(self, bus, baudrate, _content):
        self._buses[bus] = self._machine.SPI(bus, baudrate)

    def _spi_write(self, bus, _argument, content):
        self._buses[bus].write(content)
        self._look_ahead(bus)

    def _spi_read(self, bus, length, _content):
        into = self._buses[bus].read(length)
        self._look_ahead(bus)
        return 0, into

    def _look_ahead(self, bus):
        # What the chip will do when it is let go, as far as that is certain.
        foretell = self._machine.SPI.foretell.get(bus)
        if foretell is not None:
            self._offer = foretell() or _NO_OFFER

    def _spi_both(self, bus, _argument, content):
        into = bytearray(len(content))
        self._buses[bus].write_readinto(content, into)
        return 0, into

    def _i2c_init(self, bus, freq, _content):
        self._buses[("i2c", bus)] = self._machine.I2C(bus, freq=freq)

    def _i2c_write(self, bus, address, content):
        try:
            self._buses[("i2c", bus)].writeto(address, content)
        except OSError as error:
            return error.errno or _EIO, b""

    def _i2c_read(self, bus, argument, _content):
        into = bytearray(argument >> 8)
        try:
            self._buses[("i2c", bus)].readfrom_into(argument & 0xFF, into)
        except OSError as error:
            return error.errno or _EIO, into
        return 0, into

    def _pwm_set(self, gpio, duty, content):
        freq = int.from_bytes(content, "little")
        pwm = self._pwms.get(gpio)
        if pwm is None:
            self._pwms[gpio] = self._machine.PWM(self._machine.Pin(gpio), freq=freq, duty_u16=duty)
            return
        if pwm.freq() != freq:
            pwm.freq(freq)
        pwm.duty_u16(duty)

    def _adc_read(self, gpio, _argument, _content):
        return self._machine.ADC(gpio).read_u16(), b""

    def _sm_make(self, number, _argument, content):
        module, name = content[7:].decode().split(".")
        program = getattr(__import__(module), name)
        freq = int.from_bytes(content[:4], "little")
        into, out, jump = (
            None if gpio == 255 else self._machine.Pin(gpio) for gpio in content[4:7]
        )
        self._machines[number] = self._rp2.StateMachine(
            number, program, freq, in_base=into, set_base=out, jmp_pin=jump
        )

    def _sm_active(self, number, value, _content):
        self._machines[number].active(value)

    def _dma(self, number):
        while len(self._rp2.DMA.channels) <= number:
            self._rp2.DMA()
        return self._rp2.DMA.channels[number]

    def _dma_config(self, number, count, content):
        source, target, trigger, address, ctrl = struct.unpack_from("<BBHiq", content)
        words = content[struct.calcsize("<BBHiq") :]
        new = {}
        if source != 255:
            new["read"] = self._machines[source]
        elif words:
            new["read"] = array("I", words)
        if target != 255:
            new["write"] = self._machines[target]
        elif address:
            new["write"] = address
        if count:
            new["count"] = count
        if ctrl:
            new["ctrl"] = ctrl
        self._dma(number).config(trigger=bool(trigger), **new)

    def _dma_active(self, number, value, _content):
        channel = self._dma(number)
        return (1 if (channel.active() if value < 0 else channel.active(value)) else 0), b""

    def _sm_put(self, number, _argument, content):
        self._machines[number].put(int.from_bytes(content, "little"))


def _run(role, strait_fd, control_fd, state_dir):
    here = __file__[: __file__.rfind("/")] if "/" in __file__ else "."
    firmware = here + "/.."
    sys.path[0:1] = [here, firmware + "/" + role, firmware + "/lib", firmware]
    import time  # noqa: F401  the virtual one

    import lockstep
    import machine
    import rp2

    lockstep.connect(control_fd, state_dir)
    __import__("sim_" + role).attach()
    strait = Strait(strait_fd, lockstep, machine, rp2)
    lockstep.count_written(lambda: strait.written)
    lockstep.on_world(strait.weigh)
    try:
        strait.serve()
    except SystemExit as end:
        strait.end(end.args[0] if end.args else 0)
        raise


try:
    _run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
except Exception as error:
    sys.print_exception(error, sys.stderr)
    sys.exit(1)
