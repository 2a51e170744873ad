"""What a screen says, as values without a place for a hidden card; and a hand told in words."""
