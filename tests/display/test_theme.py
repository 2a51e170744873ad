import pytest

from tallone.display.style import theme
from tallone.display.style.theme import SuitScheme, contrast, suit_color
from tallone.rules.cards.cards import SUITS


def test_contrast_of_black_on_white_is_twenty_one():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


@pytest.mark.parametrize("name", theme.WRITTEN)
def test_everything_written_has_a_contrast_of_seven(name):
    ink, ground = theme.WRITTEN[name]
    assert contrast(ink, ground) >= 7, f"{name}: {contrast(ink, ground):.2f}"


@pytest.mark.parametrize("scheme", SuitScheme)
@pytest.mark.parametrize("suit", [*SUITS, None])
def test_every_suits_ink_has_a_contrast_of_seven_on_a_card(scheme, suit):
    assert contrast(suit_color(suit, scheme), theme.IVORY) >= 7
    assert contrast(suit_color(suit, scheme), theme.WILD_IVORY) >= 7


def test_the_classic_scheme_has_two_colours_and_the_safe_one_four():
    assert len({suit_color(suit, SuitScheme.CLASSIC) for suit in SUITS}) == 2
    assert len({suit_color(suit, SuitScheme.SAFE) for suit in SUITS}) == 4


def test_no_text_is_painted_in_a_pair_of_colours_that_was_not_checked():
    """Every label of the gallery: its colour is one of the inks whose contrast is computed."""
    from tests.display.scenes import LANGUAGES, NAMES, gallery_scene

    from tallone.display.scene.scene import Label

    inks = {ink for ink, _ in theme.WRITTEN.values()}
    for name in NAMES:
        for item in gallery_scene(name, LANGUAGES[0]).items:
            if isinstance(item, Label):
                assert item.color in inks
