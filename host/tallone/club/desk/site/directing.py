"""The desk's own pages: the hall as work, a table, and every act looked at before it is done."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from tallone.club.desk.acts.asking import Asked, Wanted, role_for, wanted
from tallone.club.desk.acts.drawing import next_round, phase_of
from tallone.club.desk.acts.preview import preview
from tallone.club.desk.doors import Session
from tallone.club.desk.site.frame import Desk, form_of, language_of, tables_of
from tallone.club.desk.texts import say
from tallone.club.rules.record.state import Projection, TableResult
from tallone.club.rules.refusal import Refused

_UNDONE: Final = ("adjust", "correct", "leave")


def director_pages(app: FastAPI, desk: Desk) -> None:
    @app.get("/desk")
    def hall(request: Request) -> Response:
        session = desk.session(request)
        if session is None:
            return RedirectResponse("/sign-in", status_code=303)
        return desk.page("desk.html", request, **_desk_values(desk, session))

    @app.get("/desk/table/{number}/{table}")
    def table(request: Request, number: int, table: int) -> Response:
        if desk.session(request) is None:
            return RedirectResponse("/sign-in", status_code=303)
        state = desk.log.state()
        found = [one for one in state.results if (one.round, one.table) == (number, table)]
        if not found:
            return desk.message(request, "nothing_there", 404)
        return desk.page("table.html", request, **_table_values(desk, request, state, found[0]))

    @app.post("/desk/look")
    async def look(request: Request) -> Response:
        return await _act(desk, request, _look)

    @app.post("/desk/do")
    async def do(request: Request) -> Response:
        return await _act(desk, request, _do)


Step = Callable[[Desk, Request, Mapping[str, str], Wanted], Response]


async def _act(desk: Desk, request: Request, step: Step) -> Response:
    """Let a signed-in person's own form through to its step; everything else is told why not."""
    form, session = await form_of(request), desk.session(request)
    if session is None or form.get("form") != session.form:
        return desk.message(request, "gone", 403)
    if not session.may(role_for(form.get("act", ""))):
        return desk.message(request, "not_yours", 403)

    def run() -> Response:
        log = desk.log
        asked = Asked(form=form, settings=log.settings(), state=log.state(), now=desk.clock())
        try:
            return step(desk, request, form, wanted(asked))
        except Refused as error:
            values = _desk_values(desk, session)
            return desk.page(
                "desk.html", request, **{**values, "problem": error.message, "status": 409}
            )

    return await asyncio.to_thread(run)


def _look(desk: Desk, request: Request, form: Mapping[str, str], act: Wanted) -> Response:
    fact = act.fact
    seats = fact.get("tables", ()) if fact else ()
    found = preview(desk.log.rules(), desk.log.facts(), fact) if fact else None
    return desk.page(
        "look.html",
        request,
        title=f"{say(act.title, language_of(request))} {act.round or ''}".strip(),
        seats=[{**one, "a": _side(one["a"]), "b": _side(one["b"])} for one in seats],
        byes=fact.get("byes", ()) if fact else (),
        moved=found.moved if found else (),
        refused=found.refused if found else "",
        fields=sorted(form.items()),
        back=act.back,
    )


def _do(desk: Desk, request: Request, form: Mapping[str, str], act: Wanted) -> Response:
    session = desk.session(request)
    if act.fact is not None:
        desk.log.append([act.fact], author=session.name if session else "")
    word = {"seating": "publish", "open": "open", "time_out": "time_out"}.get(form.get("act", ""))
    if word and desk.hall is not None:
        getattr(desk.hall, word)(act.round, desk.clock())
    after = "/desk/slips" if form.get("then") == "slips" else "/desk"
    return RedirectResponse(after, status_code=303)


def _desk_values(desk: Desk, session: Session) -> dict[str, Any]:
    state, settings = desk.log.state(), desk.log.settings()
    number, now = max(state.seatings, default=0), desk.clock()
    heard = desk.hall.tables if desk.hall is not None else {}
    try:
        following = next_round(state)
        phase_of(settings, following)
    except Refused:
        following = 0
    return {
        "state": state,
        "round": number,
        "next": following,
        "is_open": number in state.opened,
        "is_director": session.may(role_for("final")),
        "tables": sorted(tables_of(state, number), key=_urgency),
        "matters": state.matters,
        "silent": {table for table, one in heard.items() if one.is_silent(now)},
        "calls": sorted(table for table, one in heard.items() if one.called_at is not None),
        "history": _history(desk),
    }


def _table_values(
    desk: Desk, request: Request, state: Projection, one: TableResult
) -> dict[str, Any]:
    session = desk.session(request)
    slips = (("version_device", one.book.device.top), ("version_paper", one.book.paper.top))
    return {
        "one": one,
        "versions": [(title, slip) for title, slip in slips if slip is not None],
        "matters": [
            found.code
            for found in state.matters
            if (found.round, found.table) == (one.round, one.table)
        ],
        "is_director": session is not None and session.may(role_for("final")),
    }


# What needs somebody comes first.
_ORDER: Final = ("conflict", "disputed", "missing", "proposed")


def _urgency(one: TableResult) -> tuple[int, int]:
    place = _ORDER.index(one.state) if one.state in _ORDER else len(_ORDER)
    return place, one.table


def _history(desk: Desk) -> list[dict[str, Any]]:
    told = []
    for entry in reversed(desk.log.history()[-200:]):
        fact = entry["fact"]
        if entry["author"] == "tables":
            continue
        details = ", ".join(
            f"{key} {fact[key]}"
            for key in ("round", "table", "entrant", "points", "vp", "mp", "why")
            if fact.get(key)
        )
        told.append(
            {
                "author": entry["author"],
                "told": f"{fact['kind']}: {details}" if details else fact["kind"],
                "id": fact["id"],
                "undo": fact["kind"] in _UNDONE,
            }
        )
    return told


def _side(side: int | list[int]) -> tuple[int, ...]:
    return (side,) if isinstance(side, int) else tuple(side)
