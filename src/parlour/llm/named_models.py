"""Models and embeddings by their pydantic-ai names; embeddings of any OpenAI-compatible server too.

Heavy to import: only `providers` does so, when one is opened.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic_ai.embeddings import EmbeddingModel, infer_embedding_model
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model, known_model_names
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers import Provider, infer_provider
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider

from parlour.errors import MissingExtra, MissingKey, UnknownModel, UsageError
from parlour.llm.hosted import Hosted
from parlour.llm.model_file import ADDRESSES, address_and_name, server_key
from parlour.llm.pydantic_ai_model import PydanticAIModel, as_failure, failures
from parlour.llm.responses import said_plainly
from parlour.llm.servers import UNKNOWN_CONTEXT, check_served, served_models
from parlour.llm.spending import is_own_server

BATCH = 256


class HostedEmbedding:
    """Asks an embedding model of pydantic-ai, in batches that any server takes."""

    def __init__(self, model: EmbeddingModel, provider: Provider[Any], *, name: str) -> None:
        self._model, self._provider, self.name = model, provider, name

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """One unit vector per text."""
        rows: list[Sequence[float]] = []
        async with self._provider:
            for start in range(0, len(texts), BATCH):
                rows.extend(await self._batch(texts[start : start + BATCH], is_query=is_query))
        vectors = np.asarray(rows, dtype=np.float32).reshape(len(texts), -1)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(lengths, lengths, 1)).astype(np.float32)

    async def _batch(self, texts: Sequence[str], *, is_query: bool) -> Sequence[Sequence[float]]:
        try:
            result = await self._model.embed(texts, input_type="query" if is_query else "document")
        except failures() as error:
            raise said_plainly(as_failure(error), name=self.name, url=self._model.base_url or "") from error
        return result.embeddings


def open_hosted_embedding(name: str) -> HostedEmbedding:
    """Opens a provider's embedding model by its pydantic-ai name or its address."""
    if name.startswith(ADDRESSES):
        url, model = address_and_name(name)
        if not model:
            raise UsageError(f"{name}: put the name of an embedding model after '#'")
        provider = OpenAIProvider(base_url=url, api_key=server_key(url))
        return HostedEmbedding(OpenAIEmbeddingModel(model, provider=provider), provider, name=name)
    prefix = name.partition(":")[0]
    with _explaining_errors(name, prefix):
        provider = infer_provider(prefix)
        model = infer_embedding_model(name, provider_factory=lambda _: provider)
    return HostedEmbedding(model, provider, name=name)


_TELLING = ("openai", "ollama")
"""Whose servers say of any name whether they have it; others route names that they do not list."""
_HOSTED_CONTEXT = 128_000
_OLLAMA = "http://localhost:11434/v1"
_EXTRAS = ("anthropic", "google")
_FAMILIES = {
    "gpt-": "openai",
    "chatgpt-": "openai",
    "claude-": "anthropic",
    "gemini-": "google",
    "mistral-": "mistral",
    "deepseek-": "deepseek",
    "grok-": "xai",
}
"""Who makes the models whose names begin so; of OpenAI's, those without a word before the number too."""
_REASONING = re.compile(r"o\d")


def _check_model(model: Model[Any]) -> None:
    """Makes sure that a model's server answers, takes the key and has the model, if it tells."""
    if not isinstance(model, OpenAIChatModel):
        return
    client = model.client
    key = client.api_key or os.environ.get("OPENAI_API_KEY", "none")
    if model.system in _TELLING:
        check_served(model.model_name, str(client.base_url), key)
    else:
        served_models(str(client.base_url), key)


def open_named(model: str, context: int | None) -> Hosted:
    """Opens a model by its pydantic-ai name."""
    found = _infer(model)
    usual = UNKNOWN_CONTEXT if is_own_server(found.base_url or "") else _HOSTED_CONTEXT
    window = context or found.profile.get("context_window") or usual
    return Hosted(PydanticAIModel(found), name=model, context=window, check=partial(_check_model, found))


def nearest_names(model: str) -> list[str]:
    """Returns similar names: of providers, or of models if no provider is named."""
    provider, colon, name = model.partition(":")
    known = [each for each in known_model_names() if ":" in each]
    if colon:
        providers = {each.partition(":")[0] for each in known}
        near = [f"{each}:{name}" for each in get_close_matches(provider, providers, n=2)]
        return near or ([f"ollama:{model}"] if name else [])
    maker = next((_FAMILIES[start] for start in _FAMILIES if model.startswith(start)), "")
    if maker or _REASONING.match(model):
        return [f"{maker or 'openai'}:{model}"]
    namesakes = [each for each in known if each.endswith(f":{model}")]
    return namesakes[:3] or get_close_matches(model, known, n=3)


def _infer(model: str) -> Model[Any]:
    provider, _, name = model.partition(":")
    if provider == "openai":  # the interface that gives log-probabilities and replies of any length
        provider = "openai-chat"
    with _explaining_errors(model, provider):
        return infer_model(f"{provider}:{name}", provider_factory=_provider)


def _provider(name: str) -> Provider[Any]:
    if name == "ollama":
        return OllamaProvider(base_url=os.environ.get("OLLAMA_BASE_URL") or _OLLAMA)
    return infer_provider(name)


@contextmanager
def _explaining_errors(name: str, provider: str) -> Generator[None]:
    """Turns pydantic-ai's errors in opening a model or an embedding into sentences."""
    try:
        yield
    except ImportError as error:
        package = "parlour" if provider in _EXTRAS else "pydantic-ai-slim"
        raise MissingExtra(f"{name} needs more packages: pip install '{package}[{provider}]'") from error
    except UserError as error:
        if variable := re.search(r"`([A-Z][A-Z0-9_]+)`", error.message):
            told = f"set {variable[1]} in the environment to the provider's key or address"
            raise MissingKey(f"{name}: {told}") from error
        raise UnknownModel(f"{name}: {error.message}") from error
    except ValueError as error:
        raise UnknownModel(f"{name}: {error}") from error
