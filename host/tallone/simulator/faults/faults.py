"""Faults that can be put into the simulated world: what they are called, when, and what they do.

House rule: a fault changes the world as people or bad luck would; it never speaks to the program.
"""

import dataclasses
import difflib
import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from tallone.errors import UsageError
from tallone.findings import FindingKind
from tallone.link.messages import Role
from tallone.mat.zones import EW_LANES, LANES, MELD_TILES, MELD_ZONES, NS_LANES, Zone
from tallone.rules import Move
from tallone.simulator.faults.acts import AtPlay, Script
from tallone.simulator.faults.irregularities import BEGINNINGS, IRREGULARITIES
from tallone.simulator.faults.occasions import LEANINGS, Leaning
from tallone.simulator.room.cards import SimCard
from tallone.simulator.room.room import Room
from tallone.simulator.room.truth import HandTruth

Detail = dict[str, object]
# People do something wrong from this turn on: some melds lie on the table then.
_WRONG_FROM: Final = 5


class Stage(enum.Enum):
    """When in a hand a fault can happen."""

    PACK = "pack"  # before the pack is loaded
    DEAL = "deal"  # while the croupier works
    READY = "ready"  # piles are on their places, nothing is turned
    PLAY = "play"  # before a turn
    COLLECT = "collect"  # when the cards are gathered


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """`inject` returns what it has done, or None if it cannot be done at this moment."""

    stage: Stage
    inject: Callable[[Room], Detail | None]
    # The earliest turn of a hand, for faults of the stage PLAY.
    turn: int = 6


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """A fault asked for: in that hand (None: the first where it can be), at that stage."""

    name: str
    hand: int | None = None
    stage: Stage | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Injected:
    """A fault that has happened."""

    name: str
    hand: int
    at: int
    detail: Detail


