"""Names of players: as much as fits, and whose turn it is."""

import pytest

from tallone.config import Language
from tallone.display.gallery.gallery import SCREENS
from tallone.display.gallery.hands import LONG_NAMES, NAMES
from tallone.display.scene.compose import compose
from tallone.display.scene.layout import lay_out
from tallone.display.scene.scene import Label
from tallone.display.screens.melds import arrange
from tallone.display.screens.naming import fitting, fitting_together
from tallone.display.style import fonts
from tallone.display.style.theme import Theme, Viewing
from tallone.rules.cards.seats import Seat

LONG = "Maria Antonietta Bevilacqua"


def test_a_name_is_shortened_word_by_word_before_it_is_cut():
    wide = fonts.width(LONG, 30)
    assert fitting(LONG, wide, 30) == LONG
    assert fitting(LONG, wide - 1, 30) == "Maria B."
    assert fitting(LONG, fonts.width("Maria", 30), 30) == "Maria"
    assert fitting(LONG, fonts.width("Maria", 30) - 1, 30).endswith("…")


@pytest.mark.parametrize("name", [*LONG_NAMES.values(), "A" * 40, "e\u0301" * 20, "محمد عبد الله"])
@pytest.mark.parametrize("room", [20, 60, 150, 400])
def test_what_is_left_of_a_name_fits_and_begins_as_the_name_does(name, room):
    short = fitting(name, room, 24)
    assert short
    assert name.startswith(short.rstrip("…").split()[0])
    assert fonts.width(short, 24) <= room or len(short.rstrip("…")) == 1


def test_two_names_of_a_side_share_the_room():
    names = ["Giuseppe Rossi", "Luisa Esposito"]
    assert fitting_together(names, 10_000, 30) == names
    short = sum(fonts.width(name, 30) for name in ("Giuseppe", "Luisa"))
    assert fitting_together(names, short, 30) == ["Giuseppe", "Luisa"]


@pytest.mark.parametrize(
    ("size", "inches"), [((800, 480), 7.0), ((1280, 800), 10.1), ((1920, 1080), 24.0)]
)
def test_the_play_screen_names_who_plays_and_whose_turn_it_is(size, inches):
    theme = Theme(viewing=Viewing(inches=inches, distance_m=0.7))
    scene = compose(SCREENS["play_named"], theme, lay_out(size, theme), now=0.0)
    words = [" ".join(item.lines) for item in scene.items if isinstance(item, Label)]
    assert f"Tocca a {NAMES[Seat.EAST]}" in words
    for name in NAMES.values():
        assert any(word.split()[0] == name.split()[0] for word in words), name


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_no_burraco_stands_without_its_points(size):
    theme = Theme(viewing=Viewing(inches=10.1, distance_m=0.7))
    view = SCREENS["play_late"]
    scene = compose(view, theme, lay_out(size, theme), now=0.0)
    rooms = {area.name: area.box for area in scene.areas}
    for side in view.body.sides:
        room = rooms[f"side.{side.side.value}.melds"]
        columns = arrange(side.melds, room, lay_out(size, theme), Language.ITALIAN.value)
        for meld, column in zip(side.melds, columns, strict=True):
            assert (column.chip is not None) == bool(meld.grade or meld.frozen)
