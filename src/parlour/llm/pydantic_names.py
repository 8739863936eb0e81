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
from pydantic_ai.providers import Provider, infer_provider
from pydantic_ai.providers.ollama import OllamaProvider

from parlour.errors import MissingExtra, MissingKey, UnknownModel, UsageError
from parlour.llm.compatible import OWN_PATIENCE, UNKNOWN_CONTEXT
from parlour.llm.hosted import TIMEOUT, Hosted
from parlour.llm.tariff import is_own_server

_HOSTED_CONTEXT = 128_000
_OLLAMA = "http://localhost:11434/v1"
_EXTRAS = ("anthropic", "google")


def open_named(model: str, context: int | None) -> Hosted:
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
    return Hosted(found, name=model, context=window, patience=OWN_PATIENCE if is_own else TIMEOUT)


def nearest_names(model: str) -> list[str]:
    """What may have been meant: a provider or, where none is named, a model of nearly that name."""
    provider, colon, name = model.partition(":")
    known = [each for each in known_model_names() if ":" in each]
    if colon:
        providers = {each.partition(":")[0] for each in known}
        return [f"{near}:{name}" for near in get_close_matches(provider, providers, n=2)]
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
