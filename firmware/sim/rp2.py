# The PIO and its DMA on a PC: the assembler, state machines, channels.
#
# The assembler knows the instructions that our programs use and gives the very words the chip would
# get; pioemu runs the same words in a test on CPython. What a state machine does with them is modelled by
# the name of its program, in pulses.py and pio_machines.py. The rules of the chip and of the port are kept: 32
# words a block, queues of four or eight, and what would wait for ever raises.
import errno

import effort

_ORG = {"x_not": 1, "x_dec": 2, "y_not": 3, "y_dec": 4, "x_not_y": 5, "pin": 6, "osre_not": 7}
_OUT_TO = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6}
_MOV_TO = {"pins": 0, "x": 1, "y": 2, "exec": 4, "pc": 5, "isr": 6, "osr": 7}
_MOV_FROM = {"pins": 0, "x": 1, "y": 2, "null": 3, "status": 5, "isr": 6, "osr": 7}
_SET_TO = {"pins": 0, "x": 1, "y": 2, "pindirs": 4}
_NAMES = ("pins", "x", "y", "null", "pindirs", "pc", "isr", "osr", "status", "pin", "x_not", "x_dec",
          "y_not", "y_dec", "x_not_y", "osre_not", "gpio")  # fmt: skip
_IN_FROM = {"pins": 0, "x": 1, "y": 2, "null": 3, "isr": 6, "osr": 7}
_WAIT_FOR = {"gpio": 0, "pin": 1, "irq": 2}
_MAX_WORDS = 32


class PIO:
    OUT_LOW = 0
    OUT_HIGH = 1
    IN_LOW = 2
    IN_HIGH = 3
    SHIFT_LEFT = 0
    SHIFT_RIGHT = 1
    JOIN_NONE = 0
    JOIN_TX = 1
    JOIN_RX = 2


class PIOASMError(Exception):
    pass


class Program:
    """The words, and what the state machine must be set to for them."""

    def __init__(self, config):
        self.config = config
        self.name = ""
        self.words = []
        self.wrap_target = 0
        self.wrap = None


class _Assembler:
    # Its methods are the instructions; each returns self, so that `[n]` can add a delay.

    def __init__(self, config):
        self._config = config
        self._labels = {}
        self.program = None

    def start(self):
        self.program = Program(self._config)

    def finish(self):
        program = self.program
        if len(program.words) > _MAX_WORDS:
            raise PIOASMError("program too large")
        if program.wrap is None:
            program.wrap = len(program.words) - 1
        return program

    def __getitem__(self, delay):
        if not 0 <= delay <= 31:
            raise PIOASMError("delay too large")
        self.program.words[-1] |= delay << 8
        return self

    def names(self):
        names = {name: name for name in _NAMES}
        names.update(block="block", noblock="noblock")
        for name in (
            "label", "wrap_target", "wrap", "jmp", "pull", "push", "out", "in_", "mov", "set", "wait", "nop"
        ):  # fmt: skip
            names[name] = getattr(self, name)
        return names

    def _word(self, word):
        self.program.words.append(word)
        return self

    def label(self, name):
        self._labels[name] = len(self.program.words)

    def wrap_target(self):
        self.program.wrap_target = len(self.program.words)

    def wrap(self):
        self.program.wrap = len(self.program.words) - 1

    def jmp(self, condition, target=None):
        if target is None:
            condition, target = None, condition
        code = 0 if condition is None else _ORG[condition]
        return self._word(code << 5 | self._labels.get(target, 0))

    def pull(self, blocking="block"):
        return self._word(0x80A0 if blocking == "block" else 0x8080)

    def push(self, blocking="block"):
        return self._word(0x8020 if blocking == "block" else 0x8000)

    def in_(self, source, count):
        return self._word(0x4000 | _IN_FROM[source] << 5 | count & 31)

    def wait(self, polarity, source, index):
        return self._word(0x2000 | polarity << 7 | _WAIT_FOR[source] << 5 | index)

    def out(self, target, count):
        return self._word(0x6000 | _OUT_TO[target] << 5 | count & 31)

    def mov(self, target, source):
        return self._word(0xA000 | _MOV_TO[target] << 5 | _MOV_FROM[source])

    def set(self, target, value):
        if not 0 <= value <= 31:
            raise PIOASMError("set takes five bits")
        return self._word(0xE000 | _SET_TO[target] << 5 | value)

    def nop(self):
        return self.mov("y", "y")


def asm_pio(**config):
    """Decorate a function whose body is a program; the result is its Program."""

    def assemble(function):
        assembler = _Assembler(config)
        scope = function.__globals__
        names = assembler.names()
        before = {name: scope[name] for name in names if name in scope}
        scope.update(names)
        try:
            for _pass in range(2):  # the second one knows every label
                assembler.start()
                function()
        finally:
            for name in names:
                del scope[name]
            scope.update(before)
        program = assembler.finish()
        program.name = function.__name__
        return program

    return assemble


