"""All parts made once, and put together: the croupier as it stands, and the mat."""

import importlib
from functools import cache

from build123d import Part, Solid
from hardware.mechanical import catalogue
from hardware.mechanical.places import Placed

NAMES = tuple(part.name for part in (*catalogue.PRINTED, *catalogue.CUT))


@cache
def made(name: str) -> Part | Solid:
    """Return a part in its own frame."""
    body = importlib.import_module(f"hardware.mechanical.parts.{name}").make()
    solids = body.solids()
    part = solids[0] if len(solids) == 1 else body
    part.label = name
    return part


def put(placed: list[Placed]) -> list[tuple[Placed, Part | Solid]]:
    """Return every part at its place."""
    return [(one, one.place * made(one.part)) for one in placed]
