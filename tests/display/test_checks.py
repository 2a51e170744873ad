"""Every check of a screen is seen to fail, and no screen of any size fails one."""

import dataclasses

import pytest

from tallone.app.screen.examples import every_screen
from tallone.config import Language
from tallone.display.checking.checks import CHECKS, capital_minutes, findings
from tallone.display.checking.pictures import GLASSES
from tallone.display.gallery.gallery import SCREENS
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import Box, lay_out
from tallone.display.scene.scene import Align, Area, Face, Fan, Label, Target
from tallone.display.style.sight import SIGHTS
from tallone.display.style.theme import PANEL, TEXT, SuitScheme, Theme, contrast, sizes
from tallone.rules.cards.cards import Card

GLASS = GLASSES[0]
THEME = GLASS.theme(Theme())
VIEW = SCREENS["play_middle"]


def scene_on(glass, view, theme=None):
    own = glass.theme(theme or Theme())
    return compose(view, own, lay_out(glass.size, own), 0.0, "41"), own


def scene():
    return scene_on(GLASS, VIEW)[0]


def label(box, words="parole", px=40, color=TEXT):
    return Label(box, (words,), px, False, color, Align.LEFT)


MIDDLE = Box(600, 300, 120, 40)
SPOILT = {
    "text in its box": lambda s: dataclasses.replace(
        s, items=(*s.items, label(Box(10, 10, 40, 40), "smisuratamente"))
    ),
    "inside the screen": lambda s: dataclasses.replace(
        s, items=(*s.items, label(Box(1270, 10, 200, 40)))
    ),
    "nothing over another": lambda s: dataclasses.replace(
        s, items=(*s.items, label(MIDDLE), label(MIDDLE))
    ),
    "letters": lambda s: dataclasses.replace(s, items=(*s.items, label(MIDDLE, px=9))),
    "contrast": lambda s: dataclasses.replace(
        s, items=(*s.items, label(MIDDLE, color=tuple(part + 40 for part in PANEL)))
    ),
    "fingers": lambda s: dataclasses.replace(
        s, targets=(*s.targets, Target(Box(10, 200, 20, 20), "ok"))
    ),
    "no hidden card": lambda s: dataclasses.replace(
        s,
        items=(
            *s.items,
            Face(MIDDLE, Card.parse("3C"), Fan.ROW, SuitScheme.CLASSIC, "F"),
        ),
    ),
}


@pytest.mark.parametrize("name", CHECKS)
def test_each_check_is_seen_to_fail_and_alone(name):
    good = scene()
    assert not list(CHECKS[name](VIEW, good, THEME))
    assert list(CHECKS[name](VIEW, SPOILT[name](good), THEME))


def test_an_area_outside_its_parent_or_over_its_sibling_is_seen():
    areas = (*scene().areas, Area("stray", Box(-5, 0, 20, 20), ""))
    assert list(
        CHECKS["inside the screen"](VIEW, dataclasses.replace(scene(), areas=areas), THEME)
    )
    areas = (*scene().areas, Area("stray", Box(0, 0, 200, 200), ""))
    found = list(
        CHECKS["nothing over another"](VIEW, dataclasses.replace(scene(), areas=areas), THEME)
    )
    assert found


# A screen in the suite; `tallone screens` has every screen on every glass in both languages.
SAMPLE = sorted(every_screen())[::6]


@pytest.mark.parametrize("glass", GLASSES, ids=lambda glass: glass.name)
def test_no_check_finds_anything(glass):
    for place, (name, view) in enumerate(sorted(every_screen().items())):
        if name not in SAMPLE and glass is not GLASS:
            continue
        language = list(Language)[place % 2]
        seen, theme = scene_on(glass, dataclasses.replace(view, language=language))
        assert findings(view, seen, theme) == [], f"{name} {language.value}"


@pytest.mark.parametrize(
    ("glass", "names"),
    [
        ("10-inch", None),
        ("4k", {"foyer_menu"}),
        ("15-inch", {"first_try_sound", "notice_missing", "jam_path"}),
        ("portrait", {"cut", "number", "play_named"}),
    ],
)
def test_no_check_finds_anything_with_large_letters(glass, names):
    [found] = [one for one in GLASSES if one.name == glass]
    theme = found.theme(Theme(large=True))
    layout = lay_out(found.size, theme)
    for name, view in every_screen().items():
        if names is None or name in names:
            scene = compose(view, theme, layout, now=0.0, entry="41" if name == "cut" else "")
            assert findings(view, scene, theme) == [], name


def test_on_the_screen_of_the_parts_list_a_capital_has_four_millimetres():
    glass = next(glass for glass in GLASSES if glass.name == "10-inch")
    theme = glass.theme(Theme())
    measures = sizes(theme, glass.size)
    pixels = theme.viewing.pixels_per_mm(glass.size)
    assert measures.text * 0.67 / pixels == pytest.approx(4.07, abs=0.1)
    assert measures.finger / pixels == pytest.approx(15, abs=0.3)
    assert capital_minutes(measures.text, theme, glass.size) == pytest.approx(20, abs=0.5)
    assert capital_minutes(measures.least, theme, glass.size) >= 15.9


def test_large_letters_are_larger_wherever_there_is_room():
    for glass in GLASSES:
        plain, large = glass.theme(Theme()), glass.theme(Theme(large=True))
        assert sizes(large, glass.size).text >= sizes(plain, glass.size).text
    wide = next(glass for glass in GLASSES if glass.name == "15-inch")
    ratio = (
        sizes(wide.theme(Theme(large=True)), wide.size).text
        / sizes(wide.theme(Theme()), wide.size).text
    )
    assert ratio == pytest.approx(1.25, abs=0.02)


def test_grey_is_seen_as_grey_with_any_sight_and_red_is_not():
    """The rows of the published matrices sum to one: a colourless light stays so."""
    for sight in SIGHTS.values():
        assert all(abs(part - 128) <= 1 for part in sight((128, 128, 128)))
    red, green = (200, 40, 40), (40, 140, 40)
    assert (
        contrast(SIGHTS["deuteranopia"](red), SIGHTS["deuteranopia"](green))
        < contrast(red, green) * 2
    )
