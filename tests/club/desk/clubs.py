"""An evening of a club with a desk, as a browser's other end sees it."""

import datetime as dt
import re

from fastapi.testclient import TestClient

from tallone.club.desk.doors import Doors, Role
from tallone.club.desk.event_log import EventLog
from tallone.club.desk.site.app import create_app
from tallone.club.desk.site.frame import Desk
from tallone.club.log import EventSettings, open_database
from tallone.club.log.events import Events, Phase
from tallone.club.log.people import Entry, People

PIN = "246810"


class Evening:
    """Eight pairs, two rounds of Mitchell and one Danish; a director and a counting room."""

    def __init__(self, folder, *, names=None, hall=None):
        self.now = 1_800_000_000.0
        database = open_database(folder / "club.sqlite")
        plan = (Phase(movement="mitchell", rounds=2), Phase(movement="danish", rounds=1))
        settings = EventSettings(
            name="lunedi", title="Torneo del lunedì", held=dt.date(2026, 1, 5), plan=plan
        )
        event = Events(database).add(settings)
        people = People(database)
        names = names or [f"Giocatore {n}" for n in range(1, 17)]
        for number in range(8):
            two = tuple(people.add(names[2 * number + place]) for place in (0, 1))
            people.enter(event, [Entry(number=number + 1, players=two)])
        self.log = EventLog(database, event)
        self.doors = Doors(folder / "doors.json")
        self.doors.add("Ada", PIN, Role.DIRECTOR)
        self.doors.add("Ugo", PIN, Role.COUNTING)
        self.desk = Desk(self.log, self.doors, hall, clock=lambda: self.now)
        self.app = create_app(self.desk)

    def browser(self, *, address="192.168.1.20", host="tavoli.local"):
        return Browser(
            TestClient(
                self.app, base_url=f"http://{host}", client=(address, 5000), follow_redirects=True
            ),
            self,
        )


class Browser:
    """One browser; what it presses is in the page that it was shown."""

    def __init__(self, client, evening):
        self.client, self.evening, self.text = client, evening, ""
        self.status = 0

    def get(self, path, **headers):
        return self._seen(self.client.get(path, headers=headers))

    def sign_in(self, name="Ada", pin=PIN):
        return self._seen(self.client.post("/sign-in", data={"name": name, "pin": pin}))

    @property
    def form(self):
        return re.search(r'name="form" value="([^"]+)"', self.text)[1]

    def look(self, act, **fields):
        self.evening.now += 1
        return self._seen(
            self.client.post("/desk/look", data={"form": self.form, "act": act, **fields})
        )

    def confirm(self):
        fields = dict(
            re.findall(
                r'<input type="hidden" name="([^"]+)" value="([^"]*)">',
                self.text.split("<main>")[1],
            )
        )
        return self._seen(self.client.post("/desk/do", data=fields))

    def act(self, act, **fields):
        self.look(act, **fields)
        return self.confirm()

    def _seen(self, response):
        self.text, self.status = response.text, response.status_code
        return self.text
