"""Two runs side by side, and the dialogues of each method side by side (Zhu et al. 2025, figure 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Literal

from pydantic import BaseModel
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from parlour.arena import Record
from parlour.core import event_kinds
from parlour.errors import UsageError
from parlour.evaluation import (
    Column,
    MatchScore,
    has_wrong_keys,
    in_column,
    metric,
    metrics,
    repeats,
    t_test,
    verdicts,
)
from parlour.evaluation.intervals import ALPHA
from parlour.experiments.report.contrasts import difference_apart, paired_difference, paired_stories
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import ALL, format_value, interval, label
from parlour.experiments.report.table import POINTS, WIDTH, create_table
from parlour.experiments.run import RunDefinition
from parlour.store import Store

SILENCE, UNSPOKEN = "(silence)", "The two did not speak of it."
Meeting = tuple[str, str, str]
"""An asker, an answerer and the victim they talk about."""


@dataclass(frozen=True, kw_only=True)
class DialogueTurn:
    """A question with its reply.

    Attributes:
        reply: what was answered; empty if nothing was.
    """

    round: int
    question: str
    reply: str


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """The dialogue of an asker and an answerer about a victim, under each method.

    Attributes:
        turns: by condition, in the order of the suite; empty where the two did not meet.
    """

    story: str
    asker: str
    answerer: str
    victim: str
    turns: Mapping[str, tuple[DialogueTurn, ...]]

    @property
    def title(self) -> str:
        """The story, the asker, the answerer and the victim."""
        return f"{self.story}: {self.asker} asks {self.answerer} about {self.victim}"


def exchanges(results: Results, store: Store) -> list[Exchange]:
    """Returns for each story the meeting that most conditions had, from the records of its first match.

    Methods choose the answerer, so that not every pair meets under each; of meetings that equally many
    conditions had, the one of most turns is shown, then the first in seat order. Those who are
    sought play alike in all conditions and do not depend on a method: they are no askers.
    """
    return [exchange for telling in results.setups if (exchange := _exchange(results, store, telling[0]))]


def _exchange(results: Results, store: Store, story: str) -> Exchange | None:
    matches = {cell.condition: cell.match for cell in results.played if (cell.story, cell.game) == (story, 0)}
    order = [condition.name for condition in results.suite.conditions if condition.name in matches]
    records = {name: store.record(matches[name]) for name in order}
    by_condition = {name: _meetings(record) for name, record in records.items()}
    condition_counts = Counter(meeting for meetings in by_condition.values() for meeting in meetings)
    if not condition_counts:
        return None
    turns = Counter(
        {
            meeting: sum(len(meetings.get(meeting, ())) for meetings in by_condition.values())
            for meeting in condition_counts
        }
    )
    asker, answerer, victim = max(
        condition_counts, key=lambda meeting: (condition_counts[meeting], turns[meeting])
    )
    return Exchange(
        story=records[order[0]].setup.game.title,
        asker=asker,
        answerer=answerer,
        victim=victim,
        turns={name: tuple(by_condition[name].get((asker, answerer, victim), ())) for name in order},
    )


def _meetings(record: Record) -> dict[Meeting, list[DialogueTurn]]:
    """Returns every meeting of a match whose asker is not sought, with its turns."""
    sought = {player for case in verdicts(record) for player in case.truth}
    meetings = dict[Meeting, list[DialogueTurn]]()
    for event in record.events:
        if not event.actor or not event.to:
            continue
        if event.kind is event_kinds.ASKED and event.actor not in sought:
            turn = DialogueTurn(round=event.round, question=event.text, reply="")
            meetings.setdefault((event.actor, event.to, event.case or ""), []).append(turn)
        elif event.kind is event_kinds.REPLIED:
            turns = meetings.get((event.to, event.actor, event.case or ""))
            if turns:
                last = turns[-1]
                turns[-1] = DialogueTurn(round=last.round, question=last.question, reply=event.text)
    return meetings


def as_text(exchanges: Sequence[Exchange]) -> str:
    """Returns the exchanges as plain text."""
    return "\n\n".join("\n".join(_lines(exchange)) for exchange in exchanges)


def _lines(exchange: Exchange) -> list[str]:
    lines = [exchange.title]
    for condition, turns in exchange.turns.items():
        lines += ["", condition]
        lines += [] if turns else [f"  {UNSPOKEN}"]
        for turn in turns:
            lines.append(f"  {turn.round}. {exchange.asker}: {turn.question}")
            lines.append(f"     {exchange.answerer}: {turn.reply or SILENCE}")
    return lines


def comparison(
    results: Results, other: Results, differences: Sequence[Difference]
) -> Iterator[RenderableType]:
    """Yields the table and notes of a comparison."""
    runs = f"{results.run.id} and {other.run.id}"
    yield Text.assemble((f"{results.suite.title}\n", "bold"), (f"{runs}\n", "dim"))
    table = Table(box=None, padding=(0, 1, 0, 0), width=WIDTH)
    table.add_column("", ratio=1, overflow="fold")
    for head in (results.run.thinks_with, other.run.thinks_with, "difference", "95 %", "stories"):
        table.add_column(
            Text(head), justify="right", overflow="fold", max_width=POINTS if head == "95 %" else None
        )
    for name, rows in groupby(differences, key=lambda difference: difference.metric):
        table.add_row(Text(label(name), style="bold"))
        for row in rows:
            table.add_row(*map(Text, _cells(row)))
    yield table
    yield Text(
        "\n* differs by a t-test over evaluations at 0.05. Where several stories are in both, values and"
        " intervals are over these, in pairs; else over all matches. Of too few stories the difference on"
        " each. Keys are the authors', unless a heading says otherwise."
    )
    yield from (
        Text(f"not alike in all but the model: {note}")
        for note in dict.fromkeys(r.note for r in differences)
        if note
    )


def _cells(row: Difference) -> tuple[str, ...]:
    difference = (
        "" if row.difference is None else format_value(row.difference, row.metric, signed=True) + row.star
    )
    ends = interval(row.low, row.high, row.metric, row.points, signed=bool(row.points)).replace("–", " to ")
    return (
        f"  {row.condition}",
        format_value(row.ours, row.metric),
        format_value(row.theirs, row.metric),
        difference,
        ends,
        str(row.paired),
    )


FEWEST_PAIRS = 2
"""The fewest common stories for a paired comparison."""


class Difference(BaseModel, frozen=True, extra="forbid"):
    """A metric of one condition in two runs.

    Attributes:
        script: always `all`.
        metric: what is measured; where not all rows count by the keys as they came, with the column in
            brackets behind it: `overall (strict)`, `overall (repaired)`.
        ours: in the first run; where the two are compared story by story, over the stories of both.
        low: where its 95 % interval begins; null where none can be given.
        paired: on how many stories the two are compared one by one; 0 where they played different ones.
        star: `*` where the evaluations differ by a t-test at 0.05, as in the papers.
    """

    suite: str
    condition: str
    script: str = ALL
    metric: str
    ours: float | None
    theirs: float | None
    difference: float | None
    low: float | None
    high: float | None
    points: tuple[float, ...] = ()
    paired: int
    star: Literal["*", ""]
    note: str


def compare(results: Results, other: Results, *, strict: bool = False) -> list[Difference]:
    """Returns the differences in every condition and metric of two runs of the same suite.

    All rows count by the keys as they came. Where it is asked for, or keys contradict their own story, what
    comes out without flagged questions and by keys put right stands beside that, as in a report.

    Where both played the same stories, values, difference and interval are over these, in pairs, so that
    what makes a story easy for both falls out of the difference; else they are over the matches of each.

    Raises:
        UsageError: if they are of different suites, or all that these measure is richness.
    """
    if results.suite.name != other.suite.name:
        raise UsageError(
            f"{results.run.id} and {other.run.id} are of different suites and cannot be compared"
        )
    names = [name for name in results.suite.metrics if name in metrics()]
    if not names:
        raise UsageError(
            f"{results.suite.name} has measures of richness alone, which are not compared by game"
        )
    note = "; ".join(_unlike(results, other))
    is_strict = strict or any(has_wrong_keys(_scores(side)) for side in (results, other))
    other_names = {view.name for view in other.suite.rows}
    return [
        _difference(results, other, condition.name, name, column, note)
        for name in names
        for column in (Column.ALL, *(metric(name).by_other_keys if is_strict else ()))
        for condition in results.suite.rows
        if condition.name in other_names and results.scores(condition.name) and other.scores(condition.name)
    ]


def _scores(results: Results) -> Iterator[MatchScore]:
    return (score for condition in results.suite.rows for score in results.scores(condition.name))


def _unlike(results: Results, other: Results) -> Iterator[str]:
    settings, others = _settings(results.run), _settings(other.run)
    for name in settings:
        if name in others and settings[name] != others[name]:
            yield f"{name}: {settings[name]} and {others[name]}"


def _settings(run: RunDefinition) -> dict[str, object]:
    settings = {name: value for name, value in run if name not in ("suite", "model", "added", "models")}
    models = " ".join(f"{name}={model}" for name, model in run.models.items())
    return {**settings, "models": models or "one for all", **run.added}


def _difference(
    results: Results, other: Results, condition: str, name: str, column: Column, note: str
) -> Difference:
    scores, other_scores = results.scores(condition), other.scores(condition)
    pairs = paired_stories(scores, other_scores)
    difference = paired_difference(pairs, name, column)
    if len(pairs) < FEWEST_PAIRS or difference.value is None:
        difference = difference_apart(scores, other_scores, name, column)
    else:
        scores, other_scores = ([score for pair in pairs for score in pair[side]] for side in (0, 1))
    p = t_test(repeats(scores, name, column), repeats(other_scores, name, column))
    return Difference(
        suite=results.suite.name,
        condition=condition,
        metric=in_column(name, column),
        ours=difference.ours,
        theirs=difference.theirs,
        difference=difference.value,
        low=difference.interval.low,
        high=difference.interval.high,
        points=difference.points,
        paired=len(difference.differences),
        star="*" if p is not None and p < ALPHA else "",
        note=note,
    )


def side_by_side(exchanges: Sequence[Exchange]) -> Iterator[Table]:
    """Yields a table per exchange, whose rows are each method's first question, second, and so on."""
    for exchange in exchanges:
        table = create_table(exchange.title, padding=(0, 2, 1, 0))
        for condition in exchange.turns:
            table.add_column(Text(condition), ratio=1, overflow="fold")
        for turns in zip_longest(*exchange.turns.values()):
            table.add_row(*(Text() if turn is None else _turn_text(turn) for turn in turns))
        if not all(exchange.turns.values()):
            table.add_row(
                *(Text("" if turns else UNSPOKEN, style="dim") for turns in exchange.turns.values())
            )
        yield table


def _turn_text(turn: DialogueTurn) -> Text:
    return Text.assemble(
        (f"{turn.round}. ", "dim"), turn.question, "\n", (f"– {turn.reply or SILENCE}", "italic")
    )
