"""The words of the tables of rulings: what they mean in a case.

`CONDITIONS`, `SEATS`, `SIDES`, `CARDS_OF`, `NUMBERS`, `LAPS` and `EACH` are all the words that a table may use.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from tallone.referee.rulings.facts import FactsError
from tallone.referee.rulings.rows.case import Case
from tallone.rules.cards.cards import Card
from tallone.rules.cards.ranking import highest
from tallone.rules.cards.seats import Seat, Side, next_seat
from tallone.rules.hand.bars import partner_of
from tallone.rules.hand.hand import HOLDING, TO_DRAW, TO_PLAY
from tallone.rules.rulings.effects import Value

Fields = Mapping[str, Value]


def _draw_missing(case: Case) -> bool:
    state, act = case.at.state, case.facts.act
    if case.is_just_done and (case.by is not state.seat or state.phase is not TO_DRAW):
        raise FactsError("he who forgot to draw is on turn, to draw, in the position")
    return not act or act[0].verb not in ("draw", "take")


def _limit(case: Case) -> int:
    """How many seconds a player has (F.I.Bur. 32 bis; exactly eleven is not stated)."""
    held = case.facts.number("held")
    return 10 if held < 4 else 20 if held < HOLDING else 40


def _award(case: Case) -> int:
    return 12 if case.four_hands else 14


def _lap(case: Case, start: Seat, turns: int) -> tuple[Seat, ...]:
    order = [start]
    while len(order) < turns:
        order.append(next_seat(order[-1], case.players))
    return tuple(order)


def _by_switch(case: Case) -> tuple[Seat, ...]:
    late = case.profile.time_out == "next_lap" and case.at.state.phase is TO_PLAY
    return _lap(case, case.on, case.players + late)


def _one(face: Card | None) -> tuple[Card, ...]:
    return () if face is None else (face,)


def _named_but(case: Case, taken: Iterable[Card]) -> tuple[Card, ...]:
    left = list(case.facts.cards)
    for face in taken:
        left.remove(face)
    return tuple(left)


def _all_wrong_but(case: Case) -> tuple[Card, ...]:
    left = list(case.all_wrong)
    for _, cards in case.fitting:
        for face in cards:
            left.remove(face)
    return tuple(left)


def _touched(case: Case) -> list[int]:
    return list(dict.fromkeys(laid.meld for laid in case.laid))


def _matches_played(case: Case) -> int:
    played = case.facts.played
    if type(played) is not int:
        raise FactsError("the fact 'played' must be the number of matches played")
    return played


def _must_play(case: Case) -> list[Fields]:
    """The exposed cards that fit, jokers apart: those go where they matter least."""
    jokers = tuple(face for face in case.playable if face.is_joker)
    others = tuple(face for face in case.playable if not face.is_joker)
    found: list[Fields] = [{"cards": others}] if others else []
    return [*found, {"cards": jokers, "on": "least-important"}] if jokers else found


# Conditions; a word after the name is the function's second argument.
CONDITIONS: Final[Mapping[str, Callable[[Case, str], bool]]] = {
    "fact": lambda case, name: (
        bool(case.facts.played) if name == "played" else case.facts.flag(name)
    ),
    "noticed": lambda case, moments: case.noticed in moments.split(),
    "for": lambda case, word: case.facts.short_of == word,
    "said-by": lambda case, who: case.facts.said_by == who,
    "draw-missing": lambda case, _: _draw_missing(case),
    "legal": lambda case, _: case.refusal is None,
    "refused": lambda case, code: case.refusal == code,
    "exposed": lambda case, _: case.exposed,
    "wrong": lambda case, _: bool(case.wrong),
    "mendable": lambda case, _: bool(case.facts.act and case.mends),
    "identical": lambda case, _: case.equal is not None,
    "both-wild": lambda case, _: case.equal is not None and case.equal.both_wild,
    "wild-has-place": lambda case, _: case.wild_place is not None,
    "burraco": lambda case, _: case.has_burraco,
    "last-play": lambda case, verb: case.last_verb == verb,
    "only-first-short": lambda case, _: bool(case.missing(1)) and not case.missing(2),
    "second-long": lambda case, _: case.at.count_of(2) > HOLDING,
    "same-before": lambda case, _: case.history.same.get(case.side, 0) > 0,
    "warned-before": lambda case, _: case.history.warnings.get(case.side, 0) > 0,
    "over-limit": lambda case, _: case.facts.number("seconds") > _limit(case),
    "five-seconds-gone": lambda case, _: case.facts.numbers.get("given", 0) >= 5,
    "more-than-half": lambda case, _: 2 * _matches_played(case) > case.facts.number("matches"),
    "minutes-over": lambda case, minutes: case.facts.number("minutes") > int(minutes),
}
SEATS: Final[Mapping[str, Callable[[Case], Seat]]] = {
    "by": lambda case: case.by,
    "on": lambda case: case.on,
    "partner": lambda case: partner_of(case.by, case.players),
    "next": lambda case: next_seat(case.by, case.players),
}
SIDES: Final[Mapping[str, Callable[[Case], Side]]] = {
    "by": lambda case: case.side,
    "others": lambda case: case.side.other,
}
CARDS_OF: Final[Mapping[str, Callable[[Case], tuple[Card, ...]]]] = {
    "named": lambda case: case.facts.cards,
    "laid": lambda case: tuple(copy.card for one in case.laid for copy in one.cards),
    "last-play": lambda case: case.last_play,
    "last-card": lambda case: case.last_play[-1:],
    "discard": lambda case: _one(case.discarded),
    "highest": lambda case: _one(highest(case.facts.cards)),
    "but-highest": lambda case: _named_but(case, _one(highest(case.facts.cards))),
    "playable": lambda case: case.playable,
    "lowest-unplayable": lambda case: case.unplayable[:1],
    "other-unplayable": lambda case: case.unplayable[1:],
    "wrong": lambda case: case.all_wrong,
    "not-fitting": _all_wrong_but,
    "fitting-there": lambda case: case.fitting_there,
    "not-fitting-there": lambda case: _named_but(case, case.fitting_there),
    "equal-cards": lambda case: case.equal.merging if case.equal else (),
    "second-wild": lambda case: (
        _one(case.equal.second_wild) if case.equal and case.equal.both_wild else ()
    ),
    "both-wilds": lambda case: (
        (*_one(case.equal.first_wild), *_one(case.equal.second_wild)) if case.equal else ()
    ),
}
NUMBERS: Final[Mapping[str, Callable[[Case], int | None]]] = {
    "there": lambda case: case.meld,
    "equal": lambda case: case.equal.into if case.equal else None,
    "wild-place": lambda case: case.wild_place,
    "missing-first": lambda case: case.missing(1),
    "bye": _award,
    "bye-or-earned": lambda case: max(_award(case), case.facts.numbers.get("earned", 0)),
    "leavers": lambda case: 8 if case.four_hands else 6,
}
LAPS: Final[Mapping[str, Callable[[Case], tuple[Seat, ...]]]] = {
    "lap": lambda case: _lap(case, case.on, case.players),
    "lap-by-switch": _by_switch,
    "lap-after": lambda case: _lap(case, next_seat(case.by, case.players), case.players),
}
# An effect with one of these is given once for each of them, with these fields of its own.
EACH: Final[Mapping[str, Callable[[Case], list[Fields]]]] = {
    "touched": lambda case: [{"meld": number} for number in _touched(case)],
    "wrong-melds": lambda case: [{"meld": wrong.meld} for wrong in case.wrong],
    "opened": lambda case: [
        {"cards": tuple(copy.card for copy in one.cards)} for one in case.laid if one.opened
    ],
    "mends": lambda case: [{"meld": number, "cards": cards} for number, cards in case.mends],
    "fitting": lambda case: [{"meld": number, "cards": cards} for number, cards in case.fitting],
    "playable": _must_play,
    "burraco-made": lambda case: (
        [{"meld": case.equal.into}] if case.equal and case.makes_burraco else []
    ),
    "short": lambda case: [
        {"pozzetto": number, "cards": case.missing(number)}
        for number in case.counted
        if case.missing(number)
    ],
    "second-short": lambda case: [
        {"pozzetto": 2, "cards": case.missing(2)}
        for _ in range(2 in case.counted and case.missing(2) > 0)
    ],
    "both-sides": lambda _: [{"side": Side.EAST_WEST}, {"side": Side.NORTH_SOUTH}],
}
