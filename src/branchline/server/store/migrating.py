"""Brings the tables of a database up to date, when a server starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

LOCK = 0x62726C6E  # workers that start at once migrate one after the other


def migrate(connection: Connection) -> None:
    """Run all migrations that this database has not seen."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
