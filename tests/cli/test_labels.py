"""Labelling on the command line: a page to label on, labels read back, and a model that labels the same."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.runs import Done, Parlour
from tests.experiments.installed import install_suite
from tests.llm.loopback import Answer, Body, Loopback

PAIRS = "tests.experiments.small:PAIRS"
GAMES = ("--games", "2", "--embedding", "bm25", "--jobs", "1")


@pytest.fixture
def report(
    parlour: Parlour, once: Callable[..., None], db: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Done]:
    """Asks for a report of two tables that the reader played from either side."""
    install_suite(monkeypatch, "small-pairs", PAIRS)
    once("run", "small-pairs", "--model", "reader", *GAMES)

    def told(*words: str) -> Done:
        return parlour("report", "small-pairs", *words, "--db", db)

    return told


def shown(page: str) -> list[dict[str, Any]]:
    found = re.search(r'<script id="items" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def judging(body: Body) -> Answer:
    text = body["messages"][-1]["content"]
    label = "deception" if "votes against" in text else "correct"
    return Answer(text=json.dumps({"reason": "so it seems", "label": label}))


def test_a_page_is_written_that_needs_nothing_else_and_does_not_show_the_rules(
    report: Callable[..., Done], tmp_path: Path
):
    told = report("--out", str(tmp_path), "--items", "20")
    assert told.code == 0
    assert "small-pairs-labels.html" in told.err
    page = (tmp_path / "small-pairs-labels.html").read_text("utf-8")
    items = shown(page)
    assert len(items) == len({item["id"] for item in items}) == 20
    assert {"rules", "match"} & set(items[0]) == set()
    assert Counter(item["role"] == "werewolf" for item in items) == {True: 10, False: 10}
    assert "villager" not in {item["role"] for item in items}
    assert all(item["reason"] for item in items)
    assert not re.search(r"(src|href)\s*=\s*[\"']?http|@import|fetch\(", page)


def test_labels_are_read_back_and_agree_with_the_rules_as_far_as_they_do(
    report: Callable[..., Done], tmp_path: Path
):
    report("--out", str(tmp_path), "--items", "16")
    items = shown((tmp_path / "small-pairs-labels.html").read_text("utf-8"))
    path = tmp_path / "ann.json"
    path.write_text(json.dumps([{"item": each["id"], "label": "correct"} for each in items]), "utf-8")
    told = report("--labels", str(path), "--json")
    assert told.code == 0
    [pair] = told.json
    assert (pair["one"], pair["other"], pair["n"]) == ("rules", "ann", 16)
    printed = report("--labels", str(path)).out
    assert "Labels on 16 deeds" in printed
    assert f"{pair['agree']:.1%}" in printed
    assert re.search(r"ann +1\.000 +0\.000 +0\.000", printed)


def test_a_model_judges_the_same_items_and_is_asked_once(report: Callable[..., Done]):
    with Loopback(judging) as server:
        first = report("--judge", server.model, "--items", "12", "--json")
        asked = len(server.requests)
        again = report("--judge", server.model, "--items", "12", "--json")
        assert len(server.requests) == asked == 12
        printed = report("--judge", server.model, "--items", "12")
    assert first.code == 0
    assert first.json == again.json
    assert first.json[0]["n"] == 12
    assert "judged: 12 items, 12 calls" in first.err
    assert "judged: 12 items, 0 calls" in again.err
    assert "κ" in printed.out


def test_a_judge_sees_no_label_of_the_rules_and_no_method(report: Callable[..., Done]):
    with Loopback(judging) as server:
        report("--judge", server.model, "--items", "6")
        texts = [json.dumps(request) for request in server.requests]
    assert len(texts) == 6
    assert not any("gratr" in text.lower() or "plain:window" in text for text in texts)


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--judge", "reader"], "the reader does not judge"), (["--labels", "nowhere.csv"], "cannot be read")],
)
def test_whoever_asks_wrongly_is_told(report: Callable[..., Done], words: list[str], said: str):
    told = report(*words)
    assert (told.code, told.out) == (2, "")
    assert said in told.err
