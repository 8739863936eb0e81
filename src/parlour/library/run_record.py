"""A run as a notebook shows it: its first measures open, the others and the notes folded away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from rich.console import Console

from parlour.errors import MissingExtra, UsageError
from parlour.evaluation import MatchScore, Spent
from parlour.experiments import Failed, Played, stories_of
from parlour.experiments.report import (
    WIDTH,
    Results,
    RichResults,
    Row,
    RowNotes,
    plural,
    rows,
    sections_of,
    tables,
    write_report,
)
from parlour.library.notebook import frame, render, show_figures
from parlour.library.place import Place, path_of
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
        counted: dict[str, Counter[str]] = {name: Counter() for name in self.scores}
        for name, told in self.scores.items():
            for score in told:
                counted[name].update(score.faults)
        return {name: dict(each) for name, each in counted.items()}

    def table(self) -> str:
        """Its table as the command line prints it."""
        told = StringIO()
        console = Console(
            file=told, width=WIDTH, color_system=None, force_jupyter=False, markup=False, emoji=False
        )
        console.print(*tables(self.results, self.rows), sep="\n")
        return told.getvalue()

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
        done = f"{len(results.played)} of {results.started.cells} matches"
        return render(
            "run.html.j2",
            "en",
            title=results.suite.title,
            source=results.suite.source,
            about=f"{run.id} · {run.model} · {run.stories} · {done}",
            blocks=blocks[:OPEN],
            more=blocks[OPEN:],
            notes=RowNotes.of(self.rows).lines(),
            drawn=plural(stories_of(results.suite.game).drawn),
        )


def _match_row(cell: Played) -> Mapping[str, object]:
    score = cell.score
    told: dict[str, object] = cell.model_dump(exclude={"score"})
    if score:
        told |= {"winner": score.winner, "won": score.won, "lost": score.lost}
        told |= {"faults": sum(score.faults.values())}
        told |= Spent.of([score.play, score.answering]).model_dump()
    return told
