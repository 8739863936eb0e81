"""A report as LaTeX, and what its publication cites as BibTeX."""

from __future__ import annotations

import re
from dataclasses import replace

from parlour.experiments import find_suite
from parlour.experiments.report import Results, bibtex, latex, papers_of, rows
from parlour.experiments.report.latex import escape

from .made import CONDITIONS, SUITE, results, score


def lines_of_table(text: str) -> list[str]:
    return [
        line for line in text.splitlines() if line.endswith(r"\\") and not line.startswith(r"\multicolumn")
    ]


def test_every_row_of_a_table_has_as_many_cells_as_its_tabular_has_columns():
    name = "w/o Sensor & Pruner_50%"
    suite = replace(SUITE, conditions=(*CONDITIONS, replace(CONDITIONS[-1], name=name)))
    matches = [score("sin", [0.7, 0.8, 0.7]), score("sin", [0.5, 0.6, 0.5])]
    run = results({"PLAYER*": matches, name: matches}, suite=suite)
    text = latex(run, rows(run), "made.pdf")
    for table in text.split(r"\begin{table*}")[1:]:
        [columns] = re.findall(r"\\begin\{tabular\}\{(l?r*)\}", table)
        for line in lines_of_table(table):
            assert len(re.split(r"(?<!\\)&", line)) == len(columns), line
    assert r"w/o Sensor \& Pruner\_50\%" in text
    assert r"\includegraphics[width=\textwidth]{made.pdf}" in text
    assert text.count(r"\begin{table*}") == text.count(r"\end{table*}") == 2
    assert r"$\pm$" in text


def test_signs_of_tex_are_text():
    assert escape(r"50% of $x_1 & {y}#~^\z") == (
        r"50\% of \$x\_1 \& \{y\}\#\textasciitilde{}\textasciicircum{}\textbackslash{}z"
    )


def cited(run: Results) -> set[str]:
    return {paper.key for paper in papers_of(run)}


def test_a_run_cites_the_papers_of_its_methods_and_of_the_table_beside_it():
    suite = find_suite("player-table2")
    run = results({"Werewolf": [score("sin", [0.5])]}, suite=suite)
    assert cited(run) == {"xu-2023", "zhu-2024"}
    run = results({"ThinkThrice": [score("sin", [0.5])], "PLAYER*": [score("sin", [0.5])]}, suite=suite)
    assert cited(run) == {"wu-2024", "zhu-2024", "zhu-2025"}
    text = bibtex(run)
    assert text.count("@misc{") == 3
    assert text.startswith("@software{parlour,")
    assert text.count("{") == text.count("}")
    assert "@misc" not in bibtex()
