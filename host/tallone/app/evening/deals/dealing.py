"""From an empty mat to the first card turned: pack, cut and deal, and the piles carried and counted."""

from collections.abc import Iterable
from typing import Final

from tallone.app.evening.deals.deal_attempt import DealAttempt, Told
from tallone.app.evening.deals.machine_deal import MachineDeal
from tallone.app.evening.deals.manual_deal import ManualDeal
from tallone.app.evening.phases import Cause, Phase
from tallone.app.evening.play import PlayStage
from tallone.app.evening.state import EveningState
from tallone.app.watching.ready_check import Piles, ReadyCheck
from tallone.dealing.layout import PACK_CARDS, layout
from tallone.dealing.manual_deal import READING_PLACE
from tallone.dealing.piles.ready import not_empty
from tallone.dealing.promise.commitment import HOW_MANY_NUMBERS
from tallone.journal.records import (
    Committed,
    DealAborted,
    DealReady,
    PhaseEntered,
)
from tallone.journal.storage.sealing import HandKey, destroy_key_file, key_path
from tallone.link.messages import Role
from tallone.mat.zones import Zone
from tallone.rules.cards.seats import Seat, seats

_CUTS: Final = range(PACK_CARDS)
# Whoever breaks a deal off after a look at his cards may try once; then somebody comes to see.
_BROKEN_TO_ARBITER: Final = 2


