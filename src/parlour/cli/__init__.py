"""The command line: one file per verb."""

from parlour.cli.verbs import main

__all__ = ["main"]
