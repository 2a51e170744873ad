"""Players without hands: they choose a legal move from what a person in that seat could know."""

from tallone.bots.base import Bot
from tallone.bots.random_bot import RandomBot
from tallone.bots.sensible import SensibleBot

__all__ = ["Bot", "RandomBot", "SensibleBot"]
