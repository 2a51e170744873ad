"""Which question, if any, people must answer: only they see in which meld a wild was put."""

import enum
from collections.abc import Iterable, Sequence, Set
from typing import Final

from tallone.mat.events import Seconds
from tallone.referee.melding.hypotheses import Hypothesis, distinct_by_face, text_of
from tallone.referee.outcomes import Option, Question
from tallone.rules import Discard, Meld, score
from tallone.rules.cards.cards import CardCopy
from tallone.rules.cards.seats import Seat, seat_before

# Shown on one screen; more are hardly ever needed to tell a card's meld, or a discard in a hand.
MAX_OPTIONS: Final = 16
# More explanations open than this, and people are asked before the truth is lost among them.
MAX_OPEN: Final = 16
WHICH_MELD: Final = "which-meld"
WHICH_DISCARD: Final = "which-discard"
HAS_CLOSED: Final = "has-closed"
YES: Final = "yes"
NO: Final = "no"
# Of the melds shown none is the one: the way that was played is not among those looked at.
NONE: Final = "none"


class Asking(enum.Enum):
    """When an open explanation becomes a question."""

    # As soon as the turn is over.
    AT_ONCE = "at-once"
    # When the hand is over and they differ in points; before only if play can be followed no further.
    WHEN_SCORES_DIFFER = "when-scores-differ"
    # When the hand is over and they differ in points, whatever happens before.
    AT_THE_END = "at-the-end"


