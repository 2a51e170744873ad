"""Cards that make no legal play: which of them are wrong, and what that is called."""

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.findings import CLOSINGS, FindingKind, Ground
from tallone.mat.events import Seconds
from tallone.mat.zones import GROUP_TILES, Zone
from tallone.referee.book import force
from tallone.referee.melding.evidence import Laid
from tallone.referee.melding.hypotheses import Hypothesis, distinct, lay
from tallone.referee.melding.in_order import MAX_STRAYS, strays_in_order
from tallone.rules import HandState, MeldKind
from tallone.rules.cards.cards import CardCopy

# At most this many cards are called wrong one by one; past it, all that was laid is.
MAX_WRONG: Final = MAX_STRAYS
# Every set of so few cards laid is tried; of more, those that the order of laying points to.
FEW: Final = 10
MAX_TRIES: Final = 200
# The most explanations, and the most sets of cards to call wrong, that are looked at.
MAX_ASKED: Final = 4


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What is wrong with a play, and the hypotheses after what is right of it."""

    after: list[Hypothesis]
    kind: FindingKind | None = None
    cards: tuple[CardCopy, ...] = ()
    astray: tuple[Laid, ...] = ()
    zone: Zone | None = None
    ground: Ground = Ground.SEEN

    @property
    def is_closing(self) -> bool:
        return self.kind in CLOSINGS


def judge_play(
    hypotheses: Sequence[Hypothesis],
    laid: Sequence[Laid],
    discard: CardCopy,
    astray: Sequence[Laid],
    discarded_at: Seconds,
) -> Judged:
    """Say what is wrong with those cards laid and that one discarded; no legal play explains them."""
    after = lay_leniently(hypotheses, laid)
    if after:
        kind = _closing(after[0].state, discard)
        return Judged(after=after, kind=kind or FindingKind.JUST_TAKEN_DISCARD, cards=(discard,))
    mended = lay_leniently(hypotheses, _with_astray(hypotheses[0].state, laid, astray))
    if mended:
        return Judged(after=mended)
    for wrong in _suspects(hypotheses[0].state, laid):
        rest = [entry for entry in laid if entry not in wrong]
        if after := lay_leniently(hypotheses[:MAX_ASKED], rest):
            return _named(hypotheses[0].state, laid, wrong, after, discarded_at)
    return Judged(
        after=list(hypotheses),
        kind=FindingKind.WRONG_MELD,
        cards=tuple(entry.card for entry in laid),
        astray=tuple(laid),
        zone=laid[0].zone if laid else None,
    )


def lay_leniently(hypotheses: Sequence[Hypothesis], laid: Sequence[Laid]) -> list[Hypothesis]:
    """Return the ways to meld the cards when it does not matter how the turn can end."""
    found: list[Hypothesis] = []
    for one in hypotheses:
        for flown, rest in _after_flight(one, laid):
            padded = dataclasses.replace(flown, state=force.padded(flown.state))
            found += [
                dataclasses.replace(after, state=force.unpadded(after.state, flown.state))
                for after in lay(padded, rest)
            ]
    return distinct(found)


def _after_flight(
    one: Hypothesis, laid: Sequence[Laid]
) -> Iterator[tuple[Hypothesis, Sequence[Laid]]]:
    """Yield the hypothesis after the part of the play that emptied the hand, and what came after."""
    held = set(one.state.holding)
    first = [entry for entry in laid if entry.card in held]
    if len(first) < len(held) or len(first) == len(laid):
        yield one, laid
        return
    for flown in lay(one, first):
        yield flown, [entry for entry in laid if entry.card not in held]


def _closing(state: HandState, discard: CardCopy) -> FindingKind | None:
    """Return the kind of illegal closing that this discard makes, or None."""
    if set(state.holding) != {discard}:
        return None
    if not state.own.pozzetto_taken:
        return None if state.pozzetti else FindingKind.CLOSE_NO_POZZETTO
    if discard.card.can_be_wild:
        return FindingKind.CLOSE_WILD
    if not any(meld.grade(state.profile) for meld in state.own.melds):
        return FindingKind.CLOSE_NO_BURRACO
    return FindingKind.CLOSE_TOO_EARLY


def _named(
    state: HandState,
    laid: Sequence[Laid],
    wrong: Sequence[Laid],
    after: list[Hypothesis],
    discarded_at: Seconds,
) -> Judged:
    cards = tuple(entry.card for entry in wrong)
    if _is_second_group(state, laid, wrong):
        kind = FindingKind.IDENTICAL_GROUP
    elif all(entry.at > discarded_at for entry in wrong):
        # Laid openly it would have been read before the discard, or would still be missing.
        kind = FindingKind.PHANTOM_CARD
    else:
        kind = FindingKind.WRONG_MELD
    return Judged(
        after=after,
        kind=kind,
        cards=cards,
        astray=tuple(wrong),
        zone=wrong[0].zone,
        ground=Ground.CHOSEN,
    )


def _is_second_group(state: HandState, laid: Sequence[Laid], wrong: Sequence[Laid]) -> bool:
    """Whether a group was opened beside one of its rank: one wild too many shows it."""
    ranks = {meld.rank for meld in state.own.melds if meld.kind is MeldKind.GROUP}
    here = [entry.card.card for entry in laid if entry.zone in GROUP_TILES]
    return (
        all(entry.zone in GROUP_TILES and entry.card.card.can_be_wild for entry in wrong)
        and sum(face.rank in ranks for face in here if not face.can_be_wild) >= 2
    )


def _with_astray(state: HandState, laid: Sequence[Laid], astray: Sequence[Laid]) -> list[Laid]:
    held = set(state.holding)
    return [*(entry for entry in astray if entry.card in held), *laid]


def _suspects(state: HandState, laid: Sequence[Laid]) -> Iterator[tuple[Laid, ...]]:
    """Yield sets of cards to call wrong, the likeliest first."""
    if len(laid) <= FEW:
        yield from itertools.islice(_subsets(laid), MAX_TRIES)
        return
    strays = [
        strays_in_order(state.profile, state.own.melds, kind, [entry.card for entry in tile])
        for kind, tile in (
            (MeldKind.RUN, [entry for entry in laid if entry.zone not in GROUP_TILES]),
            (MeldKind.GROUP, [entry for entry in laid if entry.zone in GROUP_TILES]),
        )
    ]
    for chosen in itertools.islice(itertools.product(*strays), MAX_ASKED):
        if cards := set(itertools.chain(*chosen)):
            yield tuple(entry for entry in laid if entry.card in cards)


def _subsets(laid: Sequence[Laid]) -> Iterator[tuple[Laid, ...]]:
    """Yield few cards before many, neighbours in time before others."""
    for size in range(1, min(MAX_WRONG, len(laid)) + 1):
        runs = [tuple(laid[start : start + size]) for start in range(len(laid) - size + 1)]
        yield from runs
        yield from (one for one in itertools.combinations(laid, size) if one not in runs)
