"""Why a number of ours cannot be set against the paper's as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.experiments.night import Night
from parlour.experiments.pairing import Pairing
from parlour.experiments.published import published_name
from parlour.experiments.report.results import Results
from parlour.experiments.stories import GENERATED
from parlour.experiments.suite import Measured, View
from parlour.games.mystery import Script
from parlour.llm import READER

UNLIKE = "not comparable because"
LANGUAGES = {"en": "English", "zh": "Chinese"}


def not_comparable(
    results: Results, view: View, scripts: Sequence[Script], *, is_whole: bool, by: str = ""
) -> str:
    """The reasons as one clause, "not comparable because …"; empty where there is none.

    Args:
        results: of the run.
        view: whose number it is.
        scripts: over which it was taken.
        is_whole: whether it stands for the whole table, and not for one story.
        by: by what else than theirs it was measured; empty if by the same.
    """
    told = [*_reasons(results, view, scripts, is_whole=is_whole), *filter(None, [by])]
    return f"{UNLIKE} {', '.join(told)}" if told else ""


def _reasons(results: Results, view: View, scripts: Sequence[Script], *, is_whole: bool) -> Iterator[str]:
    suite, run = results.suite, results.run
    if suite.not_comparable:
        yield suite.not_comparable
    theirs = results.beside.measured
    if theirs is None:
        return
    arm = suite.arm(view.arms[0])
    if isinstance(arm, Night) and arm.is_by_lot:
        return
    if not any(name in run.model.lower() for name in theirs.same_model):
        yield f"the model is {_called(run.model)}, theirs {theirs.model}"
    if isinstance(arm, Pairing | Night):
        yield from _tables(results, view, theirs)
        return
    yield from _stories(run.stories, theirs, scripts, is_whole=is_whole)
    spoken = {script.language for script in scripts} - {theirs.language}
    if spoken:
        ours = " and ".join(LANGUAGES[each] for each in sorted(spoken))
        yield f"the scripts are in {ours}, theirs in {LANGUAGES[theirs.language]}"
    if any(script.options_seed is not None for script in scripts):
        yield "options are shuffled, theirs were not"
    if run.evaluations != theirs.evaluations:
        yield f"questions were put {_times(run.evaluations)}, theirs {_times(theirs.evaluations)}"
    murderers = run.murderers or arm.murderers
    if arm.is_played and murderers:
        yield f"murderers play {murderers}, theirs a fixed method that is not named"


def _tables(results: Results, view: View, theirs: Measured) -> Iterator[str]:
    """Of games at tables; how many they are tells only how sure the number is, but a few tell nothing."""
    spoken = {each.language for each in results.played} - {theirs.language}
    if spoken:
        ours = " and ".join(LANGUAGES[each] for each in sorted(spoken))
        yield f"the tables are in {ours}, theirs in {LANGUAGES[theirs.language]}"
    games = len(results.scores(view.name))
    if theirs.games and games < theirs.games:
        yield f"it is over {games} games, theirs over {theirs.games}"


def _stories(asked: str, theirs: Measured, scripts: Sequence[Script], *, is_whole: bool) -> Iterator[str]:
    known = {name for script in scripts if (name := published_name(script.id))}
    if asked == GENERATED:
        yield "the stories are generated, theirs WellPlay's"
    elif not known:
        yield "the stories are others"
    elif is_whole and len(known) < theirs.stories:
        yield f"it is over {len(known)} of their {theirs.stories} stories"


def _called(model: str) -> str:
    return "the reader" if model == READER else model


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
