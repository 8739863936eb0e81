"""A stand-in that fills whatever form it is shown, at the price of the model that it stands in for."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from parlour.llm import Rehearsal, batch_share, count_tokens, fill_form
from parlour.llm.rehearsal import Schema
from tests.llm.samples import Scripted, call, prompt


class Inner(BaseModel):
    is_sure: bool
    score: Annotated[int, Field(ge=1, le=10)]


class Form(BaseModel):
    reason: str
    suspect: Literal["Anna", "Ben"]
    suspects: list[Literal["Anna", "Ben", "Carl"]]
    letters: Annotated[list[Literal["a", "b", "c", "d"]], Field(min_length=1, max_length=1)]
    inner: Inner
    several: list[Inner]
    perhaps: int | None


def test_what_it_fills_in_is_of_the_form():
    told = Form.model_validate(fill_form(Form.model_json_schema()))
    assert told.suspects == ["Anna", "Ben"]
    assert told.letters == ["a"]
    assert 1 <= told.inner.score <= 10
    assert len(told.several) == 1


def test_a_list_of_words_is_filled_as_one_chooses_and_never_with_too_few():
    schema: Schema = {"type": "array", "minItems": 2, "items": {"enum": ["a", "b", "c"]}}
    assert fill_form(schema, lambda words: words[-1:]) == ["c", "a"]


def test_where_answers_come_in_batches_they_are_foreseen_at_half_the_price():
    rehearsal = Rehearsal(Scripted("Never said.", price=0.25), batch_share)
    asked = call("Who was it?")
    answer = replace(asked, prompt=replace(asked.prompt, purpose="answer"))
    told = [asyncio.run(rehearsal.complete(each)).usage.dollars for each in (asked, answer)]
    assert told == [0.25, 0.125]


def test_it_asks_for_what_the_model_would_and_nothing_of_the_model():
    model = Scripted("Never said.", price=0.25)
    rehearsal = Rehearsal(model)
    completion = asyncio.run(rehearsal.complete(call("Who was it?")))
    assert (rehearsal.context, rehearsal.slots) == (model.context, model.slots)
    assert completion.usage.dollars == 0.25
    assert completion.usage.input_tokens == sum(
        count_tokens(part.text) for part in prompt("Who was it?").parts
    )
    assert completion.usage.output_tokens == count_tokens(completion.text)
    assert model.calls == []
