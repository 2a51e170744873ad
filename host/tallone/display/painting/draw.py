"""Painting a scene: things to pixels. Whole, or only where two scenes differ."""

import dataclasses
from collections.abc import Iterable
from functools import lru_cache

import pygame
import segno

from tallone.display.painting import card_art
from tallone.display.painting.signs import sign
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import Box, Layout
from tallone.display.scene.scene import Back, Face, Gauge, Item, Label, Panel, QrCode, Scene, Sign
from tallone.display.style import fonts, scripts
from tallone.display.style.theme import GOLD, LINE, STRIP, Color, Theme
from tallone.display.views.view import TableView

_QR_QUIET_ZONE = 4  # modules of white around the code


def draw(
    surface: pygame.Surface, view: TableView, theme: Theme, layout: Layout, now: float
) -> Scene:
    """Paint a whole view and return its scene."""
    scene = compose(view, theme, layout, now)
    paint(surface, scene.items)
    return scene


def repaint(surface: pygame.Surface, before: Scene | None, after: Scene) -> list[pygame.Rect]:
    """Bring a surface that shows one scene to another; return the rectangles that were painted."""
    if before is None or before.size != after.size:
        paint(surface, after.items)
        return [surface.get_rect()]
    damaged = _damage(before, after)
    for rect in damaged:
        surface.set_clip(rect)
        paint(surface, (item for item in after.items if rect.colliderect(_extent(item))))
    surface.set_clip(None)
    return damaged


def _damage(before: Scene, after: Scene) -> list[pygame.Rect]:
    """Return rectangles, apart from each other, that hold everything that differs."""
    changed = set(before.items) ^ set(after.items)
    rects: list[pygame.Rect] = []
    for item in changed:
        if isinstance(item, Panel) and item.fill is None:
            rects += _edges(item)
        else:
            rects.append(_extent(item))
    return _merged(rects)


def _extent(item: Item) -> pygame.Rect:
    """Return what an item paints on: letters of another script may stand out above and below their line."""
    whole = pygame.Rect(item.box)
    if isinstance(item, Label) and not all(map(scripts.is_plain, item.lines)):
        return whole.inflate(0, item.px)
    return whole


def _edges(panel: Panel) -> list[pygame.Rect]:
    """Return the four sides of a border, so that a frame around all does not repaint all."""
    box, width = panel.box, panel.border_px + panel.radius
    return [
        pygame.Rect(box.x, box.y, box.w, width),
        pygame.Rect(box.x, box.bottom - width, box.w, width),
        pygame.Rect(box.x, box.y, width, box.h),
        pygame.Rect(box.right - width, box.y, width, box.h),
    ]


def _merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    apart: list[pygame.Rect] = []
    for rect in rects:
        joined = rect
        while (place := joined.collidelist(apart)) >= 0:
            joined = joined.union(apart.pop(place))
        apart.append(joined)
    return apart


def paint(surface: pygame.Surface, items: Iterable[Item]) -> None:
    """Paint things in their order."""
    for item in items:
        match item:
            case Panel():
                _panel(surface, item)
            case Label():
                _label(surface, item)
            case Face():
                style = card_art.Style(item.fan, item.scheme, item.letter, item.stands_for)
                surface.blit(card_art.face(item.card, item.box.room, style), item.box[:2])
            case Back():
                surface.blit(card_art.back(item.deck, item.box.room), item.box[:2])
            case Sign():
                surface.blit(sign(item.name, min(item.box.room), item.color), item.box[:2])
            case QrCode():
                code = _qr(item.content, min(item.box.room))
                spare = item.box.w - code.get_width()
                surface.blit(code, (item.box.x + spare // 2, item.box.y + spare // 2))
            case Gauge():
                _gauge(surface, item)


def _panel(surface: pygame.Surface, item: Panel) -> None:
    if item.fill is not None:
        _fill(surface, item.fill, item.box, min(item.radius, item.box.w // 2, item.box.h // 2))
    if item.border is not None and item.border_px:
        pygame.draw.rect(surface, item.border, item.box, item.border_px, border_radius=item.radius)


def _fill(surface: pygame.Surface, color: Color, box: Box, radius: int) -> None:
    """Fill a rectangle with round corners; much quicker than SDL's own for large ones."""
    surface.fill(color, (box.x + radius, box.y, box.w - 2 * radius, box.h))
    if not radius:
        return
    surface.fill(color, (box.x, box.y + radius, radius, box.h - 2 * radius))
    surface.fill(color, (box.right - radius, box.y + radius, radius, box.h - 2 * radius))
    for x in (box.x + radius, box.right - radius):
        for y in (box.y + radius, box.bottom - radius):
            pygame.draw.circle(surface, color, (x, y), radius)


def _turned_label(surface: pygame.Surface, item: Label) -> None:
    """Write a text upside down."""
    upright = pygame.Surface(item.box.room, pygame.SRCALPHA)
    upright.fill((*item.color, 0))
    _label(upright, dataclasses.replace(item, box=Box(0, 0, item.box.w, item.box.h), turned=False))
    surface.blit(pygame.transform.rotate(upright, 180), item.box[:2])


def _label(surface: pygame.Surface, item: Label) -> None:
    if item.turned:
        _turned_label(surface, item)
        return
    tall = fonts.line_height(item.px)
    top = item.box.y + (item.box.h - tall * len(item.lines)) // 2
    for line in item.lines:
        if line:
            picture = fonts.rendered(line, item.px, item.bold, item.color)
            spare = item.box.w - picture.get_width()
            left = item.box.x + (0, spare // 2, spare)[item.align.value]
            surface.blit(picture, (left, top + (tall - picture.get_height()) // 2))
        top += tall


def _gauge(surface: pygame.Surface, item: Gauge) -> None:
    box, radius = item.box, item.box.h // 2
    pygame.draw.rect(surface, STRIP, box, border_radius=radius)
    filled = max(box.h, box.w * item.thousandths // 1000)
    pygame.draw.rect(surface, GOLD, (box.x, box.y, filled, box.h), border_radius=radius)
    pygame.draw.rect(surface, LINE, box, max(2, box.h // 16), border_radius=radius)


@lru_cache(maxsize=8)
def _qr(content: str, side: int) -> pygame.Surface:
    """Return the code as large as whole pixels a module allow."""
    matrix = segno.make(content, error="m", micro=False).matrix
    modules = len(matrix) + 2 * _QR_QUIET_ZONE
    scale = max(1, side // modules)
    picture = pygame.Surface((modules * scale, modules * scale))
    picture.fill((255, 255, 255))
    start = _QR_QUIET_ZONE * scale
    for row, line in enumerate(matrix):
        for column, dark in enumerate(line):
            if dark:
                picture.fill(
                    (0, 0, 0), (start + column * scale, start + row * scale, scale, scale)
                )
    return picture
