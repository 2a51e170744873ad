# The mat's firmware from its start, wired as the wiring_mat.py first on the path says: every zone, every scale.
import mat_rig
from mat_table import Table, board, cards, on_air, seconds

PILES = ("stock", "pozzetto_1", "pozzetto_2")
GRAMS = {"stock": 70, "discard": 5, "pozzetto_1": 20, "pozzetto_2": 35}


def test_every_zone_and_scale_is_where_the_firmware_takes_it():
    laid = {zone: cards(1, 10 * index + 1) for index, zone in enumerate(board.READERS)}

    async def script(table):
        await seconds(2)
        for zone, uids in laid.items():
            table.lay(zone, uids)
        for scale, grams in GRAMS.items():
            table.mat.update({"scale": scale, "cg": 100 * grams})
        await seconds(4)

    table = Table().play(script)
    for index, zone in enumerate(board.READERS):
        if zone not in PILES:
            assert table.seen[index] == on_air(laid[zone]), zone
    for index, scale in enumerate(board.SCALES):
        settled = [fields[1] for fields in table.named("SCALE_SETTLED") if fields[0] == index]
        assert abs(settled[-1] - 100 * GRAMS[scale]) < 50, (scale, settled)


mat_rig.hold(globals())
