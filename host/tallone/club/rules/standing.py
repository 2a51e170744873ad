"""The standing: totals, ranks, and what decided each place.

A list of criteria is asked in order, each only of those still equal; more is better. Nobody
publishes how federations part ties, so the list is printed on every standing.
"""

import dataclasses
import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tallone.club.rules.codes import ClubCode
from tallone.club.rules.meetings import Match, Played, ordered
from tallone.club.rules.refusal import refuse
from tallone.club.rules.scoring import NOTHING, Share

EQUAL: Final = "equal"
NEXT_GROUP: Final = "group"
# What a criterion gives: more is better, whatever its shape.
Worth = tuple[int, ...]


@dataclasses.dataclass(slots=True)
class Total:
    """What one entrant has in all."""

    entrant: int
    vp: int = 0
    mp: int = 0
    wins: int = 0
    points: int = 0
    played: int = 0
    rests: int = 0
    vp_by_round: dict[int, int] = dataclasses.field(default_factory=dict)

    def add(self, number: int, share: Share) -> None:
        """Add what a round brought."""
        self.vp += share.vp
        self.mp += share.mp
        self.vp_by_round[number] = self.vp_by_round.get(number, 0) + share.vp


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a standing; `by` says what parts it from the line above."""

    rank: int
    total: Total
    by: str | None
    group: int | None = None
    group_rank: int | None = None

    @property
    def entrant(self) -> int:
        """The entrant's number."""
        return self.total.entrant


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Whom a standing ranks, and what is added to what they played."""

    entrants: tuple[int, ...]
    code: ClubCode
    lot_seed: str | None = None
    groups: tuple[tuple[int, ...], ...] | None = None
    adjustments: tuple[tuple[int, Share], ...] = ()
    carry: Mapping[int, Share] = dataclasses.field(default_factory=dict)


def standing(field: Field, played: Played) -> tuple[Row, ...]:
    """Return the lines from the first place on; raise Refused `bye.undefined`."""
    if field.code.tiebreak[0] == "points" and any(award.rest for award in played.awards):
        refuse(
            "bye.undefined",
            "a standing by points says nothing of rests; give who rested points by the arbiter",
        )
    totals = _totals(field, played)
    groups = field.groups or (field.entrants,)
    rows: list[Row] = []
    for number, group in enumerate(groups, 1):
        places = _ranked(group, totals, played, field)
        first = len(rows)
        for rank, entrant, parted in places:
            at_cut = NEXT_GROUP if rows else None
            rows.append(
                Row(
                    rank=first + rank,
                    total=totals[entrant],
                    by=at_cut if len(rows) == first else parted,
                    group=number if field.groups else None,
                    group_rank=rank if field.groups else None,
                )
            )
    return tuple(rows)


def lot(seed: str, entrant: int) -> str:
    """Return the ticket that a drawn seed gives an entrant; the lowest is the first."""
    return hashlib.sha256(f"{seed}/{entrant}".encode()).hexdigest()


def carried(code: ClubCode, share: Share) -> Share:
    """Return what a later phase keeps: VP rounded half up, MP half up to a multiple of 5."""
    if code.carry == "all":
        return share
    if code.carry == "none":
        return NOTHING
    return Share(
        (2 * share.vp * code.carry + 100) // 200, (2 * share.mp * code.carry + 500) // 1000 * 5
    )


def _totals(field: Field, played: Played) -> dict[int, Total]:
    totals = {entrant: Total(entrant) for entrant in field.entrants}
    for entrant, share in [
        *((one, carried(field.code, kept)) for one, kept in field.carry.items()),
        *field.adjustments,
    ]:
        totals[entrant].vp += share.vp
        totals[entrant].mp += share.mp
    for match in played.matches:
        _add_match(totals, match)
    for award in played.awards:
        total = totals[award.entrant]
        total.add(award.round, award.share)
        total.rests += award.rest
    return totals


def _add_match(totals: dict[int, Total], match: Match) -> None:
    if match.shares is None:
        return
    for side, entrants in enumerate((match.a, match.b)):
        share, other = match.shares[side], match.shares[1 - side]
        for entrant in entrants:
            total = totals[entrant]
            total.add(match.round, share)
            total.played += 1
            total.wins += share.vp > other.vp
            if match.points is not None:
                total.points += match.points[side]


def _ranked(
    group: Sequence[int], totals: Mapping[int, Total], played: Played, field: Field
) -> list[tuple[int, int, str | None]]:
    """Return rank, entrant and what parts him from the one above, of one group."""
    asked = _questions(totals, played, field)
    places: list[tuple[int, int, str | None]] = []

    def place(equal: list[int], level: int, by: str | None) -> None:
        while len(equal) > 1 and level < len(asked):
            name, question = asked[level]
            worth = question(equal)
            level += 1
            if worth is None or len(set(worth.values())) == 1:
                continue
            parts: dict[Worth, list[int]] = defaultdict(list)
            for entrant in equal:
                parts[worth[entrant]].append(entrant)
            for number, value in enumerate(sorted(parts, reverse=True)):
                place(parts[value], level, name if number else by)
            return
        rank = len(places) + 1
        for number, entrant in enumerate(equal):
            places.append((rank, entrant, EQUAL if number else by))

    place(sorted(group), 0, None)
    return places


Question = Callable[[Sequence[int]], Mapping[int, Worth] | None]


def _questions(
    totals: Mapping[int, Total], played: Played, field: Field
) -> list[tuple[str, Question]]:
    def of_total(name: str) -> Question:
        return lambda equal: {one: (getattr(totals[one], name),) for one in equal}

    rounds = sorted({number for total in totals.values() for number in total.vp_by_round})
    rounds.reverse()

    def last(equal: Sequence[int]) -> Mapping[int, Worth]:
        return {
            one: tuple(totals[one].vp_by_round.get(number, 0) for number in rounds)
            for one in equal
        }

    def met_opponents(equal: Sequence[int]) -> Mapping[int, Worth]:
        wanted = dict.fromkeys(equal, 0)
        for match in played.matches:
            for mine, theirs in ((match.a, match.b), (match.b, match.a)):
                for one in mine:
                    if one in wanted:
                        wanted[one] += sum(totals[other].vp for other in theirs)
        return {one: (total,) for one, total in wanted.items()}

    def tickets(equal: Sequence[int]) -> Mapping[int, Worth] | None:
        if field.lot_seed is None:
            return None
        seed = field.lot_seed
        return {one: (-int(lot(seed, one), 16),) for one in equal}

    questions: dict[str, Question] = {
        "h2h": lambda equal: _among(equal, played),
        "last": last,
        "opponents": met_opponents,
        "lot": tickets,
    }
    return [(name, questions.get(name) or of_total(name)) for name in field.code.tiebreak]


def _among(equal: Sequence[int], played: Played) -> Mapping[int, Worth] | None:
    """Return the VP of the matches among the equal; None if not all met, equally often."""
    inside = frozenset(equal)
    meetings: dict[tuple[int, int], int] = defaultdict(int)
    worth = dict.fromkeys(equal, 0)
    for match in played.matches:
        ours, theirs = inside.intersection(match.a), inside.intersection(match.b)
        if not ours or not theirs:
            continue
        for one in ours:
            for other in theirs:
                meetings[ordered(one, other)] += 1
        for side, here in enumerate((ours, theirs)):
            for one in here:
                worth[one] += match.shares[side].vp if match.shares else 0
    wanted = len(equal) * (len(equal) - 1) // 2
    if len(meetings) < wanted or len(set(meetings.values())) > 1:
        return None
    return {one: (total,) for one, total in worth.items()}
