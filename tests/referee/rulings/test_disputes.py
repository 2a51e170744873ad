"""Disputes that clubs really have, D1 to D25 of the sources, as far as a code decides them."""

import pytest
from tests.referee.rulings.test_rows import ask

from tallone.referee.rulings.query import answer_ruling
from tallone.rules.notation.query import answer

SEVEN = "2H 3H 4H 5H 6H 7H 8H"
TOOK = {"pozzetto": {"NS": "direct"}}


def names(found):
    return [effect["effect"] for effect in found["effects"]]


def play(hand, *melds, **others):
    return {
        "seat": "S",
        "phase": "play",
        "hands": {"S": hand},
        "melds": {"NS": list(melds)},
        **others,
    }


def legal(profile, position, act):
    facts = {"by": "S", "act": act}
    return not ask(profile, "wrong-meld", position, facts, mode="enforce")["irregular"]


def grade(profile, cards):
    return answer({"op": "meld", "profile": profile, "cards": cards})


def after(position, effects, **others):
    query = {
        "op": "after-ruling",
        "profile": "fibur-2026",
        "position": position,
        "effects": effects,
    }
    return answer_ruling({**query, **others})


def test_d1_a_card_hidden_under_a_burraco_does_not_undo_it():
    at = {"seat": "E", "phase": "draw", "melds": {"NS": ["3C 4C 5C 6C 7C 8C 9C"]}, **TOOK}
    facts = {"by": "S", "cards": "KD", "meld": 1, "noticed": "later"}
    ruling = ask("fibur-2026", "phantom-in-old-meld", at, facts)
    score = after(at, ruling["effects"], by="S")["score"]["NS"]
    assert (score["bonuses"], score["negative"], score["total"]) == (200, -10, 235)


@pytest.mark.parametrize(("profile", "malus"), [("febur", -100), ("fibur-2026", 0)])
def test_d2_nobody_took_a_pozzetto(profile, malus):
    at = play("9C", "3C 4C 5C")
    found = after(at, [{"effect": "close-hand"}], profile=profile)
    assert found["score"]["EW"]["pozzetto"] == malus


def test_d3_three_players_have_a_turn_more_than_the_fourth_in_one_reading():
    at = {"seat": "N", "phase": "play"}
    seats = {
        profile: ask(profile, "time-out", at, {})["effects"][0]["seats"]
        for profile in ("febur", "fibur-2026")
    }
    assert seats == {"febur": list("NESW"), "fibur-2026": list("NESWN")}
    drawn = {"seat": "N", "phase": "draw"}
    assert ask("fibur-2026", "time-out", drawn, {})["effects"][0]["seats"] == list("NESW")


def test_d4_nobody_rests_twice():
    facts = {"by": "NS", "hands": 3, "rested": True}
    assert names(ask("febur", "incomplete-table", None, facts)) == ["bye-passes"]


@pytest.mark.parametrize(
    ("profile", "slides"), [("classic-en", True), ("febur", False), ("fibur-2026", False)]
)
def test_d6_a_free_wild_slides_in_one_code_only(profile, slides):
    assert legal(profile, play("8H KD 9C", "2H(=4H) 5H 6H"), "add 1 8H") is slides


def test_d7_and_d8_what_a_burraco_with_a_wild_is():
    inside = "3H 4H 5H 6H 7H 8H 9H JK(=10H) JH"
    assert [grade(name, inside)["grade"] for name in ("febur", "fibur")] == ["dirty", "semi_clean"]
    nine = "7H 7D 7S 7C 7H 7D 7S 7C 2D"
    assert grade("fibur", nine)["grade"] == "super_dirty"
    assert grade("fibur-2026", nine)["grade"] == "semi_clean"


def test_d9_a_natural_two_uses_no_wilds_place():
    assert grade("febur", "2H 3H JK")["ok"]


@pytest.mark.parametrize("profile", ["febur", "fibur-2026"])
def test_d10_nobody_closes_with_a_wild(profile):
    facts = {"by": "S", "act": "add 1 9H; discard 2S"}
    found = ask(profile, "close-wild", play("9H 2S", SEVEN, **TOOK), facts)
    assert found["row"] == "R62"
    assert "close-stands" not in names(found)


@pytest.mark.parametrize("profile", ["febur", "fibur-2026"])
def test_d11_nobody_closes_without_a_discard(profile):
    facts = {"by": "S", "act": "open KH KD KS"}
    found = ask(profile, "close-whole-meld", play("KH KD KS", SEVEN, **TOOK), facts)
    assert names(found)[:3] == ["cards-back-to-hand", "forced-discard", "may-not-close"]


def test_d12_who_keeps_a_wild_and_a_card_discards_the_wild_and_closes_later():
    found = after(play("KD 2S", SEVEN, **TOOK), [])
    assert "discard 2S" in found["actions"]
    assert not any(action == "add 1 KD" for action in found["actions"])


