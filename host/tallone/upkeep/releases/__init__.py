"""Signed releases of the program: checked, put beside the one that runs, on trial, or gone back from."""
