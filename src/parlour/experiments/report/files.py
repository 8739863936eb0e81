"""A report written to files: CSV, JSON, Markdown, LaTeX with BibTeX, figures, and one HTML page."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import BaseModel

from parlour.agents import METHODS, HasPapers, MethodSpec, Paper, find_method
from parlour.arena import versions
from parlour.errors import MissingExtra
from parlour.experiments.report.calibration import HEADS as CALIBRATION_HEADS
from parlour.experiments.report.calibration import LEGEND as CALIBRATION_LEGEND
from parlour.experiments.report.calibration import (
    TITLE,
    CalibrationRow,
    calibration_markdown,
    calibration_rows,
    cells_of,
    error_text,
    of_all_rounds,
)
from parlour.experiments.report.comparison import SILENCE, UNSPOKEN, Difference, Exchange, as_text, exchanges
from parlour.experiments.report.contrasts import (
    HEADS,
    Contrast,
    contrast_blocks,
    contrast_legend,
    contrast_markdown,
    contrast_title,
    contrasts,
)
from parlour.experiments.report.results import MADE, Results, provenance
from parlour.experiments.report.rich_results import RichResults
from parlour.experiments.report.row import (
    ACROSS,
    ALL,
    Row,
    interval,
    markdown_row,
    metric_heading,
    plain_name,
    plural,
)
from parlour.experiments.report.table import (
    COUNTED,
    RowNotes,
    Section,
    across_stories,
    condition_name,
    has_deviations,
    has_repairs,
    heading,
    model_lines,
    ours,
    published_head,
    published_text,
    sections_of,
    share_of_faults,
    share_of_repairs,
)
from parlour.experiments.stories import stories_of
from parlour.store import Store

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a text that a spreadsheet reads as a formula."""


def write_report(
    results: Results, rows: Sequence[Row], store: Store, folder: Path, rich: RichResults | None = None
) -> list[Path]:
    """Writes the report into a folder, which is made if it is not there.

    The files are called by the suite: `player-table2.csv`, `.json`, `.md`, `.tex`, `.bib`, `.html`, and of
    its figure `.png`, `.svg` and `.pdf`. How
    the run was made is in `player-table2-run.csv` and `.json`, contrasts in `player-table2-contrasts.csv`
    and `.json`, dialogues in `player-figure4.txt`, and of seats that were asked what they hold the
    calibration in `…-calibration.csv`, `.json`, `.png` and `.svg`.

    Returns:
        The files written.

    Raises:
        MissingExtra: if matplotlib is not installed; nothing is written then.
    """
    try:
        from parlour.experiments.report.figures import (  # here, since matplotlib is an extra
            draw_calibration_files,
            draw_files,
        )
    except ImportError as error:
        raise MissingExtra("figures need matplotlib: pip install 'parlour[report]'") from error
    origin = provenance(results)
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / results.suite.name
    written = write_rows(rows, stem.with_suffix(".csv"))
    run_file = folder / f"{results.suite.name}-run.csv"
    written.append(write_csv(origin.facts, run_file))
    written.append(_write(run_file.with_suffix(".json"), origin.model_dump_json(indent=2)))
    contrast_rows = contrasts(results)
    belief_rows = calibration_rows(results)
    facts = (f"- {fact.name}: {fact.value}" for fact in origin.facts)
    appendix = "\n".join(
        [*contrast_markdown(contrast_rows), *calibration_markdown(belief_rows), "", f"*{MADE}*", "", *facts]
    )
    written.append(_write(stem.with_suffix(".md"), f"{markdown(results, rows)}\n{appendix}".rstrip()))
    if contrast_rows:
        written += write_rows(contrast_rows, folder / f"{results.suite.name}-contrasts.csv")
    calibration_file = folder / f"{results.suite.name}-calibration.csv"
    if belief_rows:
        written += write_rows(belief_rows, calibration_file)
    curves = draw_calibration_files(results, belief_rows, calibration_file)
    written += curves or ()
    drawn = draw_files(results, rows, stem, rich)
    written += drawn or ()
    figure = drawn[-1].name if drawn else ""
    written.append(_write(stem.with_suffix(".tex"), latex(results, rows, figure)))
    written.append(_write(stem.with_suffix(".bib"), bibtex(results)))
    dialogues: list[Exchange] = []
    if results.suite.figure == "dialogues":
        dialogues = exchanges(results, store)
        written.append(_write(stem.with_suffix(".txt"), as_text(dialogues)))
    html = page(
        results, rows, dialogues, contrast_rows, belief_rows, figure=_svg(drawn), calibration=_svg(curves)
    )
    return [*written, _write(stem.with_suffix(".html"), html)]


