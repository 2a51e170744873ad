"""What rulings lay on a hand: typed effects, how they are carried out, and what they leave to do."""
