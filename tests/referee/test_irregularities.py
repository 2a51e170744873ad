"""Every fault people can commit at the table, done by hand, and the finding it must give."""

import pytest
from tests.referee.evenings import Evening, cards, dull, fixed_deal, holding
from tests.referee.physical import CALM, Table, dealt, next_seat, watch

from tallone.mat import DuplicateTag, ReaderLost, UnknownTag, Zone
from tallone.referee import HandEnded, MoveMade, Referee
from tallone.rules import (
    Discard,
    DrawFromStock,
    ExtendMeld,
    Seat,
    Side,
    TakeDiscardPile,
    legal_moves,
    load_profile,
)


def test_a_hand_without_faults_has_no_findings(evening):
    evening.turn()
    assert evening.kinds() == []


def test_two_cards_drawn_at_once(evening):
    seat = evening.state.seat
    evening.draw(2)
    evening.put(dull(evening, seat))
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["two-drawn"]
    assert (referee.findings[0].seat, referee.findings[0].count) == (seat, 2)
    assert len(referee.hand.holdings[seat]) == len(holding(evening, seat)) + 1


def test_two_cards_drawn_one_after_the_other(evening):
    seat = evening.state.seat
    evening.draw()
    evening.mat.t -= 0.4
    evening.mat.weigh(Zone.STOCK, -1)
    evening.mat.t += 4
    evening.put(dull(evening, seat))
    assert evening.kinds() == ["two-drawn"]


def test_a_draw_out_of_turn_that_is_put_back(evening):
    seat = evening.state.seat
    evening.draw()
    evening.mat.t += 3
    evening.mat.weigh(Zone.STOCK, -1)
    evening.mat.t += 6
    evening.mat.weigh(Zone.STOCK, 1)
    evening.mat.t += 2
    evening.put(dull(evening, seat))
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["draw-out-of-turn"]
    assert referee.hand.seat is next_seat(seat, 4)
    assert len(referee.hand.stock) == len(evening.state.stock) - 1


def test_a_draw_out_of_turn_before_anybody_drew_is_undone(evening):
    seat = evening.state.seat
    evening.draw()
    evening.mat.t += 3
    evening.mat.weigh(Zone.STOCK, 1)
    evening.mat.t += 2
    evening.draw()
    evening.put(dull(evening, seat))
    assert evening.kinds() == ["draw-out-of-turn"]


def test_a_card_drawn_while_a_discard_is_awaited_and_kept_is_the_next_players(evening):
    seat = evening.state.seat
    evening.draw()
    evening.mat.t += 4
    evening.mat.weigh(Zone.STOCK, -1)
    evening.mat.t += 4
    evening.put(dull(evening, seat))
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["no-discard"]
    assert referee.moves[-1] == DrawFromStock(next_seat(seat, 4))


@pytest.mark.parametrize(("seconds", "told"), [(3, False), (40, True)])
def test_a_pile_kept_out_of_turn_is_told_and_one_passed_round_is_not(evening, seconds, told):
    seat = evening.state.seat
    evening.draw()
    evening.mat.t += 3
    size = len(evening.mat.pile_tags)
    back = list(evening.mat.pile_tags)
    evening.mat.take_pile()
    evening.mat.t += seconds
    evening.mat.weigh(Zone.DISCARD, size)
    for card in back:
        evening.mat.place(card, Zone.DISCARD)
    evening.mat.pile_tags = back
    evening.mat.t += 14
    evening.put(dull(evening, seat))
    assert ("take-out-of-turn" in evening.kinds()) is told


def test_a_pile_taken_while_a_discard_is_awaited_and_kept(evening):
    seat = evening.state.seat
    evening.draw()
    evening.mat.t += 3
    evening.mat.take_pile()
    evening.mat.t += 6
    evening.put(dull(evening, seat))
    assert evening.kinds() == ["no-discard"]


def test_a_forgotten_draw_is_found_by_the_play(evening):
    seat = evening.state.seat
    evening.mat.wait("think")
    evening.put(dull(evening, seat))
    evening.mat.t += 6
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["forgotten-draw"]
    assert referee.hand.seat is next_seat(seat, 4)


def test_two_cards_dropped_on_the_pile_as_one(evening):
    seat = evening.state.seat
    evening.draw()
    two = [card for card in holding(evening, seat) if not card.card.can_be_wild][:2]
    evening.put(*two)
    evening.mat.t += 6
    evening.draw()
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["two-discards"]
    assert set(referee.findings[0].cards) == set(two)
    assert set(two) <= set(referee.hand.discard_pile)
    assert referee.hand.seat is next_seat(seat, 4)


