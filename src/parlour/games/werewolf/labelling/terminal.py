"""The part of `parlour report` on labels: a page to label on, a model as judge, the agreement of raters.

Two raters agree beyond chance as far as Cohen's κ says, with an interval over matches.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from pathlib import Path

import typer
from pydantic import BaseModel, ConfigDict
from rich.table import Table
from rich.text import Text

from parlour.errors import UsageError
from parlour.evaluation import interval_of_measure
from parlour.experiments import Suite
from parlour.experiments.report import WIDTH, LabelsAsked, Results
from parlour.games.werewolf.deeds import Label
from parlour.games.werewolf.labelling.items import LabelledDeed, judge, labelling_page, read_labels, sample
from parlour.llm import ModelPool
from parlour.store import Store
from parlour.views.terminal import print_json, terminal

RULES = "rules"
MISSING = "–"


class WerewolfLabelling:
    """Labels on deeds: correct, deception or hallucination."""

    def has_labels(self, suite: Suite) -> bool:
        return any(name.partition(".")[0] in list(Label) for name in suite.metrics)

    def write_page(self, results: Results, store: Store, asked: LabelsAsked, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{results.suite.name}-labels.html"
        items = sample(results, store, asked.items)
        path.write_text(labelling_page(items, results.suite.title, results.run.id) + "\n", encoding="utf-8")
        return path

    def tell_agreement(self, results: Results, store: Store, asked: LabelsAsked, *, as_json: bool) -> None:
        """Prints the labels of each rater in the sample, and Cohen's κ of each two.

        Raises:
            UsageError: if a file has none of the sample's labels.
        """
        labels = read_labels(asked.file) if asked.file else {}
        items = _items(results, store, asked, labels)
        rules = {item.id: item.rules for item in items}
        raters: dict[str, Mapping[str, Label]] = {RULES: rules, **labels}
        if asked.model:
            raters[asked.model] = asyncio.run(_judge_items(results, store, asked, items))
        rows = agreements(items, raters)
        if as_json:
            print_json([row.model_dump() for row in rows])
            return
        console = terminal(width=WIDTH)
        console.print(_label_table(items, raters))
        console.print(_agreement_table(rows))


def _items(
    results: Results, store: Store, asked: LabelsAsked, labels: Mapping[str, Mapping[str, Label]]
) -> list[LabelledDeed]:
    if not labels:
        return sample(results, store, asked.items)
    items = sample(results, store, only=set(chain(*labels.values())))
    if not items:
        raise UsageError(f"{asked.file}: none of its items is of {results.run.id}")
    return items


async def _judge_items(
    results: Results, store: Store, asked: LabelsAsked, items: Sequence[LabelledDeed]
) -> Mapping[str, Label]:
    async with ModelPool(budget=asked.budget) as models:
        labels = await judge(items, asked.model, results.run.id, store, models)
        calls, dollars = models.ledger.total.calls, models.ledger.total.usage.dollars
    price = "at a price unknown" if dollars is None else f"${dollars:.2f}"
    unread = len(items) - len(labels)
    typer.echo(f"judged: {len(labels)} items, {calls} calls, {price}, {unread} unreadable", err=True)
    return labels


def _label_table(items: Sequence[LabelledDeed], raters: Mapping[str, Mapping[str, Label]]) -> Table:
    title = f"\nLabels on {len(items)} deeds"
    table = Table(
        "team", "rater", *Label, "n", title=title, title_justify="left", title_style="bold", box=None
    )
    for team, members in _teams(items).items():
        for rater, labels in raters.items():
            team_labels = [labels[item.id] for item in members if item.id in labels]
            shares = (
                f"{team_labels.count(label) / len(team_labels):.3f}" if team_labels else MISSING
                for label in Label
            )
            table.add_row(team, Text(rater), *shares, str(len(team_labels)))
    return table


def _teams(items: Sequence[LabelledDeed]) -> Mapping[str, list[LabelledDeed]]:
    wolves = [item for item in items if item.role == "werewolf"]
    return {"werewolf": wolves, "leader": [item for item in items if item not in wolves]}


def _agreement_table(rows: Sequence[Agreement]) -> Table:
    title = "\nCohen's κ, intervals over matches"
    table = Table(
        "raters", "agree", "κ", "95 %", "n", title=title, title_justify="left", title_style="bold", box=None
    )
    for row in rows:
        ends = "" if row.low is None or row.high is None else f"{row.low:.2f} to {row.high:.2f}"
        agree = MISSING if row.agree is None else f"{row.agree:.1%}"
        kappa = MISSING if row.kappa is None else f"{row.kappa:.2f}"
        table.add_row(Text(f"{row.one}, {row.other}"), agree, kappa, ends, str(row.n))
    return table


class Agreement(BaseModel):
    """Two raters on the items that both labelled."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    one: str
    other: str
    n: int
    agree: float | None
    kappa: float | None
    low: float | None
    high: float | None


Labelled = list[tuple[Label, Label]]


def agreements(items: Sequence[LabelledDeed], raters: Mapping[str, Mapping[str, Label]]) -> list[Agreement]:
    """Returns the agreement of every pair of raters.

    Items of one match depend on each other, so that the interval is over matches, as everywhere.
    """
    return [_agreement(items, raters, pair) for pair in combinations(raters, 2)]


def _agreement(
    items: Sequence[LabelledDeed], raters: Mapping[str, Mapping[str, Label]], pair: tuple[str, str]
) -> Agreement:
    first, second = (raters[name] for name in pair)
    by_match: dict[str, Labelled] = {}
    for item in items:
        if item.id in first and item.id in second:
            by_match.setdefault(item.match, []).append((first[item.id], second[item.id]))
    groups = list(by_match.values())
    both, kappa = list(chain(*groups)), _kappa(chain(*groups))
    without = [_kappa(chain(*groups[:out], *groups[out + 1 :])) for out in range(len(groups))]
    interval = interval_of_measure(kappa, without, (-1.0, 1.0))
    return Agreement(
        one=pair[0],
        other=pair[1],
        n=len(both),
        agree=sum(left == right for left, right in both) / len(both) if both else None,
        kappa=kappa,
        low=interval.low,
        high=interval.high,
    )


def _kappa(pairs: Iterable[tuple[Label, Label]]) -> float | None:
    """Returns Cohen's κ = (p_o - p_e) / (1 - p_e); None if all labels are one, where it is 0/0."""
    labels = list(pairs)
    if len({label for pair in labels for label in pair}) < 2:
        return None
    first_counts, second_counts = (Counter(ratings) for ratings in zip(*labels, strict=True))
    by_chance = sum(first_counts[label] * second_counts[label] for label in Label) / len(labels)
    return 1 - sum(left != right for left, right in labels) / (len(labels) - by_chance)
