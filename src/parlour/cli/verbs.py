"""The verbs of `parlour`, and what becomes of an error.

A verb's module loads when the verb is used: `parlour --help` shows them all and loads none. Games and methods
bring verbs of their own by the entry point `parlour.verbs`, each the `app` of a module whose docstring says
in its first line what the verb does.
"""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperCommand, TyperGroup

from parlour import __version__
from parlour.cli.encoding import say_in_other_letters
from parlour.core.telemetry import Telemetry, begin, end
from parlour.errors import ASKED_WRONGLY, FAILED, ParlourError, UsageError


@dataclass(frozen=True, kw_only=True)
class Verb:
    """A verb: the module whose `app` it is, and its line in the help."""

    module: str
    help: str


VERBS: Mapping[str, Verb] = {
    "play": Verb(module="parlour.cli.play", help="Play a match, with agents alone or yourself among them."),
    "serve": Verb(module="parlour.cli.serve", help="Open the table in a browser."),
    "mcp": Verb(module="parlour.cli.mcp", help="Give chat programs a seat, by the Model Context Protocol."),
    "run": Verb(module="parlour.cli.run", help="Run a published experiment with a model of your own."),
    "plan": Verb(module="parlour.cli.plan", help="Say how many matches tell two win rates apart."),
    "league": Verb(
        module="parlour.cli.league", help="Let methods and models meet each other, and rate them."
    ),
    "report": Verb(module="parlour.cli.report", help="Set what a run came to beside what was published."),
    "cite": Verb(module="parlour.cli.cite", help="Print BibTeX of Parlour and of a run's papers."),
    "replay": Verb(module="parlour.cli.replay", help="Run a recorded match again and compare."),
    "audit": Verb(module="parlour.cli.audit", help="Check what every prompt of a match gave away."),
    "matches": Verb(module="parlour.cli.matches", help="List the matches on record."),
    "export": Verb(module="parlour.cli.export", help="Write a match or a run as JSON lines or Parquet."),
    "import": Verb(module="parlour.cli.import_", help="Take in what parlour export wrote."),
    "delete": Verb(module="parlour.cli.delete", help="Delete a match, or a run with its matches."),
    "transcripts": Verb(
        module="parlour.cli.transcripts", help="Import and read games that people played elsewhere."
    ),
    "likeness": Verb(module="parlour.cli.likeness", help="Set agents' talk and votes beside people's."),
    "fit": Verb(
        module="parlour.cli.fit",
        help="Fit the reader's likelihoods to people's games, and test them on others.",
    ),
    "what-if": Verb(
        module="parlour.cli.what_if", help="Play matches again with another mind in one seat, and compare."
    ),
    "calibrate": Verb(
        module="parlour.cli.calibrate",
        help="Measure how well a model reads, and name the reader alike.",
    ),
    "hear": Verb(module="parlour.cli.hear", help="Show what would be heard in what a person types."),
    "suites": Verb(module="parlour.cli.suites", help="List the experiments that can be run."),
    "models": Verb(module="parlour.cli.models", help="List what a model can be called, or get one."),
    "methods": Verb(module="parlour.cli.methods", help="List the methods that can fill a seat."),
    "doctor": Verb(
        module="parlour.cli.doctor", help="Say what runs here and what is wrong, for bug reports."
    ),
    "examples": Verb(module="parlour.cli.examples", help="List the examples that come with it, or copy one."),
    "new": Verb(module="parlour.cli.new", help="Write a game or a method of your own, as a package."),
}

GROUP = "parlour.verbs"
"""Of the entry points of verbs that games and methods bring."""


def brought() -> Mapping[str, Verb]:
    """The verbs that games and methods bring; nothing of theirs is imported."""
    points = {point.name: point for point in entry_points(group=GROUP) if point.name not in VERBS}
    return {
        name: Verb(module=points[name].module, help=first_line(points[name].module))
        for name in sorted(points)
    }


def first_line(module: str) -> str:
    """The first line of a module's docstring, read from its file; empty where there is no such file."""
    path: Sequence[str] | None = None
    spec = None
    for count in range(1, module.count(".") + 2):
        spec = PathFinder.find_spec(".".join(module.split(".")[:count]), path)
        if spec is None:
            return ""
        path = spec.submodule_search_locations
    if spec is None or not spec.origin:
        return ""
    told = ast.get_docstring(ast.parse(Path(spec.origin).read_text(encoding="utf-8")))
    return (told or "").partition("\n")[0]


class Verbs(TyperGroup):
    """A group that knows its verbs by name and loads the one that is used."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The verbs' names, in the order of a first day with Parlour."""
        del ctx
        return [*VERBS, *brought()]

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The verb, or before it is loaded a stand-in for the help."""
        loaded = self.commands.get(cmd_name)
        verb = {**brought(), **VERBS}.get(cmd_name)
        if loaded or verb is None:
            return loaded  # pyright: ignore[reportReturnType]
        return TyperCommand(cmd_name, help=verb.help.replace("[", r"\["))  # help is markup, and this is not

    def resolve_command(self, ctx: typer.Context, args: list[str]):  # noqa: ANN201  # pyright: ignore
        """Loads the verb that was asked for."""
        if args and (app := _app(args[0])):
            self.add_command(typer.main.get_command(app), args[0])
        return super().resolve_command(ctx, args)


def _app(name: str) -> typer.Typer | None:
    """What a verb runs; None where there is no such verb.

    Raises:
        BrokenPlugin: naming its package, if it cannot be used.
    """
    if name in VERBS:
        return import_module(VERBS[name].module).app
    if name not in brought():
        return None
    from parlour.core import Registry  # the help of all verbs needs nothing of it

    return Registry(group=GROUP, noun="verb", kind=typer.Typer).find(name)


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
    trace: Annotated[
        str,
        typer.Option(
            help="Send OpenTelemetry spans of matches, requests and calls to a collector (http://HOST:4318);"
            " otlp: to that of the OTEL_* variables; console: to standard error.",
            envvar="PARLOUR_TRACE",
            show_default=False,
        ),
    ] = "",
    log: Annotated[
        str,
        typer.Option(
            help="Tell on standard error what happens, as JSON lines: debug, info, warning or error.",
            envvar="PARLOUR_LOG",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Hidden-role games for language-model agents and people, and a laboratory of how well they reason."""
    begin(Telemetry(trace=trace, log=log))


def _show_warning(message: Warning | str, *_: object) -> None:
    """A warning is one line for whoever typed the command; where in the code it arose is none of it."""
    typer.echo(f"warning: {message}", err=True)


def main() -> None:
    """Runs the command line: 0 done, 1 it failed, 2 it was asked wrongly."""
    warnings.showwarning = _show_warning
    say_in_other_letters()
    try:
        app()
    except ParlourError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(ASKED_WRONGLY if isinstance(error, UsageError) else FAILED)
    finally:
        end()
