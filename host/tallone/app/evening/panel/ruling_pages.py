"""Pages of the panel that decide a case: what the code says, what is chosen, what it does, its minute."""

from typing import Final

from tallone.app.arbiter.deciding import Preview
from tallone.app.arbiter.minute import minute
from tallone.app.arbiter.panel import Order, Panel
from tallone.app.arbiter.states import Touch
from tallone.app.evening.panel.desk import Desk
from tallone.app.evening.panel.orders import REFUSALS
from tallone.app.evening.panel.parts import (
    BACK,
    LEAVE,
    MOST_ROWS,
    Choice,
    PanelPage,
    gone_page,
    part_of,
)
from tallone.app.evening.panel.stated import problem_phrase, ruling_of
from tallone.app.evening.panel.wording import value_field, who_fields
from tallone.app.evening.play import PlayStage
from tallone.display.texts.phrases import say
from tallone.display.texts.ruling_words import (
    cite_phrase,
    effect_phrase,
    effects_phrase,
    kind_phrase,
)
from tallone.display.views.panel_body import PanelRow, Weight
from tallone.referee.rulings.answers import Ruling

_OUTSIDE: Final = (
    "warning", "points", "vp", "skip-turn", "frozen-meld", "cards-back-to-hand", "hand-stands", "void-hand",
    "redeal", "close-hand", "close-stands", "arbitral-score", "report", "time", "replace-pack",
)  # fmt: skip


