"""How many matches it takes, as a list and for programs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from parlour.cli.plan import print_sample_size
from parlour.experiments import SampleSize, StudyDesign

SIZE = SampleSize(condition="0.1 more", source="supposed", reference=0.5, rate=0.6, matches=388)
DESIGN = StudyDesign(alpha=0.01, power=0.9)


def test_a_list_says_which_rates_are_told_apart_and_how_surely(capsys: pytest.CaptureFixture[str]):
    print_sample_size(SIZE, DESIGN, as_json=False)
    title, head, row = capsys.readouterr().out.splitlines()
    assert title == "Matches of each to tell two rates apart (two-sided, at 0.01, with power 0.9)"
    assert head.lower().split() == ["win", "rate", "of", "source", "one", "it", "matches"]
    assert row.split() == ["0.1", "more", "supposed", "0.500", "0.600", "388"]
    assert [row.index(told) + len(told) for told in ("0.500", "0.600", "388")] == [
        head.lower().index(name) + len(name) for name in (" one", " it", "matches")
    ]


def test_equal_rates_are_never_told_apart(capsys: pytest.CaptureFixture[str]):
    print_sample_size(replace(SIZE, rate=0.5, matches=None), DESIGN, as_json=False)
    assert capsys.readouterr().out.split()[-1] == "equal"


def test_programs_are_told_the_same(capsys: pytest.CaptureFixture[str]):
    print_sample_size(SIZE, DESIGN, as_json=True)
    assert json.loads(capsys.readouterr().out) == [vars(SIZE)]
