"""The state of an event from its log: who sits where, what counts, how it stands.

A function of the set of facts: arriving twice, late or in any order changes nothing. Seatings and
late entries are found first, because a result may come before the seating it belongs to; then
every fact is taken in its order.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from tallone.club.rules.meetings import Match, Played, Who
from tallone.club.rules.record.facts import (
    Adjusted,
    Annulled,
    AnyFact,
    Confirmed,
    Corrected,
    Disputed,
    Entered,
    Left,
    Opened,
    Result,
    Seating,
    Signed,
    StandingOut,
)
from tallone.club.rules.record.forfeits import Leaving, Outcome, outcome, resting
from tallone.club.rules.record.slips import Score, TableBook, checked
from tallone.club.rules.record.taking import take
from tallone.club.rules.refusal import Refused, known, once, refuse
from tallone.club.rules.scoring import Scale, Share
from tallone.club.rules.standing import Field, Row, standing


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """What an event's log does not say: who entered before, how it is scored and ranked."""

    entrants: tuple[int, ...]
    scale: Scale
    lot_seed: str | None = None
    groups: tuple[tuple[int, ...], ...] | None = None
    carry: Mapping[int, Share] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """A table of a round and what it brought; pairs are of `a` and `b`."""

    round: int
    table: int
    a: Who
    b: Who
    state: str
    source: str | None
    points: tuple[int, int] | None
    vp: tuple[int, int] | None
    mp: tuple[int, int] | None
    book: TableBook


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """Something at a table that the director has to look at."""

    round: int
    table: int
    code: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A fact that does not count, and why; it stays in the log."""

    id: str
    error: str
    message: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """Everything that follows from a log."""

    rows: tuple[Row, ...]
    status: Mapping[int, str]
    results: tuple[TableResult, ...]
    missing: tuple[tuple[int, int], ...]
    matters: tuple[Matter, ...]
    rejected: tuple[Rejected, ...]
    duplicates: tuple[str, ...]
    seatings: Mapping[int, Seating]
    opened: frozenset[int]
    out: frozenset[int]
    entrants: tuple[int, ...]
    adjustments: tuple[Adjusted, ...]
    leaves: tuple[Left, ...]
    final: bool
    played: Played

    @property
    def provisional(self) -> bool:
        """Whether a table has no result yet."""
        return bool(self.missing)


def project(
    rules: EventRules, log: Sequence[object], after_round: int | None = None
) -> Projection:
    """Return the state that follows from the log, up to a round if one is named.

    Raise Refused `query.syntax` for what is no log, `bye.undefined` and what `groups` may raise.
    """
    taken = take(log)
    work = _Work(rules, taken.facts)
    work.rejected += [
        Rejected(id=name, error=code, message=text) for name, code, text in taken.rejected
    ]
    work.run()
    return work.projection(taken.duplicates, after_round)


class _Work:
    """One walk through the facts of a log."""

    def __init__(self, rules: EventRules, facts: Sequence[AnyFact]) -> None:
        self.rules = rules
        self.scale = rules.scale
        self.facts = facts
        self.rejected: list[Rejected] = []
        self.struck: set[str] = set()
        self.entrants: tuple[int, ...] = rules.entrants
        self.inside = frozenset(rules.entrants)
        self.seatings: dict[int, Seating] = {}
        self.books: dict[tuple[int, int], TableBook] = {}
        self.opened: set[int] = set()
        self.out: set[int] = set()
        self.paired: set[int] = set()
        self.adjustments: list[Adjusted] = []
        self.leaves: list[Left] = []
        self.final = False
        self.bad: set[str] = set()

    def run(self) -> None:
        self._annul()
        self._enter()
        self._seat()
        for position, fact in enumerate(self.facts):
            with self._refusing(fact):
                self._take(fact, position)

    def _refusing(self, fact: AnyFact) -> "_Refusing":
        return _Refusing(self, fact)

    def _annul(self) -> None:
        """Find what is struck out: only what came before, and only what may be."""
        before: dict[str, AnyFact] = {}
        for fact in self.facts:
            with self._refusing(fact):
                if isinstance(fact, Annulled):
                    _needs_why(fact.why)
                    struck = before.get(fact.of)
                    if struck is None:
                        refuse("annul.unknown", f"nothing before has the id {fact.of[:60]!r}")
                    if not isinstance(struck, Adjusted | Corrected | Left):
                        refuse(
                            "annul.not_allowed",
                            "only an adjustment, a correction or a leave can be struck out",
                        )
                    self.struck.add(fact.of)
            before[fact.id] = fact

    def _enter(self) -> None:
        """Admit late entries (FE.BUR.IT, Ritardo): a table is incomplete, round 1 is not over."""
        active, over = set(self.rules.entrants), False
        for fact in self.facts:
            if isinstance(fact, StandingOut):
                over = over or fact.round == 1
            elif isinstance(fact, Opened):
                over = over or fact.round >= 2
            elif isinstance(fact, Seating):
                over = over or (fact.round >= 2 and fact.from_results)
            elif isinstance(fact, Left) and fact.id not in self.struck:
                if not fact.returns or fact.round == 1:
                    active.discard(fact.entrant)
            elif isinstance(fact, Entered):
                with self._refusing(fact):
                    self._admit(fact.entrant, active, over=over)

    def _admit(self, entrant: int, active: set[int], *, over: bool) -> None:
        if entrant in self.inside:
            refuse("entry.taken", f"{entrant} has entered already; give the next number")
        if over:
            refuse("entry.too_late", "round 1 is over; nobody enters any more")
        if len(active) % 2 == 0:
            refuse("entry.tables_complete", "every table is complete; nobody can join")
        active.add(entrant)
        self.entrants = (*self.entrants, entrant)
        self.inside |= {entrant}

    def _seat(self) -> None:
        """Choose each round's seating: the highest revision, of equal ones the later."""
        for fact in self.facts:
            if not isinstance(fact, Seating):
                continue
            with self._refusing(fact):
                named = [one for seats in fact.tables for one in seats.a + seats.b]
                named += fact.byes
                once(named, f"round {fact.round}")
                for one in named:
                    known(self.inside, one)
                before = self.seatings.get(fact.round)
                if before is None or fact.rev >= before.rev:
                    self.seatings[fact.round] = fact
        for number, seating in self.seatings.items():
            for seats in seating.tables:
                self.books[number, seats.table] = TableBook(seats=seats)

    def _take(self, fact: AnyFact, position: int) -> None:  # noqa: C901 - a table of cases
        match fact:
            case Seating():
                if fact.from_results and fact.id not in self.bad:
                    self.paired.add(fact.round)
            case Opened():
                self.opened.add(fact.round)
            case StandingOut():
                self.out.add(fact.round)
            case Result():
                self._result(fact, position)
            case Confirmed() | Disputed():
                self._voice(fact, position)
            case Corrected():
                self._correct(fact, position)
            case Left():
                known(self.inside, fact.entrant)
                if fact.id not in self.struck:
                    self.leaves.append(fact)
            case Adjusted():
                known(self.inside, fact.entrant)
                _needs_why(fact.why)
                if fact.id not in self.struck:
                    self.adjustments.append(fact)
            case Signed():
                self.final = True
            case Entered() | Annulled():
                pass

    def _book(self, number: int, table: int) -> TableBook:
        book = self.books.get((number, table))
        if book is None:
            refuse(
                "result.no_seating",
                f"round {number} has no table {table} in its seating; it counts if one comes",
            )
        return book

    def _result(self, fact: Result, position: int) -> None:
        book = self._book(fact.round, fact.table)
        points = checked(book.amounts(fact.points))
        signed = {self._at_table(book, one, "result.wrong_seat") for one in fact.signed}
        book.slips(fact.source).write(fact.rev, points, signed, position)

    def _voice(self, fact: Confirmed | Disputed, position: int) -> None:
        book = self._book(fact.round, fact.table)
        side = self._at_table(book, fact.by, "confirm.not_at_table")
        if isinstance(fact, Confirmed):
            book.device.confirm(fact.rev, side, position)
        else:
            book.device.dispute(fact.rev, position)

    def _at_table(self, book: TableBook, entrant: int, code: str) -> int:
        known(self.inside, entrant)
        side = book.side_of(entrant)
        if side is None:
            refuse(code, f"{entrant} does not sit at table {book.seats.table}; look again")
        return side

    def _correct(self, fact: Corrected, position: int) -> None:
        book = self._book(fact.round, fact.table)
        counts = book.score(self.scale)
        if fact.reason == "arbitral":
            _needs_why(fact.why)
        elif counts is None:
            refuse(
                "correction.no_result",
                "there is no result in force to correct; a score by the arbiter needs none",
            )
        if fact.reason == "sum" and self._closed(fact.round):
            refuse(
                "correction.window_closed",
                "a sum is put right before the standing or the next pairing is out, no later",
            )
        if fact.reason == "swapped":
            assert counts is not None, "no_result is refused above"
            agreed = {book.side_of(one) for one in fact.agreed}
            if not agreed >= {0, 1}:
                refuse("correction.not_agreed", "one player of each side has to agree")
            score = _exchanged(counts, fact)
        else:
            score = self._set(book, fact)
        if fact.id not in self.struck:
            book.ruled, book.ruled_at = score, position

    def _closed(self, number: int) -> bool:
        if self.scale.code.correction == "until_final":
            return False
        return number in self.out or number + 1 in self.paired

    def _set(self, book: TableBook, fact: Corrected) -> Score:
        if fact.points is not None:
            points = checked(book.amounts(fact.points))
            shares = self.scale.shares(points)
            if fact.vp is None:
                return Score(points=points, shares=shares, reason=fact.reason)
        else:
            points = None
        assert fact.vp is not None, "a correction has points or vp"
        vp = book.amounts(fact.vp)
        if fact.mp is not None:
            mp = book.amounts(fact.mp)
        else:
            mp = (self.scale.equivalent(vp[0]), self.scale.equivalent(vp[1]))
        shares = (Share(vp[0], mp[0]), Share(vp[1], mp[1]))
        return Score(points=points, shares=shares, reason=fact.reason)

    def projection(self, duplicates: tuple[str, ...], after_round: int | None) -> Projection:
        rounds = sorted(
            number for number in self.seatings if after_round is None or number <= after_round
        )
        leaving = Leaving(self.leaves, after_round)
        results: list[TableResult] = []
        matches: list[Match] = []
        awards = list(resting(leaving, self.scale, [self.seatings[one] for one in rounds]))
        for number in rounds:
            for seats in sorted(self.seatings[number].tables, key=lambda one: one.table):
                book = self.books[number, seats.table]
                found = outcome(number, book, leaving, self.scale)
                results.append(_table_result(number, book, found))
                matches += found.matches
                awards += found.awards
        played = Played(matches=tuple(matches), awards=tuple(awards))
        adjustments = tuple(
            fact
            for fact in self.adjustments
            if after_round is None or fact.round is None or fact.round <= after_round
        )
        field = Field(
            entrants=self.entrants,
            code=self.scale.code,
            lot_seed=self.rules.lot_seed,
            groups=self._groups(),
            adjustments=tuple((one.entrant, Share(one.vp, one.mp)) for one in adjustments),
            carry=self.rules.carry,
        )
        return Projection(
            rows=standing(field, played),
            status=leaving.status(self.entrants, rounds[-1] if rounds else None),
            results=tuple(results),
            missing=tuple((one.round, one.table) for one in results if one.vp is None),
            matters=tuple(_matters(results, self.scale)),
            rejected=tuple(sorted(self.rejected, key=lambda one: (one.id, one.error))),
            duplicates=duplicates,
            seatings={number: self.seatings[number] for number in rounds},
            opened=frozenset(self.opened),
            out=frozenset(self.out),
            entrants=self.entrants,
            adjustments=adjustments,
            leaves=tuple(self.leaves),
            final=self.final,
            played=played,
        )

    def _groups(self) -> tuple[tuple[int, ...], ...] | None:
        groups = self.rules.groups
        if groups is not None:
            check_groups(groups, self.inside)
        return groups


class _Refusing:
    """Keeps what a fact is refused for, and goes on."""

    def __init__(self, work: _Work, fact: AnyFact) -> None:
        self._work, self._fact = work, fact

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type | None, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Refused):
            return False
        self._work.bad.add(self._fact.id)
        self._work.rejected.append(
            Rejected(id=self._fact.id, error=error.code, message=error.message)
        )
        return True


def check_groups(groups: Sequence[Sequence[int]], entrants: frozenset[int]) -> None:
    """Raise Refused unless the groups name every entrant once."""
    named = [one for group in groups for one in group]
    for one in named:
        known(entrants, one)
    once(named, "the groups")
    if len(named) < len(entrants):
        left = min(entrants.difference(named))
        refuse("split.sizes", f"the groups leave {left} out; put every entrant into one")


def _needs_why(why: str) -> None:
    if not why.strip():
        refuse("event.no_why", "say why; the reason stays in the log")


def _exchanged(counts: Score, fact: Corrected) -> Score:
    points = counts.points
    return Score(
        points=None if points is None else (points[1], points[0]),
        shares=(counts.shares[1], counts.shares[0]),
        reason=fact.reason,
    )


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
