"""A whole hand as a journal has it: dealt, played by chance, counted, revealed."""

import random

import msgspec

from tallone.dealing.croupier.plan import ledger
from tallone.dealing.promise.commitment import Terms, commit, draw_secret, expand
from tallone.dealing.promise.reveal import reveal
from tallone.dealing.promise.sealed import Sealed
from tallone.journal.outcomes import outcome_record
from tallone.journal.records import (
    Committed,
    CutMade,
    DealReady,
    DealRevealed,
    HandOver,
    LedgerSealed,
    SessionOpened,
)
from tallone.referee.outcomes import HandEnded, MoveMade
from tallone.rules import Phase, apply, legal_moves, load_profile, result, start
from tallone.rules.cards.seats import Seat
from tallone.rules.hand.moves import Discard

PROFILE = "fibur"


def session(**changes):
    fields = {
        "at": 0.0,
        "program": "0.1.0",
        "versions": {"mat": "1", "croupier": "1"},
        "config": {"table": 7},
        "profile": {"base": PROFILE},
        "assist": "circolo",
        "pack": "A",
        "table": 7,
        "players": 4,
        "wall_clock": "2026-01-31T21:00:00",
    }
    return SessionOpened(**fields | changes)


def played(seed, *, hand=1, moves=60, seal=None):
    """Return records of a hand and its last state; with `seal` as they are before the count."""
    chance = random.Random(seed)
    secret = draw_secret(chance.randbytes)
    terms = Terms(table="7", round=1, hand=hand, players=4, firmware="ab", pack="A")
    commitment = commit(secret, terms)
    cut = chance.randrange(108)
    order = expand(secret, commitment, cut)
    deal = ledger(order, 4, Seat.WEST)
    records = [
        Committed(
            at=1.0, hand=hand, table="7", round=1, players=4, dealer="W", pack="A",
            firmware="ab", commitment=commitment.hex, words=commitment.words,
            sealed_secret=seal(secret) if seal else b"",
        ),
        CutMade(at=2.0, hand=hand, value=cut, seat="S"),
        LedgerSealed(at=60.0, hand=hand, sealed_ledger=seal(order) if seal else b""),
        DealReady(at=61.0, hand=hand, barrier={"N": 11, "stock": 42}),
    ]  # fmt: skip
    state = start(load_profile(PROFILE), deal)
    index = 0
    while state.phase is not Phase.OVER and index < moves:
        options = legal_moves(state)
        plays = [move for move in options if not isinstance(move, Discard)]
        move = chance.choice(plays if plays and chance.random() < 0.8 else options)
        state = apply(state, move)
        made = MoveMade(move=move, index=index, certainty=1.0, at=100.0 + index)
        records.append(outcome_record(made, hand))
        index += 1
    if seal is None:
        ended = HandEnded(end="open", closed_by=None, at=900.0)
        told = msgspec.to_builtins(result(state))
        records += [
            outcome_record(ended, hand),
            HandOver(at=901.0, hand=hand, result=told, turns=state.turns, moves=index),
            DealRevealed(
                at=902.0,
                hand=hand,
                reveal=msgspec.to_builtins(reveal(secret, commitment, cut)),
            ),
        ]
    return records, state, deal


def sealing(key, purpose="ledger"):
    """Return a function that seals with a key."""
    return lambda content: key.seal(content, purpose) if isinstance(content, Sealed) else b""
