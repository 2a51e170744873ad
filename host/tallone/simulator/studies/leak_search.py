"""The search for hidden cards in whatever leaves the program: texts, log lines, packets, files, names.

A card is hidden from the commitment of a hand on until it has lain face up in it, or until the hand is
counted. It must not be named, neither by its face nor by its tag in any spelling; nor may a packet
tell more about it than the croupier's job needs. Registries are outside: they tell which tag is in
which card, always and to everybody who may read them.
"""

import base64
import dataclasses
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tallone.link.intake import Frame, Intake
from tallone.link.messages import Role
from tallone.link.reports import FieldValue, name_fields, read_fields
from tallone.mat.zones import Zone
from tallone.rules.cards.cards import SUITS
from tallone.simulator.room.cards import SimCard
from tallone_wire.messages import MessageError, name_of

_MICROS: Final = 1_000_000
# Suit signs as a screen may write them, in the order of SUITS.
_SIGNS: Final = "♥♦♣♠"
_NAME: Final = re.compile(
    r"(?<![\w])(?:(10|[2-9AJQKT])([HDCS♥♦♣♠])([br])?|(JK)([12][br]))(?![\w])"
)
_UID: Final = re.compile(r"[0-9A-Fa-f]{2}(?:[ :,\-]?[0-9A-Fa-f]{2}){7}")
# ISO 15693-3, 4.1: a UID begins with E0, then the maker: 04.
_E0: Final = 0xE0
_RAW_UID: Final = re.compile(rb"(?s)(?=((?:.{6}\x04\xe0|\xe0\x04.{6})))()")
_HEX_UID: Final = re.compile(rb"(?i)(?=((?:[0-9a-f]{12}04e0|e004[0-9a-f]{12})))()")
_BASE_64: Final = re.compile(rb"[A-Za-z0-9+/]{16,}")
# What a wild stands for is no card: `2D(=7D)`.
_ROLE: Final = re.compile(r"\(=[^)]*\)")
# A copy by its number or name in a list, so many in the order of the deal, is no accident.
_RUN: Final = 5
_STRIDE: Final = 3
_EXCERPT: Final = 60
# What the host may say to a board: numbers, none of which names a card.
_TO_MAT: Final = frozenset({"REPORT_ALL", "FOCUS", "STATS", "READ_SCALE"})
_TO_CROUPIER: Final = frozenset(
    {"JOB_BEGIN", "FEED", "ROUTE", "DELIVER", "STATUS", "RESUME", "JOB_END", "JOB_ABORT"}
)
NO_WORDS: Final[Mapping[str, str]] = {}
# Not searched: registries, and the croupier model's own memory of where its cards lie.
REGISTRIES: Final = ("registry", "other-registry", "club")
_WORLD: Final = ("croupier.json",)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """Where a hidden card came out, which, and when; `text` is what said so."""

    where: str
    card: str
    at: float
    text: str = ""


