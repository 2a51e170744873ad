"""Signing in and out at the desk."""

import asyncio

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from tallone.club.desk.site.frame import COOKIE, Desk, form_of


def signing_pages(app: FastAPI, desk: Desk) -> None:
    @app.get("/sign-in")
    def ask(request: Request) -> Response:
        return desk.page("sign_in.html", request, people=desk.doors.names, wait=0, wrong=False)

    @app.post("/sign-in")
    async def sign_in(request: Request) -> Response:
        form, now = await form_of(request), desk.clock()
        name = form.get("name", "")[:60]
        secret = await asyncio.to_thread(desk.doors.sign_in, name, form.get("pin", ""), now)
        if secret is None:
            wait = round(desk.doors.waits(name, now))
            values = {"people": desk.doors.names, "wait": wait, "wrong": True}
            return desk.page("sign_in.html", request, status=403, **values)
        response = RedirectResponse("/desk", status_code=303)
        response.set_cookie(COOKIE, secret, httponly=True, samesite="strict")
        return response

    @app.post("/sign-out")
    async def sign_out(request: Request) -> Response:
        session = desk.session(request)
        if session and (await form_of(request)).get("form") == session.form:
            desk.doors.sign_out(request.cookies.get(COOKIE, ""))
        return RedirectResponse("/", status_code=303)
