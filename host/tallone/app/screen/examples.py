"""One example of every page around the play, beside the gallery's: for pictures, checks and documents."""

import dataclasses
from typing import Final

from tallone import press
from tallone.app.foyer.foyer import Formula, Foyer, RoundClock
from tallone.app.foyer.given import Given
from tallone.app.foyer.pages import shown
from tallone.app.foyer.seating import Seating
from tallone.app.foyer.settings import FIRST_RUN
from tallone.app.foyer.stages import Act, Stage
from tallone.app.screen.around import bar_button
from tallone.app.screen.jam import clearing, place_of, stopped_words
from tallone.config import Config
from tallone.display.gallery.gallery import ARBITER, HEADER, SCREENS
from tallone.display.gallery.hands import LONG_NAMES
from tallone.display.texts.phrases import say
from tallone.display.views.values import Button, Notice, Severity
from tallone.display.views.view import TableView
from tallone.findings import FindingKind
from tallone.rules.cards.cards import Card
from tallone.rules.cards.seats import Seat

_MEMBERS: Final = tuple(
    f"{first} {last}"
    for first in ("Anna", "Bruno", "Carla", "Dino", "Elena")
    for last in ("Bianchi", "Esposito", "Ferrari", "Colombo")
)
_RULES: Final = tuple(
    (title, "Si chiude con un burraco e il pozzetto preso, e l’ultimo scarto non è una matta")
    for title in (
        "Per chiudere serve",
        "Pozzetto non preso",
        "Monte di una sola carta",
        "Time-out",
        "Stallo",
    )
)
_GIVEN: Final = Given(
    now=0.0,
    config=Config(club="Circolo del Burraco"),
    in_match=True,
    hand_under_way=True,
    hand=3,
    totals=(1245, 985),
    receipts=3,
    members=_MEMBERS,
    packs=("Mazzo 1", "Mazzo 2"),
    rules=_RULES,
    now_what=say("now.play", seat=Seat.SOUTH),
    mat_is_empty=True,
)
_SEATING: Final = Seating(
    names=LONG_NAMES,
    dealer=Seat.EAST,
    draws={Seat.NORTH: (Card.parse("7H"),), Seat.EAST: (Card.parse("2S"),)},
)
_FOYER: Final = Foyer(
    seating=_SEATING,
    formula=Formula(hands=3),
    clock=RoundClock(stopped_with=754.0),
    seat=Seat.EAST,
)


def pages() -> dict[str, TableView]:
    """Return every page around the play, by name, as Italian views."""
    found = {
        f"foyer_{stage.value}": _view(_FOYER.at(stage, **_kept(stage)), _GIVEN)
        for stage in Stage
        if stage is not Stage.TABLE and stage is not Stage.FIRST_RUN
    }
    fresh = dataclasses.replace(_GIVEN, in_match=False, hand_under_way=False)
    found["foyer_welcome_fresh"] = _view(_FOYER.at(Stage.WELCOME), fresh)
    for name in FIRST_RUN:
        found[f"first_{name}"] = _view(
            _FOYER.at(Stage.FIRST_RUN, setting=name, typed="12" if name == "table" else ""), fresh
        )
    for act in Act:
        found[f"sure_{act.value}"] = _view(_FOYER.at(Stage.SURE, act=act), _GIVEN)
    return found


def jams() -> dict[str, TableView]:
    """Return what is shown while the machine waits for a person, one fault for each place."""
    resume = Button(name=press.Button.OK, label=say("button.resume"))
    return {
        f"jam_{place_of(fault).value}": TableView(
            header=HEADER,
            body=clearing(fault),
            notice=Notice(severity=Severity.STOP, message=stopped_words(fault)),
            buttons=(ARBITER, resume),
        )
        for fault in ("no-feed", FindingKind.JAM.value, "eject", "lid", "reader")
    }


def every_screen() -> dict[str, TableView]:
    """Return the gallery's screens and the pages around the play."""
    return {**SCREENS, **jams(), **pages()}


def _kept(stage: Stage) -> dict[str, object]:
    match stage:
        case Stage.TYPE:
            return {"seat": Seat.SOUTH, "typed": "GIUSEPPE ROS"}
        case Stage.LIST | Stage.PLACES:
            return {"seat": Seat.SOUTH}
        case Stage.SETTING:
            return {"setting": "language"}
        case Stage.NUMBER:
            return {"setting": "table", "typed": "12"}
        case Stage.LOCKED:
            return {"typed": "1234"}
        case _:
            return {}


def _view(foyer: Foyer, given: Given) -> TableView:
    page = shown(foyer, given)
    bar = tuple(bar_button(choice, place) for place, choice in enumerate(page.bar))
    return TableView(header=HEADER, body=page.body, buttons=bar or (ARBITER,))
