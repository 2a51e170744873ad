"""What a club's code says when something goes wrong, and what becomes of a position when that is carried out."""

from tallone.referee.rulings.answers import Asked, Ruling
from tallone.referee.rulings.facts import Facts, FactsError, History
from tallone.referee.rulings.ruling import UnknownKindError, rule
from tallone.referee.rulings.situation import Situation

__all__ = [
    "Asked",
    "Facts",
    "FactsError",
    "History",
    "Ruling",
    "Situation",
    "UnknownKindError",
    "rule",
]
