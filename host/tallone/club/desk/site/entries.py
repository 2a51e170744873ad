"""The list of pairs brought to the desk: a file or pasted text, looked at with its problems, then taken whole."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from tallone.club.desk.acts.entering import MAX_LIST, read_entries
from tallone.club.desk.doors import Session
from tallone.club.desk.site.frame import Desk
from tallone.club.rules.lists.importing import Imported
from tallone.club.rules.refusal import Refused

LOOK: Final = "/desk/entries/look"
_OURS: Final = ("player_1", "player_2", "pair", "card_1", "card_2", "club", "province", "region")
_COLUMN: Final = "column "
_MAX_KEPT: Final = 5  # lists that somebody is looking at


def entries_pages(app: FastAPI, desk: Desk) -> None:
    """Add the pages of the list of pairs."""

    @app.get("/desk/entries")
    def entries(request: Request) -> Response:
        session = desk.session(request)
        if session is None:
            return RedirectResponse("/sign-in", status_code=303)
        return desk.page("entries.html", request, **_values(desk, session))

    @app.post(LOOK)
    async def look(request: Request) -> Response:
        fields, data = await _sent(request)
        session = desk.session(request)
        if session is None or fields.get("form") != session.form:
            return desk.message(request, "gone", 403)
        token = fields.get("list", "")
        if data:
            token = secrets.token_hex(8)
            desk.lists[token] = data
            while len(desk.lists) > _MAX_KEPT:
                desk.lists.pop(next(iter(desk.lists)))
        return await asyncio.to_thread(_look, desk, request, session, token, fields)


def _look(
    desk: Desk, request: Request, session: Session, token: str, fields: Mapping[str, str]
) -> Response:
    data = desk.lists.get(token)
    values = _values(desk, session)
    if data is None:
        return desk.message(request, "gone", 403)
    columns = {
        key.removeprefix(_COLUMN): ours
        for key, ours in fields.items()
        if key.startswith(_COLUMN) and ours in _OURS
    }
    try:
        found = read_entries(data, fields.get("sheet") or None, columns)
        if fields.get("take"):
            desk.log.enter(found)
            desk.lists.pop(token, None)
            return RedirectResponse("/desk/entries", status_code=303)
    except Refused as error:
        return desk.page(
            "entries.html", request, **{**values, "problem": error.message, "status": 409}
        )
    return desk.page("entries.html", request, **{**values, **_seen(found, columns), "list": token})


def _values(desk: Desk, session: Session) -> dict[str, Any]:
    return {
        "session": session,
        "entered": sorted(desk.log.names().items()),
        "may_enter": not desk.log.version(),
        "list": "",
        "rows": (),
        "problems": (),
        "columns": {},
        "unknown": (),
        "ours": _OURS,
    }


def _seen(found: Imported, columns: Mapping[str, str]) -> dict[str, Any]:
    unknown = [one.what for one in found.problems if one.code == "import.unknown_column"]
    return {
        "rows": found.rows,
        "problems": found.problems,
        "columns": columns,
        "unknown": list(dict.fromkeys([*unknown, *columns])),
    }


async def _sent(request: Request) -> tuple[dict[str, str], bytes]:
    """Return the fields of a form and the list that came with it, as a file or pasted."""
    fields, data = {}, b""
    async with request.form(max_files=1, max_fields=60, max_part_size=MAX_LIST) as form:
        for key, value in form.items():
            if isinstance(value, str):
                if key == "pasted":
                    data = data or value.strip().encode()
                else:
                    fields[key[:100]] = value[:200]
            else:
                data = await value.read(MAX_LIST + 1) or data
    return fields, data
