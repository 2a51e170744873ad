"""`tallone rules`: a profile's rules as a page, and how two profiles differ."""

import importlib.resources
from pathlib import Path
from typing import Annotated, Final, Literal

import rich.console
import rich.table
import typer
from rich.text import Text

from tallone.errors import UsageError
from tallone.outside import say, shown
from tallone.profile_file import asked_rulebook
from tallone.rules.profiles.club import Rulebook
from tallone.rules.profiles.page import Language, differences, in_language, labels, rules_page
from tallone.rules.profiles.page_texts import HEADINGS

_FONT_PACKAGE: Final = "fontpkg_atkinson_hyperlegible"
_FONTS: Final = {"": "AtkinsonHyperlegible-Regular.ttf", "B": "AtkinsonHyperlegible-Bold.ttf"}
_FAMILY: Final = "Atkinson"
_COLUMNS: Final = ("rule", "here", "source", "other")
# Shares of the page's width.
_WIDTHS: Final = (22, 26, 26, 26)

Profile = Annotated[
    str,
    typer.Argument(
        help="febur, online, classic-en, fibur, fibur-2026 or a club's own file.",
        metavar="PROFILE",
    ),
]
Lang = Annotated[str, typer.Option("--lang", help="it or en.")]


def show(
    profile: Profile,
    lang: Lang = "it",
    pdf: Annotated[
        Path | None,
        typer.Option("--pdf", help="Write the page as a PDF file instead.", show_default=False),
    ] = None,
) -> None:
    """Show every rule of a profile, where it comes from and which reading was not taken.

    `tallone rules show fibur --lang en`; `tallone rules show club.toml --pdf club.pdf`
    """
    language = _language(lang)
    book = asked_rulebook(profile)
    head, rows = _head(book, language), _rows(book, language)
    if pdf is not None:
        _write_pdf(pdf, head, rows, language)
        return
    say(f"{head[0]}\n{head[1]}\n")
    _print_table([in_language(HEADINGS[column], language) for column in _COLUMNS], rows)


def diff(one: Profile, other: Profile, lang: Lang = "it") -> None:
    """Show the rules on which two profiles differ: `tallone rules diff febur fibur`."""
    language = _language(lang)
    first, second = asked_rulebook(one).profile, asked_rulebook(other).profile
    columns = [in_language(HEADINGS["rule"], language), first.name, second.name]
    _print_table(columns, differences(first, second, language))


def _language(lang: str) -> Language:
    languages: tuple[Literal["it"], Literal["en"]] = ("it", "en")
    for language in languages:
        if lang == language:
            return language
    raise UsageError(f"no language {lang[:12]!r}; there are it and en")


def _head(book: Rulebook, language: Language) -> tuple[str, str]:
    title, edition = labels(book.profile, language)
    return title, f"{in_language(HEADINGS['edition'], language)}: {edition}"


def _rows(book: Rulebook, language: Language) -> list[tuple[str, ...]]:
    return [(row.title, row.value, row.source, row.instead) for row in rules_page(book, language)]


def _print_table(
    columns: list[str], rows: list[tuple[str, ...]] | list[tuple[str, str, str]]
) -> None:
    table = rich.table.Table(show_lines=True)
    for column in columns:
        table.add_column(Text(shown(column)))
    for row in rows:
        table.add_row(*(Text(shown(part)) for part in row))
    rich.console.Console().print(table)


def _write_pdf(
    path: Path, head: tuple[str, str], rows: list[tuple[str, ...]], language: Language
) -> None:
    import fpdf

    page = fpdf.FPDF(format="A4")
    page.set_margin(12)
    fonts = importlib.resources.files(_FONT_PACKAGE) / "files"
    for style, name in _FONTS.items():
        with importlib.resources.as_file(fonts / name) as file:
            page.add_font(_FAMILY, style, file)
    page.add_page()
    page.set_font(_FAMILY, "B", 16)
    page.multi_cell(0, 8, head[0], new_x="LMARGIN", new_y="NEXT")
    page.set_font(_FAMILY, "", 10)
    page.multi_cell(0, 6, head[1], new_x="LMARGIN", new_y="NEXT")
    page.ln(3)
    page.set_font(_FAMILY, "", 8.5)
    with page.table(col_widths=_WIDTHS, text_align="LEFT", line_height=4.4) as table:
        table.row([in_language(HEADINGS[column], language) for column in _COLUMNS])
        for row in rows:
            table.row(row)
    try:
        page.output(str(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}; give a file that can be written") from error
