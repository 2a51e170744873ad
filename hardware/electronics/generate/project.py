"""The project files beside a board: rules for KiCad's checks, and where the project's own libraries are."""

import json

# A track of 0.3 mm with 0.2 mm around it is within every board house's cheapest class.
CLEARANCE_MM, TRACK_MM, VIA_MM, VIA_DRILL_MM, EDGE_MM = 0.2, 0.3, 0.8, 0.4, 0.5


def project_file(board: str) -> str:
    """Return the text of <board>.kicad_pro: every check on, no finding excused."""
    rules = {
        "min_clearance": CLEARANCE_MM,
        "min_copper_edge_clearance": EDGE_MM,
        "min_track_width": 0.25,
        "min_via_diameter": VIA_MM,
        "min_through_hole_diameter": 0.3,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_via_annular_width": 0.15,
        # One spoke is enough for a pad in a tight row: every ground pad also has a track.
        "min_resolved_spokes": 1,
        "min_silk_clearance": 0.0,
        "min_text_height": 0.8,
        "min_text_thickness": 0.08,
        "solder_mask_to_copper_clearance": 0.0,
    }
    default = {
        "name": "Default",
        "priority": 2147483647,
        "clearance": CLEARANCE_MM,
        "track_width": TRACK_MM,
        "via_diameter": VIA_MM,
        "via_drill": VIA_DRILL_MM,
        "microvia_diameter": 0.3,
        "microvia_drill": 0.1,
        "diff_pair_gap": 0.25,
        "diff_pair_via_gap": 0.25,
        "diff_pair_width": 0.2,
        "line_style": 0,
        "bus_width": 12,
        "wire_width": 6,
        "pcb_color": "rgba(0, 0, 0, 0.000)",
        "schematic_color": "rgba(0, 0, 0, 0.000)",
    }
    return (
        json.dumps(
            {
                "board": {"design_settings": {"meta": {"version": 2}, "rules": rules}},
                "erc": {"erc_exclusions": [], "meta": {"version": 0}},
                "meta": {"filename": f"{board}.kicad_pro", "version": 3},
                "net_settings": {"classes": [default], "meta": {"version": 4}},
                "schematic": {"meta": {"version": 1}},
                "sheets": [],
                "text_variables": {},
            },
            indent=2,
        )
        + "\n"
    )


def symbol_table() -> str:
    """Return the text of a board's sym-lib-table."""
    return _table("sym_lib_table", "${KIPRJMOD}/../library/tallone.kicad_sym")


def footprint_table() -> str:
    """Return the text of a board's fp-lib-table."""
    return _table("fp_lib_table", "${KIPRJMOD}/../library/tallone.pretty")


def _table(name: str, path: str) -> str:
    row = (
        f'(lib (name "tallone")(type "KiCad")(uri "{path}")(options "")(descr "Parts of Tallone"))'
    )
    return f"({name}\n  (version 7)\n  {row}\n)\n"
