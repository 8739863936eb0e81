"""`parlour.run`: a published experiment, with what one adds to it, in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parlour.errors import UsageError
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
)
from parlour.experiments.report import find_run, read_results, rich_results, suite_named
from parlour.library.blocking import blocking
from parlour.library.place import Place, path_of
from parlour.library.run_record import Run
from parlour.llm import Language, Tally
from parlour.store import Store


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
    asked = ask_run(
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
    plan = plan_of(asked, conditions, db)
    means = Resources(store=path_of(db), jobs=jobs, concurrency=concurrency, budget=budget, on=on)
    watcher = QuietWatcher()
    try:
        if plan.left:
            estimate = await alook_ahead(plan, means)
            await aexecute(plan, means, estimate.slots, watcher)
    except UsageError:
        raise
    except BaseException as error:
        error.add_note(f"Nothing is lost: the same call goes on from here, as the run {asked.id}.")
        raise
    return await _read(asked.id, find_experiment(suite), db, watcher.failed)


async def aload_run(run: str, *, db: Place = None) -> Run:
    """Returns a run on record, of the command line or of Python.

    Args:
        run: its id, an unambiguous beginning of it, or a suite's name for its newest run.
        db: where it is kept: a path or a URL; the user's data folder if left out.

    Raises:
        UsageError: if there is no such run, or more than one.
    """
    with Store.reading(path_of(db)) as store:
        found = find_run(store, run)
    return await _read(found, suite_named(run), db)


run, load_run = blocking(arun), blocking(aload_run)


def plan_of(asked: RunDefinition, conditions: Sequence[str], db: Place) -> RunPlan:
    """Returns the plan of a run, with its recorded part."""
    with Store.reading(path_of(db)) as store:
        plan = plan_run(store, asked)
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