def _svg(drawn: tuple[Path, Path, Path] | None) -> str:
    return drawn[1].read_text("utf-8") if drawn else ""


def write_comparison(differences: Sequence[Difference], folder: Path) -> list[Path]:
    """Writes a comparison of two runs as CSV and JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / f"{differences[0].suite if differences else 'nothing'}-compared"
    return write_rows(differences, stem.with_suffix(".csv"))


def write_rows(rows: Sequence[BaseModel], path: Path) -> list[Path]:
    """Writes rows as CSV and, beside it, as a JSON list; returns both files."""
    json_text = json.dumps([row.model_dump() for row in rows], ensure_ascii=False, indent=2)
    return [write_csv(rows, path), _write(path.with_suffix(".json"), json_text)]


def write_csv(rows: Sequence[BaseModel], path: Path) -> Path:
    """Rows as CSV, their fields as its columns; several values in one stand apart by a space.

    A text that a spreadsheet would read as a formula, such as a story's name, has an apostrophe before it.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(type(rows[0]).model_fields if rows else ())
        writer.writerows(map(_cell, row.model_dump().values()) for row in rows)
    return path


def _cell(value: object) -> object:
    if isinstance(value, tuple):
        value = " ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _write(path: Path, text: str) -> Path:
    path.write_text(text + "\n", encoding="utf-8")
    return path


def markdown(results: Results, rows: Sequence[Row]) -> str:
    """Ours with its interval, the published in italics, and the notes under it."""
    title, source, run = heading(results).split("\n")
    plain = [row for row in rows if row.metric == plain_name(row.metric)]
    lines = [f"**{title}** ({source}; {run})", ""]
    for script, group in groupby(plain, key=lambda row: row.script):
        lines += [*([] if script == ALL else [f"*{script}*", ""]), *_table(list(group)), ""]
    lines += [f"- {clause}" for _, clause in RowNotes.of(plain).lines()]
    lines += [f"- {line}" for line in model_lines(results)]
    return "\n".join(lines).rstrip()


def _table(rows: Sequence[Row]) -> Iterator[str]:
    metrics = list(dict.fromkeys(row.metric for row in rows))
    values = {(row.condition, row.metric): row for row in rows}
    repairs = ("repairs",) if has_repairs(rows) else ()
    suffix = f", *{published_head(rows)}*" if published_head(rows) else ""
    yield markdown_row([f"ours (95 %){suffix}", *map(metric_heading, metrics), "n", "faults", *repairs])
    yield markdown_row(["---"] * (len(metrics) + 3 + len(repairs)))
    for condition in dict.fromkeys(row.condition for row in rows):
        metric_rows = [values.get((condition, metric)) for metric in metrics]
        present = [row for row in metric_rows if row]
        numbers = "; ".join(dict.fromkeys(f"{row.n:,}" for row in present if row.n))
        cells = ("" if row is None else _markdown_cell(row) for row in metric_rows)
        mended = [share_of_repairs(present[0])] if repairs else []
        yield markdown_row(
            [condition_name(present[0]), *cells, numbers, share_of_faults(present[0]), *mended]
        )


