"""Runs of the bench are kept, compared, and written into a page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from bench.__main__ import PARTS, asked
from bench.compare import compared, table
from bench.figure import Figure, at_least, at_most, repeated, untold
from bench.kept import keep, read
from bench.page import PLACE, written

ROOT = Path(__file__).parents[2]


def test_a_part_that_is_measured_again_takes_the_place_of_the_former(tmp_path: Path):
    path = tmp_path / "run.json"
    keep(path, "web", [at_most("pages, s", 1.0, 0.5)], 3.2)
    keep(path, "talk", [untold("talk", "no ears")], 1.0)
    keep(path, "web", [at_most("pages, s", 1.0, 2.0)], 3.2)
    kept = read(path)
    assert list(kept) == ["web", "talk"]
    assert kept["web"].figures == (at_most("pages, s", 1.0, 2.0),)
    assert kept["web"].figures[0].is_met is False
    assert kept["web"].machine.cores >= 1
    assert kept["talk"].figures[0].value is None


def test_two_runs_are_compared_figure_by_figure(tmp_path: Path):
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    keep(before, "web", [at_most("s", 0, 2.0), at_most("gone", 0, 1.0), untold("x", "no")], 1)
    keep(before, "only-before", [at_most("s", 0, 2.0)], 1)
    keep(after, "web", [at_most("s", 0, 3.0), untold("x", "no"), at_least("new", 0, 0.0)], 1)
    told = list(compared(read(before), read(after)))
    assert [(each.name, each.ratio) for each in told] == [
        ("s", 1.5),
        ("gone", None),
        ("x", None),
        ("new", None),
    ]
    console = Console(width=120)
    with console.capture() as captured:
        console.print(table(iter(told)))
    assert re.search(r"web +│ s +│ 2\.000 +│ 3\.000 +│ 1\.50", captured.get())
    assert re.search(r"gone +│ 1\.000 +│ none", captured.get())


def test_repetitions_are_told_by_their_median_and_their_range():
    figure = repeated("ms", [3.0, 1.0, 10.0])
    assert (figure.measured, figure.value) == ("3 (1 to 10)", 3.0)
    assert figure.points == ((0, 3.0), (1, 1.0), (2, 10.0))


def test_a_page_gets_the_tables_of_a_run_and_keeps_its_words(tmp_path: Path):
    path = tmp_path / "run.json"
    keep(path, "web", [at_most("a|b *c*", 1.0, 2.0), at_most("pages", 0, 2.0)], 3)
    page = (
        "# Bench\n<!-- table: web -->\nold\n<!-- end -->\nMore.\n<!-- table: talk -->\nkept\n<!-- end -->\n"
    )
    told = written(page, read(path))
    assert "old" not in told
    assert "| a\\|b \\*c\\* | ≤ 1 | 2.000 | **missed** |\n| pages |  | 2.000 |  |\n" in told
    assert told.startswith("# Bench\n<!-- table: web -->\n| figure |")
    assert told.endswith("<!-- end -->\nMore.\n<!-- table: talk -->\nkept\n<!-- end -->\n")
    assert written(told, read(path)) == told


def test_a_part_without_a_place_comes_last_under_its_name(tmp_path: Path):
    path = tmp_path / "run.json"
    keep(path, "new-part", [at_most("s", 0, 2.0)], 3)
    told = written("# Bench\n", read(path))
    assert told.startswith("# Bench\n\n### new-part\n<!-- table: new-part -->\n| figure |")
    assert written(told, read(path)) == told


def test_the_page_has_one_place_for_a_part_and_none_for_what_is_no_part():
    page = (ROOT / "docs" / "bench.md").read_text(encoding="utf-8")
    places = [found["part"] for found in PLACE.finditer(page)]
    assert len(places) == len(set(places))
    assert {"peers", "growth"} <= set(places) <= set(PARTS)


def test_every_part_is_where_it_is_said_to_be():
    """In a process of its own: all of them together load whatever the peers and figures need."""
    told = "from pkgutil import resolve_name; from bench.__main__ import PARTS"
    told = f"{told}; print(sum(callable(resolve_name(f'bench.{{each}}')) for each in PARTS.values()))"
    found = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=ROOT)
    assert int(found.stdout) == len(PARTS)


def test_parts_and_the_file_are_read_off_the_command_line():
    assert asked(["web", "talk", "--out", "run.json"]) == (["web", "talk"], Path("run.json"))
    assert asked([]) == ([], None)


@pytest.mark.parametrize(("measured", "is_met"), [(1.0, True), (1.1, False)])
def test_a_figure_knows_whether_its_bar_is_met(measured: float, is_met: bool):
    assert at_most("s", 1.0, measured).is_met is is_met
    assert at_most("s", 0, measured) == Figure(
        name="s", bar="", measured=f"{measured:.3f}", is_met=None, value=measured
    )
