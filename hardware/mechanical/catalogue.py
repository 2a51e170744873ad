"""What one table's mechanics are made of: printed and cut parts, and what is bought for them.

Standard library only. `parts.csv` is made from this table and from the screws of `steps.toml`.
Designed and checked by program; nothing here has been printed or built.
"""

# ruff: noqa: E501 - a table is read by its rows
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of part: how many a table needs, how it is got, and what for."""

    name: str
    quantity: int
    got: str  # printed, cut, bought, electric (counted here, listed with the electronics)
    material: str
    group: str  # mat, croupier, both
    use: str
    # Printed parts: which side lies on the printer's bed, and whether supports are needed.
    print_as: str = ""


PRINTED = (
    Part("mat_corner", 4, "printed", "PETG", "mat", "edge of the base, corner", "outer edge down"),
    Part("mat_rail", 12, "printed", "PETG", "mat", "edge of the base, straight", "outer edge down"),
    Part("tile_comb", 8, "printed", "PETG", "mat", "half of a tile: three columns of seven places", "top down"),
    Part("tile_head", 4, "printed", "PETG", "mat", "far end of a tile", "top down"),
    Part("tile_front", 4, "printed", "PETG", "mat", "near end of a tile", "as drawn"),
    Part("pile_frame", 4, "printed", "PETG", "mat", "rim of a pile's place, over coil, cell and reader", "top down"),
    Part("pile_plate", 4, "printed", "PETG", "mat", "plate under a pile, on its load cell", "top down, supports"),
    Part("cell_block", 4, "printed", "PETG", "mat", "foot under the fixed end of a load cell", "as drawn"),
    Part("coil_foot", 32, "printed", "PETG", "mat", "spacer under a coil's board", "as drawn"),
    Part("reader_cover", 4, "printed", "PETG", "mat", "over a tile's reader", "top down"),
    Part("mat_cover", 1, "printed", "PETG", "mat", "cover over the mat's board", "top down"),
    Part("hopper", 1, "printed", "PETG", "croupier", "holds 108 cards over the pick roller", "floor down"),
    Part("retard_holder", 1, "printed", "PETG", "croupier", "holds the retard pad; set to the cards' thickness", "outer face down"),
    Part("pick_roller", 1, "printed", "PETG", "croupier", "core of the pick roller, on its clutch", "on end"),
    Part("roller", 2, "printed", "PETG", "croupier", "core of transport and exit roller", "on end"),
    Part("idler", 4, "printed", "PETG", "croupier", "pressed onto the card above a roller", "on end"),
    Part("idler_spring", 4, "printed", "PETG", "croupier", "leaf that presses one end of an idler pin", "flat"),
    Part("throat_floor", 1, "printed", "PETG", "croupier", "path of the card from hopper to rack", "top up"),
    Part("throat_roof", 1, "printed", "PETG", "croupier", "over the path; carries idlers and antenna", "as drawn"),
    Part("rack_hub", 1, "printed", "PETG", "croupier", "middle of the rack, twelve grooves", "on end"),
    Part("rack_vane", 12, "printed", "PETG", "croupier", "wall between two slots", "flat"),
    Part("shroud", 3, "printed", "PETG", "croupier", "third of the ring round the rack", "on end"),
    Part("ejector_blade", 1, "printed", "PETG", "croupier", "pushes a packet out of its slot, lowest card first", "flat, layers of 0.1 mm"),
    Part("ejector_guide", 1, "printed", "PETG", "croupier", "the blade slides in it; carries its servo", "as drawn, supports"),
    Part("ejector_arm", 1, "printed", "PETG", "croupier", "servo's arm to the blade", "flat"),
    Part("outlet", 1, "printed", "PETG", "croupier", "where a packet lands beside the rack, with the out barrier", "floor down"),
    Part("gate", 1, "printed", "PETG", "croupier", "turns to one of nine trays", "flat"),
    Part("out_tray", 7, "printed", "PETG", "croupier", "N, E, S, W, both pozzetti, reject", "floor down"),
    Part("stock_tray", 1, "printed", "PETG", "croupier", "stock", "floor down"),
    Part("return_slide", 1, "printed", "PETG", "croupier", "from the gate back into the hopper", "floor down, supports"),
    Part("lid", 1, "printed", "PETG", "croupier", "over hopper and feed, with the interlock's tongue", "top down"),
    Part("foot", 8, "printed", "PETG", "croupier", "angle between a plate and the base", "flat"),
    Part("bay_box", 1, "printed", "PETG", "croupier", "electronics bay", "floor down"),
    Part("bay_lid", 1, "printed", "PETG", "croupier", "closes the bay; presses the tamper switch", "top down"),
    Part("port_door", 1, "printed", "PETG", "croupier", "before the USB connector; takes a wire seal", "flat"),
)  # fmt: skip

CUT = (
    Part("mat_base", 1, "cut", "birch plywood 6 mm", "mat", "800 x 800 mm, drilled by drawing"),
    Part("side_motor", 1, "cut", "birch plywood 4 mm", "croupier", "motors and ejector"),
    Part("side_outlet", 1, "cut", "birch plywood 4 mm", "croupier", "outlet and trays, inner side"),
    Part("tray_cheek", 1, "cut", "birch plywood 4 mm", "croupier", "trays, outer side"),
    Part("croupier_base", 1, "cut", "birch plywood 4 mm", "croupier", "what the croupier stands on"),
)  # fmt: skip

BOUGHT = (
    Part("shaft 6 x 100 mm", 3, "bought", "steel, h6", "croupier", "pick, transport and exit roller"),
    Part("shaft 8 x 100 mm", 1, "bought", "steel, h6", "croupier", "rack"),
    Part("pin 2 x 40 mm", 2, "bought", "stainless steel", "croupier", "idlers"),
    Part("pin 3 x 76 mm", 1, "bought", "stainless steel", "croupier", "gate's axle"),
    Part("bearing 686ZZ flanged", 6, "bought", "F686ZZ, 6 x 13 x 5 mm", "croupier", "roller shafts in the side plates"),
    Part("bearing 608ZZ", 2, "bought", "608ZZ, 8 x 22 x 7 mm", "croupier", "rack's shaft"),
    Part("clutch HF0612", 1, "bought", "one-way needle clutch, 6 x 10 x 12 mm", "croupier", "in the pick roller"),
    Part("silicone sleeve 18 x 20 x 34 mm", 3, "bought", "silicone, 40 Shore A", "croupier", "tread of the rollers"),
    Part("retard pad 24 x 6 x 3 mm", 1, "bought", "natural rubber, 40 Shore A", "croupier", "glued under the retard holder"),
    Part("pulley GT2 20 bore 6", 2, "bought", "aluminium", "croupier", "transport and exit roller"),
    Part("pulley GT2 30 bore 6", 1, "bought", "aluminium", "croupier", "pick roller"),
    Part("pulley GT2 20 bore 4", 2, "bought", "aluminium", "croupier", "gear motors"),
    Part("pulley GT2 20 bore 5", 1, "bought", "aluminium", "croupier", "rack motor"),
    Part("pulley GT2 30 bore 8", 1, "bought", "aluminium", "croupier", "rack"),
    Part("belt GT2 closed 6 x 200 mm", 1, "bought", "rubber, glass fibre", "croupier", "feed"),
    Part("belt GT2 closed 6 x 158 mm", 1, "bought", "rubber, glass fibre", "croupier", "exit"),
    Part("belt GT2 closed 6 x 400 mm", 1, "bought", "rubber, glass fibre", "croupier", "rack"),
    Part("spring plunger M6", 1, "bought", "steel", "croupier", "holds the rack at a slot without current"),
    Part("polyethylene tape 60 mm", 1, "bought", "UHMW, 1 m", "croupier", "on outlet, gate, trays and slide"),
    Part("polyester film 0.19 mm", 1, "bought", "60 x 30 mm", "croupier", "flap at the rack's mouth"),
    Part("magnet 4 x 1.5 mm", 1, "bought", "neodymium", "croupier", "in the vane of slot 0"),
    Part("rod M2 x 80 mm", 1, "bought", "threaded rod with two ball links", "croupier", "servo to gate"),
    Part("rubber foot", 15, "bought", "self-adhesive, 12 mm", "both", "nine under the mat, six under the croupier"),
    Part("spacer M3 x 6 mm", 4, "bought", "nylon tube", "mat", "under the mat's board"),
    Part("felt or playing cloth", 1, "bought", "800 x 800 mm", "mat", "round the tiles"),
    Part("wire seal", 1, "bought", "numbered", "croupier", "through bay lid and port door"),
)  # fmt: skip

ELECTRIC = (
    Part("load cell 500 g", 4, "electric", "bar, 47 x 12 x 6 mm, TAL221 class", "mat", "stock, discard, both pozzetti"),
    Part("PN5180 module", 9, "electric", "without its header", "mat", "eight in the mat, one in the croupier's bay"),
    Part("coil board meld", 4, "electric", "FR4", "mat", "under each tile"),
    Part("coil board pile", 4, "electric", "FR4", "mat", "under each pile"),
    Part("mat board", 1, "electric", "FR4", "mat", "under the mat's cover"),
    Part("coil board throat", 1, "electric", "FR4", "croupier", "on the throat's roof"),
    Part("croupier board", 1, "electric", "FR4", "croupier", "in the bay"),
    Part("NEMA 17 stepper 48 mm", 1, "electric", "1.8 degrees, 2 A, 17HS19-2004S1 class", "croupier", "turns the rack"),
    Part("gear motor 25 mm", 2, "electric", "6 V, 2,400 turns a minute, stalled at most 1.6 A", "croupier", "feed and exit"),
    Part("servo 20 x 40 mm", 2, "electric", "metal gear, 0.07 s for 60 degrees, SC-1257TG class", "croupier", "ejector and gate"),
    Part("light barrier 3 mm", 4, "electric", "infrared diode and transistor", "croupier", "entry left and right, exit, out"),
    Part("reflective sensor", 1, "electric", "QRE1113 class", "croupier", "under the hopper"),
    Part("Hall switch", 1, "electric", "DRV5023 class, works at 3.3 V", "croupier", "slot 0"),
    Part("lever switch", 3, "electric", "20 x 6 x 10 mm", "croupier", "two for the lid's interlock, one tamper switch"),
)  # fmt: skip

PARTS = PRINTED + CUT + BOUGHT + ELECTRIC
