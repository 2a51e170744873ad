"""Papers for people who do not program: the table's guide, a sheet for the volunteer, one for the arbiter.

Their pictures are drawn by the program and the names of buttons come from its catalogue, so both are the
program's own on the day on which a paper is made.
"""
