"""From the evening to one screen: what may be seen, in the display's own values.

What the assist level hides is left out here and nowhere else. No hidden card can get into a view: its
values have no place for one.
"""

from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.evening.panel.page import body_of, page_of
from tallone.app.evening.phases import Phase
from tallone.app.screen.asking import question_of
from tallone.app.screen.buttons import buttons_of
from tallone.app.screen.jam import clearing
from tallone.app.screen.melding import play_view
from tallone.app.screen.notices import notice_of
from tallone.app.screen.promise import commitment_of
from tallone.app.screen.sheets import hand_sheet, match_view
from tallone.assist import Assist
from tallone.config import Language
from tallone.dealing.croupier.job_states import JobState
from tallone.dealing.croupier.outputs import Progress
from tallone.dealing.layout import PACK_CARDS, STOCK
from tallone.display.texts.phrases import say
from tallone.display.views.panel_body import ArbiterPanel
from tallone.display.views.values import DealStep, LinkState
from tallone.display.views.view import (
    Body,
    Clock,
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    FirstCard,
    Header,
    Health,
    PackWanted,
    PassCards,
    TableView,
)
from tallone.link.messages import Role
from tallone.rules.cards.seats import seats

_COUNTED_BY: Final = 6
_STEPS: Final = {
    JobState.FIRST_PASS.value: DealStep.CERTIFY,
    # Back into the hopper, for another certification: to the players it is one.
    JobState.AGAIN.value: DealStep.CERTIFY,
    JobState.SECOND_PASS.value: DealStep.STOCK,
}


def view_of(evening: Evening, now: float, language: Language) -> TableView:
    """Return what the screen shows now."""
    panel = _panel(evening, now)
    return TableView(
        header=_header(evening, now),
        body=panel or _body(evening),
        language=language,
        assist=Assist(evening.setup.config.assist.value),
        health=_health(evening),
        notice=notice_of(evening, now),
        question=None if panel is not None else question_of(evening),
        buttons=() if panel is not None else buttons_of(evening, now),
    )


def _panel(evening: Evening, now: float) -> ArbiterPanel | None:
    """Return the arbiter's page if he has the panel open."""
    page, panel = page_of(evening.desk, evening.play, now), evening.desk.panel
    return body_of(page, panel) if page is not None and panel is not None else None


def _header(evening: Evening, now: float) -> Header:  # noqa: ARG001 - the round's clock belongs to the director
    return Header(
        table=evening.setup.config.table,
        round=_round(evening),
        hand=_hand_of_match(evening),
        hands=evening.standings.hands,
        dealer=evening.dealer,
        clock=Clock(),
        players=evening.setup.players,
    )


def _round(evening: Evening) -> int | None:
    """Return the round of the hall; None for a table that plays on its own."""
    hall = evening.hall
    return None if hall is None or hall.place is None else hall.place.round


def _hand_of_match(evening: Evening) -> int:
    """Return the number of the hand in its match; once the match is over, of its last one."""
    number = evening.hand - evening.standings.began + 1
    return max(1, number - 1) if evening.phase is Phase.MATCH_END else number


def _health(evening: Evening) -> Health:
    def state(role: str) -> LinkState:
        return LinkState.WELL if role in evening.up else LinkState.LOST

    mat = (
        LinkState.WEAK
        if evening.watch.lost_readers and Role.MAT in evening.up
        else state(Role.MAT)
    )
    croupier = LinkState.WELL if evening.setup.is_manual else state(Role.CROUPIER)
    hall, network = evening.hall, None
    if hall is not None:
        network = LinkState.WELL if hall.is_heard else LinkState.LOST
    return Health(mat=mat, croupier=croupier, network=network)


def _body(evening: Evening) -> Body:
    deal, play = evening.deal, evening.play
    match evening.phase:
        case Phase.CONNECT:
            return _connecting(evening)
        case Phase.CUT if deal is not None:
            return CutWanted(
                cutter=evening.wanted,
                commitment=commitment_of(evening),
                is_number=bool(deal.numbers_wanted),
                too_plain=deal.was_too_plain,
            )
        case Phase.DEAL if deal is not None and deal.needs_person:
            return clearing(deal.needs_person)
        case Phase.DEAL if deal is not None:
            return _dealing(evening, deal.progress)
        case Phase.PASS if deal is not None and deal.passed is not None:
            return PassCards(place=deal.next_place or STOCK, done=deal.passed, total=PACK_CARDS)
        case Phase.READY:
            everybody = seats(evening.setup.players)
            ready = tuple(seat for seat in everybody if seat in evening.ready_seats)
            return CountCards(seats=everybody, ready=ready)
        case Phase.TURN_FIRST:
            return FirstCard(dealer=evening.dealer)
        case Phase.PLAY if play is not None:
            return play_view(evening, play.referee.tentative())
        case Phase.COUNT if play is not None:
            return hand_sheet(evening, play.referee.hand)
        case Phase.MATCH_END:
            return match_view(evening)
        case _:
            button = "button.retry" if evening.phase is Phase.STOPPED else "button.start"
            return PackWanted(
                pack=evening.setup.pack(evening.hand),
                lid_open=evening.lid_open,
                button=say(button),
            )


def _connecting(evening: Evening) -> Connecting:
    def state(role: Role) -> LinkState:
        if role in evening.up:
            return LinkState.WELL
        return LinkState.WEAK if role in evening.refused else LinkState.LOST

    croupier = state(Role.CROUPIER) if Role.CROUPIER in evening.setup.boards else None
    return Connecting(mat=state(Role.MAT), croupier=croupier)


def shown_count(done: int) -> int:
    """Return how many cards the screen says have passed: it goes on by sixes: no card has its own moment."""
    return done - done % _COUNTED_BY


def _dealing(evening: Evening, progress: Progress | None) -> Dealing:
    assert evening.deal is not None, "dealing belongs to a deal"
    done, total, stage = (
        (0, 108, "") if progress is None else (progress.done, progress.total, progress.stage)
    )
    return Dealing(
        step=_STEPS.get(stage, DealStep.DELIVER if progress is not None else DealStep.CERTIFY),
        done=shown_count(done),
        total=max(total, 1),
        commitment=commitment_of(evening),
        cut=evening.deal.cut,
    )
