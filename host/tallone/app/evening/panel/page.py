"""What stands on each page of the arbiter's panel: lines to read, and choices to touch.

A choice carries the touch that it means; the screen only says which one was touched, by its place.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tallone.app.arbiter import forms
from tallone.app.arbiter.cases import GROUPS, HEARING, SEEN_BY_TABLE, Case, Status, kinds_of
from tallone.app.arbiter.corrections import FORMS
from tallone.app.arbiter.deciding import Change, Preview, hidden_cards
from tallone.app.arbiter.forms import Wants
from tallone.app.arbiter.minute import minute
from tallone.app.arbiter.panel import Order, Panel
from tallone.app.arbiter.states import Page, Touch
from tallone.app.evening.panel.desk import REFUSALS, TABLE_ORDERS, Desk
from tallone.app.evening.play import PlayStage
from tallone.display.panel_body import ArbiterPanel, PanelChoice, PanelRow, Weight
from tallone.display.texts.it.arbiter import TEXTS
from tallone.display.texts.phrases import Field, Phrase, say
from tallone.display.texts.ruling_words import (
    cite_phrase,
    effect_phrase,
    effects_phrase,
    kind_phrase,
)
from tallone.referee.rulings.answers import Ruling
from tallone.rules.cards.cards import Card, NoSuchCardError
from tallone.rules.cards.seats import Seat, Side, side_name

MOST_ROWS: Final = 9
_SEATS: Final = {seat.value: seat for seat in Seat}
_OUTSIDE: Final = (
    "warning", "points", "vp", "skip-turn", "frozen-meld", "cards-back-to-hand", "hand-stands", "void-hand",
    "redeal", "close-hand", "close-stands", "arbitral-score", "report", "time", "replace-pack",
)  # fmt: skip


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What can be touched, and what that means."""

    touch: Touch
    label: Phrase
    word: str = ""
    weight: Weight = Weight.PLAIN


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PanelPage:
    """One page of the panel. `listed` is the length of a list of which a part is shown."""

    title: Phrase
    under: Phrase | None = None
    rows: tuple[PanelRow, ...] = ()
    choices: tuple[Choice, ...] = ()
    typed: Phrase | None = None
    listed: int = 0


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


# Pages.

_BACK: Final = Choice(touch=Touch.BACK, label=say("panel.back"), weight=Weight.QUIET)
_LEAVE: Final = Choice(touch=Touch.LEAVE, label=say("panel.leave"), weight=Weight.QUIET)


def _locked(desk: Desk, panel: Panel, _play: PlayStage | None, now: float) -> PanelPage:
    waits = desk.lock.waits(now)
    keys = [
        Choice(touch=Touch.DIGIT, word=str(number), label=say("panel.sign", sign=str(number)))
        for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
    ]
    ends = (
        Choice(touch=Touch.DELETE, label=say("panel.delete"), weight=Weight.QUIET),
        Choice(touch=Touch.UNLOCK, label=say("panel.enter"), weight=Weight.STRONG),
        _LEAVE,
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
    shown, more = _part(cases, panel.at, 6)
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
        PanelRow(label=say("panel.open_cases"), value=_number(len(desk.waiting))),
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
        rows += _uncertain(play)
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
            _LEAVE,
        ),
        listed=len(cases),
    )


def _uncertain(play: PlayStage) -> list[PanelRow]:
    """Say which certainty is missing: readers that are dead, events and cards that nothing explains."""
    referee = play.referee
    rows = []
    if referee.table.lost:
        rows.append(
            PanelRow(label=say("panel.readers_dead"), value=_number(len(referee.table.lost)))
        )
    if referee.unexplained:
        rows.append(PanelRow(label=say("panel.unexplained"), value=_number(referee.unexplained)))
    if referee.doubtful:
        rows.append(PanelRow(label=say("panel.doubtful"), value=_number(len(referee.doubtful))))
    return rows


