"""The panel as a value: a page, the case in hand, what is being entered; a touch gives the next and orders.

Nothing here changes a case or the hand: orders do, and whoever takes them writes them down first.
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Final

from tallone.app.arbiter import forms
from tallone.app.arbiter.cases import Case, fact_form
from tallone.app.arbiter.corrections import correction_form
from tallone.app.arbiter.forms import Form, effect_form
from tallone.app.arbiter.lock import MOST_DIGITS
from tallone.app.arbiter.states import Page, Touch, follows, page_after
from tallone.rules.rulings.effects import Effect, EffectFieldError, NoSuchEffectError, read_effect

MOST_OUTSIDE: Final = 8


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the arbiter wants done: its name and what goes with it."""

    name: str
    case: int = 0
    word: str = ""
    values: Mapping[str, object] = dataclasses.field(default_factory=dict)
    option: str | None = None
    effects: tuple[Effect, ...] = ()
    reason: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """What lies open on the screen. `step` grows with each touch: one that was meant for an older page is none."""

    page: Page = Page.LOCKED
    case: int = 0
    typed: str = ""  # digits of the PIN
    group: str = ""
    form: Form | None = None
    before_pick: Page = Page.QUEUE
    option: str | None = None
    outside: tuple[Effect, ...] = ()
    is_outside: bool = False
    reason: str = ""
    at: int = 0  # of a long list, the first that is shown
    trouble: str = ""  # what the last touch could not do, as a key of the texts
    step: int = 0


_Changed = tuple[Panel, tuple[Order, ...]]
_Change = Callable[[Panel, str], _Changed]


def touched(
    panel: Panel, touch: Touch, word: str, players: int, *, at_most: int = 0
) -> tuple[Panel, tuple[Order, ...]]:
    """Return the panel after a touch, and what is ordered; one that means nothing here changes nothing.

    `at_most` is the length of the list on the page, for the touch that shows more of it.
    """
    if not follows(panel.page, touch):
        return panel, ()
    before = panel
    panel = dataclasses.replace(panel, trouble="", step=panel.step + 1)
    if touch is Touch.MORE:
        following = panel.at + int(word) if word.isdecimal() else 0
        return dataclasses.replace(panel, at=following if following < at_most else 0), ()
    if before.page is Page.PICK:
        return _pick(panel, touch, word, players)
    change = _CHANGES.get(touch)
    panel, orders = change(panel, word) if change is not None else (panel, ())
    page = page_after(before.page, touch)
    if panel.page is before.page and not panel.trouble:
        panel = dataclasses.replace(
            panel, page=page, at=0 if page is not before.page else panel.at
        )
    return panel, orders


def _leave(panel: Panel, _word: str) -> _Changed:
    return Panel(step=panel.step), (Order(name="leave"),)


def _digit(panel: Panel, word: str) -> _Changed:
    typed = (panel.typed + word)[:MOST_DIGITS] if word.isdecimal() else panel.typed
    return dataclasses.replace(panel, typed=typed), ()


def _delete(panel: Panel, _word: str) -> _Changed:
    if panel.page is Page.OUTSIDE:
        return dataclasses.replace(panel, outside=panel.outside[:-1]), ()
    return dataclasses.replace(panel, typed=panel.typed[:-1]), ()


def _unlock(panel: Panel, _word: str) -> _Changed:
    """Try the PIN: whoever takes the order opens the queue, or says that it was wrong."""
    order = Order(name="unlock", word=panel.typed)
    return dataclasses.replace(panel, typed=""), (order,)


def _open_case(panel: Panel, word: str) -> _Changed:
    case = int(word) if word.isdecimal() else 0
    return dataclasses.replace(panel, case=case, option=None, outside=(), reason=""), ()


def _kind(panel: Panel, word: str) -> _Changed:
    fresh = dataclasses.replace(panel, option=None, outside=(), reason="", case=0)
    return fresh, (Order(name="report", word=word),)


def _group(panel: Panel, word: str) -> _Changed:
    return dataclasses.replace(panel, group=word), ()


def _hear(panel: Panel, word: str) -> _Changed:
    order = (Order(name="hear", case=panel.case, word=word),) if word else ()
    return panel, order


def _of_case(name: str) -> _Change:
    def change(panel: Panel, word: str) -> _Changed:
        return panel, (Order(name=name, case=panel.case, word=word),)

    return change


def _change_fact(panel: Panel, word: str) -> _Changed:
    return _asked(panel, fact_form(word))


def _correction(panel: Panel, word: str) -> _Changed:
    return _asked(panel, correction_form(word))


