"""What becomes of position, score and match when effects are carried out: looked at before, done after."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Final

from tallone.referee.rulings.after import carry
from tallone.referee.rulings.answers import Asked
from tallone.referee.rulings.situation import Situation
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat, Side, seats
from tallone.rules.hand.bars import imposed_of
from tallone.rules.hand.hand import HandState
from tallone.rules.hand.scoring import score
from tallone.rules.rulings.effects import Effect, write_effect

# Of these a match keeps count; they leave the hand's position alone.
_OF_MATCH: Final = ("warning", "points", "vp", "award", "arbitral-score", "report")
DEALS_AGAIN: Final = "redeal"


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """One line of what differs: `what` names it, of a seat or side, before and after."""

    what: str
    who: Seat | Side | None
    before: str | int
    after: str | int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A position after a ruling, its points by side, and what differs. `state` None: no hand is played."""

    state: HandState | None
    before: Mapping[Side, int]
    after: Mapping[Side, int]
    changes: tuple[Change, ...] = ()


def preview(asked: Asked, effects: Iterable[Effect], now: HandState | None) -> Preview:
    """Return what effects do; raise FactsError, CannotCarryOutError or what a carried-out move raises."""
    effects = tuple(effects)
    if asked.situation is None or now is None:
        return Preview(state=None, before={}, after={})
    facts = asked.facts
    situation: Situation = carry(asked.situation, effects, by=facts.by, act=facts.act)
    state = situation.state
    if not facts.act and not _touches(effects, asked.situation.state, state):
        state = now
    return Preview(
        state=state,
        before=points(now),
        after=points(state),
        changes=tuple(changes(now, state)),
    )


def _touches(effects: tuple[Effect, ...], before: HandState, after: HandState) -> bool:
    return any(effect.name not in _OF_MATCH for effect in effects) and before != after


def points(state: HandState) -> dict[Side, int]:
    """Return what the hand would bring each side if it were counted as it lies."""
    return {side: column.total for side, column in score(state).items()}


def changes(before: HandState, after: HandState) -> Iterable[Change]:
    """Yield what differs between two positions, without a face: counts, turns, melds, bars."""
    for seat, held, left in zip(
        seats(before.players), before.holding_list, after.holding_list, strict=True
    ):
        if len(held) != len(left):
            yield Change("held", seat, len(held), len(left))
        edge = len(imposed_of(before).edge_of(seat)), len(imposed_of(after).edge_of(seat))
        if edge[0] != edge[1]:
            yield Change("edge", seat, *edge)
    for side, old, new in zip(Side, before.side_list, after.side_list, strict=True):
        if len(old.melds) != len(new.melds):
            yield Change("melds", side, len(old.melds), len(new.melds))
        frozen = [sum(meld.frozen for meld in one.melds) for one in (old, new)]
        if frozen[0] != frozen[1]:
            yield Change("frozen", side, *frozen)
        if old.pozzetto_taken is not new.pozzetto_taken:
            yield Change("pozzetto", side, int(old.pozzetto_taken), int(new.pozzetto_taken))
    for what, one, other in (
        ("stock", len(before.stock), len(after.stock)),
        ("pile", len(before.discard_pile), len(after.discard_pile)),
        ("bars", len(imposed_of(before).bars), len(imposed_of(after).bars)),
    ):
        if one != other:
            yield Change(what, None, one, other)
    if (before.seat, before.phase) != (after.seat, after.phase):
        yield Change("turn", None, before.seat.value, after.seat.value)
    if before.end is not after.end:
        yield Change("end", None, before.end.value, after.end.value)


@dataclasses.dataclass(frozen=True, slots=True)
class MatchEffects:
    """What effects do beyond the hand: points and victory points by side (changes), warnings, a new deal."""

    points: Mapping[Side, int]
    victory_points: Mapping[Side, int]
    warned: tuple[Side, ...]
    deals_again: bool


def match_effects(effects: Iterable[Effect]) -> MatchEffects:
    """Return what effects do to the match."""
    mp, vp = dict.fromkeys(Side, 0), dict.fromkeys(Side, 0)
    warned: list[Side] = []
    deals_again = False
    for effect in effects:
        match effect.name:
            case "points":
                mp[effect.side()] += effect.number("mp")
            case "vp":
                vp[effect.side()] += effect.number("vp")
            case "warning":
                warned.append(effect.side())
            case "redeal":
                deals_again = True
            case _:
                pass
    return MatchEffects(mp, vp, tuple(warned), deals_again)


def lines_of(asked: Asked, effects: Iterable[Effect]) -> tuple[str, ...]:
    """Return act and effects as lines of the notation: `did S: ...` and `ruling S: ...`."""
    facts = asked.facts
    lines = []
    if facts.by is not None and facts.act:
        acts = "; ".join(action.text for action in facts.act)
        lines.append(f"did {facts.by.value}: {acts}")
    written = "; ".join(write_effect(effect, _players(asked)) for effect in effects)
    if written:
        head = "ruling" if facts.by is None else f"ruling {facts.by.value}"
        lines.append(f"{head}: {written}")
    return tuple(lines)


def _players(asked: Asked) -> int:
    return 4 if asked.situation is None else asked.situation.players


def hidden_cards(cards: Iterable[Card], state: HandState | None) -> tuple[Card, ...]:
    """Return the cards of these that lie face up nowhere: nobody but who asks for them is shown them."""
    if state is None:
        return ()
    open_ = {copy.card for own in state.side_list for meld in own.melds for copy in meld.copies}
    open_ |= {copy.card for copy in state.discard_pile}
    open_ |= {copy.card for _, edge in imposed_of(state).edge for copy in edge}
    return tuple(card for card in cards if card not in open_)
