"""How far the journal of a table goes, as it said itself: any process can say how much the hall lacks."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("table_epochs", Column("signed", BigInteger))


def downgrade() -> None:
    op.drop_column("table_epochs", "signed")
