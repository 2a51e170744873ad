"""Checks of one scene: text in its box, nothing over another, letters, contrast, fingers, no hidden card.

Each returns sentences about what is wrong, none if nothing is. A check knows the screen's size in
millimetres from the theme; it measures what is painted and asks no composer how it was meant.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from tallone import press
from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Face, Item, Label, Panel, Scene, Target
from tallone.display.style import fonts
from tallone.display.style.sight import SIGHTS
from tallone.display.style.theme import Color, Theme, contrast, sizes
from tallone.display.views.view import HandSheet, MatchEnd, Play, SeatDraw, TableView
from tallone.rules.cards.cards import Card

LEAST_CONTRAST: Final = 7.0
# Seen by who sees fewer colours; text stands on it by its lightness.
LEAST_CONTRAST_IMPAIRED: Final = 4.5
FINGER_MM: Final = 15.0
FINGER_GAP_MM: Final = 2.0
# A capital's height in ten thousandths of the distance: 4 mm at 0.7 m is 20 minutes of arc, 16 the least.
_ARC_16: Final = 16 * 3.14159265 / 180 / 60
_CAP: Final = 0.67
# What a screen too small for everything may lose: the layout says how far it could go.
_ROUNDING_PX: Final = 1

Check = Callable[[TableView, Scene, Theme], Iterator[str]]


def texts_fit(_view: TableView, scene: Scene, _theme: Theme) -> Iterator[str]:
    """Every text is whole and inside its box."""
    for label in _labels(scene):
        if not label.fits:
            yield f"{_words(label)!r} is cut in {tuple(label.box)}"
        for line in label.lines:
            if fonts.width(line, label.px, label.bold) > label.box.w + _ROUNDING_PX:
                yield f"{line!r} is wider than its box of {label.box.w} pixels"


def inside_screen(_view: TableView, scene: Scene, _theme: Theme) -> Iterator[str]:
    """Nothing is painted, and nothing can be touched, outside the screen or outside its parent."""
    screen = Box(0, 0, *scene.size)
    boxes = {area.name: area.box for area in scene.areas}
    for item in scene.items:
        if not screen.holds(item.box):
            yield f"{type(item).__name__} {tuple(item.box)} leaves the screen"
    for area in scene.areas:
        parent = boxes.get(area.parent, screen)
        if not parent.holds(area.box):
            yield f"{area.name} {tuple(area.box)} leaves {area.parent or 'the screen'}"


def apart(_view: TableView, scene: Scene, _theme: Theme) -> Iterator[str]:
    """No text lies over another, no area over its sibling."""
    labels = [label for label in _labels(scene) if any(label.lines)]
    for one, other in itertools.combinations(labels, 2):
        if one.box.meets(other.box):
            yield f"{_words(one)!r} lies over {_words(other)!r}"
    for one_area, other_area in itertools.combinations(scene.areas, 2):
        if one_area.parent == other_area.parent and one_area.box.meets(other_area.box):
            yield f"{one_area.name} lies over {other_area.name}"


def letters_are_large(_view: TableView, scene: Scene, theme: Theme) -> Iterator[str]:
    """No capital is lower than sixteen minutes of arc, as far as the screen's size allows at all."""
    least = sizes(theme, scene.size).least
    for label in _labels(scene):
        if any(label.lines) and label.px < least - _ROUNDING_PX:
            yield f"{_words(label)!r} has letters of {label.px} pixels; the least is {least}"


def contrast_is_high(_view: TableView, scene: Scene, _theme: Theme) -> Iterator[str]:
    """Text stands on its ground with 7:1, and with 4.5:1 for who sees fewer colours."""
    for label, ground in _on_grounds(scene):
        ratio = contrast(label.color, ground)
        if ratio < LEAST_CONTRAST:
            yield f"{_words(label)!r} has a contrast of {ratio:.1f}:1"
        for name, sight in SIGHTS.items():
            seen = contrast(sight(label.color), sight(ground))
            if seen < LEAST_CONTRAST_IMPAIRED:
                yield f"{_words(label)!r} has {seen:.1f}:1 for {name}"


