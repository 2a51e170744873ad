"""What stands on each page of the arbiter's panel: lines to read, and choices to touch.

A choice carries the touch that it means; the screen only says which one was touched, by its place.
"""

from collections.abc import Callable, Mapping
from typing import Final

from tallone.app.arbiter.cases import Status
from tallone.app.arbiter.corrections import FORMS
from tallone.app.arbiter.panel import Panel
from tallone.app.arbiter.states import Page, Touch
from tallone.app.evening.panel.case_pages import (
    case_page,
    facts_page,
    groups_page,
    hearing_page,
    kinds_page,
    pick_page,
)
from tallone.app.evening.panel.desk import Desk
from tallone.app.evening.panel.orders import TABLE_ORDERS
from tallone.app.evening.panel.parts import (
    BACK,
    LEAVE,
    Choice,
    PanelPage,
    number_phrase,
    part_of,
    uncertain_rows,
)
from tallone.app.evening.panel.ruling_pages import (
    decide_page,
    effects_page,
    minute_page,
    outside_page,
    says_page,
)
from tallone.app.evening.play import PlayStage
from tallone.display.texts.phrases import say
from tallone.display.texts.ruling_words import kind_phrase
from tallone.display.views.panel_body import ArbiterPanel, PanelChoice, PanelRow, Weight
from tallone.rules.cards.seats import Side


def page_of(desk: Desk, play: PlayStage | None, now: float) -> PanelPage | None:
    """Return what the panel shows now, None while it is shut."""
    panel = desk.panel
    if panel is None:
        return None
    return _PAGES[panel.page](desk, panel, play, now)


def body_of(page: PanelPage, panel: Panel) -> ArbiterPanel:
    """Return a page as the screen takes it."""
    return ArbiterPanel(
        title=page.title,
        under=page.under,
        rows=page.rows,
        choices=tuple(
            PanelChoice(label=choice.label, weight=choice.weight) for choice in page.choices
        ),
        typed=page.typed,
        trouble=say(panel.trouble) if panel.trouble else None,
        step=panel.step,
    )


def _locked(desk: Desk, panel: Panel, _play: PlayStage | None, now: float) -> PanelPage:
    waits = desk.lock.waits(now)
    keys = [
        Choice(touch=Touch.DIGIT, word=str(number), label=say("panel.sign", sign=str(number)))
        for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
    ]
    ends = (
        Choice(touch=Touch.DELETE, label=say("panel.delete"), weight=Weight.QUIET),
        Choice(touch=Touch.UNLOCK, label=say("panel.enter"), weight=Weight.STRONG),
        LEAVE,
    )
    under = say("panel.pin_waits", seconds=round(waits)) if waits else say("panel.pin_why")
    if not desk.has_pin:
        under = say("panel.no_pin")
    return PanelPage(
        title=say("panel.pin"),
        under=under,
        choices=(*keys, *ends),
        typed=say("panel.text", text="•" * len(panel.typed)),
    )


def _queue(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    cases = sorted(desk.cases, key=lambda case: (case.status is not Status.OPEN, -case.number))
    shown, more = part_of(cases, panel.at, 6)
    choices = [
        Choice(
            touch=Touch.OPEN_CASE,
            word=str(case.number),
            label=say("panel.case", number=case.number, kind=kind_phrase(case.kind)),
            weight=Weight.STRONG if case.status is Status.OPEN else Weight.QUIET,
        )
        for case in shown
    ]
    rows = [
        PanelRow(label=say("panel.open_cases"), value=number_phrase(len(desk.waiting))),
        PanelRow(
            label=say("panel.warnings"),
            value=say(
                "panel.by_sides",
                one=desk.warnings[Side.NORTH_SOUTH],
                other=desk.warnings[Side.EAST_WEST],
            ),
        ),
    ]
    if play is not None:
        rows.append(
            PanelRow(
                label=say("panel.on_turn"), value=say("panel.seat", seat=play.referee.hand.seat)
            )
        )
        rows += uncertain_rows(play)
    return PanelPage(
        title=say("panel.queue"),
        under=say("panel.queue_under"),
        rows=tuple(rows),
        choices=(
            *choices,
            *more,
            Choice(touch=Touch.NEW, label=say("panel.new")),
            Choice(touch=Touch.CORRECT, label=say("panel.correct")),
            Choice(touch=Touch.TABLE, label=say("panel.table")),
            LEAVE,
        ),
        listed=len(cases),
    )


def _correct(_desk: Desk, _panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    choices = tuple(
        Choice(touch=Touch.CORRECTION, word=name, label=say(f"panel.fix.{name}")) for name in FORMS
    )
    rows = tuple(uncertain_rows(play)) if play is not None else ()
    return PanelPage(
        title=say("panel.correct"),
        under=say("panel.correct_under"),
        rows=rows,
        choices=(
            *choices,
            Choice(touch=Touch.UNDO, label=say("panel.undo")),
            BACK,
            LEAVE,
        ),
    )


def _table(_desk: Desk, _panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    choices = tuple(
        Choice(touch=Touch.ORDER, word=name, label=say(f"panel.order.{name}"))
        for name in TABLE_ORDERS
    )
    return PanelPage(title=say("panel.table"), choices=(*choices, BACK, LEAVE))


_PageMaker = Callable[[Desk, Panel, PlayStage | None, float], PanelPage]


_PAGES: Final[Mapping[Page, _PageMaker]] = {
    Page.LOCKED: _locked,
    Page.QUEUE: _queue,
    Page.GROUPS: groups_page,
    Page.KINDS: kinds_page,
    Page.CASE: case_page,
    Page.HEARING: hearing_page,
    Page.FACTS: facts_page,
    Page.PICK: pick_page,
    Page.SAYS: says_page,
    Page.DECIDE: decide_page,
    Page.OUTSIDE: outside_page,
    Page.EFFECTS: effects_page,
    Page.MINUTE: minute_page,
    Page.CORRECT: _correct,
    Page.TABLE: _table,
}
