"""Fans and piles of the simulated cards: what is calculated, and what people report of stacks and fans."""

from dataclasses import replace

import pytest

from tallone.simulator import induction
from tallone.simulator.induction.model import Winding
from tallone.simulator.room import coupling


def test_every_card_of_a_fan_on_the_comb_answers_however_many():
    for count in range(1, 15):
        assert min(coupling.fan_readabilities(count, coupling.comb_mm())) > 0.99, count
    assert len(coupling.fan_readabilities(23, coupling.comb_mm())) == 23


def test_a_fan_closed_to_twelve_millimetres_misses_some_rounds_and_to_ten_some_cards():
    assert 0.7 < min(coupling.fan_readabilities(14, 12.0)) < 1
    assert min(coupling.fan_readabilities(14, 10.0)) < 0.05


def test_two_square_cards_may_answer_and_a_pile_does_not():
    # Two stacked cards are what people's strong readers get, three are unreliable, of more some are missing.
    assert min(coupling.pile_readabilities(2)) > 0.9
    assert all(max(coupling.pile_readabilities(count)) < 0.05 for count in (6, 11, 22, 42, 64))


def test_a_weak_reader_hears_no_square_pair():
    # A phone reads one card and of a square pair none: 0 of 20. Card-size loops, one gets three times its need.
    model = coupling.model()
    card = model.inlays["card"]
    winding = Winding(long_mm=40, wide_mm=40, turns=4, track_mm=0.5, gap_mm=0.5, foil_um=35)
    coil = induction.ReaderCoil(winding=winding, ampere=0.1, q=20, depth_mm=30)
    phone = replace(model, coils={"lane": coil})
    alone = induction.voltages(phone, induction.even_fan(phone, 1, 0.0), card)[0]
    weak = replace(coil, ampere=coil.ampere * 3 * model.chip.volt / alone)
    phone = replace(model, coils={"lane": weak})
    pair = induction.voltages(phone, induction.even_fan(phone, 2, 0.0), card)
    assert max(induction.chances(phone, pair)) < 0.01


def test_card_size_inlays_on_the_comb_are_not_read():
    model = coupling.model()
    fan = induction.even_fan(model, 14, model.comb_mm)
    volts = induction.voltages(model, fan, model.inlays["card"])
    assert sum(chance > 0.5 for chance in induction.chances(model, volts)) <= 8


@pytest.mark.parametrize("count", [1, 5, 14])
def test_what_is_built_is_what_is_simulated(count):
    model = coupling.model()
    fan = induction.even_fan(model, count, model.comb_mm)
    chances = induction.chances(model, induction.voltages(model, fan))
    assert coupling.fan_readabilities(count, model.comb_mm) == pytest.approx(chances, abs=1e-3)