def says_page(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return gone_page()
    ruling, problem = ruling_of(desk, case, play)
    if ruling is None:
        return PanelPage(
            title=say("panel.says"),
            under=problem,
            choices=(Choice(touch=Touch.FACTS, label=say("panel.facts")), BACK, LEAVE),
        )
    return PanelPage(
        title=say("panel.row", row=ruling.row, kind=kind_phrase(case.kind)),
        under=say("panel.stated" if ruling.basis == "stated" else f"ruling.basis.{ruling.basis}"),
        rows=tuple(_ruling_rows(ruling)[:MOST_ROWS]),
        choices=(
            Choice(touch=Touch.DECIDE, label=say("panel.decide"), weight=Weight.STRONG),
            Choice(touch=Touch.FACTS, label=say("panel.facts")),
            BACK,
            LEAVE,
        ),
    )


def _ruling_rows(ruling: Ruling) -> list[PanelRow]:
    rows = [
        PanelRow(label=say("panel.article"), value=cite_phrase(cite)) for cite in ruling.cites[:2]
    ]
    if not ruling.irregular:
        rows.append(PanelRow(label=say("panel.result"), value=say("ruling.page.allowed")))
    if ruling.cured:
        rows.append(PanelRow(label=say("panel.result"), value=say("ruling.page.cured")))
    if ruling.penalised:
        rows.append(
            PanelRow(
                label=say("panel.penalised"), value=say("panel.sides", sides=ruling.penalised)
            )
        )
    if ruling.claim.side is not None:
        key = "ruling.page.open" if ruling.claim.open else "ruling.page.shut"
        rows.append(PanelRow(label=say("panel.claim", side=ruling.claim.side), value=say(key)))
    rows += [
        PanelRow(label=say("panel.effect"), value=effect_phrase(effect))
        for effect in ruling.effects
    ]
    rows += [
        PanelRow(label=say("panel.option", number=place), value=effects_phrase(option.effects))
        for place, option in enumerate(ruling.options, start=1)
    ]
    if not ruling.effects and not ruling.options:
        rows.append(PanelRow(label=say("panel.effect"), value=say("ruling.word.nothing")))
    return rows


def decide_page(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return gone_page()
    ruling, problem = ruling_of(desk, case, play)
    if ruling is None:
        return PanelPage(title=say("panel.decide"), under=problem, choices=(BACK, LEAVE))
    if ruling.options:
        choices = [
            Choice(
                touch=Touch.OPTION,
                word=option.name,
                label=say("panel.option", number=place),
                weight=Weight.STRONG,
            )
            for place, option in enumerate(ruling.options, start=1)
        ]
    else:
        choices = [Choice(touch=Touch.OPTION, label=say("panel.as_code"), weight=Weight.STRONG)]
    return PanelPage(
        title=say("panel.decide"),
        under=say("panel.decide_under"),
        rows=tuple(_ruling_rows(ruling)[:MOST_ROWS]),
        choices=(
            *choices,
            Choice(touch=Touch.OUTSIDE, label=say("panel.outside")),
            Choice(touch=Touch.NOT_PROVEN, label=say("panel.not_proven")),
            BACK,
            LEAVE,
        ),
    )


def outside_page(_desk: Desk, panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    rows = [PanelRow(label=say("panel.effect"), value=effect_phrase(one)) for one in panel.outside]
    reason = say("panel.text", text=panel.reason) if panel.reason else say("panel.reason_missing")
    rows.append(PanelRow(label=say("panel.reason"), value=reason))
    choices = [
        Choice(touch=Touch.ADD, word=name, label=say(f"panel.add.{name}")) for name in _OUTSIDE
    ]
    shown, more = part_of(choices, panel.at, 6)
    return PanelPage(
        title=say("panel.outside"),
        under=say("panel.outside_under"),
        rows=tuple(rows[-MOST_ROWS:]),
        choices=(
            *shown,
            *more,
            Choice(touch=Touch.DELETE, label=say("panel.delete"), weight=Weight.QUIET),
            Choice(touch=Touch.REASON, label=say("panel.reason")),
            Choice(touch=Touch.PREVIEW, label=say("panel.preview"), weight=Weight.STRONG),
            BACK,
            LEAVE,
        ),
        listed=len(choices),
    )


def effects_page(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return gone_page()
    order = Order(
        name="decide",
        option=None if panel.is_outside else panel.option,
        effects=panel.outside if panel.is_outside else (),
        reason=panel.reason if panel.is_outside else "",
    )
    try:
        effects = desk.effects_of(case, order, play)
        seen = desk.preview(case, order, play)
    except REFUSALS as error:
        return PanelPage(
            title=say("panel.effects"),
            under=problem_phrase(error),
            choices=(BACK, LEAVE),
        )
    rows = [PanelRow(label=say("panel.effect"), value=effect_phrase(one)) for one in effects[:4]]
    return PanelPage(
        title=say("panel.effects"),
        under=say("panel.effects_under"),
        rows=(*rows, *_preview_rows(seen))[:MOST_ROWS],
        choices=(
            Choice(touch=Touch.CARRY_OUT, label=say("panel.carry_out"), weight=Weight.STRONG),
            BACK,
            LEAVE,
        ),
    )


def _preview_rows(seen: Preview) -> list[PanelRow]:
    rows = [
        PanelRow(
            label=say("panel.points_of", side=side),
            value=say("panel.change", before=seen.before[side], after=seen.after[side]),
        )
        for side in seen.before
    ]
    return rows + [
        PanelRow(
            label=say(f"panel.what.{change.what}", **who_fields(change)),
            value=say(
                "panel.change", before=value_field(change.before), after=value_field(change.after)
            ),
        )
        for change in seen.changes
    ]


def minute_page(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None or not case.decisions:
        return gone_page()
    lines = minute(case, desk.noticed(case, play), desk.table)
    choices = [
        Choice(touch=Touch.PRINT, label=say("panel.print")),
        Choice(touch=Touch.UNDO, label=say("panel.undo")),
        Choice(touch=Touch.AMEND, label=say("panel.amend")),
    ]
    return PanelPage(
        title=say("panel.minute"),
        under=say("panel.minute_under"),
        rows=tuple(PanelRow(label=label, value=value) for label, value in lines[: MOST_ROWS + 1]),
        choices=(*choices, BACK, LEAVE),
    )
