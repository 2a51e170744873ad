"""Before the first draw: whether all is where it must be, by every witness there is."""

from collections.abc import Mapping
from typing import Final

from tallone.dealing.layout import POZZETTO_PLACES, STOCK, layout, wrong_size
from tallone.dealing.piles.belief import (
    DOUBT_FROM,
    STRANGE_FROM,
    WRONG_FROM,
    Belief,
    Witnesses,
    believe,
)
from tallone.findings import Finding, FindingKind, FoundIn
from tallone.mat.piles import CardWeight
from tallone.mat.zones import Zone

_CARD: Final = CardWeight()
# Nothing that sensors say is certain, however many digits are kept.
_SUREST: Final = 0.999999


def ready(
    players: int, barrier: Mapping[str, int], scale: Mapping[str, int]
) -> tuple[Finding, ...]:
    """Compare counts: what the croupier's barriers and the mat's scales count with what was dealt.

    Both are place -> count; a place without a scale is missing from `scale`, a hand always is.
    Nothing is returned if all is right: 11 for each hand and pozzetto, the rest in the stock.
    """
    counted = {place: barrier.get(place, 0) for place in layout(players).counts}
    grams = {place: count * _CARD.per_card for place, count in scale.items()}
    return pile_findings(players, believe(players, Witnesses(barrier=counted, grams=grams)))


def is_ready(players: int, barrier: Mapping[str, int], scale: Mapping[str, int]) -> bool:
    """Return whether the hand may begin."""
    return not ready(players, barrier, scale)


def is_right(players: int, belief: Belief) -> bool:
    """Return whether play may begin: no pile is wrong or in doubt, and only cards lie on the scales."""
    return (
        belief.strange < STRANGE_FROM
        and not pile_findings(players, belief)
        and not doubts(players, belief)
    )


def doubts(players: int, belief: Belief) -> tuple[str, ...]:
    """Return the places that people should count: probably as dealt, not surely enough to begin."""
    wanted = layout(players).counts
    return tuple(
        place
        for place in (*POZZETTO_PLACES, STOCK)
        if DOUBT_FROM <= 1 - belief.chance(place, wanted[place]) < WRONG_FROM
    )


def pile_findings(players: int, belief: Belief) -> tuple[Finding, ...]:
    """Return a finding for each pile that rather holds another number of cards, with its certainty."""
    wanted = layout(players).counts
    told = {
        place: belief.other(place, count)
        for place, count in wanted.items()
        if 1 - belief.chance(place, count) >= WRONG_FROM
    }
    # Cards that a pozzetto has too few or too many of explain a stock of another size.
    explained = wanted[STOCK] + sum(
        wanted[place] - told[place] for place in POZZETTO_PLACES if place in told
    )
    return tuple(
        _finding(
            wrong_size(place, count, wanted[place]),
            place,
            count,
            wanted[place],
            belief.chance(place, count),
        )
        for place, count in told.items()
        if place != STOCK or count != explained
    )


def not_empty(cards: Mapping[Zone, int]) -> tuple[Finding, ...]:
    """Return a finding for each zone of the mat that holds something before a deal.

    `cards` is zone -> how many cards are seen or weighed there.
    """
    return tuple(
        Finding(
            kind=FindingKind.ZONE_NOT_EMPTY,
            phase=FoundIn.LOAD,
            zone=zone.value,
            count=count,
        )
        for zone, count in cards.items()
        if count and zone is not Zone.THROAT
    )


def _finding(kind: FindingKind, place: str, count: int, wanted: int, certainty: float) -> Finding:
    return Finding(
        kind=kind,
        phase=FoundIn.READY,
        zone=place,
        count=count,
        certainty=min(round(certainty, 6), _SUREST),
        detail={"expected": wanted},
    )
