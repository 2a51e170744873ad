"""What every page of the panel is made of: choices, rows that come again, a long list in parts."""

import dataclasses
from collections.abc import Sequence
from typing import Any, Final

from tallone.app.arbiter.states import Touch
from tallone.app.evening.play import PlayStage
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.panel_body import PanelRow, Weight

MOST_ROWS: Final = 9


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


BACK: Final = Choice(touch=Touch.BACK, label=say("panel.back"), weight=Weight.QUIET)
LEAVE: Final = Choice(touch=Touch.LEAVE, label=say("panel.leave"), weight=Weight.QUIET)


def uncertain_rows(play: PlayStage) -> list[PanelRow]:
    """Say which certainty is missing: readers that are dead, events and cards that nothing explains."""
    referee = play.referee
    rows = []
    if referee.table.lost:
        rows.append(
            PanelRow(label=say("panel.readers_dead"), value=number_phrase(len(referee.table.lost)))
        )
    if referee.unexplained:
        rows.append(
            PanelRow(label=say("panel.unexplained"), value=number_phrase(referee.unexplained))
        )
    if referee.doubtful:
        rows.append(
            PanelRow(label=say("panel.doubtful"), value=number_phrase(len(referee.doubtful)))
        )
    return rows


def gone_page() -> PanelPage:
    return PanelPage(title=say("panel.gone"), choices=(BACK, LEAVE))


def number_phrase(value: int) -> Phrase:
    return say("panel.number", n=value)


def clock_phrase(at: float) -> Phrase:
    minutes, seconds = divmod(int(at), 60)
    return say("panel.at", minutes=f"{minutes}", seconds=f"{seconds:02d}")


def part_of(items: Sequence[Any], at: int, size: int) -> tuple[Sequence[Any], tuple[Choice, ...]]:
    """Return a page of a long list, and the choice that shows the next one."""
    if len(items) <= size:
        return items, ()
    more = Choice(touch=Touch.MORE, word=str(size), label=say("panel.more"), weight=Weight.QUIET)
    return items[at : at + size], (more,)
