"""The arbiter at the table: his PIN, three taps to a case, what he decides, and the journal of it."""

import pytest
from tests.app.arbiter_hand import Finger
from tests.app.standing import evening_at, found, notice, now, recorded, seen

from tallone.app.arbiter.cases import GROUPS, SEEN_BY_TABLE, Status, kinds_of
from tallone.app.arbiter.lock import Lock, Tried, after, is_key, is_pin, pin_key, tried
from tallone.app.arbiter.states import PAGES, Page, Touch
from tallone.app.edges.papers import Papers
from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.evening.presses import press
from tallone.app.open_table import _unlocking
from tallone.app.recovery import Recovery
from tallone.display.scene.text_layer import texts_of
from tallone.display.views.panel_body import ArbiterPanel
from tallone.findings import FindingKind
from tallone.journal.records import ArbiterActed, Pressed, ScoreConfirmed
from tallone.press import Button, Press
from tallone.referee.rulings.rows.tables import rows_by_kind
from tallone.rules.cards.seats import Seat, Side

PIN = "4711"
KEY = pin_key(PIN, bytes(16))


def at_play(**config):
    evening = evening_at(Phase.PLAY, **config)
    return evening, Finger(evening, now(evening) + 1)


def records_of(evening):
    return evening.effects.take()[0]


def taken_up(evening, records):
    """Return the evening that the journal's records and these lead to."""
    _, before = recorded(Phase.PLAY)
    again = Evening(evening.setup)
    assert Recovery(again).run([*before, *records])
    return again


def laid_without_drawing(finger):
    """Report that the player on turn laid three cards without drawing."""
    hand = finger.evening.play.referee.hand
    cards = [str(copy.card) for copy in sorted(hand.holding)[:3]]
    finger.touch("new").touch("group", "draw").touch("kind", "missing-draw").touch("facts")
    finger.touch("change", "act").pick("open").cards(*cards).touch("done")
    return hand


# The PIN.


def test_a_pin_is_kept_as_a_key_that_opens_for_it_alone():
    assert is_key(KEY)
    assert PIN not in KEY
    assert tried(Lock(), PIN, KEY, 0.0)[1] is Tried.OPENED
    assert tried(Lock(), "4712", KEY, 0.0)[1] is Tried.WRONG
    assert not is_key("4711")
    assert not is_key("zz.zz")
    assert is_pin("0042")
    assert not is_pin("12")
    assert not is_pin("12a4")


def test_a_setting_of_the_game_asks_for_the_arbiters_pin_and_its_wrong_tries_are_his():
    assert _unlocking(evening_at(Phase.PLAY)) is None
    evening, _ = at_play(arbiter_pin=KEY)
    evening.effects.take()
    opens = _unlocking(evening)
    assert opens(PIN, 1.0)
    assert [opens("0000", now) for now in (2.0, 3.0, 4.0, 5.0)] == [False] * 4
    assert not opens(PIN, 6.0)
    assert evening.desk.lock.waits(6.0) > 0
    records, _ = evening.effects.take()
    tries = [record.outcome for record in records if isinstance(record, ArbiterActed)]
    assert tries[0] == "opened"
    assert tries[-1] == "shut"


def test_wrong_pins_shut_the_panel_for_longer_each_time_and_a_right_one_forgets_them():
    lock, waits = Lock(), []
    at = 0.0
    for _ in range(6):
        lock, outcome = tried(lock, "0000", KEY, at)
        assert outcome is Tried.WRONG
        waits.append(lock.waits(at))
        at += lock.waits(at)
    assert waits == [0, 0, 30, 60, 120, 240]
    shut, outcome = tried(lock, PIN, KEY, at - 1)
    assert (shut, outcome) == (lock, Tried.SHUT)
    assert tried(lock, PIN, KEY, at) == (Lock(), Tried.OPENED)


def test_what_a_journal_tells_of_tries_leads_to_the_same_lock():
    lock = again = Lock()
    for at, pin in enumerate(("1", "2", "3", "4", PIN)):
        lock, outcome = tried(lock, pin, KEY, float(at))
        again = after(again, outcome, float(at))
        assert lock == again


def test_the_panel_opens_for_the_pin_alone_and_no_digit_is_written():
    evening, finger = at_play(arbiter_pin=KEY)
    finger.open("1234")
    assert (finger.page, finger.trouble) == ("locked", "panel.trouble.wrong")
    for digit in PIN:
        finger.touch("digit", digit)
    assert finger.touch("unlock").page == "queue"
    records = records_of(evening)
    assert [one.outcome for one in records if isinstance(one, ArbiterActed)] == ["wrong", "opened"]
    assert not any(PIN in str(one) or "1234" in str(one) for one in records)