def parse(text: str) -> Request:
    """Return the request written NAME[@WHEN]; raise UsageError, with the nearest name."""
    name, _, when = text.partition("@")
    if name not in NAMES:
        near = difflib.get_close_matches(name, NAMES, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UsageError(f"there is no fault {name[:40]!r}{hint}")
    if not when:
        return Request(name)
    if when.isdecimal() and 1 <= int(when) <= 10_000:
        return Request(name, hand=int(when))
    stage = next((stage for stage in Stage if stage.value == when), None)
    if stage is None or (name, stage) not in _VARIANTS:
        raise UsageError(
            f"{text[:60]!r}: WHEN is the number of a hand, or where it says so a stage"
        )
    return Request(name, stage=stage)


class FaultPlan:
    """The faults asked for; `at` puts those in whose moment has come."""

    def __init__(self, requests: Iterable[Request]) -> None:
        self.injected: list[Injected] = []
        self._pending = list(requests)

    @property
    def pending(self) -> Sequence[Request]:
        """The faults that have not happened."""
        return tuple(self._pending)

    def at(self, stage: Stage, hand: int, room: Room, *, turn: int = 0) -> Detail:
        """Put in what belongs here and return the details, merged."""
        done: Detail = {}
        for request in tuple(self._pending):
            fault = _fault(request)
            if fault is None or fault.stage is not stage or (request.hand or hand) != hand:
                continue
            if stage is Stage.PLAY and turn < fault.turn:
                continue
            detail = fault.inject(room)
            if detail is not None:
                self._done(request, hand, room, detail)
                done |= detail
        return done

    def begin(self, hand: int, room: Room, truth: HandTruth) -> None:
        """Do what people do wrong with their hands before the first card is turned."""
        for request in tuple(self._pending):
            act = BEGINNINGS.get(request.name)
            if act is not None and (request.hand or hand) == hand:
                self._done(request, hand, room, act(room, truth))

    def leaning(self, hand: int) -> Leaning | None:
        """Return how people lean in that hand: towards the first fault that is still to come, if any."""
        for request in self._pending:
            if request.name in LEANINGS and (request.hand or hand) == hand:
                return LEANINGS[request.name]
        return None

    def instead(self, hand: int, players: AtPlay, move: Move) -> Script | None:
        """Return what somebody does instead of the move, or None: he makes it."""
        for request in tuple(self._pending):
            act = IRREGULARITIES.get(request.name)
            if act is None or (request.hand or hand) != hand or players.truth.turn < _WRONG_FROM:
                continue
            irregular = act(players, move)
            if irregular is not None:
                self._done(request, hand, players.room, irregular.detail)
                return irregular.script
        return None

    def _done(self, request: Request, hand: int, room: Room, detail: Detail) -> None:
        self._pending.remove(request)
        self.injected.append(Injected(request.name, hand, room.timeline.now, detail))


def _missing_card(room: Room) -> Detail:
    card = _lose(room)
    room.repairs.append(lambda: room.pack.append(card))
    return {"card": card.name}


def _extra_card(room: Room) -> Detail:
    card = room.rng.choice(room.spare)
    _add(room, card)
    return {"card": card.name, "pack": card.pack}


def _foreign_card(room: Room) -> Detail:
    lost = _lose(room)
    card = room.rng.choice([card for card in room.spare if card.copy.deck is lost.copy.deck])
    _swap(room, lost, card)
    return {"card": card.name, "pack": card.pack, "instead_of": lost.name}


def _unknown_card(room: Room) -> Detail:
    lost = _lose(room)
    card = room.press.card(lost.copy, "nobody's", enrolled=False)
    _swap(room, lost, card)
    return {"instead_of": lost.name, "uid": card.uid.hex()}


def _wrong_back(room: Room) -> Detail:
    """The other back of another pack: the faces are right, the deck is not."""
    lost = _lose(room)
    card = next(card for card in room.spare if card.copy == lost.copy.twin)
    _swap(room, lost, card)
    return {"card": card.name, "pack": card.pack, "instead_of": lost.name}


def _wrong_pack(room: Room) -> Detail:
    """The other pack is loaded; when somebody says so they are exchanged."""
    room.pack, room.spare = room.spare, room.pack

    def repair() -> None:
        room.pack, room.spare = room.spare, room.pack

    room.repairs.append(repair)
    return {"pack": room.pack[0].pack, "instead_of": room.spare[0].pack}


def _duplicate_uid(room: Room) -> Detail:
    one, other = room.rng.sample(room.pack, 2)
    uid, other.uid = other.uid, one.uid

    def repair() -> None:
        other.uid = uid

    room.repairs.append(repair)
    return {"cards": [one.name, other.name], "uid": one.uid.hex()}


def _dead_tag(room: Room) -> Detail:
    card = room.rng.choice(room.pack)
    _silence(room, card)
    return {"card": card.name}


def _dead_tag_in_play(room: Room) -> Detail | None:
    laid = [(card, zone) for zone in MELD_ZONES for card in room.world.zones[zone]]
    if not laid:
        return None
    card, zone = room.rng.choice(laid)
    _silence(room, card)
    room.world.touch(zone)
    return {"card": card.name, "zone": zone.value}


def _short_pozzetto(room: Room) -> Detail:
    zone = room.rng.choice(_POZZETTI)
    [card] = room.world.lift_top(zone)
    room.world.place_pile([card], Zone.STOCK)
    return {"zone": zone.value, "count": len(room.world.zones[zone]), "cards": [card.name]}


def _long_pozzetto(room: Room) -> Detail:
    zone = room.rng.choice(_POZZETTI)
    [card] = room.world.lift_top(Zone.STOCK)
    room.world.place_pile([card], zone)
    return {"zone": zone.value, "count": len(room.world.zones[zone]), "cards": [card.name]}


def _old_pozzetto(room: Room) -> Detail | None:
    for zone in _POZZETTI:
        if room.world.zones[zone]:
            cards = [card.name for card in room.world.zones[zone]]
            return {"left": zone.value, "count": len(cards)}
    return None


def _forgotten_pozzetto(room: Room) -> Detail:
    """The table was cleared before the program came up, all but a pozzetto."""
    zone = room.rng.choice(_POZZETTI)
    cards = room.rng.sample(room.pack, _POZZETTO_CARDS)
    room.world.place_pile(cards, zone)
    return {"left": zone.value, "count": len(cards)}


def _machine(kind: str, role: str = Role.CROUPIER) -> Callable[[Room], Detail]:
    def inject(room: Room) -> Detail:
        index = room.rng.randrange(5, 100)
        room.machines.fault(role, {"kind": kind, "index": index})
        return {"index": index}

    return inject


def _reader_dead(room: Room) -> Detail:
    """One of the readers in use goes: that of the discards, or of a tile, or of five lanes with all of them."""
    world = room.world.zones
    lanes = any(world[zone] for zone in LANES)
    zones = room.rng.choice(((Zone.DISCARD,), *(_LANE_READERS if lanes else _TILE_READERS)))
    for zone in zones:
        room.machines.fault(Role.MAT, {"kind": "dead", "zone": zone.value})
    return {"zone": zones[0].value, "zones": [zone.value for zone in zones]}


def _usb_unplug(role: str) -> Callable[[Room], Detail]:
    def inject(room: Room) -> Detail:
        room.machines.unplug(role)
        room.timeline.after(_UNPLUGGED_S, lambda: room.machines.plug(role))
        return {"board": role, "seconds": _UNPLUGGED_S}

    return inject


def _power_cut(room: Room) -> Detail:
    room.machines.kill_program()
    room.timeline.after(POWERLESS_S, room.machines.start_program)
    return {"seconds": POWERLESS_S}


def _clock_step(room: Room) -> Detail:
    room.machines.step_wall_clock(_STEP_S)
    return {"seconds": _STEP_S}


def _lose(room: Room) -> SimCard:
    card = room.rng.choice(room.pack)
    room.pack.remove(card)
    return card


def _add(room: Room, card: SimCard) -> None:
    room.pack.insert(room.rng.randrange(len(room.pack) + 1), card)
    room.repairs.append(lambda: room.pack.remove(card))


def _swap(room: Room, lost: SimCard, card: SimCard) -> None:
    """The lost card comes back when the other one is found."""
    room.repairs.append(lambda: room.pack.append(lost))
    _add(room, card)


def _silence(room: Room, card: SimCard) -> None:
    card.answers = False

    def repair() -> None:
        card.answers = True

    room.repairs.append(repair)


_UNPLUGGED_S: Final = 3.0
POWERLESS_S: Final = 2.0
_STEP_S: Final = 3600.0
_POZZETTO_CARDS: Final = 11
_POZZETTI: Final = (Zone.POZZETTO_1, Zone.POZZETTO_2)
_TILE_READERS: Final = tuple((zone,) for zone in MELD_TILES)
# Every second lane of a side hangs on one reader.
_LANE_READERS: Final = tuple(side[first::2] for side in (NS_LANES, EW_LANES) for first in (0, 1))
FAULTS: Final = {
    FindingKind.MISSING_CARD: Fault(Stage.PACK, _missing_card),
    FindingKind.EXTRA_CARD: Fault(Stage.PACK, _extra_card),
    FindingKind.FOREIGN_CARD: Fault(Stage.PACK, _foreign_card),
    FindingKind.UNKNOWN_CARD: Fault(Stage.PACK, _unknown_card),
    "wrong-back": Fault(Stage.PACK, _wrong_back),
    FindingKind.WRONG_PACK: Fault(Stage.PACK, _wrong_pack),
    FindingKind.DUPLICATE_UID: Fault(Stage.PACK, _duplicate_uid),
    FindingKind.DEAD_TAG: Fault(Stage.PACK, _dead_tag),
    FindingKind.DOUBLE_FEED: Fault(Stage.PACK, _machine("double_feed")),
    FindingKind.JAM: Fault(Stage.PACK, _machine("jam")),
    "jam-hard": Fault(Stage.PACK, _machine("jam_hard")),
    FindingKind.SHORT_POZZETTO: Fault(Stage.READY, _short_pozzetto),
    FindingKind.LONG_POZZETTO: Fault(Stage.READY, _long_pozzetto),
    "old-pozzetto": Fault(Stage.COLLECT, _old_pozzetto),
    "usb-unplug": Fault(Stage.PLAY, _usb_unplug(Role.MAT)),
    "power-cut": Fault(Stage.PLAY, _power_cut),
    "clock-step": Fault(Stage.PLAY, _clock_step),
    FindingKind.READER_DEAD: Fault(Stage.PLAY, _reader_dead),
}
_VARIANTS: Final = {
    (FindingKind.DEAD_TAG, Stage.PLAY): Fault(Stage.PLAY, _dead_tag_in_play),
    ("old-pozzetto", Stage.PACK): Fault(Stage.PACK, _forgotten_pozzetto),
    ("usb-unplug", Stage.DEAL): Fault(Stage.DEAL, _usb_unplug(Role.CROUPIER)),
    ("power-cut", Stage.DEAL): Fault(Stage.DEAL, _power_cut),
}


NAMES: Final = (*FAULTS, *BEGINNINGS, *IRREGULARITIES)


def _fault(request: Request) -> Fault | None:
    if request.stage is not None:
        return _VARIANTS[request.name, request.stage]
    return FAULTS.get(request.name)
