"""The part of `parlour report` on labels: a page to label on, a model as judge, the agreement of raters."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

from parlour.errors import UsageError
from parlour.experiments import Suite
from parlour.experiments.report import WIDTH, LabelsAsked, Results
from parlour.games.werewolf.deeds import Label
from parlour.games.werewolf.labelling.agreement import Agreement, agreements
from parlour.games.werewolf.labelling.items import Given, LabelledDeed, read_labels, sample
from parlour.games.werewolf.labelling.raters import judge, labelling_page
from parlour.llm import ModelPool
from parlour.store import Store
from parlour.views.terminal import print_json, terminal

RULES = "rules"
MISSING = "–"


@dataclass(frozen=True, kw_only=True)
class WerewolfLabelling:
    """Labels on deeds: correct, deception or hallucination."""

    def has_labels(self, suite: Suite) -> bool:
        """Returns true if a suite's table is one of labels."""
        return any(name.partition(".")[0] in list(Label) for name in suite.metrics)

    def write_page(self, results: Results, store: Store, asked: LabelsAsked, folder: Path) -> Path:
        """Writes the page on which a person labels."""
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
        given = read_labels(asked.file) if asked.file else []
        items = _items(results, store, asked, given)
        raters = {RULES: {item.id: item.rules for item in items}} | {
            each.rater: each.labels for each in given
        }
        if asked.model:
            raters[asked.model] = asyncio.run(_judge_items(results, store, asked, items))
        told = agreements(items, raters)
        if as_json:
            print_json([each.model_dump() for each in told])
            return
        console = terminal(width=WIDTH)
        console.print(_label_table(items, raters))
        console.print(_agreement(told))


def _items(results: Results, store: Store, asked: LabelsAsked, given: Sequence[Given]) -> list[LabelledDeed]:
    """Returns the items that the given labels cover; a sample if there are none."""
    if not given:
        return sample(results, store, asked.items)
    items = sample(results, store, only={name for each in given for name in each.labels})
    if not items:
        raise UsageError(f"{asked.file}: none of its items is of {results.run.id}")
    return items


async def _judge_items(
    results: Results, store: Store, asked: LabelsAsked, items: Sequence[LabelledDeed]
) -> Mapping[str, Label]:
    async with ModelPool(budget=asked.budget) as models:
        told = await judge(items, asked.model, results.run.id, store, models)
        calls, dollars = models.ledger.total.calls, models.ledger.total.usage.dollars
    price = "at a price unknown" if dollars is None else f"${dollars:.2f}"
    unread = len(items) - len(told)
    typer.echo(f"judged: {len(told)} items, {calls} calls, {price}, {unread} unreadable", err=True)
    return told


def _label_table(items: Sequence[LabelledDeed], raters: Mapping[str, Mapping[str, Label]]) -> Table:
    title = f"\nLabels on {len(items)} deeds"
    table = Table(
        "team", "rater", *Label, "n", title=title, title_justify="left", title_style="bold", box=None
    )
    for team, members in _teams(items).items():
        for rater, labels in raters.items():
            told = [labels[item.id] for item in members if item.id in labels]
            shares = (f"{told.count(label) / len(told):.3f}" if told else MISSING for label in Label)
            table.add_row(team, Text(rater), *shares, str(len(told)))
    return table


def _teams(items: Sequence[LabelledDeed]) -> Mapping[str, list[LabelledDeed]]:
    wolves = [item for item in items if item.role == "werewolf"]
    return {"werewolf": wolves, "leader": [item for item in items if item not in wolves]}


def _agreement(told: Sequence[Agreement]) -> Table:
    title = "\nCohen's κ, intervals over matches"
    table = Table(
        "raters", "agree", "κ", "95 %", "n", title=title, title_justify="left", title_style="bold", box=None
    )
    for each in told:
        ends = "" if each.low is None or each.high is None else f"{each.low:.2f} to {each.high:.2f}"
        agree = MISSING if each.agree is None else f"{each.agree:.1%}"
        kappa = MISSING if each.kappa is None else f"{each.kappa:.2f}"
        table.add_row(Text(f"{each.one}, {each.other}"), agree, kappa, ends, str(each.n))
    return table
