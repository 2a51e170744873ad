"""The physical room: cards, places, sensors and their errors, and the truth of each hand."""
