"""Counting what was dealt: scales and belief, and whether play can begin."""
