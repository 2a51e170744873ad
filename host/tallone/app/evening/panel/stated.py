"""What is known of a case on a page: its facts, what of them is hidden, and what the code says to them."""

from tallone.app.arbiter.cases import Case
from tallone.app.arbiter.deciding import hidden_cards
from tallone.app.evening.panel.desk import Desk
from tallone.app.evening.panel.orders import REFUSALS
from tallone.app.evening.panel.wording import cards_in, fact_phrase
from tallone.app.evening.play import PlayStage
from tallone.display.texts.it.arbiter import TEXTS
from tallone.display.texts.phrases import Phrase, say
from tallone.display.views.panel_body import PanelRow
from tallone.referee.rulings.answers import Ruling
from tallone.rules.cards.cards import Card


def ruling_of(
    desk: Desk, case: Case, play: PlayStage | None
) -> tuple[Ruling | None, Phrase | None]:
    """Return what the code says, or what is missing for it to say anything."""
    try:
        return desk.ruling(case, play), None
    except REFUSALS as error:
        return None, problem_phrase(error)


def problem_phrase(error: Exception) -> Phrase:
    """Return what keeps the code from answering: a fact that nobody has stated, or facts that disagree."""
    quoted = str(error).split("'")
    if len(quoted) == 3 and quoted[0] == "the fact " and f"panel.fact.{quoted[1]}" in TEXTS:
        return say("panel.missing", fact=say(f"panel.fact.{quoted[1]}"))
    return say("panel.trouble.facts")


def fact_names(desk: Desk, case: Case, play: PlayStage | None) -> tuple[str, ...]:
    one = desk.noticed(case, play)
    return tuple(dict.fromkeys((*one.facts, *case.given, *one.asks)))


def hidden_of(desk: Desk, case: Case, play: PlayStage | None) -> tuple[Card, ...]:
    """Return the cards of a case that lie face up nowhere, and that no person has named."""
    one = desk.noticed(case, play)
    if "cards" in case.given:
        return ()
    state = None if play is None else play.referee.hand
    return hidden_cards(cards_in(one.facts.get("cards")), state)


def fact_rows(desk: Desk, case: Case, play: PlayStage | None) -> list[PanelRow]:
    one = desk.noticed(case, play)
    facts = {**one.facts, **case.given}
    hidden = () if case.is_revealed else hidden_of(desk, case, play)
    rows = []
    for name in fact_names(desk, case, play):
        value = facts.get(name)
        shown = fact_phrase(name, value) if value is not None else say("panel.unknown")
        if name == "cards" and hidden:
            shown = say("panel.hidden", n=len(hidden))
        rows.append(
            PanelRow(
                label=say(f"panel.fact.{name}"), value=shown, is_settled=name in case.confirmed
            )
        )
    return rows
