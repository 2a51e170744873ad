"""What stands around the play, as one value, and what each step makes of it.

Pure: a step and the facts in, the next value and orders out. What the orders do to the evening, to the
file of settings and to the machine is in `orders.py` and at the program's edges.
"""

import dataclasses
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tallone.app.foyer.orders import (
    BeginMatch,
    BreakOff,
    Change,
    EndMatch,
    Order,
    SwitchOff,
)
from tallone.app.foyer.seating import MAX_NAME, Seating
from tallone.app.foyer.settings import FIRST_RUN, SETTINGS
from tallone.app.foyer.stages import OVER, SURE_OF, Act, Stage, Step, after
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat

Argument = str | int | Seat | Act | None
# What has to be done before the table is switched off, in this order; the first the mat sees itself.
DELETE: Final = "\b"
_NOBODY: Final = Seating()
CHECKS: Final = ("mat", "machine", "box")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """How long a match is: so many hands, or until a side is past so many points."""

    hands: int = 0
    points: int = 0


FORMULAS: Final = (
    Formula(hands=1),
    Formula(hands=2),
    Formula(hands=3),
    Formula(hands=4),
    Formula(points=1005),
    Formula(points=1505),
    Formula(points=2005),
)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RoundClock:
    """The clock of a round: when it ends, or what was left when it was stopped."""

    ends_at: float | None = None
    stopped_with: float | None = None

    def stopped(self, now: float) -> "RoundClock":
        if self.ends_at is None:
            return self
        return RoundClock(stopped_with=self.ends_at - now)

    def going(self, now: float) -> "RoundClock":
        if self.stopped_with is None:
            return self
        return RoundClock(ends_at=now + self.stopped_with)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Foyer:
    """Where the screen is around the play, and what has been decided."""

    stage: Stage = Stage.WELCOME
    under: tuple[Stage, ...] = ()  # the pages this one was opened over
    act: Act | None = None  # what a yes would do
    seating: Seating = _NOBODY
    profile: str = ""
    formula: Formula = Formula(hands=3)
    clock: RoundClock = RoundClock()
    # Of the page that is open; forgotten with it.
    seat: Seat | None = None
    typed: str = ""
    page: int = 0
    setting: str = ""
    done: frozenset[str] = frozenset()
    marks: tuple[tuple[int, int], ...] = ()

    @property
    def is_over_table(self) -> bool:
        """Whether the screen shows something else than the evening itself."""
        return self.stage is not Stage.TABLE

    def at(self, stage: Stage, **changes: object) -> "Foyer":
        """Return it at a stage, with nothing left of the page before."""
        fresh = {"typed": "", "page": 0, "seat": None, "marks": ()}
        return dataclasses.replace(self, stage=stage, **(fresh | changes))  # type: ignore[arg-type]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What a step has to know besides: the time, the rule of the draw, how long a round is."""

    now: float
    draw_rule: str = "lowest_opponent"
    round_minutes: int = 0
    mat_is_empty: bool = True


Taken = tuple[Foyer, tuple[Order, ...]]


def take(foyer: Foyer, step: Step, argument: Argument, moment: Moment) -> Taken:
    """Return what a step leads to; one that means nothing at this stage changes nothing."""
    following = after(foyer.stage, step)
    if following is None:
        return foyer, ()
    if foyer.stage is Stage.FIRST_RUN and step is not Step.BACK:
        return _first_run(foyer, step, argument)
    if step is Step.ASK:
        act = argument if isinstance(argument, Act) else Act.SWITCH_OFF
        return _over(foyer, Stage.SURE, act=act), ()
    special = _SPECIAL.get((foyer.stage, step)) or _SPECIAL.get((None, step))
    if special is not None:
        return special(foyer, following, argument, moment)
    if following in OVER:
        return _over(foyer, following), ()
    return foyer.at(following), ()


def say_yes(foyer: Foyer, moment: Moment) -> Taken:
    """Return what the second touch leads to."""
    if foyer.stage is not Stage.SURE or foyer.act is None:
        return foyer, ()
    act = foyer.act
    leads_to = foyer.at(SURE_OF[act], act=None, under=())
    match act:
        case Act.NEW_MATCH:
            return leads_to, ()
        case Act.BREAK_OFF:
            return leads_to, (BreakOff(),)
        case Act.END_MATCH:
            return dataclasses.replace(leads_to, clock=RoundClock()), (EndMatch(),)
        case Act.SWITCH_OFF:
            stopped = dataclasses.replace(leads_to, clock=foyer.clock.stopped(moment.now))
            return stopped, (SwitchOff(),)


