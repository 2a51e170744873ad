"""What interpreted code costs on a board: the price list, and a copy of the firmware that counts as it runs."""
