"""A board that is slow, or stands still at the worst moment, counts every card: it slows, stops or tells."""

import dataclasses

import pytest

from tallone.firmware.timing.rehearsal import Rehearsal
from tallone.link.messages import LinkUp, Report, Role
from tallone.link.reports import CardRead, CardStored, Delivered, MachineFault, PassDone
from tallone.simulator.interpreter.prices import PACES
from tallone_wire.messages import FAULTS, JOB_KINDS, TRAYS

pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300)]
CARDS = 36
SLOTS = 12
JOB = 3
PACK = [f"e00401{card % 5:01x}0{(card * 2654435761) % (1 << 32):08x}" for card in range(CARDS)]


class Table:
    """A croupier that puts each card into the next slot and then empties all slots."""

    def __init__(self, folder, chip, stall=None):
        self.rehearsal = Rehearsal(Role.CROUPIER, folder, chip=chip)
        self.reports = []
        self.trays = []
        self.crashes = []
        self.is_up = False
        self.rehearsal.take = self._take
        self.rehearsal.told = self._told
        self._stall = stall

    def _take(self, event):
        self.is_up = self.is_up or isinstance(event, LinkUp)
        if isinstance(event, Report):
            self.reports.append(event.said)
            if isinstance(event.said, CardRead):
                index = event.said.index
                self.rehearsal.command("ROUTE", JOB, 1, index, index * 5 % SLOTS)

    def _told(self, report):
        if "crash" in report:
            self.crashes.append(report["crash"])
        if "delivered" in report:
            self.trays.append(list(report["tags"]))

    def told(self, kind):
        return [said for said in self.reports if isinstance(said, kind)]

    def faults(self):
        return [FAULTS[said.fault] for said in self.told(MachineFault)]

    def deal(self, speed=5):
        rehearsal = self.rehearsal
        rehearsal.run(lambda: self.is_up, 20)
        rehearsal.board.send({"hopper": PACK})
        if self._stall:
            rehearsal.board.send({"stall": self._stall})
        rehearsal.pause(1)
        rehearsal.command("JOB_BEGIN", JOB, JOB_KINDS.index("deal"), SLOTS, speed)
        rehearsal.command("FEED", JOB, 1)
        rehearsal.run(lambda: self.told(PassDone), 200)
        for slot in range(SLOTS):
            rehearsal.command("DELIVER", JOB, slot, slot, TRAYS.index("stock"))
            rehearsal.run(lambda: len(self.told(Delivered)) > slot, 60)  # noqa: B023
        rehearsal.pause(2)
        return self

    def close(self):
        self.rehearsal.close()


@pytest.fixture
def table(tmp_path, request):
    made = Table(tmp_path, *request.param)
    yield made
    made.close()


SLOW = dataclasses.replace(
    PACES["rp2350"], thousandths=3 * PACES["rp2350"].thousandths, collection_us=42_000
)
SLOWEST = dataclasses.replace(
    PACES["rp2040"], thousandths=3 * PACES["rp2040"].thousandths, collection_us=80_000
)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(("rp2350",), id="rp2350"),
        pytest.param(("rp2040",), id="rp2040"),
        pytest.param((SLOW,), id="three times slower"),
        pytest.param((SLOWEST,), id="an RP2040 three times slower"),
        pytest.param(("rp2350", {"us": 20_000}), id="20 ms at every edge"),
        pytest.param(("rp2350", {"us": 500_000, "every": 9}), id="a port that is not read"),
    ],
    indirect=True,
)
def test_every_card_is_counted_and_lies_where_it_was_sent(table):
    table.deal()
    assert table.crashes == []
    stored = [said.slot for said in table.told(CardStored)]
    assert stored == [index * 5 % SLOTS for index in range(CARDS)]
    assert [said.count for said in table.told(Delivered)] == [CARDS // SLOTS] * SLOTS
    for slot, packet in enumerate(table.trays):
        assert packet == [uid for index, uid in enumerate(PACK) if index * 5 % SLOTS == slot]
    # It may have tried again by itself; nobody was called.
    assert all(said.tries < 2 for said in table.told(MachineFault)), table.faults()


@pytest.mark.parametrize("table", [("rp2040",), ("rp2350",)], indirect=True)
def test_a_faultless_pass_tells_of_no_fault(table):
    assert table.deal().faults() == []
