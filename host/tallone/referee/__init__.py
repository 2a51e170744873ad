"""Mat events into moves and verdicts: what a player did, and whether he may."""

from tallone.referee.asking import HAS_CLOSED, NO, NONE, YES, Asking
from tallone.referee.book.turns import Stage
from tallone.referee.outcomes import (
    HandEnded,
    Happening,
    MoveMade,
    Option,
    Outcome,
    Question,
    Resolved,
    Revised,
)
from tallone.referee.referee import Referee

__all__ = [
    "HAS_CLOSED",
    "NO",
    "NONE",
    "YES",
    "Asking",
    "HandEnded",
    "Happening",
    "MoveMade",
    "Option",
    "Outcome",
    "Question",
    "Referee",
    "Resolved",
    "Revised",
    "Stage",
]
