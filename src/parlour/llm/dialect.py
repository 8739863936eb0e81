"""A call in pydantic-ai's words: what is said to which kind of model.

Heavy to import: only `hosted` does so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pydantic import BaseModel
from pydantic_ai.messages import (
    CachePoint,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIChatModelSettings
from pydantic_ai.output import OutputObjectDefinition

from parlour.llm.backend import Call
from parlour.llm.texts import user_texts

TOP_LOGPROBS = 20
THINKING_TOKENS = 4096


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """What a model understands.

    Attributes:
        has_schemas: it keeps to a JSON schema by itself; others are told it in words.
        has_logprobs: it tells the log-probabilities of its first token.
        has_temperature: it may be sent one.
        can_think: it reasons before it answers unless told not to; the methods do the reasoning here.
        must_think: it thinks whatever it is told, known beforehand or seen in a reply, and needs room for it.
        marks_cache: it keeps a prefix only up to a mark.
    """

    has_schemas: bool
    has_logprobs: bool
    has_temperature: bool
    can_think: bool
    must_think: bool
    marks_cache: bool

    @classmethod
    def of(cls, model: Model[Any]) -> Dialect:
        """What the model's profile says that it understands."""
        profile = model.profile
        must_think = profile.get("thinking_always_enabled", False)
        return cls(
            has_schemas=profile.get("supports_json_schema_output", False),
            has_logprobs=isinstance(model, OpenAIChatModel) and not must_think,
            has_temperature=not (must_think or profile.get("anthropic_disallows_sampling_settings")),
            can_think=profile.get("supports_thinking", False),
            must_think=must_think,
            # older releases mark Anthropic's prefixes without a word of it in the profile
            marks_cache=profile.get("supports_cache", model.system == "anthropic"),
        )

    def simpler_for(self, call: Call) -> Dialect | None:
        """Without what the call made use of and a server may reject; None if it is plain already."""
        if call.options and self.has_logprobs:
            return replace(self, has_logprobs=False)
        if call.reply and self.has_schemas:
            return replace(self, has_schemas=False)
        return None

    def thinking(self) -> Dialect:
        """Of a model that was seen to think: its first token is none of the answer."""
        return replace(self, must_think=True, has_logprobs=False)

    def messages(self, call: Call) -> list[ModelMessage]:
        """The conversation: system, user, and each unreadable reply with what was said of it."""
        prompt = call.prompt
        system = [SystemPromptPart(prompt.system_text)] if prompt.system else []
        messages: list[ModelMessage] = [ModelRequest([*system, self._task(call)])]
        for repair in prompt.repairs:
            messages.append(ModelResponse([TextPart(repair.reply)]))
            messages.append(ModelRequest([UserPromptPart(repair.feedback)]))
        return messages

    def parameters(self, call: Call) -> ModelRequestParameters:
        """The form of the reply, for a model that keeps to it."""
        if call.reply and self.has_schemas:
            return ModelRequestParameters(output_mode="native", output_object=_form(call.reply))
        return ModelRequestParameters()

    def settings(self, call: Call, *, timeout: float, room: int = THINKING_TOKENS) -> OpenAIChatModelSettings:
        """The settings of the request; `room` is for the thoughts of a model that thinks."""
        settings = OpenAIChatModelSettings(max_tokens=self.most_tokens(call, room), timeout=timeout)
        if self.has_temperature:
            settings["temperature"] = call.temperature
        if self.can_think:
            settings["thinking"] = False
        if self.marks_cache:
            settings["cache"] = {"messages": False}
        if call.options:
            settings["openai_logprobs"], settings["openai_top_logprobs"] = True, TOP_LOGPROBS
        return settings

    def most_tokens(self, call: Call, room: int = THINKING_TOKENS) -> int:
        """Where the completion is cut, thoughts among it."""
        return call.max_tokens + (room if self.must_think else 0)

    def _task(self, call: Call) -> UserPromptPart:
        """The user message; its last part changes from call to call, so the mark stands before it."""
        texts = user_texts(call, says_form=not self.has_schemas)
        if self.marks_cache and len(texts) > 1:
            return UserPromptPart(["\n\n".join(texts[:-1]), CachePoint(), texts[-1]])
        return UserPromptPart("\n\n".join(texts))


@lru_cache(maxsize=512)
def _form(reply: type[BaseModel]) -> OutputObjectDefinition:
    return OutputObjectDefinition(json_schema=reply.model_json_schema(), name=reply.__name__)


def first_logprobs(response: ModelResponse) -> tuple[tuple[str, float], ...]:
    """The candidates for the first token, where the response tells them."""
    tokens: Sequence[dict[str, object]] = (response.provider_details or {}).get("logprobs") or ()
    if not tokens:
        return ()
    candidates = tokens[0].get("top_logprobs")
    if not isinstance(candidates, list):
        return ()
    return tuple((str(each["token"]), float(each["logprob"])) for each in candidates)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
