"""Cards that make no legal play: which of them are wrong, and what that is called."""

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from tallone.findings import CLOSINGS, FindingKind, Ground
from tallone.mat.events import CardPlaced, Seconds
from tallone.mat.zones import Zone
from tallone.referee.book import force
from tallone.referee.melding.cloth import Cloth
from tallone.referee.melding.evidence import Laid
from tallone.referee.melding.hypotheses import Hypothesis, Reader, distinct, lay
from tallone.referee.melding.in_order import MAX_STRAYS, strays_in_order
from tallone.referee.melding.ways import ways
from tallone.rules import HandState, Meld, MeldKind, resolve
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
    tag: CardPlaced,
    astray: Sequence[Laid],
    cloth: Cloth,
) -> Judged:
    """Say what is wrong with those cards laid and that one discarded; no legal play explains them."""
    discard, discarded_at = tag.card, tag.at
    reader, far = Reader(cloth), Reader(cloth, anywhere=True)
    after = lay_leniently(hypotheses, laid, reader)
    if after:
        kind = _closing(after[0].state, discard)
        return Judged(after=after, kind=kind or FindingKind.JUST_TAKEN_DISCARD, cards=(discard,))
    state = hypotheses[0].state
    mended = lay_leniently(hypotheses, _with_astray(state, laid, astray), reader)
    mended = mended or lay_leniently(hypotheses[:MAX_ASKED], laid, far)
    if mended:
        return Judged(after=mended)
    for wrong in _suspects(state, laid, cloth):
        rest = [entry for entry in laid if entry not in wrong]
        again = Reader(cloth)
        if after := lay_leniently(hypotheses[:MAX_ASKED], rest, again):
            named = _named(state, laid, wrong, after, discarded_at)
            if len(wrong) > MAX_WRONG and (reader.is_spent or far.is_spent):
                # What was not looked at to its end is not called wrong.
                named = dataclasses.replace(named, kind=FindingKind.UNEXPLAINED)
            return named
    gave_up = reader.is_spent or far.is_spent
    return Judged(
        after=list(hypotheses),
        kind=FindingKind.UNEXPLAINED if gave_up else FindingKind.WRONG_MELD,
        cards=tuple(entry.card for entry in laid),
        astray=tuple(laid),
        zone=laid[0].zone if laid else None,
    )


def lay_leniently(
    hypotheses: Sequence[Hypothesis],
    laid: Sequence[Laid],
    reader: Reader,
) -> list[Hypothesis]:
    """Return the ways to meld the cards when it does not matter how the turn can end."""
    found: list[Hypothesis] = []
    for one in hypotheses:
        for flown, rest in _after_flight(one, laid, reader):
            padded = dataclasses.replace(flown, state=force.padded(flown.state))
            found += [
                dataclasses.replace(after, state=force.unpadded(after.state, flown.state))
                for after in lay(padded, rest, reader)
            ]
    return distinct(found)


def _after_flight(
    one: Hypothesis, laid: Sequence[Laid], reader: Reader
) -> Iterator[tuple[Hypothesis, Sequence[Laid]]]:
    """Yield the hypothesis after the part of the play that emptied the hand, and what came after."""
    held = set(one.state.holding)
    first = [entry for entry in laid if entry.card in held]
    if len(first) < len(held) or len(first) == len(laid):
        yield one, laid
        return
    for flown in lay(one, first, reader):
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
    """Whether a group was opened beside one of its rank; on one tile a wild too many shows it."""
    ranks = {meld.rank for meld in state.own.melds if meld.kind is MeldKind.GROUP}
    zones = {entry.zone for entry in wrong}
    here = [entry.card.card for entry in laid if entry.zone in zones]
    if all(entry.card.card.can_be_wild for entry in wrong):
        return sum(face.rank in ranks for face in here if not face.can_be_wild) >= 2
    whole = resolve(state.profile, [entry.card for entry in laid if entry.zone in zones])
    if isinstance(whole, Meld) and whole.kind is MeldKind.GROUP and whole.rank in ranks:
        return True
    made = resolve(state.profile, [entry.card for entry in wrong])
    return isinstance(made, Meld) and made.kind is MeldKind.GROUP and made.rank in ranks


def _with_astray(state: HandState, laid: Sequence[Laid], astray: Sequence[Laid]) -> list[Laid]:
    held = set(state.holding)
    return [*(entry for entry in astray if entry.card in held), *laid]


def _suspects(state: HandState, laid: Sequence[Laid], cloth: Cloth) -> Iterator[tuple[Laid, ...]]:
    """Yield sets of cards to call wrong, the likeliest first: those of lanes that make no meld."""
    odd = ways(state.profile, state.own.melds, laid, cloth).unexplained
    there = [entry for entry in laid if entry.zone in odd] or list(laid)
    if len(there) <= FEW:
        yield from itertools.islice(_subsets(there), MAX_TRIES)
    else:
        numbers = tuple(range(1, len(state.own.melds) + 1))
        cards = [entry.card for entry in there]
        strays = strays_in_order(state.profile, state.own.melds, numbers, cards)
        for chosen in strays[:MAX_ASKED]:
            if chosen:
                yield tuple(entry for entry in there if entry.card in chosen)
    yield tuple(there)


def _subsets(laid: Sequence[Laid]) -> Iterator[tuple[Laid, ...]]:
    """Yield few cards before many, neighbours in time before others."""
    for size in range(1, min(MAX_WRONG, len(laid)) + 1):
        runs = [tuple(laid[start : start + size]) for start in range(len(laid) - size + 1)]
        yield from runs
        yield from (one for one in itertools.combinations(laid, size) if one not in runs)
