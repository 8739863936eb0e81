"""A run as Python and a notebook see it, and `parlour.run`: a published experiment in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from rich.console import Console

from parlour.errors import MissingExtra, UsageError
from parlour.evaluation import MatchScore, Spent
from parlour.experiments import (
    Failed,
    Played,
    Resources,
    RunDefinition,
    RunPlan,
    Suite,
    aexecute,
    alook_ahead,
    ask_run,
    find_experiment,
    plan_run,
    stories_of,
)
from parlour.experiments.report import (
    WIDTH,
    Results,
    RichResults,
    Row,
    RowNotes,
    find_run,
    plural,
    read_results,
    rich_results,
    rows,
    sections_of,
    suite_named,
    tables,
    write_report,
)
from parlour.library.blocking import blocking
from parlour.library.match import Place, path_of
from parlour.library.notebook import frame, render, show_figures
from parlour.llm import Language, Tally
from parlour.store import Store

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


OPEN = 3
"""The number of measures that stand open."""


RunRows = Literal["measures", "matches"]
_MATCH_COLUMNS = (
    "match condition story language game evaluation side winner won lost faults calls repaired"
    " input_tokens cached_tokens output_tokens dollars seconds"
)


class Run:
    """A run on record: a suite's arms on the same stories, scored, beside what was published.

    In a notebook it shows itself.
    """

    def __init__(
        self,
        results: Results,
        *,
        rich: RichResults | None = None,
        failed: Sequence[Failed] = (),
        db: Place = None,
    ) -> None:
        self.results = results
        self.failed = tuple(failed)
        self._rich, self._db = rich, db

    @property
    def id(self) -> str:
        """Its id in the store: the suite, and a digest of all else that names it."""
        return self.results.run.id

    @property
    def finished_cells(self) -> tuple[Played, ...]:
        """Its cells that are done, each with the id of its match (`load`) and its counts."""
        return self.results.played

    @property
    def is_finished(self) -> bool:
        """True if every cell is played; if not, the same call continues it."""
        return len(self.finished_cells) == self.results.started.cells

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Its table: every arm's measures, each with its interval, n and fault rate, beside the published."""
        return tuple(rows(self.results, self._rich))

    @cached_property
    def scores(self) -> Mapping[str, tuple[MatchScore, ...]]:
        """Its matches in counts, by the rows of its table."""
        return {view.name: self.results.scores(view.name) for view in self.results.suite.rows}

    @cached_property
    def faults(self) -> Mapping[str, Mapping[str, int]]:
        """The number of faults, by the rows of its table and by purpose."""
        counters: dict[str, Counter[str]] = {name: Counter() for name in self.scores}
        for name, scores in self.scores.items():
            for score in scores:
                counters[name].update(score.faults)
        return {name: dict(counter) for name, counter in counters.items()}

    def table(self) -> str:
        """Its table as the command line prints it."""
        output = StringIO()
        console = Console(
            file=output, width=WIDTH, color_system=None, force_jupyter=False, markup=False, emoji=False
        )
        console.print(*tables(self.results, self.rows), sep="\n")
        return output.getvalue()

    def to_frame(self, rows: RunRows = "measures") -> pd.DataFrame:
        """Returns its measures or its matches as a pandas frame, a row each.

        Raises:
            MissingExtra: if pandas is not installed.
        """
        if rows == "matches":
            return frame(map(_match_row, self.finished_cells), _MATCH_COLUMNS.split())
        return frame((row.model_dump() for row in self.rows), list(Row.model_fields))

    def figure(self) -> Figure:
        """Returns its figure, drawn as in the paper.

        Raises:
            MissingExtra: if matplotlib is not installed.
            UsageError: if its suite has none.
        """
        try:
            figures = import_module("parlour.experiments.report.figures")
        except ImportError as error:
            raise MissingExtra("figures need matplotlib: pip install 'parlour[report]'") from error
        drawn = figures.draw_figure(self.results, self.rows, self._rich)
        if drawn is None:
            raise UsageError(f"{self.results.suite.name} has no figure, or nothing to draw in it")
        figure = cast("Figure", drawn)
        show_figures(type(figure))
        return figure

    def report(self, folder: str | Path) -> list[Path]:
        """Writes its report: CSV, JSON, Markdown, figures and one page of HTML.

        Args:
            folder: where, made if it is not there.

        Raises:
            MissingExtra: if matplotlib is not installed.
        """
        with Store.open(path_of(self._db)) as store:
            return write_report(self.results, self.rows, store, Path(folder), self._rich)

    def __repr__(self) -> str:
        return f"<Run {self.id}: {len(self.finished_cells)} of {self.results.started.cells} matches>"

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        results, run = self.results, self.results.run
        whole = sections_of(results, self.rows)[:1]
        blocks = whole[0].blocks if whole else ()
        progress = f"{len(results.played)} of {results.started.cells} matches"
        return render(
            "run.html.j2",
            "en",
            title=results.suite.title,
            source=results.suite.source,
            about=f"{run.id} · {run.model} · {run.stories} · {progress}",
            blocks=blocks[:OPEN],
            more=blocks[OPEN:],
            notes=RowNotes.of(self.rows).lines(),
            drawn=plural(stories_of(results.suite.game).drawn),
        )


