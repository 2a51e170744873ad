"""The model of coupled tags against closed forms, and what must hold of any fan."""

import math
from dataclasses import replace

import pytest

from tallone.simulator import induction
from tallone.simulator.induction import Place, fan, filaments
from tallone.simulator.induction.model import Winding
from tallone.simulator.room import coupling

MODEL = coupling.model()
STRIP, CARD = MODEL.inlays["strip"], MODEL.inlays["card"]


def ring(radius, sides, x=0.0):
    # As large as the circle: the polygon whose area is the circle's.
    out = radius / math.sqrt(sides / math.tau * math.sin(math.tau / sides))
    corners = [
        (x + out * math.cos(math.tau * n / sides), out * math.sin(math.tau * n / sides))
        for n in range(sides)
    ]
    return [(*a, *b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]


def coaxial(a, b, apart):
    """Maxwell's closed form for coaxial circles; both elliptic integrals by the mean of Gauss."""
    m = 4 * a * b / ((a + b) ** 2 + apart**2)
    x, y, total, power = 1.0, math.sqrt(1 - m), m / 2, 1.0
    for _ in range(8):
        x, y, c = (x + y) / 2, math.sqrt(x * y), (x - y) / 2
        total += power * c * c
        power *= 2
    first = math.pi / (2 * x)
    second = first * (1 - total)
    k = math.sqrt(m)
    return 4e-7 * math.pi * math.sqrt(a * b) * ((2 / k - k) * first - 2 / k * second)


@pytest.mark.parametrize(
    ("a", "b", "apart"), [(0.03, 0.03, 0.01), (0.05, 0.02, 0.004), (0.1, 0.1, 0.3)]
)
def test_coaxial_circles_are_maxwells(a, b, apart):
    found = filaments.mutual(ring(a, 60), ring(b, 60), apart)
    assert found == pytest.approx(coaxial(a, b, apart), rel=0.004)


def test_maxwells_form_is_the_one_in_the_tables():
    # Grover, chapter 11: circles of 25 cm and 20 cm, 10 cm apart: 0.2487 microhenry (k' squared = 0.0588).
    assert coaxial(0.25, 0.20, 0.10) == pytest.approx(0.2487e-6, rel=2e-3)


@pytest.mark.parametrize(("side", "apart"), [(0.05, 0.0004), (0.08, 0.02), (0.3, 0.3)])
def test_coaxial_squares_are_the_closed_form(side, apart):
    # Grover, chapter 8: two equal squares, face to face.
    near, far = math.hypot(side, apart), math.sqrt(2 * side**2 + apart**2)
    log = math.log((side + near) / (side + far) * near / apart)
    closed = 8e-7 * (side * log + far - 2 * near + apart)
    square = filaments.rectangle(side, side)
    assert filaments.mutual(square, square, apart) == pytest.approx(closed, rel=1e-9)


@pytest.mark.parametrize("degrees", [0, 3, 20, 45, 89, 91, 160, 180])
def test_oblique_filaments_are_neumanns_integral(degrees):
    angle = math.radians(degrees)
    one = (0.0, 0.0, 0.055, 0.0)
    other = (0.01, -0.004, 0.01 + 0.03 * math.cos(angle), -0.004 + 0.03 * math.sin(angle))
    apart, steps, total = 0.002, 300, 0.0
    for i in range(steps):
        x = 0.055 * (i + 0.5) / steps
        for j in range(steps):
            t = 0.03 * (j + 0.5) / steps
            u, v = other[0] + t * math.cos(angle), other[1] + t * math.sin(angle)
            total += 1 / math.sqrt((u - x) ** 2 + v * v + apart * apart)
    integral = 1e-7 * math.cos(angle) * total * 0.055 * 0.03 / steps**2
    assert filaments.between(one, other, apart) == pytest.approx(integral, rel=2e-4, abs=1e-15)


def test_nearly_parallel_filaments_go_over_into_parallel_ones():
    straight = filaments.between((0, 0, 0.05, 0), (0, 0.01, 0.05, 0.01), 0.001)
    for off in (2e-7, 4e-7, 6e-7, 2e-6, 1e-5):
        hardly = filaments.between((0, 0, 0.05, 0), (0, 0.01, 0.05, 0.01 + off), 0.001)
        assert hardly == pytest.approx(straight, rel=5e-4), off


def test_card_size_loops_couple_as_an_independent_integral_found():
    known = {0: 0.92, 8: 0.69, 10: 0.65, 16: 0.57, 20: 0.53, 32: 0.41, 44: 0.30, 64: 0.11}
    for pitch, k in known.items():
        assert induction.coupling(CARD, 0, pitch, 0.4) == pytest.approx(k, abs=0.02)


@pytest.mark.parametrize("name", sorted(MODEL.inlays))
@pytest.mark.parametrize(
    "spot", [(0, 0, 0), (0, 8, 0), (0, 16, 0), (3, 12, 8), (0, 16, 90), (0, 48, 0)]
)
def test_three_loops_stand_for_all_turns(name, spot):
    x, y, turned = spot
    winding = MODEL.inlays[name].winding
    every = filaments.mutual(
        [side for loop in winding.loops() for side in loop],
        [side for loop in winding.loops() for side in fan._moved(loop, x, y, turned)],
        0.4e-3,
    )
    k = induction.coupling(MODEL.inlays[name], x, y, 0.4, turned)
    assert k == pytest.approx(every / winding.inductance(), abs=0.02)


def places(*spots):
    return [
        Place(x_mm=x, y_mm=y, z_mm=0.4 * level, turn_deg=turned)
        for level, (x, y, turned) in enumerate(spots)
    ]


def test_coupling_is_the_same_seen_from_either_card():
    forth = induction.coupling(STRIP, 3, 11, 0.8, 25)
    # From the other card, the first lies backwards, turned backwards.
    angle = math.radians(25)
    x = -(3 * math.cos(angle) + 11 * math.sin(angle))
    y = 3 * math.sin(angle) - 11 * math.cos(angle)
    # Three loops' nodes and rounding to a thousandth of a millimetre are all that may differ.
    assert induction.coupling(STRIP, x, y, 0.8, -25) == pytest.approx(forth, rel=1e-3)


def test_twice_the_current_is_twice_every_voltage():
    coil = MODEL.coils["lane"]
    strong = replace(MODEL, coils={"lane": replace(coil, ampere=2 * coil.ampere)})
    laid = places((0, -10, 0), (2, 4, 3), (0, 20, 90))
    weak = induction.voltages(MODEL, laid)
    assert induction.voltages(strong, laid) == pytest.approx([2 * volt for volt in weak])


def test_a_card_turned_end_for_end_lies_the_same_and_would_not_off_the_middle():
    laid, turned = places((0, 0, 0), (0, 16, 0)), places((0, 0, 0), (0, 16, 180))
    assert induction.voltages(MODEL, laid) == pytest.approx(induction.voltages(MODEL, turned))
    corner = replace(STRIP, offset_mm=25.0)
    one, other = (induction.voltages(MODEL, spots, corner) for spots in (laid, turned))
    assert abs(one[0] / other[0] - 1) > 0.1


def test_rounded_places_change_little():
    laid = places((0.3, -30.2, 1), (1.1, -14.4, -2), (-0.7, 1.8, 3), (0.2, 18.3, 90))
    rough = induction.voltages(MODEL, laid, step=induction.COARSE)
    assert rough == pytest.approx(induction.voltages(MODEL, laid), rel=0.15)


def test_a_chip_at_its_threshold_answers_every_second_time():
    volt = MODEL.chip.volt
    low, half, high = induction.chances(MODEL, [volt / 2, volt, 2 * volt])
    assert (low < 0.001, half, high > 0.999) == (True, 0.5, True)
    assert induction.chances(MODEL, [0.0]) == [0.0]
    assert induction.voltages(MODEL, []) == []


def test_strips_are_tuned_by_the_chip_alone():
    for name in ("strip", "resonant"):
        bridge = MODEL.inlays[name].farad() - MODEL.chip.farad
        assert 0 < bridge < 2e-12, name


def test_a_winding_that_cannot_be_etched_is_refused():
    with pytest.raises(ValueError, match="16 turns"):
        Winding(long_mm=55, wide_mm=12, turns=16, track_mm=0.2, gap_mm=0.2, foil_um=18)


@pytest.mark.parametrize(
    ("was", "bad", "says"),
    [
        ('inlay = "strip"', 'inlay = "gone"', "no inlay 'gone'"),
        ("turns = 9", "", "cards.toml"),
        ("turns = 9", "turns = 40", "fewer turns"),
        ("[chip]", "[chop]", "chip"),
    ],
)
def test_a_broken_file_says_what_is_wrong(tmp_path, was, bad, says):
    from tallone import paths

    text = (paths.hardware_folder() / "cards.toml").read_text(encoding="utf-8")
    file = tmp_path / "cards.toml"
    file.write_text(text.replace(was, bad, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=says):
        induction.load(file)