# What is done inside a page and leads to no other.


def type_key(foyer: Foyer, char: str) -> Foyer:
    """Return it with a character typed; `DELETE` takes the last one back."""
    if foyer.stage not in (Stage.TYPE, Stage.NUMBER, Stage.FIRST_RUN):
        return foyer
    if char == DELETE:
        return dataclasses.replace(foyer, typed=foyer.typed[:-1])
    if len(char) != 1 or not char.isprintable() or len(foyer.typed) >= MAX_NAME:
        return foyer
    return dataclasses.replace(foyer, typed=foyer.typed + char)


def turn_page(foyer: Foyer, by: int) -> Foyer:
    """Return it with another page of a long list; whoever shows it bounds it."""
    return dataclasses.replace(foyer, page=max(0, foyer.page + by))


def choose_seat(foyer: Foyer, seat: Seat) -> Foyer:
    """Return it with a seat touched on the plan: the second touch changes two places; twice one deals."""
    if foyer.stage is not Stage.PLACES:
        return foyer
    if foyer.seat is None:
        return dataclasses.replace(foyer, seat=seat)
    if foyer.seat is seat:
        seating = dataclasses.replace(foyer.seating, dealer=seat)
        return dataclasses.replace(foyer, seat=None, seating=seating)
    return dataclasses.replace(foyer, seat=None, seating=foyer.seating.swapped(foyer.seat, seat))


def card_laid(foyer: Foyer, card: Card, moment: Moment) -> Foyer:
    """Return it with a card that somebody has laid on the mat for the seats."""
    if foyer.stage is not Stage.DRAW:
        return foyer
    return dataclasses.replace(foyer, seating=foyer.seating.drew(card, moment.draw_rule))


def tick_off(foyer: Foyer, check: str) -> Foyer:
    """Return it with a line of the good night's list ticked, or open again."""
    if foyer.stage is not Stage.GOOD_NIGHT or check not in CHECKS:
        return foyer
    return dataclasses.replace(foyer, done=foyer.done ^ {check})


def mark_touched(foyer: Foyer, place: tuple[int, int]) -> Foyer:
    """Return it with one more place that was touched while the touch is being set."""
    if foyer.stage is not Stage.TOUCH and foyer.stage is not Stage.FIRST_RUN:
        return foyer
    return dataclasses.replace(foyer, marks=(*foyer.marks, place)[:4])


def _over(foyer: Foyer, stage: Stage, **changes: object) -> Foyer:
    return foyer.at(stage, under=(*foyer.under, foyer.stage)[-4:], **changes)


def _back(foyer: Foyer, following: Stage) -> Foyer:
    if foyer.stage in OVER and foyer.under:
        return foyer.at(foyer.under[-1], under=foyer.under[:-1], act=None)
    if foyer.stage is Stage.FIRST_RUN:
        place = max(0, FIRST_RUN.index(foyer.setting) - 1) if foyer.setting in FIRST_RUN else 0
        return foyer.at(following, setting=FIRST_RUN[place])
    if foyer.stage in (Stage.LIST, Stage.TYPE):
        named = [seat for seat in foyer.seating.seats if seat in foyer.seating.names]
        if named and foyer.seat is not named[0]:
            last = named[-1]
            names = {seat: name for seat, name in foyer.seating.names.items() if seat is not last}
            seating = dataclasses.replace(foyer.seating, names=names)
            return foyer.at(foyer.stage, seat=last, seating=seating)
    return foyer.at(following)


def _named(foyer: Foyer, argument: Argument) -> Foyer:
    """Give the seat that is asked its name, and ask the next; after the last go on."""
    seat = foyer.seat or Seat.NORTH
    name = argument if isinstance(argument, str) else foyer.typed
    seating = foyer.seating.named(seat, name)
    order = seating.seats
    place = order.index(seat) + 1
    if place < len(order):
        return foyer.at(foyer.stage, seat=order[place], seating=seating, page=foyer.page)
    return foyer.at(after(foyer.stage, Step.ALL_NAMED) or foyer.stage, seating=seating)


def _begin(foyer: Foyer, following: Stage, moment: Moment) -> Taken:
    seconds = 60.0 * moment.round_minutes
    by_hands = bool(foyer.formula.hands) and seconds > 0
    clock = RoundClock(ends_at=moment.now + seconds) if by_hands else RoundClock()
    begun = foyer.at(following, clock=clock, under=())
    order = BeginMatch(
        players=foyer.seating.players,
        profile=foyer.profile,
        hands=foyer.formula.hands,
        points=foyer.formula.points,
        dealer=foyer.seating.dealer,
    )
    return begun, (order,)


