"""A whole hall without a network: tables, a hub, its log, and a broker that loses, doubles and delays."""

import heapq
import random

from tallone.club.hall.hub_end import HubEnd, Plan
from tallone.club.hall.messages import Ack, Seat, encode
from tallone.club.hall.table_end import TableEnd
from tallone.club.rules.codes import load_code
from tallone.club.rules.record.projection import project
from tallone.club.rules.record.state import EventRules
from tallone.club.rules.scoring import scale_for

PLAN = Plan(hands=3, minutes=35, code="febur", names={1: "Ada e Bice"})


def rules(entrants):
    scale = scale_for(3, load_code("febur"))
    return EventRules(entrants=tuple(range(1, entrants + 1)), scale=scale)


class Table:
    """One table: its program, and the journal that outlives it."""

    def __init__(self, hall, number):
        self.hall, self.number, self.boot = hall, number, number * 1000
        self.journal = {}  # owed messages by id
        self.played = set()
        self.start()

    def start(self):
        self.boot += 1
        self.end = TableEnd(self.number, self.boot, list(self.journal.values()))
        self.end.greet(self.hall.now, "0.1.0")
        self.plan = []

    def hear(self, raw, retained):
        got = self.end.hear(raw, self.hall.now, retained=retained)
        if isinstance(got, Ack):
            self.journal.pop(got.id, None)
        elif isinstance(got, Seat):
            self.obeyed(got)

    def obeyed(self, seat):
        if seat.round not in self.played:
            self.plan.append((self.hall.now + self.hall.chance.uniform(5, 60), seat))

    def step(self):
        now = self.hall.now
        for at, seat in list(self.plan):
            if at <= now:
                self.plan.remove((at, seat))
                if seat.round not in self.played:
                    self.played.add(seat.round)
                    self.play(seat)
        self.journal = {message.id: message for message in self.end.owed}
        for raw in self.end.due(now):
            self.hall.send("hub", self.number, raw)
        status = self.end.status(now, "play", 1, trouble=False)
        if status:
            self.hall.send("hub", self.number, status)

    def play(self, seat):
        (a,), (b,) = seat.a, seat.b
        points = {
            str(a): self.hall.chance.randrange(-200, 2000, 5),
            str(b): self.hall.chance.randrange(-200, 2000, 5),
        }
        self.hall.truth[seat.round, self.number] = points
        now = self.hall.now
        for hand in (1, 2, 3):
            self.end.hand(now, seat.round, hand, points)
        if self.hall.chance.random() < 0.2:
            wrong = {**points, str(a): points[str(a)] + 50}
            self.end.result(now, seat.round, wrong, (a,))
            self.end.dispute(now, seat.round, b)
            self.end.result(now + 1, seat.round, points, (a, b), rev=2)
        else:
            self.end.result(now, seat.round, points, (a,))
            self.end.confirm(now + 1, seat.round, b)


class Hall:
    """The whole of it, from one seed."""

    def __init__(self, seed, tables=6, rounds=3, *, loss=0.2, restarts=0.002):
        self.chance = random.Random(seed)
        self.now = 1_800_000_000.0
        self.loss, self.restarts = loss, restarts
        self.rounds = rounds
        self.queue, self.number = [], 0
        self.truth = {}
        self.log, self.known = [], set()
        self.rules = rules(2 * tables)
        self.hub = HubEnd(PLAN)
        self.broker_until = 0.0
        self.tables = {number: Table(self, number) for number in range(1, tables + 1)}
        self._state = (-1, None)

    def send(self, to, table, raw):
        if self.now < self.broker_until:
            return
        for _ in range(1 + (self.chance.random() < 0.1)):
            if self.chance.random() >= self.loss:
                self.number += 1
                heapq.heappush(
                    self.queue, (self.now + self.chance.uniform(0, 3), self.number, to, table, raw)
                )

    def fact(self, **written):
        self.number += 1
        self.log.append({"id": f"desk-{self.number}", "at": self.now, **written})

    def seat(self, number):
        order = list(range(1, 2 * len(self.tables) + 1))
        self.chance.shuffle(order)
        tables = [{"table": t, "a": order[2 * t - 2], "b": order[2 * t - 1]} for t in self.tables]
        self.fact(kind="seating", round=number, tables=tables)
        self.fact(kind="open", round=number)
        state = self.state()
        for seat in self.hub.seats(number, self.now, state):
            table = next(t["table"] for t in tables if t["a"] == seat.a[0])
            self.send("table", table, encode(seat))

    def state(self):
        """Return the projection of the log, made anew only when the log has grown."""
        if self._state[0] != len(self.log):
            self._state = len(self.log), project(self.rules, self.log)
        return self._state[1]

    def step(self):
        self.now += 0.5
        state = self.state()
        while self.queue and self.queue[0][0] <= self.now:
            _, _, to, table, raw = heapq.heappop(self.queue)
            if to == "table":
                self.tables[table].hear(raw, retained=False)
                continue
            answer = self.hub.hear(table, raw, self.now, self.state)
            fresh = [fact for fact in answer.facts if fact["id"] not in self.known]
            self.log += fresh
            self.known |= {fact["id"] for fact in fresh}
            for word in answer.words:
                self.send("table", table, word)
        for table, word in self.hub.tick(self.now, state):
            self.send("table", table, encode(word))
        for table in self.tables.values():
            table.step()
        self.mishap()
        return state

    def mishap(self):
        for table in self.tables.values():
            if self.chance.random() < self.restarts:
                table.start()
        if self.chance.random() < self.restarts:
            self.hub = HubEnd(PLAN)
        if self.chance.random() < self.restarts:
            self.broker_until = self.now + 20

    def run(self, most=4000):
        for number in range(1, self.rounds + 1):
            self.seat(number)
            for _ in range(most):
                state = self.step()
                mine = [result for result in state.results if result.round == number]
                quiet = not any(table.end.owed for table in self.tables.values())
                if (
                    quiet
                    and all(result.state == "confirmed" for result in mine)
                    and len(mine) == len(self.tables)
                ):
                    break
            else:
                raise AssertionError(f"round {number} has not ended")
        return state
