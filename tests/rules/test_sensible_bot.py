"""The sensible bot finds a move wherever there is one."""

from random import Random

from msgspec.structs import replace
from tests.rules.positions import after, position

from tallone.bots import SensibleBot
from tallone.rules.hand.apply import apply
from tallone.rules.hand.hand import PozzettoEntry
from tallone.rules.hand.moves import ExtendMeld, OpenMeld


def test_a_card_that_may_not_be_discarded_is_laid_even_on_a_meld_just_opened():
    """A joker is held, a pile of one joker is taken and all else is laid: the last card is barred."""
    cards = "8H 8D 8C 8S 6H 6D 6C 6S KS QS JK1b"
    state = after(position(cards, pile="JK1r", taken=False, drawn=False), "take")
    bot, rng = SensibleBot(), Random(1)
    moves = []
    while state.own.pozzetto is PozzettoEntry.NOT_TAKEN and len(moves) < len(cards):
        moves.append(bot.choose(state, rng))
        state = apply(state, moves[-1])
    assert [type(move) for move in moves] == [OpenMeld, OpenMeld, OpenMeld, ExtendMeld]
    assert state.own.pozzetto is PozzettoEntry.DIRECT


def test_a_turn_that_can_end_with_a_discard_does():
    state = replace(position("KD 3C"), turns=8)
    assert str(SensibleBot().choose(state, Random(1)).card) in ("KDb", "3Cb")
