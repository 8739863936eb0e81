"""The progress of a run: a bar with its cost on a terminal, some lines elsewhere."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from parlour.experiments import Failed, Played, RunPlan
from parlour.experiments.preflight import Expected
from parlour.experiments.report import Embedded
from parlour.llm import Tally
from parlour.views.terminal import confirm, cost_of

LINES = 20
"""Number of progress lines of a whole run without a terminal."""
MANY_TEXTS = 1000
"""Number of texts from which their embedding is announced without a terminal."""


def progress_bar(
    console: Console, *columns: ProgressColumn, title: str = "", is_transient: bool = False
) -> Progress:
    """Creates a bar of what is done of how many, with further columns; only a terminal shows it."""
    head = (TextColumn(title),) if title else ()
    all_columns = (*head, BarColumn(bar_width=20), MofNCompleteColumn(), *columns)
    return Progress(*all_columns, console=console, disable=not console.is_terminal, transient=is_transient)


def confirm_expected(console: Console, expected: Expected, *, is_sure: bool) -> None:
    """Prints what is expected, and asks for confirmation on a terminal."""
    figures = {name: value for name, value in vars(expected).items() if name != "matches"}
    confirm(console, **figures, is_sure=is_sure)


@dataclass(kw_only=True)
class RunScreen:
    """A progress display of a run; a context manager while the run lasts."""

    plan: RunPlan
    console: Console
    failed: list[Failed] = field(default_factory=list[Failed])
    _faults: int = 0
    _tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        self._all, self._done = len(self.plan.cells), len(self.plan.cells) - len(self.plan.left)
        done = (self.plan.held.get(cell.key) for cell in self.plan.cells)
        self._faults = sum(sum(played.score.faults.values()) for played in done if played and played.score)
        left, spent = TextColumn("[dim]left[/]"), TextColumn("{task.description}")
        self._bar = progress_bar(self.console, TimeElapsedColumn(), left, TimeRemainingColumn(), spent)
        self._task = self._bar.add_task("", total=self._all, completed=self._done)

    def __enter__(self) -> RunScreen:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def on_end(self, outcome: Played | Failed) -> None:
        """Counts a cell."""
        if isinstance(outcome, Failed):
            self.failed.append(outcome)
        elif outcome.score:
            self._faults += sum(outcome.score.faults.values())
        self._done += 1
        self._bar.update(self._task, completed=self._done, description=self._spent())
        is_due = self._done * LINES // self._all > (self._done - 1) * LINES // self._all
        if is_due and not self.console.is_terminal:
            self.console.print(f"{self._done} of {self._all} matches · {self._spent()}")

    def spent(self, tally: Tally) -> None:
        """Shows the cost of the calls since this command began."""
        self._tally = tally
        self._bar.update(self._task, description=self._spent())

    def say(self, sentence: str) -> None:
        self.console.print(sentence, style="yellow", soft_wrap=True)

    def _spent(self) -> str:
        return f"{self._tally.calls} calls · {cost_of(self._tally.usage)} · {self._faults} faults"


@contextmanager
def embedding_bar(console: Console) -> Generator[Embedded]:
    """Shows a bar of embedded texts; without a terminal prints one line if there are many."""
    with progress_bar(console, TimeRemainingColumn(), title="embedding", is_transient=True) as bar:
        task = bar.add_task("")

        def show(done: int, total: int) -> None:
            if done == 0 and total >= MANY_TEXTS and not console.is_terminal:
                console.print(f"embedding {total:,} texts, but for what is kept")
            bar.update(task, completed=done, total=total)

        yield show
