"""Papers are the program's own: buttons by the catalogue's words, pictures of its screens, a sheet is a page."""

import pytest

from tallone.app.screen.examples import every_screen
from tallone.config import Language
from tallone.display.texts.phrases import CATALOGUES, fields_of, text
from tallone.guides.paper import button_keys, picture, spelled, write
from tallone.guides.words import PAPERS

EVERY = [(name, lang) for name in PAPERS for lang in ("it", "en")]


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_every_button_a_paper_names_is_in_the_catalogue_and_needs_no_field(name, lang):
    keys = button_keys(PAPERS[name][lang])
    assert keys
    for key in keys:
        assert key in CATALOGUES[lang]
        assert not fields_of(key, lang), key


@pytest.mark.parametrize("name", PAPERS)
def test_both_languages_show_the_same_screens_and_name_the_same_buttons(name):
    first, second = PAPERS[name]["it"], PAPERS[name]["en"]
    assert [part.screen for part in first.parts] == [part.screen for part in second.parts]
    assert button_keys(first) == button_keys(second)
    assert {part.screen for part in first.parts} <= set(every_screen())


def test_the_words_of_a_button_are_those_on_the_screen():
    assert (
        spelled("Toccate [[button.start]].", "it") == f"Toccate **{text('button.start', 'it')}**."
    )


@pytest.mark.parametrize(("name", "lang"), [(n, lang) for n, lang in EVERY if n != "table"])
def test_a_sheet_is_one_page(name, lang, tmp_path):
    file = tmp_path / "sheet.pdf"
    assert write(PAPERS[name][lang], Language(lang), file) == 1
    assert file.read_bytes().startswith(b"%PDF")


def test_a_picture_is_of_the_language_that_is_asked_for():
    assert picture("foyer_menu", Language.ITALIAN) != picture("foyer_menu", Language.ENGLISH)
