"""What every screen has to keep to, as checks of its scene; and contact sheets for the eye."""
