"""From the foyer to a screen: its page, or the evening's own screen with the menu, the clock and the names."""

import dataclasses
from typing import Final

from tallone import press
from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.foyer.foyer import Foyer
from tallone.app.foyer.given import Given
from tallone.app.foyer.pages import shown
from tallone.app.screen.views import view_of
from tallone.config import Language
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.pages import Choice, Tint
from tallone.display.views.values import Button
from tallone.display.views.view import Clock, TableView

_OF_SEAT: Final = frozenset({Phase.CUT, Phase.TURN_FIRST, Phase.PLAY})


def around_view(
    foyer: Foyer, given: Given, evening: Evening, now: float, language: Language
) -> TableView:
    """Return what the screen shows, with what stands around the play."""
    table = view_of(evening, now, language)
    clock = Clock(ends_at=foyer.clock.ends_at, stopped_with=foyer.clock.stopped_with)
    header = dataclasses.replace(table.header, clock=clock)
    names = tuple(foyer.seating.names.items())
    if not foyer.is_over_table:
        return dataclasses.replace(table, header=header, names=names, has_menu=True)
    page = shown(foyer, given)
    call = [button for button in table.buttons if button.name == press.Button.ARBITER]
    bar = tuple(bar_button(choice, place) for place, choice in enumerate(page.bar))
    # A page has its own words: of the evening's notices only what stops the table stays.
    notice = table.notice if evening.arbiter_called or evening.journal_trouble else None
    return dataclasses.replace(
        table,
        header=header,
        body=page.body,
        question=None,
        notice=notice,
        buttons=bar or tuple(call[:1]),
        names=names,
    )


def bar_button(choice: Choice, place: int) -> Button:
    return Button(
        name=press.Button.CHOOSE,
        label=choice.label,
        value=place,
        primary=choice.tint is Tint.GO,
    )


def now_what(evening: Evening) -> Phrase:
    """Return what the evening asks for now, for the page of help."""
    key = f"now.{evening.phase.value}"
    if evening.phase not in _OF_SEAT:
        return say(key)
    seat = evening.cutter if evening.phase is Phase.CUT else evening.dealer
    if evening.phase is Phase.PLAY and evening.play is not None:
        seat = evening.play.referee.hand.seat
    return say(key, seat=seat)
