"""Models by pydantic-ai's names: `openai:…`, `anthropic:…`, `google:…`, `ollama:…` and more.

Heavy to import: only `providers` does so, when a model is opened.
"""

from __future__ import annotations

import os
import re
from difflib import get_close_matches
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model, known_model_names
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers import Provider, infer_provider
from pydantic_ai.providers.ollama import OllamaProvider

from parlour.errors import MissingExtra, MissingKey, UnknownModel, UsageError
from parlour.llm.compatible import OWN_PATIENCE, UNKNOWN_CONTEXT
from parlour.llm.hosted import TIMEOUT, Hosted
from parlour.llm.served import check_served, served_models
from parlour.llm.tariff import is_own_server

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


class NamedModel(Hosted):
    """A model by its pydantic-ai name, which can be looked for before anything is asked of it."""

    def check(self) -> None:
        """Makes sure that the server answers, takes the key and has the model, where it tells of its models.

        Raises:
            UnknownModel: if OpenAI or Ollama has no model of that name.
            ModelUnavailable: if nothing answers, or the key is refused.
        """
        if not isinstance(self.model, OpenAIChatModel):
            return
        client = self.model.client
        key = client.api_key or os.environ.get("OPENAI_API_KEY", "none")
        if self.model.system in _TELLING:
            check_served(self.model.model_name, str(client.base_url), key)
        else:
            served_models(str(client.base_url), key)


def open_named(model: str, context: int | None) -> NamedModel:
    """Opens a model by its pydantic-ai name.

    Raises:
        UnknownModel: if there is no such provider.
        MissingKey: if the provider wants a key that is not set.
        MissingExtra: if the provider's package is not installed.
    """
    found = _infer(model)
    is_own = is_own_server(found.base_url or "")
    window = (
        context or found.profile.get("context_window") or (UNKNOWN_CONTEXT if is_own else _HOSTED_CONTEXT)
    )
    return NamedModel(found, name=model, context=window, patience=OWN_PATIENCE if is_own else TIMEOUT)


def nearest_names(model: str) -> list[str]:
    """What may have been meant: a provider or, where none is named, a model of nearly that name."""
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
    try:
        return infer_model(f"{provider}:{name}", provider_factory=_provider)
    except ImportError as error:
        raise MissingExtra(f"{provider} models need more packages: {how_to_install(provider)}") from error
    except UserError as error:
        raise _misused(model, error) from error
    except ValueError as error:
        raise UnknownModel(f"{model}: {error}") from error


def _provider(name: str) -> Provider[Any]:
    """The provider; Ollama is looked for on this machine unless it is said to be elsewhere."""
    if name == "ollama":
        return OllamaProvider(base_url=os.environ.get("OLLAMA_BASE_URL") or _OLLAMA)
    return infer_provider(name)


def how_to_install(provider: str) -> str:
    """The command that installs what a provider needs."""
    package = "parlour" if provider in _EXTRAS else "pydantic-ai-slim"
    return f"pip install '{package}[{provider}]'"


def _misused(model: str, error: UserError) -> UsageError:
    variable = re.search(r"`([A-Z][A-Z0-9_]+)`", error.message)
    if variable:
        return MissingKey(f"{model}: set {variable[1]} in the environment to the provider's key or address")
    return UnknownModel(f"{model}: {error.message}")
