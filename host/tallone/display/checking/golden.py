"""Golden pictures as a few lines of text: a small grid of grey values, the words and the cards of a screen.

Large enough that nothing moves, grows or loses its colour unseen; small enough to be read in a change.
Compared with a little patience, so that another machine's rounding of letters is no difference.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import pygame

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import Face, Label, Scene, Sign

GRID: Final = (48, 30)
# Grey values of 0 to 15 may differ by so much in any field, and by so much summed over all of them; a
# difference of one may be nothing but rounding.
_MOST_A_FIELD: Final = 3
_MOST_IN_ALL: Final = 24
_ROUNDING: Final = 1
_LEVELS: Final = 16
# Places are told in hundredths of the screen, and may be off by one.
_PLACES: Final = 100
_MOST_OFF: Final = 1


class Golden(NamedTuple):
    """What is kept of a picture."""

    grey: tuple[str, ...]  # a row of hexadecimal digits each
    things: tuple[str, ...]  # `x y what`, x and y in hundredths of the screen


def golden(picture: pygame.Surface, scene: Scene) -> Golden:
    """Return what is kept of a screen's picture."""
    small = pygame.transform.grayscale(pygame.transform.smoothscale(picture, GRID))
    wide, tall = GRID
    rows = tuple(
        "".join(f"{small.get_at((x, y)).r * _LEVELS // 256:x}" for x in range(wide))
        for y in range(tall)
    )
    things = [
        f"{_place(item.box, scene)} {words}"
        for item in scene.items
        if isinstance(item, Label | Face | Sign) and (words := _words(item))
    ]
    return Golden(rows, tuple(things))


def _place(box: Box, scene: Scene) -> str:
    return f"{_PLACES * box.x // scene.size[0]} {_PLACES * box.y // scene.size[1]}"


def _words(item: Label | Face | Sign) -> str:
    match item:
        case Label():
            return "".join(f'"{" ".join(item.lines)}"' if any(item.lines) else "")
        case Face():
            return f"card {item.card}"
        case _:
            return f"sign {item.name}"


def written(kept: Mapping[str, Golden]) -> str:
    """Return golden pictures as the file holds them."""
    parts = [
        "\n".join((f"# {name}", *one.grey, *one.things)) for name, one in sorted(kept.items())
    ]
    return "\n\n".join(parts) + "\n"


def read(text: str) -> dict[str, Golden]:
    """Return the golden pictures of a file; raise ValueError if it is none."""
    found = {}
    for part in text.strip().split("\n\n"):
        head, *lines = part.splitlines()
        if not head.startswith("# ") or len(lines) < GRID[1]:
            raise ValueError(f"{head[:40]!r} begins no golden picture")
        found[head[2:]] = Golden(tuple(lines[: GRID[1]]), tuple(lines[GRID[1] :]))
    return found


def differences(kept: Golden, seen: Golden) -> list[str]:
    """Return in words what differs more than letters do from machine to machine; empty if nothing does."""
    return [*_moved(kept.things, seen.things), *_other_colours(kept.grey, seen.grey)]


def _moved(kept: Sequence[str], seen: Sequence[str]) -> list[str]:
    before, after = ([line.split(" ", 2) for line in lines] for lines in (kept, seen))
    wrong = [f"{line[2]} is gone" for line in before if line[2] not in {one[2] for one in after}]
    wrong += [f"{line[2]} is new" for line in after if line[2] not in {one[2] for one in before}]
    if wrong or len(before) != len(after):
        return wrong or [f"{len(after)} things instead of {len(before)}"]
    for was, now in zip(before, after, strict=True):
        if was[2] != now[2]:
            wrong.append(f"{now[2]} stands in the place of {was[2]}")
        elif any(abs(int(was[axis]) - int(now[axis])) > _MOST_OFF for axis in (0, 1)):
            wrong.append(f"{now[2]} has moved from {was[0]} {was[1]} to {now[0]} {now[1]}")
    return wrong


def _other_colours(kept: Sequence[str], seen: Sequence[str]) -> list[str]:
    off = {
        (x, y): abs(int(was, 16) - int(now, 16))
        for y, (before, after) in enumerate(zip(kept, seen, strict=True))
        for x, (was, now) in enumerate(zip(before, after, strict=True))
    }
    worst = max(off, key=lambda place: off[place])
    if off[worst] > _MOST_A_FIELD:
        return [f"field {worst} of {GRID} differs by {off[worst]} of {_LEVELS} greys"]
    whole = sum(much for much in off.values() if much > _ROUNDING)
    return [f"the whole picture differs by {whole} greys"] if whole > _MOST_IN_ALL else []
