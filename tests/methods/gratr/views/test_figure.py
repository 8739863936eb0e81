"""Figures of trust graphs: a row for each graph, a panel for the start and each round."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from parlour.errors import UsageError
from parlour.llm import Language
from parlour.methods.gratr.views import trust_figure, trust_histories
from tests.methods.gratr.views.histories import by_hand, mystery, werewolf


def svg(path: Path) -> str:
    return path.read_text("utf-8")


def test_a_figure_shows_the_start_and_each_round_with_the_numbers(tmp_path: Path):
    told = svg(trust_figure([by_hand()], tmp_path / "graph.svg"))
    for words in ("Before anything happened", "After round 1", "After round 2", "Me (a test)"):
        assert words in told
    assert told.count(">Cat<") == 3
    assert ">+1.00<" in told
    assert ">−0.51<" in told


def test_a_name_is_no_formula(tmp_path: Path):
    assert "$x_1$ & <Co>" in unescape(
        svg(trust_figure([by_hand(source="$x_1$ & <Co>")], tmp_path / "graph.svg"))
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_graph_has_a_row_in_its_language(tmp_path: Path, language: Language):
    histories = trust_histories(mystery(language), mystery(language).setup.players[0])
    told = svg(trust_figure(histories, tmp_path / "graph.svg"))
    for history in histories:
        assert history.case in told
    assert bool(re.search("[\u4e00-\u9fff]", told)) == (language == "zh")


def test_the_same_graph_is_the_same_file(tmp_path: Path):
    [history, *_] = trust_histories(werewolf())
    one, other = (trust_figure([history], tmp_path / f"{name}.svg").read_bytes() for name in "ab")
    assert one == other


def test_signs_that_no_font_here_has_are_told_in_one_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parlour.methods.gratr.views.drawing.chinese_fonts", tuple)
    histories = trust_histories(mystery("zh"), mystery("zh").setup.players[0])
    with pytest.warns(UserWarning, match=r"graph\.png: no font .* Noto Sans CJK") as told:
        trust_figure(histories, tmp_path / "graph.png")
    assert len(told) == 1


def test_what_cannot_be_drawn_is_said(tmp_path: Path):
    with pytest.raises(UsageError, match=r"\.png, \.svg, \.pdf"):
        trust_figure([by_hand()], tmp_path / "graph.docx")
    with pytest.raises(UsageError, match="no trust graph"):
        trust_figure([], tmp_path / "graph.png")
