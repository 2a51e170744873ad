import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallone.display.gallery.hands import LATE, group, run
from tallone.display.scene.layout import Box, lay_out
from tallone.display.screens.melds import STEPS, arrange, shown
from tallone.display.style.theme import Theme
from tallone.display.views.values import Grade, MeldCard, MeldKind, MeldView
from tallone.rules.cards.cards import CARDS

GRADES = (None, *Grade)


def room_of(size):
    layout = lay_out(size, Theme())
    body = layout.body
    return Box(body.x, body.y, body.w // 2 - layout.px(50), body.h - layout.px(280)), layout


def meld(length, grade):
    cards = tuple(MeldCard(CARDS[place % 13]) for place in range(length))
    return MeldView(kind=MeldKind.RUN, cards=cards, grade=grade, bonus=100 if grade else 0)


@given(
    st.lists(st.tuples(st.integers(3, 14), st.sampled_from(GRADES)), min_size=1, max_size=36),
    st.sampled_from([(1920, 1080), (1280, 800), (1024, 600), (3840, 2160)]),
)
def test_any_melds_lie_inside_the_room_and_apart(shapes, size):
    room, layout = room_of(size)
    columns = arrange(tuple(meld(*shape) for shape in shapes), room, layout, "it")
    assert len(columns) == len(shapes)
    for index, column in enumerate(columns):
        assert room.holds(column.box)
        assert all(column.box.holds(card) for card in column.cards)
        for other in columns[index + 1 :]:
            assert not column.box.meets(other.box)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (1024, 600)])
@pytest.mark.parametrize("side", [0, 1])
def test_ten_melds_with_a_run_of_fourteen_show_every_index(size, side):
    room, layout = room_of(size)
    for column in arrange(LATE.sides[side].melds, room, layout, "it"):
        for upper, lower in zip(column.cards, column.cards[1:], strict=False):
            assert lower.y - upper.y >= int(STEPS[-1] * upper.w)


def test_a_run_lies_with_its_high_end_up_and_its_base_in_full_view():
    assert [str(card.card) for card in shown(run("4H 5H 6H"))] == ["6H", "5H", "4H"]


def test_a_group_lies_with_its_wild_at_the_base():
    assert str(shown(group("8H 8D JK=8"))[-1].card) == "JK"


def test_cards_keep_their_size_while_there_is_room():
    room, layout = room_of((1920, 1080))
    melds = tuple(meld(3, None) for _ in range(5))
    widths = {arrange(melds[:count], room, layout, "it")[0].cards[0].w for count in range(1, 6)}
    assert len(widths) == 1


def test_a_side_with_too_many_melds_is_refused_by_the_view():
    with pytest.raises(ValueError, match="at most 36"):
        type(LATE.sides[0])(
            side=LATE.sides[0].side, score=0, melds=tuple(meld(3, None) for _ in range(37))
        )
