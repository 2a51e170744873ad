"""One walk through the facts of a log, in their order: what each one does, and why one does not count.

Seatings and late entries are found first, because a result may come before the seating it belongs to.
"""

from collections.abc import Sequence

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
from tallone.club.rules.record.slips import Score, TableBook, checked
from tallone.club.rules.record.state import EventRules, Rejected
from tallone.club.rules.refusal import Refused, known, once, refuse
from tallone.club.rules.scoring import Share


class Walk:
    """What was found on the way; `run` once, then read."""

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

    def _refusing(self, fact: AnyFact) -> "Refusing":
        return Refusing(self, fact)

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


class Refusing:
    """Keeps what a fact is refused for, and goes on."""

    def __init__(self, work: Walk, fact: AnyFact) -> None:
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
