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
from parlour.llm.refusals import Feature
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
        has_max_tokens: it knows the limit of tokens by that name; others by `max_completion_tokens`.
        has_system: it takes a system message; others are told it at the head of the first user message.
        has_streams: it streams as it is asked to.
    """

    has_schemas: bool
    has_logprobs: bool
    has_temperature: bool
    can_think: bool
    must_think: bool
    marks_cache: bool
    has_max_tokens: bool = True
    has_system: bool = True
    has_streams: bool = True

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

    def without(self, feature: Feature, call: Call, *, is_streamed: bool = False) -> Dialect | None:
        """The same without a feature that a server rejects; None if the call made no use of it."""
        used: dict[Feature, bool] = {
            "max_tokens": self.has_max_tokens,
            "temperature": self.has_temperature,
            "system": self.has_system and bool(call.prompt.system),
            "schemas": self.has_schemas and bool(call.reply),
            "logprobs": self.has_logprobs and bool(call.options),
            "streams": self.has_streams and is_streamed,
        }
        return replace(self, **{f"has_{feature}": False}) if used[feature] else None  # pyright: ignore[reportArgumentType]

    def thinking(self) -> Dialect:
        """Of a model that was seen to think: its first token is none of the answer."""
        return replace(self, must_think=True, has_logprobs=False)

    def messages(self, call: Call) -> list[ModelMessage]:
        """The conversation: system, user, and each unreadable reply with what was said of it."""
        prompt = call.prompt
        system = [SystemPromptPart(prompt.system_text)] if prompt.system and self.has_system else []
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
        if not self.has_max_tokens:
            settings["extra_body"] = {"max_completion_tokens": settings.pop("max_tokens")}
        if self.has_temperature:
            settings["temperature"] = call.temperature
        if self.can_think:
            settings["thinking"] = False
        if self.marks_cache:
            settings["cache"] = {"messages": False}
        if call.options and self.has_logprobs:
            settings["openai_logprobs"], settings["openai_top_logprobs"] = True, TOP_LOGPROBS
        return settings

    def most_tokens(self, call: Call, room: int = THINKING_TOKENS) -> int:
        """Where the completion is cut, thoughts among it."""
        return call.max_tokens + (room if self.must_think else 0)

    def _task(self, call: Call) -> UserPromptPart:
        """The user message; its last part changes from call to call, so the mark stands before it."""
        texts = user_texts(call, says_form=not self.has_schemas)
        if call.prompt.system and not self.has_system:
            texts = [call.prompt.system_text, *texts]
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
