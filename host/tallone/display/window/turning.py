"""A picture turned for a screen that hangs on its side or upside down: rectangles and places, both ways.

SDL without a desktop neither turns a picture nor a touch, so the window does both itself. A turn is in
degrees clockwise, as one sees it; the *canvas* is what is drawn, the *screen* what hangs on the wall.
"""

from typing import Final

import pygame

TURNS: Final = (0, 90, 180, 270)

Size = tuple[int, int]
Place = tuple[int, int]


def turned_size(size: Size, turn: int) -> Size:
    """Return the size of the canvas for a screen of this size, and of a screen for a canvas."""
    return size if turn in (0, 180) else (size[1], size[0])


def on_screen(rect: pygame.Rect, canvas: Size, turn: int) -> pygame.Rect:
    """Return where a rectangle of the canvas lies on the screen."""
    width, height = canvas
    x, y, w, h = rect
    match turn:
        case 90:
            return pygame.Rect(height - y - h, x, h, w)
        case 180:
            return pygame.Rect(width - x - w, height - y - h, w, h)
        case 270:
            return pygame.Rect(y, width - x - w, h, w)
        case _:
            return pygame.Rect(rect)


def on_canvas(place: Place, canvas: Size, turn: int) -> Place:
    """Return which pixel of the canvas is under a place of the screen."""
    width, height = canvas
    x, y = place
    match turn:
        case 90:
            return y, height - 1 - x
        case 180:
            return width - 1 - x, height - 1 - y
        case 270:
            return width - 1 - y, x
        case _:
            return place


def turn_onto(
    screen: pygame.Surface, canvas: pygame.Surface, rect: pygame.Rect, turn: int
) -> pygame.Rect:
    """Bring a rectangle of the canvas onto the screen; return where it is there."""
    place = on_screen(rect, canvas.get_size(), turn)
    part = canvas.subsurface(rect)
    # pygame turns the other way round.
    screen.blit(pygame.transform.rotate(part, -turn) if turn else part, place)
    return place
