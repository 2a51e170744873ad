"""The minute of a decision: what was found, heard, decided and why, line by line, to be read and signed."""

from typing import Final

from tallone.app.arbiter.cases import Case
from tallone.display.texts.phrases import Phrase, say, text
from tallone.display.texts.ruling_words import effects_phrase, kind_phrase
from tallone.referee.rulings.noticing import Noticed
from tallone.rules.cards.seats import Seat

SIGNATURES: Final = ("arbiter", "side_one", "side_two")
Line = tuple[Phrase, Phrase]


def minute(case: Case, one: Noticed, table: int) -> list[Line]:
    """Return the lines of a case's last decision: what it is about, and what is said of it."""
    decision = case.decisions[-1]
    by = one.facts.get("by", case.given.get("by"))
    lines = [
        (say("minute.table"), say("panel.number", n=table)),
        (say("minute.case"), say("panel.case", number=case.number, kind=kind_phrase(case.kind))),
        (say("minute.row"), say("panel.text", text=decision.row)),
        (say("minute.source"), say("minute.person" if case.by_person else "minute.sensors")),
        (say("minute.moment"), say(f"ruling.noticed.{one.moment}")),
    ]
    seat = next((seat for seat in Seat if seat.value == by), None)
    if seat is not None:
        lines.append((say("minute.by"), say("panel.seat", seat=seat)))
    heard = tuple(say(f"panel.hear.{who}") for who in case.heard)
    lines.append(
        (say("minute.heard"), say("panel.sides", sides=heard) if heard else say("minute.nobody"))
    )
    code = {True: "minute.in_code", False: "minute.beside_code", None: "minute.code_silent"}
    lines.append((say("minute.decision"), effects_phrase(decision.effects)))
    lines.append((say("minute.code"), say(code[decision.in_code])))
    if decision.reason:
        lines.append((say("minute.reason"), say("panel.text", text=decision.reason)))
    lines += [
        (
            say("minute.points", side=side),
            say("panel.change", before=decision.before[side], after=decision.after[side]),
        )
        for side in decision.before
    ]
    if decision.amends is not None:
        lines.append((say("minute.amends"), say("panel.number", n=decision.amends)))
    return lines


def minute_text(lines: list[Line], language: str, head: str, when: str) -> list[str]:
    """Return a minute as lines of text, with places to sign; `head` is the journal's hash."""
    told = [text("minute.title", language), when, ""]
    for label, value in lines:
        told.append(f"{_said(label, language)}: {_said(value, language)}")
    told += ["", f"{text('minute.journal', language)}: {head[:32]}", ""]
    for who in SIGNATURES:
        told += ["", f"{text(f'minute.sign.{who}', language)}: ____________________"]
    return told


def _said(phrase: Phrase, language: str) -> str:
    return text(phrase.key, language, **dict(phrase.fields))
