"""Judged posts on a terminal and as JSON, and the progress of the judging."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from time import monotonic

from pydantic import JsonValue
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from parlour.agents import MethodSpec
from parlour.experiments.report import SEPARATOR, UNLIKE, Row
from parlour.experiments.report.row import TOO_FEW
from parlour.llm import BUILT_IN, Ledger, Tally
from parlour.methods.gratr.posts import (
    APPROACHES,
    METRICS,
    Analysis,
    AuthorView,
    IntervalEstimate,
    JudgedPost,
    PostScore,
    Study,
    Watch,
    score,
)
from parlour.views.terminal import print_json, print_json_object, terminal

POSTS, DATA = "26,523 tweets on the US election of 2024", "theirs are"
UNNAMED = "the paper does not name the model of this table"


@dataclass(frozen=True, kw_only=True)
class PostTable:
    """One published table over posts."""

    name: str
    title: str
    source: str
    methods: Mapping[str, str]
    published: Mapping[str, tuple[float, float]]
    notes: Mapping[str, str]


POST_TABLES = (
    PostTable(
        name="gratr-table4",
        title="Intent analysis: GRATR, the model alone, and retrieval of earlier posts",
        source="GRATR, table 4",
        methods={
            "Baseline": "plain",
            "GRATR": "gratr",
            "NativeRAG": "native-rag",
            "RerankRAG": "rerank-rag",
            "LightRAG": "light-rag",
        },
        published={
            "Baseline": (0.818, 0.809),
            "GRATR": (0.922, 0.914),
            "NativeRAG": (0.868, 0.869),
            "RerankRAG": (0.879, 0.878),
            "LightRAG": (0.891, 0.893),
        },
        notes={},
    ),
    PostTable(
        name="gratr-table5",
        title="Intent analysis: GRATR with a part left out",
        source="GRATR, table 5",
        methods={
            "GRATR": "gratr",
            "GRATR-1": "gratr:merging=false",
            "GRATR-2": "gratr:hops=false",
            "GRATR-3": "gratr:backward=false",
        },
        published={
            "GRATR": (0.922, 0.914),
            "GRATR-1": (0.834, 0.837),
            "GRATR-2": (0.793, 0.792),
            "GRATR-3": (0.901, 0.905),
        },
        notes={
            "GRATR-1": "without merging",
            "GRATR-2": "without hops",
            "GRATR-3": "without the backward update",
        },
    ),
)
"""The tables of section 4.2 and appendix C."""


def installed_methods() -> tuple[str, ...]:
    """Returns every installed method of the tables, each once."""
    methods = dict.fromkeys(method for table in POST_TABLES for method in table.methods.values())
    return tuple(method for method in methods if not _missing(method))


def _missing(method: str) -> str:
    return APPROACHES.missing(MethodSpec.read(method).name)


def post_rows(table: PostTable, analyses: Iterable[Analysis]) -> Iterator[Row]:
    """Yields a table's numbers, ours beside the published; a method that did not run has none of ours."""
    by_method = {analysis.method: analysis for analysis in analyses}
    for place, metric in enumerate(METRICS):
        for condition, printed in table.published.items():
            analysis = by_method.get(table.methods.get(condition, ""))
            yield _row(table, condition, metric, printed[place], analysis)


def _row(table: PostTable, condition: str, metric: str, published: float, analysis: Analysis | None) -> Row:
    scored = score(analysis) if analysis else None
    by_metric = {"accuracy": scored.accuracy, "macro_f1": scored.macro_f1} if scored else {}
    measure = by_metric.get(metric)
    unlike = _unlike(analysis) if analysis else _missing(table.methods.get(condition, "")) or "published only"
    notes = [table.notes.get(condition, ""), unlike]
    return Row(
        suite=table.name,
        condition=condition,
        script=analysis.posts.file if analysis else "",
        metric=metric,
        published=published,
        ours=measure.value if measure else None,
        low=measure.low if measure else None,
        high=measure.high if measure else None,
        n=scored.n if scored else 0,
        faults=analysis.faults / len(analysis.judged) if analysis else None,
        note=SEPARATOR.join(filter(None, notes)),
    )


def _unlike(analysis: Analysis) -> str:
    posts = analysis.posts
    ours = f"these are {len(posts.posts)} posts by {len(posts.authors)} authors, {DATA} {POSTS}"
    model = "the reader, which knows a few words" if analysis.model == BUILT_IN else analysis.model
    return f"{UNLIKE} {ours}, and the model is {model}: {UNNAMED}"


MISSING = "–"
LINES = 20
"""The number of progress lines for a whole file without a progress bar."""
_PAUSE = 0.1
"""Seconds between two changes of the progress bar; rules judge a post in a fraction of that."""
MOST_AUTHORS, MOST_FAULTS = 40, 5
"""The most that are printed; the JSON has all of them."""
LABELS = {"accuracy": "Accuracy", "macro_f1": "Macro F1"}
_DIGITS = 3


