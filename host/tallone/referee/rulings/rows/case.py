"""One irregularity worked out: what the facts mean in their position under the club's rules."""

import dataclasses
import functools
import itertools
from typing import Final

from tallone.referee.rulings.facts import MOMENTS, Facts, FactsError, History
from tallone.referee.rulings.rows.wrongs import Equal, Wrong
from tallone.referee.rulings.situation import Situation, moves_of
from tallone.rules.cards.cards import CARDS, Card, CardCopy
from tallone.rules.cards.ranking import in_order
from tallone.rules.cards.seats import Seat, Side, seats, side_of
from tallone.rules.cards.verdicts import IllegalMoveError
from tallone.rules.hand.apply import apply
from tallone.rules.hand.bars import imposed_of, partner_of, side_place
from tallone.rules.hand.hand import HOLDING
from tallone.rules.hand.imposed import Done, Laid
from tallone.rules.melds.grades import BURRACO, grade
from tallone.rules.melds.meld import Meld, extend, extend_faces, resolve, resolve_faces
from tallone.rules.melds.shapes import MeldKind, Shape
from tallone.rules.profiles.profile import Profile
from tallone.rules.rulings.deeds import NotThereError, begin, do, is_heap

# So many held cards are tried to make a wrong meld right; nobody needs more.
_MAX_MEND: Final = 4
_LAYS: Final = ("open", "add")


