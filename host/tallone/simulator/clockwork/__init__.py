"""Simulated time: the clients of one clock, the boards among them, and their cables."""