def fingers_find_it(_view: TableView, scene: Scene, theme: Theme) -> Iterator[str]:
    """What can be touched measures 15 mm both ways, as far as the screen is large enough, and stands apart."""
    pixels = theme.viewing.pixels_per_mm(scene.size)
    finger = min(FINGER_MM * pixels, sizes(theme, scene.size).finger)
    targets = [target for target in scene.targets if target.button != press.Button.PLACE]
    keys = sum(target.button == press.Button.KEY for target in targets)
    for target in targets:
        # Thirty-three letters and more: the width of the screen says how wide a key can be.
        small = target.button == press.Button.KEY and keys > 12
        least = (0.5 if small else 1.0) * finger - _ROUNDING_PX
        if min(target.box.w, target.box.h) < least:
            side = min(target.box.w, target.box.h) / pixels
            yield f"{_named(target)} measures {side:.1f} mm"
    for one, other in itertools.combinations(targets, 2):
        if one.box.meets(other.box):
            yield f"{_named(one)} and {_named(other)} lie over each other"


def no_hidden_card(view: TableView, scene: Scene, _theme: Theme) -> Iterator[str]:
    """Every face that is painted lies open: in a meld, on the discard pile, drawn for a seat, asked about."""
    open_cards = _open_cards(view)
    for item in scene.items:
        if isinstance(item, Face) and item.card not in open_cards:
            yield f"{item.card} is shown and lies nowhere openly"


CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "text in its box": texts_fit,
        "inside the screen": inside_screen,
        "nothing over another": apart,
        "letters": letters_are_large,
        "contrast": contrast_is_high,
        "fingers": fingers_find_it,
        "no hidden card": no_hidden_card,
    }
)


def findings(view: TableView, scene: Scene, theme: Theme) -> list[str]:
    """Return everything that is wrong with a screen."""
    return [
        f"{name}: {sentence}"
        for name, check in CHECKS.items()
        for sentence in check(view, scene, theme)
    ]


def capital_minutes(px: int, theme: Theme, size: tuple[int, int]) -> float:
    """Return how many minutes of arc a capital of letters of that size has at the theme's distance."""
    millimetres = px * _CAP / theme.viewing.pixels_per_mm(size)
    return millimetres / (theme.viewing.distance_m * 1000) / _ARC_16 * 16


def _labels(scene: Scene) -> Iterator[Label]:
    return (item for item in scene.items if isinstance(item, Label))


def _words(label: Label) -> str:
    return " ".join(label.lines)[:60]


def _named(target: Target) -> str:
    return f"{target.button}{'' if target.value is None else f' {target.value}'}"


def _on_grounds(scene: Scene) -> Iterator[tuple[Label, Color]]:
    """Yield every text with the colour of what was painted last under its middle."""
    painted: list[Panel] = []
    for item in scene.items:
        if isinstance(item, Panel) and item.fill is not None:
            painted.append(item)
        elif isinstance(item, Label) and any(item.lines):
            ground = _under(item, painted)
            if ground is not None:
                yield item, ground


def _under(item: Item, painted: list[Panel]) -> Color | None:
    middle = (item.box.x + item.box.w // 2, item.box.y + item.box.h // 2)
    for panel in reversed(painted):
        box = panel.box
        if box.x <= middle[0] < box.right and box.y <= middle[1] < box.bottom:
            return panel.fill
    return None


def _open_cards(view: TableView) -> set[Card]:
    cards: set[Card] = set()
    match view.body:
        case Play(sides=sides, discard_pile=pile):
            cards |= set(pile)
            cards |= {card.card for side in sides for meld in side.melds for card in meld.cards}
        case SeatDraw(draws=draws):
            cards |= {card for _, card in draws if card is not None}
        case HandSheet() | MatchEnd() | _:
            pass
    if view.question is not None:
        cards |= {card.card for option in view.question.options for card in option.cards}
        if view.question.card is not None:
            cards.add(view.question.card)
    return cards
