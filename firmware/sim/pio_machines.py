# What state machines do with our programs, each by the program's name; in virtual time, at the edges themselves.
#
# A test runs the programs' words in an emulator of the PIO beside these.
import lockstep
import measures
from pulses import ProgramError, Pulses

_RX = 8
_TIME = (1 << 29) - 1
_READ_X = 0x4030
_PUSH = 0x8000
_SET_X = 0xE020
_BOTH = 2


class _Machine:
    def __init__(self, program, freq, pins):
        self._freq = freq
        self._in_base, self._set_base, self._jmp_pin = pins
        self._active = 0
        self._rx = []

    def active(self, value=None):
        if value is not None and value != self._active:
            self._active = 1 if value else 0
            self._switched()
        return self._active

    def restart(self):
        pass

    def exec(self, _instruction):
        raise ProgramError("exec of that is beyond the simulation")

    def rx_fifo(self):
        return len(self._rx)

    def get(self):
        return self._rx.pop(0)

    def tx_fifo(self):
        return 0

    def put(self, _word):
        raise ProgramError("this program takes no words")

    def _switched(self):
        pass


class EdgeTimes(_Machine):
    def __init__(self, program, freq, pins):
        super().__init__(program, freq, pins)
        self._zero = 0
        self._came = []
        self._jmp_pin.listeners.append(self._edge)
        self._dark = False

    def get(self):
        waited = lockstep.local_us() - self._came.pop(0)
        measures.waited(f"edge of GP{self._jmp_pin.gpio} to the program", waited)
        return super().get()

    def _switched(self):
        self._zero = lockstep.local_us()
        if self._active and not self._jmp_pin.value():
            self._edge(0)

    def _edge(self, level):
        if not self._active or (not level) == self._dark:
            return
        self._dark = not level
        if len(self._rx) < _RX:
            now = lockstep.local_us()
            turns = -(now - self._zero) & _TIME
            self._rx.append(turns << 1 | (1 if level else 0))
            self._came.append(now)
            measures.left(f"places for edges of GP{self._jmp_pin.gpio}", _RX - len(self._rx))


class EdgeCount(_Machine):
    def __init__(self, program, freq, pins):
        super().__init__(program, freq, pins)
        self._count = 0
        self._was_light = False
        self._in_base.listeners.append(self._edge)

    def _switched(self):
        self._was_light = bool(self._in_base.value())

    def _edge(self, level):
        if self._active and self._was_light and not level:
            self._count += 1
        self._was_light = bool(level)

    def exec(self, instruction):
        if instruction == _PUSH:
            self._rx.append(-self._count & 0xFFFF)
        elif instruction != _READ_X:
            super().exec(instruction)


class StopGate(_Machine):
    def __init__(self, program, freq, pins):
        super().__init__(program, freq, pins)
        self._word = None
        self._phase = "armed"
        self._generation = 0
        self._jmp_pin.listeners.append(self._edge)

    def restart(self):
        self._phase = "armed"
        self._generation += 1

    def tx_fifo(self):
        return 0 if self._word is None else 1

    def put(self, word):
        self._word = word
        self._take()

    def _switched(self):
        self._generation += 1
        self._take()

    def _take(self):
        if not self._active or self._word is None or self._phase != "armed":
            return
        turns, self._word = self._word, None
        self._generation += 1
        if self._jmp_pin.value():
            self._phase = "light"
            return
        self._phase = "dark"
        generation = self._generation
        until = lockstep.local_us() + turns * 2_000_000 // self._freq
        lockstep.call_at(until, lambda: self._lost_patience(generation))

    def _lost_patience(self, generation):
        if generation == self._generation and self._active and self._phase == "dark":
            self._phase = "armed"
            self._push(1)

    def _edge(self, level):
        if not self._active:
            return
        if self._phase == "dark" and level:
            self._phase = "light"
        elif self._phase == "light" and not level:
            self._phase = "armed"
            self._push(_BOTH)

    def _push(self, count):
        from rp2 import serve

        for _word in range(count):
            self._rx.append(0)
        serve()
        self._take()


class TakeResults(_Machine):
    # The converters stand behind the data pins: `serial` of a pin is asked when it is ready, and for its bits.

    def __init__(self, program, freq, pins):
        super().__init__(program, freq, pins)
        base = self._in_base.gpio
        self._pins = [type(self._in_base)(base + chip) for chip in range(4)]
        self._left_out = 0
        self._standing = False
        self._generation = 0

    def exec(self, instruction):
        if instruction & 0xFFE0 != _SET_X:
            super().exec(instruction)
        self._left_out = instruction & 31
        self._plan()

    def get(self):
        word = super().get()
        if self._standing and self._active and len(self._rx) < _RX:
            self._clock()
        return word

    def _switched(self):
        self._standing = False
        self._plan()

    def _plan(self):
        # When all are ready, or stay silent, as X says; looked at again when that may have changed.
        self._generation += 1
        if not self._active:
            return
        now = due = lockstep.local_us()
        for index, pin in enumerate(self._pins):
            ready = pin.serial.ready_at() if pin.serial is not None else -1
            if self._left_out >> index & 1:
                if 0 <= ready <= now:
                    due = -1
                continue
            if ready < 0:
                due = -1
            if due >= 0:
                due = max(due, ready)
        generation = self._generation
        # A chip that was silent may wake: it is looked for now and then, which costs nothing on the chip.
        when = due if due >= 0 else now + 5000
        lockstep.call_at(when, lambda: self._look(generation, due >= 0))

    def _look(self, generation, sure):
        if generation != self._generation or not self._active:
            return
        if not sure:
            self._plan()
        elif len(self._rx) >= _RX:
            # The first six bits are out and find no room: it stands, the clock low.
            self._standing = True
        else:
            self._clock()

    def _clock(self):
        self._standing = False
        values = [
            pin.serial.shift_out() if pin.serial is not None else 0xFFFFFF for pin in self._pins
        ]
        for word in range(4):
            packed = 0
            for bit in range(6):
                for index, value in enumerate(values):
                    level = value >> (23 - 6 * word - bit) & 1
                    packed |= level << index << 4 * (5 - bit)
            self._rx.append(packed)
        self._plan()


MACHINES = {
    "step_pulses": Pulses,
    "edge_times": EdgeTimes,
    "edge_count": EdgeCount,
    "stop_gate": StopGate,
    "take_results": TakeResults,
}
