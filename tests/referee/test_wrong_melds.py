"""Cards that make no meld, laid openly or hidden, left lying or taken back: what is found."""

import pytest
from tests.referee.evenings import Evening, cards, fixed_deal, holding
from tests.referee.physical import TILES

from tallone.mat import Zone
from tallone.rules import (
    Discard,
    DrawFromStock,
    OpenMeld,
    Seat,
    Side,
)


def test_three_cards_that_make_no_meld():
    table = Evening(deal=fixed_deal(east="3Hb 7Db KSb 9Cb"))
    table.draw()
    table.lay(Side.EAST_WEST, "run", *cards("3Hb 7Db KSb"))
    table.put(*cards("9Cb"))
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["wrong-meld"]
    assert set(referee.findings[0].cards) == set(cards("3Hb 7Db KSb"))
    assert referee.hand.seat is Seat.SOUTH


def test_a_second_group_of_a_rank_with_a_second_wild_is_a_wrong_meld():
    table = Evening(deal=fixed_deal(east="8Hb 8Db 2Sb 8Cb 8Sb 2Cb 9Cb"))
    table.draw()
    table.lay(Side.EAST_WEST, "group", *cards("8Hb 8Db 2Sb"))
    table.mat.t += 2
    table.lay(Side.EAST_WEST, "group", *cards("8Cb 8Sb 2Cb"))
    table.put(*cards("9Cb"))
    assert table.kinds() == ["wrong-meld"]


def test_a_second_group_beside_an_old_one():
    table = Evening(deal=fixed_deal(east="8Hb 8Db 2Sb 8Cb 8Sb 2Cb 9Cb 9Db"))
    table.draw()
    table.lay(Side.EAST_WEST, "group", *cards("8Hb 8Db 2Sb"))
    table.put(*cards("9Cb"))
    for move in (
        DrawFromStock(Seat.EAST),
        OpenMeld(Seat.EAST, cards("8Hb 8Db 2Sb")),
        Discard(Seat.EAST, cards("9Cb")[0]),
    ):
        from tallone.rules import apply

        table.state = apply(table.state, move)
    for _ in range(3):
        table.turn()
    table.draw()
    table.lay(Side.EAST_WEST, "group", *cards("8Cb 8Sb 2Cb"))
    table.put(*cards("9Db"))
    assert table.kinds() == ["identical-group"]


def test_of_cards_laid_openly_the_one_that_does_not_fit_makes_a_wrong_meld():
    table = Evening(deal=fixed_deal(east="3Hb 4Hb 5Hb KSb 9Cb"))
    table.draw()
    table.lay(Side.EAST_WEST, "run", *cards("3Hb 4Hb 5Hb KSb"))
    table.put(*cards("9Cb"))
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["wrong-meld"]
    assert referee.findings[0].cards == cards("KSb")


@pytest.mark.parametrize("laid", ["3Hb 4Hb 5Hb", ""])
def test_a_card_that_is_read_only_after_the_discard_was_hidden(laid):
    table = Evening(deal=fixed_deal(east="3Hb 4Hb 5Hb KSb 9Cb"))
    table.draw()
    table.lay(Side.EAST_WEST, "run", *cards(laid))
    table.put(*cards("9Cb"))
    table.mat.t += 0.4
    table.mat.place(cards("KSb")[0], Zone.MELD_EW_1)
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["phantom-card"]
    assert referee.findings[0].cards == cards("KSb")


def test_a_card_that_came_to_light_after_an_unread_discard_and_is_gone_was_hidden():
    table = Evening(deal=fixed_deal(east="3Hb 4Hb 5Hb KSb 9Cb"))
    table.draw()
    table.lay(Side.EAST_WEST, "run", *cards("3Hb 4Hb 5Hb"))
    table.mat.weigh(Zone.DISCARD, 1)
    table.mat.t += 1
    table.mat.place(cards("KSb")[0], Zone.MELD_EW_1)
    table.mat.t += 2
    table.mat.place(cards("9Cb")[0], Zone.DISCARD)
    table.mat.t += 3
    table.mat.lift(cards("KSb")[0], Zone.MELD_EW_1)
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["phantom-card"]
    assert referee.findings[0].cards == cards("KSb")
    assert cards("KSb")[0] in referee.hand.holdings[Seat.EAST]


