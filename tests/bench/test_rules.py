"""The bench measures what it says; how fast is not tested."""

from random import Random

from tests.rules.proofs.sampling import any_set

from tallone.bench.rules import measure, plain_meld
from tallone.rules.melds.shapes import shapes


def test_all_figures_are_there():
    figures = measure(0.02)
    for pace in (figures.sets, figures.hands, figures.replays):
        assert pace.a_second > 0
        assert pace.ratio == pace.a_second / pace.plain_a_second
    assert [growth.melds for growth in figures.growth] == [1, 5, 10, 20]
    assert all(growth.micros > 0 for growth in figures.growth)
    few, *_, many = (growth.bytes for growth in figures.growth)
    assert 0 < few < many
    assert figures.remembered > 0


def test_the_plain_validator_agrees_about_what_is_a_meld():
    rng = Random("plain")
    for _ in range(2000):
        faces = [copy.card for copy in any_set(rng)]
        assert plain_meld(faces) == bool(shapes(faces)), faces
