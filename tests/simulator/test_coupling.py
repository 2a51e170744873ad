"""Coupled tags: the calculated resonances, and what people report of stacks and fans."""

import pytest

from tallone.simulator.room.coupling import (
    FAN_MM,
    FREE_MHZ,
    SQUARE_MM,
    coupling,
    readability,
    resonance_mhz,
)

# Cards square on each other, and where they resonate: f0 / sqrt(1 + (n - 1) 0.9), in MHz.
SQUARE = {2: 9.8, 3: 8.1, 5: 6.3, 11: 4.3, 22: 3.0}


@pytest.mark.parametrize(("cards", "mhz"), SQUARE.items())
def test_square_cards_resonate_where_one_resonator_of_all_would(cards, mhz):
    assert resonance_mhz(cards - 1, 0, 0) == pytest.approx(mhz, abs=0.06)
    middle = (cards - 1) // 2
    assert resonance_mhz(middle, cards - 1 - middle, 0) == resonance_mhz(cards - 1, 0, 0)


def test_coupling_has_the_three_known_values():
    assert [round(coupling(pitch), 3) for pitch in (0, 10, 20)] == [0.9, 0.3, 0.1]
    assert resonance_mhz(1, 0, 10) == pytest.approx(11.9, abs=0.06)
    assert resonance_mhz(1, 0, 20) == pytest.approx(12.9, abs=0.06)


def test_a_card_alone_always_answers():
    assert resonance_mhz(0, 0, SQUARE_MM) == FREE_MHZ
    assert readability(0, 0, SQUARE_MM) == 1


@pytest.mark.parametrize("cards", [2, 3, 11, 42])
def test_square_cards_do_not_answer(cards):
    # A pair was read 0 times in 20; of more no card is heard at all.
    assert all(readability(place, cards - 1 - place, SQUARE_MM) < 0.05 for place in range(cards))


def test_cards_on_the_comb_answer_however_many():
    assert {readability(place, 19 - place, FAN_MM) for place in range(20)} == {1}


def test_a_fan_closed_to_fifteen_millimetres_misses_some_and_to_ten_most():
    assert 0.8 < readability(5, 5, 15) < 0.95
    assert readability(5, 5, 10) < 0.05
    assert readability(0, 10, 10) > 0.5, "the uppermost is still heard"


def test_readability_grows_with_pitch_and_falls_with_neighbours():
    pitches = [readability(3, 3, pitch) for pitch in range(31)]
    assert pitches == sorted(pitches)
    neighbours = [readability(count, count, 12) for count in range(12)]
    assert neighbours == sorted(neighbours, reverse=True)
