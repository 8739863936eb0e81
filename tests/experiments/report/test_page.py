"""A report on the terminal, as figures, files and one page."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from parlour.experiments import find_suite, suites
from parlour.experiments.report import WIDTH, Results, Row, rows, side_by_side, tables
from parlour.experiments.report.comparison import DialogueTurn, Exchange
from parlour.experiments.report.figures import draw_files
from parlour.experiments.report.figures.figure import draw
from parlour.experiments.report.files import page, write_csv, write_report
from parlour.experiments.report.row import format_value, metric_heading
from parlour.store import Store
from tests.cases import cases

from .made import SUITE, printed, results, score, script

VOID = {"meta", "br", "hr", "img", "link", "input"}
PNG = b"\x89PNG\r\n"


@pytest.fixture
def run() -> Results:
    """Four conditions on two scripts; PLAYER* is better than the baseline."""
    reading = [score("sin", [share]) for share in (0.1, 0.2, 0.1)]
    knowing = [score("sin", [share], won=1) for share in (0.9, 0.8, 0.9)]
    return results(
        {
            "PP": reading,
            "OP": knowing,
            "Werewolf": [score("sin", [0.2, 0.3, 0.2]), score("manna", [0.1, 0.1, 0.2])],
            "PLAYER*": [score("sin", [0.7, 0.8, 0.7], won=1, calls=40), score("manna", [0.5, 0.6, 0.5])],
        },
        scripts=(script("sin"), script("manna")),
        model="reader",
    )


# On the terminal


@pytest.mark.parametrize("strict", [False, True])
def test_a_table_fits_the_terminal_and_sets_ours_beside_the_published(run: Results, strict: bool):
    text = printed(*tables(run, rows(run, strict=strict)))
    assert max(len(line) for line in text.split("\n")) <= WIDTH
    [line] = [each for each in text.split("\n") if each.startswith("  PLAYER*") and ".400" in each]
    assert line.split()[:5] == ["PLAYER*", ".633±.047*", ".533", ".733", ".100"]
    assert "All stories together" in text
    assert ("strict" in text) == strict


@cases(
    ("value", "metric", "text"),
    [
        (0.4066, "overall", ".407"),
        (1.0, "win_rate", "1.000"),
        (-0.1, "overall", "-.100"),
        (361_743.5, "play.input_tokens", "362k"),
        (1_480, "play.calls", "1.5k"),
        (0.32, "play.dollars", "$0.320"),
        (17.861, "play.dollars", "$17.86"),
        (0.0, "play.dollars", "$0"),
        (5.74, "play.hours", "5.74 h"),
        (None, "overall", "–"),
    ],
)
def test_numbers_are_spelled_as_the_papers_do(value: float | None, metric: str, text: str):
    assert format_value(value, metric) == text


# Figures


def drawn(run: Results, folder: Path) -> str:
    written = draw_files(run, rows(run), folder / "figure")
    assert written
    png, svg, pdf = written
    assert pdf.read_bytes().startswith(b"%PDF")
    assert png.read_bytes().startswith(PNG)
    assert png.stat().st_size > 10_000
    return svg.read_text("utf-8")


def words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_bars_bear_names_values_lines_and_hollow_marks(run: Results, tmp_path: Path):
    svg = drawn(run, tmp_path)
    told = words(svg)
    assert {"Werewolf", "PLAYER*", "PP", "OP", "chance", ".633*", "Overall", "Win rate"} <= set(told)
    caption = " ".join(told)
    assert "n = 1 to 2 matches per condition, of 2 stories" in caption
    assert "◇ published (GPT-3.5; not comparable, see the notes)." in caption
    assert "#d55e00" in svg
    assert "Llama" not in told


GAINS = "player-gain"
"""What questions were worth is counted off records, which made up scores do not have."""


@cases(
    "name", [each.name for each in suites() if each.figure and each.game == "mystery" and each.name != GAINS]
)
def test_a_run_is_drawn_whichever_of_its_conditions_was_played_first(name: str):
    suite = find_suite(name)
    for arm in {suite.conditions[0], suite.conditions[-1]}:
        run = results({arm.name: [score("sin", [0.5], dollars=0.1)]}, suite=suite, stories="generated")
        assert (draw(run, rows(run)) is None) == (suite.figure in ("dialogues", "clouds"))


def test_the_figure_of_a_printed_page_is_no_wider_than_leaves_its_text_legible():
    suite = replace(SUITE, metrics=("win_rate", "overall", "objective", "reasoning", "relations"))
    run = results({"PLAYER*": [score("sin", [0.5])], "Werewolf": [score("sin", [0.3])]}, suite=suite)
    screen, paper = draw(run, rows(run)), draw(run, rows(run), most=2)
    assert screen
    assert paper
    assert screen.get_figwidth() > 10
    assert paper.get_figwidth() < 7.2
    paper.draw_without_rendering()
    shown = [axes for axes in paper.axes if axes.get_visible()]
    assert [axes.get_title(loc="left") for axes in shown] == [
        "Win rate", "Overall", "Objective", "Reasoning", "Relations",
    ]  # fmt: skip


def test_the_same_run_draws_the_same_figure(run: Results, tmp_path: Path):
    (tmp_path / "again").mkdir()
    assert drawn(run, tmp_path) == drawn(run, tmp_path / "again")


# The page


class Tags(HTMLParser):
    """Checks that every element is closed, and keeps what each refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.refers: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.refers += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    assert tags.open == []
    return tags


