# The PIO on a PC: the assembler, and state machines that run their programs in virtual time.
#
# The assembler knows the instructions that our programs use and gives the very words the chip would
# get; pioemu runs the same words in a test on CPython. A state machine is not stepped cycle by cycle:
# one pass of a loop whose length does not change stands for all of them, and who needs to know how
# many pulses are out asks for a moment.

_ORG = {"x_not": 1, "x_dec": 2, "y_not": 3, "y_dec": 4, "x_not_y": 5, "pin": 6, "osre_not": 7}
_OUT_TO = {"pins": 0, "x": 1, "y": 2, "null": 3, "pindirs": 4, "pc": 5, "isr": 6}
_MOV_TO = {"pins": 0, "x": 1, "y": 2, "exec": 4, "pc": 5, "isr": 6, "osr": 7}
_MOV_FROM = {"pins": 0, "x": 1, "y": 2, "null": 3, "status": 5, "isr": 6, "osr": 7}
_SET_TO = {"pins": 0, "x": 1, "y": 2, "pindirs": 4}
_NAMES = ("pins", "x", "y", "null", "pindirs", "pc", "isr", "osr", "status", "pin", "x_not", "x_dec",
          "y_not", "y_dec", "x_not_y", "osre_not")  # fmt: skip
_MAX_WORDS = 32
_ALL_ONES = 0xFFFFFFFF
# A program that needs longer for one word of its queue does not end.
_MAX_STEPS = 200


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
        for name in ("label", "wrap_target", "wrap", "jmp", "pull", "out", "mov", "set", "nop"):
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
        return assembler.finish()

    return assemble


class Train:
    # Equal pulses: when the first one rises, how far apart, how many; cycles of the whole.
    __slots__ = ("count", "cycles", "first", "period")

    def __init__(self, first, period, count, cycles):
        self.first = first
        self.period = period
        self.count = count
        self.cycles = cycles


def run_word(program, word):  # noqa: C901  one branch for each instruction
    """Run a program from one pull to the next with that word; return the Train of pulses on its set pin."""
    registers = {"x": 0, "y": 0, "osr": 0}
    words = program.words
    at = program.wrap_target
    cycles = count = 0
    first = period = 0
    level = 0
    pulled = False
    jumped_at = None
    for _step in range(_MAX_STEPS):
        code = words[at]
        kind = code >> 13
        if kind == 4:
            if pulled:
                return Train(first, period, count, cycles)
            registers["osr"] = word
            pulled = True
        elif kind == 7 and code >> 5 & 7 == 0:
            rising = code & 1 and not level
            level = code & 1
            if rising:
                count += 1
                if count == 1:
                    first = cycles
                elif count == 2:
                    period = cycles - first
        elif kind == 0 and code >> 5 & 7:
            name = "x" if code >> 5 & 7 == 2 else "y"
            value = registers[name]
            registers[name] = (value - 1) & _ALL_ONES
            if value and code & 31 == at:  # a loop of one instruction
                cycles += value
                registers[name] = _ALL_ONES
            elif value and jumped_at is not None and name == "x":  # the second time round
                length = cycles - jumped_at
                cycles += value * length
                count += value
                registers[name] = _ALL_ONES
            elif value:
                if name == "x":
                    jumped_at = cycles
                cycles += 1 + (code >> 8 & 31)
                at = code & 31
                continue
        else:
            _move(registers, code, kind)
        cycles += 1 + (code >> 8 & 31)
        at = program.wrap_target if at == program.wrap else at + 1
    raise PIOASMError("this program is beyond the simulation")


def _move(registers, code, kind):
    # out x, n (to the right) and mov y, osr are all that is understood.
    if kind == 3 and code >> 5 & 7 in (1, 2):
        bits = code & 31 or 32
        registers["x" if code >> 5 & 7 == 1 else "y"] = registers["osr"] & ((1 << bits) - 1)
        registers["osr"] >>= bits
    elif kind == 5 and code >> 5 & 7 in (1, 2) and code & 7 == 7:
        registers["x" if code >> 5 & 7 == 1 else "y"] = registers["osr"]
    else:
        raise PIOASMError("this instruction is beyond the simulation")


class StateMachine:
    # The model's side: StateMachine.made[gpio of the first set pin] is called with a new one;
    # `pulses(now_us)` counts the pulses out by then, `ahead(now_us)` gives the trains that run or
    # wait, `changed` is called after every change.
    made = {}

    def __init__(self, number, program, freq=-1, *, set_base=None):
        self._program = program
        self._freq = freq
        self._depth = 8 if program.config.get("fifo_join") == PIO.JOIN_TX else 4
        self._known = {}
        self._queue = []  # (word)
        self._train = None
        self._train_at = 0
        self._done = 0
        self._active = 0
        self.changed = None
        if set_base is not None:
            set_base.init(set_base.OUT, value=0)
            if set_base.gpio in StateMachine.made:
                StateMachine.made[set_base.gpio](self)

    def active(self, value=None):
        now = self._settle()
        if value is None:
            return self._active
        if not value and self._train is not None:
            self._done += self._out_by(now)
            self._train = None
        self._active = 1 if value else 0
        self._settle()
        self._tell()
        return None

    def restart(self):
        self._settle()
        self._train = None

    def exec(self, instruction):
        # Only what empties the queue: pull().
        if instruction != "pull()":
            raise PIOASMError("exec of " + instruction + " is beyond the simulation")
        if self._queue:
            self._queue.pop(0)

    def tx_fifo(self):
        self._settle()
        return len(self._queue)

    def put(self, word, shift=0):
        self._settle()
        if len(self._queue) >= self._depth:
            raise PIOASMError("the queue is full: the board would wait here")
        self._queue.append(word << shift)
        self._settle()
        self._tell()

    # For models.

    def pulses(self, now):
        self._settle_to(now)
        return self._done + (self._out_by(now) if self._train is not None else 0)

    def ahead(self, now):
        """Return (start_us, Train) of the train that runs and of those queued behind it."""
        self._settle_to(now)
        found = []
        start = self._train_at
        if self._train is not None:
            found.append((start, self._train))
            start += self._us(self._train.cycles)
            for word in self._queue:
                train = self._look_up(word)
                found.append((start, train))
                start += self._us(train.cycles)
        return found

    @property
    def cycle_us(self):
        return 1_000_000 / self._freq

    def _settle(self):
        import lockstep

        now = lockstep.local_us()
        self._settle_to(now)
        return now

    def _settle_to(self, now):
        while True:
            if self._train is not None:
                end = self._train_at + self._us(self._train.cycles)
                if end > now:
                    return
                self._done += self._train.count
                self._train = None
                self._train_at = end
            elif self._active and self._queue:
                self._train = self._look_up(self._queue.pop(0))
                # Back to back if the queue was never empty, else from now on.
                if not self._running_until(now):
                    self._train_at = now
            else:
                self._train_at = -1
                return

    def _running_until(self, now):
        return 0 <= self._train_at <= now

    def _look_up(self, word):
        train = self._known.get(word)
        if train is None:
            train = self._known[word] = run_word(self._program, word)
        return train

    def _us(self, cycles):
        return cycles * 1_000_000 // self._freq

    def _out_by(self, now):
        cycles = int((now - self._train_at) / self.cycle_us) - self._train.first
        if cycles < 0:
            return 0
        train = self._train
        return min(train.count, cycles // train.period + 1 if train.period else 1)

    def _tell(self):
        if self.changed is not None:
            self.changed()
