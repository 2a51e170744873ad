"""A screen as things to paint: where areas lie, what is painted in them, and how a scene travels."""
