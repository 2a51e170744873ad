"""Screens for pictures and tests: one of each kind."""
