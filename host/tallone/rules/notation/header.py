"""The header of a hand: profile, players, dealer and all 108 cards as they were dealt.

Faces become physical cards here. A card written with its back is that card; the others get what
is left of their face, the blue deck first, in the order in which a header is written.
"""

import dataclasses
import difflib
import json
from collections.abc import Iterable, Sequence
from typing import Final

from tallone.rules.cards.cards import CARDS, PACK, Card, CardCopy, NoSuchCardError, capitals
from tallone.rules.cards.seats import SEATS_2, SEATS_4, Seat, seats
from tallone.rules.hand.hand import HOLDING, Deal
from tallone.rules.notation.words import Line, ReadingStopped, WrittenCard, plain_card
from tallone.rules.profiles.profile import Profile, ProfileError, load_profile

RULER: Final = "---"
POZZETTI: Final = ("pozzetto 1", "pozzetto 2")
STOCK: Final = "stock"
_HANDS: Final = {seat: f"hand {seat.value}" for seat in SEATS_4}
_KEYS: Final = ("profile", "players", "dealer", *_HANDS.values(), *POZZETTI, STOCK)
_COPIES: Final[dict[Card, tuple[CardCopy, ...]]] = {
    face: tuple(copy for copy in PACK if copy.card == face) for face in CARDS
}


@dataclasses.dataclass(frozen=True, slots=True)
class Packet:
    """A line of cards as written."""

    key: str
    line: Line
    cards: tuple[WrittenCard, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Header:
    """A header whose words can be read; its cards have not been counted."""

    profile: Profile
    players: int
    dealer: Seat
    packets: tuple[Packet, ...]  # hands in the order of the seats, pozzetti, stock


@dataclasses.dataclass(frozen=True, slots=True)
class Dealt:
    """A header's deal; `unnamed` are the copies that were chosen here, among equal ones."""

    deal: Deal
    unnamed: frozenset[CardCopy]


def read_header(lines: Sequence[Line], ruler: Line) -> Header:
    """Read the words of a header, which ends at the ruler; raise ReadingStopped."""
    fields = _fields(lines, ruler)
    profile = _profile(fields["profile"])
    players = _players(fields.get("players"))
    order = seats(players)
    keys = (*(_HANDS[seat] for seat in order), *POZZETTI, STOCK)
    for seat, key in _HANDS.items():
        if seat not in order and key in fields:
            raise fields[key].unreadable(f"with {players} players the seats are {_names(order)}")
    dealer = _seat(fields["dealer"], order)
    packets = tuple(Packet(key, fields[key], _cards(fields[key])) for key in keys)
    return Header(profile, players, dealer, packets)


def deal_of(header: Header) -> Dealt:
    """Give every written card its copy; raise ReadingStopped if they are not the 108."""
    stock_cards = len(PACK) - HOLDING * (len(header.packets) - 1)
    for packet in header.packets:
        wanted = stock_cards if packet.key == STOCK else HOLDING
        if len(packet.cards) != wanted:
            raise _miscounted(packet, f"has {len(packet.cards)} cards; it must have {wanted}")
    named = _named_copies(header.packets)
    left = {
        face: [copy for copy in copies if copy not in named] for face, copies in _COPIES.items()
    }
    unnamed = frozenset(copy for copies in left.values() for copy in copies if len(copies) > 1)
    chosen = [_physical(packet, left) for packet in header.packets]
    first, second, stock = chosen[-3:]
    deal = Deal(
        players=header.players,
        dealer=header.dealer,
        hands=tuple(chosen[:-3]),
        pozzetti=(first, second),
        stock=stock,
    )
    return Dealt(deal, unnamed)


def _fields(lines: Sequence[Line], ruler: Line) -> dict[str, Line]:
    """Return each key with a line that has the value only."""
    fields: dict[str, Line] = {}
    for line in lines:
        written, colon, value = line.text.partition(":")
        key = " ".join(written.lower().split())
        key = key[:5] + capitals(key[5:]) if key.startswith("hand ") else key
        if not colon or not written.isascii() or key not in _KEYS:
            raise line.unreadable(
                f"{line.text[:40]!r} is no line of a header; did you mean '{_near(key)}: ...'?"
            )
        if key in fields:
            raise line.unreadable(f"the header has two lines '{key}:'")
        fields[key] = Line(line.number, value.strip())
    two = "players" in fields and fields["players"].text == "2"
    needless = {"players", *(_HANDS[seat] for seat in SEATS_4 if two and seat not in SEATS_2)}
    for key in _KEYS:
        if key not in fields and key not in needless:
            raise ruler.unreadable(f"the header has no line '{key}:'")
    return fields


def _near(key: str) -> str:
    """Return the key that was meant: the one with which the line begins, or the one most like its word."""
    begun = [known for known in _KEYS if key.lower().startswith(known.lower())]
    if begun:
        return max(begun, key=len)
    return difflib.get_close_matches(key[:40], _KEYS, n=1, cutoff=0.0)[0]


def _profile(line: Line) -> Profile:
    wanted: object = line.text
    if line.text.startswith("{"):
        try:
            wanted = json.loads(line.text)
        except (ValueError, RecursionError) as error:
            raise line.unreadable("the profile begins like an object but is no JSON") from error
    try:
        return load_profile(wanted)  # type: ignore[arg-type]  # it checks what it is given
    except ProfileError as error:
        raise line.unreadable(str(error)) from error


def _players(line: Line | None) -> int:
    if line is None or line.text == "4":
        return 4
    if line.text != "2":
        raise line.unreadable(f"{line.text[:40]!r} players: 2 or 4 play")
    return 2


def _seat(line: Line, order: Sequence[Seat]) -> Seat:
    for seat in order:
        if capitals(line.text) == seat.value:
            return seat
    raise line.unreadable(f"{line.text[:40]!r} is no seat; the seats are {_names(order)}")


def _names(order: Iterable[Seat]) -> str:
    return " ".join(seat.value for seat in order)


def _cards(line: Line) -> tuple[WrittenCard, ...]:
    try:
        return tuple(plain_card(word) for word in line.text.split())
    except NoSuchCardError as error:
        raise line.unreadable(str(error)) from error


def _named_copies(packets: Iterable[Packet]) -> set[CardCopy]:
    named: set[CardCopy] = set()
    for packet in packets:
        for card in packet.cards:
            if card.copy is None:
                continue
            if card.copy in named:
                raise _miscounted(packet, f"has {card.copy}, which is written twice")
            named.add(card.copy)
    return named


def _physical(packet: Packet, left: dict[Card, list[CardCopy]]) -> tuple[CardCopy, ...]:
    """Return the packet's copies; those that it does not name are taken from what is left."""
    chosen = []
    for card in packet.cards:
        if card.copy is not None:
            chosen.append(card.copy)
        elif left[card.face]:
            chosen.append(left[card.face].pop(0))
        else:
            raise _miscounted(packet, f"has one {card.face} too many for a pack")
    return tuple(chosen)


def _miscounted(packet: Packet, message: str) -> ReadingStopped:
    return packet.line.wrong("notation.pack", f"{packet.key} {message}")
