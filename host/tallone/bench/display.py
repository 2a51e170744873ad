"""How long a happening takes to become pixels, and how much memory the display keeps."""

import dataclasses
import gc
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from tallone.display.gallery.gallery import SCREENS
from tallone.display.gallery.hands import LATE
from tallone.display.painting import draw
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import lay_out
from tallone.display.style.theme import Theme
from tallone.display.views.values import MeldView
from tallone.display.views.view import TableView
from tallone.rules.cards.seats import SEATS_4

_SIZE: Final = (1920, 1080)
LARGEST_SIZE: Final = (3840, 2160)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayFigures:
    """Milliseconds of the processor from a changed view to its pixels, and the process's memory in megabytes."""

    frames: int
    event_p50_ms: float
    event_p95_ms: float
    event_max_ms: float
    whole_p50_ms: float
    first_ms: float
    resident_mb: float | None


def measure(events: int = 200, size: tuple[int, int] = _SIZE) -> DisplayFigures:
    """Grow a hand card by card at that size and time each change from view to pixels."""
    theme = Theme()
    layout = lay_out(size, theme)
    surface = pygame.Surface(size)
    views = _happenings(events)
    start = time.process_time()
    scene = draw.draw(surface, SCREENS["play_early"], theme, layout, 0.0)
    first = time.process_time() - start
    _draw_every_face(surface)
    times = []
    gc.collect()
    for number, view in enumerate(views):
        start = time.process_time()
        after = compose(view, theme, layout, now=float(number))
        draw.repaint(surface, scene, after)
        times.append(time.process_time() - start)
        scene = after
    whole = []
    for view in views[::10]:
        start = time.process_time()
        draw.draw(surface, view, theme, layout, 0.0)
        whole.append(time.process_time() - start)
    return DisplayFigures(
        frames=len(times),
        event_p50_ms=_share(times, 0.50),
        event_p95_ms=_share(times, 0.95),
        event_max_ms=max(times) * 1000,
        whole_p50_ms=_share(whole, 0.50),
        first_ms=first * 1000,
        resident_mb=resident_mb(),
    )


def _draw_every_face(surface: pygame.Surface) -> None:
    """Fill the caches as the first minutes of an evening do."""
    theme = Theme()
    for name in ("play_middle", "play_late", "hand_sheet"):
        draw.draw(surface, SCREENS[name], theme, lay_out(surface.get_size(), theme), 0.0)


def _happenings(count: int) -> list[TableView]:
    """Return views of a hand, each differing from the one before by a card or a turn."""
    frames: list[TableView] = []
    whole = [list(side.melds) for side in LATE.sides]
    pile = list(LATE.discard_pile)
    cards = [0, 0]
    for number in range(count):
        side = number % 2
        cards[side] = (cards[side] + 1) % (sum(len(meld.cards) for meld in whole[side]) + 1)
        sides = tuple(
            dataclasses.replace(LATE.sides[index], melds=_first_cards(whole[index], cards[index]))
            for index in (0, 1)
        )
        body = dataclasses.replace(
            LATE,
            sides=(sides[0], sides[1]),
            seat=SEATS_4[number % 4],
            discard_pile=tuple(pile[: number % len(pile) + 1]),
        )
        frames.append(dataclasses.replace(SCREENS["play_late"], body=body))
    return frames


def _first_cards(melds: list[MeldView], count: int) -> tuple[MeldView, ...]:
    laid = []
    for meld in melds:
        cards = meld.cards[: max(0, count)]
        count -= len(cards)
        if cards:
            laid.append(dataclasses.replace(meld, cards=cards))
    return tuple(laid)


def _share(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def resident_mb() -> float | None:
    """Return the memory that this process keeps, in megabytes; None where nobody says."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    for line in status.read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return None