def test_tries_are_remembered_over_a_restart():
    evening, finger = at_play(arbiter_pin=KEY)
    finger.open("1")
    for _ in range(2):
        finger.touch("digit", "1").touch("unlock")
    again = taken_up(evening, records_of(evening))
    assert again.desk.lock == evening.desk.lock != Lock()


# States.


def test_every_page_and_every_touch_stand_in_the_table():
    assert set(PAGES) == set(Page)
    touches = {touch for row in PAGES.values() for touch in row}
    assert touches == set(Touch)
    assert all(Touch.LEAVE in row for row in PAGES.values())


def test_every_kind_is_in_one_group_and_three_taps_away():
    grouped = [kind for group in (*GROUPS, SEEN_BY_TABLE) for kind in kinds_of(group)]
    assert sorted(grouped) == sorted(rows_by_kind())
    assert len(set(grouped)) == len(grouped)
    for group in (*GROUPS, SEEN_BY_TABLE):
        for kind in kinds_of(group):
            _, finger = at_play_again()
            finger.open()
            assert finger.touch("new").touch("group", group).touch("kind", kind).page == "case"


def at_play_again(_kept=[]):  # noqa: B006 - one evening for all kinds: reporting leaves the hand alone
    if not _kept:
        _kept.append(at_play())
    evening, finger = _kept[0]
    if evening.desk.panel is not None:
        finger.touch("leave")
    return evening, finger


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_page_can_be_shown_and_left(language):
    evening, finger = at_play()
    finger.open()
    for path in (
        (), ("new",), ("new", "group"), ("new", "group", "kind"), ("new", "group", "kind", "facts"),
        ("new", "group", "kind", "hear"), ("correct",), ("table",), ("correct", "correction"),
    ):  # fmt: skip
        for touch in path:
            finger.touch(touch)
        view = seen(evening, finger.at)
        assert isinstance(view.body, ArbiterPanel)
        assert all(texts_of(view, finger.at))
        finger.touch("leave")
        assert evening.desk.panel is None
        assert not evening.arbiter_called
        finger.open()


def test_a_touch_meant_for_an_older_page_changes_nothing():
    evening, finger = at_play()
    finger.open()
    step = evening.desk.panel.step
    finger.touch("new")
    press(evening, Press(Button.PANEL, value=0, question=step), finger.at)
    press(evening, Press(Button.PANEL, value=99, question=evening.desk.panel.step), finger.at)
    assert finger.page == "groups"


# Cases, decisions, undo.


def test_what_the_table_has_noticed_is_a_case_with_its_certainty_and_no_hidden_face():
    evening, finger = at_play()
    hidden = evening.play.referee.hand.holdings[Seat.SOUTH][0]
    fault = found(FindingKind.CARD_MOVED, seat=Seat.SOUTH, cards=(hidden,), certainty=0.9)
    notice(evening, fault, at=finger.at, ended=finger.at)
    finger.open()
    [case] = evening.desk.waiting
    assert (case.kind, case.number) == ("card-moved", 1)
    rows = finger.touch("open-case", "1").rows()
    assert rows["Source"] == "the table, 90 % sure"
    assert rows["the cards"] == "1 hidden card"
    assert rows_named(finger, hidden) is False
    finger.touch("reveal")
    assert rows_named(finger, hidden) is True
    assert "reveal" in [one.what for one in records_of(evening) if isinstance(one, ArbiterActed)]


def rows_named(finger, copy):
    from tallone.display.texts.phrases import card_name

    return any(card_name(copy.card, "en") in value for value in finger.rows().values())


def test_a_decision_is_looked_at_carried_out_and_undone():
    evening, finger = at_play()
    finger.open()
    before = laid_without_drawing(finger)
    finger.touch("says").touch("decide").touch("option")
    assert finger.page == "effects"
    assert evening.play.referee.hand == before, "nothing is carried out before he presses"
    finger.touch("carry-out")
    after = evening.play.referee.hand
    assert finger.page == "minute"
    assert len(after.sides[Side.EAST_WEST].melds) == len(before.sides[Side.EAST_WEST].melds) + 1
    assert [bar.name for bar in after.imposed.bars] == [
        "no-meld-this-turn", "forced-draw", "forced-discard",
    ]  # fmt: skip
    finger.touch("undo")
    assert evening.play.referee.hand == before
    assert evening.desk.case(1).status is Status.OPEN


def test_a_decision_is_one_record_that_names_no_card_in_plain_and_is_told_after_the_count():
    evening, finger = at_play()
    finger.open()
    laid_without_drawing(finger)
    finger.touch("says").touch("decide").touch("option").touch("carry-out")
    [decided] = [one for one in records_of(evening) if getattr(one, "what", "") == "decide"]
    assert (decided.outcome, decided.in_code, decided.order) == ("R22", True, {})
    assert decided.sealed
    assert set(decided.before) == {"NS", "EW"}
    [*_, held] = evening.desk.sealed
    assert held["text"][0].startswith("did E: open ")
    assert held["text"][1].startswith("ruling E: no-meld-this-turn seat=E; ")


