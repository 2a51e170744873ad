"""`tallone calibrate`, on the simulated mat and on a board at a port."""

import time
import types

import pytest
from tests.firmware import micropython
from tests.link.real_board import Cable

from tallone.commands import main
from tallone.display.texts.phrases import text
from tallone.errors import FirmwareError
from tallone.firmware import calibrating
from tallone.firmware.calibrating import CalibrationError, SimulatedMat, calibrate, in_words
from tallone.mat.zones import Zone

micropython_only = pytest.mark.needs_micropython
SCRIPT = micropython.ROOT / "tests" / "firmware" / "scale_board.py"


def call(capsys, *arguments):
    status = main.run(["calibrate", *arguments])
    return (status, *capsys.readouterr())


def rehearse(folder, zone=Zone.DISCARD, fault=None, **options):
    with SimulatedMat(folder, **options) as mat:
        if fault is not None:
            mat.rehearsal.board.send({"fault": fault})
        yield from calibrate(mat, (zone,), 50)


@micropython_only
def test_a_simulated_mat_is_calibrated_scale_by_scale(capsys):
    status, out, err = call(capsys, "stock", "pozzetto_2", "--simulated", "--language", "en")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "The stock's scale: take everything off, hands too"
    assert lines[3].startswith("The stock's scale: calibrated. Counts a gram: before 3,000, now ")
    # Noise of the converters: half a thousandth.
    assert abs(int(lines[3].split("now ")[1].split(".")[0].replace(",", "")) - 3000) <= 15
    assert lines[7].startswith("The second pozzetto's scale: calibrated.")
    assert lines[7].endswith("Stored on the board.")


@micropython_only
@pytest.mark.parametrize(
    ("laid", "key"),
    [
        (lambda cards: cards // 2, "calibrate.miscounted"),
        (lambda cards: 0, "calibrate.nothing"),
        (lambda cards: cards and 50, "calibrate.miscounted"),
    ],
    ids=["half as many", "none", "none taken off"],
)
def test_a_person_who_lays_other_cards_than_said_is_told_and_the_calibration_stays(
    tmp_path, laid, key
):
    with SimulatedMat(tmp_path, mistake=laid) as mat:
        before = mat.command("READ_SCALE", 1)[1][4:8]
        with pytest.raises(CalibrationError) as error:
            list(calibrate(mat, (Zone.DISCARD,), 50))
        assert error.value.phrase.key == key
        assert mat.command("READ_SCALE", 1)[1][4:8] == before


@micropython_only
def test_a_converter_that_is_silent_is_named(tmp_path):
    with pytest.raises(CalibrationError) as error:
        list(rehearse(tmp_path, fault={"scale": "discard", "kind": "silent"}))
    assert error.value.phrase.key == "calibrate.silent"
    assert "cavo" in in_words(error.value.phrase, "it")


@micropython_only
def test_somebody_who_leans_is_waited_for_and_then_told(tmp_path):
    with SimulatedMat(tmp_path) as mat:
        mat.person = lambda _scale, _cards, _request: mat.rehearsal.board.send(
            {"scale": "stock", "cg": 0, "shake": True}
        )
        with pytest.raises(CalibrationError) as error:
            list(calibrate(mat, (Zone.STOCK,), 50))
    assert error.value.phrase.key == "calibrate.restless"


class ScalesAtAPort:
    """Scales of the real firmware behind a port; what lies on them is what was last asked for."""

    def __init__(self, folder, monkeypatch, counts):
        self.file = folder / "weight"
        self.counts = counts
        self.asked = []
        self.lay(0)
        self.cable = Cable(folder / "mat.tty")
        self.cable.start()
        self.process = micropython.start(SCRIPT, str(self.file), port=self.cable.board_end)
        monkeypatch.setattr("builtins.input", self.answer)
        # Whoever lays cards takes a minute; both ends have closed the session meanwhile.
        self.late = 0.0
        clock = types.SimpleNamespace(monotonic=lambda: time.monotonic() + self.late)
        monkeypatch.setattr(calibrating, "time", clock)
        # On a machine with much else to do an answer may take a while.
        for patience in ("_ANSWER_S", "_UP_S"):
            monkeypatch.setattr(calibrating, patience, 90.0)

    def lay(self, cards):
        self.file.write_text(f"{cards * 211} {self.counts}")

    def answer(self, request):
        self.asked.append(request)
        self.late += 60.0
        self.lay((0, 40, 33)[len(self.asked) - 1])
        return ""

    def close(self):
        self.process.kill()
        self.process.communicate()
        self.cable.close()


@micropython_only
@pytest.mark.timeout(300)
def test_a_board_at_a_port_is_calibrated_with_cards_of_another_weight(
    tmp_path, monkeypatch, capsys
):
    table = ScalesAtAPort(tmp_path, monkeypatch, counts=2000)
    status, out, err = call(
        capsys, "discard", "--port", str(table.cable.path), "--cards", "40", "--language", "en"
    )
    table.close()
    assert (status, err) == (0, "")
    # 2.11 g a card: a gram of ours has 5 % more counts.
    assert "before 3,000, now 2,110" in out
    assert table.asked[1].startswith("The discard pile's scale: lay 40 cards of this pack")
    assert table.asked[1].endswith(text("calibrate.enter", "en") + " ")


@micropython_only
@pytest.mark.timeout(300)
def test_a_cell_wired_backwards_is_told_in_italian(tmp_path, monkeypatch, capsys):
    table = ScalesAtAPort(tmp_path, monkeypatch, counts=-1050)
    status, _out, err = call(capsys, "stock", "--port", str(table.cable.path), "--cards", "40")
    table.close()
    assert status == 1
    assert "Scambia i fili" in err
    assert "La taratura di prima resta valida." in err


def test_a_port_where_nothing_is_says_so(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(calibrating, "_UP_S", 0.3)
    status, _out, err = call(capsys, "--port", str(tmp_path / "nothing"))
    assert status == 1
    assert "is the board plugged in?" in err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--port", "/dev/ttyACM0", "--simulated"),
        ("table", "--simulated"),
        ("--simulated", "--cards", "10"),
        ("--simulated", "--language", "de"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(capsys, arguments):
    status, _out, err = call(capsys, *arguments)
    assert status == 2
    assert err.count("\n") == 1


def test_a_board_that_knows_no_scales_is_to_be_updated():
    class Old:
        def command(self, _name, *_fields):
            return calibrating.Status.UNKNOWN, b""

        def pause(self, _seconds): ...

        def person(self, _scale, _cards, _request): ...

    with pytest.raises(CalibrationError) as error:
        list(calibrate(Old(), (Zone.STOCK,), 50))
    assert "tallone firmware install mat" in in_words(error.value.phrase, "en")
    assert isinstance(error.value, FirmwareError)
