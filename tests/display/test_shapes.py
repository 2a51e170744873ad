import pytest

from tallone.display.painting import shapes
from tallone.display.style import theme
from tallone.rules.cards.cards import SUITS, Suit

# What is more than half covered, of a sign 13 pixels high: coarse enough for any scaler.
PICTURES = {
    Suit.HEARTS: """
...#.....#...
.#####.#####.
######.######
#############
#############
#############
.###########.
.###########.
..#########..
...#######...
....#####....
.....###.....
.............""",
    Suit.DIAMONDS: """
......#......
.....###.....
.....###.....
....#####....
...#######...
..#########..
..#########..
..#########..
...#######...
....#####....
.....###.....
.....###.....
......#......""",
    Suit.CLUBS: """
.....###.....
....#####....
....#####....
...#######...
...#######...
.###########.
#############
#############
#############
.###########.
..##.###.##..
.....###.....
....#####....""",
    Suit.SPADES: """
......#......
.....###.....
....#####....
...#######...
..#########..
.###########.
.###########.
#############
#############
.###########.
.###########.
.....###.....
....#####....""",
}


def covered(picture, x, y):
    return picture.get_at((x, y))[3] > 127


def rows(picture):
    wide, tall = picture.get_size()
    return "".join(
        "\n" + "".join("#" if covered(picture, x, y) else "." for x in range(wide))
        for y in range(tall)
    )


@pytest.mark.parametrize("suit", SUITS)
def test_a_suits_sign_looks_as_it_always_has(suit):
    assert rows(shapes.suit_picture(suit, 13, theme.INK)) == PICTURES[suit]


@pytest.mark.parametrize("suit", SUITS)
def test_a_suits_sign_is_even_left_and_right(suit):
    picture = shapes.suit_picture(suit, 40, theme.INK)
    uneven = sum(
        covered(picture, x, y) != covered(picture, 39 - x, y) for x in range(20) for y in range(40)
    )
    assert uneven <= 8


def test_safe_diamonds_are_an_outline_with_another_filling():
    picture = shapes.suit_picture(Suit.DIAMONDS, 60, theme.SAFE_DIAMONDS, theme.SAFE_DIAMONDS_FILL)
    middle = picture.get_at((30, 30))
    edge = picture.get_at((30, 4))
    assert middle[0] > 240 > edge[0]


def test_every_outline_stays_in_its_square():
    whole = [polygon for polygons in shapes.SUIT_SHAPES.values() for polygon in polygons]
    whole += [*shapes.CROWN, *shapes.CORONET, *shapes.LILY, shapes.SHIELD]
    for polygon in whole:
        for x, y in polygon:
            assert -0.02 <= x <= 1.02
            assert -0.02 <= y <= 1.02
