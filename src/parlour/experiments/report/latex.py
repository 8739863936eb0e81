"""A report as LaTeX tables, and the papers that it should cite as BibTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from parlour.agents import METHODS, HasPapers, MethodSpec, Paper, find_method
from parlour.arena import versions
from parlour.experiments.models import MeetsRival
from parlour.experiments.report.notes import RowNotes
from parlour.experiments.report.page import Section, sections_of
from parlour.experiments.report.provenance import provenance
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import Row
from parlour.experiments.report.spelling import ACROSS, plural
from parlour.experiments.stories import stories_of


def latex(results: Results, rows: Sequence[Row], figure: str = "") -> str:
    """Tables to be put into a paper, which need booktabs; how the run was made stands above as a comment.

    Args:
        results: the run.
        rows: its table.
        figure: the name of the file of its figure; empty for none.
    """
    return render(
        "latex.j2",
        title=results.suite.title,
        source=results.suite.source,
        made=provenance(results).facts,
        sections=sections_of(results, rows),
        notes=RowNotes.of(rows).lines(),
        across=ACROSS,
        drawn=plural(stories_of(results.suite.game).drawn),
        width=_width,
        figure=figure,
    )


def _width(section: Section) -> int:
    return 5 + section.has_deviations + 2 * bool(section.published) + len(section.columns)


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "β": r"$\beta$",
    "ε": r"$\epsilon$",
    "σ": r"$\sigma$",
    "≥": r"$\geq$",
    "→": r"$\to$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
_ESCAPES = str.maketrans(_SPECIAL)


def escape(text: str) -> str:
    """Returns a text with TeX's special characters escaped."""
    return text.translate(_ESCAPES)


def render(template: str, **values: object) -> str:
    """Renders a template of this folder, in which `<< x >>` is a value and `<% %>` a statement."""
    environment = Environment(
        loader=PackageLoader("parlour.experiments.report", "."),
        autoescape=False,  # noqa: S701 - TeX, which `tex` escapes
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
    )
    environment.filters["tex"] = escape
    return environment.get_template(template).render(**values)


def papers_of(results: Results) -> tuple[Paper, ...]:
    """Returns the papers of the methods that played and of the published table, each once."""
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
    """Returns Parlour as BibTeX, and after it the papers that a run cites."""
    commit = provenance(results).commit if results else ""
    papers = papers_of(results) if results else ()
    return render("bibtex.j2", version=versions()["parlour"], commit=commit, papers=papers)
