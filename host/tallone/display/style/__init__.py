"""Colours, sizes and typefaces."""
