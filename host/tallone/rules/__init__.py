"""Pure Burraco: cards and moves in, verdicts, positions and scores out."""

from tallone.rules.apply import apply, follow, freeze
from tallone.rules.cards import CARDS, JOKER, PACK, Card, CardCopy, Deck, NoSuchCardError, Suit
from tallone.rules.explain import Explanation, explain
from tallone.rules.hand import (
    Deal,
    DealError,
    End,
    HandState,
    Phase,
    PozzettoEntry,
    SideState,
    start,
)
from tallone.rules.judge import judge
from tallone.rules.legal import legal_moves
from tallone.rules.meld import Meld, extend, resolve
from tallone.rules.moves import (
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
from tallone.rules.notation import HandRecord, Reading, hand_result, read_hand, replay
from tallone.rules.notation_text import Problem
from tallone.rules.notation_write import write_hand
from tallone.rules.profile import PROFILE_NAMES, Profile, ProfileError, load_profile
from tallone.rules.query import answer
from tallone.rules.scoring import HandScore, SideScore, result, score
from tallone.rules.seats import Seat, Side, next_seat, seats, side_name, side_of
from tallone.rules.shapes import MeldKind, Shape
from tallone.rules.verdicts import LEGAL, Illegal, IllegalMoveError, Legal, Verdict

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
