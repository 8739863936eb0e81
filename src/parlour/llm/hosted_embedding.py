"""Embeddings of a provider, or of any OpenAI-compatible server, through pydantic-ai."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic_ai.embeddings import EmbeddingModel, infer_embedding_model
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.exceptions import UserError
from pydantic_ai.providers import Provider, infer_provider
from pydantic_ai.providers.openai import OpenAIProvider

from parlour.errors import MissingExtra, MissingKey, UsageError
from parlour.llm.model_file import ADDRESSES, address_and_name, server_key
from parlour.llm.pydantic_ai_model import as_failure, failures, how_to_install
from parlour.llm.responses import said_plainly

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
    try:
        provider = infer_provider(prefix)
        model = infer_embedding_model(name, provider_factory=lambda _: provider)
    except ImportError as error:
        raise MissingExtra(f"{name} needs more packages: {how_to_install(prefix)}") from error
    except UserError as error:
        if variable := re.search(r"`([A-Z][A-Z0-9_]+)`", error.message):
            raise MissingKey(f"{name}: set {variable[1]} in the environment to the provider's key") from error
        raise UsageError(f"{name}: {error.message}") from error
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from error
    return HostedEmbedding(model, provider, name=name)
