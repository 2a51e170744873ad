"""The pages, on the local network: FastAPI over one event's log, and a hub if there is one.

House rules: a page shows what follows from the log; a form leads to a look at what it would change, and only
the second button does it. Names are escaped by the templates; every form carries its session's token; nobody
from outside the local network is answered unless the club allows it.
"""

import asyncio
import ipaddress
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from importlib import resources
from typing import Any, Final, Protocol

import jinja2
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from tallone.club.desk.asking import Asked, Wanted, role_for, wanted
from tallone.club.desk.doors import Doors, Session, is_near
from tallone.club.desk.drawing import next_round, phase_of
from tallone.club.desk.event_log import EventLog
from tallone.club.desk.preview import preview
from tallone.club.desk.texts import LANGUAGES, say
from tallone.club.rules.record.projection import Projection, TableResult
from tallone.club.rules.refusal import Refused

_COOKIE: Final = "tallone"
_MAX_FORM: Final = 20_000
_LIVE_EVERY_S: Final = 1.0
_MAX_LISTENERS: Final = 1_000
_UNDONE: Final = ("adjust", "correct", "leave")
_SAFETY: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class HallWords(Protocol):
    """What the desk has the tables told."""

    def publish(self, number: int, now: float) -> None: ...
    def open(self, number: int, now: float) -> None: ...
    def time_out(self, number: int, now: float) -> None: ...
    @property
    def tables(self) -> Mapping[int, Any]: ...


class Desk:
    """What every page needs: the log, the doors, the hall."""

    def __init__(
        self,
        log: EventLog,
        doors: Doors,
        hall: HallWords | None = None,
        *,
        anywhere: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.log, self.doors, self.hall = log, doors, hall
        self.anywhere, self.clock = anywhere, clock
        self.listeners = 0
        loader = jinja2.PackageLoader("tallone.club.desk", "pages")
        self._pages = jinja2.Environment(
            loader=loader, autoescape=True, undefined=jinja2.StrictUndefined
        )

    def page(self, name: str, request: Request, **values: Any) -> HTMLResponse:
        """Return a page in the reader's language."""
        language, settings = language_of(request), self.log.settings()
        names = self.log.names() if settings.show_names or self.session(request) else {}

        def named(number: int) -> str:
            return f"{number} {names[number]}" if number in names else str(number)

        text = self._pages.get_template(name).render(
            {
                "settings": settings,
                "language": language,
                "version": len(self.log.facts()),
                "session": self.session(request),
                "problem": "",
                "t": lambda key: say(key, language),
                "name": named,
                "side": lambda side: ", ".join(map(named, side)),
                "points": lambda number: f"{number:,}".replace(
                    ",", "." if language == "it" else ","
                ),
                **values,
            }
        )
        response = HTMLResponse(text, status_code=values.get("status", 200))
        if request.query_params.get("language") in LANGUAGES:
            response.set_cookie("language", language, samesite="strict", max_age=10**7)
        return response

    def session(self, request: Request) -> Session | None:
        """Return who asks, if he has signed in."""
        return self.doors.session(request.cookies.get(_COOKIE, ""), self.clock())

    def message(self, request: Request, key: str, status: int) -> HTMLResponse:
        """Return a page with one sentence."""
        text = say(key, language_of(request))
        return self.page("message.html", request, message=text, status=status)


def language_of(request: Request) -> str:
    """Return the reader's language: asked for, kept, or the browser's; Italian if none says."""
    for found in (request.query_params.get("language"), request.cookies.get("language")):
        if found in LANGUAGES:
            return str(found)
    accepted = request.headers.get("accept-language", "it")[:100].lower()
    first = re.search(r"\b(it|en)\b", accepted)
    return first[1] if first else "it"


def create_app(desk: Desk) -> FastAPI:
    """Return the application of one event."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.middleware("http")(_guard(desk))
    _public(app, desk)
    _doors(app, desk)
    _director(app, desk)
    return app


def _guard(
    desk: Desk,
) -> Callable[[Request, Callable[[Request], Awaitable[Response]]], Awaitable[Response]]:
    async def guard(
        request: Request, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        client = request.client.host if request.client else ""
        if not desk.anywhere and not (is_near(client) and _is_ours(request)):
            response: Response = HTMLResponse(say("far", language_of(request)), status_code=403)
        elif int(request.headers.get("content-length") or 0) > _MAX_FORM:
            response = Response(status_code=413)
        else:
            response = await answer(request)
        response.headers.update(_SAFETY)
        return response

    return guard


def _is_ours(request: Request) -> bool:
    """Whether the page was asked for by an address or a local name: no foreign page's name leads here."""
    host = request.headers.get("host", "").rsplit(":", 1)[0].strip("[]").lower()
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".local") or ("." not in host and bool(host))
    return True


