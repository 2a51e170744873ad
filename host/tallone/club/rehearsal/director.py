"""A director by the desk's own acts: publishes, opens, waits, puts the standing out."""

from collections.abc import Callable
from typing import Final

from tallone.club.desk.acts.asking import Asked, wanted
from tallone.club.desk.event_log import EventLog
from tallone.club.rules.record.state import Projection

_NAME: Final = "rehearsal"


class Director:
    """Runs one event through its log."""

    def __init__(self, log: EventLog, clock: Callable[[], float]) -> None:
        self._log, self._clock = log, clock

    def act(self, act: str, **fields: str) -> None:
        """Do one act; raise Refused if it cannot be done."""
        asked = Asked(
            form={"act": act, **fields},
            settings=self._log.settings(),
            state=self._log.state(),
            now=self._clock(),
        )
        fact = wanted(asked).fact
        if fact is not None:
            self._log.append([fact], author=_NAME)

    def seat(self, number: int) -> None:
        """Publish a round's seats and open it."""
        self.act("seating", round=str(number))
        self.act("open", round=str(number))

    def is_settled(self, number: int) -> bool:
        """Whether every table of the round has a result that both sides have confirmed."""
        return settled(self._log.state(), number)

    def standing(self, number: int) -> None:
        """Put the standing of a round out."""
        self.act("standing", round=str(number))


def settled(state: Projection, number: int) -> bool:
    """Whether every table of a round has a result in force."""
    mine = [one for one in state.results if one.round == number]
    return bool(mine) and all(one.state == "confirmed" for one in mine)