def test_passing_on_without_a_discard_is_found_when_the_next_plays(evening):
    seat = evening.state.seat
    after = next_seat(seat, 4)
    evening.draw()
    evening.mat.t += 5
    evening.draw()
    evening.put(dull(evening, after))
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["no-discard"]
    assert referee.hand.seat is next_seat(after, 4)


def test_a_second_card_that_is_put_back_leaves_one_drawn(evening):
    seat = evening.state.seat
    evening.draw(2)
    evening.mat.t += 6
    evening.mat.weigh(Zone.STOCK, 1)
    evening.mat.t += 2
    evening.put(dull(evening, seat))
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["two-drawn"]
    assert len(referee.hand.holdings[seat]) == len(holding(evening, seat))
    assert referee.hand.stock == evening.state.stock[1:]


def test_one_of_two_discards_that_is_taken_back_leaves_the_other(evening):
    seat = evening.state.seat
    evening.draw()
    kept, back = [card for card in holding(evening, seat) if not card.card.can_be_wild][:2]
    evening.put(kept, back)
    evening.mat.t += 6
    evening.mat.weigh(Zone.DISCARD, -1)
    evening.mat.lift(back, Zone.DISCARD)
    evening.mat.t += 3
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["two-discards"]
    assert referee.hand.discard_pile[-1] == kept
    assert back in referee.hand.holdings[seat]


def test_a_player_who_forgot_to_draw_may_take_his_cards_back_and_draw():
    table = Evening(deal=fixed_deal(east="3Hb 4Hb 5Hb 9Cb"))
    table.lay(Side.EAST_WEST, "run", *cards("3Hb 4Hb 5Hb"))
    table.mat.t += 6
    for card in cards("3Hb 4Hb 5Hb"):
        table.mat.lift(card, Zone.MELD_EW_1)
    table.draw()
    table.put(*cards("9Cb"))
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["forgotten-draw"]
    assert referee.moves == (DrawFromStock(Seat.EAST), Discard(Seat.EAST, cards("9Cb")[0]))


FLIGHT = "3Hb 4Hb 5Hb 6Hb 3Db 4Db 5Db 6Db 3Cb 4Cb 5Cb"


def fly(pozzetto):
    table = Evening(deal=fixed_deal(east=FLIGHT, pozzetto=pozzetto, stock="9Sr 6Cb"))
    table.draw()
    table.lay(Side.EAST_WEST, "run", *cards(FLIGHT + " 6Cb"))
    table.mat.weigh(Zone.POZZETTO_1, -11)
    table.mat.t += 2
    return table


def test_closing_without_a_burraco():
    table = fly("KHb KDb KCb KSb QHb QDb QCb JHb JDb JCb 8Sb")
    table.lay(Side.EAST_WEST, "group", *cards("KHb KDb KCb KSb QHb QDb QCb JHb JDb JCb"))
    table.put(*cards("8Sb"))
    assert table.kinds() == ["close-no-burraco"]


def test_closing_with_a_wild():
    table = fly("7Hb 8Hb 9Hb KHb KDb KCb KSb QHb QDb QCb 2Sb")
    table.lay(Side.EAST_WEST, "run", *cards("7Hb 8Hb 9Hb"))
    table.lay(Side.EAST_WEST, "group", *cards("KHb KDb KCb KSb QHb QDb QCb"))
    table.put(*cards("2Sb"))
    assert table.kinds() == ["close-wild"]


def test_closing_without_a_discard():
    table = fly("7Hb 8Hb 9Hb KHb KDb KCb KSb QHb QDb QCb QSb")
    table.lay(Side.EAST_WEST, "run", *cards("7Hb 8Hb 9Hb"))
    table.lay(Side.EAST_WEST, "group", *cards("KHb KDb KCb KSb QHb QDb QCb QSb"))
    assert table.kinds() == ["close-no-discard"]


def test_an_impossible_closing_may_be_taken_back():
    table = fly("7Hb 8Hb 9Hb KHb KDb KCb QHb QDb QCb QSb 2Sb")
    table.lay(Side.EAST_WEST, "run", *cards("7Hb 8Hb 9Hb"))
    table.lay(Side.EAST_WEST, "group", *cards("KHb KDb KCb QHb QDb QCb"))
    one, wild = cards("QSb 2Sb")
    table.lay(Side.EAST_WEST, "group", one)
    table.put(wild)
    table.mat.t += 6
    table.mat.lift(one, Zone.MELD_EW_2)
    table.mat.lift(wild, Zone.DISCARD)
    table.mat.weigh(Zone.DISCARD, -1)
    table.mat.pile_tags.pop()
    table.mat.t += 2
    table.put(one)
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["close-wild"]
    assert referee.hand.holdings[Seat.EAST] == (wild,)
    assert referee.hand.discard_pile[-1] == one
    assert referee.hand.seat is Seat.SOUTH


