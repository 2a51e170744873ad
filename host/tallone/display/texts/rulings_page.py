"""What the codes say of every irregularity, in words: for the document and for the arbiter's help."""

import dataclasses
from collections.abc import Iterator
from typing import Any, Final

from tallone.display.texts.phrases import text
from tallone.referee.rulings.rows.tables import (
    FAMILIES,
    ROWS,
    Cell,
    Row,
    Template,
    row_kinds,
    table,
)
from tallone.rules.rulings.effects import DISCARD_CHOICES, EFFECTS

# What an effect that is given once for each of something needs beside it.
_NEEDED: Final = "needed"


@dataclasses.dataclass(frozen=True, slots=True)
class PageRow:
    """A row of the page: its number, the irregularity, when the row answers, who is told, what each code says."""

    row: str
    kind: str
    title: str
    moments: str
    told: str
    codes: tuple[str, ...]


def rulings_page(lang: str) -> list[PageRow]:
    """Return every row in a language, the codes in the order of `FAMILIES`."""
    return [_page_row(name, lang) for name in ROWS]


def row_in_words(row: Row, lang: str) -> str:
    """Return what one code says of one irregularity."""
    says = text(f"ruling.basis.{row.basis}", lang)
    parts = [] if row.basis == "stated" else [says]
    cells = "<br>".join(
        f"{_first(number, cell, lang)}{_cell(cell, lang)}" for number, cell in enumerate(row.cells)
    )
    cited = ", ".join(row.articles)
    return ". ".join([*parts, *([cells] if cells else [])]) + (f" ({cited})" if cited else "")


def effect_in_words(template: Template, lang: str) -> str:
    """Return what a table's effect does, with the table's words for seats, cards and numbers."""
    fields: dict[str, str] = {}
    for key in EFFECTS[template.name]:
        if key in template.words:
            fields[key] = _word(template.words[key], lang)
        elif template.each:
            first = key not in ("cards", "on") or "meld" not in EFFECTS[template.name]
            fields[key] = _word(template.each if first and key != "cards" else _NEEDED, lang)
            if key == "cards" and first and "pozzetto" not in EFFECTS[template.name]:
                fields[key] = _word(template.each, lang)
    choice = next((fields[key] for key in DISCARD_CHOICES if key in fields), "")
    said = text(f"ruling.effect.{template.name}", lang, **fields, choice=choice)
    if fields.get("on") and "on" in template.words:
        said += f", {fields['on']}"
    return said


def _page_row(name: str, lang: str) -> PageRow:
    kind = row_kinds()[name]
    return PageRow(
        row=name,
        kind=kind.kind,
        title=text(f"ruling.kind.{kind.kind}", lang),
        moments=", ".join(text(f"ruling.noticed.{moment}", lang) for moment in kind.moments),
        told=text(f"ruling.voice.{kind.voice}", lang),
        codes=tuple(row_in_words(table(family).rows[name], lang) for family in FAMILIES),
    )


def _first(number: int, cell: Cell, lang: str) -> str:
    """Return the conditions in front of a case."""
    if not cell.when:
        return f"{text('ruling.page.else', lang)}: " if number else ""
    return f"{', '.join(_condition(one, lang) for one in cell.when)}: "


def _condition(written: str, lang: str) -> str:
    negated = written.startswith("not ")
    name, _, argument = written.removeprefix("not ").partition(" ")
    words = argument.split() if name == "noticed" else [argument]
    what = ", ".join(_argument(name, word, lang) for word in words)
    said = text(f"ruling.when.{name}", lang, what=what)
    return text("ruling.page.not", lang, what=said) if negated else said


def _argument(condition: str, word: str, lang: str) -> str:
    if condition == "noticed":
        return text(f"ruling.noticed.{word}", lang)
    if condition in ("minutes-over", "refused") or not word:
        return word
    return _word(word, lang)


def _cell(cell: Cell, lang: str) -> str:
    return "; ".join(_parts(cell, lang)) or text("ruling.page.follows", lang)


def _parts(cell: Cell, lang: str) -> Iterator[str]:
    if not cell.irregular:
        yield text("ruling.page.allowed", lang)
    if cell.cured:
        yield text("ruling.page.cured", lang)
    if cell.claim:
        yield text(f"ruling.page.{cell.claim}", lang)
    yield from (effect_in_words(template, lang) for template in cell.effects)
    if cell.like:
        yield text("ruling.page.as", lang, row=cell.like)
    if cell.options:
        choices = [
            "; ".join(effect_in_words(one, lang) for one in option.effects)
            or text("ruling.word.nothing", lang)
            for option in cell.options
        ]
        alternatives = f" {text('ruling.page.or', lang)} ".join(choices)
        yield f"{text('ruling.page.choice', lang, who=_word(cell.chooser, lang))}: {alternatives}"


def _word(word: Any, lang: str) -> str:
    """Return a word of a table in the language; numbers are their own."""
    if isinstance(word, list):
        return ", ".join(_word(one, lang) for one in word)
    if isinstance(word, bool):
        return text(f"ruling.word.{str(word).lower()}", lang)
    return str(word) if isinstance(word, int) else text(f"ruling.word.{word}", lang)
