"""Before the first draw: whether all is where it must be, by every witness there is."""

from collections.abc import Mapping
from typing import Final

from tallone.dealing.findings import Finding
from tallone.dealing.layout import POZZETTO_PLACES, STOCK, layout
from tallone.mat.zones import Zone

# Of the rules' paragraphs on pozzetti of another size.
_REF: Final = {"short-pozzetto": "pozzetti-short", "long-pozzetto": "pozzetti-long"}
_REMEDY: Final = {
    "short-pozzetto": "refill-from-stock-bottom",
    "long-pozzetto": "extras-under-the-stock",
    "zone-not-empty": "take-the-cards-away",
}


def ready(
    players: int, barrier: Mapping[str, int], scale: Mapping[str, int], certainty: float = 1.0
) -> tuple[Finding, ...]:
    """Compare what the croupier's barriers and the mat's scales count with what was dealt.

    Both are place -> count; a place without a scale is missing from `scale`, a hand always is.
    Nothing is returned if all is right: 11 for each hand and pozzetto, the rest in the stock.
    """
    wanted = layout(players).counts
    findings = [
        finding
        for place in wanted
        if place != STOCK
        for finding in _pile(place, wanted[place], barrier.get(place, 0), scale.get(place))
    ]
    stock = scale.get(STOCK, barrier.get(STOCK, 0))
    # Cards that a pozzetto has too few or too many of explain a stock of another size.
    explained = sum(wanted[place] - scale.get(place, wanted[place]) for place in POZZETTO_PLACES)
    if stock != wanted[STOCK] + explained:
        kind = "short-stock" if stock < wanted[STOCK] + explained else "long-stock"
        findings.append(_finding(kind, STOCK, stock, wanted[STOCK], certainty))
    return tuple(findings)


def is_ready(players: int, barrier: Mapping[str, int], scale: Mapping[str, int]) -> bool:
    """Return whether the hand may begin."""
    return not ready(players, barrier, scale)


def not_empty(cards: Mapping[Zone, int]) -> tuple[Finding, ...]:
    """Return a finding for each zone of the mat that holds something before a deal.

    `cards` is zone -> how many cards are seen or weighed there.
    """
    return tuple(
        Finding(
            kind="zone-not-empty",
            phase="load",
            zone=zone.value,
            count=count,
            remedies=(_REMEDY["zone-not-empty"],),
        )
        for zone, count in cards.items()
        if count and zone is not Zone.THROAT
    )


def _pile(place: str, wanted: int, counted: int, weighed: int | None) -> list[Finding]:
    seen = counted if weighed is None else weighed
    if seen == wanted and counted == wanted:
        return []
    # The scale looks later than the barrier, so what it says is how things are now.
    wrong = seen if seen != wanted else counted
    kind = "pozzetto" if place in POZZETTO_PLACES else "hand"
    return [_finding(f"{'short' if wrong < wanted else 'long'}-{kind}", place, wrong, wanted, 1.0)]


def _finding(kind: str, place: str, count: int, wanted: int, certainty: float) -> Finding:
    return Finding(
        kind=kind,
        phase="ready",
        zone=place,
        count=count,
        certainty=certainty,
        ref=_REF.get(kind, ""),
        remedies=(_REMEDY.get(kind, "deal-again"),),
        detail={"expected": wanted},
    )