def test_what_was_decided_stands_after_a_restart_and_the_panel_is_shut():
    evening, finger = at_play()
    finger.open()
    laid_without_drawing(finger)
    finger.touch("says").touch("decide").touch("option").touch("carry-out")
    again = taken_up(evening, records_of(evening))
    assert again.play.referee.hand == evening.play.referee.hand
    assert again.desk.cases == evening.desk.cases
    assert again.desk.panel is None


def test_killed_at_any_record_nothing_decided_is_lost_and_nothing_is_half_applied():
    evening, finger = at_play()
    finger.open()
    plain = evening.play.referee.hand
    laid_without_drawing(finger)
    finger.touch("back").touch("hear").touch("hear", "caller").touch("back").touch("says")
    finger.touch("decide").touch("option").touch("carry-out").touch("print").touch("undo")
    finger.touch("says").touch("decide").touch("option").touch("carry-out").touch("back")
    finger.touch("leave")
    records = records_of(evening)
    ruled = evening.play.referee.hand
    decided = 0
    for end in range(len(records) + 1):
        decided += end > 0 and getattr(records[end - 1], "what", "") in ("decide", "undo")
        again = taken_up(evening, records[:end])
        assert again.play.referee.hand == (ruled if decided % 2 else plain)
    assert decided == 3


def test_outside_the_code_needs_a_reason_and_the_other_family_forbids_it():
    evening, finger = at_play()
    finger.open()
    laid_without_drawing(finger)
    finger.touch("says").touch("decide").touch("outside").touch("add", "warning").pick("EW")
    finger.touch("preview")
    assert finger.trouble == "panel.trouble.reason"
    finger.touch("reason").pick("E", "R", "R").touch("done").touch("preview").touch("carry-out")
    assert finger.page == "minute"
    decision = evening.desk.case(1).decision
    assert (decision.reason, decision.in_code) == ("ERR", False)
    assert evening.desk.warnings[Side.EAST_WEST] == 1


# Corrections and the count.


@pytest.mark.parametrize(
    ("name", "enter"),
    [
        ("on-turn", lambda f: f.pick("S", "draw")),
        ("card-place", lambda f: f.cards("7D").pick("r", "hand", "N")),
        ("draw", lambda f: f.pick("E", "stock")),
        ("end", lambda f: f.pick("timeout")),
        ("hand-score", lambda f: f.number(455).number(-120)),
    ],
)
def test_a_correction_is_made_without_a_keyboard_written_down_and_undone(name, enter):
    evening, finger = at_play()
    before = evening.play.referee.hand, evening.points
    finger.open().touch("correct").touch("correction", name)
    enter(finger)
    assert finger.page == "correct", finger.trouble
    assert (evening.play.referee.hand, evening.points) != before
    assert finger.at - now(evening) < 20, "a second a touch"
    records = records_of(evening)
    assert taken_up(evening, records).points == evening.points
    if evening.phase is Phase.PLAY:
        finger.touch("undo")
        assert (evening.play.referee.hand, evening.points) == before


def test_both_sides_confirm_the_count_and_what_they_confirm_is_written():
    evening = evening_at(Phase.COUNT)
    at = now(evening)
    press(evening, Press(Button.CONFIRM, side=Side.NORTH_SOUTH), at)
    assert evening.phase is Phase.COUNT
    assert evening.confirmed == {Side.NORTH_SOUTH}
    points = evening.points
    press(evening, Press(Button.CONFIRM, side=Side.EAST_WEST), at)
    [score] = [one for one in records_of(evening) if isinstance(one, ScoreConfirmed)]
    assert score.by == ("NS", "EW")
    assert score.points == {"NS": points.north_south, "EW": points.east_west}


def test_a_time_out_is_called_by_a_button_and_taken_up():
    evening, finger = at_play()
    finger.open().touch("table").touch("order", "time-out")
    assert evening.play.referee.hand.last_turns is not None
    records = [one for one in records_of(evening) if not isinstance(one, Pressed)]
    assert taken_up(evening, records).play.referee.hand.last_turns is not None


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_minute_is_printed_as_text_and_as_a_page_with_places_to_sign(tmp_path, language):
    evening, finger = at_play()
    papers = Papers(evening.desk, tmp_path / "minutes", language, lambda: "2026-12-01T21:14:07")
    finger.open()
    laid_without_drawing(finger)
    finger.touch("says").touch("decide").touch("option").touch("carry-out").touch("print")
    papers.take(records_of(evening), "ab" * 32)
    text = (tmp_path / "minutes" / "hand001-case01.txt").read_text(encoding="utf-8")
    assert "R22" in text
    assert "ab" * 16 in text
    assert text.count("____") >= 3
    assert (tmp_path / "minutes" / "hand001-case01.pdf").read_bytes().startswith(b"%PDF")