def test_a_card_that_appears_under_a_meld_later(evening):
    seat = evening.state.seat
    evening.turn()
    evening.mat.t += 3
    side = Side.NORTH_SOUTH if seat in (Seat.NORTH, Seat.SOUTH) else Side.EAST_WEST
    hidden = next(
        card for card in holding(evening, seat) if card.card.rank > 9 and not card.card.can_be_wild
    )
    evening.mat.place(hidden, TILES[side, "run"])
    kinds = evening.kinds()
    assert kinds == ["phantom-card"]


def test_a_wrong_meld_that_is_taken_back_leaves_the_rest_of_the_turn():
    table = Evening(deal=fixed_deal(east="3Hb 7Db KSb 9Cb 8Hb 8Db 8Cb"))
    table.draw()
    table.lay(Side.EAST_WEST, "group", *cards("8Hb 8Db 8Cb"))
    table.mat.t += 2
    table.lay(Side.EAST_WEST, "run", *cards("3Hb 7Db KSb"))
    table.put(*cards("9Cb"))
    table.mat.t += 6
    for card in cards("3Hb 7Db KSb"):
        table.mat.lift(card, Zone.MELD_EW_1)
    table.mat.t += 3
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["wrong-meld"]
    assert set(cards("3Hb 7Db KSb")) <= set(referee.hand.holdings[Seat.EAST])
    assert referee.moves[1:] == (
        OpenMeld(Seat.EAST, cards("8Hb 8Db 8Cb")), Discard(Seat.EAST, cards("9Cb")[0]),
    )  # fmt: skip


def test_a_card_that_slips_under_a_meld_it_fits_is_found_when_it_is_taken_out():
    table = Evening(deal=fixed_deal(east="3Hb 4Hb 5Hb 6Hb 9Cb"))
    table.draw()
    table.lay(Side.EAST_WEST, "run", *cards("3Hb 4Hb 5Hb"))
    table.put(*cards("9Cb"))
    table.mat.t += 2.5
    table.mat.place(cards("6Hb")[0], Zone.MELD_EW_1)
    table.mat.t += 5
    table.mat.lift(cards("6Hb")[0], Zone.MELD_EW_1)
    table.mat.t += 3
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["phantom-card"]
    assert cards("6Hb")[0] in referee.hand.holdings[Seat.EAST]
    [meld] = referee.hand.sides[Side.EAST_WEST].melds
    assert meld.text() == "3H 4H 5H"


def test_a_second_group_without_a_wild_is_found_when_it_is_taken_back():
    table = Evening(deal=fixed_deal(east="8Hb 8Db 8Cb 8Sb 8Hr 8Dr 9Cb 9Db"))
    for move in (
        DrawFromStock(Seat.EAST),
        OpenMeld(Seat.EAST, cards("8Hb 8Db 8Cb")),
        Discard(Seat.EAST, cards("9Cb")[0]),
    ):
        table.make(move)
    table.turn().turn().turn()
    table.draw()
    table.lay(Side.EAST_WEST, "group", *cards("8Sb 8Hr 8Dr"))
    table.put(*cards("9Db"))
    table.mat.t += 6
    for card in cards("8Sb 8Hr 8Dr"):
        table.mat.lift(card, Zone.MELD_EW_2)
    table.mat.t += 3
    referee = table.watched()
    kinds = [finding.kind for finding in referee.findings]
    assert kinds == ["identical-group"]
    assert set(cards("8Sb 8Hr 8Dr")) <= set(referee.hand.holdings[Seat.EAST])
