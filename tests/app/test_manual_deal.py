"""Hands dealt without a croupier: played to their true score, stopped by what is wrong, taken up again."""

import pytest

from tallone.app.edges.receipts import Receipts
from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.headless.direct import DirectEvening
from tallone.app.recovery import Recovery
from tallone.app.screen.views import view_of
from tallone.config import Language
from tallone.display.scene.text_layer import texts_of
from tallone.journal.records import Committed, DealReported, DealRevealed, MatSettled
from tallone.press import Button, Press
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse


class Watched(DirectEvening):
    """Keeps what the screen said while cards were passed, and takes the evening up in mid-deal."""

    said: set
    places: set
    taken_up: list

    def step(self, now):
        commands = super().step(now)
        evening = self.evening
        if evening.phase is Phase.PASS:
            if evening.deal.next_place not in self.places:
                self.places.add(evening.deal.next_place)
                self.said |= set(texts_of(view_of(evening, now, Language.ENGLISH), now))
            if evening.deal.passed == 40 and not self.taken_up:
                again = Evening(evening.setup)
                Recovery(again).run(self.records)
                self.taken_up.append((again, evening.deal.passed, evening.deal.next_place))
        return commands


@pytest.fixture
def deal_by_hand():
    Watched.said, Watched.places, Watched.taken_up = set(), set(), []
    evenings = []

    def opened(folder):
        evenings.append(Watched(folder))
        return evenings[-1]

    def run(**options):
        asked = Options(level="events", deal="manual", **options)
        return simulate(asked, open_host=opened).report, evenings[-1]

    return run


def test_a_hand_dealt_by_hand_is_played_to_its_true_score(deal_by_hand, tmp_path):
    report, evening = deal_by_hand(seed=4, noise=1.0)
    [hand] = report["hands"]
    assert hand["score"] == hand["truth"]
    assert report["findings"] == report["leaks"] == []
    assert hand["bgn"].startswith("BGN 1\n")
    assert evening.evening.setup.boards == {"mat"}
    # Who was dealt what is kept, and proves nothing.
    evening.press(Press(Button.OK), 9e6)
    evening.step(9e6)
    [revealed] = [record for record in evening.records if isinstance(record, DealRevealed)]
    assert revealed.reveal["format"] == "tallone-by-hand-1"
    assert "secret" not in revealed.reveal
    Receipts(tmp_path, "it", lambda: "").take(evening.records, "ab")
    assert [path.name for path in tmp_path.iterdir()] == ["hand-001-by-hand.json"]


def test_the_screen_says_which_certainty_is_missing_and_where_the_next_card_goes(deal_by_hand):
    deal_by_hand(seed=5, noise=0.0, until="ready")
    said = " ".join(Watched.said)
    assert "the order is not sealed and nobody can check it later" in said
    for place in ("North", "West", "second pozzetto", "stock"):
        assert f"The next card: {place}" in said
    assert "♥" not in said


def test_what_passes_is_nowhere_plain_in_the_journal_and_an_interrupted_deal_goes_on(deal_by_hand):
    _, evening = deal_by_hand(seed=6, noise=0.0, until="ready")
    records = evening.records
    began = next(n for n, record in enumerate(records) if isinstance(record, Committed))
    played = next(
        n for n, r in enumerate(records) if getattr(r, "phase", "") == Phase.TURN_FIRST.value
    )
    between = records[began:played]
    assert [record for record in between if isinstance(record, MatSettled)] == []
    assert sum(isinstance(record, DealReported) for record in between) >= 108
    [(again, passed, place)] = Watched.taken_up
    assert (again.phase, again.deal.passed, again.deal.next_place) == (Phase.PASS, passed, place)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("missing-card", "missing-card"),
        ("foreign-card", "foreign-card"),
        ("dead-tag", "dead-tag"),
        ("short-pozzetto", "short-pozzetto"),
    ],
)
def test_what_is_wrong_stops_the_deal_and_the_hand_is_dealt_after_all(deal_by_hand, fault, kind):
    report, evening = deal_by_hand(seed=3, noise=0.0, until="ready", faults=(parse(fault),))
    assert [found["kind"] for found in report["findings"]] == [kind]
    assert evening.evening.phase is Phase.TURN_FIRST
    assert evening.evening.attempt == 2
