"""`parlour methods` and `parlour suites`: what can fill a seat and which experiments can be run."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.agents import METHODS, HasPresets, Method, find_method, options_of
from parlour.experiments import SUITES
from parlour.experiments import suites as all_suites
from parlour.views.terminal import AsJson, columns, print_json, print_list, tell_broken, terminal

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
    found = METHODS.load_all()
    if as_json:
        print_json([_method_line(method) for method in found.values()])
        return
    print_list(_METHODS, [(each.name, each.summary, _yes(each.wants_model)) for each in found.values()])


def _show_method(method: Method, *, as_json: bool) -> None:
    options = options_of(method)
    if as_json:
        told = None if options is None else [vars(option) for option in options]
        print_json({**_method_line(method), "options": told})
        return
    console = terminal()
    console.print(method.name, style="bold")
    console.print(f"{method.summary}\nmodel: {_yes(method.wants_model)}\n")
    if options:
        print_list(_OPTIONS, [(each.name, each.takes, each.default, each.meaning) for each in options])
        for preset in method.presets if isinstance(method, HasPresets) else ():
            if preset.departures:
                title = " ".join(filter(None, (preset.paper, preset.name)))
                console.print(f"\n{title} still departs:", highlight=False)
                for each in preset.departures:
                    console.print(f"- {each}", highlight=False, markup=False)
        example = [f"{each.name}={each.default}" for each in options[:2]]
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
    found = all_suites()
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
            for suite in found
        ]
        print_json(lines)
        return
    rows = [
        (each.name, each.title, each.source, str(len(each.conditions)), f"{each.stories}, {each.games}")
        for each in found
    ]
    print_list(columns("suite!", "what it shows", "source", "arms#", "played on"), rows)
