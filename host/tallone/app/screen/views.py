"""From the evening to one screen: what may be seen, in the display's own values.

What the assist level hides is left out here and nowhere else. No hidden card can get into a view: its
values have no place for one.
"""

from typing import Final

from tallone import press
from tallone.app.evening.evening import Evening
from tallone.app.evening.panel.page import body_of, page_of
from tallone.app.evening.phases import Phase
from tallone.app.screen.jam import clearing
from tallone.app.screen.notices import notice_of
from tallone.app.watching.ready_check import Piles
from tallone.assist import LEVELS, Level
from tallone.dealing.croupier.job_states import JobState
from tallone.dealing.croupier.outputs import Progress
from tallone.dealing.layout import PACK_CARDS, STOCK
from tallone.display.panel_body import ArbiterPanel
from tallone.display.texts.phrases import Phrase, say
from tallone.display.view import (
    MAX_MELD_CARDS,
    MAX_MELDS,
    Assist,
    Body,
    Button,
    Clock,
    Commitment,
    Connecting,
    CountCards,
    CutWanted,
    Dealing,
    DealStep,
    FirstCard,
    Grade,
    HandEnd,
    HandSheet,
    Header,
    Health,
    Language,
    LinkState,
    MatchEnd,
    MeldCard,
    MeldKind,
    MeldView,
    Option,
    PackWanted,
    PassCards,
    Play,
    PozzettoState,
    Question,
    SheetSide,
    SideView,
    StockView,
    TableView,
    TurnPhase,
)
from tallone.link.messages import Role
from tallone.referee import HAS_CLOSED, NO, NONE, YES
from tallone.referee import Option as AskedOption
from tallone.rules import Card, End, HandState, Meld, NoSuchCardError, PozzettoEntry, score
from tallone.rules import Phase as HandPhase
from tallone.rules.cards.seats import Side, seats
from tallone.rules.match.match import MatchEnded
from tallone.shown import Shown, ShownQuestion

