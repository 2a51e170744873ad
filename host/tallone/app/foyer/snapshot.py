"""The foyer as the journal keeps it, so that a kill resumes it: decided things, and the open page."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import msgspec

from tallone.app.foyer.foyer import Formula, Foyer, RoundClock
from tallone.app.foyer.seating import Seating, clean_name
from tallone.app.foyer.stages import Act, Stage
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat


class _Kept(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The shape in the journal; every field has a default, so that a later program may add some."""

    stage: Stage = Stage.TABLE
    under: tuple[Stage, ...] = ()
    act: Act | None = None
    names: dict[str, str] = {}
    draws: dict[str, tuple[str, ...]] = {}
    dealer: Seat | None = None
    players: int = 4
    profile: str = ""
    hands: int = 3
    points: int = 0
    ends_at: float | None = None
    stopped_with: float | None = None
    setting: str = ""
    done: tuple[str, ...] = ()
    # Whether a match was begun with this press.
    begins: bool = False


def snapshot(foyer: Foyer, *, begins: bool = False) -> dict[str, Any]:
    """Return what the journal keeps; what is being typed is not among it."""
    seating = foyer.seating
    kept = _Kept(
        stage=foyer.stage,
        under=foyer.under,
        act=foyer.act,
        names={seat.value: name for seat, name in seating.names.items()},
        draws={seat.value: tuple(map(str, cards)) for seat, cards in seating.draws.items()},
        dealer=seating.dealer,
        players=seating.players,
        profile=foyer.profile,
        hands=foyer.formula.hands,
        points=foyer.formula.points,
        ends_at=foyer.clock.ends_at,
        stopped_with=foyer.clock.stopped_with,
        setting=foyer.setting,
        done=tuple(sorted(foyer.done)),
        begins=begins,
    )
    found = msgspec.to_builtins(kept)
    assert isinstance(found, dict)
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class Restored:
    """A foyer out of the journal, and whether a match was begun with it."""

    foyer: Foyer
    begins: bool


def restore(kept: Mapping[str, Any]) -> Restored | None:
    """Return the foyer that was kept; None if what stands there is none."""
    try:
        found = msgspec.convert(dict(kept), _Kept)
        seating = Seating(
            players=2 if found.players == 2 else 4,
            names={Seat(seat): clean_name(name) for seat, name in found.names.items()},
            draws={
                Seat(seat): tuple(Card.parse(word) for word in words)
                for seat, words in found.draws.items()
            },
            dealer=found.dealer,
        )
    except (msgspec.ValidationError, ValueError):
        return None
    foyer = Foyer(
        stage=found.stage,
        under=found.under,
        act=found.act,
        seating=seating,
        profile=found.profile,
        formula=Formula(hands=found.hands, points=found.points),
        clock=RoundClock(ends_at=found.ends_at, stopped_with=found.stopped_with),
        setting=found.setting,
        done=frozenset(found.done),
    )
    return Restored(foyer, found.begins)
