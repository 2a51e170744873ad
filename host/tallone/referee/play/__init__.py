"""Correct play as it is seen: draw, lay, discard; and what is read after its turn."""
