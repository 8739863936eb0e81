"""`parlour calibrate`: how well a model reads, and the reader that reads alike."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import TextColumn, TimeRemainingColumn

from parlour.cli.progress import progress_bar
from parlour.lab.calibration import (
    ModelCard,
    ProbeRun,
    ProbesAnswered,
    ProbesAsked,
    card_of,
    check_scipy,
    make_probes,
)
from parlour.llm import Language, Tally
from parlour.store import Store
from parlour.views.terminal import (
    AsJson,
    Budget,
    Concurrency,
    Db,
    Yes,
    check_file,
    columns,
    confirm,
    cost_of,
    print_json,
    print_list,
    resumable,
    terminal,
)

USUAL = ProbesAsked()
LINES = 10
"""How many lines tell how far it is where no bar can."""

app = typer.Typer(help="Measure how well a model reads.")


@app.command()
def calibrate(
    model: Annotated[str, typer.Argument(help="What is measured, one of `parlour models`.")],
    probes: Annotated[int, typer.Option(help="How many probes; the first ones stay.", min=30)] = USUAL.count,
    longest: Annotated[
        int, typer.Option(help="Tokens of the longest prompts; others have a half and a quarter.", min=600)
    ] = USUAL.longest,
    lang: Annotated[Language | None, typer.Option(help="Of the probes; both if left out.")] = None,
    seed: Annotated[int, typer.Option(help="Of the probes.", min=0)] = USUAL.seed,
    game: Annotated[
        str, typer.Option(help="Whose probes; those of the first game that has any if left out.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="Write the card into this file, as Markdown.", metavar="FILE.md")
    ] = None,
    concurrency: Concurrency = None,
    budget: Budget = None,
    yes: Yes = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Measure how well a model reads, as limits of the reader with their intervals.

    It is asked some hundreds of small questions in the words of a game, of which it is known what they take:
    to find a sentence, to compare two, to chain three, to ignore what is beside the point, at the beginning,
    middle and end of prompts of three lengths. Printed is the reader that answers alike (docs/strength.md).
    Whatever stops it, the same command goes on, and nothing is asked twice.
    """
    check_scipy()
    if out:
        check_file(out)
    request = ProbesAsked(
        count=probes, languages=(lang,) if lang else USUAL.languages, longest=longest, seed=seed
    )
    probe_list = make_probes(request, game)
    console = terminal(to_stderr=True)
    with Store.open(db) as store, resumable():
        run = ProbeRun(model=model, probes=probe_list, store=store, concurrency=concurrency, budget=budget)
        answered = _ask(run, console, is_sure=yes)
    for probe, fault in list(answered.faults.items())[:3]:
        typer.echo(f"not answered: {probe.name}: {fault}", err=True)
    card = card_of(model, answered)
    if out:
        out.write_text(card.markdown(), encoding="utf-8")
        typer.echo(f"wrote {out}", err=True)
    if as_json:
        print_json(card.as_json())
    else:
        _print(card)


def _ask(run: ProbeRun, console: Console, *, is_sure: bool) -> ProbesAnswered:
    foreseen = asyncio.run(run.foresee())
    confirm(console, **vars(foreseen), is_sure=is_sure)
    total = len(run.probes)
    with progress_bar(console, TimeRemainingColumn(), TextColumn("{task.description}")) as bar:
        task = bar.add_task("", total=total)

        def show(done: int, tally: Tally, faults: int) -> None:
            spent = f"{cost_of(tally.usage)} · {faults} faults"
            bar.update(task, completed=done, description=spent)
            if not console.is_terminal and done * LINES // total > (done - 1) * LINES // total:
                console.print(f"{done} of {total} probes · {spent}")

        return asyncio.run(run.ask(show))


def _print(card: ModelCard) -> None:
    print_list(columns("limit!", "value#", "95 %", ""), card.limit_rows())
    typer.echo()
    print_list(columns("probes!", "right#", "95 %", "as fitted#", "n#"), card.kind_rows())
    typer.echo()
    typer.echo(f"{card.fit.n} answers, {card.faults} that could not be read")
    if warning := card.warning():
        typer.echo(warning)
    typer.echo(f"reads like  {card.reader}")
