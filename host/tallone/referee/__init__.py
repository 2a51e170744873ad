"""Mat events into moves and verdicts: what a player did, and whether he may."""

from tallone.referee.asking import HAS_CLOSED, NO, YES, Asking
from tallone.referee.book.book import Stage
from tallone.referee.catalogue import CATALOGUE, Irregularity
from tallone.referee.outcomes import (
    Article,
    Finding,
    HandEnded,
    MoveMade,
    Option,
    Outcome,
    Question,
    Resolved,
    Revised,
)
from tallone.referee.referee import Referee

__all__ = [
    "CATALOGUE",
    "HAS_CLOSED",
    "NO",
    "YES",
    "Article",
    "Asking",
    "Finding",
    "HandEnded",
    "Irregularity",
    "MoveMade",
    "Option",
    "Outcome",
    "Question",
    "Referee",
    "Resolved",
    "Revised",
    "Stage",
]