class Asker:
    """Keeps the one open question of a hand."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._number = 0
        self._open: Question | None = None
        # The cards of which people have said that none of the melds shown holds them.
        self._denied: set[CardCopy] = set()

    @property
    def open(self) -> tuple[Question, ...]:
        """The questions that wait for an answer."""
        return (self._open,) if self._open is not None else ()

    @property
    def has_asked(self) -> bool:
        """Whether people were asked something."""
        return self._number > 0

    def review(
        self, hypotheses: Sequence[Hypothesis], now: Seconds
    ) -> tuple[int | None, Question | None]:
        """Return the number of a question that evidence has answered, and a new question."""
        settled = None
        if self._open is not None:
            options = _options(hypotheses, self._open.text_key, self._open.card)
            shown = [option for option in self._open.options if option.text != NONE]
            if len(options) == len(shown) and len(hypotheses) > 1:
                return None, None
            settled, self._open = self._open.id, None
        if not self._must_ask(hypotheses):
            return settled, None
        self._open = self._question(hypotheses, now)
        return settled, self._open

    def answer(
        self, question_id: int, option: int, hypotheses: Sequence[Hypothesis]
    ) -> list[Hypothesis] | None:
        """Return the hypotheses that agree with an answer; None if it answers nothing open."""
        asked = self._open
        if asked is None or asked.id != question_id or not 0 <= option < len(asked.options):
            return None
        chosen = asked.options[option].text
        if chosen == NONE and asked.card is not None:
            self._denied.add(asked.card)
            self._open = None
            return list(hypotheses)
        said = _said(hypotheses, asked.text_key, asked.card)
        kept = [one for one, texts in zip(hypotheses, said, strict=False) if chosen in texts]
        self._open = None
        return kept or None

    def _must_ask(self, hypotheses: Sequence[Hypothesis]) -> bool:
        if len(hypotheses) < 2:
            return False
        over = hypotheses[0].state.is_over
        if not over and not _is_end_in_doubt(hypotheses):
            # Nobody is interrupted as long as play can be followed.
            if self._asking is Asking.AT_THE_END:
                return False
            if self._asking is not Asking.AT_ONCE and len(hypotheses) <= MAX_OPEN:
                return False
        if len(distinct_by_face(hypotheses)) < 2:
            return False
        if _is_end_in_doubt(hypotheses):
            return True
        if self._asking is Asking.AT_ONCE:
            return over or _doubtful(hypotheses) != []
        if not over:
            return _doubtful(hypotheses) != []
        totals = {tuple(side.total for side in score(one.state).values()) for one in hypotheses}
        return len(totals) > 1

    def _question(self, hypotheses: Sequence[Hypothesis], now: Seconds) -> Question | None:
        topic = _topic(hypotheses, self._denied)
        if topic is None:
            return None
        text_key, card = topic
        options = _options(hypotheses, text_key, card)
        if len(options) < 2:
            return None
        if text_key == WHICH_MELD:
            options = (*options, Option(text=NONE, cards=frozenset()))
        self._number += 1
        return Question(
            id=self._number,
            text_key=text_key,
            seat=_asked(hypotheses, text_key),
            card=card,
            options=options,
            at=now,
        )


def _topic(
    hypotheses: Sequence[Hypothesis], denied: Set[CardCopy]
) -> tuple[str, CardCopy | None] | None:
    """Return what to ask about: a closing, a card's meld or a discard; None if it is nobody's business yet."""
    if _is_end_in_doubt(hypotheses):
        return HAS_CLOSED, None
    cards = [card for card in _doubtful(hypotheses) if card not in denied]
    if cards:
        # One that can be shown whole, if there is one.
        whole = (
            card
            for card in cards
            if len(_every_option(hypotheses, WHICH_MELD, card)) < MAX_OPTIONS
        )
        return WHICH_MELD, next(whole, cards[0])
    if denied:
        return None
    # As long as the hand goes on only the holdings differ.
    return (WHICH_DISCARD, None) if hypotheses[0].state.is_over else None


def _asked(hypotheses: Sequence[Hypothesis], text_key: str) -> Seat:
    """Return whom the question is about: who made the discard that nobody read, or may have closed."""
    state = hypotheses[0].state
    if text_key == HAS_CLOSED:
        return seat_before(state.seat, state.players)
    odd = _odd_discard(hypotheses) if text_key == WHICH_DISCARD else ()
    return odd[0].seat if odd else state.seat


def _is_end_in_doubt(hypotheses: Sequence[Hypothesis]) -> bool:
    """Whether the hand is over in some and goes on in others."""
    return len({one.state.is_over for one in hypotheses}) > 1


def doubtful(hypotheses: Sequence[Hypothesis]) -> frozenset[CardCopy]:
    """Return the cards of which nobody can tell from the mat in which meld they lie."""
    return frozenset(_doubtful(hypotheses))


def _doubtful(hypotheses: Sequence[Hypothesis]) -> list[CardCopy]:
    """Return the cards whose company differs, those to ask about first."""
    if len(hypotheses) < 2:
        return []
    company = [_company(one) for one in hypotheses]
    cards = [
        card for card in company[0] if len({company_of.get(card) for company_of in company}) > 1
    ]
    # A wild goes anywhere; and the card to ask about is the one whose neighbours have least in common.
    return sorted(
        cards, key=lambda card: (_shared(company, card), not card.card.can_be_wild, card)
    )


def _company(hypothesis: Hypothesis) -> dict[CardCopy, str]:
    return {card: text_of(meld.shape) for meld in _melds(hypothesis) for card in meld.copies}


def _shared(company: Sequence[dict[CardCopy, str]], card: CardCopy) -> int:
    faces = [set(of.get(card, "").split()) for of in company]
    return len(set.intersection(*faces))


def _melds(hypothesis: Hypothesis) -> Iterable[Meld]:
    return (meld for own in hypothesis.state.side_list for meld in own.melds)


def _said(
    hypotheses: Sequence[Hypothesis], text_key: str, card: CardCopy | None
) -> list[dict[str, frozenset[CardCopy]]]:
    """Return what can be said of each hypothesis: the meld that card lies in, the odd discard, a closing."""
    if text_key == HAS_CLOSED:
        return [{YES if one.state.is_over else NO: frozenset()} for one in hypotheses]
    if card is None:
        return [{str(move.card.card): frozenset()} for move in _odd_discard(hypotheses)]
    return [
        {
            text_of(meld.shape): frozenset(meld.copies)
            for meld in _melds(one)
            if card in meld.copies
        }
        for one in hypotheses
    ]


def _odd_discard(hypotheses: Sequence[Hypothesis]) -> Sequence[Discard]:
    """Return each hypothesis' discard in the first turn whose discard has another face in some."""
    discards = [[move for move in one.moves if isinstance(move, Discard)] for one in hypotheses]
    turns = zip(*discards, strict=False)
    return next((turn for turn in turns if len({move.card.card for move in turn}) > 1), ())


def _options(
    hypotheses: Sequence[Hypothesis], text_key: str, card: CardCopy | None
) -> tuple[Option, ...]:
    """Return the answers that tell some hypotheses from others, as many as are shown."""
    return _every_option(hypotheses, text_key, card)[: MAX_OPTIONS - 1]


def _every_option(
    hypotheses: Sequence[Hypothesis], text_key: str, card: CardCopy | None
) -> tuple[Option, ...]:
    said = _said(hypotheses, text_key, card)
    options: dict[str, Option] = {}
    for texts in said:
        for text, cards in texts.items():
            if not all(text in others for others in said):
                options.setdefault(text, Option(text=text, cards=cards))
    return tuple(options.values())