class LeakSearch:
    """Looks through outputs as they appear; `leaks` is what it has found."""

    def __init__(
        self,
        cards: Callable[[], Iterable[SimCard]],
        laid: Sequence[tuple[int, SimCard, Zone]],
        now: Callable[[], int],
        words: Mapping[str, str] = NO_WORDS,
    ) -> None:
        """`cards` are all at the table, `laid` every one laid face up so far, with its time; `words`
        are faces as they are spoken (`7 di Cuori`), each with its sign (`7H`).
        """
        self.leaks: list[Leak] = []
        self.looked_at: dict[str, int] = {}
        self._cards = cards
        self._laid = laid
        self._now = now
        self._began = 0
        self._began_at = 0.0
        self._counted = False
        self._words = {spoken.lower(): face for spoken, face in words.items()}
        spoken = "|".join(map(re.escape, self._words)) or "(?!)"
        self._spoken = re.compile(rf"\b(?:{spoken})\b", re.IGNORECASE)
        self._intakes: dict[tuple[str, str], Intake] = {}
        self._phase: object = ""
        self._known: tuple[int, bool, int, object] | None = None
        self._hidden: list[SimCard] = []
        self._tags: dict[str, str] = {}
        self._secret: set[str] = set()
        self._parked: tuple[object, object] | None = None
        self._told: set[tuple[str, str]] = set()

    def phase(self, name: object) -> None:
        """Take note of the evening's phase: cards are open from the count to the next commitment."""
        self._phase = name
        if name in ("count", "match_end"):
            self._counted = True
        elif self._counted and name == "cut":
            self._counted = False
            self._began_at = time.time()
            self._began = self._now()

    @property
    def hidden(self) -> Sequence[SimCard]:
        """The cards that nobody may know now."""
        state = len(self._laid), self._counted, self._began, self._phase
        if state != self._known:
            self._known = state
            seen = {id(card) for at, card, _ in self._laid if at >= self._began}
            everything = list(self._cards())
            self._hidden = (
                [] if self._counted else [card for card in everything if id(card) not in seen]
            )
            self._tags = {card.uid_hex: card.name for card in self._hidden}
            names = {card.name for card in self._hidden}
            # A face is public as soon as one of its copies is.
            public = {str(card.copy.card) for card in everything if card.name not in names}
            self._secret = names | {str(card.copy.card) for card in self._hidden} - public
        return self._hidden

    # What is looked through.

    def text(self, where: str, text: str) -> None:
        """Look for names of hidden cards, or their tags, in something that can be read."""
        self._count(where)
        for named in _NAME.finditer(_ROLE.sub("", text)):
            card = _card_named(named)
            if self.hidden and card in self._secret:
                self._tell(where, card, text)
        for spoken in self._spoken.findall(text):
            face = self._words[spoken.lower()]
            if self.hidden and face in self._secret:
                self._tell(where, face, text)
        for spelled in _UID.findall(text):
            plain = re.sub(r"[ :,\-]", "", spelled).lower()
            for uid in (plain, bytes.fromhex(plain)[::-1].hex()):
                if uid in self._tags:
                    self._tell(where, self._tags[uid], text)

    def raw(self, where: str, data: bytes) -> None:
        """Look for tags of hidden cards, and for their order, in bytes of any kind."""
        self._count(where)
        hidden = self.hidden
        for tag in _tags_in(data) if hidden else ():
            if tag in self._tags:
                self._tell(where, self._tags[tag], "its tag")
        # A file keeps what was public in the hands before.
        for card in () if self._began else hidden:
            if b'"%s"' % card.name.encode() in data:
                self._tell(where, card.name, "its name, quoted")

    def order(self, where: str, data: bytes, pile: Sequence[SimCard]) -> None:
        """Look for the cards of a face-down pile one after the other, by number or by name."""
        self._count(where)
        hidden = {id(card) for card in self.hidden}
        for first in range(0, len(pile) - _RUN + 1, _STRIDE):
            some = pile[first : first + _RUN]
            if all(id(card) in hidden for card in some) and any(
                listed in data for listed in _listings(some)
            ):
                self._tell(where, some[0].name, "a stretch of the order")
                return

    def folder(self, place: Path, piles: Iterable[Sequence[SimCard]] = ()) -> None:
        """Look through every file of a folder and its name; registries are passed over."""
        piles = list(piles)
        for path in sorted(place.rglob("*")):
            relative = str(path.relative_to(place))
            self.text("file name", relative)
            if not path.is_file() or path.name.startswith((*REGISTRIES, *_WORLD)):
                continue
            data = path.read_bytes()
            self.raw(f"file {relative}", data)
            for pile in piles:
                self.order(f"file {relative}", data, pile)
                self.order(f"file {relative}", data, pile[::-1])
            # What was written before this hand speaks of the hands before: receipts, say.
            is_fresh = path.stat().st_mtime >= self._began_at
            if is_fresh and path.suffix in (".stderr", ".log", ".json", ".txt"):
                self.text(f"file {relative}", data.decode(errors="replace"))

    def packet(
        self, role: str, direction: str, name: str, fields: Mapping[str, FieldValue]
    ) -> None:
        """Look at one message to or from a board."""
        where = f"packet {name} {direction} {role}"
        self._count(f"packets {direction} {role}")
        for value in fields.values():
            parts = value if isinstance(value, tuple) else (value,)
            for part in parts:
                if isinstance(part, bytes) and name != "CARD_READ":
                    self.raw(where, part)
                elif isinstance(part, str):
                    self.text(where, part)
        if direction == "to":
            allowed = _TO_MAT if role == Role.MAT else _TO_CROUPIER
            if self.hidden and name not in allowed:
                self._tell(where, "?", "no command of a deal or of play")
            if name == "ROUTE" and (fields["pass_number"], fields["index"]) != self._parked:
                self._tell(where, "?", "the place of a card that does not lie in the throat")
        elif name == "CARD_READ":
            self._parked = fields["pass_number"], fields["index"]

    def capture(self, role: str, captured: Iterable[tuple[str, bytes]]) -> None:
        """Look at raw bytes of a board's cable: pairs of direction (`to_board`, `to_host`) and bytes.

        What follows in another call goes on where this one ends.
        """
        for direction, chunk in captured:
            intake = self._intakes.setdefault((role, direction), Intake())
            for item in intake.take(chunk):
                short = "to" if direction == "to_board" else "from"
                if isinstance(item, Frame):
                    self._frame(role, short, item)
                else:
                    self.text(f"packet text {short} {role}", item.text)

    def _frame(self, role: str, direction: str, frame: Frame) -> None:
        name = name_of(frame.number)
        if name is None:
            return
        try:
            fields = dict(name_fields(name, frame.payload))
            if name in ("EVENT", "COMMAND"):
                body = fields["body"]
                assert isinstance(body, bytes)
                inner, inner_fields = read_fields(body)
                self.packet(role, direction, inner, inner_fields)
                return
        except MessageError:
            return
        # The session's own words: numbers, versions, and log lines.
        for value in fields.values():
            if isinstance(value, bytes):
                self.raw(f"packet {name} {direction} {role}", value)
            elif isinstance(value, str):
                self.text(f"packet {name} {direction} {role}", value)

    def _count(self, where: str) -> None:
        self.looked_at[where] = self.looked_at.get(where, 0) + 1

    def _tell(self, where: str, card: str, text: str) -> None:
        if (where, card) not in self._told:
            self._told.add((where, card))
            at = round(self._now() / _MICROS, 3)
            self.leaks.append(Leak(where=where, card=card, at=at, text=_excerpt(text, card)))