def _public(app: FastAPI, desk: Desk) -> None:
    @app.get("/")
    def standing(request: Request) -> Response:
        number = max(desk.log.state().out, default=0)
        after = desk.log.after(number) if number else None
        rows = after.rows if after else ()
        return desk.page(
            "standing.html",
            request,
            rows=rows,
            round=number,
            provisional=after is not None and after.provisional,
            grouped=any(row.group for row in rows),
        )

    @app.get("/hall")
    def hall(request: Request) -> Response:
        state = desk.log.state()
        number = max(state.seatings, default=0)
        return desk.page(
            "hall.html",
            request,
            round=number,
            is_open=number in state.opened,
            tables=_tables(state, number),
            byes=state.seatings[number].byes if number else (),
        )

    @app.get("/live")
    async def live() -> Response:
        if desk.listeners >= _MAX_LISTENERS:
            return Response(status_code=503)
        return StreamingResponse(_versions(desk), media_type="text/event-stream")

    @app.get("/static/{name}")
    def static(name: str) -> Response:
        kinds = {"style.css": "text/css", "live.js": "text/javascript"}
        if name not in kinds:
            return Response(status_code=404)
        text = resources.files("tallone.club.desk").joinpath("pages", name).read_text("utf-8")
        return Response(text, media_type=kinds[name])


async def _versions(desk: Desk) -> AsyncIterator[str]:
    """Yield how many facts there are, whenever there are more, and now and then all the same."""
    desk.listeners += 1
    try:
        told, silent = -1, 0
        while True:
            version = await asyncio.to_thread(lambda: len(desk.log.facts()))
            silent += 1
            if version != told or silent >= 15:
                told, silent = version, 0
                yield f"data: {version}\n\n"
            await asyncio.sleep(_LIVE_EVERY_S)
    finally:
        desk.listeners -= 1


def _doors(app: FastAPI, desk: Desk) -> None:
    @app.get("/sign-in")
    def ask(request: Request) -> Response:
        return desk.page("sign_in.html", request, people=desk.doors.names, wait=0, wrong=False)

    @app.post("/sign-in")
    async def sign_in(request: Request) -> Response:
        form, now = await _form(request), desk.clock()
        name = form.get("name", "")[:60]
        secret = await asyncio.to_thread(desk.doors.sign_in, name, form.get("pin", ""), now)
        if secret is None:
            wait = round(desk.doors.waits(name, now))
            values = {"people": desk.doors.names, "wait": wait, "wrong": True}
            return desk.page("sign_in.html", request, status=403, **values)
        response = RedirectResponse("/desk", status_code=303)
        response.set_cookie(_COOKIE, secret, httponly=True, samesite="strict")
        return response

    @app.post("/sign-out")
    async def sign_out(request: Request) -> Response:
        session = desk.session(request)
        if session and (await _form(request)).get("form") == session.form:
            desk.doors.sign_out(request.cookies.get(_COOKIE, ""))
        return RedirectResponse("/", status_code=303)


def _director(app: FastAPI, desk: Desk) -> None:
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
    form, session = await _form(request), desk.session(request)
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
    return RedirectResponse("/desk", status_code=303)


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a form that are text, each bounded."""
    async with request.form(max_files=0, max_fields=50) as form:
        return {key[:40]: value[:1000] for key, value in form.items() if isinstance(value, str)}


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
        "tables": sorted(_tables(state, number), key=_urgency),
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


def _tables(state: Projection, number: int) -> list[TableResult]:
    return [one for one in state.results if one.round == number]


def _side(side: int | list[int]) -> tuple[int, ...]:
    return (side,) if isinstance(side, int) else tuple(side)
