"""What people do wrong at play is found, whole hands at the events level."""

import pytest

from tallone.app.headless.direct import DirectEvening
from tallone.simulator.evening.options import Options
from tallone.simulator.evening.run import simulate
from tallone.simulator.faults.faults import parse


@pytest.mark.parametrize(
    ("fault", "seed", "kind"),
    [
        ("two-drawn", 1, "two-drawn"),
        ("two-discards", 1, "two-discards"),
        # The scale takes its time.
        ("two-discards", 313, "two-discards"),
        # The two are the whole pile that he took; he has laid cards in between.
        ("two-discards", 6, "two-discards"),
        ("no-discard", 1, "no-discard"),
        # The discard that comes in the end is not weighed.
        ("no-discard", 108, "no-discard"),
        ("forgotten-draw", 1, "forgotten-draw"),
        ("draw-out-of-turn", 5, "draw-out-of-turn"),
        ("wrong-meld", 9, "wrong-meld"),
        # A joker that fits is laid with two cards that do not: all three go back, one after the other.
        ("wrong-meld", 208, "wrong-meld"),
        # Taken back while the discard's tag is still unread.
        ("wrong-meld", 209, "wrong-meld"),
        ("phantom-card", 12, "phantom-card"),
        # It fits, and goes when the next player's turn is over.
        ("phantom-card", 208, "phantom-card"),
        ("wild-moved", 27, "wrong-meld"),
        ("identical-group", 2, "identical-group"),
        # Both groups are laid in one turn.
        ("identical-group", 226, "identical-group"),
        ("close-no-burraco", 2, "close-no-burraco"),
        ("close-wild", 2, "close-wild"),
        ("close-no-discard", 2, "close-no-discard"),
    ],
)
def test_a_fault_of_play_is_found_and_nothing_else(fault, seed, kind):
    options = Options(hands=1, seed=seed, level="events", noise=1.0, faults=(parse(fault),))
    report = simulate(options, open_host=DirectEvening).report
    [hand] = report["hands"]
    assert [found["kind"] for found in report["findings"]] == [kind]
    assert hand["score"] == hand["truth"]


@pytest.mark.parametrize(
    ("fault", "seed", "kinds"),
    [
        ("card-passed", 3, {"card-moved"}),
        ("card-passed", 8, {"card-moved"}),
        # The partner lays what he was given while the turn before him is still open.
        ("card-passed", 122, {"card-moved"}),
        # The card's owner empties his hand, and it is nowhere at the count.
        ("card-lost", 4, {"card-moved", "missing-card"}),
        # He closes, and people are asked whether he has.
        # Who has laid cards of his own in this turn is no other.
        ("short-hand", 130, {"card-moved"}),
        # Whose turn it was is told by who plays after it.
        ("short-hand", 205, {"card-moved"}),
        # The one discard of a swapped hand is taken at once: not back, but by the next player.
        ("swapped-hands", 10, {"card-moved", "swapped-hands"}),
        # Who has only played a card that he had drawn can hold another hand than his.
        ("swapped-hands", 22, {"card-moved", "swapped-hands"}),
    ],
)
def test_a_hand_with_a_card_where_nobody_knows_it_is_followed_to_its_end(fault, seed, kinds):
    options = Options(hands=1, seed=seed, level="events", noise=1.0, faults=(parse(fault),))
    report = simulate(options, open_host=DirectEvening).report
    [hand] = report["hands"]
    assert {found["kind"] for found in report["findings"]} == kinds
    assert hand["score"] == hand["truth"]
    assert hand["moves_tracked"] == hand["moves_true"]


def test_pictures_are_kept_of_an_evening_without_boards(tmp_path):
    folder = tmp_path / "screens"
    options = Options(
        hands=1, seed=3, level="events", faults=(parse("two-drawn"),), screens=folder
    )
    simulate(options, open_host=DirectEvening)
    names = sorted(picture.name for picture in folder.iterdir())
    phases = {name.split("-")[2].removesuffix(".png") for name in names}
    assert {"load", "cut", "deal", "ready", "turn_first", "play", "count"} <= phases
    assert any(name.endswith("play-notice.png") for name in names)
