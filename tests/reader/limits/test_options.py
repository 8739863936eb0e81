from __future__ import annotations

import pytest

from parlour.errors import UnknownModel
from parlour.llm import open_provider
from parlour.reader.limits import IDEAL, OPTIONS, Limits, read_limits


def test_every_limit_can_be_written_after_the_name():
    told = read_limits("reader:attention=.5,span=2000,slip=.1,steps=2,noise=.3,lapse=1")
    assert told == Limits(attention=0.5, span=2000, slip=0.1, steps=2, noise=0.3, lapse=1)
    assert set(OPTIONS) == set(vars(told))


def test_limits_that_limit_nothing_are_none():
    assert read_limits("reader") == read_limits("reader:attention=1,slip=0,noise=0,lapse=0") == IDEAL
    assert IDEAL.reads_all


def test_a_limit_that_cannot_be_is_refused_in_a_sentence():
    for model, why in (
        ("reader:wisdom=3", "has no limit 'wisdom=3'; it has attention, span"),
        ("reader:attention", "has no limit 'attention'"),
        ("reader:", "has no limit ''"),
        ("reader:attention=1.1", "attention is a probability from 0 to 1, not '1.1'"),
        ("reader:attention=nan", "attention is a probability"),
        ("reader:slip=-.1", "slip is a probability"),
        ("reader:lapse=often", "lapse is a probability"),
        ("reader:span=0", "span is a number of tokens from 1 on"),
        ("reader:steps=1.5", "steps is a whole number from 0 on"),
        ("reader:noise=inf", "noise is 0, or a number from 0.01 to 100"),
        ("reader:noise=.001", "noise is 0, or a number from 0.01 to 100"),
        ("reader:slip=.1,slip=.2", "slip is told twice"),
    ):
        with pytest.raises(UnknownModel, match=why):
            open_provider(model)


def test_a_limit_is_no_other_models():
    for model in ("openai:gpt-6-luna:attention=.5", "smollm2:slip=.1", "gguf:a.gguf,steps=2"):
        with pytest.raises(UnknownModel, match=r"only reader takes \w+ \(reader:"):
            open_provider(model)
