"""The state of an event from its log: who sits where, what counts, how it stands.

A function of the set of facts: arriving twice, late or in any order changes nothing.
"""

from collections.abc import Iterator, Sequence

from tallone.club.rules.meetings import Match, Played
from tallone.club.rules.record.forfeits import Leaving, Outcome, outcome, resting
from tallone.club.rules.record.slips import TableBook
from tallone.club.rules.record.state import (
    EventRules,
    Matter,
    Projection,
    Rejected,
    TableResult,
    check_groups,
)
from tallone.club.rules.record.taking import take
from tallone.club.rules.record.walk import Walk
from tallone.club.rules.scoring import Scale, Share
from tallone.club.rules.standing import Field, standing


def project(
    rules: EventRules, log: Sequence[object], after_round: int | None = None
) -> Projection:
    """Return the state that follows from the log, up to a round if one is named.

    Raise Refused `query.syntax` for what is no log, `bye.undefined` and what `groups` may raise.
    """
    taken = take(log)
    walk = Walk(rules, taken.facts)
    walk.rejected += [
        Rejected(id=name, error=code, message=text) for name, code, text in taken.rejected
    ]
    walk.run()
    return _projection(walk, taken.duplicates, after_round)


def _projection(walk: Walk, duplicates: tuple[str, ...], after_round: int | None) -> Projection:
    rounds = sorted(
        number for number in walk.seatings if after_round is None or number <= after_round
    )
    leaving = Leaving(walk.leaves, after_round)
    results: list[TableResult] = []
    matches: list[Match] = []
    awards = list(resting(leaving, walk.scale, [walk.seatings[one] for one in rounds]))
    for number in rounds:
        for seats in sorted(walk.seatings[number].tables, key=lambda one: one.table):
            book = walk.books[number, seats.table]
            found = outcome(number, book, leaving, walk.scale)
            results.append(_table_result(number, book, found))
            matches += found.matches
            awards += found.awards
    played = Played(matches=tuple(matches), awards=tuple(awards))
    adjustments = tuple(
        fact
        for fact in walk.adjustments
        if after_round is None or fact.round is None or fact.round <= after_round
    )
    field = Field(
        entrants=walk.entrants,
        code=walk.scale.code,
        lot_seed=walk.rules.lot_seed,
        groups=_groups(walk),
        adjustments=tuple((one.entrant, Share(one.vp, one.mp)) for one in adjustments),
        carry=walk.rules.carry,
    )
    return Projection(
        rows=standing(field, played),
        status=leaving.status(walk.entrants, rounds[-1] if rounds else None),
        results=tuple(results),
        missing=tuple((one.round, one.table) for one in results if one.vp is None),
        matters=tuple(_matters(results, walk.scale)),
        rejected=tuple(sorted(walk.rejected, key=lambda one: (one.id, one.error))),
        duplicates=duplicates,
        seatings={number: walk.seatings[number] for number in rounds},
        opened=frozenset(walk.opened),
        out=frozenset(walk.out),
        entrants=walk.entrants,
        adjustments=adjustments,
        leaves=tuple(walk.leaves),
        final=walk.final,
        played=played,
    )


def _groups(walk: Walk) -> tuple[tuple[int, ...], ...] | None:
    groups = walk.rules.groups
    if groups is not None:
        check_groups(groups, walk.inside)
    return groups


def _table_result(number: int, book: TableBook, found: Outcome) -> TableResult:
    shares, points = found.shares, found.points
    proposed = book.slip[1] if book.slip else None
    if proposed is None and (book.device.top or book.paper.top):
        proposed = "table" if book.device.top else "paper"
    return TableResult(
        round=number,
        table=book.seats.table,
        a=book.seats.a,
        b=book.seats.b,
        state="forfeit" if found.forfeit else book.state,
        source=proposed,
        points=points,
        vp=None if shares is None else (shares[0].vp, shares[1].vp),
        mp=None if shares is None else (shares[0].mp, shares[1].mp),
        book=book,
    )


def _matters(results: Sequence[TableResult], scale: Scale) -> Iterator[Matter]:
    for one in results:
        codes = one.book.matters(scale)
        if one.state == "forfeit":
            codes = [code for code in codes if code != "result.unconfirmed"]
        for code in codes:
            yield Matter(round=one.round, table=one.table, code=code)
