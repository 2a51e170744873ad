"""The director's acts from the command line: on the same log, looked at first with `--dry-run`."""

import pytest
from typer.testing import CliRunner

from tallone.commands.main import app

PAIRS = "Ada Rossi;Ugo Neri\nIda Conte;Nino Riva\nPia Sala;Tito Galli\nOlga Riva;Enzo Serra\n"


@pytest.fixture
def club(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS)

    def asked(*words, status=0):
        done = CliRunner().invoke(app, ["club", *words, "--folder", str(tmp_path)])
        assert done.exit_code == status or (status and done.exit_code), done.output
        return done.output

    asked("new", "monday", str(path), "--plan", "mitchellx2")
    return asked


def test_a_round_is_drawn_published_typed_corrected_and_undone(club):
    assert "table 1: 1 Ada Rossi / Ugo Neri" in club("draw", "monday")
    assert "nothing was changed" in club("publish", "monday", "--dry-run")
    assert "round 1" in club("draw", "monday")
    club("publish", "monday")
    assert "round 2" in club("draw", "monday")
    assert "VP" in club("result", "monday", "1", "1", "1250", "300")
    said = club("correct", "monday", "1", "1", "entry", "300", "1250", "--why", "read again")
    act = said.split()[-1]
    assert "VP" in club("annul", "monday", act, "--why", "it was right")
    assert "VP 17 -> 16" in club("adjust", "monday", "1", "--vp=-1", "--why", "second warning")
    assert "leave" in club("leave", "monday", "4", "2")


def test_a_list_comes_too_late_and_is_refused(club, tmp_path):
    club("publish", "monday")
    club("import", "monday", str(tmp_path / "pairs.csv"), status=2)