def test_a_closing_without_a_discard_may_be_taken_back():
    table = fly("7Hb 8Hb 9Hb KHb KDb KCb QHb QDb QCb QSb KSb")
    table.lay(Side.EAST_WEST, "run", *cards("7Hb 8Hb 9Hb"))
    table.lay(Side.EAST_WEST, "group", *cards("KHb KDb KCb QHb QDb QCb QSb KSb"))
    table.mat.t += 6
    table.mat.lift(cards("KSb")[0], Zone.MELD_EW_2)
    table.mat.t += 2
    table.put(*cards("KSb"))
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["close-no-discard"]
    assert (referee.hand.end.value, referee.hand.closed_by) == ("close", Seat.EAST)


def test_a_lawful_close_ends_the_hand():
    table = fly("7Hb 8Hb 9Hb KHb KDb KCb KSb QHb QDb QCb 8Sb")
    table.lay(Side.EAST_WEST, "run", *cards("7Hb 8Hb 9Hb"))
    table.lay(Side.EAST_WEST, "group", *cards("KHb KDb KCb KSb QHb QDb QCb"))
    table.put(*cards("8Sb"))
    assert table.kinds() == []
    ended = [outcome for outcome in table.outcomes if isinstance(outcome, HandEnded)]
    assert [(end.end, end.closed_by) for end in ended] == [("close", Seat.EAST)]


def test_a_card_played_by_another_hand_has_moved(evening):
    seat = evening.state.seat
    partner = next_seat(next_seat(seat, 4), 4)
    evening.draw()
    passed = dull(evening, partner)
    evening.put(passed)
    referee = evening.watched()
    assert [finding.kind for finding in referee.findings] == ["card-moved"]
    assert referee.findings[0].cards == (passed,)
    assert passed not in referee.hand.holdings[partner]


def test_two_opponents_with_each_others_hands():
    table = Evening()
    seat = table.state.seat
    other = next_seat(seat, 4)
    table.draw()
    table.put(dull(table, other))
    table.draw()
    table.put(dull(table, seat))
    referee = table.watched()
    assert [finding.kind for finding in referee.findings] == ["card-moved", "swapped-hands"]
    assert referee.hand.seat is next_seat(other, 4)


@pytest.mark.parametrize(("count", "kind"), [(10, "short-pozzetto"), (12, "long-pozzetto")])
def test_a_pozzetto_that_is_not_eleven_is_found_before_the_first_draw(count, kind):
    table = Table(3, lateness=CALM, turn=False)
    table.mat.weigh(Zone.POZZETTO_1, count - 11)
    table.mat.t += 5
    referee = Referee(table.profile, table.deal)
    watch(referee, table.mat.events(), 10.0)
    found = referee.findings[0]
    assert (found.kind, found.phase, found.zone, found.count) == (
        kind, "ready", Zone.POZZETTO_1, count,
    )  # fmt: skip


def test_a_pozzetto_weighed_wrong_at_the_start_is_found_at_once():
    table = Table(3, lateness=CALM, turn=False)
    referee = Referee(table.profile, table.deal, piles={Zone.POZZETTO_2: 10})
    assert [finding.kind for finding in referee.findings] == ["short-pozzetto"]


def test_the_card_of_a_short_pozzetto_may_be_turned_first():
    table = Table(3, lateness=CALM, turn=False)
    moved = table.deal.pozzetti[0][-1]
    table.mat.weigh(Zone.POZZETTO_1, -1)
    table.mat.weigh(Zone.STOCK, 1)
    table.mat.t += 5
    table.mat.weigh(Zone.STOCK, -1)
    table.mat.discard(moved)
    referee = Referee(table.profile, table.deal)
    watch(referee, table.mat.events(), 20.0)
    assert [finding.kind for finding in referee.findings] == ["short-pozzetto"]
    assert referee.hand.discard_pile == (moved,)
    assert referee.hand.stock[0] == table.deal.stock[0]


