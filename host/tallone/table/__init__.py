"""Mat events into the state of the table: where all 108 copies lie, seen or inferred."""

from tallone.table.checks import Problem, ProblemKind, check, known_count
from tallone.table.dealt import POZZETTO_CARDS, dealt
from tallone.table.inventory import differences
from tallone.table.places import (
    InCroupier,
    InDiscard,
    InHolding,
    InMeld,
    InPozzetto,
    InStock,
    OutOfSight,
    Place,
)
from tallone.table.state import Cards, TableState, put
from tallone.table.track import CardMoved, Tracked, track

__all__ = [
    "POZZETTO_CARDS",
    "CardMoved",
    "Cards",
    "InCroupier",
    "InDiscard",
    "InHolding",
    "InMeld",
    "InPozzetto",
    "InStock",
    "OutOfSight",
    "Place",
    "Problem",
    "ProblemKind",
    "TableState",
    "Tracked",
    "check",
    "dealt",
    "differences",
    "known_count",
    "put",
    "track",
]
