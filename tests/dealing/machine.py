"""A small croupier for tests: it answers commands with reports and moves cards between lists.

It knows nothing of plans, and the code under test knows nothing of it.
"""

from tallone.dealing.croupier.outputs import JobCommand
from tallone.link.reports import CLASSES
from tallone_wire.messages import CROUPIER_STATES, FAULTS, MAX_TRIES, TRAYS


def said(name, fields):
    """Return a report with those fields, the others nought or empty."""
    made = CLASSES[name]
    empty = {"tags": (), "slot_loads": b""}
    return made(
        **{field: fields.get(field, empty.get(field, 0)) for field in made.__struct_fields__}
    )


class Croupier:
    """`hopper` holds tag UIDs (None: a card without a tag), the first to be fed in front."""

    def __init__(self, hopper, *, fifo=True):
        self.hopper = list(hopper)
        self.fifo = fifo
        self.slots = [[] for _ in range(12)]
        self.trays = {tray: [] for tray in TRAYS}
        self.highest = 0  # largest slot load so far
        self.feeds = 0
        self.state = "idle"
        self.job = self.passing = self.index = 0
        self.parked = []  # the card in the throat; several after a double feed
        self.stored = {}
        self.done_steps = {}
        self.double_at = None
        self.jam_at = None
        self.miscount = {}
        self.swap_in_return = False

    def do(self, command):
        """Carry out a command and return the reports that follow."""
        return getattr(self, "_" + command.name.lower())(*command.fields)

    def _job_begin(self, job, kind, slots, speed):
        self.job, self.state, self.done_steps = job, "ready", {}
        return []

    def _feed(self, job, passing):
        if self.passing == passing:
            return []
        self.passing, self.index, self.stored, self.state = passing, 0, {}, "feeding"
        return self._next()

    def _next(self):
        if not self.hopper:
            self.state = "ready"
            return [self._report("PASS_DONE", pass_number=self.passing, count=self.index)]
        if self.jam_at == (self.passing, self.index):
            self.jam_at = None
            fault = FAULTS.index("jam")
            at = {"fault": fault, "index": self.index}
            self.state = "person"
            return [
                self._report("MACHINE_FAULT", tries=1, **at),
                self._report("MACHINE_FAULT", tries=MAX_TRIES, **at),
            ]
        if self.double_at == (self.passing, self.index):
            self.double_at = None
            at = {"fault": FAULTS.index("double-feed"), "tries": 1, "index": self.index}
            return [
                self._read(self.hopper[:2]),
                self._report("MACHINE_FAULT", **at),
                self._report("MACHINE_CLEAR"),
                *self._next(),
            ]
        self.parked = [self.hopper.pop(0)]
        return [self._read(self.parked)]

    def _read(self, cards):
        return self._report(
            "CARD_READ",
            pass_number=self.passing,
            index=self.index,
            skew_us10=0,
            transit_ms=150,
            current_ma=300,
            tags=tuple(card for card in cards if card is not None),
        )

    def _route(self, job, passing, index, slot):
        if passing != self.passing or index != self.index or not self.parked:
            return []
        self.slots[slot].append(self.parked.pop())
        self.feeds += 1
        load = len(self.slots[slot])
        self.highest = max(self.highest, load)
        self.index += 1
        stored = self._report(
            "CARD_STORED", pass_number=passing, index=index, slot=slot, load=load
        )
        return [stored, *self._next()]

    def _deliver(self, job, step, slot, tray):
        if step not in self.done_steps:
            packet, self.slots[slot] = self.slots[slot], []
            if not self.fifo:
                packet.reverse()
            if self.swap_in_return and TRAYS[tray] == "return":
                packet[:2] = reversed(packet[:2])
            target = self.hopper if TRAYS[tray] == "return" else self.trays[TRAYS[tray]]
            target.extend(packet)
            self.done_steps[step] = len(packet) + self.miscount.pop(TRAYS[tray], 0)
        count = self.done_steps[step]
        return [self._report("DELIVERED", step=step, slot=slot, tray=tray, count=count)]

    def _job_end(self, job):
        self.state, self.job, self.passing = "idle", 0, 0
        return []

    def _job_abort(self, job):
        return self._job_end(job)

    def _status(self, job):
        loads = bytes(len(slot) for slot in self.slots)
        state = CROUPIER_STATES.index(self.state)
        fields = {"state": state, "fault": 0, "index": self.index, "slot_loads": loads}
        return [self._report("CROUPIER_STATE", job_=job, **fields)]

    def _resume(self, job):
        self.state = "feeding"
        if self.parked:
            return [self._report("MACHINE_CLEAR"), self._read(self.parked)]
        return [self._report("MACHINE_CLEAR"), *self._next()]

    def _report(self, name, job_=None, **fields):
        return CLASSES[name](job=job_ or self.job, **fields)


def run(job, croupier, outputs=None, *, journal=None, steps=5000):
    """Let job and croupier talk to the end; return everything but the commands."""
    news, todo = [], list(job.begin() if outputs is None else outputs)
    while todo:
        assert (steps := steps - 1), "job and croupier never end"
        output = todo.pop(0)
        if not isinstance(output, JobCommand):
            news.append(output)
            continue
        for report in croupier.do(output):
            if journal is not None:
                journal.append(report)
            todo.extend(job.observe(report))
    return news


def of_kind(news, kind):
    return [output for output in news if isinstance(output, kind)]
