"""A call to a model, its completion and its usage, and the protocols of what completes and records it."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from pydantic import BaseModel

from parlour.core import Registry
from parlour.errors import ModelUnavailable
from parlour.llm.prompt import FieldPurpose, Prompt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OnChunk = Callable[[str], None]
"""Takes each piece of a reply as it forms."""
Feature = Literal[
    "max_tokens", "temperature", "system", "schemas", "logprobs", "streams", "effort", "template"
]
"""A part of a request that some servers reject."""
WITHOUT: Mapping[Feature, str] = {
    "max_tokens": "it is told the limit of tokens as max_completion_tokens",
    "temperature": "it is sent no temperature",
    "system": "the system message stands at the head of the first user message",
    "schemas": "it is told the form of a reply in words",
    "logprobs": "weights are its own estimates in words",
    "streams": "its replies come whole",
    "effort": "it is sent no reasoning_effort: if it goes on thinking, set what it takes in extra_body",
    "template": "it is sent no chat_template_kwargs",
}
"""The consequence of each feature that a server rejects."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """A prompt and the form that its completion must have.

    Attributes:
        reply: the model of the JSON that is wanted; None where free text is.
        options: the words whose log-probabilities as the first token are wanted; empty where none are.
        wants: what free text or weights are for, where it is said; no part of what is sent or of the digest.
        game: of the table at which it is asked, and
        players: who sits there, in seat order; empty elsewhere, and no part of what is sent or of the digest.
        occurrence: how many equal calls the match made before it, from 0; likewise.
    """

    prompt: Prompt
    max_tokens: int
    temperature: float
    reply: type[BaseModel] | None = None
    options: tuple[str, ...] = ()
    wants: FieldPurpose | None = None
    game: str = ""
    players: tuple[str, ...] = ()
    occurrence: int = 0

    @cached_property
    def digest(self) -> str:
        """The same for the same words, schema and settings."""
        shape = (
            self.prompt.digest,
            schema_text(self.reply) if self.reply else "",
            self.options,
            self.max_tokens,
            self.temperature,
        )
        return hashlib.sha256(json.dumps(shape).encode()).hexdigest()[:32]


@lru_cache(maxsize=512)
def schema_text(reply: type[BaseModel]) -> str:
    """The JSON schema of a reply as stable text."""
    return json.dumps(reply.model_json_schema(), ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True, kw_only=True)
class Usage:
    """The tokens, cost and time of a call.

    Attributes:
        input_tokens: tokens of the prompt, cached ones among them.
        cached_tokens: those of them that the provider had from an earlier call.
        output_tokens: tokens of the completion, thoughts among them.
        thought_tokens: those of them that are thoughts, as the server tells or by our own count.
        dollars: its price; None where no price is known.
        seconds: from asking to the last token, waiting in our own queue apart.
        is_estimated: whether tokens are our own count, since the server told none.
        room: the tokens that were left for thoughts beside the answer.
        without: the features that it could have made use of and the server does not take.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    thought_tokens: int = 0
    dollars: float | None = 0.0
    seconds: float = 0.0
    attempts: int = 1
    is_estimated: bool = False
    room: int = 0
    without: tuple[Feature, ...] = ()

    @property
    def mark(self) -> str:
        return "~" if self.is_estimated else ""

    def __add__(self, other: Usage) -> Usage:
        """Returns the sum of both; dollars are None if the price of either is unknown."""
        unpriced = self.dollars is None or other.dollars is None
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            thought_tokens=self.thought_tokens + other.thought_tokens,
            dollars=None if unpriced else (self.dollars or 0.0) + (other.dollars or 0.0),
            seconds=self.seconds + other.seconds,
            attempts=self.attempts + other.attempts,
            is_estimated=self.is_estimated or other.is_estimated,
            room=max(self.room, other.room),
            without=tuple(dict.fromkeys((*self.without, *other.without))) if other.without else self.without,
        )


NOTHING = Usage(attempts=0)
"""What a call took that was never sent."""


