"""GRATR's tables 4 and 5: intent analysis by each method and each ablation, beside the published numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from parlour.agents import MethodSpec
from parlour.experiments.report import SEPARATOR, UNLIKE, Row
from parlour.llm import READER
from parlour.methods.gratr.posts import (
    APPROACHES,
    METRICS,
    Analysis,
    IntervalEstimate,
    PostScore,
    score,
)

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


def compared() -> tuple[str, ...]:
    """Returns every installed method of the tables, each once."""
    methods = dict.fromkeys(method for table in POST_TABLES for method in table.methods.values())
    return tuple(method for method in methods if not _missing(method))


def _missing(method: str) -> str:
    return APPROACHES.missing(MethodSpec.read(method).name)


def post_rows(table: PostTable, analyses: Iterable[Analysis]) -> Iterator[Row]:
    """Yields a table's numbers, ours beside the published; a method that did not run has none of ours."""
    done = {each.method: each for each in analyses}
    for place, metric in enumerate(METRICS):
        for condition, printed in table.published.items():
            analysis = done.get(table.methods.get(condition, ""))
            yield _row(table, condition, metric, printed[place], analysis)


def _row(table: PostTable, condition: str, metric: str, published: float, analysis: Analysis | None) -> Row:
    scored = score(analysis) if analysis else None
    measure = _measure(scored, metric) if scored else None
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


def _measure(scored: PostScore, metric: str) -> IntervalEstimate:
    return scored.accuracy if metric == "accuracy" else scored.macro_f1


def _unlike(analysis: Analysis) -> str:
    posts = analysis.posts
    ours = f"these are {len(posts.posts)} posts by {len(posts.authors)} authors, {DATA} {POSTS}"
    model = "the reader, which knows a few words" if analysis.model == READER else analysis.model
    return f"{UNLIKE} {ours}, and the model is {model}: {UNNAMED}"
