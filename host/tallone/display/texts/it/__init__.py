"""The Italian texts."""
