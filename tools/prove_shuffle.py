"""Proves that the croupier's firmware puts every card where the plan says, for many random plans.

Run from the repository: `python tools/prove_shuffle.py [--plans N] [--seed S]`. The plans are divided
among 4 and 2 players and racks of both kinds; each is a drawn secret, a commitment and a cut, and a
pack in a random order. The host's job and the firmware's own state tables do the rest, with ideal
mechanics. Prints each row's figures and every difference; exit status 1 if there is any. With
`--other-rack` each rack is of the other kind than its plan: the control, all of them must be wrong.

`--chain N` deals N plans through the whole chain instead: job, link, cable, the firmware in MicroPython,
chips and mechanics as models, on the simulated clock; each with 4 and 2 players and 5 and 2 cards a
second in turn.
"""

import argparse
import itertools
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.dealing.packs import order_of, registry, uid

from tallone.dealing.croupier.deal_job import DealJob
from tallone.dealing.croupier.job_states import JobState
from tallone.dealing.croupier.plan import DealPlan, copies_by_place
from tallone.dealing.layout import SlotOrder, layout
from tallone.dealing.packs.deck_check import TagIndex
from tallone.findings import Finding
from tallone.rules.cards.cards import PACK

INDEX = TagIndex(registry("A"))
MOST_IN_A_SLOT = 11
ROWS = tuple(itertools.product((4, 2), SlotOrder))


def main() -> int:
    """Prove all rows; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plans", type=int, default=2000, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--other-rack", action="store_true", help="the control")
    parser.add_argument(
        "--chain", type=int, default=0, metavar="N", help="through the whole chain"
    )
    options = parser.parse_args()
    if options.chain:
        return whole_chain(options.chain, options.seed)
    rng = Random(options.seed)  # noqa: S311 - a proof's plans are no secrets
    wrong = 0
    for row, (players, rack) in enumerate(ROWS):
        plans = options.plans // len(ROWS) + (row < options.plans % len(ROWS))
        begun = time.perf_counter()
        highest = 0
        for _plan in range(plans):
            seed = rng.getrandbits(48)
            complaint, load = one_plan(seed, players, rack, other_rack=options.other_rack)
            highest = max(highest, load)
            if complaint:
                wrong += 1
                print(f"plan {seed}, {players} players, {rack.value}: {complaint}")
        took = time.perf_counter() - begun
        print(
            f"{players} players, rack {rack.value}: {plans} plans, {layout(players).feeds} feeds "
            f"each, at most {highest} cards in a slot ({took:.0f} s)"
        )
    print(f"{options.plans} plans, seed {options.seed}: {wrong} wrong")
    return 1 if wrong else 0


def one_plan(
    seed: int, players: int, rack: SlotOrder, *, other_rack: bool = False
) -> tuple[str, int]:
    """Return what is wrong with that plan's deal, and the most cards that a slot held."""
    # This puts the firmware's modules into the place of others: not before it is needed.
    from tests.firmware.ideal_croupier import IdealCroupier  # noqa: PLC0415

    order = order_of(seed, players)[2]
    pack = [uid("A", int(copy)) for copy in PACK]
    Random(seed).shuffle(pack)  # noqa: S311 - nor is the pack's order
    croupier = IdealCroupier(pack, fifo=(rack is SlotOrder.FIFO) != other_rack)
    job = DealJob(9, 5, DealPlan(order, players, rack), INDEX)
    news = croupier.run(job)
    load = croupier.rack.highest
    if job.state is not JobState.DONE or any(isinstance(item, Finding) for item in news):
        return f"the job has ended as {job.state.value}", load
    if croupier.throat.feeds != layout(players).feeds:
        return f"{croupier.throat.feeds} feeds", load
    if load > MOST_IN_A_SLOT or any(croupier.memory.loads) or any(croupier.rack.slots):
        return f"{load} cards in a slot, or cards left in the rack", load
    dealt = 0
    for place, cards in copies_by_place(order, players).items():
        lies = croupier.outlet.trays[place]
        wanted = [uid("A", int(copy)) for copy in cards]
        dealt += len(lies)
        # A hand has no order; the stock has, and its top is the card that was delivered last.
        if (lies[::-1] != wanted) if place == "stock" else (set(lies) != set(wanted)):
            return f"other cards at {place}", load
    return ("" if dealt == len(PACK) else f"{dealt} cards dealt"), load


def whole_chain(plans: int, seed: int) -> int:
    """Deal so many plans with real firmware; return the exit status."""
    # MicroPython and the simulator: not wanted for the proof without them.
    from tallone.firmware.timing.timed_deal import deal  # noqa: PLC0415

    wrong = 0
    for number in range(plans):
        players, speed = (4, 2)[number % 2], (5, 2)[number // 2 % 2]
        dealt = deal(speed, seed + number, players)
        right = dealt.placed == len(PACK) and dealt.highest <= MOST_IN_A_SLOT
        wrong += not right
        print(
            f"plan {seed + number}: {players} players, {speed} cards a second, {dealt.seconds:.1f} s "
            f"simulated, {dealt.placed} of {len(PACK)} cards in place, "
            f"at most {dealt.highest} in a slot",
            flush=True,
        )
    print(f"{plans} plans through the whole chain: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
