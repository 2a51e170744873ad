"""Reading a position: a hand's text up to the moment, or some of its cards as plain values."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tallone.referee.rulings.situation import Situation
from tallone.rules.cards.cards import CARDS, PACK, Card, CardCopy
from tallone.rules.cards.seats import Seat, Side, seats
from tallone.rules.cards.verdicts import Illegal
from tallone.rules.hand.hand import HOLDING, TO_DRAW, TO_PLAY, HandState, PozzettoEntry, SideState
from tallone.rules.melds.meld import Meld, resolve
from tallone.rules.notation.read import read_hand
from tallone.rules.notation.words import Problem, WrittenCard, plain_card, written_card
from tallone.rules.profiles.profile import Profile
from tallone.rules.rulings.effects import side_named

_STOCK: Final = 30
_PHASES: Final = {"draw": TO_DRAW, "play": TO_PLAY}
_ENTRIES: Final = {
    "none": PozzettoEntry.NOT_TAKEN,
    "direct": PozzettoEntry.DIRECT,
    "discard": PozzettoEntry.ON_DISCARD,
}
# Whether everybody has had a turn is not written; it is taken so.
_TURNS_BEFORE: Final = 8


class PositionError(ValueError):
    """A position that no hand can have; `code` is the notation's, or `ruling.facts`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class TextError(Exception):
    """A text that cannot be read or played as far as it goes."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def from_text(text: str) -> Situation:
    """Return the situation at the end of a hand's text; raise TextError."""
    reading = read_hand(text, may_stop_in_turn=True)
    if reading.problem is not None:
        raise TextError(reading.problem)
    assert reading.state is not None, "a text without a problem has a position"
    return Situation(reading.state, written=frozenset(seats(reading.state.players)))


