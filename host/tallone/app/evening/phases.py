"""The phases of a table's evening, and what leads from one to the next.

House rule: everything that decides which phase follows which stands in this file.
"""

import enum
from typing import Final


class Phase(enum.Enum):
    """Where the evening stands; the value is what the simulated people and the journal call it."""

    CONNECT = "connect"  # a board has not yet said who it is
    LOAD = "load"  # the pack belongs into the hopper, the mat must be empty
    CUT = "cut"  # the commitment is on the screen; the player on the dealer's right cuts
    DEAL = "deal"  # the croupier shuffles and deals; the first pass certifies the pack
    PASS = "pass"  # noqa: S105 - no croupier: people pass card after card over the reading place
    STOPPED = "stopped"  # the deal was broken off; a person puts the pack back
    READY = "ready"  # people carry the piles to their places; both witnesses are compared
    TURN_FIRST = "turn_first"  # the first stock card is to be turned
    PLAY = "play"  # the referee follows
    COUNT = "count"  # the hand is over; the score is on the screen
    MATCH_END = "match_end"  # nothing more is to be played


class Cause(enum.Enum):
    """What happened that can move the evening on."""

    BOARDS_UP = "boards up"
    PACK_LOADED = "pack loaded"
    PACK_SHUFFLED = "pack shuffled by hand"
    CUT_MADE = "cut made"
    DEALT = "dealt"
    DEAL_BROKEN = "deal broken off"
    PACK_BACK = "pack back in the hopper"
    PILES_RIGHT = "piles right"
    FIRST_TURNED = "first card turned"
    HAND_OVER = "hand over"
    PLAYS_ON = "play goes on"
    NEXT_HAND = "next hand"
    MATCH_OVER = "match over"
    NEXT_MATCH = "next match"


TRANSITIONS: Final = {
    Phase.CONNECT: {Cause.BOARDS_UP: Phase.LOAD},
    Phase.LOAD: {
        Cause.PACK_LOADED: Phase.CUT,
        Cause.PACK_SHUFFLED: Phase.PASS,
        Cause.NEXT_MATCH: Phase.LOAD,
        Cause.MATCH_OVER: Phase.MATCH_END,
    },
    Phase.CUT: {Cause.CUT_MADE: Phase.DEAL, Cause.DEAL_BROKEN: Phase.STOPPED},
    Phase.DEAL: {Cause.DEALT: Phase.READY, Cause.DEAL_BROKEN: Phase.STOPPED},
    Phase.PASS: {Cause.DEALT: Phase.READY, Cause.DEAL_BROKEN: Phase.STOPPED},
    Phase.STOPPED: {
        Cause.PACK_BACK: Phase.LOAD,
        Cause.NEXT_MATCH: Phase.LOAD,
        Cause.MATCH_OVER: Phase.MATCH_END,
    },
    Phase.READY: {Cause.PILES_RIGHT: Phase.TURN_FIRST, Cause.DEAL_BROKEN: Phase.STOPPED},
    Phase.TURN_FIRST: {Cause.FIRST_TURNED: Phase.PLAY, Cause.DEAL_BROKEN: Phase.STOPPED},
    Phase.PLAY: {Cause.HAND_OVER: Phase.COUNT, Cause.DEAL_BROKEN: Phase.STOPPED},
    Phase.COUNT: {
        Cause.PLAYS_ON: Phase.PLAY,
        Cause.NEXT_HAND: Phase.LOAD,
        Cause.MATCH_OVER: Phase.MATCH_END,
    },
    Phase.MATCH_END: {Cause.NEXT_MATCH: Phase.LOAD},
}


def after(phase: Phase, cause: Cause) -> Phase:
    """Return the phase that follows; raise ValueError where the table above has none."""
    following = TRANSITIONS[phase].get(cause)
    if following is None:
        raise ValueError(f"{cause.value} cannot happen in the phase {phase.value}")
    return following
