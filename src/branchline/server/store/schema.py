"""The tables of the database. `migrations/` brings a database up to this."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

# A table where people meet: how it was set up, and how far it is.
tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("board", String(200), nullable=False),
    Column("variant", String(40), nullable=False),
    Column("first_seat", Integer),
    Column("timer", Text, nullable=False),  # JSON
    Column("private", Boolean, nullable=False),
    Column("hot_seat", Boolean, nullable=False),
    Column("status", String(10), nullable=False),
    Column("host", String(64)),  # the hash of the host's token
    Column("invitation", String(64)),  # the hash of a private table's invitation
    Column("rules_version", Integer, nullable=False),
    Column("seed", String(40)),  # hexadecimal; secret until the game is over
    Column("salt", String(40)),
    Column("hash", String(64)),  # of seed and salt: shown from the start
    Column("created", Double, nullable=False),
    Column("started", Double),
    Column("finished", Double),
    Column("active", Double, nullable=False),
    Column("decisions", Integer, nullable=False, server_default="0"),  # of a finished game
    Column("totals", Text),  # JSON
    Column("winners", Text),  # JSON
    Column("rematch", String(16)),
    Column("address", String(64), nullable=False),  # a hash of the creator's address, for the limit
    Column("automated", Boolean, nullable=False),  # bots or clocks need somebody to look after them
    Column("keeper", String(40)),  # the worker that does, until then and as long as the worker is heard of
    Column("kept_until", Double, nullable=False, server_default="0"),
    Column("when_left", String(10), nullable=False, server_default="bot"),  # who leaves: a bot plays on, or it resigns
    Column("set_aside", Text),  # why this server cannot go on with the game
    Column("continues", Text),  # JSON: the table and the moment that this one goes on from
    Index("tables_by_status", "status", "private", "active"),
    Index("tables_by_address", "address", "status"),
    Index("tables_by_active", "active"),
)

# Who sits where. A token is stored as its hash; several seats of one screen share one.
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # free, person or bot
    Column("name", String(40), nullable=False),
    Column("level", String(80)),
    Column("token", String(64)),
    Column("entropy", String(64)),  # what the person adds to the shuffle
    Column("address", String(64), nullable=False, server_default=""),  # a hash, for the limit; as that of the table
)

# Everything that happens at a table, in order, one row each; a row is never changed. The primary key decides who was
# first, whichever worker writes.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("action", Integer),
    Column("data", Text),  # JSON
    Column("at", Double, nullable=False),
)

# What people say at a table. It is no part of the game, and only the latest lines are kept. A number is the time in
# millionths of a second, so nobody has to ask which one is next.
chat = Table(
    "chat",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("seat", Integer),  # null: a spectator
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
)

# The analysis of a finished game: the deepest so far, and the one that waits or is being made. One row for each game:
# all that wait are one queue, whichever worker was asked.
analyses = Table(
    "analyses",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("evaluator", String(40)),  # that made it, with its version
    Column("version", Integer),
    Column("worlds", Integer, nullable=False, server_default="0"),  # how deep it looked; 0: there is none yet
    Column("result", Text),  # JSON
    Column("wanted", Integer, nullable=False, server_default="0"),  # how deep the next one is to look; 0: none waits
    Column("asked", Double, nullable=False, server_default="0"),  # when somebody asked for it
    Column("address", String(64), nullable=False, server_default=""),  # a hash of who asked, for the limit
    Column("worker", String(40)),  # that makes it, and until when it is believed to
    Column("kept_until", Double, nullable=False, server_default="0"),
    Column("done", Integer, nullable=False, server_default="0"),  # decisions ...
    Column("total", Integer, nullable=False, server_default="0"),  # ... of that many
    Column("problem", Text),  # why the last one was not made
    Index("analyses_by_wanted", "wanted", "asked"),
)

# Puzzles: how well people solve them, and how hard they are. A solver is whoever has a token; its hash is stored.
solvers = Table(
    "solvers",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("active", Double, nullable=False),
    Index("solvers_by_active", "active"),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(80), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("solver", String(64), primary_key=True),
    Column("puzzle", String(80), primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Column("address", String(64), nullable=False, server_default=""),  # a hash: one address tries a puzzle once a day
    Index("puzzle_tries_by_address", "address", "puzzle", "at"),
)

# Workers, and until when each is believed to be there. One row says so for all tables that it looks after.
workers = Table(
    "workers", metadata, Column("id", String(40), primary_key=True), Column("heard_until", Double, nullable=False)
)

# What a check of health writes, to see whether something can be written.
pulse = Table("pulse", metadata, Column("at", Double, primary_key=True), Column("filling", Text, nullable=False))

# What holds for the whole house, such as that the lobby is closed. What is not here is as usual.
house = Table("house", metadata, Column("name", String(20), primary_key=True), Column("value", Text, nullable=False))

# Who may not come in, and which names nobody may have.
bans = Table(
    "bans",
    metadata,
    Column("kind", String(10), primary_key=True),  # address, token or name
    Column("what", String(200), primary_key=True),  # a hash, or what the name looks like
    Column("shown", String(200), nullable=False),  # as operators know it
    Column("at", Double, nullable=False),
    Column("why", Text, nullable=False),
)

# What hosts and operators did. Workers read it: what an operator did to a table is seen there.
audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("who", String(10), nullable=False),  # host or operator
    Column("did", String(20), nullable=False),
    Column("table_id", String(16)),
    Column("words", Text, nullable=False),
    Index("audit_by_at", "at"),
)
