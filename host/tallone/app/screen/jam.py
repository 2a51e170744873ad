"""What whoever clears a jam sees: where the card is, in a picture and in words, and what to do with it."""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.pages import Words
from tallone.findings import FindingKind


class Place(enum.Enum):
    """Where in the machine a person has to look."""

    FEED = "feed"  # where cards leave the hopper
    PATH = "path"  # between the hopper and the wheel
    WHEEL = "wheel"  # in the wheel, or on the way out of it
    LID = "lid"  # only the lid is open
    ANYWHERE = "anywhere"


# By the faults' names on the wire; what is not here may be anywhere.
_PLACES: Final[Mapping[str, Place]] = MappingProxyType(
    {
        "no-feed": Place.FEED,
        "skew": Place.FEED,
        FindingKind.DOUBLE_FEED.value: Place.FEED,
        FindingKind.JAM.value: Place.PATH,
        "barrier": Place.PATH,
        "no-route": Place.PATH,
        "rack": Place.WHEEL,
        "eject": Place.WHEEL,
        "slot-full": Place.WHEEL,
        "order": Place.WHEEL,
        "places": Place.WHEEL,
        "lid": Place.LID,
    }
)
_CARD_STUCK: Final = frozenset(
    {FindingKind.JAM.value, "no-feed", "skew", FindingKind.DOUBLE_FEED.value, "eject"}
)


def place_of(fault: str) -> Place:
    """Return where to look for a fault of the machine."""
    return _PLACES.get(fault, Place.ANYWHERE)


def stopped_words(fault: str) -> Phrase:
    """Return in one sentence why the machine stands still."""
    if fault == "lid":
        return say("notice.lid")
    return say("notice.jam" if fault in _CARD_STUCK else "notice.machine_stopped")


def clearing(fault: str) -> Words:
    """Return the page for who clears it: what to do, step by step, and where."""
    place = place_of(fault)
    button = say("button.resume")
    steps: tuple[Phrase, ...]
    if place is Place.LID:
        steps = (say("jam.close_only", button=button),)
    else:
        steps = (
            say("jam.open"),
            say(f"jam.{place.value}"),
            say("jam.back"),
            say("jam.close", button=button),
        )
    return Words(title=say("jam.title"), paragraphs=steps, picture=f"inside-{place.value}")
