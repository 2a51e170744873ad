"""The program without a window: for simulations, and for the search for leaks."""
