"""Who left, and what that does to tables, rests and standings (FE.BUR.IT, Abbandono; R70, R71)."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from tallone.club.rules.acts import stayed
from tallone.club.rules.meetings import Award, Match
from tallone.club.rules.record.facts import Left, Seating
from tallone.club.rules.record.slips import TableBook
from tallone.club.rules.scoring import NOTHING, Scale, Share


class Leaving:
    """Who left when: in a round, for that round alone, or for good."""

    def __init__(self, leaves: Sequence[Left], after_round: int | None) -> None:
        self._for_good: dict[int, int] = {}
        self._in_round: dict[tuple[int, int], Left] = {}
        for fact in leaves:
            if after_round is not None and fact.round > after_round:
                continue
            self._in_round[fact.entrant, fact.round] = fact
            if not fact.returns:
                first = self._for_good.get(fact.entrant, fact.round)
                self._for_good[fact.entrant] = min(first, fact.round)

    def gone(self, entrant: int, number: int) -> bool:
        """Return whether he left for good before that round."""
        return self._for_good.get(entrant, number) < number

    def leaving(self, entrant: int, number: int) -> Left | None:
        """Return the fact by which he leaves in that round."""
        return None if self.gone(entrant, number) else self._in_round.get((entrant, number))

    def here(self, entrant: int, number: int) -> bool:
        """Return whether he plays the whole round."""
        return not self.gone(entrant, number) and self.leaving(entrant, number) is None

    def in_rounds(self) -> Iterator[Left]:
        """Return every leave that is one, by round and entrant."""
        for (entrant, number), fact in sorted(
            self._in_round.items(), key=lambda item: (item[0][1], item[0][0])
        ):
            if not self.gone(entrant, number):
                yield fact

    def status(self, entrants: Sequence[int], last: int | None) -> Mapping[int, str]:
        """Return each entrant's state after the last seated round, None before the first."""
        return {entrant: self._status(entrant, last) for entrant in entrants}

    def _status(self, entrant: int, last: int | None) -> str:
        if entrant in self._for_good:
            return "withdrawn"
        if last is None:
            return "entered"
        return "playing" if self.here(entrant, last) else "absent"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a table brought: a match, or awards where somebody left."""

    points: tuple[int, int] | None
    shares: tuple[Share, Share] | None
    matches: tuple[Match, ...] = ()
    awards: tuple[Award, ...] = ()
    forfeit: bool = False


def outcome(number: int, book: TableBook, leaving: Leaving, scale: Scale) -> Outcome:
    """Return what a table of a round brought."""
    score = book.score(scale)
    points = None if score is None else score.points
    shares = None if score is None else score.shares
    everybody = book.seats.a + book.seats.b
    arbitral = score is not None and score.reason == "arbitral"
    if arbitral or all(leaving.here(one, number) for one in everybody):
        match = Match(round=number, a=book.seats.a, b=book.seats.b, shares=shares, points=points)
        return Outcome(points=points, shares=shares, matches=(match,))
    given = _given(number, book, leaving, scale)
    return Outcome(
        points=points,
        shares=(
            _of_side(book.seats.a, given, leaving, number),
            _of_side(book.seats.b, given, leaving, number),
        ),
        awards=tuple(
            Award(round=number, entrant=one, share=share, rest=leaving.here(one, number))
            for one, share in given.items()
        ),
        forfeit=True,
    )


def resting(leaving: Leaving, scale: Scale, seatings: Sequence[Seating]) -> Iterator[Award]:
    """Return what rests bring, and the score of who left while resting or before he was seated."""
    seated: set[tuple[int, int]] = set()
    for seating in seatings:
        seated |= {(one, seating.round) for seats in seating.tables for one in seats.a + seats.b}
        for one in seating.byes:
            if leaving.here(one, seating.round):
                yield Award(round=seating.round, entrant=one, share=scale.rest, rest=True)
    for fact in leaving.in_rounds():
        if (fact.entrant, fact.round) not in seated:
            yield Award(
                round=fact.round, entrant=fact.entrant, share=_leaver(scale, fact), rest=False
            )


def _given(number: int, book: TableBook, leaving: Leaving, scale: Scale) -> Mapping[int, Share]:
    """Return what each at a table has where somebody left; who is long gone has nothing."""
    everybody = book.seats.a + book.seats.b
    stay = [one for one in everybody if leaving.here(one, number)]
    given: dict[int, Share] = {}
    for one in everybody:
        fact = leaving.leaving(one, number)
        if fact is not None:
            given[one] = _leaver(scale, fact) if stay else NOTHING
        elif one in stay:
            given[one] = _stays(number, one, book, leaving, scale)
    return given


def _stays(number: int, one: int, book: TableBook, leaving: Leaving, scale: Scale) -> Share:
    """Return a rest, or for a pair whose opponents left during the round the better score."""
    side = book.side_of(one)
    assert side is not None, "he sits there"
    if len(book.seats.a) == 2:
        return scale.rest
    other = (book.seats.b if side == 0 else book.seats.a)[0]
    fact, score = leaving.leaving(other, number), book.score(scale)
    if fact is None or fact.returns or score is None:
        return scale.rest
    return stayed(scale, score.shares[side])


def _of_side(
    side: Sequence[int], given: Mapping[int, Share], leaving: Leaving, number: int
) -> Share:
    """Return the share of who stayed on a side, else of who left."""
    stay = [given[one] for one in side if leaving.here(one, number)]
    left = [given[one] for one in side if one in given]
    return (stay or left or [NOTHING])[0]


def _leaver(scale: Scale, fact: Left) -> Share:
    return scale.leaver if fact.justified else NOTHING
