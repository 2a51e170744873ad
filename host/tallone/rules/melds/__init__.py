"""Melds: the sets of cards that make one, what joins it, its grade, and what a holding can make."""
