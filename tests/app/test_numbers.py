"""Two players put in a number before the cut; deals that are not played are counted."""

import dataclasses
import os

import pytest
from tests.app.standing import evening_at, push, seen

from tallone.app.evening.phases import Phase
from tallone.app.table_options import TableOptions, setup_of
from tallone.config import Config
from tallone.dealing.promise.reveal import Reveal, problems
from tallone.display.views.view import LAST_NUMBER
from tallone.errors import ConfigError, UsageError
from tallone.journal.records import Committed, CutMade, DealAborted
from tallone.link.messages import Role


def with_numbers():
    """An evening at which numbers are asked for, whose deal has just been promised."""
    evening = evening_at(Phase.LOAD)
    config = dataclasses.replace(evening.setup.config, numbers=True)
    evening.setup = dataclasses.replace(evening.setup, config=config, is_seeded=False)
    evening.head = "ab" * 32
    evening.setup = dataclasses.replace(evening.setup, date=lambda: "2026-01-31")
    push(evening, "ok")
    assert evening.phase is Phase.CUT
    return evening


def test_dealer_and_cutter_put_in_a_number_each_before_the_cut():
    evening = with_numbers()
    dealer, cutter = evening.dealer, evening.cutter
    wanted = []
    for value in (4071, 806, 41):
        wanted.append(evening.wanted)
        records = push(evening, "cut", value=value)
    assert wanted == [dealer, cutter, cutter]
    [cut] = [record for record in records if isinstance(record, CutMade)]
    assert (cut.value, cut.numbers) == (41, (4071, 806))
    assert evening.phase is Phase.DEAL


def test_the_order_comes_from_the_numbers_too():
    evening = with_numbers()
    for value in (4071, 806, 41):
        push(evening, "cut", value=value)
    evening.deal.give_up("jam", 1.0)
    [aborted] = [r for r in evening.effects.records if isinstance(r, DealAborted)]
    revealed = evening.deal.reveal_record(1.0, aborted.reason).reveal
    assert revealed["numbers"] == (4071, 806)
    assert problems(Reveal(**revealed)) == []


@pytest.mark.parametrize("value", [1234, 0, 7777, 1984])
def test_a_number_of_many_is_asked_for_again(value):
    evening = with_numbers()
    push(evening, "cut", value=value)
    assert evening.wanted is evening.dealer
    assert evening.deal.was_too_plain
    seen(evening, 1e6)
    push(evening, "cut", value=4071)
    assert not evening.deal.was_too_plain
    assert evening.wanted is evening.cutter


@pytest.mark.parametrize("value", [-1, LAST_NUMBER + 1, 10**30, None])
def test_what_is_no_number_changes_nothing(value):
    evening = with_numbers()
    push(evening, "cut", **({} if value is None else {"value": value}))
    assert evening.deal.numbers_wanted == 2
    for number in (4071, 806):
        push(evening, "cut", value=number)
    # Four digits are no cut.
    push(evening, "cut", value=4071)
    assert evening.phase is Phase.CUT


def test_the_promise_says_what_came_before_it():
    evening = with_numbers()
    for broken in (1, 2):
        for value in (4071, 806, 41):
            push(evening, "cut", value=value)
        evening.deal.give_up("jam", 2.0)
        evening.after_deal(2.0)
        assert evening.broken == broken
        assert evening.arbiter_called is (broken > 1)
        push(evening, "ok")
        records = push(evening, "ok")
    [promised] = [record for record in records if isinstance(record, Committed)]
    assert (promised.attempt, promised.broken, promised.match) == (3, 2, 1)
    assert (promised.date, promised.journal, promised.source) == ("2026-01-31", "ab" * 32, "table")


def options(tmp_path, **changes):
    given = {
        "config": Config(),
        "journal": tmp_path / "night.journal",
        "registry": tmp_path / "registry.sqlite",
        "packs": (),
        "addresses": {role: str(tmp_path / f"{role}.tty") for role in Role},
        "seed": 1,
    }
    return TableOptions(**given | changes)


def test_a_seed_is_refused_where_it_could_come_to_a_real_board(tmp_path):
    with pytest.raises(ConfigError, match="simulations only"):
        setup_of(options(tmp_path))
    # A folder of a simulation whose board is something else.
    (tmp_path / "mat.tty").symlink_to("/dev/null")
    with pytest.raises(ConfigError, match="no simulated board"):
        setup_of(options(tmp_path, simulation=tmp_path))
    parent, child = os.openpty()
    try:
        (tmp_path / "mat.tty").unlink()
        (tmp_path / "mat.tty").symlink_to(os.ttyname(child))
        # It goes on to the packs, of which there are none.
        with pytest.raises(UsageError, match="no registry"):
            setup_of(options(tmp_path, simulation=tmp_path))
    finally:
        os.close(parent)
        os.close(child)
