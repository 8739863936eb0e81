"""The features that a server accepts and the way its model thinks, learned from replies, and its client."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from pydantic import JsonValue

from parlour.llm.backend import WITHOUT, Call, Feature, OnChunk
from parlour.llm.responses import Reading, Reply, is_rejection, rejected_features
from parlour.llm.settings import THINKING_TOKENS, ReplySettings
from parlour.llm.texts import Role, conversation

TOP_LOGPROBS = 20
LEAST_ROOM = 256
FORM_MARGIN = 1.5
"""By how much we overcount the tokens of JSON, each mark of which counts as one."""
TIMEOUT = 180.0
ROOM_MARGIN = 1.25
"""By how much a prompt may be longer than estimated before the room for thoughts does not fit the window."""
_NONE = ReplySettings()


@dataclass(frozen=True, kw_only=True)
class ServerProfile:
    """The features that a server is known to accept in a model's calls, and the way its model thinks.

    It begins as that of an OpenAI-compatible server and is replaced as replies and refusals show more.

    Attributes:
        rejects: the features that it does not take, or must not be sent.
        can_think: it reasons before it answers unless told not to; the methods do the reasoning here.
        must_think: it thinks whatever it is told, known beforehand or seen in a reply, and needs room for it.
        marks_cache: it keeps a prefix only up to a mark.
        room: the most tokens for thoughts.
        is_room_useless: whether a reply without a word stayed so with room for thoughts.
        holds: whether a stream is held back to its end, since it is not known how the model marks thoughts.
        closes_only: whether the model marks the end of its thoughts alone.
    """

    rejects: frozenset[Feature] = frozenset()
    can_think: bool = False
    must_think: bool = False
    marks_cache: bool = False
    room: int = THINKING_TOKENS
    is_room_useless: bool = False
    holds: bool = False
    closes_only: bool = False
    chosen: ReplySettings = _NONE

    def takes(self, feature: Feature) -> bool:
        """Returns true unless the server is known to reject a feature."""
        return feature not in self.rejects

    def _uses(self, call: Call, *, is_streamed: bool) -> Mapping[Feature, bool]:
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
        return tuple(name for name, is_used in uses if is_used and name in self.rejects)

    def simpler(self, call: Call, error: Exception, *, is_streamed: bool) -> ServerProfile | None:
        """Returns the profile to try after a refusal: without a feature that it names, or may mean.

        None if the call made use of none of them.
        """
        uses = self._uses(call, is_streamed=is_streamed)
        features: tuple[Feature, ...] = ("logprobs", "schemas") if is_rejection(error) else ()
        for feature in rejected_features(error) or features:
            if uses[feature] and self.takes(feature):
                return replace(self, rejects=self.rejects | {feature})
        return None

    def after(self, accepted: ServerProfile) -> ServerProfile:
        """Returns the profile with the features of a call that succeeded; log-probabilities never return."""
        return replace(self, rejects=accepted.rejects | self.rejects & {"logprobs"})

    @property
    def _sends_reasoning(self) -> bool:
        return bool(self.chosen.reasoning_effort) and not self.can_think

    def with_settings(self, chosen: ReplySettings) -> ServerProfile:
        """Returns the profile with a user's settings; a model that is told to think gets room at once."""
        room = self.room if chosen.reasoning_tokens is None else chosen.reasoning_tokens
        profile = replace(self, chosen=chosen, room=room)
        return profile.thinking() if chosen.reasoning_effort not in (None, "none") else profile

    def thinking(self) -> ServerProfile:
        """Returns the profile of a model that was seen to think: its first token is none of the answer."""
        return replace(self, must_think=True, rejects=self.rejects | {"logprobs"})

    def after_reply(self, reading: Reading) -> ServerProfile:
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
        lost = {name: news for name, news in WITHOUT.items() if name in self.rejects - before.rejects}
        if self.must_think > before.must_think:
            lost["logprobs"] = f"it thinks: {self.room} tokens are left for its thoughts"
        return tuple(lost.values())

    def turns(self, call: Call) -> list[tuple[Role, list[str]]]:
        """Returns the turns of a call, each in pieces."""
        return conversation(call, says_form=not self.takes("schemas"), has_system=self.takes("system"))

    def fields(self, call: Call, room: int) -> dict[str, JsonValue]:
        """Returns the settings of a request, named as in OpenAI's interface."""
        chosen = self.chosen
        limit = "max_tokens" if self.takes("max_tokens") else "max_completion_tokens"
        fields: dict[str, JsonValue] = {limit: self.most_tokens(call, room)}
        if self.takes("temperature"):
            fields["temperature"] = call.temperature if chosen.temperature is None else chosen.temperature
        if chosen.top_p is not None:
            fields["top_p"] = chosen.top_p
        if chosen.seed is not None:
            fields["seed"] = chosen.seed
        if call.options and self.takes("logprobs"):
            fields["logprobs"], fields["top_logprobs"] = True, TOP_LOGPROBS
        return fields

    def extra_body(self) -> dict[str, JsonValue]:
        """Returns further fields of a request: the user's, and those for thoughts of each kind of server."""
        effort, fields = self.chosen.reasoning_effort, dict[str, JsonValue]()
        if effort and self._sends_reasoning:
            if self.takes("effort"):
                fields["reasoning_effort"] = effort
            if self.takes("template"):
                fields["chat_template_kwargs"] = {"enable_thinking": effort != "none"}
        return fields | dict(self.chosen.extra_body or {})

    def most_tokens(self, call: Call, room: int = THINKING_TOKENS) -> int:
        """Returns the most tokens of the completion, thoughts among them."""
        beyond = 0 if call.options else self.chosen.max_tokens or 0
        return call.max_tokens + beyond + (room if self.must_think else 0)

    def answer_limit(self, call: Call) -> int | None:
        """Returns the most tokens of an answer by our count; None if the server's own limit holds."""
        margin = FORM_MARGIN if call.reply else 1
        return round(self.most_tokens(call, room=0) * margin) if self.must_think else None


class Endpoint(Protocol):
    """The client of one model's server.

    Attributes:
        profile: what is known of the model before its first reply.
        patience: seconds for one reply.
        headers: added to every request.
        has_batches: whether calls that can wait are sent in batches, at a lower price and whenever they end.
    """

    model_name: str
    provider: str
    url: str
    profile: ServerProfile
    patience: float
    headers: Mapping[str, str]
    has_batches: bool

    async def ask(
        self, call: Call, profile: ServerProfile, room: int, on_text: OnChunk | None = None
    ) -> Reply:
        """Sends a call once, with that room for thoughts, and streamed if `on_text` takes its text.

        Raises:
            CallFailure: if no reply comes of it.
        """
        ...

    async def close(self) -> None:
        """Closes its connections; pending batches continue at the provider."""
        ...