def _groups(_desk: Desk, _panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    choices = tuple(
        Choice(touch=Touch.GROUP, word=group, label=say(f"panel.group.{group}"))
        for group in (*GROUPS, SEEN_BY_TABLE)
    )
    return PanelPage(title=say("panel.groups"), choices=(*choices, _BACK, _LEAVE))


def _kinds(_desk: Desk, panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    choices = tuple(
        Choice(touch=Touch.KIND, word=kind, label=kind_phrase(kind))
        for kind in kinds_of(panel.group)
    )
    return PanelPage(title=say(f"panel.group.{panel.group}"), choices=(*choices, _BACK, _LEAVE))


def _case(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return _gone()
    one = desk.noticed(case, play)
    source = "panel.by_person" if case.by_person else "panel.by_table"
    rows = [
        PanelRow(label=say("panel.source"), value=say(source, percent=round(one.certainty * 100))),
        PanelRow(label=say("panel.when"), value=_clock(case.at)),
        PanelRow(label=say("panel.moment"), value=say(f"ruling.noticed.{one.moment}")),
        *_fact_rows(desk, case, play)[: MOST_ROWS - 4],
    ]
    ruling, problem = _ruling(desk, case, play)
    if ruling is not None and ruling.cites:
        rows.append(PanelRow(label=say("panel.article"), value=cite_phrase(ruling.cites[0])))
    elif problem is not None:
        rows.append(PanelRow(label=say("panel.article"), value=problem))
    hides = bool(_hidden(desk, case, play)) and not case.is_revealed
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
        choices=(*choices, _BACK, _LEAVE),
    )


def _hearing(desk: Desk, panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return _gone()
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
        choices=(*choices, _BACK, _LEAVE),
    )


def _facts(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return _gone()
    names = _fact_names(desk, case, play)
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
        rows=tuple(_fact_rows(desk, case, play)[:MOST_ROWS]),
        choices=(
            *choices,
            Choice(touch=Touch.ALL, label=say("panel.all_right")),
            Choice(touch=Touch.SAYS, label=say("panel.says"), weight=Weight.STRONG),
            _BACK,
            _LEAVE,
        ),
    )


def _pick(desk: Desk, panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    form = panel.form
    if form is None or form.open is None:
        return _gone()
    players = desk.players
    field = form.open
    purpose, _, name = form.purpose.partition(" ")
    title = {
        "fact": f"panel.fact.{field.name}",
        "fix": f"panel.fix.{name}",
        "reason": "panel.reason",
    }.get(purpose, f"panel.field.{field.name}")
    words = forms.words_of(form, players)
    shown, more = (words, ()) if len(words) <= 33 else _part(words, panel.at, 24)
    choices = [
        Choice(
            touch=Touch.PICKED,
            word=word,
            label=_word_label(field, word),
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
    parts = tuple(_word_label(field, part) for part in form.got)
    typed = say("panel.text", text=form.typed) if form.typed else say("panel.parts", parts=parts)
    return PanelPage(
        title=say(title),
        under=say("panel.asked", field=_field_label(purpose, field.name)),
        choices=(*choices, *more, _BACK, _LEAVE),
        typed=typed,
        listed=len(words),
    )


def _says(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return _gone()
    ruling, problem = _ruling(desk, case, play)
    if ruling is None:
        return PanelPage(
            title=say("panel.says"),
            under=problem,
            choices=(Choice(touch=Touch.FACTS, label=say("panel.facts")), _BACK, _LEAVE),
        )
    return PanelPage(
        title=say("panel.row", row=ruling.row, kind=kind_phrase(case.kind)),
        under=say("panel.stated" if ruling.basis == "stated" else f"ruling.basis.{ruling.basis}"),
        rows=tuple(_ruling_rows(ruling)[:MOST_ROWS]),
        choices=(
            Choice(touch=Touch.DECIDE, label=say("panel.decide"), weight=Weight.STRONG),
            Choice(touch=Touch.FACTS, label=say("panel.facts")),
            _BACK,
            _LEAVE,
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


def _decide(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return _gone()
    ruling, problem = _ruling(desk, case, play)
    if ruling is None:
        return PanelPage(title=say("panel.decide"), under=problem, choices=(_BACK, _LEAVE))
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
            _BACK,
            _LEAVE,
        ),
    )


def _outside(_desk: Desk, panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    rows = [PanelRow(label=say("panel.effect"), value=effect_phrase(one)) for one in panel.outside]
    reason = say("panel.text", text=panel.reason) if panel.reason else say("panel.reason_missing")
    rows.append(PanelRow(label=say("panel.reason"), value=reason))
    choices = [
        Choice(touch=Touch.ADD, word=name, label=say(f"panel.add.{name}")) for name in _OUTSIDE
    ]
    shown, more = _part(choices, panel.at, 6)
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
            _BACK,
            _LEAVE,
        ),
        listed=len(choices),
    )


def _effects(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None:
        return _gone()
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
            under=_problem(error),
            choices=(_BACK, _LEAVE),
        )
    rows = [PanelRow(label=say("panel.effect"), value=effect_phrase(one)) for one in effects[:4]]
    return PanelPage(
        title=say("panel.effects"),
        under=say("panel.effects_under"),
        rows=(*rows, *_preview_rows(seen))[:MOST_ROWS],
        choices=(
            Choice(touch=Touch.CARRY_OUT, label=say("panel.carry_out"), weight=Weight.STRONG),
            _BACK,
            _LEAVE,
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
            label=say(f"panel.what.{change.what}", **_who(change)),
            value=say("panel.change", before=_value(change.before), after=_value(change.after)),
        )
        for change in seen.changes
    ]


def _minute(desk: Desk, panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    case = desk.case(panel.case)
    if case is None or not case.decisions:
        return _gone()
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
        choices=(*choices, _BACK, _LEAVE),
    )


def _correct(_desk: Desk, _panel: Panel, play: PlayStage | None, _now: float) -> PanelPage:
    choices = tuple(
        Choice(touch=Touch.CORRECTION, word=name, label=say(f"panel.fix.{name}")) for name in FORMS
    )
    rows = tuple(_uncertain(play)) if play is not None else ()
    return PanelPage(
        title=say("panel.correct"),
        under=say("panel.correct_under"),
        rows=rows,
        choices=(
            *choices,
            Choice(touch=Touch.UNDO, label=say("panel.undo")),
            _BACK,
            _LEAVE,
        ),
    )


def _table(_desk: Desk, _panel: Panel, _play: PlayStage | None, _now: float) -> PanelPage:
    choices = tuple(
        Choice(touch=Touch.ORDER, word=name, label=say(f"panel.order.{name}"))
        for name in TABLE_ORDERS
    )
    return PanelPage(title=say("panel.table"), choices=(*choices, _BACK, _LEAVE))


_PageMaker = Callable[[Desk, Panel, PlayStage | None, float], PanelPage]
_PAGES: Final[Mapping[Page, _PageMaker]] = {
    Page.LOCKED: _locked,
    Page.QUEUE: _queue,
    Page.GROUPS: _groups,
    Page.KINDS: _kinds,
    Page.CASE: _case,
    Page.HEARING: _hearing,
    Page.FACTS: _facts,
    Page.PICK: _pick,
    Page.SAYS: _says,
    Page.DECIDE: _decide,
    Page.OUTSIDE: _outside,
    Page.EFFECTS: _effects,
    Page.MINUTE: _minute,
    Page.CORRECT: _correct,
    Page.TABLE: _table,
}


# Parts of pages.


def _gone() -> PanelPage:
    return PanelPage(title=say("panel.gone"), choices=(_BACK, _LEAVE))


def _ruling(desk: Desk, case: Case, play: PlayStage | None) -> tuple[Ruling | None, Phrase | None]:
    """Return what the code says, or what is missing for it to say anything."""
    try:
        return desk.ruling(case, play), None
    except REFUSALS as error:
        return None, _problem(error)


def _problem(error: Exception) -> Phrase:
    """Return what keeps the code from answering: a fact that nobody has stated, or facts that disagree."""
    quoted = str(error).split("'")
    if len(quoted) == 3 and quoted[0] == "the fact " and f"panel.fact.{quoted[1]}" in TEXTS:
        return say("panel.missing", fact=say(f"panel.fact.{quoted[1]}"))
    return say("panel.trouble.facts")


def _fact_names(desk: Desk, case: Case, play: PlayStage | None) -> tuple[str, ...]:
    one = desk.noticed(case, play)
    return tuple(dict.fromkeys((*one.facts, *case.given, *one.asks)))


def _hidden(desk: Desk, case: Case, play: PlayStage | None) -> tuple[Card, ...]:
    """Return the cards of a case that lie face up nowhere, and that no person has named."""
    one = desk.noticed(case, play)
    if "cards" in case.given:
        return ()
    state = None if play is None else play.referee.hand
    return hidden_cards(_cards(one.facts.get("cards")), state)


def _fact_rows(desk: Desk, case: Case, play: PlayStage | None) -> list[PanelRow]:
    one = desk.noticed(case, play)
    facts = {**one.facts, **case.given}
    hidden = () if case.is_revealed else _hidden(desk, case, play)
    rows = []
    for name in _fact_names(desk, case, play):
        value = facts.get(name)
        shown = _fact_value(name, value) if value is not None else say("panel.unknown")
        if name == "cards" and hidden:
            shown = say("panel.hidden", n=len(hidden))
        rows.append(
            PanelRow(
                label=say(f"panel.fact.{name}"), value=shown, is_settled=name in case.confirmed
            )
        )
    return rows


def _fact_value(name: str, value: object) -> Phrase:
    match value:
        case bool():
            return say(f"ruling.word.{str(value).lower()}")
        case int():
            return _number(value)
        case list() | tuple():
            seats = tuple(_SEATS[one] for one in value if one in _SEATS)
            return say("panel.sides", sides=seats)
        case str() if name == "by" and value in _SEATS:
            return say("panel.seat", seat=_SEATS[value])
        case str() if name == "noticed":
            return say(f"ruling.noticed.{value}")
        case str() if name in ("said_by", "for"):
            return say(f"panel.word.{value}")
        case str() if name == "cards":
            return say("panel.cards", cards=_cards(value))
        case _:
            return say("panel.text", text=_act_text(str(value)))


def _act_text(act: str) -> str:
    return act if len(act) <= 80 else f"{act[:79]}…"


def _cards(written: object) -> tuple[Card, ...]:
    try:
        return tuple(Card.parse(word) for word in str(written or "").split())
    except NoSuchCardError:
        return ()


def _word_label(field: forms.Field, word: str) -> Phrase:
    match field.wants:
        case Wants.SEAT | Wants.SEATS:
            return say("panel.seat", seat=Seat(word))
        case Wants.SIDE:
            side = next(side for side in Side if word in (side_name(side, 4), side_name(side, 2)))
            return say("panel.side", side=side)
        case Wants.FLAG:
            return say(f"ruling.word.{word}")
        case Wants.WORD | Wants.WORDS if field.name == "noticed":
            return say(f"ruling.noticed.{word}")
        case Wants.WORD | Wants.WORDS:
            return say(f"panel.word.{word}")
        case Wants.TEXT:
            return say("panel.space") if word == " " else say("panel.sign", sign=word)
        case _ if word in forms.SUITS:
            return say(f"suit.{word}")
        case _ if word in forms.VERBS:
            return say(f"panel.verb.{word}")
        case _ if word == "JK":
            return say("card.joker")
        case _ if word[-1:] in forms.SUITS and word[:-1] in forms.RANKS:
            return say("panel.cards", cards=_cards(word))
        case _:
            return say("panel.sign", sign=word)


def _field_label(purpose: str, name: str) -> Phrase:
    if purpose == "fact":
        return say(f"panel.fact.{name}")
    side, _, part = name.partition(" ")
    if part:
        return say(f"panel.part.{part}", side=say(f"panel.of.{side}"))
    return say(f"panel.field.{name}")


def _number(value: int) -> Phrase:
    return say("panel.number", n=value)


def _value(value: str | int) -> Field:
    if isinstance(value, int):
        return value
    return _SEATS[value] if value in _SEATS else say(f"panel.end.{value}")


def _who(change: Change) -> dict[str, Field]:
    if isinstance(change.who, Seat):
        return {"seat": change.who}
    return {"side": change.who} if change.who is not None else {}


def _clock(at: float) -> Phrase:
    minutes, seconds = divmod(int(at), 60)
    return say("panel.at", minutes=f"{minutes}", seconds=f"{seconds:02d}")


def _part(items: Sequence[Any], at: int, size: int) -> tuple[Sequence[Any], tuple[Choice, ...]]:
    """Return a page of a long list, and the choice that shows the next one."""
    if len(items) <= size:
        return items, ()
    more = Choice(touch=Touch.MORE, word=str(size), label=say("panel.more"), weight=Weight.QUIET)
    return items[at : at + size], (more,)
