"""Which of our languages a browser gets."""

from __future__ import annotations

import pytest

from parlour.llm import Language
from parlour.web.gate.refusals import preferred_language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("en-GB,en;q=0.9,zh;q=0.8", "en"),
        ("fr,de;q=0.5", "en"),
        ("fr,zh;q=0.1", "zh"),
        ("zh;q=0,en;q=0.1", "en"),
        ("zh;q=many", "en"),
        ("*;q=0.5", "en"),
    ],
)
def test_a_browser_gets_the_language_that_it_prefers(header: str, language: Language):
    assert preferred_language(header) == language
