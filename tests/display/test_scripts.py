"""Names in any script: written, readable or at least as long as they are; nothing ends the program."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallone.display.style import fonts, scripts
from tallone.display.style.scripts import UNKNOWN

CYRILLIC = "Александр Солженицын"


def test_a_name_in_cyrillic_is_written_with_its_letters():
    path, words = scripts.written_with(CYRILLIC, fonts._own_file())
    assert words == CYRILLIC
    assert path is not None
    assert {ord(char) for char in CYRILLIC} <= scripts.letters_of(path)


def test_a_letter_that_no_typeface_has_keeps_its_base():
    letters = frozenset(map(ord, "abc"))
    assert scripts._possible("ạ", letters) == "a"
    assert scripts._possible("王", letters) == UNKNOWN
    assert scripts._possible("\u0301", letters) == ""


def test_a_script_from_right_to_left_is_seen():
    assert scripts.is_right_to_left("שלום")
    assert scripts.is_right_to_left("محمد")
    assert not scripts.is_right_to_left(CYRILLIC)


def test_a_file_that_is_no_typeface_has_no_letters(tmp_path):
    (tmp_path / "none.ttf").write_text("dear diary")
    assert scripts.letters_of(tmp_path / "none.ttf") == frozenset()
    assert scripts.letters_of(tmp_path / "missing.ttf") == frozenset()


@pytest.mark.parametrize(
    "name", ["Nguyễn Thị Tuyết", "שלום", "محمد علي", "王小明", "नमस्ते", "e\u0301\u0323a"]
)
def test_names_of_any_script_have_a_width_and_a_picture(name):
    assert fonts.width(name, 30) > 0
    picture = fonts.rendered(name, 30, False, (255, 255, 255))
    assert picture.get_width() > 0


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=400))
def test_any_text_can_be_measured_and_drawn(text):
    line = "".join(char for char in text if char.isprintable())
    fitted = fonts.fit(line, (600, 60), 30, 20)
    for part in fitted.lines:
        fonts.rendered(part, fitted.px, False, (1, 2, 3))


def test_zeros_are_plain_and_as_wide_as_they_were():
    picture = fonts.rendered("100", 60, True, (255, 255, 255))
    assert picture.get_width() == fonts.width("100", 60, True)
    wide = fonts.width("0", 60, True)
    middle = fonts.rendered("0", 60, True, (255, 255, 255)).get_at(
        (wide // 2, picture.get_height() // 2)
    )
    assert middle[3] == 0, "nothing stands in the middle of a zero"
