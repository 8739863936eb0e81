"""Tables 3 and 6 of PLAYER* with ours beside the published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType

from parlour.evaluation import (
    MEASURES,
    Column,
    estimate,
    has_wrong_keys,
    in_column,
    marks_of,
    mean_mark,
    metric,
)
from parlour.experiments import LANGUAGES, Published, PublishedTable, table
from parlour.experiments.report.notes import UNLIKE
from parlour.experiments.report.row import ALL, FEW, SEPARATOR, Row
from parlour.experiments.report.rows import basis_note
from parlour.experiments.report.table import tables_of
from parlour.methods.player_star.human.matches import COLUMNS, OTHERWISE, HumanMatch

SUITE = "player-human"
PACKAGE = "parlour.methods.player_star"
GAME = ("win_rate", "objective", "reasoning", "relations", "overall")
_STUDY = ("sin", "deadly-fountain", "riverside-inn")
_TABLES = ("player-table3", "player-table6")
_TITLES = ("What agents reached against a person (table 3)", "What people said of the agents (table 6)")


def human_rows(matches: Sequence[HumanMatch]) -> list[Row]:
    """A row for each metric and method; the published methods also where nobody has played them here.

    The game's metrics are over agents' seats alone. Their intervals are over matches, those of marks over
    people. Answers count by the authors' keys; where these contradict their story, rows without flagged
    questions and by keys put right stand beside. Only matches as in the paper's study stand beside the
    published: the person is the murderer of a script for four. Others stand in rows of their own.
    """
    theirs = [table(PACKAGE, name) for name in _TABLES]
    conditions = [*COLUMNS.values(), *dict.fromkeys(each.condition for each in matches)]
    groups = {
        name: [each for each in matches if each.condition == name] for name in dict.fromkeys(conditions)
    }
    has_others = has_wrong_keys(each.score for each in matches)
    return [
        *(
            _game(name, each, column, told, theirs[0])
            for each in GAME
            for column in (Column.ALL, *(metric(each).by_other_keys if has_others else ()))
            for name, told in groups.items()
            if told or column is Column.ALL
        ),
        *(_marks(name, each, told, theirs[1]) for each in MEASURES for name, told in groups.items()),
    ]


def human_tables(matches: Sequence[HumanMatch], rows: Sequence[Row]) -> Iterator[RenderableType]:
    """The rows as things to print."""
    surveys = sum(each.survey is not None for each in matches)
    played = f"{len(matches)} matches with a person · {surveys} surveys"
    head = f"People and agents\nPLAYER*, tables 3 and 6, figure 5\n{played}"
    parts = [[row for row in rows if (row.metric in MEASURES) is is_mark] for is_mark in (False, True)]
    yield from tables_of(head, list(zip(_TITLES, parts, strict=True)), "matches, of marks over people")


def _game(
    condition: str, name: str, column: Column, told: Sequence[HumanMatch], theirs: PublishedTable
) -> Row:
    value = estimate([each.score for each in told], name, column)
    published = _published(theirs, condition, name) if column is Column.ALL else Published(value=None)
    return Row(
        suite=SUITE,
        condition=condition,
        script=ALL,
        metric=in_column(name, column),
        published=published.value,
        ours=value.value,
        low=value.low,
        high=value.high,
        points=value.points,
        deviation=value.deviation,
        published_deviation=published.deviation,
        weighted_deviation=value.weighted_deviation,
        n=value.n,
        faults=value.faults,
        repairs=value.repairs,
        note=SEPARATOR.join(filter(None, (basis_note(value, "matches"), _note(told, published, theirs)))),
    )


def _marks(condition: str, measure: str, told: Sequence[HumanMatch], theirs: PublishedTable) -> Row:
    asked = [each for each in told if each.survey]
    marks = marks_of([each.survey for each in asked if each.survey], measure)
    value, found = mean_mark(marks)
    few = found.basis == "few"
    published = _published(theirs, condition, measure)
    return Row(
        suite=SUITE,
        condition=condition,
        script=ALL,
        metric=measure,
        published=published.value,
        ours=value,
        low=found.low,
        high=found.high,
        points=tuple(marks) if few else (),
        n=len(marks),
        faults=None,
        repairs=None,
        note=SEPARATOR.join(filter(None, (FEW if few else "", _note(asked, published, theirs)))),
    )


def _published(theirs: PublishedTable, condition: str, metric: str) -> Published:
    told: Mapping[tuple[str, str, str], Published] = theirs.published()
    return told.get((condition, "", metric), Published(value=None))


def _note(told: Sequence[HumanMatch], published: Published, theirs: PublishedTable) -> str:
    if not told:
        return "published only"
    if condition := sorted({why for each in told for why in each.unlike}):
        return f"{OTHERWISE}: {' or '.join(condition)}"
    if published.value is None:
        return ""
    return f"{UNLIKE} {', '.join(_reasons(told, theirs))}"


def _reasons(told: Sequence[HumanMatch], theirs: PublishedTable) -> Iterator[str]:
    models = sorted({model for each in told for model in each.models}) or ["none"]
    yield f"the model is {' and '.join(models)}, theirs {theirs.model}"
    if {each.script.id for each in told} - set(_STUDY):
        yield "the stories are others"
    if spoken := {each.script.language for each in told} - {theirs.language}:
        ours = " and ".join(LANGUAGES[each] for each in sorted(spoken))
        yield f"the scripts are in {ours}, theirs in {LANGUAGES[theirs.language]}"
    yield "other people played"
