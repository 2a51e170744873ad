"""What people's presses of a button lead to; one that means nothing in the phase changes nothing."""

from typing import Final

from tallone.app.evening.evening import Night
from tallone.app.evening.phases import Cause, Phase
from tallone.app.watching.ready_check import Piles
from tallone.dealing.layout import PACK_CARDS
from tallone.journal.outcomes import seat_name
from tallone.journal.records import Pressed
from tallone.press import Button, Press
from tallone.rules.cards.seats import seats

_CUTS: Final = range(PACK_CARDS)
_NOT_AS_DEALT: Final = "the piles were not as dealt"


def press(night: Night, pressed: Press, now: float) -> None:
    """Do what a press asks for."""
    if (
        pressed.button is Button.ANSWER
        and pressed.question is not None
        and pressed.option is not None
    ):
        night.answer(pressed.question, pressed.option, now)
        return
    night.effects.record(
        Pressed(
            at=now,
            button=pressed.button.value,
            seat=seat_name(pressed.seat),
            value=pressed.value,
            hand=night.hand,
        )
    )
    match pressed.button:
        case Button.ARBITER:
            night.call_arbiter()
        case Button.READY if pressed.seat is not None and night.phase is Phase.READY:
            night.seats_ready([pressed.seat], now)
        case Button.CUT if night.phase is Phase.CUT and pressed.value is not None:
            if pressed.value in _CUTS:
                night.cut(pressed.value, now)
        case Button.OK:
            _ok(night, now)
        case Button.AGAIN if night.phase is Phase.READY:
            _again(night, now)
        case _:
            pass


def _ok(night: Night, now: float) -> None:
    match night.phase:
        case Phase.LOAD:
            night.load(now)
        case Phase.DEAL if night.deal is not None and night.deal.needs_person:
            night.deal.person_cleared(now)
            night.after_deal(now)
        case Phase.PASS if night.deal is not None:
            night.deal.no_more(now)
            night.after_deal(now)
        case Phase.STOPPED:
            night.enter(Cause.PACK_BACK, now)
        case Phase.READY:
            _ok_ready(night, now)
        case Phase.COUNT if night.play is not None and night.play.question is None:
            night.next_hand(now)
        case Phase.MATCH_END:
            night.next_match(now)
        case _:
            pass


def _ok_ready(night: Night, now: float) -> None:
    match night.ready_check.piles(now):
        case Piles.WRONG:
            night.break_deal(_NOT_AS_DEALT, now)
        case Piles.DOUBT:
            night.ready_check.count(now)
        case _:
            night.seats_ready(seats(night.setup.players), now)


def _again(night: Night, now: float) -> None:
    """People have counted a pile in doubt, and it is not as dealt."""
    if night.ready_check.piles(now) in (Piles.DOUBT, Piles.WRONG):
        night.break_deal(_NOT_AS_DEALT, now)
