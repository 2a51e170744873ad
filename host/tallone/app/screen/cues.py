"""What the table lets be heard, and when: from one view to the next, by the assist level."""

from typing import Final

from tallone.assist import Assist
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.values import Severity
from tallone.display.views.view import CountCards, FirstCard, Play, TableView

_FIVE_MINUTES_S: Final = 300.0
# In a tournament only what the code lets be announced: the call, and the time of the round.
_IN_GARA: Final = frozenset({"arbiter", "minutes", "time_out"})
SPOKEN: Final = {
    "start": "spoken.start",
    "minutes": "spoken.minutes",
    "time_out": "spoken.time_out",
    "arbiter": "spoken.arbiter",
}


def cue_of(before: TableView | None, after: TableView, then: float, now: float) -> str | None:
    """Return the tone for what has changed between two views, shown at `then` and `now`; None for silence.

    A tone says what the screen says too; none depends on a card.
    """
    cue = None
    if before is not None:
        cue = _call(before, after) or _clock(before, after, then, now) or _start(before, after)
    if cue is None or (after.assist is Assist.GARA and cue not in _IN_GARA):
        return None
    return cue


def spoken_words(cue: str) -> Phrase:
    """Return what the voice says with a tone."""
    return say(SPOKEN[cue])


def _call(before: TableView, after: TableView) -> str | None:
    called = _is_call(after) and not _is_call(before)
    return "arbiter" if called else None


def _is_call(view: TableView) -> bool:
    return view.notice is not None and view.notice.severity is Severity.ARBITER


def _clock(before: TableView, after: TableView, then: float, now: float) -> str | None:
    was, left = before.header.clock.left(then), after.header.clock.left(now)
    if was is None or left is None:
        return None
    if was > 0.0 >= left:
        return "time_out"
    return "minutes" if was > _FIVE_MINUTES_S >= left else None


def _start(before: TableView, after: TableView) -> str | None:
    """The cards are dealt and counted: the hand begins."""
    begins = isinstance(before.body, CountCards | FirstCard) and isinstance(after.body, Play)
    return "start" if begins else None
