"""A hand that is empty on the table and not by the ledger: a card lost, exchanged or dealt elsewhere."""

from tests.referee.evenings import Evening, cards, dull, fixed_deal
from tests.referee.physical import next_seat, watch

from tallone.mat.zones import Zone
from tallone.referee import HAS_CLOSED, NO, YES, Asking, Referee
from tallone.rules import Discard, DrawFromStock, OpenMeld
from tallone.rules.cards.seats import Seat, Side

EAST, WEST = Seat.EAST, Seat.WEST
EW = Side.EAST_WEST
LOST = cards("JDr")[0]
# East draws the nine: two runs, one discard, and the card that nobody will see again.
FIRST = "3Hb 4Hb 5Hb 6Hb 7Hb 8Hb 3Sb 4Sb 5Sb {last} JDr"
STOCK = "KDb 9Hb 4Dr 4Cr 8Cr 9Cr 9Dr"


def opening(last, pozzetto=""):
    """East lays all he has but the last card and the lost one."""
    table = Evening(deal=fixed_deal(east=FIRST.format(last=last), pozzetto=pozzetto, stock=STOCK))
    table.draw()
    table.lay(EW, "run", *cards("3Hb 4Hb 5Hb 6Hb 7Hb 8Hb 9Hb"))
    table.mat.t += 1.5
    table.lay(EW, "run", *cards("3Sb 4Sb 5Sb"))
    return table


def lift_pozzetto(table, zone=Zone.POZZETTO_1):
    table.mat.wait("pozzetto")
    table.mat.weigh(zone, -11)
    table.mat.wait("pozzetto")


def test_a_pozzetto_lifted_after_the_last_discard_tells_of_a_lost_card():
    table = opening("9Cb")
    table.put(*cards("9Cb"))
    lift_pozzetto(table)
    table.mat.t += 3
    table.draw()
    table.put(dull(table, Seat.SOUTH))
    referee = table.watched()
    assert [(one.kind, one.seat, one.cards) for one in referee.findings] == [
        ("card-moved", EAST, (LOST,))
    ]
    assert set(referee.hand.holdings[EAST]) == set(table.deal.pozzetti[0])
    assert referee.hand.sides[EW].pozzetto_taken
    assert referee.hand.seat is WEST


def test_a_pozzetto_lifted_in_flight_tells_of_a_lost_card():
    table = opening("6Sb", pozzetto="10Hb 4Db")
    table.lay(EW, "run", *cards("6Sb"))
    lift_pozzetto(table)
    table.lay(EW, "run", *cards("10Hb"))
    table.mat.t += 6
    table.put(*cards("4Db"))
    referee = table.watched()
    assert [(one.kind, one.seat, one.cards) for one in referee.findings] == [
        ("card-moved", EAST, (LOST,))
    ]
    assert {len(meld.copies) for meld in referee.hand.sides[EW].melds} == {8, 4}
    assert referee.hand.discard_pile[-1] == cards("4Db")[0]
    assert referee.hand.seat is Seat.SOUTH


def test_a_legal_flight_is_nothing_however_long_it_takes():
    table = opening("6Sb", pozzetto="10Hb 4Db")
    table.lay(EW, "run", *cards("6Sb"))
    table.mat.t += 1.5
    table.lay(EW, "run", LOST)
    lift_pozzetto(table)
    table.mat.t += 15
    table.put(*cards("4Db"))
    kinds = table.kinds()
    assert "card-moved" not in kinds
    assert "missing-card" not in kinds


def test_a_pozzetto_that_is_put_back_is_forgotten():
    table = opening("9Cb")
    lift_pozzetto(table)
    table.mat.t -= 1
    table.mat.weigh(Zone.POZZETTO_1, 11)
    table.mat.t += 6
    table.put(*cards("9Cb"))
    referee = table.watched()
    assert referee.findings == ()
    assert LOST in referee.hand.holdings[EAST]


def ready_to_close():
    """East has had the pozzetto and a burraco; on his next turn he can lay all but one card, which is lost."""
    hand = FIRST.format(last="9Cb").replace("JDr", "6Sb")
    pozzetto = "10Hb JHb QHb KHb 7Sb 8Sb 9Sb 10Sb JSb QSb JDr"
    table = Evening(deal=fixed_deal(east=hand, pozzetto=pozzetto, stock=STOCK))
    table.make(DrawFromStock(EAST))
    table.make(OpenMeld(EAST, cards("3Hb 4Hb 5Hb 6Hb 7Hb 8Hb 9Hb")))
    table.make(OpenMeld(EAST, cards("3Sb 4Sb 5Sb 6Sb")))
    table.make(Discard(EAST, cards("9Cb")[0]))
    for seat in (Seat.SOUTH, WEST, Seat.NORTH):
        table.make(DrawFromStock(seat))
        table.make(Discard(seat, dull(table, seat)))
    drawn = table.state.stock[0]
    table.draw()
    table.lay(EW, "run", *cards("10Hb JHb QHb KHb 7Sb 8Sb 9Sb 10Sb JSb QSb"))
    table.put(drawn)
    return table


def watched(table, answer, extra=60.0):
    referee = Referee(table.profile, table.deal, asking=Asking.AT_THE_END)
    asked = []

    def answered(question):
        if question.text_key != HAS_CLOSED:
            return 0
        asked.append(question.seat)
        return [option.text for option in question.options].index(answer)

    watch(referee, table.mat.events(), table.mat.t + extra, answer=answered)
    return referee, asked


def test_when_nobody_draws_people_are_asked_whether_the_last_player_has_closed():
    referee, asked = watched(ready_to_close(), YES)
    assert asked == [EAST]
    assert referee.hand.is_over
    assert referee.hand.closed_by is EAST
    assert [(one.kind, one.cards) for one in referee.findings] == [("missing-card", (LOST,))]
    # It counts against who should hold it.
    assert referee.hand.holdings[EAST] == (LOST,)


def test_who_is_said_to_play_on_plays_on_and_is_not_asked_again():
    referee, asked = watched(ready_to_close(), NO)
    assert asked == [EAST]
    assert not referee.hand.is_over
    assert referee.findings == ()


def test_a_draw_answers_whether_the_last_player_has_closed():
    table = ready_to_close()
    table.mat.t += 25
    table.draw()
    referee = Referee(table.profile, table.deal, asking=Asking.AT_THE_END)
    watch(referee, table.mat.events(), table.mat.t + 20)
    assert referee.questions == ()
    assert referee.hand.seat is Seat.SOUTH
    assert not referee.hand.is_over


def test_partners_who_exchange_a_card_hold_as_many_as_before():
    table = Evening()
    table.turn().turn().turn()
    seat = table.state.seat
    partner = next_seat(next_seat(seat, 4), 4)
    mine, theirs = dull(table, seat), dull(table, partner)
    table.draw()
    table.put(theirs)
    referee = table.watched()
    assert [(one.kind, one.cards) for one in referee.findings] == [("card-moved", (theirs,))]
    # Which card went the other way is not known until it is played.
    following = next_seat(seat, 4)
    table.draw()
    table.put(dull(table, following))
    table.draw()
    table.put(mine)
    referee = table.watched()
    assert [one.kind for one in referee.findings] == ["card-moved"]
    assert len(referee.hand.holdings[seat]) == len(table.state.holdings[seat])
    assert len(referee.hand.holdings[partner]) == len(table.state.holdings[partner])
