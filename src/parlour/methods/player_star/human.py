"""`parlour report --human`: matches of people with agents, beside PLAYER*'s tables 3 and 6 and figure 5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import typer
from rich.console import RenderableType

from parlour.agents import MethodSpec
from parlour.arena import HUMAN, OUTSIDE, Seat, SeatAssignment, Setup, Status
from parlour.core import Player
from parlour.errors import MissingExtra
from parlour.evaluation import (
    MEASURES,
    SHEET,
    Column,
    MatchScore,
    Survey,
    estimate,
    has_wrong_keys,
    in_column,
    marks_of,
    mean_mark,
    metric,
    score_match,
)
from parlour.experiments import LANGUAGES, Published, PublishedTable, table
from parlour.experiments.report import WIDTH
from parlour.experiments.report.files import write_rows
from parlour.experiments.report.row import ALL, FEW, SEPARATOR, Row
from parlour.experiments.report.rows import UNLIKE, basis_note
from parlour.experiments.report.table import tables_of
from parlour.games.mystery import MysterySetup, Script
from parlour.store import Store
from parlour.views.terminal import print_json, terminal

COLUMNS: Mapping[str, str] = {
    "werewolf": "Werewolf",
    "o-cot": "O-CoT",
    "think-thrice": "ThinkThrice",
    "player-star": "PLAYER*",
}
"""The paper's names of methods."""
OTHERWISE = "other tables"
_SEATS = 4


@dataclass(frozen=True, kw_only=True)
class HumanMatch:
    """One match.

    Attributes:
        unlike: its differences from the paper's study (appendix B); empty if there are none.
    """

    match: str
    method: str
    models: tuple[str, ...]
    score: MatchScore
    survey: Survey | None
    script: Script
    unlike: tuple[str, ...] = ()

    @property
    def condition(self) -> str:
        """Its row of a table: matches unlike the paper's study have rows of their own."""
        return f"{self.method} ({OTHERWISE})" if self.unlike else self.method


def read_human_matches(store: Store) -> Iterator[HumanMatch]:
    """Yields the finished mysteries of one person with agents of one method, oldest first."""
    for summary in reversed(store.matches()):
        if summary.game == "mystery" and summary.status is Status.FINISHED:
            setup = store.setup(summary.match)
            people = [seat.player for seat in setup.seats if HUMAN in _methods(seat)]
            methods = {
                method for seat in setup.seats if HUMAN not in _methods(seat) for method in _methods(seat)
            }
            if len(people) == 1 and len(methods) == 1 and not methods & OUTSIDE:
                yield _read(store, summary.match, setup, people[0], methods.pop())


def _read(store: Store, match: str, setup: Setup, person: Player, method: str) -> HumanMatch:
    sheet = store.hosting.sheets(match, SHEET).get(person)
    script = MysterySetup.of(setup.game).script
    models = {seat.holder.model for seat in setup.seats if seat.player != person and seat.holder.model}
    return HumanMatch(
        match=match,
        method=_paper_name(method),
        models=tuple(sorted(models)),
        score=score_match(store.record(match), leaving_out=[person]),
        survey=Survey.model_validate_json(sheet) if sheet else None,
        script=script,
        unlike=tuple(_unlike(MysterySetup.of(setup.game), person)),
    )


def _unlike(game: MysterySetup, person: Player) -> Iterator[str]:
    if len(game.players) != _SEATS:
        yield f"not {_SEATS} players"
    if not game.script.victims_of(person):
        yield "the person was no murderer"


def _paper_name(method: str) -> str:
    spec = MethodSpec.read(method)
    name, (_, colon, options) = COLUMNS.get(spec.name, spec.name), method.partition(":")
    return f"{name} ({options})" if colon else name


def _methods(seat: Seat) -> list[str]:
    holders: tuple[SeatAssignment, ...] = (seat, *seat.then)
    return [holder.method for holder in holders]


SUITE = "player-human"
PACKAGE = "parlour.methods.player_star"
GAME = ("win_rate", "objective", "reasoning", "relations", "overall")
_STUDY = ("sin", "deadly-fountain", "riverside-inn")
_TABLES = ("player-table3", "player-table6")
_TITLES = ("What agents reached against a person (table 3)", "What people said of the agents (table 6)")


def human_rows(matches: Sequence[HumanMatch]) -> list[Row]:
    """Returns a row for each metric and method; for the published methods also if none was played here.

    The game's metrics are over agents' seats alone. Their intervals are over matches, those of marks over
    people. Answers count by the authors' keys; where these contradict their story, rows without flagged
    questions and by keys put right stand beside. Only matches as in the paper's study stand beside the
    published: the person is the murderer of a script for four. Others stand in rows of their own.
    """
    paper_tables = [table(PACKAGE, name) for name in _TABLES]
    conditions = [*COLUMNS.values(), *dict.fromkeys(match.condition for match in matches)]
    groups = {
        name: [match for match in matches if match.condition == name] for name in dict.fromkeys(conditions)
    }
    has_others = has_wrong_keys(match.score for match in matches)
    return [
        *(
            _game(name, metric_name, column, group, paper_tables[0])
            for metric_name in GAME
            for column in (Column.ALL, *(metric(metric_name).by_other_keys if has_others else ()))
            for name, group in groups.items()
            if group or column is Column.ALL
        ),
        *(
            _marks(name, measure, group, paper_tables[1])
            for measure in MEASURES
            for name, group in groups.items()
        ),
    ]