def test_the_page_needs_nothing_from_outside(run: Results, tmp_path: Path):
    html = page(run, rows(run), figure=drawn(run, tmp_path))
    tags = parsed(html)
    assert all(reference.startswith("#") for reference in tags.refers)
    assert "<script" not in html
    assert "@import" not in html
    assert "url(http" not in html


def test_the_page_holds_the_figure_in_its_own_greys_and_every_row(run: Results, tmp_path: Path):
    told = rows(run)
    html = page(run, told, figure=drawn(run, tmp_path))
    assert html.count("<svg") > len([row for row in told if "(" not in row.metric])
    assert "#22242b" not in html.split("<body>")[1]
    text = " ".join(parsed(html).text)
    for words in (
        "Made by hand",
        "PLAYER*",
        ".633",
        ".633±.047",
        ".533 .733",
        "+.233",
        "sin",
        "manna",
        "the reader",
    ):
        assert words in text
    assert html.index("All stories together") < html.index("<summary>sin</summary>")


def test_names_of_scripts_and_words_of_players_are_text_and_not_markup(run: Results):
    evil = "<script>alert(1)</script>"
    exchange = Exchange(
        story=evil, asker="Ann", answerer="Bo", victim="Cy",
        turns={"PLAYER*": (DialogueTurn(round=1, question=evil, reply=""),), "O-CoT": ()},
    )  # fmt: skip
    html = page(run, rows(run), [exchange])
    assert "<script" not in html
    text = " ".join(parsed(html).text)
    assert evil in text
    assert "(silence)" in text
    assert "The two did not speak of it." in text


def test_a_storys_name_is_neither_a_formula_of_a_spreadsheet_nor_one_of_a_figure(tmp_path: Path):
    for evil in ('=HYPERLINK("http://127.0.0.1")', "@SUM(1)", "+1", "-1", "$\\frac$"):
        scores = {name: [score(evil, [0.1]), score(evil, [0.2])] for name in ("PP", "PLAYER*")}
        run = results(scores, scripts=(script(evil),), model=evil)
        assert "<svg" in page(run, rows(run), figure=drawn(run, tmp_path))
        with write_csv(rows(run), tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
            cells = {cell for line in csv.reader(file) for cell in line}
        is_formula = not evil.startswith("$")
        assert (f"'{evil}" if is_formula else evil) in cells
        assert (evil in cells) != is_formula


def test_dialogues_stand_side_by_side_on_the_terminal():
    turns = tuple(
        DialogueTurn(round=n, question=f"Where were you, {n}?", reply="In the mill.") for n in (1, 2)
    )
    exchange = Exchange(
        story="The Mill", asker="Ann", answerer="Bo", victim="Cy",
        turns={"Werewolf": turns, "PLAYER*": turns[:1], "O-CoT": ()},
    )  # fmt: skip
    lines = printed(*side_by_side([exchange])).split("\n")
    assert any("Werewolf" in line and "PLAYER*" in line and "O-CoT" in line for line in lines)
    assert any(line.count("1. Where were you, 1?") == 2 for line in lines)
    assert any(line.count("2. Where were you, 2?") == 1 for line in lines)


# Files


def test_a_report_is_written_as_csv_json_figures_and_a_page(run: Results, tmp_path: Path):
    told = rows(run)
    with Store.open(str(tmp_path / "parlour.db")) as store:
        written = write_report(run, told, store, tmp_path / "out" / "deep")
    assert [path.name for path in written] == [
        "made.csv", "made.json", "made-run.csv", "made-run.json", "made.md", "made-contrasts.csv",
        "made-contrasts.json", "made.png", "made.svg", "made.pdf", "made.tex", "made.bib", "made.html",
    ]  # fmt: skip
    assert all(path.stat().st_size > 0 for path in written)
    assert json.loads(written[1].read_text("utf-8")) == [row.model_dump(mode="json") for row in told]
    with written[0].open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == list(Row.model_fields)
    assert [line["condition"] for line in lines] == [row.condition for row in told]
    ours = [float(line["ours"]) if line["ours"] else None for line in lines]
    assert ours == [row.ours for row in told]


@cases(
    ("metric", "heading"),
    [
        ("win_rate", "Win rate"),
        ("fault_rate", "Faults per call (less is better)"),
        ("twr", "Total win rate (TWR) (by chance .500)"),
        ("unheard_of", "unheard_of"),
    ],
)
def test_a_heading_says_when_less_is_better_and_what_chance_gives(metric: str, heading: str):
    assert metric_heading(metric) == heading
