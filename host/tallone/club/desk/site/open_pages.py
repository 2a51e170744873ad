"""The pages that everybody may read: the standing, the hall, and the news that they have changed."""

import asyncio
from collections.abc import AsyncIterator
from importlib import resources
from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import StreamingResponse

from tallone.club.desk.site.frame import Desk, tables_of

_LIVE_EVERY_S: Final = 1.0
_MAX_LISTENERS: Final = 1_000


def public_pages(app: FastAPI, desk: Desk) -> None:
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
            tables=tables_of(state, number),
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
            version = await asyncio.to_thread(desk.log.version)
            silent += 1
            if version != told or silent >= 15:
                told, silent = version, 0
                yield f"data: {version}\n\n"
            await asyncio.sleep(_LIVE_EVERY_S)
    finally:
        desk.listeners -= 1
