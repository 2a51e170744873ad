"""An audit for people: a table in the terminal, a picture, a page."""

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import rich.console
import rich.table

from tallone.dealing.audit.audit import AuditPlan, AuditReport, TestResult
from tallone.display.texts.phrases import text
from tallone.outside import say

_PAGE_MM: Final = (210.0, 297.0)
_MARGIN_MM: Final = 14.0
_MAP_MM: Final = 150.0


def print_plan(plan: AuditPlan, bias: str, lang: str) -> None:
    """Say what is fixed before the first shuffle."""
    say("\n".join(_head(plan, bias, lang)))


def print_report(report: AuditReport, lang: str) -> None:
    """Print every test and the verdict."""
    table = rich.table.Table(expand=False)
    for column in ("test", "seen", "expected", "p", "result"):
        right = column in ("seen", "expected", "p")
        table.add_column(text(f"audit.{column}", lang), justify="right" if right else "left")
    for result in report.results:
        table.add_row(*_cells(result, lang))
    rich.console.Console(width=None if sys.stdout.isatty() else 120).print(table)
    say("\n".join(_end(report, lang)))


def write_pictures(
    report: AuditReport,
    cells: Sequence[int],
    bias: str,
    lang: str,
    *,
    heat_map: Path | None,
    pdf: Path | None,
) -> None:
    """Write what is asked for: the picture, the page with table and picture."""
    if heat_map is None and pdf is None:
        return
    import pygame

    from tallone.display.painting import heat_map as maps

    shuffles = report.plan.shuffles
    picture = maps.draw(
        cells,
        shuffles,
        text("audit.map", lang, n=shuffles),
        text("audit.before", lang),
        text("audit.after", lang),
    )
    if heat_map is not None:
        maps.save(picture, heat_map)
    if pdf is not None:
        buffer = io.BytesIO()
        pygame.image.save(picture, buffer, "map.png")
        pdf.write_bytes(_page(report, bias, lang, buffer))


def _page(report: AuditReport, bias: str, lang: str, picture: io.BytesIO) -> bytes:
    from tallone.dealing.promise.paper import page, write_lines

    paper = page(*_PAGE_MM, _MARGIN_MM, text("audit.title", lang))
    write_lines(paper, [text("audit.title", lang)], 18, 10.0)
    write_lines(paper, [*_head(report.plan, bias, lang), ""], 10, 5.5)
    for result in report.results:
        for cell, wide in zip(_cells(result, lang), (70, 30, 30, 26, 26), strict=True):
            paper.cell(wide, 5.5, cell)
        paper.ln()
    write_lines(paper, ["", *_end(report, lang), "", text("audit.map.how", lang)], 10, 5.5)
    paper.image(picture, x=(_PAGE_MM[0] - _MAP_MM) / 2, y=paper.get_y() + 2, w=_MAP_MM)
    return bytes(paper.output())


def _head(plan: AuditPlan, bias: str, lang: str) -> list[str]:
    named = bias or text("audit.croupier", lang)
    return [
        text("audit.what", lang, shuffle=named),
        text("audit.plan", lang, n=plan.shuffles, alpha=f"{plan.alpha:g}"),
    ]


def _end(report: AuditReport, lang: str) -> list[str]:
    limit = report.plan.alpha / len(report.results)
    verdict = "audit.passed" if report.passed else "audit.failed"
    return [text("audit.limit", lang, limit=f"{limit:.2g}"), text(verdict, lang)]


def _cells(result: TestResult, lang: str) -> tuple[str, ...]:
    return (
        text(f"audit.test.{result.name}", lang),
        f"{result.seen:,.4f}",
        f"{result.expected:,.4f}",
        f"{result.p:.2g}",
        text("audit.right" if result.passed else "audit.wrong", lang),
    )