class StateMachine:
    # The model's side: StateMachine.made[gpio of the first set pin] is called with what runs there.
    made = {}
    # number -> its machine; block -> the programs in its memory.
    running = {}
    memory = {}

    def __init__(
        self, id, program, freq=-1, *, in_base=None, out_base=None, set_base=None, jmp_pin=None,  # noqa: A002
        sideset_base=None, in_shiftdir=None, out_shiftdir=None, push_thresh=None, pull_thresh=None,
    ):  # fmt: skip
        from pio_machines import MACHINES

        if not 0 <= id < 12:
            raise ValueError("invalid StateMachine")
        programs = StateMachine.memory.setdefault(id >> 2, [])
        if program not in programs:
            if sum(len(one.words) for one in programs) + len(program.words) > _MAX_WORDS:
                raise OSError(errno.ENOMEM)
            programs.append(program)
        self.number = id
        self.model = MACHINES[program.name](program, freq, (in_base, set_base, jmp_pin))
        StateMachine.running[id] = self
        if set_base is not None:
            set_base.init(set_base.OUT, value=0)
            if set_base.gpio in StateMachine.made:
                StateMachine.made[set_base.gpio](self.model)

    def active(self, value=None):
        effort.settle()
        return self.model.active() if value is None else self.model.active(value)

    def restart(self):
        effort.settle()
        self.model.restart()

    def exec(self, instr):
        effort.settle()
        self.model.exec(instr)

    def tx_fifo(self):
        effort.settle()
        return self.model.tx_fifo()

    def rx_fifo(self):
        effort.settle()
        return self.model.rx_fifo()

    def put(self, value, shift=0):
        effort.settle()
        self.model.put(value << shift)

    def get(self, buf=None, shift=0):
        effort.settle()
        if not self.model.rx_fifo():
            raise PIOASMError("nothing is in the queue: the board would wait here")
        return self.model.get() >> shift


_EBUSY = 16


class DMA:
    # Carries words into a state machine that makes pulses, and noughts out of one into a PWM's compare register.
    channels = []
    # What the fields of a control word are called, and where they stand (RP2040 data sheet, CTRL_TRIG).
    _FIELDS = {
        "enable": (0, 1), "high_pri": (1, 1), "size": (2, 3), "inc_read": (4, 1), "inc_write": (5, 1),
        "ring_size": (6, 15), "ring_sel": (10, 1), "chain_to": (11, 15), "treq_sel": (15, 63),
        "irq_quiet": (21, 1), "bswap": (22, 1), "sniff_en": (23, 1),
    }  # fmt: skip

    def __init__(self):
        if len(DMA.channels) >= 12:
            raise OSError(_EBUSY)
        self.channel = len(DMA.channels)
        self.read = self.write = self.ctrl = self.count = 0
        self._left = 0
        DMA.channels.append(self)

    def pack_ctrl(self, default=None, **fields):
        value = default
        if value is None:
            value = 1 | 2 << 2 | 1 << 4 | 1 << 5 | self.channel << 11 | 63 << 15 | 1 << 21
        for name, content in fields.items():
            if name not in DMA._FIELDS:
                raise TypeError(name)
            shift, mask = DMA._FIELDS[name]
            if int(content) & ~mask:
                raise ValueError("bad field value")
            value = value & ~(mask << shift) | int(content) << shift
        return value

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        effort.settle()
        self.read = self.read if read is None else read
        self.write = self.write if write is None else write
        self.count = self.count if count is None else count
        self.ctrl = self.ctrl if ctrl is None else ctrl
        if trigger:
            self.start()

    def active(self, value=None):
        effort.settle()
        if value:
            self.start()
        elif value is not None:
            self._left = 0
            if isinstance(self.write, StateMachine):
                self.write.model.feed(())
        if isinstance(self.write, StateMachine):
            return self.write.model.feeding
        return self._left > 0

    def close(self):
        self.active(0)

    def start(self):
        self._left = self.count
        request = self._field("treq_sel")
        if isinstance(self.write, StateMachine):
            if request != (self.write.number >> 2) * 8 + (self.write.number & 3):
                raise PIOASMError("the channel waits for another machine's queue")
            self.write.model.feed(self.read[i] for i in range(self.count))
        else:
            serve()

    def _field(self, name):
        shift, mask = DMA._FIELDS[name]
        return self.ctrl >> shift & mask

    def serve(self):
        """Carry one word if one is there; return whether it did."""
        source = self.read
        if not self._left or not isinstance(source, StateMachine):
            return False
        if self._field("treq_sel") != (source.number >> 2) * 8 + 4 + (source.number & 3):
            raise PIOASMError("the channel waits for another machine's queue")
        if not source.model.rx_fifo():
            return False
        _write_register(self.write, source.model.get())
        self._left -= 1
        following = self._field("chain_to")
        if not self._left and following != self.channel:
            DMA.channels[following].start()
        return True


def serve():
    served = True
    while served:
        served = False
        for channel in DMA.channels:
            served = channel.serve() or served


def _write_register(address, value):
    # The compare register of a PWM slice, on either chip; channel A is the even pin.
    import machine

    for base in (0x40050000, 0x400A8000):
        slice_number, register = divmod(address - base, 0x14)
        if 0 <= slice_number < 12 and register == 0x0C:
            for pwm in machine.PWM.made:
                if pwm.gpio >> 1 & 7 == slice_number:
                    pwm.compare(value >> 16 * (pwm.gpio & 1) & 0xFFFF)
            return
    raise PIOASMError("DMA into a register that is not modelled")


def power_off():
    """Forget every machine and channel: the next program finds the chip as after power-on."""
    for one in StateMachine.running.values():
        one.model.active(0)
    StateMachine.running.clear()
    StateMachine.memory.clear()
    del DMA.channels[:]
