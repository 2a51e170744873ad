import dataclasses
import hashlib

import pygame
import pytest
from tests.display.scenes import LANGUAGES, NAMES, gallery_scene, scene_of

from tallone.display.gallery.gallery import SCREENS
from tallone.display.gallery.hands import EARLY, LATE, MIDDLE
from tallone.display.painting import card_art, draw, signs
from tallone.display.scene.layout import lay_out
from tallone.display.scene.scene import Fan, Panel
from tallone.display.style import theme
from tallone.display.style.theme import SuitScheme, Theme
from tallone.rules.cards.cards import CARDS, JOKER, Card, Deck

PLAIN = card_art.Style(Fan.COLUMN, SuitScheme.CLASSIC, "", None)


def digest(surface: pygame.Surface) -> str:
    return hashlib.sha256(pygame.image.tobytes(surface, "RGBA")).hexdigest()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_can_be_drawn(size, language):
    surface = pygame.Surface(size)
    for name in NAMES:
        surface.fill((255, 0, 255))
        draw.paint(surface, gallery_scene(name, language, size).items)
        corners = [surface.get_at(place)[:3] for place in ((0, 0), (size[0] - 1, size[1] - 1))]
        assert (255, 0, 255) not in corners, f"{name} leaves the ground bare"


def test_drawing_the_same_view_twice_gives_the_same_bytes():
    first, second = pygame.Surface((1280, 800)), pygame.Surface((1280, 800))
    layout = lay_out((1280, 800), Theme())
    draw.draw(first, SCREENS["play_late"], Theme(), layout, 0.0)
    draw.draw(second, SCREENS["play_late"], Theme(), layout, 0.0)
    assert digest(first) == digest(second)


STEPS = [
    ("play_early", "play_middle"),
    ("play_middle", "play_late"),
    ("play_middle", "notice_stock"),
    ("link_lost", "play_middle"),
    ("play_middle", "question"),
    ("cut", "dealing"),
    ("hand_sheet", "match_end"),
    ("play_late", "play_time_out"),
    ("arbiter", "resumed"),
]


@pytest.mark.parametrize(("before", "after"), STEPS)
def test_repainting_what_differs_gives_the_same_picture_as_painting_all(before, after):
    scenes = [scene_of(SCREENS[name], (1280, 800)) for name in (before, after)]
    stepwise, whole = pygame.Surface((1280, 800)), pygame.Surface((1280, 800))
    draw.repaint(stepwise, None, scenes[0])
    draw.repaint(stepwise, scenes[0], scenes[1])
    draw.repaint(whole, None, scenes[1])
    assert digest(stepwise) == digest(whole)


def test_one_discard_repaints_a_small_part_of_the_screen():
    pile = (*EARLY.discard_pile, Card.parse("KD"))
    after = dataclasses.replace(
        SCREENS["play_early"], body=dataclasses.replace(EARLY, discard_pile=pile)
    )
    scenes = scene_of(SCREENS["play_early"]), scene_of(after)
    surface = pygame.Surface((1920, 1080))
    draw.repaint(surface, None, scenes[0])
    rects = draw.repaint(surface, *scenes)
    assert sum(rect.w * rect.h for rect in rects) < 1920 * 1080 * 0.01


def test_a_minute_that_passes_repaints_only_the_clock():
    scenes = [scene_of(SCREENS["play_middle"], now=now) for now in (0.0, 61.0)]
    surface = pygame.Surface((1920, 1080))
    draw.repaint(surface, None, scenes[0])
    (rect,) = draw.repaint(surface, *scenes)
    clock = next(area.box for area in scenes[0].areas if area.name == "strip.clock")
    assert pygame.Rect(clock).contains(rect)


def test_rectangles_to_repaint_do_not_meet():
    scenes = scene_of(SCREENS["play_middle"]), scene_of(SCREENS["play_late"])
    surface = pygame.Surface((1920, 1080))
    draw.repaint(surface, None, scenes[0])
    rects = draw.repaint(surface, *scenes)
    for index, rect in enumerate(rects):
        assert rect.collidelist(rects[index + 1 :]) == -1


def test_faces_of_all_cards_differ_in_every_style():
    for fan in Fan:
        for scheme in SuitScheme:
            style = card_art.Style(fan, scheme, "", None)
            pictures = {digest(card_art.face(card, (80, 114), style)) for card in CARDS}
            assert len(pictures) == 53


def test_faces_are_opaque_so_that_covered_cards_do_not_shine_through():
    for size in ((80, 114), (116, 165), (240, 341)):
        picture = card_art.face(JOKER, size, PLAIN)
        assert picture.get_at((size[0] // 2, size[1] // 2))[3] == 255


def test_a_wild_says_what_it_stands_for_and_lies_on_a_warmer_paper():
    natural = card_art.face(JOKER, (116, 165), PLAIN)
    wild = card_art.face(JOKER, (116, 165), PLAIN._replace(stands_for=6))
    corner = (4, 150)
    assert natural.get_at(corner)[:3] != wild.get_at(corner)[:3]
    assert digest(wild) != digest(card_art.face(JOKER, (116, 165), PLAIN._replace(stands_for=7)))


def test_the_two_backs_differ():
    assert digest(card_art.back(Deck.BLUE, (80, 114))) != digest(
        card_art.back(Deck.RED, (80, 114))
    )


def test_the_picture_caches_are_bounded():
    for cached in (card_art.face, card_art.back, signs.sign):
        assert cached.cache_parameters()["maxsize"] <= 640


def test_a_notice_has_a_border_in_its_colour_and_the_screen_without_one_has_none():
    surface = pygame.Surface((1920, 1080))
    for name, color in (
        ("notice_stock", theme.AMBER),
        ("arbiter", theme.CALL),
        ("play_middle", theme.STRIP),
    ):
        draw.paint(surface, scene_of(SCREENS[name]).items)
        assert surface.get_at((2, 2))[:3] == color


def test_an_information_needs_no_border():
    from tallone.display.texts.phrases import say
    from tallone.display.views.values import Notice, Severity

    notice = Notice(severity=Severity.INFORMATION, message=say("notice.link_back"))
    scene = scene_of(dataclasses.replace(SCREENS["play_middle"], notice=notice))
    assert not [
        item
        for item in scene.items
        if isinstance(item, Panel) and item.box == (0, 0, 1920, 1080) and item.fill is None
    ]


def test_the_side_on_turn_is_framed_in_gold():
    for body, name in ((MIDDLE, "side.EW"), (EARLY, "side.NS"), (LATE, "side.EW")):
        scene = scene_of(dataclasses.replace(SCREENS["play_middle"], body=body))
        box = next(area.box for area in scene.areas if area.name == name)
        frames = [
            item for item in scene.items if isinstance(item, Panel) and item.border == theme.GOLD
        ]
        assert [frame.box for frame in frames] == [box]


def test_the_machine_is_drawn_with_one_ring_at_the_place_and_none_for_anywhere():
    rings = {}
    for place in ("feed", "path", "wheel", "lid", "anywhere"):
        picture = signs.sign(f"inside-{place}", 320, (205, 221, 211))
        mask = pygame.mask.from_threshold(picture, theme.AMBER, (8, 8, 8, 255))
        rings[place] = mask.centroid() if mask.count() else None
    assert rings["anywhere"] is None
    assert rings["feed"][1] > rings["path"][1] > rings["wheel"][1] > rings["lid"][1], (
        "from below up"
    )
