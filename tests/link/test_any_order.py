"""A machine plays cable, board and host in any order; after each step nothing is lost or doubled."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.link.fakes import Babbles, Doubles, Flips, Loses, Pair, Swaps

from tallone.errors import LinkError

RATES = st.sampled_from([0.0, 0.1, 0.5, 1.0])
WIRES = st.builds(
    lambda *rates: [
        kind(rate)
        for kind, rate in zip((Loses, Doubles, Flips, Babbles, Swaps), rates, strict=True)
    ],
    RATES,
    RATES,
    RATES,
    RATES,
    RATES,
)


class AnyOrder(RuleBasedStateMachine):
    @initialize(seed=st.integers(0, 99), commit=st.sampled_from([1, 5]))
    def begin(self, seed, commit):
        self.pair = Pair(seed, commit=commit, event_slots=16)
        self.boot = 0xB007
        self.emitted = {self.boot: 0}
        self.asked = 0
        self.open = True

    @rule(count=st.integers(1, 20))
    def board_reports(self, count):
        for _ in range(count):
            if self.pair.board.emit("REPORT_END", self.emitted[self.boot] + 1):
                self.emitted[self.boot] += 1

    @rule(count=st.integers(1, 12))
    def host_commands(self, count):
        for _ in range(count):
            try:
                self.pair.session.command("REPORT_ALL", self.asked + 1, now=self.pair.now)
            except LinkError:
                return
            self.asked += 1

    @rule(seconds=st.sampled_from([0.05, 0.5, 2.0, 5.0]))
    def time_passes(self, seconds):
        self.pair.run(seconds)

    @rule(to_host=WIRES, to_board=WIRES)
    def wire_changes(self, to_host, to_board):
        self.pair.to_host, self.pair.to_board = to_host, to_board

    @rule()
    def board_restarts(self):
        self.boot += 1
        self.emitted[self.boot] = 0
        self.pair.boot(self.boot, event_slots=16)

    @rule()
    def host_restarts(self):
        self.pair.start_host(self.pair.journaled())
        self.open = True

    @rule()
    def port_closes_or_opens(self):
        if self.open:
            self.pair.session.closed()
        else:
            self.pair.session.opened(self.pair.now)
        self.open = not self.open

    @invariant()
    def every_report_is_written_once_and_in_order(self):
        if not hasattr(self, "pair"):
            return
        for boot in self.emitted:
            written = [number for at, _, number in self.pair.journal if at == boot]
            assert written == list(range(1, len(written) + 1))

    @invariant()
    def every_command_is_done_at_most_once(self):
        if hasattr(self, "pair"):
            assert len(self.pair.done) == len(set(self.pair.done))

    def teardown(self):
        if not hasattr(self, "pair"):
            return
        if not self.open:
            self.port_closes_or_opens()
        self.pair.to_host, self.pair.to_board = [], []
        self.pair.commit_every = 1
        self.pair.run(12)
        written = [number for at, _, number in self.pair.journal if at == self.boot]
        assert written == list(range(1, self.emitted[self.boot] + 1))
        assert self.pair.session.is_open


AnyOrder.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
TestAnyOrder = AnyOrder.TestCase
