"""The first version: clubs, players, events, entrants, facts, places."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NEVER = "facts are only ever added"


def upgrade() -> None:
    """Make every table, and let the database itself refuse to change a fact."""
    serial = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "club",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("province", sa.Text, nullable=False, server_default=""),
        sa.Column("region", sa.Text, nullable=False, server_default=""),
        sa.UniqueConstraint("name", name="club_once"),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("plain", sa.Text, nullable=False),
        sa.Column("card", sa.Text),
        sa.Column("club", sa.Integer, sa.ForeignKey("club.id")),
        sa.Column("expires", sa.Date),
        sa.Column("erased", sa.Boolean, nullable=False, server_default="0"),
        sa.UniqueConstraint("card", name="player_card_once"),
    )
    op.create_index("player_by_name", "player", ["plain"])
    op.create_table(
        "event",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("club", sa.Integer, sa.ForeignKey("club.id")),
        sa.Column("held", sa.Date, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.UniqueConstraint("name", name="event_once"),
    )
    op.create_index("event_by_date", "event", ["held"])
    op.create_index("event_by_club", "event", ["club", "held"])
    op.create_table(
        "entrant",
        sa.Column("event", sa.Integer, sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("player", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("club", sa.Text, nullable=False, server_default=""),
        sa.Column("paid", sa.Boolean, nullable=False, server_default="0"),
        sa.Column("stays", sa.Boolean, nullable=False, server_default="0"),
    )
    op.create_index("entrant_by_player", "entrant", ["player"])
    op.create_table(
        "fact",
        sa.Column("seq", serial, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("received", sa.Double, nullable=False),
        sa.Column("event", sa.Integer, sa.ForeignKey("event.id"), nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary(8), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False, server_default=""),
        sa.UniqueConstraint("event", "id", "digest", name="fact_once"),
    )
    op.create_table(
        "refused",
        sa.Column("seq", serial, primary_key=True),
        sa.Column("event", sa.Integer, sa.ForeignKey("event.id"), nullable=False),
        sa.Column("received", sa.Double, nullable=False),
        sa.Column("author", sa.Text, nullable=False, server_default=""),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("refused_by_event", "refused", ["event"])
    op.create_table(
        "place",
        sa.Column("event", sa.Integer, sa.ForeignKey("event.id"), primary_key=True),
        sa.Column("player", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("held", sa.Date, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("entrants", sa.Integer, nullable=False),
        sa.Column("vp", sa.Integer, nullable=False),
        sa.Column("mp", sa.Integer, nullable=False),
    )
    op.create_index("place_by_player", "place", ["player", "held"])
    op.create_index("place_by_date", "place", ["held", "player", "vp", "mp"])
    _refuse_changes()


def _refuse_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER fact_no_{act.lower()} BEFORE {act} ON fact "
                f"BEGIN SELECT RAISE(ABORT, '{_NEVER}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION fact_stays() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_NEVER}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER fact_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON fact "
        "FOR EACH STATEMENT EXECUTE FUNCTION fact_stays()"
    )
