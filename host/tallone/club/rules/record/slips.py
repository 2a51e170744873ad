"""The slips of one table: what is proposed, in force, disputed, corrected.

A slip is a source (the device, or paper) and a revision. The first revision with a signature of
each side is in force (FE.BUR.IT, Compilazione); from then on only the director changes the result
(Validita). What is refused is raised as `Refused`.
"""

import dataclasses

from tallone.club.rules.meetings import Who
from tallone.club.rules.record.facts import Points, Reason, SeatedTable, Source, side_key
from tallone.club.rules.refusal import refuse
from tallone.club.rules.scoring import Scale, Share, check_points

# Where a fact stands in the order of the log.
Position = int
BOTH: frozenset[int] = frozenset({0, 1})


@dataclasses.dataclass(slots=True)
class Revision:
    """One revision of a slip: points of `a` and `b`, and which sides signed it."""

    number: int
    points: tuple[int, int]
    signed: set[int]
    disputed: bool = False


@dataclasses.dataclass(slots=True)
class Slips:
    """All revisions of one source."""

    top: Revision | None = None
    in_force: Revision | None = None
    # Where the one in force came to be so.
    since: Position = -1
    # A later revision with other points, which changes nothing.
    reentered: Position = -1
    again: Revision | None = None
    disputed: Position = -1

    def write(self, number: int, points: tuple[int, int], signed: set[int], at: Position) -> None:
        """Take a slip; raise Refused `confirm.stale` or `result.rev_reused`."""
        top = self.top
        if top is None or number > top.number:
            self.top = Revision(number, points, signed)
            if self.in_force is None:
                self._settle(at)
            elif points != self.in_force.points:
                self.reentered, self.again = at, self.top
            return
        if number < top.number:
            refuse("confirm.stale", f"revision {top.number} is already there; send a newer one")
        if points != top.points:
            refuse(
                "result.rev_reused",
                f"revision {number} has other points already; a change needs a new revision",
            )
        top.signed |= signed
        self._settle(at)

    def confirm(self, number: int, side: int, at: Position) -> None:
        """Take a confirmation; raise Refused `confirm.stale` or `confirm.disputed`."""
        top = self._highest(number)
        if top.disputed and self.in_force is None:
            refuse(
                "confirm.disputed",
                f"revision {number} is disputed; send a new one, or ask the director",
            )
        top.signed.add(side)
        self._settle(at)

    def dispute(self, number: int, at: Position) -> None:
        """Take a dispute; raise Refused `confirm.stale`."""
        top = self._highest(number)
        if self.in_force is not None and top is not self.in_force:
            return
        top.disputed = True
        self.disputed = at

    def _highest(self, number: int) -> Revision:
        if self.top is None or self.top.number != number:
            last = "none" if self.top is None else str(self.top.number)
            refuse("confirm.stale", f"the last revision is {last}, not {number}; look again")
        return self.top

    def _settle(self, at: Position) -> None:
        top = self.top
        if self.in_force is None and top is not None and not top.disputed and top.signed >= BOTH:
            self.in_force, self.since = top, at
            # A dispute was of a lower revision.
            self.disputed = -1


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A result that counts; shares are of `a` and `b`, points None where only VP were given."""

    points: tuple[int, int] | None
    shares: tuple[Share, Share]
    reason: Reason | None = None


@dataclasses.dataclass(slots=True)
class TableBook:
    """One table of one round: who sits there, its slips, what the director decided."""

    seats: SeatedTable
    device: Slips = dataclasses.field(default_factory=Slips)
    paper: Slips = dataclasses.field(default_factory=Slips)
    ruled: Score | None = None
    ruled_at: Position = -1

    def slips(self, source: Source) -> Slips:
        """Return the slips of a source."""
        return self.device if source == "table" else self.paper

    def side_of(self, entrant: int) -> int | None:
        """Return 0 for `a`, 1 for `b`, None for who sits elsewhere."""
        if entrant in self.seats.a:
            return 0
        return 1 if entrant in self.seats.b else None

    def amounts(self, by_side: Points) -> tuple[int, int]:
        """Return what is said of each side; raise Refused `result.wrong_seat`."""
        keys = side_key(self.seats.a), side_key(self.seats.b)
        if set(by_side) != set(keys):
            refuse(
                "result.wrong_seat",
                f"table {self.seats.table} seats {keys[0]} and {keys[1]}, not "
                f"{' and '.join(sorted(map(str, by_side)))[:60]}; look at the seating",
            )
        return by_side[keys[0]], by_side[keys[1]]

    @property
    def slip(self) -> tuple[Revision, Source] | None:
        """The slip in force: the device's before paper's."""
        if self.device.in_force is not None:
            return self.device.in_force, "table"
        if self.paper.in_force is not None:
            return self.paper.in_force, "paper"
        return None

    def score(self, scale: Scale) -> Score | None:
        """Return what counts, None if nothing does."""
        if self.ruled is not None:
            return self.ruled
        if self.slip is None:
            return None
        points = self.slip[0].points
        return Score(points=points, shares=scale.shares(points))

    def matters(self, scale: Scale) -> list[str]:
        """Return the codes of what the director still has to look at, sorted."""
        found: list[str] = []
        if self.slip is None and self.ruled is None and (self.device.top or self.paper.top):
            found.append("result.unconfirmed")
        if self.device.disputed > self.ruled_at:
            found.append("result.disputed")
        if max(self.device.reentered, self.paper.reentered) > self.ruled_at:
            found.append("result.reentered")
        if self.conflict:
            found.append("result.conflict")
        score = self.score(scale)
        if score is not None and score.points is not None and scale.implausible(score.points):
            found.append("score.implausible")
        return sorted(found)

    @property
    def conflict(self) -> bool:
        """Whether device and paper are both in force, differ, and nobody has decided since."""
        device, paper = self.device.in_force, self.paper.in_force
        if device is None or paper is None or device.points == paper.points:
            return False
        since = max(self.device.since, self.paper.since)
        if since <= self.ruled_at:
            return False
        # A slip that comes after the decision and says the same needs none.
        later = self.device if self.device.since == since else self.paper
        decided = self.ruled.points if self.ruled else None
        return later.in_force is None or later.in_force.points != decided

    @property
    def state(self) -> str:
        """The state of the result, but for a forfeit."""
        if self.ruled is not None:
            return "arbitral" if self.ruled.reason == "arbitral" else "corrected"
        if self.conflict:
            return "conflict"
        if self.device.disputed >= 0:
            return "disputed"
        if self.slip is not None:
            return "confirmed"
        return "proposed" if self.device.top or self.paper.top else "missing"


def checked(points: tuple[int, int]) -> tuple[int, int]:
    """Return points that can be; raise Refused `score.*`."""
    check_points(points)
    return points


def sides(seats: SeatedTable) -> tuple[Who, Who]:
    """Return both sides of a table."""
    return seats.a, seats.b
