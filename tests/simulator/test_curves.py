"""The curves in the documents are measured by the program as it is, and the pictures are drawn from them."""

import dataclasses
import json

from tools import draw_curves

from tallone.dealing.piles.belief import DOUBT_FROM
from tallone.simulator.studies.curves import CASES, NOISES, WITNESSES, Curve

NUMBERS = json.loads(draw_curves.NUMBERS.read_text(encoding="utf-8"))
CURVES = [
    Curve(**{**curve, "points": tuple(map(tuple, curve["points"]))}) for curve in NUMBERS["curves"]
]


def test_numbers_in_the_documents_are_those_that_the_program_measures():
    """A small measurement stands for the large ones; all are made in the same way."""
    measured = json.loads(
        json.dumps([dataclasses.asdict(curve) for curve in draw_curves.sample()])
    )
    assert measured == NUMBERS["sample"]
    assert NUMBERS["asked_from"] == DOUBT_FROM
    assert len(CURVES) == len(CASES) * len(NOISES) * len(WITNESSES)


def test_pictures_are_drawn_from_the_numbers():
    for case in CASES:
        own = [curve for curve in CURVES if curve.case == case.name]
        drawn = draw_curves.picture(draw_curves.TITLES[case.name], own, NUMBERS["trials"])
        picture = draw_curves.IMAGES / f"ready-{case.name}.svg"
        assert picture.read_text(encoding="utf-8") == drawn


def test_threshold_finds_what_it_must_at_the_documented_noise():
    for curve in CURVES:
        if curve.witnesses == WITNESSES[1] and curve.noise == 1:
            assert curve.found >= 0.999
            assert curve.alarms <= 0.001


def test_all_witnesses_together_are_better_than_the_scale_alone():
    alone, together = (
        next(c for c in CURVES if (c.case, c.noise, c.witnesses) == ("stock", 3.0, name))
        for name in WITNESSES
    )
    assert together.alarms < alone.alarms / 10
    assert together.found > 0.97
