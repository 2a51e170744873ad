"""A scene as bytes, for a second screen: what is painted and nothing else, so nothing that is hidden.

Written by the table's program, read by `tallone watch` in another process. What is read is bounded and
checked; a text that is no scene is none, and never an error of the watcher.
"""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final

import msgspec

from tallone.display.scene.layout import Box
from tallone.display.scene.scene import (
    Back,
    Face,
    Gauge,
    Item,
    Label,
    Panel,
    QrCode,
    Scene,
    Sign,
)
from tallone.rules.cards.cards import Card

MOST_BYTES: Final = 2_000_000
_MOST_ITEMS: Final = 4000
_KINDS: Final[Mapping[str, type[Item]]] = MappingProxyType(
    {kind.__name__: kind for kind in (Panel, Label, Face, Back, Sign, QrCode, Gauge)}
)


class _Written(msgspec.Struct, forbid_unknown_fields=True):
    size: tuple[int, int]
    items: list[tuple[str, dict[str, Any]]]


def encode(scene: Scene) -> bytes:
    """Return a scene's picture: its size and what is painted, without what can be touched."""
    items = [
        (type(item).__name__, {field.name: getattr(item, field.name) for field in fields(item)})
        for item in scene.items
    ]
    return msgspec.json.encode(_Written(scene.size, items), enc_hook=_written)


def decode(raw: bytes) -> Scene | None:
    """Return the scene that was written, with nothing to touch; None for what is none."""
    if len(raw) > MOST_BYTES:
        return None
    try:
        written = msgspec.json.decode(raw, type=_Written)
        if len(written.items) > _MOST_ITEMS or not all(0 < side <= 8192 for side in written.size):
            return None
        items = tuple(_item(name, given) for name, given in written.items)
    except (msgspec.ValidationError, msgspec.DecodeError, KeyError, ValueError, TypeError):
        return None
    screen = Box(0, 0, *written.size)
    if not all(screen.holds(item.box) for item in items):
        return None
    return Scene(written.size, items, (), ())


def _written(value: Any) -> Any:
    """Return what JSON has no word for: a card, by its name."""
    if isinstance(value, Card):
        return str(value)
    raise NotImplementedError


def _read(kind: type, value: Any) -> Any:
    if kind is Card:
        return Card.parse(value)
    raise NotImplementedError


def _item(name: str, given: dict[str, Any]) -> Item:
    kind = _KINDS[name]
    found = msgspec.convert(given, kind, dec_hook=_read)
    assert isinstance(found, kind)
    return found
