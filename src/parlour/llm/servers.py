"""Opens models behind servers: by address, by a name of pydantic-ai, or from a file in this process.

llama.cpp in this process serves HTTP on a loopback address and is called like any other server. Heavy to
import: only `providers` does so, when a model is opened.
"""

from __future__ import annotations

import atexit
import os
import re
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from openai import (
    APIConnectionError,
    APIError,
    AuthenticationError,
    NotFoundError,
    OpenAI,
    PermissionDeniedError,
)
from openai.types import Model as ServedModel
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model, known_model_names
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers import Provider, infer_provider
from pydantic_ai.providers.ollama import OllamaProvider

from parlour.errors import MissingExtra, MissingKey, ModelUnavailable, UnknownModel, UsageError
from parlour.llm.chat_server import ChatServer
from parlour.llm.hosted import TIMEOUT, Hosted
from parlour.llm.model_file import NO_KEY, ModelEntry, address_and_name, server_key
from parlour.llm.pydantic_ai_model import PydanticAIModel
from parlour.llm.spending import is_own_server
from parlour.llm.weights import rein_in_openmp, thread_count, trained_context

PATIENCE = 10.0
"""Seconds to wait for a server that does not answer."""


def served_models(url: str, key: str) -> dict[str, ServedModel]:
    """The models that the server lists, by name; none if it keeps no list."""
    with _client(url, key) as client:
        return _list_models(client)


def check_served(name: str, url: str, key: str) -> None:
    """Makes sure that the server has a model; asks for a name that it does not list by itself."""
    with _client(url, key) as client:
        listed = _list_models(client)
        if name in listed:
            return
        try:
            client.models.retrieve(name)
        except NotFoundError as error:
            near = get_close_matches(name, listed, n=3) or sorted(listed)[:3]
            there = f"; it has {', '.join(near)}" if near else ", nor any other"
            raise UnknownModel(f"the server at {url} has no model {name!r}{there}") from error
        except APIError:
            return  # it answers, and tells nothing of its models: the first call will show


def _client(url: str, key: str) -> OpenAI:
    return OpenAI(base_url=url, api_key=key, max_retries=0, timeout=PATIENCE)


def _list_models(client: OpenAI) -> dict[str, ServedModel]:
    url = str(client.base_url).rstrip("/")
    try:
        return {served.id: served for served in client.models.list().data}
    except APIConnectionError as error:
        why = error.__cause__ or error
        raise ModelUnavailable(
            f"{url}: no server answers there ({why}): start it, or correct the address"
        ) from error
    except (AuthenticationError, PermissionDeniedError) as error:
        raise ModelUnavailable(f"{url} refuses the key: check that it is right: {error.message}") from error
    except (APIError, AttributeError, TypeError):
        return {}


UNKNOWN_CONTEXT = 8192
OWN_PATIENCE = 900.0
_WINDOW_FIELDS = ("max_model_len", "context_length", "n_ctx")


def open_compatible(model: str, context: int | None) -> Hosted:
    """Opens a model string that is an address, with the key of its origin in the user's models, if any."""
    url, name = address_and_name(model)
    key = server_key(url)
    if not name:
        there = ", ".join(served_models(url, key)) or "it does not say which"
        raise UnknownModel(f"{model}: put the name of a model after '#'; the server has: {there}")
    return _open_compatible_model(model, url, name, key, context)


def open_entry(name: str, entry: ModelEntry, context: int | None) -> Hosted:
    """Opens one of the user's models; raises as `open_compatible` does."""
    return _open_compatible_model(name, entry.base_url, entry.model, entry.key, context)


def _open_compatible_model(model: str, url: str, name: str, key: str, context: int | None) -> Hosted:
    served = served_models(url, key)
    window = context or _window(served.get(name)) or UNKNOWN_CONTEXT
    patience = OWN_PATIENCE if is_own_server(url) else TIMEOUT
    return Hosted(ChatServer(url, name, key), name=model, context=window, patience=patience)


