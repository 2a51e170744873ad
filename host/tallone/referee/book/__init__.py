"""What is open in a hand: hypotheses, evidence not yet explained, positions put right by force."""
