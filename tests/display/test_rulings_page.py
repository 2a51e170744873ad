"""The page of irregularities: every kind, effect, word and condition of the tables in both languages."""

import re

import pytest

from tallone.display.texts.phrases import CATALOGUES
from tallone.display.texts.rulings_page import rulings_page
from tallone.referee.rulings.facts import FLAGS, MOMENTS
from tallone.referee.rulings.rows.tables import BASES, FAMILIES, ROWS, VOICES, row_kinds, table
from tallone.referee.rulings.rows.words import CONDITIONS
from tallone.rules.rulings.effects import EFFECTS


def keys(head):
    found = {key.removeprefix(head) for key in CATALOGUES["it"] if key.startswith(head)}
    assert found == {key.removeprefix(head) for key in CATALOGUES["en"] if key.startswith(head)}
    return found


def test_every_kind_effect_condition_and_moment_has_its_words_and_no_words_are_left_over():
    assert keys("ruling.kind.") == {kind.kind for kind in row_kinds().values()}
    assert keys("ruling.effect.") == set(EFFECTS)
    assert keys("ruling.when.") == set(CONDITIONS)
    assert keys("ruling.noticed.") == set(MOMENTS)
    assert keys("ruling.basis.") == set(BASES)
    assert keys("ruling.voice.") == set(VOICES)


def test_every_word_that_effects_may_hold_and_every_fact_has_its_words():
    words = {
        word for schema in EFFECTS.values() for field in schema.values() for word in field.words
    }
    facts = set(FLAGS) - {"called"} | {"played"}
    assert words | facts <= keys("ruling.word.")


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_row_is_in_words(lang):
    page = rulings_page(lang)
    assert [row.row for row in page] == list(ROWS)
    for row in page:
        assert all(row.codes), row.row
        assert not re.search(r"[{}|]", "".join(row.codes)), row.row
    silent = next(row for row in page if row.row == "R5")
    assert silent.codes[0] == CATALOGUES[lang]["ruling.basis.silent"]


def test_articles_stand_behind_what_they_say():
    for place, family in enumerate(FAMILIES):
        for row in rulings_page("en"):
            for article in table(family).rows[row.row].articles:
                assert article in row.codes[place]
