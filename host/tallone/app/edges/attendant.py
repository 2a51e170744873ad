"""Attends to what stands around the play: takes presses to the foyer, and does what the foyer orders.

The only place where the foyer meets the evening, the file of settings, the list of names and the machine.
"""

import dataclasses
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tallone.app.evening.count import matches
from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.app.foyer import foyer as around
from tallone.app.foyer.foyer import Foyer, Moment
from tallone.app.foyer.given import Given
from tallone.app.foyer.orders import (
    BeginMatch,
    BreakOff,
    Change,
    EndMatch,
    Order,
    SwitchOff,
    Tone,
    Unlock,
)
from tallone.app.foyer.presses import press as foyer_press
from tallone.app.foyer.seating import clean_name
from tallone.app.foyer.setting_pages import MARKS
from tallone.app.foyer.snapshot import snapshot
from tallone.app.foyer.stages import Stage, Step
from tallone.app.screen.around import now_what
from tallone.config import Config
from tallone.display.window.correction import correction_of
from tallone.errors import ConfigError, UsageError
from tallone.journal.outcomes import seat_name
from tallone.journal.records import Pressed
from tallone.outside import read_text
from tallone.press import Button, Press
from tallone.profile_file import profile_of, rulebook_of
from tallone.rules import ProfileError
from tallone.rules.cards.seats import Side
from tallone.rules.profiles.page import rules_page
from tallone.settings_file import write_setting

