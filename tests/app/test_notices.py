"""Who is told what on the screen, and when: every kind of finding at every level in every phase."""

import functools

import pytest
from tests.app.standing import evening_at, found, notice, now, seen

from tallone.app.evening.phases import Phase
from tallone.app.screen.buttons import ok_label
from tallone.app.screen.notices import STAYS_S
from tallone.assist import Assist
from tallone.config import Config
from tallone.display.texts.phrases import spoken
from tallone.display.views.pages import Words
from tallone.display.views.values import Severity
from tallone.findings import FindingKind
from tallone.journal.records import Found
from tallone.rules.cards.cards import CardCopy
from tallone_wire.messages import FAULTS

IN_PLAY = (Phase.TURN_FIRST, Phase.PLAY, Phase.COUNT)
CARDS = (CardCopy.parse("7Hb"), CardCopy.parse("JK1r"))

# Written out here on purpose, and not taken from the catalogue: what people read.
FAULTS_OF_PLAY = {
    "two-drawn": "notice.stock_short",
    "draw-out-of-turn": "notice.out_of_turn",
    "take-out-of-turn": "notice.out_of_turn",
    "forgotten-draw": "notice.not_drawn",
    "two-discards": "notice.two_discards",
    "no-discard": "notice.no_discard",
    "just-taken-discard": "notice.just_taken",
    "wrong-meld": "notice.meld_not_valid",
    "identical-group": "notice.meld_not_valid",
    "phantom-card": "notice.card_too_many",
    "close-no-burraco": "notice.close_not_valid",
    "close-no-pozzetto": "notice.close_not_valid",
    "close-wild": "notice.close_not_valid",
    "close-no-discard": "notice.close_not_valid",
    "close-too-early": "notice.close_not_valid",
}
COUNTS = {
    "missing-card": "notice.cards_missing",
    "extra-card": "notice.cards_extra",
    "foreign-card": "notice.foreign_card",
    "unknown-card": "notice.foreign_card",
    "duplicate-card": "notice.foreign_card",
    "duplicate-uid": "notice.foreign_card",
    "dead-tag": "notice.unreadable",
    "zone-not-empty": "notice.clear_mat",
    "short-pozzetto": "notice.pozzetto_count",
    "long-pozzetto": "notice.pozzetto_count",
    "short-hand": "notice.hand_count",
    "long-hand": "notice.hand_count",
    "short-stock": "notice.stock_short",
    "long-stock": "notice.stock_over",
}
SILENT = {kind.value for kind in FindingKind} - set(FAULTS_OF_PLAY) - set(COUNTS)


@functools.cache
def standing(phase, assist):
    """An evening that is only looked at; what was noticed in it goes again."""
    return evening_at(phase, assist=assist)


def told(phase, assist, kind, *, ended):
    """Return the notice of a finding made 2 s ago, whose turn ended 1 s ago or has not."""
    evening = standing(phase, assist)
    at = now(evening) + 10
    evening.play.noticed.clear()
    finding = found(FindingKind(kind), turn_ended=ended, cards=CARDS, count=3)
    notice(evening, finding, at=at - 2, ended=at - 1 if ended else None)
    try:
        return seen(evening, at).notice
    finally:
        evening.play.noticed.clear()


@pytest.mark.parametrize("phase", IN_PLAY)
@pytest.mark.parametrize("kind", sorted(FAULTS_OF_PLAY))
def test_a_fault_of_play_is_told_by_level_and_not_before_its_discard(kind, phase):
    words = FAULTS_OF_PLAY[kind]
    assert told(phase, Assist.GARA, kind, ended=False) is None
    assert told(phase, Assist.GARA, kind, ended=True) is None
    assert told(phase, Assist.CIRCOLO, kind, ended=False) is None
    after = told(phase, Assist.CIRCOLO, kind, ended=True)
    assert (after.severity, after.message.key, after.detail) == (Severity.ATTENTION, words, None)
    for ended in (False, True):
        taught = told(phase, Assist.DIDATTICA, kind, ended=ended)
        assert taught.message.key == words
        assert taught.detail.key.startswith("rule.")


@pytest.mark.parametrize("phase", IN_PLAY)
@pytest.mark.parametrize("assist", Assist)
@pytest.mark.parametrize("kind", sorted(COUNTS))
def test_counts_of_cards_are_told_at_every_level_at_once(kind, assist, phase):
    for ended in (False, True):
        assert told(phase, assist, kind, ended=ended).message.key == COUNTS[kind]


@pytest.mark.parametrize("phase", IN_PLAY)
@pytest.mark.parametrize("assist", Assist)
def test_what_is_the_arbiters_or_has_its_own_sign_makes_no_notice(assist, phase):
    for kind in sorted(SILENT):
        for ended in (False, True):
            assert told(phase, assist, kind, ended=ended) is None, kind


@pytest.mark.parametrize("assist", Assist)
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase not in IN_PLAY])
def test_no_finding_of_play_is_told_outside_of_play(phase, assist):
    evening = standing(phase, assist)
    assert evening.play is None
    shown = seen(evening).notice
    of_play = set(FAULTS_OF_PLAY.values())
    assert shown is None or shown.message.key not in of_play


@pytest.mark.parametrize("lang", ["it", "en"])
def test_no_notice_names_a_card(lang):
    for kind in FAULTS_OF_PLAY | COUNTS:
        shown = told(Phase.PLAY, Assist.DIDATTICA, kind, ended=True)
        for phrase in filter(None, (shown.message, shown.detail)):
            words = spoken(phrase, lang)
            assert not any(sign in words for sign in "♥♦♣♠"), words
            assert "7" not in words