@dataclasses.dataclass(frozen=True)
class Case:
    """The profile, the position (None where a kind needs none), the facts, what came before."""

    profile: Profile
    situation: Situation | None
    facts: Facts
    history: History
    exposed_to: str

    @property
    def players(self) -> int:
        return self.situation.players if self.situation is not None else 4

    @property
    def at(self) -> Situation:
        """The position; FactsError without one."""
        if self.situation is None:
            raise FactsError("this kind needs a position")
        return self.situation

    @property
    def on(self) -> Seat:
        return self.at.state.seat

    @property
    def by(self) -> Seat:
        if self.facts.by is None:
            raise FactsError("the fact 'by' must be a seat")
        return self.facts.by

    @property
    def side(self) -> Side:
        """The side that erred."""
        if self.facts.side is None:
            raise FactsError("the fact 'by' is missing")
        return self.facts.side

    @property
    def noticed(self) -> str:
        return self.facts.noticed or MOMENTS[2]

    @property
    def is_just_done(self) -> bool:
        """Whether the position is the one before the act; of what is found later it may be the one now."""
        return self.noticed in MOMENTS[2:4]

    @functools.cached_property
    def done(self) -> tuple[Situation, Done]:
        """The position after the act, nobody judging it, and what was done; FactsError if it cannot be."""
        one = self.at
        one = dataclasses.replace(one, state=begin(one.state, self.by))
        for action in self.facts.act:
            try:
                one, move = moves_of(one, self.by, action)
                one = dataclasses.replace(one, state=do(one.state, move))
            except NotThereError as error:
                raise FactsError(f"{action.text[:40]}: {error}") from error
        done = imposed_of(one.state).done
        assert done is not None, "it has begun"
        return one, done

    def demand_possible(self) -> None:
        """Raise FactsError if the act cannot have been done in the position."""
        assert self.done

    @functools.cached_property
    def refusal(self) -> str | None:
        """Why the rules refuse the act; None if they do not."""
        one = self.at
        for action in self.facts.act:
            try:
                one, move = moves_of(one, self.by, action)
                one = dataclasses.replace(one, state=apply(one.state, move))
            except IllegalMoveError as error:
                return error.verdict.code
        return None

    @property
    def laid(self) -> tuple[Laid, ...]:
        return self.done[1].laid if self.facts.act else ()

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds of the side that erred, in the position."""
        state = self.at.state
        return state.side_list[side_place(state, self.any_seat)].melds

    @property
    def any_seat(self) -> Seat:
        """Who erred, or one of the side that did."""
        if self.facts.by is not None:
            return self.facts.by
        return next(
            seat for seat in seats(self.players) if side_of(seat, self.players) is self.side
        )

    @property
    def melds_after(self) -> tuple[Meld, ...]:
        state = self.done[0].state
        return state.side_list[side_place(state, self.by)].melds

    @property
    def last_play(self) -> tuple[Card, ...]:
        """The cards of the last open or add, as they were written."""
        play = next((one for one in reversed(self.facts.act) if one.verb in _LAYS), None)
        return tuple(card.face for card in play.cards) if play is not None else ()

    @property
    def last_verb(self) -> str | None:
        return next((one.verb for one in reversed(self.facts.act) if one.verb in _LAYS), None)

    @property
    def discarded(self) -> Card | None:
        """What the act discards at its end."""
        last = self.facts.act[-1:]
        return last[0].cards[0].face if last and last[0].verb == "discard" else None

    @functools.cached_property
    def wrong(self) -> tuple[Wrong, ...]:
        """Every meld that the act left wrong, or the one that the facts name."""
        if not self.facts.act:
            if not self.facts.cards:
                return ()
            meld = self.melds[self.meld - 1]
            return (Wrong(self.meld, self.facts.cards, meld.kind is MeldKind.GROUP),)
        touched = dict.fromkeys(laid.meld for laid in self.laid)
        return tuple(
            self._wrong_in(number) for number in touched if is_heap(self.melds_after[number - 1])
        )

    def _wrong_in(self, number: int) -> Wrong:
        before = self.melds[number - 1] if number <= len(self.melds) else None
        laid = [copy.card for one in self.laid if one.meld == number for copy in one.cards]
        on_group = before is not None and before.kind is MeldKind.GROUP
        for count in range(1, len(laid)):
            # Of sets as small, that which was laid last.
            for chosen in itertools.combinations(range(len(laid) - 1, -1, -1), count):
                rest = [face for place, face in enumerate(laid) if place not in chosen]
                if self._made(before, rest) is not None:
                    wrong = tuple(laid[place] for place in sorted(chosen))
                    return Wrong(number, wrong, on_group)
        return Wrong(number, tuple(laid), on_group)

    def _made(self, before: Meld | None, faces: list[Card]) -> Shape | None:
        made = (
            resolve_faces(self.profile, faces)
            if before is None
            else extend_faces(self.profile, before.shape, faces)
        )
        return made if isinstance(made, Shape) else None

    @functools.cached_property
    def mends(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """By meld, the fewest held cards that make every wrong meld right; empty if one stays wrong."""
        held = list(self.done[0].held(self.by)) if self.at.knows(self.by) else []
        found = []
        for wrong in self.wrong:
            before = self.melds[wrong.meld - 1] if wrong.meld <= len(self.melds) else None
            laid = [copy.card for one in self.laid if one.meld == wrong.meld for copy in one.cards]
            cards = self._mend(before, laid, held)
            if cards is None:
                return ()
            for card in cards:
                held.remove(card)
            found.append((wrong.meld, cards))
        return tuple(found)

    def _mend(
        self, before: Meld | None, laid: list[Card], held: list[Card]
    ) -> tuple[Card, ...] | None:
        # Naturals before wilds; he must keep a card to discard.
        order = sorted(held, key=lambda face: (face.can_be_wild, face))
        for count in range(1, min(_MAX_MEND, len(order) - 1) + 1):
            for cards in dict.fromkeys(itertools.combinations(order, count)):
                if self._made(before, [*laid, *cards]) is not None:
                    return cards
        return None

    @functools.cached_property
    def fitting(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """By meld, the wrong cards that another meld of the side takes."""
        melds = dict(enumerate(self.melds, start=1))
        found: dict[int, list[Card]] = {}
        for wrong in self.wrong:
            for face in wrong.cards:
                number = self._takes(melds, face, wrong.meld)
                if number:
                    found.setdefault(number, []).append(face)
        return tuple((number, tuple(cards)) for number, cards in found.items())

    def _takes(self, melds: dict[int, Meld], face: Card, but: int) -> int:
        for number, meld in melds.items():
            if number == but or meld.frozen:
                continue
            made = extend_faces(self.profile, meld.shape, [face])
            if isinstance(made, Shape):
                melds[number] = Meld(made, (*meld.copies, _copy(face)))
                return number
        return 0

    @property
    def all_wrong(self) -> tuple[Card, ...]:
        return tuple(face for wrong in self.wrong for face in wrong.cards)

    @property
    def meld(self) -> int:
        """The meld that the facts name; FactsError if the side has none of that number."""
        number = self.facts.number("meld")
        if not 1 <= number <= len(self.melds):
            raise FactsError(f"the side has {len(self.melds)} melds, no number {number}")
        return number

    @functools.cached_property
    def fitting_there(self) -> tuple[Card, ...]:
        """Those of the named cards that the named meld takes, one after the other."""
        shape = self.melds[self.meld - 1].shape
        found = []
        for face in self.facts.cards:
            made = extend_faces(self.profile, shape, [face])
            if isinstance(made, Shape):
                shape = made
                found.append(face)
        return tuple(found)

    @property
    def exposed(self) -> bool:
        """Whether the card counts as exposed in this code."""
        if self.facts.flag("declared"):
            return True
        if self.exposed_to == "anybody":
            return bool(self.facts.seen_by)
        return partner_of(self.by, self.players) in self.facts.seen_by

    @functools.cached_property
    def playable(self) -> tuple[Card, ...]:
        """Those of the exposed cards that fit a meld of the side, or open one where the code lets them."""
        return tuple(face for face in self.facts.cards if self._is_playable(face))

    def _is_playable(self, face: Card) -> bool:
        adds = any(
            not meld.frozen and isinstance(extend_faces(self.profile, meld.shape, [face]), Shape)
            for meld in self.melds
        )
        return adds or (self.exposed_to != "anybody" and self._opens(face))

    def _opens(self, face: Card) -> bool:
        """Whether the card opens a meld with two others of the written hand."""
        others = list(self.at.held(self.by))
        if face in others:
            others.remove(face)
        return any(
            isinstance(resolve_faces(self.profile, [face, *pair]), Shape)
            for pair in itertools.combinations(others, 2)
        )

    @property
    def unplayable(self) -> tuple[Card, ...]:
        left = list(self.facts.cards)
        for face in self.playable:
            left.remove(face)
        return in_order(left, "lowest-first")

    @functools.cached_property
    def equal(self) -> Equal | None:
        """The second group of a rank, if there is one that this code does not allow."""
        if self.profile.identical_groups != "banned":
            return None
        if not self.facts.act:
            if not (self.facts.cards and self.facts.has("meld")):
                return None
            return self._equal(self.meld, self.melds[self.meld - 1], self.facts.cards)
        melds = dict(enumerate(self.melds, start=1))
        for laid in self.laid:
            opened = resolve(self.profile, laid.cards)
            if laid.opened and isinstance(opened, Meld) and opened.kind is MeldKind.GROUP:
                for number, meld in melds.items():
                    if meld.rank == opened.rank:
                        return self._equal(number, meld, tuple(copy.card for copy in laid.cards))
                melds[laid.meld] = opened
        return None

    def _equal(self, number: int, meld: Meld, cards: tuple[Card, ...]) -> Equal:
        opened = resolve_faces(self.profile, cards)
        wild = (
            opened.faces[opened.wild] if isinstance(opened, Shape) and opened.wild >= 0 else None
        )
        shape = meld.shape
        first = shape.faces[shape.wild] if shape.wild >= 0 else None
        return Equal(number, cards, first, wild)

    @property
    def wild_place(self) -> int | None:
        """The least valuable clean meld that takes the second wild, as a number."""
        equal = self.equal
        if equal is None or equal.second_wild is None or not equal.both_wild:
            return None
        worth = [
            (meld.points + meld.bonus(self.profile), number)
            for number, meld in enumerate(self.melds, start=1)
            if number != equal.into
            and meld.shape.wild < 0
            and isinstance(extend(self.profile, meld, (_copy(equal.second_wild),)), Meld)
        ]
        return min(worth)[1] if worth else None

    @property
    def makes_burraco(self) -> bool:
        """Whether merging two equal groups makes a burraco that was none."""
        equal = self.equal
        if equal is None:
            return False
        before = self.melds[equal.into - 1].size
        return before < BURRACO <= before + len(equal.merging)

    @property
    def has_burraco(self) -> bool:
        """Whether the side has a burraco that lets it close, after the act."""
        melds = self.melds_after if self.facts.act else self.melds
        wanted = ("clean", "royal", "super") if self.profile.close_burraco == "clean" else None
        grades = [grade(self.profile, meld.shape) for meld in melds if not is_heap(meld)]
        return any(name is not None and (wanted is None or name in wanted) for name in grades)

    def missing(self, number: int) -> int:
        """How many cards a pozzetto lacks."""
        return max(0, HOLDING - self.at.count_of(number))

    @property
    def counted(self) -> tuple[int, ...]:
        """The pozzetti whose cards are said or lie there."""
        return tuple(
            number for number in (1, 2) if number in self.at.pozzetti or self.at.count_of(number)
        )

    @property
    def four_hands(self) -> bool:
        return self.facts.number("hands") >= 4


def _copy(face: Card) -> CardCopy:
    """Return some copy of a face: where only faces are looked at."""
    return CardCopy(53 if face == CARDS[-1] else face)
