"""A report as Markdown."""

from __future__ import annotations

from parlour.evaluation import AskedModel
from parlour.experiments.report import rows
from parlour.experiments.report.files import markdown
from tests.experiments.report.made import results, score


def test_a_row_per_condition_holds_ours_with_its_interval_and_the_published():
    run = results({"PLAYER*": [score("sin", [0.5, 0.5], won=1), score("sin", [0.7, 0.7])]})
    lines = markdown(run, rows(run)).splitlines()
    assert lines[0].startswith("**Made by hand** (no paper, table 1; made-")
    whole = [line for line in lines if line.startswith("| PLAYER* |")][-1]
    cells = [cell.strip() for cell in whole.strip("|").split("|")]
    assert cells[1].startswith(".500±.500 (")
    assert cells[2].startswith(".600±.000 (")
    assert cells[2].endswith("*.400*")
    heads = [line for line in lines if line.startswith("| ours")]
    assert all(line.count("|") == heads[0].count("|") for line in lines if line.startswith("|"))
    assert any(line.startswith("- not comparable because") for line in lines)


def test_how_a_model_was_asked_is_told_of_all_matches_together():
    asked = (
        AskedModel(calls=900, thought=40, room=4096, without={"schemas": 300}),
        AskedModel(calls=200, thought=2, room=2048, without={"schemas": 50, "temperature": 200}),
    )
    scores = [
        score("sin", [0.5]).model_copy(update={"asked": {"qwen": each, "plain": AskedModel(calls=9)}})
        for each in asked
    ]
    run = results({"PLAYER*": scores})
    [line] = [line for line in markdown(run, rows(run)).splitlines() if " calls: " in line]
    assert line == (
        "- qwen, 1,100 calls: it thought before 42 replies, with room for 4,096 tokens of thought;"
        " it is told the form of a reply in words (350); it is sent no temperature (200)"
    )
