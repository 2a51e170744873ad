"""The end of a hand: its points confirmed and written down, its deal revealed, its secrets destroyed."""

import dataclasses
from collections.abc import Iterable, Sequence

from tallone.app.evening.count.standings import points_of
from tallone.app.evening.deals.dealing import Dealing
from tallone.app.evening.hall import Hall, Place, match_of
from tallone.app.evening.phases import Cause, Phase
from tallone.journal.records import (
    ArbiterActed,
    Found,
    KeyDestroyed,
    Record,
    ScoreConfirmed,
    Unsealed,
)
from tallone.journal.storage.sealing import destroy_key_file, key_path
from tallone.rules.cards.seats import Side, side_name
from tallone.rules.match.match import HandPoints


class Counting(Dealing):
    """The evening while a hand is counted, and a match's result confirmed."""

    def confirm(self, sides: Iterable[Side], now: float) -> None:
        """Sides say that the count is right; with both the hand is counted. What is asked comes before."""
        if self.phase is not Phase.COUNT or self.play is None or self.play.question is not None:
            return
        self.confirmed.update(sides)
        if self.confirmed >= set(Side):
            self.next_hand(now)

    @property
    def points(self) -> HandPoints:
        """What the hand brings as it stands: counted or stated, with what rulings take or give."""
        assert self.play is not None, "a hand that is played brings points"
        counted = self.desk.stated or points_of(self.play.referee.hand)
        of_rulings = self.desk.penalties
        return HandPoints(
            north_south=counted.north_south + of_rulings[Side.NORTH_SOUTH],
            east_west=counted.east_west + of_rulings[Side.EAST_WEST],
        )

    def next_hand(self, now: float, *, by_arbiter: bool = False) -> None:
        """The count is confirmed: write it down, reveal the deal, forget the hand."""
        assert self.play is not None, "a hand is counted after play"
        assert self.deal is not None, "a hand is counted after play"
        points, players = self.points, self.setup.players
        names = {side: side_name(side, players) for side in Side}
        confirmed_by = [names[side] for side in Side if side in self.confirmed]
        self.effects.record(
            ScoreConfirmed(
                at=now,
                hand=self.hand,
                points={names[side]: points.of(side) for side in Side},
                penalties={
                    names[side]: more for side, more in self.desk.penalties.items() if more
                },
                by=("arbiter",) if by_arbiter else tuple(confirmed_by),
            )
        )
        self.standings = self.standings.after(points)
        self.effects.record(self.deal.reveal_record(now))
        # Every sealed finding of the hand has been numbered in the order in which it was made.
        for number, cards in zip(self.sealed_numbers, self.effects.sealed_cards, strict=False):
            self.effects.record(Unsealed(at=now, hand=self.hand, record=number, cards=cards))
        for number, order in zip(self.ordered_numbers, self.desk.next_hand(), strict=False):
            self.effects.record(Unsealed(at=now, hand=self.hand, record=number, order=order))
        self._forget_hand(now)
        if self.hall is not None and self.hall.time_out:
            self.standings = self.standings.stopped()
        over = self.standings.is_over
        self.hand += 1
        self.attempt = 1
        self.enter(Cause.MATCH_OVER if over else Cause.NEXT_HAND, now)

    def counted(self, points: HandPoints) -> None:
        """The hand was counted, says the journal, and its key is gone."""
        if not self.standings.is_over:
            self.standings = self.standings.after(points)
        destroy_key_file(key_path(self.setup.journal, self.hand))
        self.attempt = 1
        self.desk.next_hand()
        self.ordered_numbers.clear()
        self.confirmed.clear()

    def end_match(self) -> None:
        """The match has ended with the hands that are played."""
        self.standings = self.standings.stopped()

    def another_match(self, hand: int) -> None:
        """Another match begins with that hand."""
        self.desk.next_match()
        self.standings = self.standings.next_match(hand)

    def correct_hand(self, hand: int, points: HandPoints) -> None:
        """Put the arbiter's points in the place of an earlier hand's."""
        self.standings = self.standings.corrected(hand, points)

    def take_seats(self, place: Place) -> None:
        """Play the match that the hall has for this table."""
        self.standings = match_of(place, self.standings, self.hand)
        self.hall = (self.hall or Hall()).seated(place)

    def keep_score(self, points: HandPoints, now: float) -> None:
        """The hand was counted, but what was hidden of it is lost: its score stands, its deal stays unproved."""
        self.standings = self.standings.after(points)
        self._forget_hand(now)
        over = self.standings.is_over
        self.hand += 1
        self.attempt = 1
        self.enter(Cause.MATCH_OVER if over else Cause.NEXT_HAND, now)

    def confirm_result(self) -> None:
        """The side that is asked finds the match's result right."""
        hall = self.hall
        if hall is not None and hall.place is not None and not hall.disputed and hall.confirming:
            confirmed = (*hall.confirmed, hall.confirming)
            self.hall = dataclasses.replace(hall, confirmed=confirmed)

    def dispute_result(self) -> None:
        """The side that is asked finds it wrong: the arbiter is called, and nobody is asked any more."""
        hall = self.hall
        if hall is not None and hall.place is not None and not hall.disputed and hall.confirming:
            self.hall = dataclasses.replace(hall, disputed=True)
            self.arbiter_called = True

    def _forget_hand(self, now: float) -> None:
        if self.deal is not None:
            self.deal.wipe()
        if self.key is not None:
            # Its file goes when the reveal is on the disk, see `wrote`.
            self._spent_keys.append(self.key)
            self.effects.record(KeyDestroyed(at=now, hand=self.hand))
        self.key = self.deal = self.play = None
        self.unfollowed = 0
        self.ready_seats = set()
        self.noticeboard.next_hand()
        self.sealed_numbers.clear()
        self.ordered_numbers.clear()
        self.confirmed.clear()
        self.effects.sealed_cards.clear()

    def wrote(self, first: int, records: Sequence[Record]) -> None:
        """Take note of the numbers under which records were written, from `first` on.

        What the records have made superfluous is destroyed: they are on the disk now.
        """
        while self._spent_keys:
            self._spent_keys.pop().destroy()
        for number, record in enumerate(records, start=first):
            if isinstance(record, Found) and record.sealed_cards:
                self.sealed_numbers.append(number)
            elif isinstance(record, ArbiterActed) and record.sealed:
                self.ordered_numbers.append(number)
