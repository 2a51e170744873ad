"""What laid cards can mean: all ways, none twice, against trying every way to share them."""

import itertools
import sys
from collections import Counter
from random import Random

import pytest
from tests.rules.positions import position, take
from tests.rules.proofs import brute_force, sampling
from tests.rules.proofs.agreement import placed

from tallone.rules.cards.cards import PACK
from tallone.rules.cards.seats import Side
from tallone.rules.hand.apply import freeze
from tallone.rules.melds.meld import Meld, resolve
from tallone.rules.melds.readings import MAX_EXPLANATIONS, explain
from tallone.rules.melds.shapes import MeldKind
from tallone.rules.profiles.profile import PROFILE_NAMES, load_profile


def explained(melds, runs="", groups="", profile="febur", frozen=()):
    """Return each explanation as text: `open 3H 4H 5H; add 1 6H`."""
    state = position("KD", profile=profile, melds=melds)
    for number in frozen:
        state = freeze(state, Side.NORTH_SOUTH, number)
    laid = {copy for meld in state.own.melds for copy in meld.copies}
    left = [copy for copy in PACK if copy not in laid]
    cards = take(left, runs), take(left, groups)
    return [_text(way) for way in explain(state.profile, state.own.melds, *cards)]


def _text(way):
    opens = [f"open {_faces(cards)}" for cards in way.opens]
    adds = [f"add {number} {_faces(cards)}" for number, cards in way.adds]
    return "; ".join([*sorted(opens), *adds])


def _faces(cards):
    return " ".join(sorted(str(copy.card) for copy in cards))


def test_cards_that_fit_one_way_are_explained_that_way():
    assert explained((), runs="3H 4H 5H") == ["open 3H 4H 5H"]
    assert explained(("3H 4H 5H",), runs="6H 7H") == ["add 1 6H 7H"]
    assert explained(("8H 8D 8S",), groups="8C") == ["add 1 8C"]


def test_nothing_laid_is_explained_by_nothing():
    assert explained(("3H 4H 5H",)) == [""]


def test_a_wild_that_fits_two_runs_is_explained_twice():
    assert explained(("3H 4H 5H", "9D 10D JD"), runs="JK") == ["add 1 JK", "add 2 JK"]


def test_the_tile_says_which_kind_a_card_joins():
    melds = ("3H 4H 5H", "8H 8D 8S")
    assert explained(melds, runs="JK") == ["add 1 JK"]
    assert explained(melds, groups="JK") == ["add 2 JK"]
    assert explained(melds, runs="6H", groups="8C") == ["add 1 6H; add 2 8C"]


def test_a_second_run_may_be_new_or_longer():
    ways = explained(("3H 4H 5H",), runs="6H 7H 8H")
    assert sorted(ways) == ["add 1 6H 7H 8H", "open 6H 7H 8H"]


def test_the_fewest_melds_come_first():
    ways = explained((), runs="3H 4H 5H 6H 7H 8H")
    assert ways[0] == "open 3H 4H 5H 6H 7H 8H"
    assert "open 3H 4H 5H; open 6H 7H 8H" in ways


@pytest.mark.parametrize(
    ("melds", "cards"),
    [((), {"runs": "3H"}), (("3H 4H 5H",), {"runs": "6D"}), (("3H 4H 5H",), {"groups": "6H"})],
)
def test_cards_that_fit_nowhere_have_no_explanation(melds, cards):
    assert explained(melds, **cards) == []


def test_a_frozen_meld_explains_nothing():
    assert explained(("3H 4H 5H",), runs="6H", frozen=(1,)) == []


@pytest.mark.parametrize(("rule", "ways"), [("banned", []), ("allowed", ["open 8C 8D 8S"])])
def test_a_second_group_of_a_rank_explains_only_where_it_is_allowed(rule, ways):
    rules = {"base": "febur", "identical_groups": rule}
    found = explained(("8H 8D JK",), groups="8C 8S 8D", profile=rules)
    assert [way for way in found if way.startswith("open")] == ways
    two = explained((), groups="8H 8D 8S 8C 8H 8D", profile=rules)
    assert ("open 8C 8D 8H; open 8D 8H 8S" in two) == (rule == "allowed")


