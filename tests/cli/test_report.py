"""`parlour report` on real runs of the reader: as printed, as read by programs, as written."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.experiments.report import Row
from tests.arena.replies import plain
from tests.cases import cases
from tests.cli.runs import Done, Parlour
from tests.experiments.installed import install_suite
from tests.llm.loopback import Loopback

SMALL = "tests.experiments.small:SUITE"
DIALOGUES = "tests.experiments.small:DIALOGUES"
GAMES = ("--scripts", "generated", "--games", "2", "--embedding", "bm25", "--jobs", "1")


@pytest.fixture
def report(
    parlour: Parlour, once: Callable[..., None], db: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Done]:
    """A report of a run of the small suite with the reader, beside which nothing else is in the database."""
    install_suite(monkeypatch, "small", SMALL)
    install_suite(monkeypatch, "small-dialogues", DIALOGUES)

    def told(*words: str, ran: str = "small") -> Done:
        once("run", ran, "--model", "reader", *GAMES)
        return parlour("report", *words, "--db", db)

    return told


def test_without_a_run_the_runs_are_listed(parlour: Parlour, db: str, report: Callable[..., Done]):
    assert "no runs in" in parlour("report", "--db", db).out
    told = report("--json")
    [line] = told.json
    assert line.pop("run").startswith("small-")
    assert line.pop("started").startswith("20")
    assert line == {"suite": "small", "model": "reader", "stories": "generated", "done": 6, "cells": 6}
    assert "small-" in parlour("report", "--db", db).out


def test_a_report_prints_what_the_run_ended_with(parlour: Parlour, db: str, report: Callable[..., Done]):
    told = report("small")
    again = parlour("run", "small", "--model", "reader", *GAMES, "--db", db)
    assert told.code == 0
    assert told.out == again.out
    assert "· reader · generated · 6 of 6 matches" in told.out
    assert "random (guess)" in told.out


def test_a_program_reads_rows_and_nothing_else(report: Callable[..., Done]):
    told = report("small", "--json", "--strict")
    rows = [Row.model_validate(line) for line in told.json]
    assert [list(line) for line in told.json] == [list(Row.model_fields)] * len(rows)
    assert {"overall", "overall (civilians)", "overall (strict)", "win_rate"} <= {row.metric for row in rows}
    [played] = [row for row in rows if (row.condition, row.metric) == ("PLAYER*", "win_rate")]
    assert (played.published, played.n) == (0.4, 2)


def test_a_report_is_printed_for_a_paper_with_how_it_was_made_and_what_to_cite(
    parlour: Parlour, db: str, report: Callable[..., Done]
):
    paper = report("small", "--format", "latex")
    assert paper.out.count(r"\begin{tabular}") == 1
    assert "% command: parlour run small" in paper.out
    assert report("small", "--format", "markdown").out.startswith("**")
    refused = report("small", "--format", "latex", "--json")
    assert refused.code == 2
    assert "--format latex" in refused.err
    made = report("small", "--only", "run", "--json").json
    assert made["command"].startswith("parlour run small --model reader --scripts generated")
    assert made["seeds"]
    assert {"zhu-2025", "zhu-2024"} <= {
        paper["key"] for paper in parlour("cite", "small", "--db", db, "--json").json
    }
    assert parlour("cite", "--db", db).out.startswith("@software{parlour,")


def test_dialogues_are_printed_and_written_side_by_side(report: Callable[..., Done], tmp_path: Path):
    told = report("small-dialogues", "--out", str(tmp_path / "out"), ran="small-dialogues")
    assert told.code == 0
    assert " asks " in told.out
    text = (tmp_path / "out" / "small-dialogues.txt").read_text("utf-8")
    first = text.split("\n\n\n")[0].splitlines()
    assert first[0].split(": ", 1)[1] in told.out
    assert {"plain", "PLAYER*"} <= {line for line in first if not line.startswith(" ")}
    assert "?" in text
    assert "(silence)" not in text
    html = (tmp_path / "out" / "small-dialogues.html").read_text("utf-8")
    assert html.count('class="dialogue"') == 2 * text.count(" asks ")


def test_two_models_are_set_side_by_side(
    parlour: Parlour, db: str, report: Callable[..., Done], tmp_path: Path
):
    assert report("small").code == 0
    with Loopback(plain) as server:
        asked = ("run", "small", "--model", server.model, "--evaluations", "1", *GAMES, "--db", db)
        assert parlour(*asked).code == 0
        words = ("--compare", "reader", server.model, "--json", "--out", str(tmp_path))
        told = parlour("report", "small", *words, "--db", db)
    lines = {(line["condition"], line["metric"]): line for line in told.json}
    assert lines["PLAYER*", "overall"]["difference"] > 0
    assert lines["PLAYER*", "overall"]["paired"] == 2
    assert lines["random", "overall"]["difference"] == 0
    with (tmp_path / "small-compared.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(lines)
    printed = parlour("report", "small", "--compare", "reader", server.model, "--db", db)
    assert "difference" in printed.out


@cases(
    ("words", "said"),
    [
        (["nothing"], "no run 'nothing'"),
        (["small", "--compare", "reader", "gpt-9"], "no run of small on reader"),
        (["small", "--only", "contrasts", "--out", "folder"], "--only prints a part and writes nothing"),
    ],
)
def test_whoever_asks_wrongly_is_told(
    parlour: Parlour, db: str, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
):
    install_suite(monkeypatch, "small", SMALL)
    told = parlour("report", *words, "--db", db)
    assert (told.code, told.out) == (2, "")
    assert said in told.err
    assert "Traceback" not in told.err
