"""What people's presses of a button lead to; one that means nothing in the phase changes nothing."""

from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Cause, Phase
from tallone.app.watching.ready_check import Piles
from tallone.dealing.promise.commitment import NUMBERS
from tallone.journal.outcomes import seat_name
from tallone.journal.records import Pressed
from tallone.press import Button, Press
from tallone.rules.cards.seats import Side, seats

_NUMBERS: Final = range(NUMBERS)
_SIDES: Final = tuple(Side)
_NOT_AS_DEALT: Final = "the piles were not as dealt"


def press(evening: Evening, pressed: Press, now: float) -> None:
    """Do what a press asks for."""
    if (
        pressed.button is Button.ANSWER
        and pressed.question is not None
        and pressed.option is not None
    ):
        evening.answer(pressed.question, pressed.option, now)
        return
    if pressed.button is Button.PANEL:
        # What is touched there has records of its own, and digits of a PIN have none.
        evening.touch(pressed.value, pressed.question or 0, now)
        return
    evening.effects.record(
        Pressed(
            at=now,
            button=pressed.button.value,
            seat=seat_name(pressed.seat),
            value=pressed.value if pressed.side is None else _SIDES.index(pressed.side),
            hand=evening.hand,
        )
    )
    match pressed.button:
        case Button.ARBITER:
            evening.call_arbiter()
        case Button.READY if pressed.seat is not None and evening.phase is Phase.READY:
            evening.seats_ready([pressed.seat], now)
        case Button.CUT if evening.phase is Phase.CUT and pressed.value is not None:
            if pressed.value in _NUMBERS:
                evening.cut(pressed.value, now)
        case Button.OK:
            _ok(evening, now)
        case Button.CONFIRM if pressed.side is not None:
            evening.confirm([pressed.side], now)
        case Button.AGAIN if evening.phase is Phase.READY:
            _again(evening, now)
        case Button.AGAIN if evening.phase is Phase.MATCH_END:
            evening.dispute_result()
        case _:
            pass


def _ok(evening: Evening, now: float) -> None:
    match evening.phase:
        case Phase.LOAD if evening.hall is None or not evening.hall.waits:
            evening.load(now)
        case Phase.DEAL if evening.deal is not None and evening.deal.needs_person:
            evening.deal.person_cleared(now)
            evening.after_deal(now)
        case Phase.PASS if evening.deal is not None:
            evening.deal.no_more(now)
            evening.after_deal(now)
        case Phase.STOPPED:
            evening.enter(Cause.PACK_BACK, now)
        case Phase.READY:
            _ok_ready(evening, now)
        case Phase.PLAY:
            evening.end_hand(now)
        case Phase.COUNT if evening.play is not None and evening.play.question is None:
            # What the table has not seen whole each side confirms on its own.
            if not evening.play.unread:
                evening.confirm(Side, now)
        case Phase.MATCH_END:
            _ok_match(evening, now)
        case _:
            pass


def _ok_match(evening: Evening, now: float) -> None:
    """Go on after a match: in a hall each side confirms, and the next round comes from there."""
    hall = evening.hall
    if hall is None or hall.place is None:
        evening.next_match(now)
    elif hall.confirming is not None and not hall.disputed:
        evening.confirm_result()
    elif not hall.is_heard:
        evening.hall = hall.left()
        evening.next_match(now)


def _ok_ready(evening: Evening, now: float) -> None:
    match evening.ready_check.piles(now):
        case Piles.WRONG:
            evening.break_deal(_NOT_AS_DEALT, now)
        case Piles.DOUBT:
            evening.ready_check.count(now)
        case _:
            evening.seats_ready(seats(evening.setup.players), now)


def _again(evening: Evening, now: float) -> None:
    """People have counted a pile in doubt, and it is not as dealt."""
    if evening.ready_check.piles(now) in (Piles.DOUBT, Piles.WRONG):
        evening.break_deal(_NOT_AS_DEALT, now)