@dataclass(kw_only=True)
class PostsScreen:
    """Watches a study; a context manager while it lasts."""

    study: Study
    console: Console

    def __post_init__(self) -> None:
        self._all = len(self.study.posts.posts) * len(self.study.methods)
        self._done, self._tally, self._shown = 0, Tally(), 0.0
        columns = (
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
        )
        self._bar = Progress(
            *columns, console=self.console, disable=not self.console.is_terminal, transient=True
        )
        self._task = self._bar.add_task("", total=self._all)

    def __enter__(self) -> PostsScreen:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def watch(self, method: str) -> Watch:
        """Returns a callback that counts the judged posts of one method."""
        is_terminal = self.console.is_terminal

        def count(judgement: JudgedPost) -> None:
            self._done += 1
            if is_terminal and (monotonic() >= self._shown + _PAUSE or self._done == self._all):
                self._shown = monotonic()
                status = f"{method} · {judgement.post.heading} · {self._spent()}"
                self._bar.update(self._task, completed=self._done, description=escape(status))
            is_due = self._done * LINES // self._all > (self._done - 1) * LINES // self._all
            if is_due and not is_terminal and self._tally.usage.dollars != 0:
                self.console.print(f"{self._done} of {self._all} posts · {self._spent()}")

        return count

    def spent(self, ledger: Ledger) -> None:
        """Stores the calls so far."""
        self._tally = ledger.total

    def _spent(self) -> str:
        usage = self._tally.usage
        dollars = "$?" if usage.dollars is None else f"${usage.dollars:.2f}"
        return f"{self._tally.calls} calls · {dollars}"


def print_analysis(analysis: Analysis, *, is_listed: bool) -> None:
    """Prints authors, intents and, where there are labels, the score."""
    console = terminal()
    contest, posts = analysis.contest, analysis.posts
    console.print(contest.title or posts.file, style="bold")
    who = f"{len(posts.posts)} posts by {len(posts.authors)} authors"
    console.print(f"{posts.file} · {who} · {analysis.method} · {analysis.model}\n", style="dim")
    console.print(_authors(analysis))
    if is_listed:
        console.print(_posts(analysis.judged))
    console.print(_classes(analysis, scored := score(analysis)))
    if scored:
        measures = (f"accuracy {_spell(scored.accuracy)}", f"macro-F1 {_spell(scored.macro_f1)}")
        console.print(f"\n{' · '.join(measures)} · n = {scored.n} · {_faults(analysis)}")
    else:
        console.print(f"\nno labels to compare with · {_faults(analysis)}")
    for judgement in [judgement for judgement in analysis.judged if judgement.faults][:MOST_FAULTS]:
        console.print(f"line {judgement.post.line}: {'; '.join(judgement.faults)}", style="yellow")


def _faults(analysis: Analysis) -> str:
    return f"{analysis.faults} faults" if analysis.faults != 1 else "1 fault"


def _authors(analysis: Analysis) -> Table:
    camps = [camp.name for camp in analysis.contest.camps]
    views = analysis.authors()
    table = Table(title="Who stands with whom", title_justify="left", title_style="bold", box=None)
    table.add_column("author", no_wrap=True)
    table.add_column("posts", justify="right")
    for camp in camps:
        table.add_column(Text(f"says of {camp}"), justify="right")
    for camp in camps if analysis.graphs else ():
        table.add_column(Text(f"{camp} trusts"), justify="right")
    table.add_column("side")
    for view in sorted(views, key=lambda view: -view.posts)[:MOST_AUTHORS]:
        table.add_row(*_author(view, camps))
    if len(views) > MOST_AUTHORS:
        table.caption = f"and {len(views) - MOST_AUTHORS} authors more, who wrote less (--json has all)"
    return table


def _author(view: AuthorView, camps: Sequence[str]) -> list[Text]:
    numbers = [view.stance[camp] for camp in camps] + [view.trust[camp] for camp in camps if view.trust]
    return [Text(view.author), Text(str(view.posts)), *map(_sign, numbers), Text(view.side or MISSING)]


def _sign(value: float) -> Text:
    return Text(f"{value:+.2f}") if round(value, 2) else Text("0", style="dim")


def _posts(judgements: Sequence[JudgedPost]) -> Table:
    table = Table(title="\nWhat each post means", title_justify="left", title_style="bold", box=None)
    for head in ("when", "author", "intent"):
        table.add_column(head, no_wrap=True)
    table.add_column("post", ratio=1)
    for judgement in judgements:
        right = judgement.post.label in (None, judgement.intent)
        class_name = judgement.intent or "unreadable"
        cell = (
            Text(class_name)
            if right
            else Text.assemble((class_name, "red"), " ", (f"({judgement.post.label or ''})", "dim"))
        )
        text = Text(" ".join(judgement.post.text.split()))
        when = (
            f"{judgement.post.time:%m-%d %H:%M}" if judgement.post.time else f"#{judgement.post.number + 1}"
        )
        table.add_row(when, Text(judgement.post.author), cell, text)
    return table


