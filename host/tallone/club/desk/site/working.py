"""Pages for the counting room: slips by keyboard alone, prizes, the minute, and every list as a file."""

from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from tallone.club.desk.site.frame import Desk, language_of, tables_of
from tallone.club.desk.texts import say
from tallone.club.files.choices import KINDS, What
from tallone.club.files.handing import prizes_of, written
from tallone.club.rules.refusal import Refused

_TYPES: Final = {
    ".csv": "text/csv; charset=utf-8",
    ".pdf": "application/pdf",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
_OF_MINUTE: Final = ("adjust", "correct", "leave", "annul", "enter", "standing", "final")


def working_pages(app: FastAPI, desk: Desk) -> None:
    """Add the counting room's pages."""

    @app.get("/desk/slips")
    def slips(request: Request) -> Response:
        if desk.session(request) is None:
            return RedirectResponse("/sign-in", status_code=303)
        state = desk.log.state()
        number = max(state.seatings, default=0)
        missing = [one.table for one in tables_of(state, number) if one.state == "missing"]
        return desk.page("slips.html", request, round=number, missing=missing)

    @app.get("/desk/prizes")
    def prizes(request: Request) -> Response:
        if desk.session(request) is None:
            return RedirectResponse("/sign-in", status_code=303)
        lists = desk.log.lists(language_of(request))
        found = prizes_of(lists, desk.log.settings())
        ranks = {row.entrant: row.rank for row in lists.state.rows}
        values = {"won": found.awards, "ranks": ranks, "left": found.left}
        return desk.page("prizes.html", request, provisional=lists.state.provisional, **values)

    @app.get("/desk/minute")
    def minute(request: Request) -> Response:
        if desk.session(request) is None:
            return RedirectResponse("/sign-in", status_code=303)
        acts = [
            one
            for one in desk.log.history()
            if one["fact"]["kind"] in _OF_MINUTE or one["fact"].get("rev", 1) > 1
        ]
        rejected = desk.log.state().rejected
        return desk.page("minute.html", request, acts=acts, rejected=rejected)

    @app.get("/desk/file/{name}")
    def file(request: Request, name: str) -> Response:
        if desk.session(request) is None:
            return RedirectResponse("/sign-in", status_code=303)
        what, dot, kind = name.rpartition(".")
        suffix = f"{dot}{kind}"
        if what not in {one.value for one in What} or suffix not in KINDS:
            return desk.message(request, "nothing_there", 404)
        try:
            lists = desk.log.lists(language_of(request))
            data = written(lists, What(what), suffix, None, desk.log.settings())
        except Refused as error:
            text = f"{say('refused', language_of(request))}: {error.message}"
            return desk.message(request, text, 409)
        headers = {"Content-Disposition": f'attachment; filename="{what}{suffix}"'}
        return Response(data, media_type=_TYPES[suffix], headers=headers)
