"""Pages of the panel that take a case down: what happened, who was heard, what is so."""

from tallone.app.arbiter import forms
from tallone.app.arbiter.cases import GROUPS, HEARING, SEEN_BY_TABLE, Status, kinds_of
from tallone.app.arbiter.forms import Wants
from tallone.app.arbiter.panel import Panel
from tallone.app.arbiter.states import Touch
from tallone.app.evening.panel.desk import Desk
from tallone.app.evening.panel.parts import (
    BACK,
    LEAVE,
    MOST_ROWS,
    Choice,
    PanelPage,
    clock_phrase,
    gone_page,
    part_of,
)
from tallone.app.evening.panel.stated import fact_names, fact_rows, hidden_of, ruling_of
from tallone.app.evening.panel.wording import field_phrase, word_phrase
from tallone.app.evening.play import PlayStage
from tallone.display.texts.phrases import say
from tallone.display.texts.ruling_words import cite_phrase, kind_phrase
from tallone.display.views.panel_body import PanelRow, Weight


def groups_page(_desk: Desk, _panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    choices = tuple(
        Choice(touch=Touch.GROUP, word=group, label=say(f"panel.group.{group}"))
        for group in (*GROUPS, SEEN_BY_TABLE)
    )
    return PanelPage(title=say("panel.groups"), choices=(*choices, BACK, LEAVE))


def kinds_page(_desk: Desk, panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    choices = tuple(
        Choice(touch=Touch.KIND, word=kind, label=kind_phrase(kind))
        for kind in kinds_of(panel.group)
    )
    return PanelPage(title=say(f"panel.group.{panel.group}"), choices=(*choices, BACK, LEAVE))


def case_page(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return gone_page()
    one = desk.noticed(case, play)
    source = "panel.by_person" if case.by_person else "panel.by_table"
    rows = [
        PanelRow(label=say("panel.source"), value=say(source, percent=round(one.certainty * 100))),
        PanelRow(label=say("panel.when"), value=clock_phrase(case.at)),
        PanelRow(label=say("panel.moment"), value=say(f"ruling.noticed.{one.moment}")),
        *fact_rows(desk, case, play)[: MOST_ROWS - 4],
    ]
    ruling, problem = ruling_of(desk, case, play)
    if ruling is not None and ruling.cites:
        rows.append(PanelRow(label=say("panel.article"), value=cite_phrase(ruling.cites[0])))
    elif problem is not None:
        rows.append(PanelRow(label=say("panel.article"), value=problem))
    hides = bool(hidden_of(desk, case, play)) and not case.is_revealed
    choices = [
        Choice(touch=Touch.HEAR, label=say("panel.hearing")),
        Choice(touch=Touch.FACTS, label=say("panel.facts")),
        Choice(touch=Touch.SAYS, label=say("panel.says"), weight=Weight.STRONG),
    ]
    if hides:
        choices.append(Choice(touch=Touch.REVEAL, label=say("panel.reveal")))
    if case.status is Status.OPEN:
        choices.append(Choice(touch=Touch.NOT_PROVEN, label=say("panel.not_proven")))
    if case.decisions:
        choices.append(Choice(touch=Touch.MINUTE, label=say("panel.minute")))
    return PanelPage(
        title=kind_phrase(case.kind),
        under=say(f"panel.status.{case.status.value}"),
        rows=tuple(rows[:MOST_ROWS]),
        choices=(*choices, BACK, LEAVE),
    )


def hearing_page(desk: Desk, panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return gone_page()
    choices = tuple(
        Choice(
            touch=Touch.HEAR,
            word=who,
            label=say(f"panel.hear.{who}"),
            weight=Weight.CHOSEN if who in case.heard else Weight.PLAIN,
        )
        for who in HEARING
    )
    return PanelPage(
        title=say("panel.hearing"),
        under=say("panel.hearing_under"),
        choices=(*choices, BACK, LEAVE),
    )


def facts_page(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return gone_page()
    names = fact_names(desk, case, play)
    choices = [
        Choice(
            touch=Touch.CHANGE,
            word=name,
            label=say(f"panel.fact.{name}"),
            weight=Weight.CHOSEN if name in case.confirmed else Weight.PLAIN,
        )
        for name in names[:8]
    ]
    return PanelPage(
        title=say("panel.facts"),
        under=say("panel.facts_under"),
        rows=tuple(fact_rows(desk, case, play)[:MOST_ROWS]),
        choices=(
            *choices,
            Choice(touch=Touch.ALL, label=say("panel.all_right")),
            Choice(touch=Touch.SAYS, label=say("panel.says"), weight=Weight.STRONG),
            BACK,
            LEAVE,
        ),
    )


def pick_page(desk: Desk, panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    form = panel.form
    if form is None or form.open is None:
        return gone_page()
    players = desk.players
    field = form.open
    purpose, _, name = form.purpose.partition(" ")
    title = {
        "fact": f"panel.fact.{field.name}",
        "fix": f"panel.fix.{name}",
        "reason": "panel.reason",
    }.get(purpose, f"panel.field.{field.name}")
    words = forms.words_of(form, players)
    shown, more = (words, ()) if len(words) <= 33 else part_of(words, panel.at, 24)
    choices = [
        Choice(
            touch=Touch.PICKED,
            word=word,
            label=word_phrase(field, word),
            weight=Weight.CHOSEN if word in form.got else Weight.PLAIN,
        )
        for word in shown
    ]
    if field.wants is Wants.NUMBER:
        choices = [
            Choice(touch=Touch.DIGIT, word=sign, label=say("panel.sign", sign=sign))
            for sign in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "-")
        ]
    if forms.is_ready(form):
        choices.append(Choice(touch=Touch.DONE, label=say("panel.done"), weight=Weight.STRONG))
    if form.got or form.typed or form.values:
        choices.append(Choice(touch=Touch.DELETE, label=say("panel.delete"), weight=Weight.QUIET))
    parts = tuple(word_phrase(field, part) for part in form.got)
    typed = say("panel.text", text=form.typed) if form.typed else say("panel.parts", parts=parts)
    return PanelPage(
        title=say(title),
        under=say("panel.asked", field=field_phrase(purpose, field.name)),
        choices=(*choices, *more, BACK, LEAVE),
        typed=typed,
        listed=len(words),
    )