def _classes(analysis: Analysis, scored: PostScore | None) -> Table:
    table = Table(title="\nIntents", title_justify="left", title_style="bold", box=None)
    table.add_column("class")
    heads = ("judged", "labelled", "precision", "recall", "F1") if scored else ("judged",)
    for head in heads:
        table.add_column(head, justify="right")
    for place, intent in enumerate(analysis.contest.classes):
        row = [intent.name, str(sum(judgement.intent == intent.name for judgement in analysis.judged))]
        if scored:
            class_score = scored.classes[place]
            row += [
                str(class_score.n),
                f"{class_score.precision:.3f}",
                f"{class_score.recall:.3f}",
                f"{class_score.f1:.3f}",
            ]
        table.add_row(*map(Text, row))
    return table


def _spell(measure: IntervalEstimate) -> str:
    if measure.low is None or measure.high is None:
        return f"{measure.value:.3f} ({TOO_FEW} authors for an interval)"
    return f"{measure.value:.3f} ({measure.low:.3f} to {measure.high:.3f})"


def print_analysis_json(analysis: Analysis) -> None:
    """Prints an analysis as one JSON object."""
    fields: dict[str, JsonValue | Iterator[JsonValue]] = {
        "file": analysis.posts.file,
        "columns": analysis.posts.columns,
        "classes": [intent.name for intent in analysis.contest.classes],
        "camps": [camp.name for camp in analysis.contest.camps],
        "method": analysis.method,
        "model": analysis.model,
        "authors": map(_author_json, analysis.authors()),
        "posts": map(_post_json, analysis.judged),
        "faults": analysis.faults,
    }
    if scored := score(analysis):
        fields |= {
            "accuracy": scored.accuracy.value,
            "accuracy_interval": [scored.accuracy.low, scored.accuracy.high],
            "macro_f1": scored.macro_f1.value,
            "macro_f1_interval": [scored.macro_f1.low, scored.macro_f1.high],
            "n": scored.n,
        }
    print_json_object(fields)


def _author_json(view: AuthorView) -> JsonValue:
    return {
        "author": view.author,
        "posts": view.posts,
        "stance": _round(view.stance),
        "trust": _round(view.trust),
        "side": view.side,
    }


def _round(numbers: Mapping[str, float]) -> dict[str, JsonValue]:
    return {name: round(value, _DIGITS) for name, value in numbers.items()}


def _post_json(judgement: JudgedPost) -> JsonValue:
    post = judgement.post
    return {
        "line": post.line,
        "author": post.author,
        "time": post.time.isoformat() if post.time else None,
        "intent": judgement.intent,
        "label": post.label,
        "reason": judgement.reason,
        "faults": list(judgement.faults),
    }


def print_tables(analyses: Sequence[Analysis], *, as_json: bool) -> None:
    """Prints GRATR's tables 4 and 5 with ours beside."""
    tables = [(table, list(post_rows(table, analyses))) for table in POST_TABLES]
    if as_json:
        rows = [row.model_dump() for _, rows in tables for row in rows]
        print_json(rows)
        return
    console = terminal()
    for table, rows in tables:
        console.print(_comparison(table, rows))
    in_tables = {note for table in POST_TABLES for note in table.notes.values()}
    for note in dict.fromkeys(clause for _, rows in tables for row in rows for clause in row.clauses):
        if note not in in_tables:
            console.print(f"\n{note}")


def _comparison(table: PostTable, rows: Sequence[Row]) -> Table:
    comparison = Table(
        title=f"\n{table.title} ({table.source})", title_justify="left", title_style="bold", box=None
    )
    comparison.add_column("", overflow="fold")
    for head in ("ours", "95 %", "published", "n", "faults"):
        comparison.add_column(head, justify="right", no_wrap=True)
    for metric, group in groupby(rows, key=lambda row: row.metric):
        comparison.add_row(Text(LABELS[metric], style="bold"))
        for row in group:
            interval = MISSING if row.low is None else f"{row.low:.3f} to {row.high:.3f}"
            ours = MISSING if row.ours is None else f"{row.ours:.3f}"
            faults = MISSING if row.faults is None else f"{row.faults:.1%}"
            name = ", ".join(filter(None, (row.condition, table.notes.get(row.condition))))
            comparison.add_row(Text(f"  {name}"), ours, interval, f"{row.published:.3f}", str(row.n), faults)
    return comparison
