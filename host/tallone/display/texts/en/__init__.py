"""The English texts."""
