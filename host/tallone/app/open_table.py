"""Puts the stations together: everything that opens a file, a port or a screen is opened here."""

import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tallone.app.arbiter.lock import Tried
from tallone.app.edges.attendant import Attendant, Room
from tallone.app.edges.boards import Boards
from tallone.app.edges.connection import Connection
from tallone.app.edges.packs import open_registry
from tallone.app.edges.papers import Papers, papers_folder
from tallone.app.edges.receipts import DealCounter, Keeper, Receipts, receipts_folder
from tallone.app.edges.window_people import WindowPeople
from tallone.app.evening.evening import Evening
from tallone.app.evening.setup import Setup
from tallone.app.foyer.foyer import Formula, Foyer
from tallone.app.foyer.seating import Seating
from tallone.app.foyer.settings import FIRST_RUN
from tallone.app.foyer.stages import Stage
from tallone.app.hall.station import Station
from tallone.app.recovery import Followed, follow
from tallone.app.screen.screen import Screen, theme_of
from tallone.app.table import TableApp
from tallone.app.table_options import TableOptions, session_opened, setup_of, wall_clock
from tallone.clock import RealClock
from tallone.club.hall import broker
from tallone.club.hall.messages import down_topic
from tallone.club.hall.mqtt import Line
from tallone.club.hall.ticket import read_ticket
from tallone.config import Config, Language
from tallone.display.views.story import Narrator
from tallone.display.window.correction import Correction
from tallone.display.window.sound import Sounds
from tallone.display.window.window import Window
from tallone.findings import FindingKind, told
from tallone.firmware.pairing import guard_of
from tallone.journal.acknowledged import heard
from tallone.journal.records import Found, Record
from tallone.journal.storage.one_writer import WriterLock
from tallone.journal.storage.reader import read
from tallone.journal.storage.writer import JournalWriter
from tallone.link.line.port import Wake
from tallone.link.session import HostSession
from tallone.link.welcome import MINIMUM_FIRMWARE
from tallone.mat.events import Seconds

_LOG: Final = logging.getLogger(__name__)


@contextlib.contextmanager
def open_table(options: TableOptions) -> Iterator[TableApp]:
    """Open everything, take up an interrupted evening if the journal holds one, and close it all after."""
    with WriterLock(options.journal):
        known = read(options.journal) if _has_content(options.journal) else []
        setup = setup_of(options, len(known))
        followed = follow(setup, known)
    connection = Connection(options.simulation)
    clock, wake, simulated = connection.clock, connection.wake, connection.simulated
    evening, resumed = followed.evening, followed.began
    if followed.passed_over:
        _LOG.warning("%d records were passed over; see the log above", len(followed.passed_over))
    if isinstance(clock, RealClock):
        clock = _Later(clock, followed.last_at)
    journaled = heard(known)
    boards = Boards(
        connection.link(
            options.addresses,
            # What the journal has of a board is not asked for again.
            lambda role: HostSession(
                role,
                _session_number(setup),
                journaled.get(role),
                MINIMUM_FIRMWARE,
                guard_of(options.journal.parent, role),
            ),
        )
    )
    window = _window(options)
    no_screen = options.window and window is not None and not window.has_screen
    pictures = options.pictures or (options.fallback_pictures if no_screen else None)
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    screen = Screen(
        Language(setup.config.language.value),
        window=window,
        narrator=Narrator() if options.story or no_screen else None,
        pictures=pictures,
        keeps_texts=simulated is not None,
        sounds=_sounds(options, setup.config) if options.foyer else None,
    )
    now = clock.now()
    with JournalWriter(options.journal) as writer:
        writer.append([session_opened(setup, now, resumed=resumed)])
        if resumed:
            evening.noticeboard.tell(
                Found(
                    at=now,
                    hand=evening.hand,
                    what=FindingKind.RESUMED.value,
                    phase=evening.phase.value,
                    told=told(FindingKind.RESUMED, setup.config.assist),
                )
            )
        station = _station(setup.config, wake)
        if station is not None:
            station.resume(evening, known)
        people = WindowPeople(window if options.window else None, simulated)
        attendant = None
        if options.foyer:
            attendant = _attendant(options, followed, screen)
        app = TableApp(
            evening,
            boards,
            writer,
            clock=clock,
            people=people,
            screen=screen,
            wake=wake,
            keepers=(
                *_keepers(options, setup, known, writer.head),
                Papers(
                    evening.desk,
                    papers_folder(options.journal),
                    setup.config.language.value,
                    wall_clock,
                ),
            ),
            attendant=attendant,
            station=station,
        )
        app.has_screen = not no_screen
        try:
            yield app
        finally:
            app.close("ended", clock.now())
            if window is not None:
                window.close()


