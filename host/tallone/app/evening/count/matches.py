"""What ends a hand or a match before its time, and begins another: asked for at the screen.

House rule: the evening's own calls only; what they lead to is in the journal, so that a kill resumes it.
"""

import dataclasses
from typing import Final

from tallone.app.evening.count.standings import Standings, form_of
from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Cause, Phase
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


def break_off(evening: Evening, now: float) -> bool:
    """Give up the hand in progress, so that it is dealt again; return whether there was one."""
    if evening.phase not in UNDER_WAY:
        return False
    evening.break_deal(_BROKEN_OFF, now)
    return True


def end_match(evening: Evening, now: float) -> bool:
    """End the match with the hands that are counted; return whether there was one to end."""
    if not evening.standings.match.hands or evening.phase is Phase.COUNT:
        return False
    if evening.phase in UNDER_WAY:
        evening.break_deal(_GIVEN_UP, now)
    if evening.phase not in (Phase.LOAD, Phase.STOPPED):
        return False
    evening.standings = evening.standings.stopped()
    evening.enter(Cause.MATCH_OVER, now)
    return True


def begin_match(evening: Evening, arrangement: Arrangement, now: float) -> bool:
    """Begin a match as arranged; return False where the hand on the table must be counted first."""
    if evening.phase is Phase.COUNT:
        return False
    if evening.phase in UNDER_WAY:
        evening.break_deal(_GIVEN_UP, now)
    arrange(evening, arrangement, first=evening.hand)
    if evening.phase is not Phase.CONNECT:
        evening.enter(Cause.NEXT_MATCH, now)
    return True


def arrange(evening: Evening, arrangement: Arrangement, *, first: int) -> None:
    """Let the match from that hand of the evening on be as arranged."""
    setup = evening.setup
    config = dataclasses.replace(
        setup.config,
        profile=arrangement.profile.name,
        players=arrangement.players,
        hands=arrangement.hands or setup.config.hands,
    )
    evening.setup = dataclasses.replace(setup, config=config, profile=arrangement.profile)
    match = Match(
        format=form_of(arrangement.hands, arrangement.points),
        first_dealer=arrangement.dealer or seats(arrangement.players)[0],
        players=arrangement.players,
    )
    evening.standings = Standings(match, first)
