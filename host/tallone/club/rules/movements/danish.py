"""The Danish movement: the first against the second, and so on down the standing.

FE.BUR.IT (Sistemazione) has it pure, FIBUR also *modificato*; in groups each is paired in itself.
An individual Danish seats four by four. Only earlier rounds count, so a round can be paired again.
"""

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence

from tallone.club.rules.codes import EVER, ClubCode
from tallone.club.rules.meetings import Drawn, Pairing, Played, Who, met_again, ordered
from tallone.club.rules.movements.pairing import best_pairing
from tallone.club.rules.movements.tables import at_tables
from tallone.club.rules.refusal import refuse


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class DanishRound:
    """A round to be paired: the groups, each best first, and what was played before.

    `planned` is how many rounds the event has, for the last one that some codes leave free.
    """

    number: int
    groups: tuple[tuple[int, ...], ...]
    before: Played
    code: ClubCode
    planned: int | None = None
    out: frozenset[int] = frozenset()
    session_from: int = 1
    tables: tuple[int, ...] | None = None
    keep: Mapping[int, int] = dataclasses.field(default_factory=dict)
    individual: bool = False


def danish(wanted: DanishRound) -> Drawn:
    """Return tables, rests and unavoidable rematches; raise Refused `movement.*`."""
    size = 4 if wanted.individual else 2
    present = [
        tuple(entrant for entrant in group if entrant not in wanted.out) for group in wanted.groups
    ]
    if sum(map(len, present)) < size:
        refuse("movement.too_few", f"a round needs {size} at least; let more enter")
    rested = rests(wanted.before, wanted.code, wanted.session_from)
    matches: list[tuple[Who, Who]] = []
    byes: list[int] = []
    for group in present:
        resting = who_rests(group, rested, len(group) % size)
        byes += [entrant for entrant in group if entrant in resting]
        seated = [entrant for entrant in group if entrant not in resting]
        if wanted.individual:
            matches += _four_by_four(seated, wanted)
        else:
            matches += [((a,), (b,)) for a, b in best_pairing(seated, _costs(wanted))]
    seats = at_tables(matches, wanted.tables, wanted.keep)
    return Drawn(
        round=wanted.number,
        tables=seats,
        byes=tuple(byes),
        rematches=met_again(seats, wanted.before),
    )


def rests(before: Played, code: ClubCode, session_from: int) -> Counter[int]:
    """Return how often each has rested where nobody should rest twice: session or event."""
    return before.rests(1 if code.bye_scope == "event" else session_from)


def who_rests(order: Sequence[int], rested: Mapping[int, int], count: int) -> frozenset[int]:
    """Return who rests: of those with the fewest rests the lowest placed (Tavolo incompleto)."""
    by_turn = sorted(range(len(order)), key=lambda place: (rested.get(order[place], 0), -place))
    return frozenset(order[place] for place in by_turn[:count])


def _costs(wanted: DanishRound) -> dict[Pairing, tuple[int, int]]:
    back = wanted.code.rematch
    if wanted.code.last_round_free and wanted.number == wanted.planned:
        back = 0
    if back == 0:
        return {}
    met = wanted.before.met(1 if back == EVER else wanted.number - back)
    lately = wanted.before.met(wanted.number - 1)
    return {two: (times, min(lately[two], 1)) for two, times in met.items()}


def _four_by_four(seated: Sequence[int], wanted: DanishRound) -> list[tuple[Who, Who]]:
    partners = wanted.before.partners()
    tables: list[tuple[Who, Who]] = []
    for first in range(0, len(seated), 4):
        w, x, y, z = seated[first : first + 4]
        ways: list[tuple[Who, Who]] = [
            ((w, z), (x, y)),
            ((w, y), (x, z)),
            ((w, x), (y, z)),
        ]
        if wanted.code.individual_danish == "top_together":
            ways.reverse()
        new = (way for way in ways if not any(ordered(*side) in partners for side in way))
        tables.append(next(new, ways[0]))
    return tables
