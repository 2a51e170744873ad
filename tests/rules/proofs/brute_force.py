"""What a legal meld is, a second time: every role is tried for every wild.

Slow, plain and independent: it imports nothing of the program, so an idea that is wrong there
must be wrong here as well before a test can miss it. Cards are texts.
"""

import itertools
import math
from typing import NamedTuple

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
SUITS = "HDCS"
POINTS = dict(zip(RANKS, (15, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10), strict=True)) | {
    "JK": 30
}
LOW_ACE, HIGH_ACE = 1, 14
BACKS = "br"


class Face(NamedTuple):
    rank: str  # "JK" for a joker
    suit: str  # "" for a joker
    pinned: str = ""  # the role written for it, `6H` or, in a group, `8`

    @property
    def may_be_wild(self):
        return self.rank in ("JK", "2")

    def __str__(self):
        return self.rank + self.suit


class Placed(NamedTuple):
    """A card in its place: a rank number in a run (14 the high Ace), 0 in a group."""

    place: int
    face: Face
    wild: bool


class Grading(NamedTuple):
    """How a profile grades burrachi; `semi_run` and `semi_group` name its readings."""

    semi_run: str  # "none", "seven" (in a row beside the wild), "end" (the wild at an end)
    semi_group: str  # "none", "eight" (exactly, wild included), "eight_or_more"
    extra: bool  # royal and super burrachi
    wilds_slide: bool  # a wild at the end of a run may move without being replaced
    low_royal: bool = False  # thirteen naturals are royal from the Ace up only
    royal_from: int = 14  # cards of a run with a wild that is royal


PROFILES = {
    "febur": Grading("none", "none", False, False),
    "online": Grading("seven", "eight_or_more", False, False),
    "classic-en": Grading("none", "none", False, True),
    "fibur": Grading("seven", "eight", True, False),
    "fibur-2026": Grading("seven", "eight_or_more", False, False),
    # Clubs that start from fibur.
    "end-only": Grading("end", "eight", True, False),
    "low-ace": Grading("seven", "eight", True, False, low_royal=True),
    "end-and-low": Grading("end", "eight", True, False, low_royal=True),
    "thirteen": Grading("end", "eight", True, False, royal_from=13),
}
BONUSES = {
    None: 0,
    "dirty": 100,
    "semi_clean": 150,
    "clean": 200,
    "super_dirty": 200,
    "super": 250,
    "royal_dirty": 250,
    "royal": 300,
}


def faces(text):
    """Read faces; a back or the number of a joker is dropped."""
    return [_face(word.upper()) for word in text.split()]


def _face(word):
    word, _, pinned = word.partition("(=")
    pinned = pinned.rstrip(")")
    if word.startswith("JK"):
        return Face("JK", "", pinned)
    word = word[:-1] if word[-1] in "BR" and word[-2] in SUITS else word
    return Face(word[:-1].replace("T", "10"), word[-1], pinned)


def melds(cards):
    """Return every way to lay the cards as one legal meld, each a tuple of `Placed`."""
    if len(cards) < 3:
        return []
    return [*_groups(cards), *_runs(cards)]


def resolved(cards, profile="febur"):
    """Return the way the notation prefers, or None if the cards are no meld."""
    ways = melds(cards)
    way = min(ways, key=_preference, default=None)
    naturals = [card.rank for card in cards if not card.may_be_wild]
    if way is None or naturals[0] == "A":
        return way
    # What is laid in one go tells by its order where the Ace lies.
    row_wanted = 1 if naturals[-1] != "A" else -math.inf
    return _with_ace_where_it_lies(profile, way, ways, row_wanted)


def extended(profile, meld, added):
    """Return the meld after adding cards as the profile lets wilds move, or None."""
    way, ways = _extended(profile, meld, added)
    on_table = any(card.face.rank == "A" and not card.wild for card in meld)
    below_the_run = added[0].rank == "A" and min(card.place for card in meld) > 2
    if way is None or on_table or below_the_run:
        return way
    return _with_ace_where_it_lies(profile, way, ways, 0)


def _with_ace_where_it_lies(profile, way, ways, row_wanted):
    """Return the way with its Ace high, if the grade hangs on it and the naturals' row is so much longer there."""
    for other in ways:
        moved = [old for old, new in zip(way, other, strict=True) if old != new]
        only_the_ace = len(moved) == 1 and moved[0].face.rank == "A" and not moved[0].wild
        if (
            only_the_ace
            and moved[0].place == LOW_ACE
            and grade(profile, other) != grade(profile, way)
        ):
            longer = _row_from(other, HIGH_ACE, -1) - _row_from(way, LOW_ACE, 1)
            return other if longer >= row_wanted else way
    return way


def _row_from(meld, place, step):
    """Count the naturals in a row from that place on."""
    naturals = {card.place for card in meld if not card.wild}
    count = 0
    while place in naturals:
        count, place = count + 1, place + step
    return count


def _extended(profile, meld, added):
    """Return the preferred way to add cards, None if there is none, and all ways."""
    ways = []
    on_table = [placed.face._replace(pinned="") for placed in meld]
    for way in melds(on_table + added):
        moved = _moved(PROFILES[profile], meld, added, way)
        if moved is not None:
            ways.append((moved, _preference(way), way))
    return min(ways, default=(None, None, None))[2], [way for _, _, way in ways]


