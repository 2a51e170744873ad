# The chips of a board whose firmware runs in another process: chips.py ROLE STRAIT_FD CONTROL_FD STATE_DIR.
#
# Serves what crosses the strait (apart/lockstep.py says how) with the same models, the same `machine`
# and the same clock as in sim_main.py; this side speaks to the conductor.

import struct
import sys

from micropython import const

_EIO = const(5)
# The end of an interrupt; every other operation is in the table.
_RETURN = const(4)
_WITH_ANSWER = const(0x80)
_OPERATION = "<BBHiq"
_OPERATION_BYTES = const(16)
_ANSWER = "<qqqqqqq"
_ANSWER_BYTES = const(56)


class Strait:
    def __init__(self, fd, lockstep, machine, rp2):
        self._channel = open(fd, "r+b")  # noqa: SIM115  open as long as the program runs
        self._clock = lockstep
        self._machine = machine
        self._rp2 = rp2
        self._inputs = []
        self._buses = {}
        self._pwms = {}
        self._machines = {}
        self._dog = None
        self._header = bytearray(_OPERATION_BYTES)
        self._answer = bytearray(_ANSWER_BYTES)
        self.written = 0
        self._serve_one = self._table()

    def serve(self):
        # Until the firmware says that an interrupt is over, or for ever.
        clock = self._clock
        while True:
            got = self._channel.readinto(self._header)
            if got != _OPERATION_BYTES:
                raise SystemExit(0)  # the firmware has ended
            number, gpio, length, argument, now = struct.unpack(_OPERATION, self._header)
            content = self._channel.read(length) if length else b""
            if now > clock.local_us():
                clock.pass_until(now)
            kind = number & ~_WITH_ANSWER
            if kind == _RETURN:
                return
            value, back = self._serve_one[kind](gpio, argument, content) or (0, b"")
            if number & _WITH_ANSWER:
                self._send(0, value, back)

    def interrupt(self, pin):
        # In the middle of whatever a model does, as it comes on a board.
        self._send(1, pin.gpio, b"")
        self.serve()

    def end(self, status):
        try:  # noqa: SIM105  MicroPython has no contextlib
            self._send(2, status, b"")
        except OSError:  # it is the firmware that has ended
            pass

    def _send(self, kind, value, back):
        clock = self._clock
        levels = 0
        for pin in self._inputs:
            levels |= pin.value() << pin.gpio
        timer, grant = clock.horizon()
        struct.pack_into(
            _ANSWER, self._answer, 0,
            kind, len(back), value, levels, clock.local_us(), timer, grant,
        )  # fmt: skip
        self._channel.write(self._answer)
        if back:
            self._channel.write(back)

    def _table(self):
        clock, machines = self._clock, self._machines
        return {
            0: lambda _gpio, cost, _content: clock.advance(cost),
            1: lambda _gpio, cost, _content: clock.spend_us(cost),
            2: lambda _gpio, duration, _content: clock.sleep_us(duration),
            3: self._wait,
            5: lambda _gpio, _argument, _content: (0, self._machine.unique_id()),
            6: self._pin_init,
            7: self._pin_write,
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
            21: lambda number, value, _content: machines[number].active(value),
            22: lambda number, _argument, _content: machines[number].restart(),
            23: lambda number, _argument, content: machines[number].exec(content.decode()),
            24: lambda number, _argument, _content: (machines[number].tx_fifo(), b""),
            25: self._sm_put,
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
        if not output and pin not in self._inputs:
            self._inputs.append(pin)

    def _pin_write(self, gpio, level, _content):
        self._machine.Pin(gpio).value(level)

    def _pin_irq(self, gpio, trigger, _content):
        self._machine.Pin(gpio).irq(self.interrupt, trigger)

    def _spi_init(self, bus, baudrate, _content):
        self._buses[bus] = self._machine.SPI(bus, baudrate)

    def _spi_write(self, bus, _argument, content):
        self._buses[bus].write(content)

    def _spi_read(self, bus, length, _content):
        return 0, self._buses[bus].read(length)

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

    def _sm_make(self, number, gpio, content):
        module, name = content[4:].decode().split(".")
        program = getattr(__import__(module), name)
        freq = int.from_bytes(content[:4], "little")
        self._machines[number] = self._rp2.StateMachine(
            number, program, freq, set_base=self._machine.Pin(gpio)
        )

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
