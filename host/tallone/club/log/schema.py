"""The tables. `fact` is append-only, by triggers too; `place` can be thrown away and made again.

Facts hold numbers only. Names and cards are in `player` alone, so that one person can be taken out
of the club's memory without touching a result.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()
# SQLite counts rows up by itself only in a plain INTEGER.
_Serial: Final = BigInteger().with_variant(Integer, "sqlite")

CLUB: Final = Table(
    "club",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("province", Text, nullable=False, server_default=""),
    Column("region", Text, nullable=False, server_default=""),
    UniqueConstraint("name", name="club_once"),
)

PLAYER: Final = Table(
    "player",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    # The name as names are compared: no case, accents, apostrophes, spaces.
    Column("plain", Text, nullable=False),
    Column("card", Text),
    Column("club", ForeignKey("club.id")),
    Column("expires", Date),
    Column("erased", Boolean, nullable=False, server_default="0"),
    UniqueConstraint("card", name="player_card_once"),
    Index("player_by_name", "plain"),
)

EVENT: Final = Table(
    "event",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("club", ForeignKey("club.id")),
    Column("held", Date, nullable=False),
    # Kind, hands, code, plan, groups, seeds: one object, read as `EventSettings`.
    Column("settings", Text, nullable=False),
    UniqueConstraint("name", name="event_once"),
    Index("event_by_date", "held"),
    Index("event_by_club", "club", "held"),
)

ENTRANT: Final = Table(
    "entrant",
    METADATA,
    Column("event", ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    # From 1: one player, two of a pair, or those of a team.
    Column("position", Integer, primary_key=True),
    Column("player", ForeignKey("player.id"), nullable=False),
    Column("club", Text, nullable=False, server_default=""),
    Column("paid", Boolean, nullable=False, server_default="0"),
    Column("stays", Boolean, nullable=False, server_default="0"),
    Index("entrant_by_player", "player"),
)

FACT: Final = Table(
    "fact",
    METADATA,
    Column("seq", _Serial, primary_key=True),
    Column("at", Double, nullable=False),
    Column("received", Double, nullable=False),
    Column("event", ForeignKey("event.id"), nullable=False),
    Column("id", Text, nullable=False),
    # Of the whole content: the same id may come with another, and both are kept.
    Column("digest", LargeBinary(8), nullable=False),
    Column("body", Text, nullable=False),
    Column("author", Text, nullable=False, server_default=""),
    UniqueConstraint("event", "id", "digest", name="fact_once"),
)

REFUSED: Final = Table(
    "refused",
    METADATA,
    Column("seq", _Serial, primary_key=True),
    Column("event", ForeignKey("event.id"), nullable=False),
    Column("received", Double, nullable=False),
    Column("author", Text, nullable=False, server_default=""),
    Column("code", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("refused_by_event", "event"),
)

# What follows from filed events, by player: a projection.
PLACE: Final = Table(
    "place",
    METADATA,
    Column("event", ForeignKey("event.id"), primary_key=True),
    Column("player", ForeignKey("player.id"), primary_key=True),
    Column("held", Date, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("entrants", Integer, nullable=False),
    Column("vp", Integer, nullable=False),
    Column("mp", Integer, nullable=False),
    Index("place_by_player", "player", "held"),
    Index("place_by_date", "held", "player", "vp", "mp"),
)
