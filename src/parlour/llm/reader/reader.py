"""The symbolic reader: a provider that understands the controlled language, and reasons and answers in it.

It is given a call and nothing else: no game, no script, and no memory of earlier calls but of texts that it
has parsed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import BaseModel

from parlour.errors import Unmarked
from parlour.facts import Name
from parlour.llm.backend import Call, Completion, OnChunk, Usage
from parlour.llm.prompt import Prompt
from parlour.llm.purposes import (
    Gain,
    Intent,
    Keywords,
    Observed,
    Posted,
    Ranked,
    Related,
    Speech,
    Talk,
    purpose_of,
)
from parlour.llm.reader import evidence, forms, graphing, onenight, posts, ranking, werewolf
from parlour.llm.reader.character import Manner, traits_of
from parlour.llm.reader.filling import Filler, probability
from parlour.llm.reader.frames import words
from parlour.llm.reader.mind import Mind, mind_of
from parlour.llm.reader.parsed import Task, understood
from parlour.llm.reader.seat import Seat
from parlour.llm.reader.speech import Speaker
from parlour.llm.tokens import count_tokens

CONTEXT = 1_000_000
SLOTS = 64


class Reader:
    """A provider without a language model.

    Args:
        context: how many tokens its window is said to hold; it reads whatever it is given.
    """

    name, slots, is_priced = "reader", SLOTS, True

    def __init__(self, *, context: int = CONTEXT) -> None:
        self.context = context

    def price(self, input_tokens: int, output_tokens: int) -> float:
        """It costs nothing."""
        return 0.0

    def worst_price(self, call: Call) -> float:
        """It costs nothing."""
        return 0.0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes one call, a sentence at a time where somebody listens.

        Raises:
            UsageError: if the prompt is of no game that it knows, or tells a mystery in free prose.
            Unmarked: if it is not said what the reply wants.
        """
        completion = _completed(call, on_chunk)
        return replace(completion, usage=_usage(call, completion))

    async def close(self) -> None:
        """Nothing is held open."""


def _completed(call: Call, on_chunk: OnChunk | None) -> Completion:
    if call.reply and (filled := _of_the_text(call.prompt, call.reply)):
        return Completion(text=json.dumps(filled, ensure_ascii=False))
    if seat := werewolf.seat_of(call.prompt) or onenight.seat_of(call.prompt):
        return _without_a_script(seat, call, on_chunk)
    papers, task = understood(call.prompt)
    mind = mind_of(papers)
    if call.reply:
        filled = Filler(mind=mind, task=task).fill(call.reply)
        return Completion(text=json.dumps(filled, ensure_ascii=False))
    if call.options:
        return Completion(text=call.options[0], logprobs=_weighed(call, mind))
    return Completion(text=_spoken(call, mind, task, on_chunk))


def _of_the_text(prompt: Prompt, form: type[BaseModel]) -> Mapping[str, object]:
    """A reply that is read off words in the prompt, whoever reads it; empty where none such is wanted."""
    filled: dict[str, object] = {}
    for name in form.model_fields:
        match purpose_of(form, name):
            case Observed() as want:
                filled[name] = evidence.items(prompt, want)
            case Ranked() as want:
                filled[name] = ranking.order(prompt, want)
            case Related() as want:
                filled[name] = graphing.rows(prompt, want)
            case Keywords() as want:
                filled[name] = graphing.keywords(prompt, want)
            case Posted() as want:
                filled[name] = posts.items(prompt, want)
            case Intent() as want:
                filled |= posts.decision(prompt, want, form)
            case _:
                pass
    return filled


def _without_a_script(seat: Seat, call: Call, on_chunk: OnChunk | None) -> Completion:
    """What is asked at a table where nobody holds a script."""
    if call.reply:
        filled = forms.Filler(seat=seat, form=call.reply).fill()
        return Completion(text=json.dumps(filled, ensure_ascii=False))
    if call.options and isinstance(call.wants, Gain) and call.wants.suspect:
        likely = seat.considering.gain(call.wants.suspect)
        return Completion(text=call.options[0], logprobs=_yes_and_no(call, likely))
    if call.options or not isinstance(call.wants, Talk):
        raise Unmarked(f"{call.prompt.purpose}: the reader is not told what is wanted of it in {seat.game}")
    sentences, papers = seat.speech(call.wants), seat.papers
    manner = _manner(call.prompt, papers.me, None, papers.table.names)
    return Completion(text=_streamed(manner.spoken(sentences, papers.limit), call, on_chunk))


def _usage(call: Call, completion: Completion) -> Usage:
    """What a model would have been charged for: tokens as Parlour estimates them, no time and no price."""
    parts = (*call.prompt.system, *call.prompt.user)
    return Usage(
        input_tokens=sum(count_tokens(part.text) for part in parts),
        output_tokens=count_tokens(completion.text),
    )


def _weighed(call: Call, mind: Mind) -> tuple[tuple[str, float], ...]:
    """The log-probabilities of yes and no."""
    if not isinstance(call.wants, Gain) or len(call.options) != 2:
        raise Unmarked(f"{call.prompt.purpose}: the reader weighs yes against no only, for a Gain")
    return _yes_and_no(call, probability(call.wants, mind))


def _yes_and_no(call: Call, likely: float) -> tuple[tuple[str, float], ...]:
    return tuple(zip(call.options, (math.log(likely), math.log(1 - likely)), strict=True))


def _spoken(call: Call, mind: Mind, task: Task, on_chunk: OnChunk | None) -> str:
    if not isinstance(call.wants, Speech):
        raise Unmarked(f"{call.prompt.purpose}: the reader is not told what sort of speech is wanted")
    sentences, table = Speaker(mind=mind, task=task, want=call.wants).sentences(), mind.papers.table
    manner = _manner(call.prompt, mind.me, call.wants.to, table.names)
    return _streamed(manner.spoken(sentences, task.limit(table)), call, on_chunk)


def _manner(prompt: Prompt, by: Name, to: Name | None, names: tuple[Name, ...]) -> Manner:
    """How whoever reads a prompt puts things."""
    heard = "\n".join(part.text for part in prompt.user)
    return Manner(traits=traits_of(prompt), language=prompt.language, by=by, to=to, names=names, heard=heard)


def _streamed(sentences: Sequence[str], call: Call, on_chunk: OnChunk | None) -> str:
    """The sentences as one speech, told one by one where somebody listens."""
    gap = words("phrases", call.prompt.language)["gap"]
    if on_chunk:
        for number, sentence in enumerate(sentences):
            on_chunk(gap + sentence if number else sentence)
    return gap.join(sentences)
