"""Everything a maker needs for one table, and the programs that make and check it."""
