"""What is installed and cannot be used, told wherever the rest is listed."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from parlour.errors import BrokenPlugin


def tell_broken(broken: Iterable[BrokenPlugin]) -> None:
    """Names each with its package, on standard error, and lets everything else go on."""
    for error in broken:
        typer.echo(f"left out: {error}", err=True)
