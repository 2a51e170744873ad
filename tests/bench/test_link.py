"""The figures of the link, where they are not times."""

import random

import pytest

from tallone.bench import link
from tallone.bench.link import board_cost, figures, frame_bytes, lossy_exchange


@pytest.mark.parametrize("loss", [0.01, 0.1])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_and_nothing_done_twice(loss, seed):
    found = lossy_exchange(random.Random(seed), loss, reports=1000, commands=200)
    assert [figure.value for figure in found if figure.reach is not None] == [0, 0]
    assert next(figure.value for figure in found if "frames lost" in figure.name) > 0


def test_perfect_cable_sends_nothing_again():
    found = lossy_exchange(random.Random(1), 0.0, reports=200, commands=50)
    assert [figure.value for figure in found if "sent again" in figure.name] == [0]


def test_common_frames_are_short():
    assert all(figure.value <= 40 for figure in frame_bytes())


@pytest.mark.needs_micropython
def test_idle_board_allocates_nothing():
    found = {figure.name: figure.value for figure in board_cost()}
    assert found["board, idle, allocated"] == 0
    assert 0 < found["board, report, allocated"] < 1000


def test_without_micropython_the_other_figures_are_there(monkeypatch):
    monkeypatch.setattr(link, "micropython", lambda: None)
    names = [figure.name for figure in figures()]
    assert "host reads a frame" in names
    assert not [name for name in names if name.startswith("board")]