def test_a_notice_goes_after_its_time_and_the_latest_stands():
    evening = standing(Phase.PLAY, Assist.CIRCOLO)
    at = now(evening)
    evening.play.noticed.clear()
    first, second = found(FindingKind.WRONG_MELD), found(FindingKind.TWO_DISCARDS, turn=1)
    notice(evening, first, at=at, ended=at)
    assert seen(evening, at).notice.message.key == "notice.meld_not_valid"
    assert seen(evening, at + STAYS_S).notice.message.key == "notice.meld_not_valid"
    assert seen(evening, at + STAYS_S + 0.1).notice is None
    notice(evening, second, at=at + 3, ended=at + 3)
    assert seen(evening, at + 4).notice.message.key == "notice.two_discards"
    assert seen(evening, at + STAYS_S + 1).notice.message.key == "notice.two_discards"
    evening.play.noticed.clear()


def test_a_finding_without_words_does_not_hide_the_one_before_it():
    evening = standing(Phase.PLAY, Assist.CIRCOLO)
    at = now(evening)
    evening.play.noticed.clear()
    notice(evening, found(FindingKind.WRONG_MELD), at=at, ended=at)
    notice(evening, found(FindingKind.READER_DEAD), at=at + 1, ended=at + 1)
    notice(evening, found(FindingKind.CARD_MOVED), at=at + 1, ended=at + 1)
    assert seen(evening, at + 2).notice.message.key == "notice.meld_not_valid"
    evening.play.noticed.clear()


def test_a_fault_out_of_turn_is_told_with_whose_turn_it_was_and_not_with_who_erred():
    from tallone.rules.cards.seats import Seat

    evening = standing(Phase.PLAY, Assist.CIRCOLO)
    at = now(evening)
    evening.play.noticed.clear()
    notice(evening, found(FindingKind.DRAW_OUT_OF_TURN, seat=Seat.WEST), at=at, ended=at)
    words = spoken(seen(evening, at).notice.message, "en")
    assert words == "Cards were played while it was South’s turn."
    evening.play.noticed.clear()


@pytest.mark.parametrize("assist", Assist)
@pytest.mark.parametrize("phase", Phase)
def test_the_arbiter_who_was_called_stands_above_everything(phase, assist):
    evening = evening_at(phase, assist=assist)
    evening.arbiter_called = True
    evening.up.clear()
    shown = seen(evening).notice
    assert (shown.severity, shown.message.key) == (Severity.ARBITER, "notice.arbiter_called")
    assert shown.detail.key == "notice.keep_cards"


@pytest.mark.parametrize("assist", Assist)
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.CONNECT])
def test_a_lost_board_stops_the_table_where_it_is_needed(phase, assist):
    evening = evening_at(phase, assist=assist)
    evening.up.discard("croupier")
    shown = seen(evening).notice
    needed = phase in (Phase.LOAD, Phase.CUT, Phase.DEAL)
    assert (shown is not None and shown.message.key == "notice.croupier_lost") is needed
    evening.up.discard("mat")
    shown = seen(evening).notice
    assert (shown.severity, shown.message.key) == (Severity.STOP, "notice.mat_lost")


def test_a_board_that_is_looked_for_is_no_notice_until_there_is_trouble():
    evening = evening_at(Phase.CONNECT)
    assert seen(evening, 0.0).notice is None
    evening.trouble["mat"] = "not plugged in"
    assert seen(evening, 0.0).notice.message.key == "notice.mat_lost"


@pytest.mark.parametrize(
    ("fault", "key"),
    [("lid", "notice.lid"), ("jam", "notice.jam"), ("memory", "notice.machine_stopped")],
)
def test_a_machine_that_waits_for_a_person_says_for_what(fault, key):
    evening = evening_at(Phase.DEAL)
    assert seen(evening).notice is None
    evening.deal.needs_person = fault
    shown = seen(evening).notice
    assert (shown.severity, shown.message.key) == (Severity.STOP, key)


@pytest.mark.parametrize("fault", [*FAULTS, "unknown"])
def test_who_clears_the_machine_sees_where_and_what_to_do(fault):
    evening = evening_at(Phase.DEAL)
    evening.deal.needs_person = fault
    body = seen(evening).body
    assert isinstance(body, Words)
    last = body.paragraphs[-1]
    assert last.key.startswith("jam.close")
    assert dict(last.fields)["button"].key == "button.resume"
    for language in ("it", "en"):
        words = " ".join(spoken(step, language) for step in body.paragraphs)
        assert (
            fault == "lid" or "non guardatela" in words.lower() or "do not look" in words.lower()
        )
    assert ok_label(evening, 0.0) == "button.resume"


@pytest.mark.parametrize(
    ("phase", "key"),
    [
        (Phase.PLAY, "notice.resumed"),
        (Phase.READY, "notice.resumed_deal"),
        (Phase.LOAD, None),
        (Phase.MATCH_END, None),
    ],
)
def test_after_a_power_cut_the_screen_says_a_while_where_the_hand_goes_on(phase, key):
    evening = evening_at(phase)
    at = now(evening)
    evening.noticeboard.tell(
        Found(at=at, hand=1, what=FindingKind.RESUMED.value, phase=phase.value)
    )
    shown = seen(evening, at + 1.0).notice
    assert (shown and shown.message.key) == key
    later = seen(evening, at + 61.0).notice
    assert later is None or later.message.key != key


def test_a_deal_that_was_broken_off_says_why_and_that_it_is_done_again():
    evening = evening_at(Phase.STOPPED)
    shown = seen(evening).notice
    assert (shown.severity, shown.message.key) == (Severity.STOP, "notice.cards_missing")
    assert shown.detail.key == "notice.deal_again"
    assert dict(shown.message.fields)["n"] == 1


def test_the_settings_default_is_told_after_the_discard():
    assert Config().assist is Assist.CIRCOLO
