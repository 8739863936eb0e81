"""JSON for a program that reads standard output."""

from __future__ import annotations

import json
import sys

import typer


def print_json(told: object, *, indent: int | None = 2) -> None:
    """Prints a value as JSON, in letters that the output can carry; others are escaped."""
    typer.echo(json.dumps(told, ensure_ascii=not carries_unicode(sys.stdout), indent=indent))


def carries_unicode(stream: object) -> bool:
    """Whether every letter can be written there."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("_", "-").startswith("utf")