def _first_run(foyer: Foyer, step: Step, argument: Argument) -> Taken:
    """Take one setting after another; after the last, the table welcomes."""
    if step is Step.ALL_SET:
        return foyer.at(Stage.WELCOME, setting=""), ()
    here = foyer.setting if foyer.setting in FIRST_RUN else FIRST_RUN[0]
    orders: tuple[Order, ...] = ()
    if isinstance(argument, str | int) and here in SETTINGS:
        orders = (Change(setting=here, value=argument),)
    place = FIRST_RUN.index(here) + 1
    if place >= len(FIRST_RUN):
        return foyer.at(Stage.WELCOME, setting=""), orders
    return foyer.at(Stage.FIRST_RUN, setting=FIRST_RUN[place]), orders


def _to_back(foyer: Foyer, following: Stage, _argument: Argument, _moment: Moment) -> Taken:
    return _back(foyer, following), ()


def _to_name(foyer: Foyer, _following: Stage, argument: Argument, _moment: Moment) -> Taken:
    return _named(foyer, argument), ()


def _to_no_names(foyer: Foyer, following: Stage, _argument: Argument, _moment: Moment) -> Taken:
    return foyer.at(following, seating=dataclasses.replace(foyer.seating, names={})), ()


def _to_asking(foyer: Foyer, following: Stage, _argument: Argument, _moment: Moment) -> Taken:
    """Open the list or the keyboard for a seat: the one that is asked, or the first."""
    seating = foyer.seating
    if foyer.stage is Stage.WHO:
        seating = dataclasses.replace(seating, names={}, draws={}, dealer=None)
    return foyer.at(following, seat=foyer.seat or Seat.NORTH, seating=seating), ()


def _to_draw(foyer: Foyer, following: Stage, _argument: Argument, _moment: Moment) -> Taken:
    return foyer.at(
        following, seating=dataclasses.replace(foyer.seating, draws={}, dealer=None)
    ), ()


def _to_profile(foyer: Foyer, following: Stage, argument: Argument, _moment: Moment) -> Taken:
    return foyer.at(following, profile=str(argument or foyer.profile)), ()


def _to_formula(foyer: Foyer, following: Stage, argument: Argument, _moment: Moment) -> Taken:
    place = argument if isinstance(argument, int) else 0
    return foyer.at(following, formula=FORMULAS[place % len(FORMULAS)]), ()


def _to_match(foyer: Foyer, following: Stage, _argument: Argument, moment: Moment) -> Taken:
    return _begin(foyer, following, moment)


def _to_pause(foyer: Foyer, following: Stage, _argument: Argument, moment: Moment) -> Taken:
    return foyer.at(following, clock=foyer.clock.stopped(moment.now)), ()


def _to_play(foyer: Foyer, following: Stage, _argument: Argument, moment: Moment) -> Taken:
    return foyer.at(following, clock=foyer.clock.going(moment.now)), ()


def _to_setting(foyer: Foyer, following: Stage, argument: Argument, _moment: Moment) -> Taken:
    name = argument if isinstance(argument, str) and argument in SETTINGS else "language"
    return foyer.at(following, setting=name), ()


def _to_change(foyer: Foyer, following: Stage, argument: Argument, _moment: Moment) -> Taken:
    if not isinstance(argument, str | int) or foyer.setting not in SETTINGS:
        return foyer.at(following), ()
    return foyer.at(following), (Change(setting=foyer.setting, value=argument),)


_Special = Callable[[Foyer, Stage, Argument, Moment], Taken]
# What a step does besides leading on; None: at every stage.
_SPECIAL: Final[Mapping[tuple[Stage | None, Step], _Special]] = MappingProxyType(
    {
        (None, Step.BACK): _to_back,
        (None, Step.NAMED): _to_name,
        (None, Step.NO_NAMES): _to_no_names,
        (None, Step.FROM_LIST): _to_asking,
        (None, Step.TYPE_NAMES): _to_asking,
        (None, Step.DRAW_SEATS): _to_draw,
        (Stage.RULES_OF, Step.CHOSEN): _to_profile,
        (Stage.FORMULA, Step.CHOSEN): _to_formula,
        (Stage.SETTING, Step.CHOSEN): _to_change,
        (Stage.NUMBER, Step.CHOSEN): _to_change,
        (None, Step.BEGIN): _to_match,
        (None, Step.PAUSE): _to_pause,
        (None, Step.RESUME): _to_play,
        (None, Step.ONE_SETTING): _to_setting,
        (None, Step.ENTER_NUMBER): _to_setting,
    }
)
