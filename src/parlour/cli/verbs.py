"""The `parlour` command: its verbs, its exit codes and errors, and output that every terminal can show.

A verb's module loads when the verb is used: `parlour --help` lists all verbs and loads none. Games and
methods add verbs by the entry point `parlour.verbs`, each the `app` of a module whose docstring says in its
first line what the verb does.
"""

from __future__ import annotations

import ast
import codecs
import gc
import io
import sys
import unicodedata
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperCommand, TyperGroup

from parlour import __version__
from parlour.errors import ASKED_WRONGLY, FAILED, ParlourError, UsageError


@dataclass(frozen=True, kw_only=True)
class Verb:
    """A verb of the command line."""

    module: str
    help: str
    app: str = "app"


VERBS: Mapping[str, Verb] = {
    name: Verb(
        module=f"parlour.cli.{place.partition(':')[0]}", help=line, app=place.partition(":")[2] or "app"
    )
    for name, place, line in (
        ("play", "play", "Play a match, with agents alone or yourself among them."),
        ("serve", "serve", "Open the table in a browser."),
        ("mcp", "mcp", "Give chat programs a seat, by the Model Context Protocol."),
        ("run", "run", "Run a published experiment with a model of your own."),
        ("plan", "plan", "Say how many matches tell two win rates apart."),
        ("study", "study", "Plan a study with people, open its tables, and compare their marks."),
        ("league", "league", "Let methods and models meet each other, and rate them."),
        ("report", "report", "Compare a run with the published results."),
        ("cite", "report:cite_app", "Print BibTeX of Parlour and of a run's papers."),
        ("replay", "records:replay_app", "Run a recorded match again and compare."),
        ("audit", "records:audit_app", "Check what every prompt of a match gave away."),
        ("matches", "records:matches_app", "List the matches on record."),
        ("export", "records:export_app", "Write a match or a run as JSON lines or Parquet."),
        ("import", "records:import_app", "Take in what parlour export wrote."),
        ("delete", "records:delete_app", "Delete a match, or a run with its matches."),
        ("transcripts", "transcripts", "Import and read games that people played elsewhere."),
        ("likeness", "likeness", "Set agents' talk and votes beside people's."),
        ("fit", "fit", "Fit the reader's likelihoods to people's games, and test them on others."),
        ("what-if", "what_if", "Play matches again with another mind in one seat, and compare."),
        ("calibrate", "calibrate", "Measure how well a model reads and find the reader of equal strength."),
        ("hear", "hear", "Show what would be heard in what a person types."),
        ("suites", "catalogues:suites_app", "List the experiments that can be run."),
        ("models", "catalogues:models_app", "List what a model can be called, or get one."),
        ("methods", "catalogues:methods_app", "List the methods that can fill a seat."),
        ("doctor", "doctor", "Say what runs here and what is wrong, for bug reports."),
        ("examples", "scaffold:examples_app", "List the examples that come with it, or copy one."),
        ("new", "scaffold:new_app", "Write a game or a method of your own, as a package."),
    )
}

GROUP = "parlour.verbs"
"""The group of entry points by which games and methods add verbs."""


@cache
def installed_verbs() -> Mapping[str, Verb]:
    """Returns the verbs that games and methods add, without importing them."""
    points = {point.name: point for point in entry_points(group=GROUP) if point.name not in VERBS}
    return {
        name: Verb(module=points[name].module, help=first_line(points[name].module))
        for name in sorted(points)
    }


def first_line(module: str) -> str:
    """Reads the first line of a module's docstring from its file; returns "" if there is no such file."""
    path: Sequence[str] | None = None
    spec = None
    for count in range(1, module.count(".") + 2):
        spec = PathFinder.find_spec(".".join(module.split(".")[:count]), path)
        if spec is None:
            return ""
        path = spec.submodule_search_locations
    if spec is None or not spec.origin:
        return ""
    docstring = ast.get_docstring(ast.parse(Path(spec.origin).read_text(encoding="utf-8")))
    return (docstring or "").partition("\n")[0]


class Verbs(TyperGroup):
    """A command group that lists all verbs and loads the one that is used."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Returns the verbs' names, those of a first day with Parlour first."""
        del ctx
        return [*VERBS, *installed_verbs()]

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Returns the verb or, before it is loaded, a placeholder with its line of help."""
        loaded = self.commands.get(cmd_name)
        verb = {**installed_verbs(), **VERBS}.get(cmd_name)
        if loaded or verb is None:
            return loaded  # pyright: ignore[reportReturnType]
        return TyperCommand(cmd_name, help=verb.help.replace("[", r"\["))  # help is markup, and this is not

    def resolve_command(self, ctx: typer.Context, args: list[str]):  # noqa: ANN201  # pyright: ignore
        """Loads the verb that the command line names."""
        if args and (app := _app(args[0])):
            self.add_command(typer.main.get_command(app), args[0])
        return super().resolve_command(ctx, args)


def _app(name: str) -> typer.Typer | None:
    if name in VERBS:
        gc.disable()  # modules stay: to look for garbage among them is a tenth of the start
        try:
            return getattr(import_module(VERBS[name].module), VERBS[name].app)
        finally:
            gc.freeze()
            gc.enable()
    if name not in installed_verbs():
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
    ctx: typer.Context,
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
    from parlour.core.telemetry import Telemetry, begin, end  # the help of all verbs needs nothing of it

    ctx.call_on_close(end)
    begin(Telemetry(trace=trace, log=log))


def _show_warning(message: Warning | str, *_: object) -> None:
    typer.echo(f"warning: {message}", err=True)  # without its place in the code


def main() -> None:
    """Runs the command line; exits with 0 for success, 1 for a failure and 2 for wrong usage."""
    warnings.showwarning = _show_warning
    accept_any_text()
    try:
        app()
    except ParlourError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(ASKED_WRONGLY if isinstance(error, UsageError) else FAILED)


_HANDLER = "parlour.nearest"
_ASCII = {
    **dict(zip("–—−·•×“”‘’«»─━│：，。、", '----*x""\'\'""--|:,.,', strict=True)),
    "…": "...",
    "→": "->",
    "←": "<-",
    "≤": "<=",
    "≥": ">=",
    "±": "+/-",
    "κ": "kappa",
}
"""Signs that Parlour prints, with their nearest in ASCII."""


def accept_any_text() -> None:
    """Makes standard output and error accept any text, and standard input any bytes.

    UTF-8 is among them: a name that was typed in another encoding comes in as halves of characters.
    """
    codecs.register_error(_HANDLER, _replace_unencodable)
    for stream, errors in ((sys.stdout, _HANDLER), (sys.stderr, _HANDLER), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Returns substitutes for letters that cannot be encoded: a similar sign, the bare letter, or `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    bare = [unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() for letter in letters]
    nearest = (_ASCII.get(letter) or plain or "?" for letter, plain in zip(letters, bare, strict=True))
    return "".join(nearest), error.end
