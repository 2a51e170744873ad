"""What somebody at the desk does, from a form to a fact, and what it would change."""
