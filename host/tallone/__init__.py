"""The controller of a Burraco club table; the packages are the stations of a card's path.

link/       what did the device say?
mat/        which card came or went?
table/      how does the table look?
referee/    what did the player do, and may he?
rules/      what do the rules say?
journal/    what happened, for ever?
display/    what do people see?
dealing/    and back: what should the croupier do?
simulator/  beside it: cards, people and boards without the hardware
"""

__version__ = "0.1.0"
