"""Pixels: cards, suits, signs and the heat map."""
