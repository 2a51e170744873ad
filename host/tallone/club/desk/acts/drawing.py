"""A round drawn from the event's plan and what was played before. Pure; nothing is published here."""

from collections.abc import Callable, Mapping
from typing import Final

from tallone.club.log.events import EventSettings, Phase
from tallone.club.rules.codes import load_code
from tallone.club.rules.meetings import Drawn, Kind
from tallone.club.rules.movements.danish import DanishRound, danish
from tallone.club.rules.movements.groups import split
from tallone.club.rules.movements.individual import individual
from tallone.club.rules.movements.lot import drawn_order
from tallone.club.rules.movements.mitchell import MitchellRound, lines_of, mitchell
from tallone.club.rules.movements.round_robin import round_robin
from tallone.club.rules.record.state import Projection
from tallone.club.rules.refusal import refuse


def draw(settings: EventSettings, state: Projection, number: int) -> tuple[str, Drawn]:
    """Return the movement of a round and who sits where.

    Raise Refused: `movement.round` for a round that the plan does not have, and what movements refuse.
    """
    phase, _first = phase_of(settings, number)
    make = _MOVEMENTS.get(phase.movement)
    if make is None:
        refuse("movement.round", f"there is no movement {phase.movement!r}; change the plan")
    return phase.movement, make(settings, state, number, phase)


def phase_of(settings: EventSettings, number: int) -> tuple[Phase, int]:
    """Return the phase of a round and the phase's first round; raise Refused `movement.round`."""
    first = 1
    for phase in settings.plan:
        if first <= number < first + phase.rounds:
            return phase, first
        first += phase.rounds
    return refuse(
        "movement.round", f"the plan has {first - 1} rounds, not {number}; plan more first"
    )


def next_round(state: Projection) -> int:
    """Return the number of the round that has not been published yet."""
    return max(state.seatings, default=0) + 1


def _mitchell(settings: EventSettings, state: Projection, number: int, phase: Phase) -> Drawn:
    return mitchell(
        MitchellRound(
            number=number,
            lines=lines_of(len(state.entrants), step=phase.step, skip=phase.skip),
            before=state.played.before(number),
            code=load_code(settings.code),
            out=_gone(state, number),
            session_from=_session(settings, number),
        )
    )


def _danish(settings: EventSettings, state: Projection, number: int, phase: Phase) -> Drawn:
    order = tuple(row.entrant for row in state.rows)
    return danish(_paired(settings, state, number, phase, order))


def _lot(settings: EventSettings, state: Projection, number: int, phase: Phase) -> Drawn:
    order = drawn_order(settings.lot_seed or settings.name, number, state.entrants)
    return danish(_paired(settings, state, number, phase, order))


def _paired(
    settings: EventSettings, state: Projection, number: int, phase: Phase, order: tuple[int, ...]
) -> DanishRound:
    groups: tuple[tuple[int, ...], ...] = (order,)
    if phase.tables:
        groups = split(order, phase.tables).groups
    elif settings.groups:
        place = {one: index for index, one in enumerate(order)}
        groups = tuple(tuple(sorted(group, key=place.__getitem__)) for group in settings.groups)
    return DanishRound(
        number=number,
        groups=groups,
        before=state.played.before(number),
        code=load_code(settings.code),
        planned=sum(phase.rounds for phase in settings.plan),
        out=_gone(state, number),
        session_from=_session(settings, number),
        individual=settings.kind == "individual",
    )


def _robin(settings: EventSettings, state: Projection, number: int, phase: Phase) -> Drawn:
    _, first = phase_of(settings, number)
    double = phase.rounds > len(state.entrants)
    return round_robin(state.entrants, number - first + 1, double=double, out=_gone(state, number))


def _individual(_settings: EventSettings, state: Projection, number: int, phase: Phase) -> Drawn:
    return individual(state.entrants, number, phase.rounds)


def _gone(state: Projection, number: int) -> frozenset[int]:
    """Return who does not play in this round: withdrawn before it, or away for it alone."""
    return frozenset(
        leave.entrant
        for leave in state.leaves
        if leave.round == number or (leave.round < number and not leave.returns)
    )


def _session(settings: EventSettings, number: int) -> int:
    return max((first for first in settings.sessions if first <= number), default=1)


_MOVEMENTS: Final[Mapping[str, Callable[[EventSettings, Projection, int, Phase], Drawn]]] = {
    "mitchell": _mitchell,
    "danish": _danish,
    "lot": _lot,
    "round_robin": _robin,
    "individual": _individual,
}
KINDS: Final[tuple[Kind, ...]] = ("pairs", "individual")