def _markdown_cell(row: Row) -> str:
    text = "" if row.ours is None and row.published is not None else ours(row)
    across = f"{ACROSS} {across_stories(row)}" if has_deviations([row]) and across_stories(row) else ""
    ends = interval(row.low, row.high, row.metric, row.points)
    details = "; ".join(filter(None, (ends, across)))
    published = f"*{published_text(row)}*" if published_text(row) else ""
    return " ".join(filter(None, (text, f"({details})" if details else "", published)))


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
    keys = {source.paper for source in measured if source}
    for method in METHODS.load_all().values():
        if isinstance(method, HasPapers):
            yield from (paper for paper in method.papers if paper.key in keys)
    for arm in results.suite.conditions:
        if arm.name not in played:
            continue
        for filling in filter(None, (arm.method, arm.rival, results.run.sought or arm.fixed_method)):
            method = find_method(MethodSpec.read(filling.partition("@")[0]).name)
            yield from method.papers if isinstance(method, HasPapers) else ()


def bibtex(results: Results | None = None) -> str:
    """Returns Parlour as BibTeX, and after it the papers that a run cites."""
    commit = provenance(results).commit if results else ""
    papers = papers_of(results) if results else ()
    return render("bibtex.j2", version=versions()["parlour"], commit=commit, papers=papers)


FIGURE_TITLE = "figure-title"
"""The id of a figure's title, which the page leaves out: it has one itself."""
INKS: Mapping[str, str] = {
    "#22242b": "var(--ink)",
    "#6d7079": "var(--muted)",
    "#d9dbe0": "var(--faint)",
    "#ffffff": "var(--paper)",
    "#4a4d57": "var(--grey)",
    "#8a8d96": "var(--grey)",
}
"""The greys of figures as the page's own, so that they turn with it from light to dark."""


def page_environment(package: str, folder: str = ".") -> Environment:
    """Returns the environment of a package's templates of pages, in which all values are escaped."""
    return Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(
    results: Results,
    rows: Sequence[Row],
    exchanges: Sequence[Exchange] = (),
    contrasts: Sequence[Contrast] = (),
    belief_rows: Sequence[CalibrationRow] = (),
    *,
    figure: str = "",
    calibration: str = "",
) -> str:
    """Returns the page as HTML, with its figures as SVG."""
    environment = page_environment("parlour.experiments.report")
    title, source, run = heading(results).split("\n")
    run = "; ".join((run, *model_lines(results)))
    return environment.get_template("page.html.j2").render(
        title=title,
        source=source,
        run=run,
        made_title=MADE,
        made=provenance(results).facts,
        figure=inline_svg(figure),
        sections=sections_of(results, rows),
        notes=RowNotes.of(rows).lines(),
        counted=COUNTED,
        across=ACROSS,
        drawn=plural(stories_of(results.suite.game).drawn),
        exchanges=exchanges,
        contrast_title=contrast_title(contrasts) if contrasts else "",
        contrast_heads=HEADS,
        contrasts=contrast_blocks(contrasts),
        contrast_legend=contrast_legend(contrasts),
        calibration_title=TITLE,
        calibration_heads=CALIBRATION_HEADS,
        calibration_legend=CALIBRATION_LEGEND,
        calibration_figure=_apart(inline_svg(calibration), "calibration-"),
        calibration=[
            (f"{name}: {error_text(bins[0])}", [cells_of(tenth) for tenth in bins])
            for name, bins in of_all_rounds(belief_rows)
        ],
        silence=SILENCE,
        unspoken=UNSPOKEN,
    )


def _apart(svg: str, prefix: str) -> str:
    svg = svg.replace(f'id="{FIGURE_TITLE}"', 'class="figure-title"')
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}", svg)


def inline_svg(svg: str) -> str:
    """Returns a figure as a part of the page: without the header of a file, and in the page's own greys."""
    body = svg[svg.find("<svg") :]
    body = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", body, count=1)
    body = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", body, count=1)
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    for colour, name in INKS.items():
        body = body.replace(colour, name)
    return body
