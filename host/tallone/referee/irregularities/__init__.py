"""What no legal move explains: who did what, and what that is called."""
