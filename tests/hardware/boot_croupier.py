# The croupier's firmware from its start, wired as the wiring_croupier.py first on the path says.
import wiring_croupier  # noqa: F401  before croupier_rig puts the committed one first

# isort: split
from croupier_rig import Rig, asyncio, pack

CARDS = 6


async def story(rig):
    await rig.begin()
    assert await rig.feed(1) == CARDS
    for slot in range(3):
        assert await rig.deliver(slot, slot, "N") == CARDS // 3
    rig.model.update({"lid": True})
    await asyncio.sleep_ms(300)
    rig.model.update({"lid": False, "tamper": True})
    await asyncio.sleep_ms(300)


rig = Rig()
uids = pack(CARDS)
rig.load(uids)
rig.route_by(lambda uid, index, _pass: index % 3)
rig.run(story(rig))
assert [card.uid for card in rig.model.trays["N"]] == [uids[i] for i in (0, 3, 1, 4, 2, 5)]
assert not rig.model.crashes, rig.model.crashes
assert not rig.faults(), rig.faults()
assert [fields[0] for fields in rig.host.named("LID")][-2:] == [1, 0]
assert rig.host.named("TAMPER")[-1][0] == 1
