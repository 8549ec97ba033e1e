"""Run by Alembic: migrates over the connection that ``hall.store.migrate`` holds, within its transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
