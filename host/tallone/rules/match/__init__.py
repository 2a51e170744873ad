"""Hands into a match: standings, victory points, and who sits where."""
