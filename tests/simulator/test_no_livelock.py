"""Whatever happens at a table, a look at the book comes to its end: no check undoes what another has settled."""

import pytest

from tallone.app.headless.direct import DirectEvening
from tallone.referee import referee
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse


@pytest.fixture
def most_steps(monkeypatch):
    """The most that was settled in one look; a look that is broken off settles MAX_STEPS."""
    seen = [0]
    settle, step = referee.Referee._settle, referee.Referee._step

    def settling(self, now):
        seen.append(0)
        settle(self, now)
        seen[:] = [max(seen)]

    def stepping(self, now):
        seen[-1] += 1
        if seen[-1] >= referee.MAX_STEPS:
            raise AssertionError(f"{referee.MAX_STEPS} things were settled at {now}")
        return step(self, now)

    monkeypatch.setattr(referee.Referee, "_settle", settling)
    monkeypatch.setattr(referee.Referee, "_step", stepping)
    return seen


@pytest.mark.parametrize(
    ("fault", "seed", "profile"),
    [
        ("short-hand", 27, "online"),  # two hands changed back and forth, thousands of times
        ("swapped-hands", 27, "online"),
        ("card-passed", 3, "fibur"),
        ("long-hand", 4, "febur"),
    ],
)
def test_hands_that_were_mixed_up_are_settled_in_few_steps(most_steps, fault, seed, profile):
    faults = (parse(fault),)
    options = Options(hands=1, seed=seed, profile=profile, level="events", faults=faults)
    [hand] = simulate(options, open_host=DirectEvening).report["hands"]
    assert hand["end"] != "open"
    assert 0 < max(most_steps) < referee.MAX_STEPS
