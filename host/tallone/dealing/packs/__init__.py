"""The club's packs: which tag is which card, and whether a pack is whole."""
