"""The codes as data: switches with their sources, a club's own rules, and their page."""