@pytest.mark.parametrize(
    ("profile", "held", "allowed"),
    [
        ("febur", "9H KD", False), ("fibur-2026", "9H KD", False), ("classic-en", "9H KD", True),
        ("febur", "9C KD", False), ("fibur-2026", "9C KD", True),
    ],
)  # fmt: skip
def test_d13_the_one_card_of_the_pile_thrown_back(profile, held, allowed):
    at = {"seat": "S", "phase": "draw", "hands": {"S": held}, "pile": "9C"}
    found = ask(
        profile, "discarded-just-taken", at, {"by": "S", "act": "take; discard 9C"}, mode="table"
    )
    assert found["irregular"] is not allowed


@pytest.mark.parametrize("profile", ["febur", "fibur-2026"])
def test_d14_a_pozzetto_looked_at_before_its_time_is_a_warning_first(profile):
    at = {"seat": "W", "phase": "draw", "pozzetto": {"NS": "discard"}}
    assert names(ask(profile, "pozzetto-seen-early", at, {"by": "S"})) == ["warning"]


def test_d15_who_reminds_the_partner_to_draw_pays_in_one_code():
    at = {"seat": "S", "phase": "draw", "hands": {"S": "3H 9C"}, "pozzetto": {"NS": "discard"}}
    facts = {"by": "S", "said_by": "partner"}
    assert not ask("febur", "reminded-to-draw", at, facts)["irregular"]
    assert names(ask("fibur-2026", "reminded-to-draw", at, facts)) == [
        "no-meld-this-turn", "forced-draw", "forced-discard",
    ]  # fmt: skip


def test_d17_a_short_pozzetto_found_late_is_not_mended_but_the_second_is_in_one_code():
    at = {
        "seat": "W",
        "phase": "draw",
        "pozzetto": {"NS": "discard"},
        "pozzetti": {"1": 10, "2": 10},
    }
    facts = {"by": "S", "played": True}
    assert names(ask("febur", "short-pozzetto", at, facts)) == []
    (fill,) = ask("fibur-2026", "short-pozzetto", at, facts)["effects"]
    assert (fill["effect"], fill["pozzetto"]) == ("pozzetto-fill", 2)


def test_d18_a_wrong_card_is_mended_in_a_run_and_never_on_a_group():
    run = play("8H 7H KD 9C", "4H 5H 6H")
    group = play("8H 9H 10H KD", "7H 7D 7S")
    facts = {"by": "S", "act": "add 1 8H", "noticed": "turn"}
    for profile in ("febur", "fibur-2026"):
        assert "mend" in names(ask(profile, "wrong-meld", run, facts))
        assert "mend" not in names(ask(profile, "wrong-meld", group, facts))


def test_d19_of_two_equal_groups_with_a_wild_each_the_second_wild_goes():
    at = play("7H 7C JK KD", "7D 7S JK")
    facts = {"by": "S", "act": "open 7H 7C JK", "noticed": "turn"}
    for profile in ("febur", "fibur-2026"):
        found = ask(profile, "identical-group", at, facts)
        left = after(at, found["effects"], profile=profile, by="S", act=facts["act"])
        assert "discard JK" in left["actions"], (profile, left)
        (meld,) = left["melds"]["NS"]
        assert meld["frozen"]
        assert len(meld["cards"].split()) == 5


def test_d20_a_player_is_replaced_never_or_up_to_half():
    facts = {"by": "S", "played": 4, "matches": 8}
    allowed = [
        ask(profile, "substitution", None, facts | {"played": played})["effects"][0]["allowed"]
        for profile in ("febur", "fibur-2026")
        for played in (4, 5)
    ]
    assert allowed == [False, False, True, False]


def test_d21_scores_on_the_wrong_side_are_corrected_if_all_agree():
    for profile in ("febur", "fibur-2026"):
        for agreed, do in ((True, "correct"), (False, "stands")):
            facts = {"ranked": True, "agreed": agreed}
            assert ask(profile, "sides-swapped", None, facts)["effects"][0]["do"] == do


def test_d22_who_deals():
    draws = {"N": ["2S"], "E": ["AH"], "S": ["9C"], "W": ["KD"]}
    dealers = {
        name: answer({"op": "seat_draw", "profile": name, "draws": draws})["dealer"]
        for name in ("febur", "classic-en")
    }
    assert dealers == {"febur": "W", "classic-en": "S"}


def test_d23_no_run_goes_round_the_ace():
    assert not grade("fibur", "KH AH 2H 3H")["ok"]
    assert (
        grade("fibur", "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH")["error"] == "meld.ace_twice"
    )


def test_d24_of_witnesses_who_disagree_no_code_speaks():
    found = ask("febur", "witnesses-disagree", {"seat": "S", "phase": "play"}, {"by": "S"})
    assert (found["says"], found["basis"]) == (False, "practice")


def test_d25_a_wild_is_thrown_away_at_any_time():
    assert "discard JK" in after(play("JK KD 9C", SEVEN, **TOOK), [])["actions"]
