"""The sheet of a counted hand, and the result of a match."""

from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.screen.promise import commitment_of
from tallone.display.views.values import Grade, HandEnd
from tallone.display.views.view import HandSheet, MatchEnd, SheetSide
from tallone.rules import End, HandState, score
from tallone.rules.cards.seats import Side
from tallone.rules.match.match import MatchEnded

_ENDS: Final = {
    End.CLOSE: HandEnd.CLOSED,
    End.STOCK: HandEnd.STOCK,
    End.TIMEOUT: HandEnd.TIME_OUT,
    End.STALL: HandEnd.STALL,
}


def hand_sheet(evening: Evening, state: HandState) -> HandSheet:
    scores = score(state)
    totals = evening.standings.now.totals

    def side_sheet(side: Side) -> SheetSide:
        own = scores[side]
        burraci = tuple(
            (Grade(name), meld.bonus(state.profile))
            for meld in state.sides[side].melds
            if (name := meld.grade(state.profile)) is not None
        )
        return SheetSide(
            side=side,
            burraci=burraci,
            closing=own.closing,
            meld_points=own.meld_points,
            held=own.held,
            pozzetto=own.pozzetto,
            hand_total=own.total,
            match_total=totals[side] + own.total,
        )

    return HandSheet(
        end=_ENDS.get(state.end, HandEnd.OPEN),
        unread=evening.play is not None and bool(evening.play.unread),
        sides=(side_sheet(Side.NORTH_SOUTH), side_sheet(Side.EAST_WEST)),
        closed_by=state.closed_by,
        # The seal of this hand: what opens it is published when the count is confirmed.
        reveal=commitment_of(evening)
        if evening.deal is not None and not evening.setup.is_manual
        else None,
    )


def match_view(evening: Evening) -> MatchEnd:
    ended = evening.standings.now
    points = None
    if isinstance(ended, MatchEnded) and ended.shared is not None:
        points = (ended.shared.of[Side.NORTH_SOUTH], ended.shared.of[Side.EAST_WEST])
    return MatchEnd(
        sides=(Side.NORTH_SOUTH, Side.EAST_WEST),
        hands=tuple((hand.north_south, hand.east_west) for hand in evening.standings.match.hands),
        totals=(ended.totals[Side.NORTH_SOUTH], ended.totals[Side.EAST_WEST]),
        victory_points=points,
    )