# Of the commitment in hex; the whole of it is in the QR code.
_SHOWN_DIGITS: Final = 16
_COUNTED_BY: Final = 6
_STEPS: Final = {
    JobState.FIRST_PASS.value: DealStep.CERTIFY,
    # Back into the hopper, for another certification: to the players it is one.
    JobState.AGAIN.value: DealStep.CERTIFY,
    JobState.SECOND_PASS.value: DealStep.STOCK,
}
# A burraco that lacks so few cards is worth a word where the game is taught.
_NEAR: Final = 2
_ASKING: Final = (Phase.PLAY, Phase.COUNT)
_ANSWERS: Final = {YES: "answer.closed", NO: "answer.plays_on"}
_CONFIRMS: Final = {
    Side.NORTH_SOUTH: "button.confirm_ns",
    Side.EAST_WEST: "button.confirm_ew",
}
_ENDS: Final = {
    End.CLOSE: HandEnd.CLOSED,
    End.STOCK: HandEnd.STOCK,
    End.TIMEOUT: HandEnd.TIME_OUT,
    End.STALL: HandEnd.STALL,
}
_READY_LABELS: Final = {
    Piles.UNREST: None,
    Piles.DOUBT: "button.counted",
    Piles.WRONG: "button.retry",
    Piles.RIGHT: "button.confirm",
}
_POZZETTO: Final = {
    PozzettoEntry.NOT_TAKEN: PozzettoState.NOT_TAKEN,
    PozzettoEntry.DIRECT: PozzettoState.TAKEN_DIRECT,
    PozzettoEntry.ON_DISCARD: PozzettoState.TAKEN,
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
        question=None if panel is not None else _question(evening),
        buttons=() if panel is not None else _buttons(evening, now),
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


def _buttons(evening: Evening, now: float) -> tuple[Button, ...]:
    if evening.arbiter_called:
        # Nobody goes on: the arbiter comes to his panel, or is not needed any more.
        return (
            Button(name=press.Button.ARBITER, label=say("button.arbiter_cancel"), primary=False),
            Button(name=press.Button.PANEL, label=say("button.panel")),
        )
    if evening.phase is Phase.COUNT and evening.play is not None and evening.play.question is None:
        call = Button(name=press.Button.ARBITER, label=say("button.arbiter"), primary=False)
        return (call, *_confirmations(evening))
    arbiter = "button.arbiter_cancel" if evening.arbiter_called else "button.arbiter"
    call = Button(name=press.Button.ARBITER, label=say(arbiter), primary=False)
    label = ok_label(evening, now)
    if label is None:
        return (call,)
    go_on = Button(name=press.Button.OK, label=say(label))
    if evening.phase is Phase.MATCH_END and label in _CONFIRMS.values():
        wrong = Button(name=press.Button.AGAIN, label=say("button.dispute"), primary=False)
        return wrong, go_on
    if may_deal_again(evening, now):
        # Two answers to what the bar asks take the place of the arbiter's button.
        return Button(name=press.Button.AGAIN, label=say("button.again"), primary=False), go_on
    return call, go_on


def _confirmations(evening: Evening) -> tuple[Button, ...]:
    """Return a button for each side that has yet to say that the count is right."""
    return tuple(
        Button(
            name=press.Button.CONFIRM,
            label=say("button.side_confirms", side=side),
            side=side,
        )
        for side in Side
        if side not in evening.confirmed
    )


def may_deal_again(evening: Evening, now: float) -> bool:
    """Whether people are asked to count, and may say that a pile is not as dealt."""
    return evening.phase is Phase.READY and evening.ready_check.piles(now) is Piles.DOUBT


def ok_label(evening: Evening, now: float) -> str | None:
    """Return the text of the button that leads on, or None where nothing waits for one."""
    match evening.phase:
        case Phase.LOAD:
            waits = evening.hall is not None and evening.hall.waits
            return None if evening.without_tags or waits else "button.start"
        case Phase.DEAL if evening.deal is not None and evening.deal.needs_person:
            return "button.resume"
        case Phase.PASS:
            return "button.no_more"
        case Phase.STOPPED:
            return "button.retry"
        case Phase.READY:
            return _READY_LABELS[evening.ready_check.piles(now)]
        case Phase.MATCH_END:
            return _match_label(evening)
        case Phase.PLAY if evening.play is not None and evening.play.unread:
            return "button.hand_over_sure" if evening.play.said_over else "button.hand_over"
        case _:
            return None


def _match_label(evening: Evening) -> str | None:
    """Return what leads on after a match: a side's word in a hall, and nothing while the next round is awaited."""
    hall = evening.hall
    if hall is None or hall.place is None:
        return "button.next_match"
    if hall.confirming is not None and not hall.disputed:
        return _CONFIRMS[hall.confirming]
    return None if hall.is_heard else "button.next_match"


def _body(evening: Evening) -> Body:
    deal, play = evening.deal, evening.play
    match evening.phase:
        case Phase.CONNECT:
            return _connecting(evening)
        case Phase.CUT if deal is not None:
            return CutWanted(
                cutter=evening.wanted,
                commitment=_commitment(evening),
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
            return _play(evening, play.referee.tentative())
        case Phase.COUNT if play is not None:
            return _sheet(evening, play.referee.hand)
        case Phase.MATCH_END:
            return _match_end(evening)
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


def _commitment(evening: Evening) -> Commitment:
    assert evening.deal is not None, "a commitment belongs to a deal"
    commitment = evening.deal.commitment
    start = " ".join(commitment.hex[place : place + 4] for place in range(0, _SHOWN_DIGITS, 4))
    return Commitment(
        words=commitment.words,
        digest=f"{start} …",
        qr=commitment.qr_text,
        is_simulated=evening.setup.is_seeded,
    )


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
        commitment=_commitment(evening),
        cut=evening.deal.cut,
    )


def _play(evening: Evening, state: HandState) -> Play:
    level = _level(evening)
    turn = TurnPhase.TO_DRAW if state.phase is HandPhase.TO_DRAW else TurnPhase.TO_PLAY
    first, second = Side.NORTH_SOUTH, Side.EAST_WEST
    left = len(state.stock)
    return Play(
        sides=(_side(evening, state, first), _side(evening, state, second)),
        seat=None if state.is_over else state.seat,
        phase=turn if level.turn_phase and not state.is_over else None,
        stock=StockView(
            lies=left > 0,
            cards_left=left
            if evening.setup.config.show_stock_count and level.stock_count
            else None,
            is_last_draw=left == state.profile.stock_floor,
        ),
        discard_pile=tuple(copy.card for copy in state.discard_pile),
        pozzetti=_pozzetti(state),
        hint=_hint(state) if level.hints and not state.is_over else None,
    )


def _hint(state: HandState) -> Phrase | None:
    """Return what a teacher would say aloud: of what lies open only, never of a held card."""
    if state.phase is HandPhase.TO_DRAW:
        return say("hint.draw")
    near = [
        7 - len(meld.shape.faces) for meld in state.own.melds if meld.grade(state.profile) is None
    ]
    if not state.own.pozzetto_taken:
        return say("hint.need_pozzetto")
    if any(meld.grade(state.profile) for meld in state.own.melds):
        return say("hint.no_wild_discard")
    if near and min(near) <= _NEAR:
        return say("hint.burraco_near", n=min(near))
    return say("hint.need_burraco")


def _level(evening: Evening) -> Level:
    return LEVELS[evening.setup.config.assist]


def _pozzetti(state: HandState) -> tuple[bool, bool]:
    left = len(state.pozzetti)
    return (left == 2, left >= 1)


def _side(evening: Evening, state: HandState, side: Side) -> SideView:
    own = state.sides[side]
    points = None
    if evening.setup.config.show_running_points and _level(evening).running_points:
        # Only what lies on the table: what is held is nobody else's business.
        points = sum(meld.points + meld.bonus(state.profile) for meld in own.melds)
    return SideView(
        side=side,
        score=evening.standings.now.totals[side],
        melds=tuple(meld_view(meld, state) for meld in own.melds[:MAX_MELDS]),
        pozzetto=_POZZETTO[own.pozzetto],
        running_points=points,
    )


def meld_view(meld: Meld, state: HandState) -> MeldView:
    """Return a meld as the screen shows it."""
    grade = meld.grade(state.profile)
    return MeldView(
        kind=MeldKind(meld.kind.value),
        cards=_meld_cards(meld),
        grade=None if grade is None else Grade(grade),
        bonus=meld.bonus(state.profile),
        frozen=meld.frozen,
    )


def _meld_cards(meld: Meld) -> tuple[MeldCard, ...]:
    shape = meld.shape
    position = shape.wild_position
    stands_for = 1 if position == 14 else position
    return tuple(
        MeldCard(face, stands_for if index == shape.wild else None)
        for index, face in enumerate(shape.faces)
    )


def _question(evening: Evening) -> Question | None:
    play = evening.play
    if play is None or play.question is None or evening.phase not in _ASKING:
        return None
    asked = play.question
    if asked.text_key == HAS_CLOSED:
        words = tuple(Option(label=say(_ANSWERS[option.text])) for option in asked.options)
        return Question(
            id=asked.id, prompt=say("question.has_closed", seat=asked.seat), options=words
        )
    options = tuple(
        Option(label=say("answer.none"))
        if option.text == NONE
        else Option(cards=_option_cards(option))
        for option in asked.options
    )
    if asked.card is None:
        prompt = say("question.which_discard", seat=asked.seat)
        return Question(id=asked.id, prompt=prompt, options=options)
    return Question(
        id=asked.id,
        prompt=say("question.which_meld", card=asked.card.card),
        options=options,
        card=asked.card.card,
    )


def _option_cards(option: AskedOption) -> tuple[MeldCard, ...]:
    """Return the cards of an option in the order of its notation, wilds marked."""
    try:
        return tuple(_option_card(word) for word in option.text.split()[:MAX_MELD_CARDS])
    except NoSuchCardError:
        # Not a meld's notation: the cards it speaks of, as they come.
        return tuple(MeldCard(copy.card) for copy in sorted(option.cards))[:MAX_MELD_CARDS]


def _option_card(word: str) -> MeldCard:
    name, _, role = word.rstrip(")").partition("(=")
    if not role:
        return MeldCard(Card.parse(name))
    # In a group a wild's role is a rank alone.
    face = Card.parse(role if role[-1] in "HDCS" else f"{role}H")
    return MeldCard(Card.parse(name), face.rank)


def _sheet(evening: Evening, state: HandState) -> HandSheet:
    scores = score(state)
    totals = evening.standings.now.totals

    def side_sheet(side: Side) -> SheetSide:
        own = scores[side]
        burraci = tuple(
            (Grade(name), meld.bonus(state.profile))
            for meld in state.sides[side].melds
            if (name := meld.grade(state.profile)) is not None
        )
        return SheetSide(
            side=side,
            burraci=burraci,
            closing=own.closing,
            meld_points=own.meld_points,
            held=own.held,
            pozzetto=own.pozzetto,
            hand_total=own.total,
            match_total=totals[side] + own.total,
        )

    return HandSheet(
        end=_ENDS.get(state.end, HandEnd.OPEN),
        unread=evening.play is not None and bool(evening.play.unread),
        sides=(side_sheet(Side.NORTH_SOUTH), side_sheet(Side.EAST_WEST)),
        closed_by=state.closed_by,
        # The seal of this hand: what opens it is published when the count is confirmed.
        reveal=_commitment(evening)
        if evening.deal is not None and not evening.setup.is_manual
        else None,
    )


def _match_end(evening: Evening) -> MatchEnd:
    ended = evening.standings.now
    points = None
    if isinstance(ended, MatchEnded) and ended.shared is not None:
        points = (ended.shared.of[Side.NORTH_SOUTH], ended.shared.of[Side.EAST_WEST])
    return MatchEnd(
        sides=(Side.NORTH_SOUTH, Side.EAST_WEST),
        hands=tuple((hand.north_south, hand.east_west) for hand in evening.standings.match.hands),
        totals=(ended.totals[Side.NORTH_SOUTH], ended.totals[Side.EAST_WEST]),
        victory_points=points,
    )


def shown_of(evening: Evening, now: float) -> Shown:
    """Return what people can see and press, in the words that the simulated people understand."""
    deal, play = evening.deal, evening.play
    in_play = play is not None and evening.phase in (Phase.TURN_FIRST, Phase.PLAY)
    committed = deal is not None and evening.phase in (Phase.CUT, Phase.DEAL)
    return Shown(
        phase=evening.phase.value,
        hand=evening.hand,
        pack=evening.setup.pack(evening.hand),
        buttons=_pressable(evening, now),
        seat=play.referee.hand.seat if play is not None and in_play else None,
        passed=None if deal is None else deal.passed,
        next_place=None if deal is None else deal.next_place,
        commitment=deal.commitment.words if deal is not None and committed else None,
        wants_number=evening.phase is Phase.CUT and bool(deal and deal.numbers_wanted),
        question=_shown_question(evening),
    )


def _pressable(evening: Evening, now: float) -> tuple[press.Button, ...]:
    buttons = [press.Button.ARBITER]
    if ok_label(evening, now) is not None:
        buttons.append(press.Button.OK)
    if may_deal_again(evening, now):
        buttons.append(press.Button.AGAIN)
    if evening.phase is Phase.CUT:
        buttons.append(press.Button.CUT)
    if evening.phase is Phase.COUNT and evening.play and evening.play.question is None:
        buttons.append(press.Button.CONFIRM)
    if evening.arbiter_called:
        buttons.append(press.Button.PANEL)
    return tuple(buttons)


def _shown_question(evening: Evening) -> ShownQuestion | None:
    play = evening.play
    if play is None or play.question is None or evening.phase not in _ASKING:
        return None
    asked = play.question
    return ShownQuestion(
        id=asked.id,
        text_key=asked.text_key,
        seat=asked.seat,
        options=tuple(option.text for option in asked.options),
        card="" if asked.card is None else str(asked.card),
    )
