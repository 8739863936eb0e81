"""What a program may answer is what the rules take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from parlour.core import Request, request_kinds
from parlour.web.hosting import answer_schema

VOTE = Request(id="3.Ann.vote", step=3, player="Ann", kind=request_kinds.VOTE, options=("Ben", "Cid", "Dora"))
ONE = replace(VOTE, least=1, most=1)
TWO = replace(VOTE, least=2, most=2)


def takes(request: Request, answer: object) -> bool:
    checker: Any = Draft202012Validator(answer_schema(request))
    return bool(checker.is_valid(answer))


@pytest.mark.parametrize(
    ("request_", "answer", "is_taken"),
    [
        (ONE, {"chosen": ["Ben"]}, True),
        (ONE, {"chosen": []}, False),
        (ONE, {}, False),
        (ONE, {"chosen": ["Ben", "Cid"]}, False),
        (ONE, {"chosen": ["Emil"]}, False),
        (TWO, {"chosen": ["Ben", "Cid"]}, True),
        (TWO, {"chosen": ["Ben", "Ben"]}, False),
        (TWO, {"chosen": ["Ben"]}, False),
        (replace(TWO, or_none=True), {}, True),
        (replace(TWO, or_none=True), {"chosen": []}, True),
        (replace(TWO, least=0), {"chosen": ["Dora"]}, True),
        (replace(TWO, least=0), {"chosen": ["Dora", "Dora"]}, False),
        (replace(VOTE, words=20), {"speech": "Good evening."}, True),
        (replace(VOTE, words=20), {"chosen": ["Ben"], "speech": "Good evening."}, False),
        (ONE, {"chosen": ["Ben"], "speech": "Good evening."}, False),
        (VOTE, {}, True),
    ],
)
def test_a_schema_takes_what_may_be_answered(request_: Request, answer: object, is_taken: bool):
    assert takes(request_, answer) == is_taken
