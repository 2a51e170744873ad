"""From a press on one of the foyer's pages to the next foyer: by the same list of buttons that is drawn."""

import dataclasses
from typing import Final

from tallone.app.foyer import foyer as around
from tallone.app.foyer.deeds import Deed, Inner
from tallone.app.foyer.foyer import Foyer, Moment
from tallone.app.foyer.given import Given
from tallone.app.foyer.orders import Order, Tone, Unlock
from tallone.app.foyer.pages import checks, shown
from tallone.app.foyer.stages import Stage, Step
from tallone.press import Button, Press

_NOTHING: Final[tuple[Order, ...]] = ()


def press(foyer: Foyer, pressed: Press, given: Given, moment: Moment) -> around.Taken:
    """Return what a press leads to; one that the page does not offer changes nothing."""
    if pressed.button is Button.MENU:
        return around.take(foyer, Step.OPEN_MENU, None, moment)
    if foyer.stage is Stage.TABLE:
        return foyer, _NOTHING
    value = pressed.value
    match pressed.button:
        case Button.CHOOSE if value is not None:
            return _chosen(foyer, value, given, moment)
        case Button.KEY if value is not None and 0 <= value < 0x110000:
            return around.type_key(foyer, chr(value)), _NOTHING
        case Button.SEAT if pressed.seat is not None:
            return around.choose_seat(foyer, pressed.seat), _NOTHING
        case Button.TICK if value is not None:
            lines = checks(given)
            if 0 <= value < len(lines):
                return around.tick_off(foyer, lines[value]), _NOTHING
        case Button.PLACE if value is not None:
            return around.mark_touched(foyer, divmod(value, 1001)), _NOTHING
        case _:
            pass
    return foyer, _NOTHING


def _chosen(foyer: Foyer, place: int, given: Given, moment: Moment) -> around.Taken:
    page = shown(foyer, given)
    if not 0 <= place < len(page.deeds):
        return foyer, _NOTHING
    return _do(foyer, page.deeds[place], moment)


def _do(foyer: Foyer, deed: Deed, moment: Moment) -> around.Taken:
    argument = deed.argument
    match deed.do:
        case Inner.YES:
            return around.say_yes(foyer, moment)
        case Inner.TURN if isinstance(argument, int):
            return around.turn_page(foyer, argument), _NOTHING
        case Inner.TONE if isinstance(argument, str):
            return foyer, (Tone(name=argument),)
        case Inner.UNLOCK:
            return dataclasses.replace(foyer, typed=""), (Unlock(digits=foyer.typed),)
        case Step() as step:
            return around.take(foyer, step, argument, moment)
        case _:
            return foyer, _NOTHING
