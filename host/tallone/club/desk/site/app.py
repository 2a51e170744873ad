"""The pages, on the local network: FastAPI over one event's log, and a hub if there is one.

House rules: a page shows what follows from the log; a form leads to a look at what it would change, and only
the second button does it. Names are escaped by the templates; every form carries its session's token; nobody
from outside the local network is answered unless the club allows it.
"""

import ipaddress
from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from tallone.club.desk.acts.entering import MAX_LIST
from tallone.club.desk.doors import is_near
from tallone.club.desk.site.directing import director_pages
from tallone.club.desk.site.entries import LOOK, entries_pages
from tallone.club.desk.site.frame import Desk, language_of
from tallone.club.desk.site.open_pages import public_pages
from tallone.club.desk.site.signing import signing_pages
from tallone.club.desk.site.working import working_pages
from tallone.club.desk.texts import say

MAX_FORM: Final = 20_000
_SAFETY: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


def create_app(desk: Desk) -> FastAPI:
    """Return the application of one event."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.middleware("http")(_guard(desk))
    public_pages(app, desk)
    signing_pages(app, desk)
    director_pages(app, desk)
    entries_pages(app, desk)
    working_pages(app, desk)
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
        elif int(request.headers.get("content-length") or 0) > _most(request):
            response = Response(status_code=413)
        else:
            response = await answer(request)
        response.headers.update(_SAFETY)
        return response

    return guard


def _most(request: Request) -> int:
    """Return how many bytes a request may bring: a list of pairs more than a form."""
    return MAX_LIST + MAX_FORM if request.url.path == LOOK else MAX_FORM


def _is_ours(request: Request) -> bool:
    """Whether the page was asked for by an address or a local name: no foreign page's name leads here."""
    host = request.headers.get("host", "").rsplit(":", 1)[0].strip("[]").lower()
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".local") or ("." not in host and bool(host))
    return True
