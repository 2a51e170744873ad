"""The program itself: the stations put together, and the loop that runs them."""
