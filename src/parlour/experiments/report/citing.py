"""What a publication of a run cites: Parlour, and the paper of each method and table."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.agents import METHODS, HasPapers, MethodSpec, Paper, find_method
from parlour.arena import versions
from parlour.experiments.models import MeetsRival
from parlour.experiments.report.provenance import provenance
from parlour.experiments.report.results import Results
from parlour.experiments.report.tex import render


def papers_of(results: Results) -> tuple[Paper, ...]:
    """The papers of the methods that played and of the table beside which they stand, each once."""
    return tuple({paper.key: paper for paper in _papers(results)}.values())


def _papers(results: Results) -> Iterator[Paper]:
    played = {cell.condition for cell in results.played}
    measured = [edition.measured for edition in (results.beside(), *results.suite.editions)]
    theirs = {each.paper for each in measured if each}
    for method in METHODS.installed().values():
        if isinstance(method, HasPapers):
            yield from (paper for paper in method.papers if paper.key in theirs)
    for arm in results.suite.conditions:
        if arm.name not in played:
            continue
        rival = arm.rival if isinstance(arm, MeetsRival) else ""
        for filling in filter(None, (arm.method, rival, results.run.sought or arm.fixed_method)):
            method = find_method(MethodSpec.read(filling.partition("@")[0]).name)
            yield from method.papers if isinstance(method, HasPapers) else ()


def bibtex(results: Results | None = None) -> str:
    """Parlour as BibTeX, and after it what a run of it cites."""
    commit = provenance(results).commit if results else ""
    papers = papers_of(results) if results else ()
    return render("bibtex.j2", version=versions()["parlour"], commit=commit, papers=papers)