def _excerpt(text: str, card: str) -> str:
    """Return what stands around the first mention, if it is there in these letters."""
    at = max(0, text.find(card[:2]))
    return text[max(0, at - _EXCERPT) : at + _EXCERPT]


def _card_named(named: re.Match[str]) -> str:
    """Return the copy, or else the face, that a text names, as the program writes it."""
    rank, suit, deck, joker, which = named.groups()
    if joker:
        return f"JK{which}"
    letter = SUITS[_SIGNS.index(suit)].value if suit in _SIGNS else suit
    return f"{rank.replace('T', '10')}{letter}{deck or ''}"


def _tags_in(data: bytes) -> Iterator[str]:
    """Yield what may be a tag's UID in raw bytes, hex or base 64, in either order of its bytes."""
    for raw in (data, *_decoded(data)):
        for found, _ in _RAW_UID.findall(raw):
            yield (found if found[0] == _E0 else found[::-1]).hex()
    for found, _ in _HEX_UID.findall(data):
        uid = bytes.fromhex(found.decode())
        yield (uid if uid[0] == _E0 else uid[::-1]).hex()


def _decoded(data: bytes) -> Iterator[bytes]:
    for run in _BASE_64.findall(data):
        for first in range(4):
            whole = (len(run) - first) // 4 * 4
            yield base64.b64decode(run[first : first + whole])


def _listings(cards: Sequence[SimCard]) -> Iterable[bytes]:
    numbers = [int(card.copy) for card in cards]
    yield bytes(numbers)
    for between in (",", ", ", " "):
        yield between.join(map(str, numbers)).encode()
        yield between.join(card.name for card in cards).encode()
        yield between.join(f'"{card.name}"' for card in cards).encode()