def from_position(written: object, profile: Profile) -> Situation:
    """Return the situation that plain values describe; raise PositionError or NoSuchCardError."""
    if not isinstance(written, Mapping):
        raise PositionError("ruling.facts", "'position' must be an object")
    players = _players(written, profile)
    pack = _Pack()
    seat, phase = _turn(written, players)
    hands = {
        _seat(name, players): pack.copies(cards, f"the hand of {name}")
        for name, cards in _object(written, "hands").items()
    }
    melds = {
        _side(name, players): _melds(profile, pack, laid)
        for name, laid in _object(written, "melds").items()
    }
    entries = {
        _side(name, players): _entry(entry) for name, entry in _object(written, "pozzetto").items()
    }
    pile = pack.copies(written.get("pile", ""), "the pile")
    top = pack.copies(written.get("top", ""), "the top of the stock")
    counts = _counts(_object(written, "pozzetti"))
    stock = written.get("stock", max(_STOCK, len(top)))
    if type(stock) is not int or not len(top) <= stock <= len(PACK):
        raise PositionError("ruling.facts", "'stock' must be the number of its cards")
    side_list = [
        SideState(melds.get(side, ()), entries.get(side, PozzettoEntry.NOT_TAKEN)) for side in Side
    ]
    untaken = 2 - sum(own.pozzetto_taken for own in side_list)
    fill = _Fill(pack)
    order = seats(players)
    unknown = sum(one not in hands for one in order)
    sizes = [counts.get(number, HOLDING) for number in (1, 2)][2 - untaken :]
    room = fill.left - (stock - len(top)) - sum(sizes)
    size = min(HOLDING, room // unknown) if unknown else 0
    if room < 0 or (unknown and size < 1):
        raise PositionError("notation.pack", "the position has more than the 108 cards of a pack")
    held = tuple(hands[one] if one in hands else fill.some(size) for one in order)
    state = HandState(
        profile=profile,
        players=players,
        dealer=order[-1],
        seat=seat,
        phase=phase,
        holding_list=held,
        pozzetti=tuple(fill.some(count) for count in sizes),
        stock=(*top, *fill.some(stock - len(top))),
        discard_pile=pile,
        side_list=(side_list[0], side_list[1]),
        turns=_TURNS_BEFORE,
    )
    return Situation(state, frozenset(fill.used), frozenset(hands), counts)


class _Pack:
    """Gives every written card a copy, none twice."""

    def __init__(self) -> None:
        self.left: dict[Card, list[CardCopy]] = {
            face: [copy for copy in PACK if copy.card == face] for face in CARDS
        }

    def copies(self, cards: object, where: str) -> tuple[CardCopy, ...]:
        """Return copies of written cards without roles."""
        if not isinstance(cards, str):
            raise PositionError("ruling.facts", f"{where} must be cards in one text")
        return tuple(self.copy(plain_card(word)) for word in cards.split()[: len(PACK) + 1])

    def copy(self, card: WrittenCard) -> CardCopy:
        left = self.left[card.face]
        chosen = card.copy if card.copy in left else next(iter(left), None)
        if chosen is None:
            raise PositionError("notation.pack", f"the position has one {card.face} too many")
        left.remove(chosen)
        return chosen


class _Fill:
    """Gives out blanks: naturals first, so that wilds stand where nobody looks at them."""

    def __init__(self, pack: _Pack) -> None:
        left = [copy for copies in pack.left.values() for copy in copies]
        self._blanks: Iterator[CardCopy] = iter(
            sorted(left, key=lambda copy: (copy.card.can_be_wild, copy))
        )
        self.left = len(left)
        self.used: list[CardCopy] = []

    def some(self, count: int) -> tuple[CardCopy, ...]:
        found = tuple(next(self._blanks) for _ in range(count))
        self.used += found
        return found


def _players(written: Mapping[str, Any], profile: Profile) -> int:
    found = written.get("players", 4)
    if found not in ((4,) if profile.players == "4" else (2, 4)) or type(found) is not int:
        raise PositionError("ruling.facts", f"in {profile.name} another number plays")
    return found


def _turn(written: Mapping[str, Any], players: int) -> tuple[Seat, Any]:
    seat, phase = written.get("seat"), written.get("phase")
    if not isinstance(phase, str) or phase not in _PHASES:
        raise PositionError("ruling.facts", "'phase' must be draw or play")
    return _seat(seat, players), _PHASES[phase]


def _seat(name: object, players: int) -> Seat:
    found = next((seat for seat in seats(players) if seat.value == name), None)
    if found is None:
        raise PositionError("ruling.facts", "the position names no seat of the table")
    return found


def _side(name: object, players: int) -> Side:
    found = side_named(name, players)
    if found is None:
        raise PositionError("ruling.facts", "the position names no side of the table")
    return found


def _object(written: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = written.get(key, {})
    if not isinstance(found, Mapping):
        raise PositionError("ruling.facts", f"{key!r} must be an object")
    return found


def _entry(written: object) -> PozzettoEntry:
    if not isinstance(written, str) or written not in _ENTRIES:
        raise PositionError("ruling.facts", f"'pozzetto' is one of {', '.join(_ENTRIES)}")
    return _ENTRIES[written]


def _counts(written: Mapping[str, Any]) -> dict[int, int]:
    found = {}
    for name, count in written.items():
        if name not in ("1", "2") or type(count) is not int or not 0 <= count <= 2 * HOLDING:
            raise PositionError("ruling.facts", "'pozzetti' must give 1 and 2 a number of cards")
        found[int(name)] = count
    return found


def _melds(profile: Profile, pack: _Pack, laid: object) -> tuple[Meld, ...]:
    if not isinstance(laid, list) or not all(isinstance(text, str) for text in laid):
        raise PositionError("ruling.facts", "'melds' must give a side a list of melds")
    return tuple(_meld(profile, pack, text) for text in laid)


def _meld(profile: Profile, pack: _Pack, text: str) -> Meld:
    cards = [written_card(word) for word in text.split()[: len(PACK)]]
    copies = [pack.copy(card) for card in cards]
    pins = tuple((card.face, card.role) for card in cards if card.role)
    made = resolve(profile, copies, pins)
    if isinstance(made, Illegal):
        raise PositionError(made.code, f"{text[:60]}: {made.message}")
    return made