_LOG: Final = logging.getLogger(__name__)
_MOST_MEMBERS_BYTES: Final = 200_000
_MOST_MEMBERS: Final = 2000
# The page that says good night stays so long.
_BYE_S: Final = 4.0
# What the foyer asks for: everything else is the evening's own.
_FOYERS: Final = frozenset(
    {Button.MENU, Button.CHOOSE, Button.KEY, Button.SEAT, Button.TICK, Button.PLACE}
)
_SILENT: Final[Callable[[str], None]] = lambda _name: None  # noqa: E731


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What the attendant may use at this table."""

    settings_file: Path | None = None  # None: settings hold until the program ends
    members: Path | None = None
    packs: tuple[str, ...] = ()
    receipts: Path | None = None
    tone: Callable[[str], None] = _SILENT
    # A setting has changed: whoever shows or sounds something takes it.
    changed: Callable[[Config], None] = lambda _config: None
    # Tries a PIN; None: nothing is locked at this table.
    unlock: Callable[[str, float], bool] | None = None


class Attendant:
    """Holds the foyer of one evening."""

    def __init__(self, foyer: Foyer, evening: Evening, room: Room) -> None:
        self.foyer = foyer
        self._evening = evening
        self._room = room
        self._members = members_of(room.members)
        self._config = evening.setup.config
        self._off_at: float | None = None
        self._open_until = 0.0
        self._rules: tuple[str, tuple[tuple[str, str], ...]] = ("", ())

    @property
    def config(self) -> Config:
        """The settings as they are now."""
        return self._config

    @property
    def said_good_night(self) -> bool:
        return self._off_at is not None

    def wants_off(self, now: float) -> bool:
        """Whether the table has said good night, and long enough."""
        return self._off_at is not None and now >= self._off_at

    def press(self, pressed: Press, now: float) -> bool:
        """Take a press that belongs to the foyer; return False for one that is the evening's."""
        if pressed.button not in _FOYERS:
            # Behind a page nothing is pressed but the arbiter's button, which every screen has.
            return self.foyer.is_over_table and pressed.button is not Button.ARBITER
        before = self.foyer
        after, orders = foyer_press(before, pressed, self.given(now), self._moment(now))
        self._take(after, orders, pressed, now)
        if self.foyer.stage is Stage.TOUCH and len(self.foyer.marks) == len(MARKS):
            self._correct_touch(now)
        return True

    def tick(self, now: float) -> None:
        """Give the foyer the cards that people have laid on the mat for the seats."""
        laid = self._evening.take_laid()
        for card in laid if self.foyer.stage is Stage.DRAW else ():
            after = around.card_laid(self.foyer, card.card.card, self._moment(now))
            self._take(after, (), None, now)

    def given(self, now: float) -> Given:
        """Return what the pages have to know."""
        evening = self._evening
        totals = evening.standings.now.totals
        under_way = evening.phase in matches.UNDER_WAY
        return Given(
            now=now,
            config=self._config,
            in_match=bool(evening.standings.match.hands)
            or under_way
            or evening.phase is Phase.COUNT,
            hand_under_way=under_way,
            counting=evening.phase is Phase.COUNT,
            hand=evening.hand - evening.standings.began + 1,
            totals=(totals[Side.NORTH_SOUTH], totals[Side.EAST_WEST]),
            draw_rule=evening.setup.profile.first_dealer,
            mat_is_empty=not evening.watch.occupied,
            has_machine=not evening.setup.is_manual,
            receipts=_count(self._room.receipts),
            members=self._members,
            packs=self._room.packs,
            rules=self._rules_pages(),
            now_what=now_what(evening),
            locked=self._room.unlock is not None and now >= self._open_until,
        )

    def _moment(self, now: float) -> Moment:
        return Moment(
            now=now,
            draw_rule=self._evening.setup.profile.first_dealer,
            round_minutes=self._config.round_minutes,
        )

    def _take(
        self, after: Foyer, orders: tuple[Order, ...], pressed: Press | None, now: float
    ) -> None:
        """Take the next foyer: into the journal first what was decided, then what it orders."""
        before, self.foyer = self.foyer, after
        begins = any(isinstance(order, BeginMatch) for order in orders)
        kept = snapshot(after, begins=begins)
        if kept != snapshot(before):
            button = "foyer" if pressed is None else pressed.button.value
            seat = None if pressed is None else seat_name(pressed.seat)
            self._evening.effects.record(
                Pressed(at=now, button=button, seat=seat, hand=self._evening.hand, chosen=kept)
            )
        for order in orders:
            self._do(order, now)

    def _do(self, order: Order, now: float) -> None:
        evening = self._evening
        match order:
            case BeginMatch():
                self._begin(order, now)
            case BreakOff():
                matches.break_off(evening, now)
            case EndMatch():
                matches.end_match(evening, now)
            case Change(setting=setting, value=value):
                self._change(setting, value)
            case Tone(name=name):
                self._room.tone(name)
            case Unlock(digits=digits):
                if self._room.unlock is not None and self._room.unlock(digits, now):
                    self._open_until = now + 300.0
                    after, _ = around.take(self.foyer, Step.BACK, None, self._moment(now))
                    self._take(after, (), None, now)
            case SwitchOff():
                self._off_at = now + _BYE_S

    def _begin(self, order: BeginMatch, now: float) -> None:
        evening = self._evening
        profile = evening.setup.profile
        if order.profile and order.profile != evening.setup.config.profile:
            try:
                profile = profile_of(order.profile)
            except ProfileError as error:
                _LOG.warning("%s; the rules stay as they are", error)
        arrangement = matches.Arrangement(
            profile=profile,
            players=order.players,
            hands=order.hands,
            points=order.points,
            dealer=order.dealer,
        )
        matches.begin_match(evening, arrangement, now)
        self._config = dataclasses.replace(
            self._config, profile=evening.setup.config.profile, hands=evening.setup.config.hands
        )

    def _change(self, setting: str, value: str | int) -> None:
        """Write a setting and take it; a file that cannot be written changes nothing but this evening."""
        try:
            if self._room.settings_file is not None:
                write_setting(self._room.settings_file, setting, value)
            field = getattr(self._config, setting)
            kind = type(field)
            self._config = dataclasses.replace(self._config, **{setting: kind(value)})
        except (ConfigError, UsageError, OSError, ValueError) as error:
            _LOG.warning("%s = %r was not taken: %s", setting, value, error)
            return
        evening = self._evening
        held = evening.setup.config
        if evening.phase in (Phase.CONNECT, Phase.LOAD, Phase.STOPPED, Phase.MATCH_END):
            config = dataclasses.replace(self._config, profile=held.profile, hands=held.hands)
        else:
            # In the middle of a hand only what is seen and heard changes.
            seen = self._config
            config = dataclasses.replace(
                held,
                language=seen.language,
                large_type=seen.large_type,
                suits=seen.suits,
                sound=seen.sound,
                volume=seen.volume,
                brightness=seen.brightness,
                mirrored=seen.mirrored,
            )
        evening.configure(config)
        self._room.changed(self._config)

    def _correct_touch(self, now: float) -> None:
        found = correction_of(MARKS, self.foyer.marks)
        self._change("touch", "" if found is None else found.written())
        after, _ = around.take(self.foyer, Step.CHOSEN, None, self._moment(now))
        self._take(after, (), None, now)

    def _rules_pages(self) -> tuple[tuple[str, str], ...]:
        """Return the rules of this table's code in the screen's language, made once for each."""
        language = self._config.language.value
        profile = self._evening.setup.config.profile
        made_for = f"{profile} {language}"
        if self._rules[0] != made_for:
            try:
                book = rulebook_of(profile)
            except ProfileError:
                return ()
            found = rules_page(book, "it" if language == "it" else "en")
            rows = tuple((row.title, row.value) for row in found)
            self._rules = (made_for, rows)
        return self._rules[1]


def members_of(path: Path | None) -> tuple[str, ...]:
    """Return the names of a club's list, one a line; none if there is no such file."""
    if path is None or not path.is_file():
        return ()
    try:
        text = read_text(path, _MOST_MEMBERS_BYTES, "the list of names")
    except UsageError as error:
        _LOG.warning("%s", error)
        return ()
    names = (clean_name(line) for line in text.splitlines()[:_MOST_MEMBERS])
    return tuple(sorted({name for name in names if name}, key=str.casefold))


def _count(folder: Path | None) -> int:
    if folder is None or not folder.is_dir():
        return 0
    return sum(1 for path in folder.iterdir() if path.suffix == ".json")