def _window(served: ServedModel | None) -> int | None:
    told = dict((served.model_extra if served else None) or {})
    meta = told.get("meta")
    if isinstance(meta, dict):
        told |= meta
    found = [told[field] for field in _WINDOW_FIELDS if isinstance(told.get(field), int)]
    return found[0] if found else None


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

    endpoint: PydanticAIModel

    def check(self) -> None:
        """Makes sure that the server answers, takes the key and has the model, if it tells."""
        model = self.endpoint.model
        if not isinstance(model, OpenAIChatModel):
            return
        client = model.client
        key = client.api_key or os.environ.get("OPENAI_API_KEY", "none")
        if model.system in _TELLING:
            check_served(model.model_name, str(client.base_url), key)
        else:
            served_models(str(client.base_url), key)


def open_named(model: str, context: int | None) -> NamedModel:
    """Opens a model by its pydantic-ai name."""
    found = _infer(model)
    is_own = is_own_server(found.base_url or "")
    window = (
        context or found.profile.get("context_window") or (UNKNOWN_CONTEXT if is_own else _HOSTED_CONTEXT)
    )
    patience = OWN_PATIENCE if is_own else TIMEOUT
    return NamedModel(PydanticAIModel(found), name=model, context=window, patience=patience)


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
    try:
        return infer_model(f"{provider}:{name}", provider_factory=_provider)
    except ImportError as error:
        raise MissingExtra(f"{provider} models need more packages: {how_to_install(provider)}") from error
    except UserError as error:
        raise _usage_error(model, error) from error
    except ValueError as error:
        raise UnknownModel(f"{model}: {error}") from error


def _provider(name: str) -> Provider[Any]:
    if name == "ollama":
        return OllamaProvider(base_url=os.environ.get("OLLAMA_BASE_URL") or _OLLAMA)
    return infer_provider(name)


def how_to_install(provider: str) -> str:
    """The command that installs what a provider needs."""
    package = "parlour" if provider in _EXTRAS else "pydantic-ai-slim"
    return f"pip install '{package}[{provider}]'"


def _usage_error(model: str, error: UserError) -> UsageError:
    variable = re.search(r"`([A-Z][A-Z0-9_]+)`", error.message)
    if variable:
        return MissingKey(f"{model}: set {variable[1]} in the environment to the provider's key or address")
    return UnknownModel(f"{model}: {error.message}")


LARGEST_CONTEXT = 16384
_ENGINE_PATIENCE = 1800.0


_running: dict[tuple[Path, int], Any] = {}
"""The servers of llama.cpp; each stops when nothing refers to it."""
_users: dict[tuple[Path, int], int] = {}
atexit.register(_running.clear)


class Embedded(Hosted):
    """A GGUF model in this process; all that open the same file share one server."""

    def __init__(self, path: Path, *, name: str, context: int | None) -> None:
        trained = trained_context(path)
        self._key = (path.resolve(), context or min(trained or LARGEST_CONTEXT, LARGEST_CONTEXT))
        server = _running.get(self._key) or _start_engine(*self._key)
        _running[self._key] = server
        _users[self._key] = _users.get(self._key, 0) + 1
        super().__init__(
            ChatServer(f"{server.listening_address}/v1", path.name, NO_KEY),
            name=name,
            context=self._key[1],
            slots=1,
            patience=_ENGINE_PATIENCE,
        )

    async def close(self) -> None:
        """Closes its connections; the last user's end stops the server."""
        await super().close()
        _users[self._key] -= 1
        if not _users[self._key]:
            _running.pop(self._key, None)


def _start_engine(path: Path, context: int) -> Any:  # noqa: ANN401 - an optional package without types
    """Starts llama.cpp with one slot: slots would share out the window and the cache."""
    rein_in_openmp()
    try:
        xllamacpp: Any = import_module("xllamacpp")
    except ModuleNotFoundError as error:
        raise MissingExtra("models in this process need llama.cpp: pip install 'parlour[local]'") from error
    except ImportError as error:
        raise UsageError(f"llama.cpp cannot be loaded: {error}: on Debian, install libgomp1") from error
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx, parameters.n_parallel, parameters.verbosity = context, 1, -1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = thread_count()
    try:
        return xllamacpp.Server(parameters)
    except RuntimeError as error:
        raise ModelUnavailable(
            f"{path}: llama.cpp cannot load this model with a window of {context} tokens:"
            " is the file whole, and is there memory enough?"
        ) from error
