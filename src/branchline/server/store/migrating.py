"""Brings the tables of a database up to date, when a server starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from branchline.table.home import StoreFailed

LOCK = 0x62726C6E  # workers that start at once migrate one after the other


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return config


def version_of(connection: Connection) -> str | None:
    """The version of a database's tables; None if it has none."""
    return MigrationContext.configure(connection).get_current_revision()


def newest() -> str | None:
    """The version of tables that this program works with."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def check_version(connection: Connection) -> None:
    """Refuse a database that is not of the version that this program works with; nothing is changed."""
    if (here := version_of(connection)) != newest():
        raise StoreFailed(
            f"its tables are version {here or 'none'}, this program works with {newest()}; "
            "a server of this version brings older ones up to date when it starts"
        )


def migrate(connection: Connection) -> None:
    """Run all migrations that this database has not seen."""
    config = _config()
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    known = {revision.revision for revision in script.walk_revisions()}
    here = version_of(connection)
    if here is not None and here not in known:
        raise StoreFailed(
            f"it was used by a newer version of Branchline (its tables are version {here}, this version knows up to "
            f"{script.get_current_head()}); start that version"
        )
    command.upgrade(config, "head")
