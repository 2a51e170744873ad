"""A question of the referee as the screen shows it, and as simulated people understand it."""

from typing import Final

from tallone.app.evening.evening import Evening
from tallone.app.evening.phases import Phase
from tallone.display.texts.phrases import say
from tallone.display.views.values import MAX_MELD_CARDS, MeldCard, Option, Question
from tallone.referee import HAS_CLOSED, NO, NONE, YES
from tallone.referee import Option as AskedOption
from tallone.rules import Card, NoSuchCardError
from tallone.shown import ShownQuestion

ASKING: Final = (Phase.PLAY, Phase.COUNT)
_ANSWERS: Final = {YES: "answer.closed", NO: "answer.plays_on"}


def question_of(evening: Evening) -> Question | None:
    play = evening.play
    if play is None or play.question is None or evening.phase not in ASKING:
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


def shown_question(evening: Evening) -> ShownQuestion | None:
    play = evening.play
    if play is None or play.question is None or evening.phase not in ASKING:
        return None
    asked = play.question
    return ShownQuestion(
        id=asked.id,
        text_key=asked.text_key,
        seat=asked.seat,
        options=tuple(option.text for option in asked.options),
        card="" if asked.card is None else str(asked.card),
    )
