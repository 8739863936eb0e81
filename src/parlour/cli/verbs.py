"""The verbs of `parlour`, and what becomes of an error.

A verb's module loads when the verb is used: `parlour --help` shows them all and loads none.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated

import typer
from typer.core import TyperCommand, TyperGroup

from parlour import __version__
from parlour.cli.options import ASKED_WRONGLY, FAILED
from parlour.errors import ParlourError, UsageError


@dataclass(frozen=True, kw_only=True)
class Verb:
    """A verb: the module whose `app` it is, and its line in the help."""

    module: str
    help: str


VERBS: Mapping[str, Verb] = {
    "play": Verb(module="parlour.cli.play", help="Play a match, with agents, people or both."),
    "serve": Verb(module="parlour.cli.serve", help="Open the table in a browser."),
    "run": Verb(module="parlour.cli.run", help="Run a published experiment with a model of your own."),
    "report": Verb(module="parlour.cli.report", help="Set what a run came to beside what was published."),
    "trust": Verb(module="parlour.cli.trust", help="Tell what posts mean and who stands with whom."),
    "replay": Verb(module="parlour.cli.replay", help="Run a recorded match again and compare."),
    "audit": Verb(module="parlour.cli.audit", help="Check what every prompt of a match gave away."),
    "matches": Verb(module="parlour.cli.matches", help="List the matches on record."),
    "suites": Verb(module="parlour.cli.suites", help="List the experiments that can be run."),
    "scripts": Verb(module="parlour.cli.scripts", help="List, check, import and read scripts."),
    "models": Verb(module="parlour.cli.models", help="List what a model can be called, or get one."),
    "methods": Verb(module="parlour.cli.methods", help="List the methods that can fill a seat."),
    "new": Verb(module="parlour.cli.new", help="Write a game or a method of your own, as a package."),
}


class Verbs(TyperGroup):
    """A group that knows its verbs by name and loads the one that is used."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The verbs' names, in the order of a first day with Parlour."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The verb, or before it is loaded a stand-in for the help."""
        loaded = self.commands.get(cmd_name)
        if loaded or cmd_name not in VERBS:
            return loaded  # pyright: ignore[reportReturnType]
        return TyperCommand(cmd_name, help=VERBS[cmd_name].help)

    def resolve_command(self, ctx: typer.Context, args: list[str]):  # noqa: ANN201  # pyright: ignore
        """Loads the verb that was asked for."""
        if args and args[0] in VERBS:
            module = import_module(VERBS[args[0]].module)
            self.add_command(typer.main.get_command(module.app), args[0])
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=Verbs,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def parlour(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Hidden-role games for language-model agents and people, and a laboratory of how well they reason."""


def main() -> None:
    """Runs the command line: 0 done, 1 it failed, 2 it was asked wrongly."""
    try:
        app()
    except ParlourError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(ASKED_WRONGLY if isinstance(error, UsageError) else FAILED)
