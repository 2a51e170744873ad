"""What every page needs: the log, the doors, the hall, the reader's language and the form he sent."""

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse

from tallone.club.desk.doors import Doors, Session
from tallone.club.desk.event_log import EventLog
from tallone.club.desk.texts import LANGUAGES, say
from tallone.club.rules.record.state import Projection, TableResult

COOKIE: Final = "tallone"


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
        self.lists: dict[str, bytes] = {}  # brought to the desk and not yet taken
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
                "version": self.log.version(),
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
        return self.doors.session(request.cookies.get(COOKIE, ""), self.clock())

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


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form that are text, each bounded."""
    async with request.form(max_files=0, max_fields=50) as form:
        return {key[:40]: value[:1000] for key, value in form.items() if isinstance(value, str)}


def tables_of(state: Projection, number: int) -> list[TableResult]:
    return [one for one in state.results if one.round == number]
