"""The features that a server accepts, and calls translated to pydantic-ai by them.

Heavy to import: only `hosted` does so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from pydantic import BaseModel, JsonValue
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

from parlour.llm.backend import WITHOUT, Call, Feature
from parlour.llm.responses import Reading, is_rejection, rejected_features
from parlour.llm.settings import THINKING_TOKENS, ReasoningEffort, ReplySettings
from parlour.llm.texts import user_texts

TOP_LOGPROBS = 20
LEAST_ROOM = 256
ROOM_MARGIN = 1.25
"""By how much a prompt may be longer than estimated before the room for thoughts does not fit the window."""
_NONE = ReplySettings()
_EFFORTS: Mapping[ReasoningEffort | None, Literal["low", "medium", "high"] | bool] = {
    None: False,
    "none": False,
    "low": "low",
    "medium": "medium",
    "high": "high",
}
"""The `thinking` of pydantic-ai for each effort: the methods do the reasoning unless the user wants more."""


@dataclass(frozen=True, kw_only=True)
class ServerProfile:
    """The features that a server is known to accept in a model's calls, and the way its model thinks.

    It begins with the model's profile in pydantic-ai and is replaced as replies and refusals show more.

    Attributes:
        has_schemas: it keeps to a JSON schema by itself; others are told it in words.
        has_logprobs: it returns the log-probabilities of its first token.
        has_temperature: it may be sent one.
        can_think: it reasons before it answers unless told not to; the methods do the reasoning here.
        must_think: it thinks whatever it is told, known beforehand or seen in a reply, and needs room for it.
        marks_cache: it keeps a prefix only up to a mark.
        has_max_tokens: it takes the limit of tokens by that name; others by `max_completion_tokens`.
        has_system: it takes a system message; others are told it at the head of the first user message.
        has_streams: it streams as it is asked to.
        has_effort: it takes `reasoning_effort`, if that is set.
        has_template: it takes `chat_template_kwargs`, likewise.
        room: the most tokens for thoughts.
        is_room_useless: whether a reply without a word stayed so with room for thoughts.
        holds: whether a stream is held back to its end, since it is not known how the model marks thoughts.
        closes_only: whether the model marks the end of its thoughts alone.
        chosen: the user's settings.
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
    has_effort: bool = True
    has_template: bool = True
    room: int = THINKING_TOKENS
    is_room_useless: bool = False
    holds: bool = False
    closes_only: bool = False
    chosen: ReplySettings = _NONE

    @classmethod
    def of(cls, model: Model[Any]) -> ServerProfile:
        """Returns the profile of a model of which no reply was seen yet."""
        profile = model.profile
        must_think = profile.get("thinking_always_enabled", False)
        is_chat = isinstance(model, OpenAIChatModel)
        return cls(
            has_schemas=profile.get("supports_json_schema_output", False),
            has_logprobs=is_chat and not must_think,
            has_temperature=not (must_think or profile.get("anthropic_disallows_sampling_settings")),
            can_think=profile.get("supports_thinking", False),
            must_think=must_think,
            # older releases mark Anthropic's prefixes without a word of it in the profile
            marks_cache=profile.get("supports_cache", model.system == "anthropic"),
            holds=is_chat and model.system != "openai",
        )

    def _uses(self, call: Call, *, is_streamed: bool) -> Mapping[Feature, bool]:
        """Returns for each feature whether a call uses it, if the server accepts it."""
        return {
            "max_tokens": True,
            "temperature": True,
            "system": bool(call.prompt.system),
            "schemas": bool(call.reply),
            "logprobs": bool(call.options),
            "streams": is_streamed,
            "effort": self._sends_reasoning,
            "template": self._sends_reasoning,
        }

    def left_out(self, call: Call, *, is_streamed: bool) -> tuple[Feature, ...]:
        """Returns the features that a call would make use of and the server does not take."""
        uses = self._uses(call, is_streamed=is_streamed).items()
        return tuple(name for name, is_used in uses if is_used and not getattr(self, f"has_{name}"))

    def without(self, feature: Feature, call: Call, *, is_streamed: bool = False) -> ServerProfile | None:
        """Returns the profile without a feature that a server rejects; None if the call made no use of it."""
        is_used = getattr(self, f"has_{feature}") and self._uses(call, is_streamed=is_streamed)[feature]
        return replace(self, **{f"has_{feature}": False}) if is_used else None

    def simpler(self, call: Call, error: Exception, *, is_streamed: bool) -> ServerProfile | None:
        """Returns the profile to try after a refusal: without a feature that it names, or may mean."""
        named = rejected_features(error)
        meant: tuple[Feature, ...] = ("logprobs", "schemas") if is_rejection(error) else ()
        simpler = (self.without(feature, call, is_streamed=is_streamed) for feature in named or meant)
        return next(filter(None, simpler), None)

    def after(self, accepted: ServerProfile) -> ServerProfile:
        """Returns the profile with the features of a call that succeeded; log-probabilities never return."""
        features = {f"has_{name}": getattr(accepted, f"has_{name}") for name in WITHOUT}
        return replace(self, **features | {"has_logprobs": accepted.has_logprobs and self.has_logprobs})

    @property
    def _sends_reasoning(self) -> bool:
        """True if the fields for thoughts are sent that servers of open-weight models accept."""
        return bool(self.chosen.reasoning_effort) and not self.can_think

    def with_settings(self, chosen: ReplySettings) -> ServerProfile:
        """Returns the profile with a user's settings; a model that is told to think gets room at once."""
        room = self.room if chosen.reasoning_tokens is None else chosen.reasoning_tokens
        profile = replace(self, chosen=chosen, room=room)
        return profile.thinking() if chosen.reasoning_effort not in (None, "none") else profile

    def thinking(self) -> ServerProfile:
        """Returns the profile of a model that was seen to think: its first token is none of the answer."""
        return replace(self, must_think=True, has_logprobs=False)

    def seen(self, reading: Reading) -> ServerProfile:
        """Returns the profile after a reply; one that a schema shaped shows no marks of thoughts."""
        if reading.split.closes_only:
            return replace(self, closes_only=True, holds=True)
        is_shown = reading.has_field or reading.split.has_marks or reading.is_plain
        return replace(self, holds=False) if self.holds and not self.closes_only and is_shown else self

    def room_beside(self, call: Call, length: int, window: int) -> int:
        """Returns the tokens for thoughts: no more than the window has beside the prompt and the answer."""
        return max(0, min(self.room, window - round(length * ROOM_MARGIN) - call.max_tokens))

    def with_less(self, room: int) -> ServerProfile:
        """Returns the profile with less room for thoughts, after a server refused to write so much."""
        return replace(self, room=room // 4 if room >= LEAST_ROOM else 0)

    def news(self, before: ServerProfile) -> tuple[str, ...]:
        """Returns a sentence for each thing that a user should be told of and an earlier profile has not."""
        lost = {
            name: news
            for name, news in WITHOUT.items()
            if getattr(before, f"has_{name}") > getattr(self, f"has_{name}")
        }
        if self.must_think > before.must_think:
            lost["logprobs"] = f"it thinks: {self.room} tokens are left for its thoughts"
        return tuple(lost.values())

    def messages(self, call: Call) -> list[ModelMessage]:
        """Returns the conversation: system, user, and each unreadable reply with the feedback on it."""
        prompt = call.prompt
        system = [SystemPromptPart(prompt.system_text)] if prompt.system and self.has_system else []
        messages: list[ModelMessage] = [ModelRequest([*system, self._task(call)])]
        for repair in prompt.repairs:
            messages.append(ModelResponse([TextPart(repair.reply)]))
            messages.append(ModelRequest([UserPromptPart(repair.feedback)]))
        return messages

    def parameters(self, call: Call) -> ModelRequestParameters:
        """Returns the form of the reply, for a model that keeps to it."""
        if call.reply and self.has_schemas:
            return ModelRequestParameters(output_mode="native", output_object=_form(call.reply))
        return ModelRequestParameters()

    def settings(self, call: Call, *, timeout: float, room: int = THINKING_TOKENS) -> OpenAIChatModelSettings:
        """Returns the settings of the request; `room` is for the thoughts of a model that thinks."""
        chosen, extra_body = self.chosen, self._reasoning()
        settings = OpenAIChatModelSettings(max_tokens=self.most_tokens(call, room), timeout=timeout)
        if not self.has_max_tokens:
            extra_body["max_completion_tokens"] = settings.pop("max_tokens")
        if self.has_temperature:
            settings["temperature"] = call.temperature if chosen.temperature is None else chosen.temperature
        if chosen.top_p is not None:
            settings["top_p"] = chosen.top_p
        if chosen.seed is not None:
            settings["seed"] = chosen.seed
        if self.can_think:
            settings["thinking"] = _EFFORTS[chosen.reasoning_effort]
        if self.marks_cache:
            settings["cache"] = {"messages": False}
        if call.options and self.has_logprobs:
            settings["openai_logprobs"], settings["openai_top_logprobs"] = True, TOP_LOGPROBS
        if extra_body := extra_body | dict(chosen.extra_body or {}):
            settings["extra_body"] = extra_body
        return settings

    def most_tokens(self, call: Call, room: int = THINKING_TOKENS) -> int:
        """Returns the most tokens of the completion, thoughts among them."""
        beyond = 0 if call.options else self.chosen.max_tokens or 0
        return call.max_tokens + beyond + (room if self.must_think else 0)

    def _reasoning(self) -> dict[str, JsonValue]:
        """Returns the fields for thoughts, of which each server with open weights takes its own."""
        effort, fields = self.chosen.reasoning_effort, dict[str, JsonValue]()
        if effort and self._sends_reasoning:
            if self.has_effort:
                fields["reasoning_effort"] = effort
            if self.has_template:
                fields["chat_template_kwargs"] = {"enable_thinking": effort != "none"}
        return fields

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
