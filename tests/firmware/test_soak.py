"""Many hands' traffic on a bad cable: nothing lost, nothing done twice, memory flat.

Each board's program is alone, as installed, in 184 kB; its chips are in another process. CI plays two hands and
fills up with questions; TALLONE_SOAK=full plays 500 on each board (an hour for each), TALLONE_SOAK=N so many.
"""

import collections
import random
import statistics

import pytest
from tests.firmware.soak_hands import Hands
from tests.firmware.soaking import HANDS, Soak

from tallone.dealing.croupier.deal_job import DealJob
from tallone.dealing.croupier.outputs import Certified, JobCommand, JobDone, NeedsPerson
from tallone.dealing.croupier.plan import DealPlan, copies_by_place
from tallone.dealing.packs.deck_check import TagIndex
from tallone.dealing.promise.commitment import Terms, commit, draw_secret, expand
from tallone.firmware.timing.timed_laying import pack_of_tags
from tallone.link.messages import CommandDone, LinkUp, Report
from tallone_wire.answers import RESULTS_KEPT

pytestmark = [pytest.mark.needs_micropython, pytest.mark.timeout(300 if HANDS is None else 36_000)]
# As many as a hand lays and discards.
CARDS = 30 if HANDS is None else 80
FRAMES = 20_000
# Bytes between the first quarter's mean and the last one's; one for each frame would be 20,000 and more.
FLAT = 1024
# What comes and goes: answers that are kept, lines of a log, a task that waits.
LOOSE = 2048


def plan_of(seed):
    terms = Terms(table="1", round=1, hand=seed, players=4, firmware="00", pack="soak")
    secret = draw_secret(random.Random(seed).randbytes)
    order = expand(secret, commit(secret, terms), 7)
    return order, DealPlan(order, 4)


class Deals:
    """Deals one after the other, and where every card really went."""

    def __init__(self, soak):
        self.soak = soak
        self.registry = pack_of_tags(soak.rng)
        self.index = TagIndex(self.registry)
        self.news = []
        self.job = None
        soak.hear = self._hear
        soak.world = self._world

    def deal(self, number):
        order, plan = plan_of(number)
        hopper = list(self.registry.copies)
        self.soak.rng.shuffle(hopper)
        self.stored = collections.Counter()
        self.trays = collections.defaultdict(list)
        rehearsal = self.soak.rehearsal
        rehearsal.board.send({"hopper": [bytes(reversed(uid)).hex() for uid in hopper]})
        rehearsal.pause(2)
        self.news.clear()
        self.job = DealJob(number, 5, plan, self.index)
        rehearsal.run(lambda: rehearsal.session.is_open, 20)
        self._act(self.job.begin())
        rehearsal.run(lambda: self.job.is_over, 400)
        self._check(order)

    def _check(self, order):
        assert [item for item in self.news if isinstance(item, NeedsPerson)] == []
        assert [type(item) for item in self.news] == [Certified, JobDone], self.news
        # 108 cards once, the stock's 42 once more: a command done twice would move one more.
        assert collections.Counter(self.stored.values()) == {1: 66, 2: 42}
        copies = {
            tray: [self.registry.copies[bytes(reversed(bytes.fromhex(uid)))] for uid in tags]
            for tray, tags in self.trays.items()
        }
        for place, wanted in copies_by_place(order, 4).items():
            dealt = copies[place]
            assert dealt[::-1] == list(wanted) if place == "stock" else set(dealt) == set(wanted)

    def _act(self, outputs):
        for output in outputs:
            if isinstance(output, JobCommand):
                self.soak.rehearsal.command(output.name, *output.fields)
            elif isinstance(output, Certified | JobDone | NeedsPerson):
                self.news.append(output)

    def _hear(self, event):
        if self.job is None:
            return
        if isinstance(event, LinkUp):
            self._act(self.job.reconnected())
        elif isinstance(event, Report):
            self._act(self.job.observe(event.said))

    def _world(self, report):
        if "card" in report:
            self.stored[report["card"]] += 1
        elif "delivered" in report:
            self.trays[report["delivered"]] += report["tags"]


@pytest.fixture
def croupier(tmp_path):
    soak = Soak("croupier", tmp_path)
    yield soak
    soak.close()


@pytest.fixture
def mat(tmp_path):
    soak = Soak("mat", tmp_path)
    yield soak
    soak.close()


def test_croupier_deals_right_on_a_bad_cable_and_its_memory_stays_flat(croupier):
    deals = Deals(croupier)
    croupier.pull_now_and_then()
    deals.deal(1)
    ask(
        croupier, croupier.frames + 100, "ROUTE", 0, 0, 0, 0
    )  # until every place for an answer holds one
    croupier.weigh()
    for number in range(2, (HANDS or 2) + 1):
        deals.deal(number)
        croupier.weigh()
        croupier.tell(number)
    ask(croupier, max(FRAMES, croupier.frames + 100), "ROUTE", 0, 0, 0, 0)
    croupier.weigh()
    assert croupier.frames > FRAMES
    assert croupier.unplugs > 1
    assert_is_flat(croupier.heaps)


def test_mat_is_believed_rightly_on_a_bad_cable_and_its_memory_stays_flat(mat):
    hands = Hands(mat)
    mat.pull_now_and_then()
    hands.play(CARDS)
    ask(mat, mat.frames + 100, "STATS", 255)  # until every place for an answer holds one
    mat.weigh()
    for number in range(2, (HANDS or 2) + 1):
        hands.play(CARDS)
        mat.weigh()
        mat.tell(number)
    ask(mat, max(FRAMES, mat.frames + 100), "STATS", 255)
    mat.weigh()
    assert mat.frames > FRAMES
    assert mat.unplugs > 1
    assert_is_flat(mat.heaps)


def assert_is_flat(heaps):
    assert max(heaps) - min(heaps) <= LOOSE, heaps
    quarter = max(1, len(heaps) // 4)
    grown = statistics.mean(heaps[-quarter:]) - statistics.mean(heaps[:quarter])
    assert abs(grown) <= FLAT, heaps


def ask(soak, until, name, *fields):
    """Ask a question, again and again, until so many frames have passed; each has one answer."""
    answers = collections.Counter()
    rest = soak.hear

    def hear(event):
        rest(event)
        if isinstance(event, CommandDone) and event.name == name:
            answers[event.command] += 1

    soak.hear = hear
    asked = 0
    while soak.frames < until:
        for _ in range(RESULTS_KEPT):
            soak.rehearsal.pause(0.004)
            asked += soak.rehearsal.command(name, *fields)
    soak.rehearsal.run(lambda: len(answers) >= asked, 120)
    assert set(answers.values()) == {1}
    soak.hear = rest