def human_tables(matches: Sequence[HumanMatch], rows: Sequence[Row]) -> Iterator[RenderableType]:
    """Yields the rows as printable tables."""
    surveys = sum(match.survey is not None for match in matches)
    played = f"{len(matches)} matches with a person · {surveys} surveys"
    head = f"People and agents\nPLAYER*, tables 3 and 6, figure 5\n{played}"
    parts = [[row for row in rows if (row.metric in MEASURES) is is_mark] for is_mark in (False, True)]
    yield from tables_of(head, list(zip(_TITLES, parts, strict=True)), "matches, of marks over people")


def _game(
    condition: str, name: str, column: Column, matches: Sequence[HumanMatch], paper_table: PublishedTable
) -> Row:
    value = estimate([match.score for match in matches], name, column)
    published = (
        _published_value(paper_table, condition, name) if column is Column.ALL else Published(value=None)
    )
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
        note=SEPARATOR.join(
            filter(None, (basis_note(value, "matches"), _note(matches, published, paper_table)))
        ),
    )


def _marks(condition: str, measure: str, matches: Sequence[HumanMatch], paper_table: PublishedTable) -> Row:
    surveyed = [match for match in matches if match.survey]
    marks = marks_of([match.survey for match in surveyed if match.survey], measure)
    value, interval = mean_mark(marks)
    few = interval.basis == "few"
    published = _published_value(paper_table, condition, measure)
    return Row(
        suite=SUITE,
        condition=condition,
        script=ALL,
        metric=measure,
        published=published.value,
        ours=value,
        low=interval.low,
        high=interval.high,
        points=tuple(marks) if few else (),
        n=len(marks),
        faults=None,
        repairs=None,
        note=SEPARATOR.join(filter(None, (FEW if few else "", _note(surveyed, published, paper_table)))),
    )


def _published_value(paper_table: PublishedTable, condition: str, metric: str) -> Published:
    numbers: Mapping[tuple[str, str, str], Published] = paper_table.as_suite_numbers()
    return numbers.get((condition, "", metric), Published(value=None))


def _note(matches: Sequence[HumanMatch], published: Published, paper_table: PublishedTable) -> str:
    if not matches:
        return "published only"
    if condition := sorted({why for match in matches for why in match.unlike}):
        return f"{OTHERWISE}: {' or '.join(condition)}"
    if published.value is None:
        return ""
    return f"{UNLIKE} {', '.join(_reasons(matches, paper_table))}"


def _reasons(matches: Sequence[HumanMatch], paper_table: PublishedTable) -> Iterator[str]:
    models = sorted({model for match in matches for model in match.models}) or ["none"]
    yield f"the model is {' and '.join(models)}, theirs {paper_table.model}"
    if {match.script.id for match in matches} - set(_STUDY):
        yield "the stories are others"
    if spoken := {match.script.language for match in matches} - {paper_table.language}:
        ours = " and ".join(LANGUAGES[language] for language in sorted(spoken))
        yield f"the scripts are in {ours}, theirs in {LANGUAGES[paper_table.language]}"
    yield "other people played"


def write_human(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Writes the rows as CSV and JSON and figure 5 as PNG, SVG and PDF into a folder, made if need be.

    Raises:
        MissingExtra: if matplotlib is not installed; nothing is written then.
    """
    try:
        figures = import_module("parlour.experiments.report.figures")
    except ImportError as error:
        raise MissingExtra("figures need matplotlib: pip install 'parlour[report]'") from error
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / SUITE
    marks = [row for row in rows if row.metric in MEASURES]
    figure_paths: tuple[Path, ...] = (
        figures.draw_marks(marks, stem, proposed="PLAYER*", source="PLAYER*, figure 5") or ()
    )
    return [*write_rows(rows, stem.with_suffix(".csv")), *figure_paths]


_HOW = (
    "open a table with `parlour serve`, play a mystery to its end with agents of one method,"
    " and fill the survey on the page after the match"
)


def report_human_games(store: Store, out: Path | None, *, as_json: bool) -> list[Path]:
    """Prints the scores of agents against people, and people's marks for agents."""
    matches = list(read_human_matches(store))
    rows = human_rows(matches) if matches else []
    if as_json:
        print_json([row.model_dump() for row in rows])
    elif matches:
        console = terminal(width=WIDTH)
        for renderable in human_tables(matches, rows):
            console.print(renderable)
    if not matches:
        typer.echo(f"no person has finished a match with agents in {store.location} yet: {_HOW}", err=as_json)
    elif not any(match.survey for match in matches):
        typer.echo(f"nobody has filled a survey yet: {_HOW}", err=as_json)
    return write_human(rows, out) if out and matches else []