class Dealing(EveningState):
    """The evening while a hand is dealt. What people press calls these, see `presses.py`."""

    def load(self, now: float) -> None:
        """The pack lies in the machine, or is shuffled: begin a deal if the mat is empty."""
        left = self.watch.occupied
        for finding in not_empty(left):
            self._tell(finding, now)
        if left or self.without_tags or not self.up >= self.setup.boards or self._lid_matters:
            return
        self._begin_deal(now)
        self.enter(Cause.PACK_SHUFFLED if self.setup.is_manual else Cause.PACK_LOADED, now)
        if self.setup.is_manual:
            self._requests.focus_on(READING_PLACE)

    @property
    def without_tags(self) -> int:
        """How many cards of this hand's pack have no tag: such a pack cannot be dealt."""
        return len(self.setup.tags(self.hand).own.missing)

    @property
    def _lid_matters(self) -> bool:
        return self.lid_open and not self.setup.is_manual

    def _begin_deal(self, now: float) -> None:
        self.lost_hand = ""
        self.tracker.play(begins=False)
        if self.key is None:
            # A file without a commitment in the journal is what a power cut left: it opens nothing.
            destroy_key_file(key_path(self.setup.journal, self.hand))
            self.key = HandKey.create(self.setup.journal, self.hand, self.setup.random_bytes)
        self.use_pack()
        self.deal = self.new_deal(self.key)
        self.deal.commit(self.firmware.get(Role.CROUPIER, ""), now)

    def use_pack(self) -> None:
        """Read tags as those of this hand's pack from now on; the mat must be empty of another's."""
        self.tracker.use(self.setup.tags(self.hand).own)

    def new_deal(self, key: HandKey) -> DealAttempt:
        """Return this hand's next attempt at a deal, not yet begun."""
        made = ManualDeal if self.setup.is_manual else MachineDeal
        return made(
            self.setup,
            self.effects,
            key,
            hand=self.hand,
            dealer=self.dealer,
            attempt=self.attempt,
            told=self._told,
        )

    @property
    def _told(self) -> Told:
        # A seeded evening is the same every time, whatever the day.
        head = "" if self.setup.is_seeded else self.head
        return Told(self.standings.number, self.broken, head)

    def cut(self, value: int, now: float) -> None:
        """Take a number that is still wanted, or the cut, and let the deal go on."""
        assert self.deal is not None, "a cut follows a commitment"
        if self.deal.numbers_wanted:
            self.deal.put_in(value)
            return
        if value not in _CUTS:
            return
        self.deal.take_cut(value, self.cutter, now)
        self.enter(Cause.CUT_MADE, now)

    def after_deal(self, now: float) -> None:
        """Go on if the deal has come to its end, good or bad."""
        deal = self.deal
        if deal is None or self.phase not in (Phase.DEAL, Phase.PASS):
            return
        if deal.deal is not None:
            self.watch.moved_at = now
            self.enter(Cause.DEALT, now)
        elif deal.aborted is not None:
            self.deal_broke()
            self.enter(Cause.DEAL_BROKEN, now)

    def break_deal(self, reason: str, now: float) -> None:
        """Give the deal up; its commitment is revealed with the reason."""
        if self.deal is not None:
            self.deal.give_up(reason, now)
        self.deal_broke()
        self.play = None
        self.enter(Cause.DEAL_BROKEN, now)

    def deal_broke(self) -> None:
        """Count a deal that will not be played; from the second of an evening on, call the arbiter."""
        self.attempt += 1
        self.broken += 1
        self.arbiter_called = self.arbiter_called or self.broken >= _BROKEN_TO_ARBITER

    def deal_again(self, key: HandKey, attempt: int) -> DealAttempt:
        """Take up an attempt at a deal as a journal has it; return it, to be restored."""
        self.attempt, self.key = attempt, key
        self.use_pack()
        self.deal = self.new_deal(key)
        return self.deal

    def forget_deal(self) -> None:
        """What is known of the deal opens nothing."""
        self.deal = None

    def stopped(self) -> None:
        """A deal was broken off, says the journal."""
        self.play = None
        self.deal_broke()

    def lose_hand(self, reason: str, committed: Committed | None, now: float) -> None:
        """What was hidden of this hand is lost: whatever its phase, it is dealt again.

        Its commitment stays without its secret, and the journal says so.
        """
        if committed is not None:
            self.effects.record(
                DealAborted(
                    at=now,
                    hand=self.hand,
                    job=0,
                    commitment=committed.commitment,
                    reason=reason,
                    passed=0,
                )
            )
        self.lost_hand = reason
        self.key = self.deal = self.play = None
        self.deal_broke()
        self.phase = Phase.STOPPED
        self.effects.record(
            PhaseEntered(
                at=now,
                hand=self.hand,
                phase=Phase.STOPPED.value,
                cause=Cause.DEAL_BROKEN.value,
            )
        )

    @property
    def ready_check(self) -> ReadyCheck:
        """What tells whether the piles of this deal lie right."""
        assert self.deal is not None, "piles are checked after a deal"
        if self._check is None or self._check[0] is not self.deal:
            check = ReadyCheck(self.setup.players, self.deal.counts, self.watch)
            self._check = self.deal, check
        return self._check[1]

    def seats_ready(self, ready: Iterable[Seat], now: float) -> None:
        """Players say that they have counted; let play begin if all have and the piles are right."""
        self.ready_seats.update(ready)
        if self.ready_seats < set(seats(self.setup.players)):
            return
        if self.ready_check.piles(now) is not Piles.RIGHT:
            return
        assert self.deal is not None, "seats are asked after a deal"
        wanted = layout(self.setup.players).counts
        scale = {place: wanted[place] for place in self.watch.dealt_grams}
        self.effects.record(
            DealReady(
                at=now,
                hand=self.hand,
                barrier=dict(self.deal.counts),
                scale=scale,
                certainty=round(self.ready_check.belief.right, 6),
            )
        )
        for place, count in scale.items():
            self.tracker.accept(Zone(place), count)
        self.begin_play()
        self.enter(Cause.PILES_RIGHT, now)

    def begin_play(self) -> None:
        """Begin this hand's play with the piles as dealt: the ready check has said so."""
        assert self.deal is not None, "play follows a deal"
        assert self.deal.deal is not None, "play follows a finished deal"
        self.watch.accept(layout(self.setup.players).counts)
        self.tracker.play(begins=True)
        self.play = PlayStage(
            self.setup,
            self.effects,
            self.deal.key,
            self.deal.deal,
            hand=self.hand,
            piles=self.watch.piles,
            lost=self.watch.lost_readers,
        )

    def _tick_ready(self, now: float) -> None:
        if self.ready_check.piles(now) is Piles.WRONG:
            for finding in self.ready_check.findings:
                self._tell(finding, now)

    @property
    def wanted(self) -> Seat:
        """Who puts in a number or cuts now: the dealer first, then the player on his right, twice."""
        first = self.deal is not None and self.deal.numbers_wanted == HOW_MANY_NUMBERS
        return self.dealer if first else self.cutter