def _add(panel: Panel, word: str) -> _Changed:
    form = effect_form(word)
    if form.open is None:
        return _with_effect(panel, word, {})
    return _asked(panel, form)


def _reason(panel: Panel, _word: str) -> _Changed:
    field = forms.Field("reason", forms.Wants.TEXT)
    return _asked(panel, Form(purpose="reason", fields=(field,), typed=panel.reason))


def _asked(panel: Panel, form: Form) -> _Changed:
    return dataclasses.replace(panel, form=form, before_pick=panel.page, page=Page.PICK, at=0), ()


def _option(panel: Panel, word: str) -> _Changed:
    return dataclasses.replace(panel, option=word or None, is_outside=False), ()


def _preview(panel: Panel, _word: str) -> _Changed:
    if not panel.outside or not panel.reason:
        return dataclasses.replace(panel, trouble="panel.trouble.reason", page=panel.page), ()
    return dataclasses.replace(panel, is_outside=True), ()


def _carry_out(panel: Panel, _word: str) -> _Changed:
    order = Order(
        name="decide",
        case=panel.case,
        option=None if panel.is_outside else panel.option,
        effects=panel.outside if panel.is_outside else (),
        reason=panel.reason if panel.is_outside else "",
    )
    return panel, (order,)


def _not_proven(panel: Panel, _word: str) -> _Changed:
    return panel, (Order(name="not-proven", case=panel.case),)


def _order(panel: Panel, word: str) -> _Changed:
    return panel, (Order(name=word),)


def _undo(panel: Panel, _word: str) -> _Changed:
    at_case = panel.page is Page.MINUTE
    return panel, (Order(name="undo" if at_case else "undo-correction", case=panel.case),)


def _pick(panel: Panel, touch: Touch, word: str, players: int) -> _Changed:
    """Fill the form in; whole, it does what it is for."""
    form = panel.form
    if form is None or touch is Touch.LEAVE:
        return _leave(panel, word)
    match touch:
        case Touch.BACK:
            return dataclasses.replace(panel, form=None, page=panel.before_pick, at=0), ()
        case Touch.PICKED:
            form = forms.picked(form, word, players)
        case Touch.DIGIT:
            form = forms.digit(form, word)
        case Touch.DELETE:
            form = forms.deleted(form)
        case Touch.DONE:
            form = forms.done(form)
        case _:
            pass
    panel = dataclasses.replace(panel, form=form)
    if form.open is not None:
        return panel, ()
    panel = dataclasses.replace(panel, form=None, page=panel.before_pick, at=0)
    purpose, _, name = form.purpose.partition(" ")
    match purpose:
        case "fact":
            order = Order(name="state", case=panel.case, word=name, values=form.filled)
            return panel, (order,)
        case "fix":
            return panel, (Order(name="correct", word=name, values=form.filled),)
        case "reason":
            return dataclasses.replace(panel, reason=str(form.filled["reason"])), ()
        case _:
            return _with_effect(panel, name, form.filled, players)


def _with_effect(
    panel: Panel, name: str, values: Mapping[str, object], players: int = 4
) -> _Changed:
    try:
        effect = read_effect({"effect": name, **values}, players)
    except (EffectFieldError, NoSuchEffectError, ValueError):
        return dataclasses.replace(panel, trouble="panel.trouble.effect"), ()
    return dataclasses.replace(panel, outside=(*panel.outside, effect)[-MOST_OUTSIDE:]), ()


_CHANGES: Final = {
    Touch.LEAVE: _leave,
    Touch.DIGIT: _digit,
    Touch.DELETE: _delete,
    Touch.UNLOCK: _unlock,
    Touch.OPEN_CASE: _open_case,
    Touch.GROUP: _group,
    Touch.KIND: _kind,
    Touch.HEAR: _hear,
    Touch.CONFIRM: _of_case("confirm"),
    Touch.ALL: _of_case("confirm-all"),
    Touch.CHANGE: _change_fact,
    Touch.REVEAL: _of_case("reveal"),
    Touch.OPTION: _option,
    Touch.ADD: _add,
    Touch.REASON: _reason,
    Touch.PREVIEW: _preview,
    Touch.CARRY_OUT: _carry_out,
    Touch.NOT_PROVEN: _not_proven,
    Touch.AMEND: _of_case("amend"),
    Touch.UNDO: _undo,
    Touch.PRINT: _of_case("print"),
    Touch.CORRECTION: _correction,
    Touch.ORDER: _order,
}


def case_of(panel: Panel, cases: tuple[Case, ...]) -> Case | None:
    """Return the case in hand, None if none is."""
    return next((case for case in cases if case.number == panel.case), None)
