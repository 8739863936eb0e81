"""The settings of a model, in `models.toml` and after the `?` of a model string.

The settings that shape its replies are written into the model string of each seat when a match is laid
(`qwen?temperature=0.2&top_p=0.9`), so that they are on record with the match and a resumed match goes on with
them. Addresses, keys, headers, limits and prices stay in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl, urlencode

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from parlour.errors import UsageError
from parlour.llm.backend import is_rule_based

ReasoningEffort = Literal["none", "low", "medium", "high"]
ReasoningHistory = Literal["none", "last", "all"]
THINKING_TOKENS = 4096
"""The tokens for thoughts that a thinking model gets, beside those of the answer, without a setting."""
MARK = "?"
"""What stands between a model string and its settings."""


_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class ReplySettings(BaseModel):
    """The settings that shape a model's replies; what is None stays as Parlour or the server has it.

    Attributes:
        reasoning_effort: how much the model thinks before it answers.
        reasoning_tokens: the most tokens for its thoughts, beside those of the answer.
        reasoning_history: which of a seat's own earlier thoughts its later prompts hold.
        max_tokens: tokens for an answer beyond those that a request allows.
        extra_body: fields added to the body of every request.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    reasoning_effort: ReasoningEffort | None = None
    reasoning_tokens: int | None = Field(default=None, ge=0)
    reasoning_history: ReasoningHistory | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    seed: int | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, ge=0)
    extra_body: Mapping[str, JsonValue] | None = None


class ModelSettings(ReplySettings):
    """All settings of a model but its address, key and headers.

    Attributes:
        context: its window in tokens; None for what its server says.
        timeout: the most seconds that one attempt may take.
        max_retries: how often a call is sent again, where its failure may pass.
        input_price: dollars for a million tokens of prompts.
        cached_price: the same, of those that the server has cached; by default the input price.
        output_price: dollars for a million tokens of replies.
    """

    context: int | None = Field(default=None, gt=0)
    timeout: float | None = Field(default=None, gt=0)
    max_retries: int | None = Field(default=None, ge=0, le=100)
    max_connections: int | None = Field(default=None, gt=0)
    input_price: float | None = Field(default=None, ge=0)
    cached_price: float | None = Field(default=None, ge=0)
    output_price: float | None = Field(default=None, ge=0)

    @property
    def prices(self) -> tuple[float, float, float] | None:
        """Dollars for a million tokens of input, cached input and output; None if they are not set."""
        if self.input_price is None or self.output_price is None:
            return None
        cached = self.input_price if self.cached_price is None else self.cached_price
        return self.input_price, cached, self.output_price


def set_values(settings: BaseModel) -> dict[str, Any]:
    """Returns the settings that are set."""
    return settings.model_dump(exclude_none=True, include=set(ModelSettings.model_fields))


def split_settings(model: str) -> tuple[str, Mapping[str, Any]]:
    """Splits a model string into the model and the settings after its `?`.

    Raises:
        UsageError: if there is no such setting, or it has no such value.
    """
    start = model.find("#") if "://" in model else 0  # an address may have a query of its own
    mark = model.find(MARK, start) if start >= 0 else -1
    if mark < 0:
        return model, {}
    bare, query = model[:mark], model[mark + 1 :]
    values = {name: _value(text) for name, text in parse_qsl(query, keep_blank_values=True)}
    return bare, set_values(read_settings(values, model))


def with_settings(model: str, values: Mapping[str, Any]) -> str:
    """Returns a model string with settings in place of its own of the same names."""
    bare, own_settings = split_settings(model)
    merged = {**own_settings, **values}
    if not merged:
        return bare
    ordered = {name: merged[name] for name in ModelSettings.model_fields if name in merged}
    texts = {
        name: value if isinstance(value, str) else _JSON.encode(value) for name, value in ordered.items()
    }
    return f"{bare}{MARK}{urlencode(texts)}"


def read_setting(text: str) -> tuple[str, Mapping[str, Any]]:
    """Reads `MODEL.KEY=VALUE`, as it stands on a command line."""
    name, equals, value = text.partition("=")
    model, dot, key = name.strip().rpartition(".")
    if not (equals and dot and model and key):
        raise UsageError(f"--set {text}: write MODEL.KEY=VALUE, such as qwen.top_p=0.9")
    return model, set_values(read_settings({key: _value(value.strip())}, f"--set {text}"))


def read_settings(values: Mapping[str, object], where: str) -> ModelSettings:
    """Returns settings."""
    try:
        return ModelSettings.model_validate(values)
    except ValidationError as error:
        raise UsageError(f"{where}: {problem(error, ModelSettings.model_fields)}") from error


def problem(error: ValidationError, names: Iterable[str]) -> str:
    """Returns what is wrong with the first ill setting, and what to write instead."""
    first = error.errors(include_url=False)[0]
    key = str(first["loc"][0]) if first["loc"] else ""
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        message = f"there is no such setting; there are: {', '.join(names)}"
    return f"{key}: {message}" if key else message


def _value(text: str) -> object:
    """Returns a number, an object or a word, as it is spelled."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


@dataclass(frozen=True, kw_only=True)
class ChosenSettings:
    """The settings that a command line adds to the models it names.

    Attributes:
        every: for every model but the reader.
        own: for single models, by name.
    """

    every: Mapping[str, Any] = field(default_factory=dict[str, Any])
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])

    @classmethod
    def read(cls, settings: Sequence[str] = (), **every: object) -> ChosenSettings:
        """Reads `MODEL.KEY=VALUE` texts, beside settings for every model of which None is left out."""
        own: dict[str, dict[str, Any]] = {}
        for model, values in map(read_setting, settings):
            if twice := own.setdefault(model, {}).keys() & values.keys():
                raise UsageError(f"--set {model}.{min(twice)} is set twice: leave one out")
            own[model] |= values
        chosen = {name: value for name, value in every.items() if value is not None}
        return cls(every=set_values(read_settings(chosen, "the command line")), own=own)

    def on(self, model: str) -> str:
        """Returns a model string with what is chosen for it."""
        if is_rule_based(model):
            return model
        bare, _ = split_settings(model)
        return with_settings(model, {**self.every, **self.own.get(bare, {})})

    def on_filling(self, filling: str) -> str:
        """Returns `METHOD@MODEL`, with or without something before it, with what is chosen for its model."""
        method, at, model = filling.partition("@")
        return f"{method}{at}{self.on(model)}" if at else filling

    def refuse_unused(self, models: Iterable[str]) -> None:
        """Refuses settings of which no model makes use.

        Raises:
            UsageError: naming the first of them.
        """
        names = {split_settings(model)[0] for model in models if model and not is_rule_based(model)}
        for model, values in self.own.items():
            if model not in names:
                hint = f"there are: {', '.join(sorted(names))}" if names else "there is only the reader"
                raise UsageError(f"--set {model}.{min(values)}: nobody plays with {model}; {hint}")
        if self.every and not names:
            option = f"--{min(self.every).replace('_', '-')}"
            raise UsageError(f"{option}: no model is named that takes it (the reader does not): name one")
