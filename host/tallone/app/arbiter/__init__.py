"""The arbiter at the table, without screen, clock or journal: cases, the panel's states, what he orders."""