def text(meld):
    """Write a meld: a run low to high, a group naturals first in suit order, wild last."""
    if is_run(meld):
        suit = _suit(meld)
        return " ".join(
            f"{card.face}(={_rank_at(card.place)}{suit})" if card.wild else str(card.face)
            for card in sorted(meld)
        )
    ordered = sorted(meld, key=lambda card: (card.wild, SUITS.find(card.face.suit)))
    rank = ordered[0].face.rank
    return " ".join(f"{card.face}(={rank})" if card.wild else str(card.face) for card in ordered)


def points(meld):
    return sum(POINTS[card.face.rank] for card in meld)


def grade(profile, meld):
    """Return the name of the burraco, or None under seven cards."""
    grading = PROFILES[profile]
    if len(meld) < 7:
        return None
    wilds = [card for card in meld if card.wild]
    return (_dirty_grade if wilds else _clean_grade)(grading, meld)


def is_run(meld):
    return meld[0].place > 0


def _groups(cards):
    for wild in [None, *(number for number, card in enumerate(cards) if card.may_be_wild)]:
        naturals = [card for number, card in enumerate(cards) if number != wild]
        ranks = {card.rank for card in naturals}
        if len(ranks) != 1 or ranks & {"2", "JK"} or len(naturals) > 8:
            continue
        if wild is not None and cards[wild].pinned not in ("", *ranks):
            continue
        if any(card.pinned for card in naturals):
            continue
        yield tuple(Placed(0, card, number == wild) for number, card in enumerate(cards))


def _runs(cards):
    for suit in SUITS:
        for wild in [None, *(number for number, card in enumerate(cards) if card.may_be_wild)]:
            yield from _runs_with(cards, suit, wild)


def _runs_with(cards, suit, wild):
    """Try the wild in all places, and every natural Ace low and high."""
    choices = []
    for number, card in enumerate(cards):
        if number == wild:
            own = (card.rank, card.suit) == ("2", suit)
            # An own-suit two in the two's place is natural, not wild.
            places = [place for place in range(1, 15) if not (own and place == 2)]
            if card.pinned:
                places = [place for place in places if card.pinned == _rank_at(place) + suit]
        elif card.suit != suit or card.rank == "JK":
            return
        else:
            number_of_rank = RANKS.index(card.rank) + 1
            places = [LOW_ACE, HIGH_ACE] if card.rank == "A" else [number_of_rank]
            if card.pinned and card.pinned != str(card):
                return
        choices.append(places)
    for places in itertools.product(*choices):
        if len(set(places)) == len(places) == max(places) - min(places) + 1 and _one_ace(
            cards, places, wild
        ):
            yield tuple(
                Placed(place, card, number == wild)
                for number, (place, card) in enumerate(zip(places, cards, strict=True))
            )


def _one_ace(cards, places, wild):
    return sum(card.rank == "A" for number, card in enumerate(cards) if number != wild) <= 1


def _preference(meld):
    """Own-suit two in its place, a low Ace, a wild inside, at the low end, at the high end."""
    if not is_run(meld):
        return ()
    suit = _suit(meld)
    places = [card.place for card in meld]
    natural_two = any(card.face == Face("2", suit) and not card.wild for card in meld)
    where = 0
    for card in meld:
        if card.wild:
            where = 1 if card.place == min(places) else 2 if card.place == max(places) else 0
    low_ace = any(card.face.rank == "A" and card.place == LOW_ACE for card in meld)
    return (not natural_two, not low_ace, where, min(places))


def _moved(grading, meld, added, way):
    """Return how far the cards on the table moved: 0 not at all, 1 as allowed, None too far."""
    moved = 0
    before = sorted(card.place for card in meld)
    for old, new in zip(meld, way, strict=False):
        if (old.place, old.wild) == (new.place, new.wild):
            continue
        moved = 1
        if not old.wild:
            if not (new.wild and old.face.rank == "2"):
                return None  # a natural stays, but a two may turn from natural to wild
            continue
        replaced = any(card.place == old.place and not card.wild for card in way[len(meld) :])
        at_the_end = old.place in (before[0], before[-1])
        if not (replaced or (grading.wilds_slide and at_the_end)):
            return None
    return moved


def _clean_grade(grading, meld):
    if grading.extra and is_run(meld) and len(meld) == 13:
        low = min(card.place for card in meld) == LOW_ACE
        return "royal" if low or not grading.low_royal else "clean"
    if grading.extra and not is_run(meld) and len(meld) == 8:
        return "super"
    return "clean"


def _dirty_grade(grading, meld):
    if is_run(meld):
        if grading.extra and len(meld) >= grading.royal_from:
            return "royal_dirty"
        place = next(card.place for card in meld if card.wild)
        below = sum(card.place < place for card in meld)
        above = len(meld) - 1 - below
        beside = max(below, above) >= 7 and (grading.semi_run == "seven" or not min(below, above))
        return "semi_clean" if beside and grading.semi_run != "none" else "dirty"
    if grading.extra and len(meld) == 9:
        return "super_dirty"
    enough = {"none": [], "eight": [8], "eight_or_more": [8, 9]}[grading.semi_group]
    return "semi_clean" if len(meld) in enough else "dirty"


def _suit(meld):
    return next(card.face.suit for card in meld if not card.wild)


def _rank_at(place):
    return RANKS[(place - 1) % 13]
