# A whole deal: 150 feeds, 19 deliveries; every card where the order says, in time.
from croupier_rig import JOB, Rig, lockstep, pack

PILES = ("N", "E", "S", "W", "pozzetto_1", "pozzetto_2")


async def deal(rig, order, speed):
    place = {uid: i for i, uid in enumerate(order)}

    def slot_of(uid, index, pass_number):
        position = place[uid]
        if pass_number == 1:
            return position // 11 if position < 66 else 6 + (107 - position) % 6
        return (107 - position) // 6

    rig.route_by(slot_of)
    started = lockstep.local_us()
    await rig.begin("deal", speed)
    assert await rig.feed(1) == 108
    step = 0
    for slot, tray in enumerate(PILES):
        assert await rig.deliver(step, slot, tray) == 11
        step += 1
    for slot in range(6, 12):
        assert await rig.deliver(step, slot, "return") == 7
        step += 1
    assert await rig.feed(2) == 42
    for slot in range(7):
        assert await rig.deliver(step, slot, "stock") == 6
        step += 1
    await rig.must("JOB_END", JOB)
    return (lockstep.local_us() - started) / 1e6


def main(speed):
    rig = Rig()
    uids = pack()
    order = sorted(uids, key=lambda uid: (uid[-1], uid[-3], uid))
    rig.load(uids)
    took = rig.run(deal(rig, order, speed))
    trays = {tray: [card.uid for card in cards] for tray, cards in rig.model.trays.items()}
    for i, tray in enumerate(PILES):
        assert set(trays[tray]) == set(order[i * 11 : i * 11 + 11]), tray
    assert trays["stock"] == list(reversed(order[66:])), "the stock is not in its order"
    assert not rig.model.crashes, rig.model.crashes
    assert not rig.faults(), rig.faults()
    assert rig.built.session.lost_events == 0
    return took


if __name__ == "__main__":
    import sys

    speed = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print("deal of 150 feeds at", speed, "cards a second: %.1f s" % main(speed))
