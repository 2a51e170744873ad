"""Which buttons the screen has, what they say, and what simulated people see and can press."""

from typing import Final

from tallone import press
from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.screen.asking import shown_question
from tallone.app.watching.ready_check import Piles
from tallone.display.texts.phrases import say
from tallone.display.views.values import Button
from tallone.rules.cards.seats import Side
from tallone.shown import Shown

CONFIRMS: Final = {
    Side.NORTH_SOUTH: "button.confirm_ns",
    Side.EAST_WEST: "button.confirm_ew",
}
_READY_LABELS: Final = {
    Piles.UNREST: None,
    Piles.DOUBT: "button.counted",
    Piles.WRONG: "button.retry",
    Piles.RIGHT: "button.confirm",
}


def buttons_of(evening: Evening, now: float) -> tuple[Button, ...]:
    if evening.arbiter_called:
        # Nobody goes on: the arbiter comes to his panel, or is not needed any more.
        return (
            Button(name=press.Button.ARBITER, label=say("button.arbiter_cancel"), primary=False),
            Button(name=press.Button.PANEL, label=say("button.panel")),
        )
    if evening.phase is Phase.COUNT and evening.play is not None and evening.play.question is None:
        call = Button(name=press.Button.ARBITER, label=say("button.arbiter"), primary=False)
        return (call, *_confirmations(evening))
    arbiter = "button.arbiter_cancel" if evening.arbiter_called else "button.arbiter"
    call = Button(name=press.Button.ARBITER, label=say(arbiter), primary=False)
    label = ok_label(evening, now)
    if label is None:
        return (call,)
    go_on = Button(name=press.Button.OK, label=say(label))
    if evening.phase is Phase.MATCH_END and label in CONFIRMS.values():
        wrong = Button(name=press.Button.AGAIN, label=say("button.dispute"), primary=False)
        return wrong, go_on
    if may_deal_again(evening, now):
        # Two answers to what the bar asks take the place of the arbiter's button.
        return Button(name=press.Button.AGAIN, label=say("button.again"), primary=False), go_on
    return call, go_on


def _confirmations(evening: Evening) -> tuple[Button, ...]:
    """Return a button for each side that has yet to say that the count is right."""
    return tuple(
        Button(
            name=press.Button.CONFIRM,
            label=say("button.side_confirms", side=side),
            side=side,
        )
        for side in Side
        if side not in evening.confirmed
    )


def may_deal_again(evening: Evening, now: float) -> bool:
    """Whether people are asked to count, and may say that a pile is not as dealt."""
    return evening.phase is Phase.READY and evening.ready_check.piles(now) is Piles.DOUBT


def ok_label(evening: Evening, now: float) -> str | None:
    """Return the text of the button that leads on, or None where nothing waits for one."""
    match evening.phase:
        case Phase.LOAD:
            waits = evening.hall is not None and evening.hall.waits
            return None if evening.without_tags or waits else "button.start"
        case Phase.DEAL if evening.deal is not None and evening.deal.needs_person:
            return "button.resume"
        case Phase.PASS:
            return "button.no_more"
        case Phase.STOPPED:
            return "button.retry"
        case Phase.READY:
            return _READY_LABELS[evening.ready_check.piles(now)]
        case Phase.MATCH_END:
            return _match_label(evening)
        case Phase.PLAY if evening.play is not None and evening.play.unread:
            return "button.hand_over_sure" if evening.play.said_over else "button.hand_over"
        case _:
            return None


def _match_label(evening: Evening) -> str | None:
    """Return what leads on after a match: a side's word in a hall, and nothing while the next round is awaited."""
    hall = evening.hall
    if hall is None or hall.place is None:
        return "button.next_match"
    if hall.confirming is not None and not hall.disputed:
        return CONFIRMS[hall.confirming]
    return None if hall.is_heard else "button.next_match"


def shown_of(evening: Evening, now: float) -> Shown:
    """Return what people can see and press, in the words that the simulated people understand."""
    deal, play = evening.deal, evening.play
    in_play = play is not None and evening.phase in (Phase.TURN_FIRST, Phase.PLAY)
    committed = deal is not None and evening.phase in (Phase.CUT, Phase.DEAL)
    return Shown(
        phase=evening.phase.value,
        hand=evening.hand,
        pack=evening.setup.pack(evening.hand),
        buttons=_pressable(evening, now),
        seat=play.referee.hand.seat if play is not None and in_play else None,
        passed=None if deal is None else deal.passed,
        next_place=None if deal is None else deal.next_place,
        commitment=deal.commitment.words if deal is not None and committed else None,
        wants_number=evening.phase is Phase.CUT and bool(deal and deal.numbers_wanted),
        question=shown_question(evening),
    )


def _pressable(evening: Evening, now: float) -> tuple[press.Button, ...]:
    buttons = [press.Button.ARBITER]
    if ok_label(evening, now) is not None:
        buttons.append(press.Button.OK)
    if may_deal_again(evening, now):
        buttons.append(press.Button.AGAIN)
    if evening.phase is Phase.CUT:
        buttons.append(press.Button.CUT)
    if evening.phase is Phase.COUNT and evening.play and evening.play.question is None:
        buttons.append(press.Button.CONFIRM)
    if evening.arbiter_called:
        buttons.append(press.Button.PANEL)
    return tuple(buttons)