@dataclass(frozen=True, kw_only=True)
class Completion:
    """The reply to a call.

    Attributes:
        thoughts: what the model thought before it: private, on record, and in no prompt.
        logprobs: natural log-probabilities of candidates for the first token, where the provider gave them.
        is_repaired: whether it can be read as a reply of its form only after repairs.
        refusal: why there is no reply, or none that counts: the words of the server or its filter, or that
            it cut the prompt; empty if there is one.
    """

    text: str
    thoughts: str = ""
    is_cut: bool = False
    logprobs: tuple[tuple[str, float], ...] = ()
    is_repaired: bool = False
    refusal: str = ""
    usage: Usage = Usage()


class Transient(ModelUnavailable):
    """A failure that may pass: too many requests, a server error, a lost connection.

    Attributes:
        usage: the usage of the failed request and of the replies to the same call before it.
    """

    def __init__(self, message: str, *, retry_after: float | None = None, is_loading: bool = False) -> None:
        super().__init__(message)
        self.retry_after, self.is_loading, self.usage = retry_after, is_loading, Usage()


class Backend(Protocol):
    """Something that completes calls."""

    @property
    def name(self) -> str: ...

    @property
    def context(self) -> int: ...

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes one call, streaming to `on_chunk` where one is given.

        Raises:
            ModelUnavailable: if the model cannot be reached or refuses.
            PromptTooLong: if the prompt does not fit the window.
        """
        ...


class Provider(Backend, Protocol):
    """A backend as a model string opens it, without wrappers, with its prices and a way to close it."""

    @property
    def slots(self) -> int: ...

    def price(self, input_tokens: int, output_tokens: int) -> float | None:
        """Dollars for so many tokens, none of them cached; None where no price is known."""
        ...

    def worst_price(self, call: Call) -> float:
        """The most dollars that the call could cost; 0 where no price is known."""
        ...

    async def close(self) -> None:
        """Gives back its connections and its memory."""
        ...


Opener = Callable[[str, int | None], Provider]


@dataclass(frozen=True, kw_only=True)
class ProviderKind:
    """One kind of model string.

    Attributes:
        form: how such a string is built.
        starts: what it can start with; nothing for those that no other kind takes.
        says: what it names.
        opener: opens one, with a window of so many tokens where one is asked for.
        package: the module that must be importable, if any.
        extra: of which extra it is a part.
        key: the environment variable that must be set, if any.
        file: that must be there, if any.
        is_rule_based: whether it computes its replies in this process, free and without a language model.
        options: what may be written after it, `NAME:OPTION=VALUE,…`, each with what it means.
    """

    form: str
    starts: tuple[str, ...]
    example: str
    says: str
    opener: Opener
    package: str = ""
    extra: str = ""
    key: str = ""
    file: Callable[[], Path] | None = None
    is_rule_based: bool = False
    options: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def lacks(self) -> str:
        """The step that is missing before it can be used on this machine; empty if none is."""
        if self.package and not _is_installed(self.package):
            return f"pip install 'parlour[{self.extra}]'"
        if self.key and not os.environ.get(self.key):
            return f"set {self.key}"
        if self.file and not self.file().is_file():
            return f"parlour models get {self.example}"
        return ""


MODELS = Registry(group="parlour.models", noun="model", kind=ProviderKind, verb="parlour models")
"""The installed kinds of models, by the word before the colon of their model strings."""
BUILT_IN = "reader"
"""The model that ships with Parlour."""


def is_rule_based(model: str) -> bool:
    """True if a model string names a kind that replies by rules: at once, free, and without a temperature."""
    name = model.partition(":")[0]
    return name in MODELS.names and MODELS.find(name).is_rule_based


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # the package around it is missing
        return False


@dataclass(frozen=True, kw_only=True)
class CallKey:
    """The key of one call of a match, the same in every run of it."""

    player: str
    request: str
    purpose: str
    digest: str
    occurrence: int = 0


class CallLog(Protocol):
    """The log of completions for replay; the store implements it."""

    def find(self, key: CallKey) -> Completion | None:
        """Returns the recorded completion of the call, if there is one."""
        ...

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        """Records a completion before it is used."""
        ...


class Embedding(Protocol):
    """A model that turns texts into vectors whose nearness is likeness of meaning."""

    @property
    def name(self) -> str: ...

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """One unit vector per text, of shape (texts, dimensions).

        Args:
            texts: what is embedded.
            is_query: whether they are questions to be answered from the other texts.

        Raises:
            ModelUnavailable: if the model cannot be asked.
        """
        ...
