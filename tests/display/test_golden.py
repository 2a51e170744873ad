"""A chosen dozen of screens is as it was; and every kind of difference is seen."""

import dataclasses
import runpy
from pathlib import Path

import pygame
import pytest

from tallone.display.checking.golden import differences, golden, read, written
from tallone.display.checking.pictures import GLASSES
from tallone.display.gallery.gallery import SCREENS
from tallone.display.painting.draw import paint
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import lay_out
from tallone.display.scene.scene import Face, Label, Panel
from tallone.display.style.theme import AMBER, GOLD, PANEL, Theme

TOOL = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "golden.py"))
KEPT = read(TOOL["FILE"].read_text(encoding="utf-8"))
NOW = TOOL["seen"]()
GLASS = GLASSES[0]
THEME = GLASS.theme(Theme())
SCENE = compose(SCREENS["play_named"], THEME, lay_out(GLASS.size, THEME), now=0.0)


def kept_of(items):
    scene = dataclasses.replace(SCENE, items=tuple(items))
    picture = pygame.Surface(GLASS.size)
    paint(picture, scene.items)
    return golden(picture, scene)


def test_the_chosen_screens_are_the_kept_ones():
    assert KEPT.keys() == NOW.keys()


@pytest.mark.parametrize("name", sorted(NOW))
def test_a_screen_is_as_it_was_or_has_been_looked_at_and_kept_anew(name):
    assert differences(KEPT[name], NOW[name]) == [], "look at it, then `python tools/golden.py`"


def test_what_is_written_is_read_again():
    assert read(written(NOW)) == NOW
    with pytest.raises(ValueError, match="no golden picture"):
        read("# a\nb\n")


def changed(kind, **fields):
    """Return the scene's things with the first of a kind changed."""
    place = next(i for i, item in enumerate(SCENE.items) if isinstance(item, kind))
    items = list(SCENE.items)
    items[place] = dataclasses.replace(items[place], **fields)
    return items


@pytest.mark.parametrize(
    "items",
    [
        [item for item in SCENE.items if not isinstance(item, Face)],
        SCENE.items[:-1],
        changed(Label, lines=("Tavolo 21",)),
        changed(Label, box=SCENE.areas[2].box),
        [
            dataclasses.replace(item, fill=AMBER) if getattr(item, "fill", None) == PANEL else item
            for item in SCENE.items
        ],
        [
            dataclasses.replace(item, border=None, border_px=0)
            if isinstance(item, Panel) and item.border == GOLD
            else item
            for item in SCENE.items
        ],
    ],
    ids=["no cards", "one thing less", "another word", "moved", "another ground", "no gold frame"],
)
def test_a_change_is_seen(items):
    assert differences(kept_of(SCENE.items), kept_of(items))


def test_what_letters_do_from_machine_to_machine_is_no_change():
    softer = pygame.Surface(GLASS.size)
    paint(softer, SCENE.items)
    small = pygame.transform.smoothscale(softer, (GLASS.size[0] - 7, GLASS.size[1] - 5))
    softer = pygame.transform.smoothscale(small, GLASS.size)
    assert differences(kept_of(SCENE.items), golden(softer, SCENE)) == []


def test_the_tool_that_touches_the_chain_still_finds_its_parts():
    found = runpy.run_path(str(TOOL["FILE"].parents[2] / "tools" / "touched_chain.py"))
    assert hasattr(found["opening"], "WindowPeople")
