"""The pages of the local network: for everybody, for the desk, and what guards them."""
