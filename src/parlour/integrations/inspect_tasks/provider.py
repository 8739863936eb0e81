"""A provider over an Inspect model: Inspect sends, counts, caches, limits and logs each call."""

# pyright: basic, reportMissingImports=false
# Inspect is no part of the development environment, and strict mode flags every line about what is missing.

from __future__ import annotations

import time

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    get_model,
    get_model_info,
)
from inspect_ai.util import span

from parlour.core import visible
from parlour.errors import MissingExtra, ModelUnavailable, UnknownModel
from parlour.integrations.inspect_tasks import PREFIX
from parlour.llm import (
    NOTHING,
    THINKING_TOKENS,
    Call,
    Completion,
    OnChunk,
    Usage,
    conversation,
    split_thoughts,
)

SLOTS = 256
"""Effectively no limit: Inspect limits concurrent calls itself."""
USUAL_CONTEXT = 128_000


class InspectProvider:
    """A provider over one of Inspect's models.

    A reply's form is described in words, which every provider accepts, and weights are estimated in words
    too. The temperature of the model under evaluation is Inspect's (`--temperature`, or the task's).
    """

    slots = SLOTS

    def __init__(self, model: Model, *, name: str, context: int | None = None) -> None:
        info = get_model_info(model)
        self.name = name
        self.context = context or (info and info.input_tokens) or USUAL_CONTEXT
        self._model = model
        self._room = THINKING_TOKENS if info and info.reasoning else 0

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """Returns None: Inspect counts the cost of calls."""
        return None

    def worst_price(self, call: Call) -> float:
        """Returns 0: no price is known in advance."""
        return 0.0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes one call in a span of Inspect's log named after the player and the purpose.

        Raises:
            ModelUnavailable: if Inspect failed or reached its own limit; its error is the cause.
        """
        if call.options:
            return Completion(text="", usage=NOTHING)
        started = time.perf_counter()
        try:
            async with span(f"{call.prompt.player or 'everybody'}: {call.prompt.purpose}"):
                output = await self._model.generate(messages(call), config=self._config(call))
        except Exception as error:  # the boundary to Inspect, which tells its own errors apart
            raise ModelUnavailable(f"{self.name}: {error}") from error
        completion = _completion(output, seconds=time.perf_counter() - started)
        if on_chunk and completion.text:
            on_chunk(completion.text)
        return completion

    async def close(self) -> None:
        """Does nothing: Inspect closes its models."""

    def _config(self, call: Call) -> GenerateConfig:
        config = GenerateConfig(max_tokens=call.max_tokens + self._room)
        if self._model.config.temperature is None and self._model is not _active():
            config.temperature = call.temperature
        return config


def open_inspect(model: str, context: int | None = None) -> InspectProvider:
    """Opens the model of a string, as `kind.open_model` describes.

    Raises:
        UnknownModel: if Inspect has no model of that name, or none is under evaluation.
        MissingExtra: if the packages of its provider are not installed.
    """
    rest = model.removeprefix(PREFIX).removeprefix(":")
    role, _, name = rest.partition("=") if "/" not in rest.partition("=")[0] else ("", "", rest)
    try:
        inspect_model = get_model(role=role, default=name or None) if role else _find_model(name)
    except ImportError as error:
        raise MissingExtra(f"{model}: {error}") from error
    except Exception as error:  # the boundary to Inspect: it raises what its providers do
        raise UnknownModel(f"{model}: {error}") from error
    full = f"{PREFIX}:{role}={inspect_model}" if role else f"{PREFIX}:{inspect_model}"
    return InspectProvider(inspect_model, name=full, context=context)


def full_name(model: str) -> str:
    """Returns a model string for a record, with the actual model behind one of Inspect's.

    Raises:
        UnknownModel: if Inspect has no model of that name.
    """
    is_inspects = model == PREFIX or model.startswith(f"{PREFIX}:")
    return open_inspect(model).name if is_inspects else model


def _find_model(name: str) -> Model:
    active = _active()
    return active if active and name in ("", str(active)) else get_model(name or None)


def _active() -> Model | None:
    try:
        return get_model()
    except ValueError:  # nothing is being evaluated
        return None


_MESSAGES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


def messages(call: Call) -> list[ChatMessage]:
    """Returns the conversation: system, user, and each unreadable reply with its feedback."""
    turns = conversation(call, says_form=True)
    return [_MESSAGES[role](content="\n\n".join(pieces)) for role, pieces in turns]


def _completion(output: ModelOutput, *, seconds: float) -> Completion:
    usage = output.usage
    cached = usage.input_tokens_cache_read or 0 if usage else 0
    cache_write = usage.input_tokens_cache_write or 0 if usage else 0
    split = split_thoughts(output.completion)
    return Completion(
        text=visible(split.answer),
        thoughts=visible(split.thoughts),
        is_cut=output.stop_reason in ("max_tokens", "model_length"),
        usage=Usage(
            input_tokens=usage.input_tokens + cached + cache_write if usage else 0,
            cached_tokens=cached,
            output_tokens=usage.output_tokens if usage else 0,
            thought_tokens=(usage.reasoning_tokens or 0) if usage else 0,
            dollars=usage.total_cost if usage else None,
            seconds=seconds,
        ),
    )
