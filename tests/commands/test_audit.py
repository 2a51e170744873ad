"""`tallone audit shuffle`: the plan first, every test, pictures, and the verdict as exit status."""

import pygame
import pytest

from tallone.commands import main
from tallone.dealing.audit.shuffles import BIASES
from tallone.display.painting import heat_map


def call(capsys, *arguments):
    status = main.run(["audit", "shuffle", *map(str, arguments)])
    return status, *capsys.readouterr()


def test_the_croupiers_shuffle_passes_and_its_pictures_are_written(capsys, tmp_path):
    png, pdf = tmp_path / "map.png", tmp_path / "audit.pdf"
    status, out, _err = call(
        capsys, "--n", 540, "--seed", 3, "--heat-map", png, "--pdf", pdf, "--language", "en"
    )
    assert status == 0, out
    first, second, *_, last = out.splitlines()
    assert "as collected" in first
    assert "540 shuffles, error rate of all tests together 0.001" in second
    assert last.startswith("The shuffle passes")
    assert out.count("as fair") == 7
    assert pygame.image.load(png).get_size()[0] > 108 * 5
    assert pdf.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("bias", "n"), [("one-riffle", 10), ("ten-shelves", 50)])
def test_a_biased_shuffle_is_caught_and_the_status_says_so(capsys, bias, n):
    status, out, _err = call(capsys, "--bias", bias, "--n", n, "--seed", 1)
    assert status == 1
    assert "NON GIUSTO" in out


def test_biases_are_listed_and_a_typing_mistake_gets_the_nearest(capsys):
    assert call(capsys, "--bias", "list") == (0, "\n".join(BIASES) + "\n", "")
    status, out, err = call(capsys, "--bias", "ten-shelfs")
    assert (status, out) == (2, "")
    assert "did you mean ten-shelves?" in err


def test_a_seeded_audit_repeats_itself(capsys):
    first = call(capsys, "--n", 20, "--seed", 5, "--players", 2)
    assert first == call(capsys, "--n", 20, "--seed", 5, "--players", 2)


def test_colours_say_which_way_and_how_far():
    assert heat_map.colour(0.0) == (255, 255, 255)
    red, blue = heat_map.colour(9.0), heat_map.colour(-9.0)
    assert red == heat_map.colour(4.0) != heat_map.colour(2.0)
    assert red[0] > red[2]
    assert blue[2] > blue[0]
