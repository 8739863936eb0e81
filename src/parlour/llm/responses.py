"""Reads a response of pydantic-ai: its answer, its thoughts, and why it has neither.

Heavy to import: only `hosted` does so.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic_ai.messages import (
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ToolCallPart,
)

from parlour.core import visible
from parlour.llm.thoughts import split_thoughts

_REFUSING = ("content_filter", "refusal")
"""The reasons of an end for which a reply is withheld."""


class Reading:
    """A response, parted into answer and thoughts once.

    Attributes:
        response: as pydantic-ai has it.
        text: of the reply, or the arguments of a tool call if it has none.
        split: the text, parted by the marks in it.
        is_cut_thought: whether it was cut before the thoughts ended of which only the end has a mark.
        has_field: whether thoughts came in a field of their own.
        answer: the reply without its thoughts.
        thoughts: those of the field and of the text.

    Args:
        response: the response.
        closes_only: whether the model marks the end of its thoughts alone.
    """

    def __init__(self, response: ModelResponse, *, closes_only: bool) -> None:
        self.response = response
        text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
        calls = (part.args_as_json_str() for part in response.parts if isinstance(part, ToolCallPart))
        self.text = visible(text or next(calls, ""))
        self.split = split_thoughts(self.text)
        self.is_cut_thought = closes_only and response.finish_reason == "length" and not self.split.has_marks
        fields = [part.content for part in response.parts if isinstance(part, ThinkingPart)]
        self.has_field = bool(fields)
        answer, thought = self.split.answer, self.split.thoughts
        self.answer, thought = ("", answer) if self.is_cut_thought else (answer, thought)
        self.thoughts = visible("\n".join(filter(None, (*fields, thought))))

    @property
    def is_plain(self) -> bool:
        """Whether the reply is whole and in prose."""
        is_whole = self.response.finish_reason != "length"
        return bool(self.text) and is_whole and not self.text.lstrip().startswith("{")

    @property
    def refusal(self) -> str:
        """Why the reply is empty, if its model or a filter refused; empty for any other."""
        details = self.response.provider_details or {}
        reason = details.get("finish_reason") or self.response.finish_reason
        if words := details.get("refusal"):
            return f"the model refused: {words}"
        if reason in _REFUSING and not self.text.strip():
            return f"a filter of the server withheld the reply (finish_reason {reason!r})"
        return ""


def spoken(event: ModelResponseStreamEvent) -> str:
    """Returns the words of a reply in an event of its stream; thoughts are none."""
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return visible(text)
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return visible(text)
        case _:
            return ""


def is_nothing(response: ModelResponse) -> bool:
    """Whether a stream ended without a word, a refusal or a reason."""
    details = response.provider_details or {}
    is_reasonless = details.get("finish_reason") in (None, "error")
    return not response.parts and is_reasonless and not details.get("refusal")


def first_logprobs(response: ModelResponse) -> tuple[tuple[str, float], ...]:
    """Returns the candidates for the first token, if the response has them."""
    tokens: Sequence[dict[str, object]] = (response.provider_details or {}).get("logprobs") or ()
    if not tokens:
        return ()
    candidates = tokens[0].get("top_logprobs")
    if not isinstance(candidates, list):
        return ()
    return tuple((str(each["token"]), float(each["logprob"])) for each in candidates)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