def test_the_mats_own_troubles_are_findings_at_once(evening):
    referee = Referee(evening.profile, evening.deal)
    uid = bytes(8)
    kinds = [
        outcome.kind
        for event in (
            UnknownTag(uid=uid, zone=Zone.DISCARD, at=1.0),
            DuplicateTag(uid=uid, zones=(Zone.MELD_NS_1, Zone.MELD_EW_1), at=2.0),
            ReaderLost(zone=Zone.DISCARD, at=3.0),
        )
        for outcome in referee.observe(event)
    ]
    assert kinds == ["unknown-card", "duplicate-uid", "reader-dead"]


def test_only_codes_that_speak_of_a_case_are_cited_and_a_club_cites_its_code(evening):
    cited = {}
    for wanted in ("febur", "online", "fibur-2026", {"base": "febur", "name": "our club"}):
        table = fly("7Hb 8Hb 9Hb KHb KDb KCb KSb QHb QDb QCb 2Sb")
        table.lay(Side.EAST_WEST, "run", *cards("7Hb 8Hb 9Hb"))
        table.lay(Side.EAST_WEST, "group", *cards("KHb KDb KCb KSb QHb QDb QCb"))
        table.put(*cards("2Sb"))
        table.profile = load_profile(wanted)
        [found] = table.watched().findings
        cited[table.profile.name] = found.article and (found.article.code, found.article.ref)
    assert cited == {
        "febur": ("febur", "art. 26"),
        "online": None,
        "fibur-2026": ("fibur-2026", "art. 34-35"),
        "our club": ("febur", "art. 26"),
    }


def test_a_person_may_state_a_move_that_nobody_saw(evening):
    referee = evening.watched()
    seat = referee.hand.seat
    outcomes = referee.correct(DrawFromStock(seat), 400.0)
    assert [type(outcome) for outcome in outcomes] == [MoveMade]
    outcomes = referee.correct(Discard(seat, referee.hand.holding[0]), 401.0)
    assert [type(outcome) for outcome in outcomes] == [MoveMade]
    assert referee.hand.seat is next_seat(seat, 4)


def test_a_person_may_state_what_the_rules_refuse(evening):
    referee = evening.watched()
    seat = referee.hand.seat
    referee.correct(Discard(seat, referee.hand.holding[0]), 400.0)
    assert referee.hand.seat is next_seat(seat, 4)
    referee.correct(TakeDiscardPile(seat), 401.0)
    assert referee.hand.seat is seat


def test_play_goes_on_after_a_finding(evening):
    seat = evening.state.seat
    evening.mat.weigh(Zone.STOCK, -2)
    evening.mat.t += 2
    evening.put(dull(evening, seat))
    referee = evening.watched()
    before = len(referee.moves)
    after = referee.hand.seat
    card = next(card for card in referee.hand.holdings[after] if not card.card.can_be_wild)
    evening.draw()
    evening.put(card)
    referee = evening.watched()
    assert len(referee.moves) == before + 2
    assert len(referee.findings) == 1


__all__ = ["ExtendMeld", "dealt", "legal_moves"]


def test_a_card_discarded_and_taken_before_the_scale_settles_is_no_forgotten_draw():
    table = Evening(deal=fixed_deal(east="JHb 9Cb"))
    assert set(cards("6Sb 7Sb 8Sb KSb")) <= set(holding(table, Seat.SOUTH))
    table.make(TakeDiscardPile(Seat.EAST))
    [card] = cards("JHb")
    table.mat.wait("ponder")
    table.mat.place(card, Zone.DISCARD)
    table.mat.t += 2.5
    table.mat.lift(card, Zone.DISCARD)
    table.mat.t += 2
    table.lay(Side.NORTH_SOUTH, "run", *cards("6Sb 7Sb 8Sb"))
    table.put(*cards("KSb"))
    table.mat.t += 2
    table.draw()
    table.put(dull(table, Seat.WEST))
    referee = table.watched()
    assert referee.findings == ()
    assert card in referee.hand.holdings[Seat.SOUTH]
    assert referee.hand.seat is Seat.NORTH


def test_two_draws_under_one_elbow_with_a_discard_between_are_two_players_draws(evening):
    seat = evening.state.seat
    following = next_seat(seat, 4)
    evening.mat.t += 2
    evening.put(dull(evening, seat))
    evening.mat.t += 2
    evening.mat.weigh(Zone.STOCK, -2)
    evening.mat.t += 2
    evening.put(dull(evening, following))
    evening.draw()
    evening.put(dull(evening, next_seat(following, 4)))
    referee = evening.watched()
    assert referee.findings == ()
    assert referee.hand.stock == evening.state.stock[3:]
    assert len(referee.hand.holdings[seat]) == len(holding(evening, seat))
    assert len(referee.hand.holdings[following]) == len(holding(evening, following))
