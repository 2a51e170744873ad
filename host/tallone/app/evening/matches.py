"""What ends a hand or a match before its time, and begins another: asked for at the screen.

House rule: the evening's own calls only; what they lead to is in the journal, so that a kill resumes it.
"""

import dataclasses
from typing import Final

from tallone.app.evening.evening import Night
from tallone.app.evening.phases import Cause, Phase
from tallone.app.evening.standings import Standings, form_of
from tallone.rules import Profile
from tallone.rules.cards.seats import Seat, seats
from tallone.rules.match.match import Match

# A hand is under way: cards are dealt, or are about to be.
UNDER_WAY: Final = frozenset(
    {Phase.CUT, Phase.DEAL, Phase.PASS, Phase.READY, Phase.TURN_FIRST, Phase.PLAY}
)
_BROKEN_OFF: Final = "the players broke the hand off"
_GIVEN_UP: Final = "the match was given up"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """What was arranged for a match; one of `hands` and `points` is not 0."""

    profile: Profile
    players: int
    hands: int = 0
    points: int = 0
    dealer: Seat | None = None


def break_off(night: Night, now: float) -> bool:
    """Give up the hand in progress, so that it is dealt again; return whether there was one."""
    if night.phase not in UNDER_WAY:
        return False
    night.break_deal(_BROKEN_OFF, now)
    return True


def end_match(night: Night, now: float) -> bool:
    """End the match with the hands that are counted; return whether there was one to end."""
    if not night.standings.match.hands or night.phase is Phase.COUNT:
        return False
    if night.phase in UNDER_WAY:
        night.break_deal(_GIVEN_UP, now)
    if night.phase not in (Phase.LOAD, Phase.STOPPED):
        return False
    night.standings = night.standings.stopped()
    night.enter(Cause.MATCH_OVER, now)
    return True


def begin_match(night: Night, arrangement: Arrangement, now: float) -> bool:
    """Begin a match as arranged; return False where the hand on the table must be counted first."""
    if night.phase is Phase.COUNT:
        return False
    if night.phase in UNDER_WAY:
        night.break_deal(_GIVEN_UP, now)
    arrange(night, arrangement, first=night.hand)
    if night.phase is not Phase.CONNECT:
        night.enter(Cause.NEXT_MATCH, now)
    return True


def arrange(night: Night, arrangement: Arrangement, *, first: int) -> None:
    """Let the match from that hand of the evening on be as arranged."""
    setup = night.setup
    config = dataclasses.replace(
        setup.config,
        profile=arrangement.profile.name,
        players=arrangement.players,
        hands=arrangement.hands or setup.config.hands,
    )
    night.setup = dataclasses.replace(setup, config=config, profile=arrangement.profile)
    match = Match(
        format=form_of(arrangement.hands, arrangement.points),
        first_dealer=arrangement.dealer or seats(arrangement.players)[0],
        players=arrangement.players,
    )
    night.standings = Standings(match, first)
