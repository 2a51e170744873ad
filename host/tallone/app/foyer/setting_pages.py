"""The pages of the settings: all of them, the values of one, a number, the sound, the touch, the first run."""

import dataclasses
from typing import Final

from tallone.app.foyer.deeds import Deed, Inner
from tallone.app.foyer.foyer import Foyer
from tallone.app.foyer.given import Given
from tallone.app.foyer.settings import FIRST_RUN, SETTINGS, How, Setting
from tallone.app.foyer.shown import BACK, Offer, Shown, choices, deeds, menu, offer, paged
from tallone.app.foyer.stages import Step
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.pages import Choice, Keyboard, Menu, Tint, TouchMarks, Words

TONES: Final = ("start", "minutes", "time_out", "arbiter")
# Where the marks of the touch stand, in thousandths of the screen.
MARKS: Final = ((120, 160), (880, 160), (880, 840), (120, 840))
_A_PAGE: Final = 8
_CODES: Final = frozenset({"profile"})


def value_of(setting: Setting, given: Given) -> str | int:
    """Return what holds now."""
    value = getattr(given.config, setting.name)
    value = getattr(value, "value", value)
    if isinstance(value, bool | float):
        return round(value)
    assert isinstance(value, str | int)
    return value


def value_words(setting: Setting, value: str | int) -> Phrase:
    """Return a value in words."""
    if setting.name in _CODES and setting.values and value in setting.values:
        return say(f"code.{value}")
    if setting.how is How.CHOICE and isinstance(value, str) and value in setting.values:
        return say(f"set.{setting.name}.{value}")
    if set(setting.values) == {0, 1}:
        return say("set.on" if value else "set.off")
    if setting.how in (How.PACK, How.WORDS):
        return say("plain.name", name=str(value)) if value else say("set.none")
    unit = f"unit.{setting.name}"
    return say(unit, n=int(value))


def settings_page(foyer: Foyer, given: Given) -> Shown:
    """Show every setting with what holds now; what touches the game asks for the PIN first."""
    some, turns = paged(tuple(SETTINGS.values()), foyer.page, _A_PAGE)
    offers = [_setting_offer(setting, given) for setting in some]
    if foyer.page == 0:
        offers.append(offer("set.try_sound", Step.TRY_SOUND))
        offers.append(offer("set.try_touch", Step.TRY_TOUCH))
        offers = [*offers[: 12 - 1 - len(turns)]]
    return menu(say("set.title"), [*offers, *turns, BACK])


def _setting_offer(setting: Setting, given: Given) -> Offer:
    step = Step.ONE_SETTING if setting.how in (How.CHOICE, How.PACK) else Step.ENTER_NUMBER
    if setting.touches_game and given.locked:
        step = Step.LOCK
    detail = value_words(setting, value_of(setting, given))
    return offer(f"set.{setting.name}", step, setting.name, detail=detail)


def setting_page(foyer: Foyer, given: Given) -> Shown:
    """Show the values of one setting."""
    setting = SETTINGS[foyer.setting]
    offers = _values(setting, given)
    under = say("set.restart") if setting.needs_restart else None
    return menu(say(f"set.{setting.name}"), [*offers, BACK], under=under)


def _values(setting: Setting, given: Given) -> list[Offer]:
    now = value_of(setting, given)
    values: tuple[str | int, ...] = setting.values
    if setting.how is How.PACK:
        values = given.packs[:9] if setting.name == "pack" else ("", *given.packs[:9])
    return [
        Offer(
            Choice(label=value_words(setting, value), marked=value == now),
            Deed(Step.CHOSEN, value),
        )
        for value in values
    ]


def number_page(foyer: Foyer, _given: Given) -> Shown:
    """Ask for a number or for words."""
    return _typed_page(SETTINGS[foyer.setting], foyer, [BACK])


def _typed_page(setting: Setting, foyer: Foyer, before: list[Offer]) -> Shown:
    offers = list(before)
    under = say("set.type_words")
    right = bool(foyer.typed.strip())
    argument: str | int = foyer.typed.strip()
    if setting.how is How.NUMBER:
        under = say("set.bounds", low=setting.low, high=setting.high)
        right = foyer.typed.isdecimal() and setting.low <= int(foyer.typed) <= setting.high
        argument = int(foyer.typed) if right else 0
    if right:
        offers.append(offer("set.right", Step.CHOSEN, argument, tint=Tint.GO))
    body = Keyboard(
        title=say(f"set.{setting.name}"),
        under=under,
        typed=foyer.typed,
        digits_only=setting.how is How.NUMBER,
        choices=choices(offers),
    )
    return Shown(body, deeds(offers))


def sound_page(_foyer: Foyer, given: Given) -> Shown:
    """Let the tones be heard, one by one."""
    offers = [
        offer(f"sound.{tone}", Inner.TONE, tone, detail=say(f"sound.{tone}_detail"))
        for tone in TONES
    ]
    return menu(say("set.try_sound"), [*offers, BACK], under=_sound_under(given))


def _sound_under(given: Given) -> Phrase:
    if not given.config.sound:
        return say("sound.muted")
    return say("sound.volume", n=given.config.volume)


def touch_page(foyer: Foyer, _given: Given) -> Shown:
    """Ask for one mark after another."""
    done = min(len(foyer.marks), len(MARKS) - 1)
    body = TouchMarks(
        title=say("touch.title"),
        mark=MARKS[done],
        done=len(foyer.marks),
        total=len(MARKS),
        choices=choices([BACK]),
    )
    return Shown(body, deeds([BACK]))


def first_run(foyer: Foyer, given: Given) -> Shown:
    """Show the setting whose turn it is, with where one is in the row."""
    name = foyer.setting if foyer.setting in FIRST_RUN else FIRST_RUN[0]
    place = FIRST_RUN.index(name)
    skip = offer("first.keep", Step.CHOSEN, None)
    before = [offer("foyer.back", Step.BACK)] if place else []
    progress = say("first.progress", n=place + 1, total=len(FIRST_RUN))
    if name == "try_sound":
        shown = sound_page(foyer, given)
        return _instead(
            shown, progress, [*before, offer("first.heard", Step.CHOSEN, None, tint=Tint.GO)]
        )
    if name == "try_touch":
        done = [offer("first.ready", Step.ALL_SET, None, tint=Tint.GO)]
        body = Words(
            title=say("first.done"),
            paragraphs=(say("first.done_words"),),
            picture="tick",
            choices=choices([*before, *done]),
        )
        return Shown(body, deeds([*before, *done]))
    setting = SETTINGS[name]
    if setting.how in (How.NUMBER, How.WORDS):
        shown = _typed_page(setting, foyer, [*before, skip])
        assert isinstance(shown.body, Keyboard)
        return dataclasses.replace(shown, body=dataclasses.replace(shown.body, under=progress))
    offers = [*_values(setting, given), *before, skip]
    return menu(say(f"set.{name}"), offers, under=progress)


def _instead(shown: Shown, under: Phrase, last: list[Offer]) -> Shown:
    """Return a page with another line under its title, and other buttons in the place of BACK."""
    assert isinstance(shown.body, Menu)
    body = dataclasses.replace(
        shown.body, under=under, choices=(*shown.body.choices[:-1], *choices(last))
    )
    return Shown(body, (*shown.deeds[:-1], *deeds(last)))
