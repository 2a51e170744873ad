"""Packs, plans and secrets for the tests of dealing."""

import hashlib
import random

from tallone.dealing.croupier.plan import DealPlan
from tallone.dealing.promise.commitment import Terms, commit, draw_secret, expand
from tallone.mat.events import TagUid
from tallone.mat.registry import registry_of
from tallone.rules.cards.cards import PACK

TERMS = Terms(table="7", round=2, hand=3, players=4, firmware="0badc0de12345678", pack="A")


def uid(pack, number):
    """Return a tag's UID: E0 last, as on the air."""
    return TagUid(hashlib.sha256(f"{pack}/{number}".encode()).digest()[:6] + b"\x04\xe0")


def registry(name):
    return registry_of(name, [(uid(name, int(copy)), copy) for copy in PACK])


def hopper(name, seed):
    """Return the tags of a pack in some order."""
    cards = [uid(name, int(copy)) for copy in PACK]
    random.Random(seed).shuffle(cards)
    return cards


def terms(players=4, hand=3):
    return Terms(table="7", round=2, hand=hand, players=players, firmware="0badc0de", pack="A")


def order_of(seed, players=4):
    """Return secret, commitment and order of a deal that is the same for the same seed."""
    secret = draw_secret(random.Random(seed).randbytes)
    commitment = commit(secret, terms(players))
    return secret, commitment, expand(secret, commitment, seed % 108)


def plan_of(seed, players=4, **options):
    return DealPlan(order_of(seed, players)[2], players, **options)
