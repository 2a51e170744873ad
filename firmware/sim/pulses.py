# A state machine that makes pulses: the stepper's program, run in virtual time.
#
# It is not stepped cycle by cycle: one pass of a loop whose length does not change stands for all of them, and
# who needs to know how many pulses are out asks for a moment.

_ALL_ONES = 0xFFFFFFFF
# A program that needs longer for one word of its queue does not end.
_MAX_STEPS = 200
# As rp2.PIO.JOIN_TX, which this module must not import.
_JOIN_TX = 1
_PULL = 0x8080


class ProgramError(Exception):
    pass


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
    raise ProgramError("this program is beyond the simulation")


def _move(registers, code, kind):
    # out x, n (to the right) and mov y, osr are all that is understood.
    if kind == 3 and code >> 5 & 7 in (1, 2):
        bits = code & 31 or 32
        registers["x" if code >> 5 & 7 == 1 else "y"] = registers["osr"] & ((1 << bits) - 1)
        registers["osr"] >>= bits
    elif kind == 5 and code >> 5 & 7 in (1, 2) and code & 7 == 7:
        registers["x" if code >> 5 & 7 == 1 else "y"] = registers["osr"]
    else:
        raise ProgramError("this instruction is beyond the simulation")


class Pulses:
    # The model's side: `pulses(now_us)` counts the pulses out by then, `ahead(now_us)` gives the trains that run
    # or wait, `changed` is called after every change.

    def __init__(self, program, freq, _pins):
        self._program = program
        self._freq = freq
        self._depth = 8 if program.config.get("fifo_join") == _JOIN_TX else 4
        self._fed = []  # words that DMA has still to hand over
        self._known = {}
        self._queue = []  # (word)
        self._train = None
        self._train_at = 0
        self._done = 0
        self._active = 0
        self.changed = None

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
        # Only what empties the queue: pull noblock.
        if instruction != _PULL:
            raise ProgramError("exec of that is beyond the simulation")
        if self._queue:
            self._queue.pop(0)

    def tx_fifo(self):
        self._settle()
        return len(self._queue)

    def put(self, word, shift=0):
        self._settle()
        if len(self._queue) >= self._depth:
            raise ProgramError("the queue is full: the board would wait here")
        self._queue.append(word << shift)
        self._settle()
        self._tell()

    # For DMA.

    def feed(self, words):
        """Take these words as fast as there is room for them; none ends what was handed over before."""
        self._settle()
        self._fed = list(words)
        self._settle()
        self._tell()

    @property
    def feeding(self):
        self._settle()
        return bool(self._fed)

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
            for word in self._queue + self._fed:
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
            while self._fed and len(self._queue) < self._depth:
                self._queue.append(self._fed.pop(0))
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
