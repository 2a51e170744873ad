"""A hand in progress as the screen shows it: sides, melds, piles, and a teacher's word."""

from typing import Final

from tallone.app.evening.evening import Evening
from tallone.assist import LEVELS, Level
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.values import (
    MAX_MELDS,
    Grade,
    MeldCard,
    MeldKind,
    MeldView,
    PozzettoState,
    SideView,
    StockView,
    TurnPhase,
)
from tallone.display.views.view import Play
from tallone.rules import HandState, Meld, PozzettoEntry
from tallone.rules import Phase as HandPhase
from tallone.rules.cards.seats import Side

# A burraco that lacks so few cards is worth a word where the game is taught.
_NEAR: Final = 2
_POZZETTO: Final = {
    PozzettoEntry.NOT_TAKEN: PozzettoState.NOT_TAKEN,
    PozzettoEntry.DIRECT: PozzettoState.TAKEN_DIRECT,
    PozzettoEntry.ON_DISCARD: PozzettoState.TAKEN,
}


def play_view(evening: Evening, state: HandState) -> Play:
    level = _level(evening)
    turn = TurnPhase.TO_DRAW if state.phase is HandPhase.TO_DRAW else TurnPhase.TO_PLAY
    first, second = Side.NORTH_SOUTH, Side.EAST_WEST
    left = len(state.stock)
    return Play(
        sides=(_side(evening, state, first), _side(evening, state, second)),
        seat=None if state.is_over else state.seat,
        phase=turn if level.turn_phase and not state.is_over else None,
        stock=StockView(
            lies=left > 0,
            cards_left=left
            if evening.setup.config.show_stock_count and level.stock_count
            else None,
            is_last_draw=left == state.profile.stock_floor,
        ),
        discard_pile=tuple(copy.card for copy in state.discard_pile),
        pozzetti=_pozzetti(state),
        hint=_hint(state) if level.hints and not state.is_over else None,
    )


def _hint(state: HandState) -> Phrase | None:
    """Return what a teacher would say aloud: of what lies open only, never of a held card."""
    if state.phase is HandPhase.TO_DRAW:
        return say("hint.draw")
    near = [
        7 - len(meld.shape.faces) for meld in state.own.melds if meld.grade(state.profile) is None
    ]
    if not state.own.pozzetto_taken:
        return say("hint.need_pozzetto")
    if any(meld.grade(state.profile) for meld in state.own.melds):
        return say("hint.no_wild_discard")
    if near and min(near) <= _NEAR:
        return say("hint.burraco_near", n=min(near))
    return say("hint.need_burraco")


def _level(evening: Evening) -> Level:
    return LEVELS[evening.setup.config.assist]


def _pozzetti(state: HandState) -> tuple[bool, bool]:
    left = len(state.pozzetti)
    return (left == 2, left >= 1)


def _side(evening: Evening, state: HandState, side: Side) -> SideView:
    own = state.sides[side]
    points = None
    if evening.setup.config.show_running_points and _level(evening).running_points:
        # Only what lies on the table: what is held is nobody else's business.
        points = sum(meld.points + meld.bonus(state.profile) for meld in own.melds)
    return SideView(
        side=side,
        score=evening.standings.now.totals[side],
        melds=tuple(meld_view(meld, state) for meld in own.melds[:MAX_MELDS]),
        pozzetto=_POZZETTO[own.pozzetto],
        running_points=points,
    )


def meld_view(meld: Meld, state: HandState) -> MeldView:
    """Return a meld as the screen shows it."""
    grade = meld.grade(state.profile)
    return MeldView(
        kind=MeldKind(meld.kind.value),
        cards=_meld_cards(meld),
        grade=None if grade is None else Grade(grade),
        bonus=meld.bonus(state.profile),
        frozen=meld.frozen,
    )


def _meld_cards(meld: Meld) -> tuple[MeldCard, ...]:
    shape = meld.shape
    position = shape.wild_position
    stands_for = 1 if position == 14 else position
    return tuple(
        MeldCard(face, stands_for if index == shape.wild else None)
        for index, face in enumerate(shape.faces)
    )
