from __future__ import annotations

import pytest

from parlour.llm.spending import Tariff, is_own_server
from tests.cases import cases

GPT4O = Tariff(model="gpt-4o", provider="openai", url="https://api.openai.com/v1")


def test_cached_tokens_cost_less():
    whole, cached = (
        GPT4O.dollars(input_tokens=10_000),
        GPT4O.dollars(input_tokens=10_000, cached_tokens=8_000),
    )
    assert whole is not None
    assert cached is not None
    assert 0 < cached < whole


CLAUDE = Tariff(model="claude-haiku-4-5", provider="anthropic", url="https://api.anthropic.com")


@cases("tariff", [GPT4O, CLAUDE])
def test_no_more_tokens_are_priced_than_the_prompt_has(tariff: Tariff):
    assert tariff.dollars(input_tokens=10, cached_tokens=100) == tariff.dollars(
        input_tokens=10, cached_tokens=10
    )
    assert tariff.dollars(input_tokens=10, cached_tokens=8, written_tokens=8) == tariff.dollars(
        input_tokens=10, cached_tokens=2, written_tokens=8
    )
    assert tariff.dollars(input_tokens=10, cached_tokens=9, written_tokens=99) == tariff.dollars(
        input_tokens=10, written_tokens=10
    )


def test_an_unknown_model_has_no_price():
    unknown = Tariff(model="house-made-7b", provider="compatible", url="https://llm.example.org/v1")
    assert unknown.dollars(input_tokens=1) is None


@cases(
    "url",
    [
        *("http://localhost:11434/v1", "http://127.0.0.1:8000/v1", "http://10.0.0.7/v1"),
        *("http://vllm:8000/v1", "http://box.local/v1", "http://a.localhost/v1", "http://[::1]:8000/v1"),
    ],
)
def test_ones_own_server_is_free(url: str):
    assert is_own_server(url)
    assert Tariff(model="gpt-4o", provider="openai", url=url).dollars(input_tokens=1000) == 0.0


def test_a_public_server_is_not_ones_own():
    assert not is_own_server("https://api.openai.com/v1")
    assert not is_own_server("http://8.8.8.8/v1")
    assert not is_own_server("https://local.example.org/v1")


def test_a_provider_that_tells_no_address_is_paid_by_its_name():
    assert not is_own_server("")
    tariff = Tariff(model="grok-4", provider="xai", url="")
    assert tariff.dollars(output_tokens=1_000_000) == pytest.approx(15)
