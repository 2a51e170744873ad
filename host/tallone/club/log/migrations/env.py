"""Alembic's way in: the connection comes from `database.migrate`."""

from alembic import context

from tallone.club.log.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
