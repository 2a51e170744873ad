"""The score of a hand, side by side; never stored, always counted from the position."""

import dataclasses
from typing import Any

from tallone.rules.cards.seats import Side, seats, side_name, side_of
from tallone.rules.hand import bars
from tallone.rules.hand.hand import End, HandState


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class SideScore:
    """One side's column of the score sheet; `held`, `pozzetto` and `negative` are zero or below.

    `negative` is what rulings let count against a side: penalised cards, and cards that count negative.
    """

    meld_points: int
    bonuses: int
    closing: int
    held: int
    pozzetto: int
    negative: int = 0

    @property
    def total(self) -> int:
        table = self.meld_points + self.bonuses + self.closing + self.negative
        return table + self.held + self.pozzetto


HandScore = dict[Side, SideScore]


def score(state: HandState) -> HandScore:
    """Return both columns; of an open hand, as if it stopped here with nobody closing."""
    return {side: _side_score(state, side) for side in Side}


def result(state: HandState) -> dict[str, Any]:
    """Return the result object of the notation: end, turns, and every side with melds and points."""
    scores = score(state)
    return {
        "ok": True,
        "end": state.end.value,
        "closed_by": None if state.closed_by is None else state.closed_by.value,
        "turns": state.turns,
        "sides": {
            side_name(side, state.players): {
                "melds": _melds(state, side),
                **columns(state, scores[side]),
                "total": scores[side].total,
            }
            for side in Side
        },
    }


def columns(state: HandState, column: SideScore) -> dict[str, int]:
    """Return a column of the result object; `negative` is there once a ruling was carried out."""
    found = dataclasses.asdict(column)
    if state.imposed is None:
        del found["negative"]
    return found


def _melds(state: HandState, side: Side) -> list[dict[str, Any]]:
    melds = state.sides[side].melds
    paying = melds if state.imposed is None else bars.paying_melds(state, side)
    return [
        {
            "cards": meld.text(),
            "kind": meld.kind.value,
            "points": meld.points,
            "grade": meld.grade(state.profile) if meld in paying else None,
            "bonus": meld.bonus(state.profile) if meld in paying else 0,
            "frozen": meld.frozen,
        }
        for meld in melds
    ]


def _side_score(state: HandState, side: Side) -> SideScore:
    if state.end in (End.STALL, End.VOID):
        # A void hand counts for nobody.
        return SideScore(meld_points=0, bonuses=0, closing=0, held=0, pozzetto=0)
    profile, own = state.profile, state.sides[side]
    order = seats(state.players)
    held = sum(
        copy.card.points
        for seat, holding in zip(order, state.holding_list, strict=True)
        if side_of(seat, state.players) is side
        for copy in holding
    )
    closed = state.closed_by is not None and side_of(state.closed_by, state.players) is side
    counted = own.melds if state.imposed is None else bars.paying_melds(state, side)
    turned, negative = (0, 0) if state.imposed is None else bars.negative_points(state, side)
    return SideScore(
        meld_points=sum(meld.points for meld in own.melds) - turned,
        bonuses=sum(meld.bonus(profile) for meld in counted),
        closing=profile.closing_bonus if closed else 0,
        held=-held,
        pozzetto=-_pozzetto_malus(state, side),
        negative=negative,
    )


def _pozzetto_malus(state: HandState, side: Side) -> int:
    if state.sides[side].pozzetto_taken:
        return 0
    neither = not any(own.pozzetto_taken for own in state.side_list)
    if neither and state.profile.pozzetto_malus_when == "unless_neither":
        return 0
    return state.profile.pozzetto_malus