@pytest.mark.parametrize("rule", ["banned", "allowed"])
def test_a_second_equal_run_explains_only_where_it_is_allowed(rule):
    rules = {"base": "febur", "identical_runs": rule}
    opened = explained(("3H 4H 5H",), runs="3H 4H 5H", profile=rules)
    assert opened == (["open 3H 4H 5H"] if rule == "allowed" else [])
    both = explained((), runs="3H 4H 5H 3H 4H 5H", profile=rules)
    assert both == (["open 3H 4H 5H; open 3H 4H 5H"] if rule == "allowed" else [])


def test_cards_with_very_many_explanations_get_a_bounded_number():
    cards = " ".join(f"{rank}{suit}" for suit in "HDCS" for rank in range(3, 11))
    assert len(explained((), runs=cards)) == MAX_EXPLANATIONS


def test_the_search_is_bounded(monkeypatch):
    monkeypatch.setattr(sys.modules["tallone.rules.melds.readings"], "_MAX_STEPS", 3)
    assert explained((), runs="3H 4H 5H 3D 4D 5D 3C 4C 5C") == []


def test_copies_are_the_cards_that_were_laid():
    state = position("KD", melds=("3H 4H 5H",))
    cards = [copy for copy in PACK if str(copy) in ("6Hr", "7Hb")]
    (way,) = explain(state.profile, state.own.melds, cards, ())
    assert set(way.adds[0][1]) == set(cards)
    assert way.moves == 1


def tried(profile, melds, faces, kind):
    """Yield every way to share faces among new melds and those of the kind, each extended once."""
    if not faces:
        yield ()
        return
    first = min(faces)
    rest = list((Counter(faces) - Counter([first])).elements())
    for others in {
        chosen
        for size in range(len(rest) + 1)
        for chosen in itertools.combinations(sorted(rest), size)
    }:
        cards = tuple(sorted((first, *others)))
        left = list((Counter(faces) - Counter(cards)).elements())
        written = brute_force.faces(" ".join(cards))
        opened = brute_force.resolved(written)
        if opened is not None and brute_force.is_run(opened) == (kind is MeldKind.RUN):
            for way in tried(profile, melds, left, kind):
                yield (("open", 0, cards), *way)
        for number, meld in melds:
            if brute_force.extended(profile, meld, written) is not None:
                unextended = [one for one in melds if one[0] != number]
                for way in tried(profile, unextended, left, kind):
                    yield (("add", number, cards), *way)


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_explanations_are_those_that_trying_every_way_finds(name):
    profile, rng = load_profile(name), Random(f"explain {name}")
    for _ in range(60):
        melds = _some_runs(profile, rng)
        cards = _cards_near(melds, rng)
        slow_melds = [(number, placed(meld)) for number, meld in enumerate(melds, start=1)]
        faces = [str(copy.card) for copy in cards]
        slow = {tuple(sorted(way)) for way in tried(name, slow_melds, faces, MeldKind.RUN)}
        found = explain(profile, melds, cards, ())
        fast = {
            tuple(
                sorted(
                    [
                        *(("open", 0, tuple(_faces(opened).split())) for opened in way.opens),
                        *(
                            ("add", number, tuple(_faces(added).split()))
                            for number, added in way.adds
                        ),
                    ]
                )
            )
            for way in found
        }
        assert len(fast) == len(found)
        assert fast == slow, (name, [meld.text() for meld in melds], faces)


def _some_runs(profile, rng):
    melds, used = [], set()
    while len(melds) < 2:
        meld = resolve(profile, sampling.any_set(rng))
        if isinstance(meld, Meld) and meld.kind is MeldKind.RUN and not used & set(meld.copies):
            melds.append(meld)
            used |= set(meld.copies)
    return melds


def _cards_near(melds, rng):
    laid = [copy for meld in melds for copy in meld.copies]
    cards = []
    while len(cards) < rng.randint(1, 5):
        cards += sampling.added_to([*laid, *cards], rng)
    return cards[:5]
