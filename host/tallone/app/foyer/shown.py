"""A page as the foyer shows it, and its buttons with what each does."""

import dataclasses
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeVar

from tallone.app.foyer.deeds import Deed, Inner
from tallone.app.foyer.foyer import Argument
from tallone.app.foyer.stages import Step
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.pages import MAX_CHOICES, Choice, Menu, Page, Tint
from tallone.display.views.view import SeatDraw

_T = TypeVar("_T")


class Offer(NamedTuple):
    """A button and what it does."""

    choice: Choice
    deed: Deed


@dataclasses.dataclass(frozen=True, slots=True)
class Shown:
    """A page; `deeds` belong to its choices, place by place. A draw has its buttons in the bar."""

    body: Page | SeatDraw
    deeds: tuple[Deed, ...]
    bar: tuple[Choice, ...] = ()


def offer(
    key: str,
    do: Step | Inner,
    argument: Argument = None,
    *,
    detail: Phrase | None = None,
    tint: Tint = Tint.CALM,
    marked: bool = False,
    enabled: bool = True,
    **fields: Any,
) -> Offer:
    """Return a button with the catalogue's words."""
    choice = Choice(
        label=say(key, **fields), detail=detail, tint=tint, marked=marked, enabled=enabled
    )
    return Offer(choice, Deed(do, argument))


BACK: Final = offer("foyer.back", Step.BACK)


def menu(title: Phrase, offers: Sequence[Offer], *, under: Phrase | None = None) -> Shown:
    """Return a page of choices."""
    offers = offers[:MAX_CHOICES]
    choices = tuple(one.choice for one in offers)
    return Shown(Menu(title=title, under=under, choices=choices), deeds(offers))


def deeds(offers: Sequence[Offer]) -> tuple[Deed, ...]:
    return tuple(one.deed for one in offers)


def choices(offers: Sequence[Offer]) -> tuple[Choice, ...]:
    return tuple(one.choice for one in offers)


def paged(items: Sequence[_T], page: int, size: int) -> tuple[Sequence[_T], list[Offer]]:
    """Return the items of a page, bounded, and the buttons to the pages beside it."""
    pages = max(1, -(-len(items) // size))
    here = min(page, pages - 1)
    turns = []
    if here > 0:
        turns.append(offer("foyer.page_back", Inner.TURN, -1))
    if here < pages - 1:
        turns.append(offer("foyer.page_on", Inner.TURN, 1))
    return items[here * size : (here + 1) * size], turns
