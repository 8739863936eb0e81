"""The schema of the database.

JSON stands in text columns, never in a database's own JSON type: what is recorded must come back byte for
byte, and PostgreSQL's `jsonb` reorders keys and refuses NUL.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
)

HEAD = "0.1.0"
"""The version of the schema that this version of Parlour reads and writes."""

metadata = MetaData()

schema_version = Table("schema_version", metadata, Column("version", Text, primary_key=True))

match = Table(
    "match",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("script", Text, nullable=False, comment="its id; empty in a game without one"),
    Column("title", Text, nullable=False, comment="of the script"),
    Column("setup", Text, nullable=False),
    Column("seed", Text, nullable=False, comment="text, since a seed may have more than 64 bits"),
    Column("status", Text, nullable=False),
    Column("versions", Text, nullable=False),
    Column("started", Text, nullable=False, index=True, comment="UTC, ISO 8601 to the microsecond"),
    Column("is_imported", Boolean, nullable=False, server_default=false()),
)

entry = Table(
    "entry",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("json", Text, nullable=False),
)

part = Table(
    "part",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("text", Text, nullable=False, comment="a JSON string, since PostgreSQL's text refuses NUL"),
)

call = Table(
    "call",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("n", Integer, primary_key=True, comment="in the order of arrival"),
    Column("player", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("occurrence", Integer, nullable=False),
    Column("prompt", Text, nullable=False, comment="which parts stand where, with their sources"),
    Column("reply", Text, nullable=False),
    UniqueConstraint("match", "player", "request", "purpose", "digest", "occurrence", name="call_key"),
)

measure = Table(
    "measure",
    metadata,
    Column("match", Text, primary_key=True),
    Column("call", Integer, primary_key=True),
    Column("json", Text, nullable=False),
    ForeignKeyConstraint(["match", "call"], ["call.match", "call.n"]),
)

cell = Table(
    "cell",
    metadata,
    Column("run", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("json", Text, nullable=False),
)

hosted = Table(
    "hosted",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("json", Text, nullable=False),
)

ticket = Table(
    "ticket",
    metadata,
    Column("token", Text, primary_key=True),
    Column("match", Text, ForeignKey("match.id"), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("player", Text, nullable=False, comment="the seat; empty where it opens none"),
)

sheet = Table(
    "sheet",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("holder", Text, primary_key=True, comment="whose it is: a seat"),
    Column("kind", Text, primary_key=True),
    Column("json", Text, nullable=False),
)

transcript = Table(
    "transcript",
    metadata,
    Column("id", Text, primary_key=True),
    Column("corpus", Text, nullable=False, comment="the importer that read it, by name"),
    Column("game", Text, nullable=False),
    Column("digest", Text, nullable=False, comment="SHA-256 of the JSON"),
    Column("summary", Text, nullable=False, comment="JSON: its line in a list"),
    Column("json", Text, nullable=False, comment="the whole game, in the open form"),
)