def _sounds(options: TableOptions, config: Config) -> Sounds:
    """Return what makes the table heard; announcements lie beside the settings, if somebody has made them."""
    beside = options.settings_file
    voices = None if beside is None else beside.parent / "voices"
    return Sounds(config.volume, on=config.sound, voices=voices)


def _attendant(options: TableOptions, followed: Followed, screen: Screen) -> Attendant:
    """Return who attends to what stands around the play, where the evening stood if it was cut off."""
    evening = followed.evening
    foyer = followed.foyer
    if foyer is None or followed.was_closed:
        # A new start by people, not after a power cut: the table says what can be done.
        stage = Stage.FIRST_RUN if options.first_run else Stage.WELCOME
        kept = foyer or Foyer(
            seating=Seating(players=evening.setup.players), formula=_formula(evening)
        )
        foyer = kept.at(stage, under=(), setting=FIRST_RUN[0] if options.first_run else "")
    with open_registry(options.registry) as registry:
        packs = tuple(registry.packs())
    room = Room(
        settings_file=options.settings_file,
        members=options.members,
        packs=packs,
        receipts=receipts_folder(options.journal),
        changed=screen.take,
        tone=screen.tone,
        unlock=_unlocking(evening),
    )
    return Attendant(foyer, evening, room)


def _unlocking(evening: Evening) -> Callable[[str, float], bool] | None:
    """Return what tries a PIN before a setting of the game is changed; None if the table has no PIN."""
    if not evening.setup.config.arbiter_pin:
        return None

    def opens(digits: str, now: float) -> bool:
        return evening.desk.try_pin(digits, evening.hand, now) is Tried.OPENED

    return opens


def _formula(evening: Evening) -> Formula:
    """Return how long a match is by the table's settings."""
    profile = evening.setup.profile
    if profile.match == "points":
        return Formula(points=profile.match_points)
    return Formula(hands=evening.setup.config.hands)


def _station(config: Config, wake: Wake) -> Station | None:
    """Return the line to the hall of the settings; None for a table that plays on its own."""
    if not config.hall:
        return None
    ticket = read_ticket(Path(config.hall))
    line = Line(
        broker.user_of(ticket.table),
        ticket.password,
        host=ticket.host,
        port=ticket.port,
        authority=ticket.authority,
        topics=(down_topic(ticket.event, ticket.table),),
        wake=wake.signal,
    )
    line.open()
    return Station(ticket.table, ticket.event, line)


def _has_content(journal: Path) -> bool:
    """Whether there is an evening to be read; a file of no bytes is what a start that was cut off leaves."""
    return journal.exists() and journal.stat().st_size > 0


def _keepers(
    options: TableOptions, setup: Setup, known: Sequence[Record], head: str
) -> tuple[Keeper, ...]:
    """Return what keeps receipts and counts deals, having seen what the journal held before."""
    receipts = Receipts(receipts_folder(options.journal), setup.config.language.value, wall_clock)
    counter = DealCounter(options.registry)
    receipts.take([*known, session_opened(setup, 0.0, resumed=False)], head)
    counter.resume(known)
    return receipts, counter


class _Later:
    """A clock that goes on from where the journal ends: after a power cut the machine's begins anew."""

    def __init__(self, clock: RealClock, last_at: float) -> None:
        self._clock = clock
        self._ahead = max(0.0, last_at + 0.001 - clock.now())

    def now(self) -> Seconds:
        return Seconds(self._clock.now() + self._ahead)

    def wait(self, until: Seconds, wake_fds: Any, traffic: Any) -> Seconds:
        return Seconds(
            self._clock.wait(Seconds(until - self._ahead), wake_fds, traffic) + self._ahead
        )


def picture_screen(options: TableOptions) -> Screen | None:
    """Return a screen that nobody sees, which keeps pictures in the options' folder; None without one."""
    if options.pictures is None:
        return None
    options.pictures.mkdir(parents=True, exist_ok=True)
    language = Language(options.config.language.value)
    return Screen(language, window=_window(options), pictures=options.pictures)


def _window(options: TableOptions) -> Window | None:
    if not (options.window or options.pictures):
        return None
    config = options.config
    window = Window(
        theme_of(config),
        size=(config.width, config.height),
        fullscreen=config.fullscreen,
        rotation=config.rotation,
        hidden=not options.window,
    )
    window.correction = Correction.read(config.touch)
    window.shared_in = options.share
    if config.brightness < 100:
        window.dim(config.brightness)
    return window


def _session_number(setup: Setup) -> int:
    return int.from_bytes(setup.random_bytes(4), "big")
