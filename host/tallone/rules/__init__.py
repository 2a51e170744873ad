"""Pure Burraco: cards and moves in, verdicts, positions and scores out."""

from tallone.rules.cards.cards import (
    CARDS,
    JOKER,
    PACK,
    Card,
    CardCopy,
    Deck,
    NoSuchCardError,
    Suit,
)
from tallone.rules.cards.seats import Seat, Side, next_seat, seats, side_name, side_of
from tallone.rules.cards.verdicts import LEGAL, Illegal, IllegalMoveError, Legal, Verdict
from tallone.rules.hand.apply import apply, follow, freeze
from tallone.rules.hand.hand import (
    Deal,
    DealError,
    End,
    HandState,
    Phase,
    PozzettoEntry,
    SideState,
    start,
)
from tallone.rules.hand.judge import judge
from tallone.rules.hand.legal import legal_moves
from tallone.rules.hand.moves import (
    CallStall,
    CallTimeOut,
    Discard,
    DrawFromStock,
    ExtendMeld,
    Move,
    OpenMeld,
    PlayerMove,
    TakeDiscardPile,
)
from tallone.rules.hand.scoring import HandScore, SideScore, result, score
from tallone.rules.melds.meld import Meld, extend, resolve
from tallone.rules.melds.readings import Explanation, explain
from tallone.rules.melds.shapes import MeldKind, Shape
from tallone.rules.notation.query import answer
from tallone.rules.notation.read import HandRecord, Reading, hand_result, read_hand, replay
from tallone.rules.notation.words import Problem
from tallone.rules.notation.write import write_hand
from tallone.rules.profiles.profile import PROFILE_NAMES, Profile, ProfileError, load_profile

__all__ = [
    "CARDS",
    "JOKER",
    "LEGAL",
    "PACK",
    "PROFILE_NAMES",
    "CallStall",
    "CallTimeOut",
    "Card",
    "CardCopy",
    "Deal",
    "DealError",
    "Deck",
    "Discard",
    "DrawFromStock",
    "End",
    "Explanation",
    "ExtendMeld",
    "HandRecord",
    "HandScore",
    "HandState",
    "Illegal",
    "IllegalMoveError",
    "Legal",
    "Meld",
    "MeldKind",
    "Move",
    "NoSuchCardError",
    "OpenMeld",
    "Phase",
    "PlayerMove",
    "PozzettoEntry",
    "Problem",
    "Profile",
    "ProfileError",
    "Reading",
    "Seat",
    "Shape",
    "Side",
    "SideScore",
    "SideState",
    "Suit",
    "TakeDiscardPile",
    "Verdict",
    "answer",
    "apply",
    "explain",
    "extend",
    "follow",
    "freeze",
    "hand_result",
    "judge",
    "legal_moves",
    "load_profile",
    "next_seat",
    "read_hand",
    "replay",
    "resolve",
    "result",
    "score",
    "seats",
    "side_name",
    "side_of",
    "start",
    "write_hand",
]