def _match_row(cell: Played) -> Mapping[str, object]:
    score = cell.score
    row: dict[str, object] = cell.model_dump(exclude={"score"})
    if score:
        row |= {"winner": score.winner, "won": score.won, "lost": score.lost}
        row |= {"faults": sum(score.faults.values())}
        row |= Spent.of([score.play, score.answering]).model_dump()
    return row


async def arun(
    suite: str,
    *,
    add: Mapping[str, str] | None = None,
    model: str | None = None,
    models: Mapping[str, str] | None = None,
    scripts: str | None = None,
    difficulty: str = "",
    language: Language | None = None,
    conditions: Sequence[str] = (),
    games: int | None = None,
    sought: str = "",
    evaluations: int | None = None,
    embedding: str | None = None,
    seed: int | None = None,
    elicits: bool | None = None,
    jobs: int | None = 1,
    on: str | None = None,
    concurrency: int | None = None,
    budget: float | None = None,
    db: Place = None,
) -> Run:
    """Plays every arm of an experiment on the same stories, and returns the run.

    Everything is stored as it happens, in the same place as by the command line. After an interruption the
    same call continues: no finished match is played again, and recorded calls are not repeated.

    Args:
        suite: one of `list_suites()`, or the file of an experiment of one's own, `FILE.yaml`.
        add: methods to measure beside the suite's own, ``"METHOD[:OPTIONS][@MODEL]"`` by name.
        model: what the seats think with; `PARLOUR_MODEL` or the reader if left out.
        models: what single arms or sides think with instead, by name.
        scripts: what is played, as for `parlour run --scripts`; the suite's own if left out.
        difficulty: of generated stories: easy, normal or hard, or ``"2"`` to ``"6"``.
        language: of the stories; the suite's own if left out.
        conditions: only these of its arms; the others can follow later.
        games: matches per story and arm, or generated stories or tables in all.
        sought: how those play who are sought, in every arm, ``"METHOD[@MODEL]"``.
        evaluations: how often questions are put; 3, or 1 with the reader, which never varies.
        embedding: what retrieval ranks by.
        seed: of the first match; the others count on from it. Left out, 0 or the file's.
        elicits: whether seats are asked at each vote what they hold of the others, outside the game; as the
            suite has it if left out.
        jobs: processes. A script that asks for several must keep its own work under
            ``if __name__ == "__main__":``, since each process imports it.
            None for one per core with the reader and else one (of a cluster: one per machine).
        on: where its matches are played: ``"ray"`` or ``"ray:HOST:PORT"``; this machine if left out.
        concurrency: the most calls at once per model.
        budget: dollars before which it stops, those of earlier parts of it among them.
        db: where it is kept: a path or a URL; the user's data folder if left out.

    Raises:
        UsageError: if something is asked for that does not exist or cannot be run so.
        ParlourError: if something stopped it.
    """
    definition = ask_run(
        suite,
        added=add,
        model=model,
        models=models,
        stories=scripts,
        difficulty=difficulty,
        language=language,
        games=games,
        evaluations=evaluations,
        sought=sought,
        embedding=embedding,
        seed=seed,
        elicits=elicits,
    )
    plan = plan_of(definition, conditions, db)
    means = Resources(store=path_of(db), jobs=jobs, concurrency=concurrency, budget=budget, on=on)
    watcher = QuietWatcher()
    try:
        if plan.left:
            estimate = await alook_ahead(plan, means)
            await aexecute(plan, means, estimate.slots, watcher)
    except UsageError:
        raise
    except BaseException as error:
        error.add_note(f"Nothing is lost: the same call goes on from here, as the run {definition.id}.")
        raise
    return await _read(definition.id, find_experiment(suite), db, watcher.failed)


async def aload_run(run: str, *, db: Place = None) -> Run:
    """Returns a run on record, of the command line or of Python.

    Args:
        run: its id, an unambiguous beginning of it, or a suite's name for its newest run.
        db: where it is kept: a path or a URL; the user's data folder if left out.

    Raises:
        UsageError: if there is no such run, or more than one.
    """
    with Store.reading(path_of(db)) as store:
        run_id = find_run(store, run)
    return await _read(run_id, suite_named(run), db)


run, load_run = blocking(arun), blocking(aload_run)


def plan_of(definition: RunDefinition, conditions: Sequence[str], db: Place) -> RunPlan:
    """Returns the plan of a run, with its recorded part."""
    with Store.reading(path_of(db)) as store:
        plan = plan_run(store, definition)
    return plan.only(conditions) if conditions else plan


@dataclass(kw_only=True)
class QuietWatcher:
    """A watcher of a run that prints nothing."""

    failed: list[Failed] = field(default_factory=list[Failed])

    def on_end(self, outcome: Played | Failed) -> None:
        if isinstance(outcome, Failed):
            self.failed.append(outcome)

    def spent(self, tally: Tally) -> None: ...

    def say(self, sentence: str) -> None: ...


async def _read(run: str, suite: Suite | None, db: Place, failed: Sequence[Failed] = ()) -> Run:
    with Store.open(path_of(db)) as store:
        results = read_results(store, run, suite)
        rich = await rich_results(results, store)
    return Run(results, rich=rich, failed=failed, db=db)
